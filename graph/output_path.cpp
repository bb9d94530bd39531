// SPDX-License-Identifier: MIT
// Paths that mean the same on every system, stay in their folder, and that engines do not misread.
#include "graph/output_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/diagnostic.hpp"
#include "graph/image_format.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

constexpr std::size_t max_path_part = 200;  // file systems end at 255, and the writer adds to the name

// Unreal takes "512x512" or "x3_y4" groups in a name for the number of a tile; the former is never meant.
bool has_size_in_name(std::string_view name) {
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (lower(name[i]) == 'x' && is_digit(name[i - 1]) && is_digit(name[i + 1])) return true;
  }
  return false;
}

std::string ending_help(std::string_view name) {
  const std::size_t point = name.rfind('.');
  const std::string_view written = point == std::string_view::npos ? std::string_view() : name.substr(point);
  const std::string_view nearest = nearest_word(written, image_endings());
  const std::string list = fmt::format("one of: {}", fmt::join(image_endings(), ", "));
  if (!nearest.empty()) return fmt::format("did you mean {}?\n{}", quote(nearest), list);
  return fmt::format("write {}, or another ending:\n{}", quote(fmt::format("{}.exr", name.substr(0, point))), list);
}

}  // namespace

std::string normal_path(std::string_view file, std::vector<PathFault>& faults) {
  const auto fault = [&](std::string message, std::string help) {
    if (std::ranges::find(faults, message, &PathFault::message) == faults.end()) {
      faults.push_back({std::move(message), std::move(help)});
    }
  };
  if (file.empty()) fault("the file name is empty", "write something like 'island.exr'");
  if (!faults.empty()) return {};
  if (std::ranges::any_of(file, is_control)) fault("a control character in a file name", "remove it");
  if (file.find('\\') != std::string_view::npos) fault("a backslash in a file name", "separate folders with '/'");
  if (file.size() > 1 && is_letter(file[0]) && file[1] == ':')
    fault("a drive letter in a file name", "paths are relative to the output folder");
  if (file.starts_with('/')) fault("an absolute path", "paths are relative to the output folder: start without '/'");
  std::string normal;
  std::string_view last;
  std::string_view rest = file.starts_with('/') ? file.substr(1) : file;
  for (bool more = true; more;) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    more = slash != std::string_view::npos;
    rest.remove_prefix(more ? slash + 1 : rest.size());
    if (part.empty()) fault("an empty part in a path", "write single '/' between names, and none at the end");
    if (part == "..") fault("'..' in a path: files stay inside the output folder", "choose another folder with -o");
    if (part.size() > max_path_part)
      fault(fmt::format("a name longer than {} bytes in a path", max_path_part), "shorten it");
    last = part;
    if (part == ".") continue;
    if (!normal.empty()) normal += '/';
    normal += part;
  }
  const std::string_view ending = image_ending_of(last);
  if (ending.empty() && !last.empty()) {
    fault(fmt::format("{} has no ending that names a format", quote(last)), ending_help(last));
  } else if (!last.empty() && ending.size() == last.size()) {
    fault("the file name is only an ending", fmt::format("write something like 'island{}'", ending));
  }
  if (has_size_in_name(last)) {
    fault(fmt::format("{} holds digits, 'x' and digits, which engines take for a tile's number", quote(last)),
          "leave the size out of the name");
  }
  return normal;
}

}  // namespace orograph
