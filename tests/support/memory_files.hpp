// SPDX-License-Identifier: MIT
// MemoryFiles: texts by name as a recipe's FileLoader; paths are those from the recipe's folder.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "graph/file_loader.hpp"

namespace orograph::test {

class MemoryFiles : public FileLoader {
 public:
  explicit MemoryFiles(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  File recipe() const override { return {"r", "r"}; }
  std::variant<File, Refusal> find(std::string_view path, const File&) override {
    const std::string name(path);
    if (name == "r" || texts_.contains(name)) return File{name, name};
    return Refusal{"there is no such file", "write another"};
  }
  std::variant<std::string, Refusal> read(const File& file, std::size_t) override {
    ++reads;
    return texts_.at(file.id);
  }

  int reads = 0;

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace orograph::test
