// SPDX-License-Identifier: MIT
#include "cli/text_file.hpp"

#include <span>

#include "runtime/temporary_file.hpp"

namespace orograph {

void write_text_file(const std::filesystem::path& file, std::string_view text) {
  TemporaryFile temporary(file);
  temporary.write(std::as_bytes(std::span(text)));
  TemporaryFile* const files[] = {&temporary};
  TemporaryFile::commit_all(files);
}

}  // namespace orograph
