// SPDX-License-Identifier: MIT
#include "cli/recipe_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <vector>

#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "graph/recipe_text.hpp"

namespace orograph {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_read = max_recipe_text + 1;  // more than parse_recipe takes

[[noreturn]] void fail(const fs::path& file, int error, const std::string& what) {
  const std::string reason = std::generic_category().message(error);
  const std::string text = fmt::format("cannot read '{}': {}", file.string(), reason);
  if (error == ENOENT || error == ENOTDIR)
    throw UsageError(text,
                     file == "-" ? "write /dev/stdin to read standard input" : help_for_missing_file(file, file));
  if (error == EISDIR) throw UsageError(text, fmt::format("name {}", what));
  throw SystemError(text);
}

std::string read_file(const fs::path& file, const std::string& what) {
  constexpr std::size_t chunk = std::size_t{1} << 16;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!in) fail(file, errno, what);
  std::string text;
  while (text.size() < most_read) {
    const std::size_t before = text.size();
    text.resize(std::min(before + chunk, most_read));
    const std::size_t count = std::fread(text.data() + before, 1, text.size() - before, in.get());
    text.resize(before + count);
    if (count == 0) break;
  }
  if (std::ferror(in.get()) != 0) fail(file, errno, what);
  return text;
}

}  // namespace

std::string help_for_missing_file(const fs::path& file, const fs::path& written) {
  constexpr int most_listed = 1000;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end && names.size() < most_listed;
       it.increment(error)) {
    const std::string ending = it->path().extension().string();
    if (ending == ".yaml" || ending == ".yml") names.push_back(it->path().filename().string());
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view nearest = nearest_word(file.filename().string(), candidates);
  return nearest.empty() ? std::string()
                         : fmt::format("did you mean '{}'?", (written.parent_path() / nearest).string());
}

std::string read_recipe_file(const fs::path& file) {
  return read_file(file, "a recipe, a YAML file");
}

std::string read_set_file(const fs::path& file) {
  return read_file(file, "a YAML file with a line 'NAME: VALUE' a parameter");
}

}  // namespace orograph
