// SPDX-License-Identifier: MIT
// IncludeFiles: the disk as a recipe's FileLoader. Invariant: every file read lies in the recipe's folder or below
// it, links followed, unless files outside are allowed.
#pragma once
#include <filesystem>

#include "graph/file_loader.hpp"

namespace orograph {

class IncludeFiles : public FileLoader {
 public:
  IncludeFiles(std::filesystem::path recipe, bool allow_outside);

  File recipe() const override;
  std::variant<File, Refusal> find(std::string_view path, const File& from) override;
  std::variant<std::string, Refusal> read(const File& file, std::size_t most_bytes) override;

 private:
  std::string shown(const std::filesystem::path& file) const;

  std::filesystem::path recipe_;
  std::filesystem::path root_;  // the recipe's folder, links followed; for a recipe that is no file, where we are
  bool allow_outside_;
};

}  // namespace orograph
