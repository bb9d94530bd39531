// SPDX-License-Identifier: MIT
#include "cli/include_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "cli/recipe_file.hpp"

namespace orograph {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return error == ENOENT ? "there is no such file" : std::generic_category().message(error);
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

// Closed when it goes out of scope.
class OpenFile {
 public:
  explicit OpenFile(const fs::path& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

IncludeFiles::IncludeFiles(fs::path recipe, bool allow_outside)
    : recipe_(std::move(recipe)), allow_outside_(allow_outside) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(recipe_, error);
  const fs::path folder = is_file && recipe_.has_parent_path() ? recipe_.parent_path() : fs::path(".");
  root_ = fs::canonical(folder, error);
}

FileLoader::File IncludeFiles::recipe() const {
  std::error_code error;
  const fs::path canonical = fs::canonical(recipe_, error);
  return {error ? std::string() : canonical.string(), recipe_.string()};
}

std::variant<FileLoader::File, FileLoader::Refusal> IncludeFiles::find(std::string_view path, const File& from) {
  if (path.empty()) return Refusal{"the path is empty", "write its path, relative to this file"};
  if (path.find('\0') != std::string_view::npos) return Refusal{"the path holds a NUL byte", "write a file's name"};
  const fs::path named(path);
  if (named.is_absolute() && !allow_outside_)
    return Refusal{"the path is absolute", "write it relative to this file; --allow-outside takes any path"};
  // A recipe that is no file (a pipe) includes from where we are; included files are files.
  const fs::path folder = from.name == recipe_.string() ? root_ : fs::path(from.id).parent_path();
  std::error_code error;
  const fs::path file = fs::canonical(folder / named, error);
  if (error) {
    std::string help = help_for_missing_file(folder / named, named);
    if (help.empty() && path.find('\\') != std::string_view::npos) help = "write '/' between folders";
    if (help.empty()) help = fmt::format("paths are relative to the file that includes, here to '{}'", shown(folder));
    return Refusal{reason(error.value()), std::move(help)};
  }
  if (!allow_outside_ && !lies_in(file, root_)) {
    return Refusal{fmt::format("it lies outside of the recipe's folder{}",
                               fs::is_symlink(folder / named, error) ? fmt::format(", at '{}'", file.string()) : ""),
                   "move it below the recipe, or allow this with --allow-outside"};
  }
  return File{file.string(), shown(file)};
}

std::variant<std::string, FileLoader::Refusal> IncludeFiles::read(const File& file, std::size_t most_bytes) {
  constexpr std::size_t chunk = std::size_t{1} << 16;
  const OpenFile in(file.id);
  struct stat status {};
  if (in.get() < 0 || ::fstat(in.get(), &status) != 0) return Refusal{reason(errno), {}};
  if (S_ISDIR(status.st_mode)) return Refusal{"it is a folder", "name a file, like 'lib/dunes.yaml'"};
  if (!S_ISREG(status.st_mode)) return Refusal{"it is no regular file", "name a YAML file"};
  std::string text;
  while (text.size() < most_bytes) {
    const std::size_t before = text.size();
    text.resize(std::min(before + chunk, most_bytes));
    const ssize_t count = ::read(in.get(), text.data() + before, text.size() - before);
    if (count < 0 && errno != EINTR) return Refusal{reason(errno), {}};
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) break;
  }
  return text;
}

// As a person would write it who wrote the recipe's path.
std::string IncludeFiles::shown(const fs::path& file) const {
  if (!lies_in(file, root_)) return file.string();
  const fs::path inside = file.lexically_relative(root_);
  if (inside == ".") return recipe_.has_parent_path() ? recipe_.parent_path().string() : ".";
  return (recipe_.parent_path() / inside).string();
}

}  // namespace orograph
