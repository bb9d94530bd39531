// SPDX-License-Identifier: MIT
// Standard output and error: data goes to the one and must arrive, words for people to the other and need not.
#pragma once
#include <string_view>

namespace orograph {

// Before anything is opened: a stream that is closed would lend its number to the next file, and what is written to
// the stream would end in that file.
void occupy_standard_streams();

// Throws SystemError when it cannot be written.
void write_output(std::string_view text);
void flush_output();

void write_message(std::string_view text);

}  // namespace orograph
