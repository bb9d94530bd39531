// SPDX-License-Identifier: MIT
// FileLoader: where the texts of included files come from. The language names files and never touches a disk.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace orograph {

class FileLoader {
 public:
  struct File {
    std::string id;    // equal for the same file, whatever path leads there
    std::string name;  // what messages call it
  };
  struct Refusal {
    std::string message;  // "no such file": what follows "cannot include 'PATH': "
    std::string help;
  };

  virtual ~FileLoader() = default;

  // The file of the recipe itself; the id is empty when it is no file.
  virtual File recipe() const = 0;
  // What `path` names in the file `from`.
  virtual std::variant<File, Refusal> find(std::string_view path, const File& from) = 0;
  // Its text, of which no more than `most_bytes` are read.
  virtual std::variant<std::string, Refusal> read(const File& file, std::size_t most_bytes) = 0;
};

}  // namespace orograph
