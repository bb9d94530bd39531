// SPDX-License-Identifier: MIT
// The key `include`: the functions of other files, and of the files those include. A file is read once, whatever the
// number of ways that lead to it; a way that leads back is an error that shows it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "graph/file_loader.hpp"
#include "graph/fnv.hpp"
#include "graph/recipe_functions.hpp"
#include "graph/recipe_text.hpp"

namespace orograph {

class IncludeReader {
 public:
  // `files` may be null: then nothing can be included. `units` are the recipe's.
  IncludeReader(FileLoader* files, std::string_view units, RecipeSize& size, FunctionSet& functions,
                const ValueReader& reader)
      : files_(files), units_(units), size_(size), functions_(functions), reader_(reader) {}

  // The value of the recipe's own key.
  void read(const YamlValue& include);

  const std::vector<std::string>& names() const { return names_; }  // of the files read
  std::uint64_t hash() const { return hash_.value(); }              // of their texts

 private:
  // A file being read, and where it includes the next one.
  struct Open {
    FileLoader::File file;
    SourceLoc next;
  };

  void read_list(const YamlValue& include);
  void read_item(const YamlValue& path);
  void read_file(const YamlValue& path, FileLoader::File file);
  void check_units(const YamlValue& root);
  void report_cycle(const YamlValue& path, std::size_t first);
  void refuse(const YamlValue& path, const FileLoader::Refusal& refusal);

  FileLoader* files_;
  std::string_view units_;
  RecipeSize& size_;
  FunctionSet& functions_;
  const ValueReader& reader_;
  std::vector<Open> open_;
  std::unordered_set<std::string> seen_;
  std::vector<std::string> names_;
  Fnv hash_;
  std::size_t items_ = 0;
};

}  // namespace orograph
