// SPDX-License-Identifier: MIT
// Standard output and error: data goes to the one and must arrive, words for people to the other and need not.
#pragma once
#include <string_view>

namespace orograph {

// Throws SystemError when it cannot be written.
void write_output(std::string_view text);
void flush_output();

void write_message(std::string_view text);

}  // namespace orograph
