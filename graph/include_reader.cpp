// SPDX-License-Identifier: MIT
#include "graph/include_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph/recipe_header.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

constexpr std::size_t max_items = 1000;  // of all lists together
constexpr std::size_t max_open = 32;

// World units are metres where nothing else is said.
std::string_view world_unit(std::string_view stated) {
  return stated.empty() ? "m" : stated;
}

}  // namespace

void IncludeReader::read(const YamlValue& include) {
  if (files_ == nullptr) {
    reader_.error(include.loc, "files cannot be included here", "put the functions into this recipe");
    return functions_.miss();
  }
  open_.push_back({files_->recipe(), {}});
  read_list(include);
  open_.pop_back();
}

void IncludeReader::read_list(const YamlValue& include) {
  if (include.kind == Kind::null) return;
  if (include.kind == Kind::scalar) return read_item(include);
  if (!reader_.expect(include, Kind::sequence, "'include'", "write 'include: [lib/dunes.yaml]'"))
    return functions_.miss();
  for (const YamlValue& path : include.items) read_item(path);
}

void IncludeReader::read_item(const YamlValue& path) {
  const auto text = reader_.word(path, "an included file", "write its path, relative to this file");
  if (!text) return functions_.miss();
  if (++items_ > max_items) {
    functions_.miss();
    if (items_ == max_items + 1)
      reader_.error(path.loc, fmt::format("more than {} includes", max_items), "put functions together into files");
    return;
  }
  auto found = files_->find(*text, open_.back().file);
  if (const auto* refusal = std::get_if<FileLoader::Refusal>(&found)) return refuse(path, *refusal);
  auto& file = std::get<FileLoader::File>(found);
  const auto again = std::ranges::find(open_, file.id, [](const Open& open) { return open.file.id; });
  if (again != open_.end()) return report_cycle(path, static_cast<std::size_t>(again - open_.begin()));
  if (!seen_.insert(file.id).second) return;
  if (open_.size() > max_open) {
    reader_.error(path.loc, fmt::format("files include each other more than {} deep", max_open),
                  "include the file in the recipe itself");
    return functions_.miss();
  }
  read_file(path, std::move(file));
}

void IncludeReader::read_file(const YamlValue& path, FileLoader::File file) {
  auto read = files_->read(file, max_recipe_text - size_.text + 1);
  if (const auto* refusal = std::get_if<FileLoader::Refusal>(&read)) return refuse(path, *refusal);
  const std::string& text = std::get<std::string>(read);
  names_.push_back(file.name);
  hash_.add(text);
  auto root = read_recipe_text(text, file.name, Diagnostics::SourceKind::recipe, size_, reader_.diagnostics());
  if (!root || !check_recipe_header(*root, reader_)) return functions_.miss();
  check_units(*root);
  if (YamlValue* functions = root->find("functions")) functions_.add(*functions);
  const YamlValue* include = root->find("include");
  if (include == nullptr) return;
  open_.back().next = path.loc;
  open_.push_back({std::move(file), {}});
  read_list(*include);
  open_.pop_back();
}

// Numbers without a unit mean the units of the file they stand in.
void IncludeReader::check_units(const YamlValue& root) {
  const YamlValue* units = root.find("units");
  if (units == nullptr || units->kind != Kind::scalar) return;
  if (world_unit(units->scalar) == world_unit(units_)) return;
  reader_.error(units->loc,
                fmt::format("this file is written in {}, and the recipe that includes it in {}", quote(units->scalar),
                            quote(world_unit(units_))),
                "give its lengths units, as in '2 km', and drop its 'units'; or take the same 'units' in both");
}

void IncludeReader::refuse(const YamlValue& path, const FileLoader::Refusal& refusal) {
  reader_.error(path.loc, fmt::format("cannot include {}: {}", quote(path.scalar), refusal.message), refusal.help);
  functions_.miss();
}

// "a.yaml -> b.yaml -> a.yaml", and where.
void IncludeReader::report_cycle(const YamlValue& path, std::size_t first) {
  functions_.miss();
  open_.back().next = path.loc;
  std::string names, places;
  for (std::size_t i = first; i < open_.size(); ++i) {
    const std::string& to = i + 1 < open_.size() ? open_[i + 1].file.name : open_[first].file.name;
    names += open_[i].file.name + " -> ";
    places += fmt::format("{}'{}' is included at {}", places.empty() ? "" : "\n", to,
                          reader_.diagnostics().place_text(open_[i].next));
  }
  const bool itself = first + 1 == open_.size();
  reader_.error(path.loc,
                itself ? "the file includes itself"
                       : fmt::format("files include each other: {}{}", names, open_[first].file.name),
                itself ? "remove this include" : places + "\nmove what both need into a file of its own");
}

}  // namespace orograph
