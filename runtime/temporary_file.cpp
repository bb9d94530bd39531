// SPDX-License-Identifier: MIT
#include "runtime/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "graph/diagnostic.hpp"

namespace orograph {
namespace {

constexpr std::size_t buffer_capacity = std::size_t{1} << 20;
constexpr std::size_t longest_file_name = 255;
constexpr int most_lost_folders = 100;

// What can be done about it, a line of its own; empty when that depends.
std::string_view remedy_of(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
      return "\nallow more open files, as with 'ulimit -n 4096', or write fewer files in a run";
    case EFBIG:
      return "\nallow larger files, as with 'ulimit -f unlimited', or render parts with --window";
    case ENOSPC:
    case EDQUOT:
      return "\nfree some space, or take a folder on another disk with -o DIR";
    case EACCES:
    case EPERM:
    case EROFS:
      return "\ntake another folder with -o DIR, or allow writing there";
    case EISDIR:
      return "\nremove the folder of this name, or give the image another";
    case ENOTDIR:
      return "\na file stands where the folder should be: take another folder with -o DIR";
    case ENAMETOOLONG:
      return "\ntake a shorter name";
    default:
      return "";
  }
}

std::string reason_of(int error) {
  return std::generic_category().message(error);
}

// Never destroyed: a clean-up thread may still use it while the program ends.
struct OpenFiles {
  std::mutex mutex;
  std::set<std::filesystem::path> paths;
  std::set<std::filesystem::path> folders;  // created for files of which none was committed yet
};
OpenFiles& open_files() {
  static auto* files = new OpenFiles;
  return *files;
}

int create_folders_once(const std::filesystem::path& folder) {
  std::filesystem::path made;
  for (const std::filesystem::path& part : folder) {
    made /= part;
    std::error_code error;
    if (std::filesystem::create_directory(made, error)) open_files().folders.insert(made);
    if (!error) continue;
    // It was there a moment ago: as something else, or as a folder that is gone by now.
    if (error.value() == EEXIST) return std::filesystem::exists(made, error) ? ENOTDIR : ENOENT;
    return error.value();
  }
  return 0;
}

// Creates what is missing of `folder` and notes it. With the lock held; 0 or errno. Another process that fails may
// remove a folder of its own among them before this one puts anything there: then once more.
int create_folders(const std::filesystem::path& folder) {
  int error = ENOENT;
  for (int tries = 0; error == ENOENT && tries < most_lost_folders; ++tries) error = create_folders_once(folder);
  return error;
}

// With the lock held; folders that hold anything stay.
void remove_empty_folders() {
  auto& folders = open_files().folders;
  for (auto it = folders.end(); it != folders.begin();) {  // a folder sorts before what is in it
    --it;
    if (::rmdir(it->c_str()) == 0) it = folders.erase(it);
  }
}

// The folders of a committed file stay.
void keep_folders(std::filesystem::path folder) {
  for (; !folder.empty() && folder != folder.parent_path(); folder = folder.parent_path())
    open_files().folders.erase(folder);
}

// Unique among the processes of a machine and the writers of a process; never longer than a name may be.
std::filesystem::path temporary_name(const std::filesystem::path& destination) {
  static std::atomic<unsigned> counter{0};
  const std::string suffix = fmt::format(".{}-{}.tmp", ::getpid(), counter++);
  const std::string name = destination.filename().string();
  return destination.parent_path() /
         fmt::format(".{}{}", name.substr(0, longest_file_name - 1 - suffix.size()), suffix);
}

int close_descriptor(int& descriptor) {
  const int closing = std::exchange(descriptor, -1);
  return closing < 0 || ::close(closing) == 0 ? 0 : errno;
}

// In a folder like /tmp a file is replaced by its owner, or the folder's, alone.
bool belongs_to_another(const std::filesystem::path& file) {
  struct stat folder {
  }, status{};
  if (::stat(file.c_str(), &status) != 0) return false;
  const std::filesystem::path parent = file.has_parent_path() ? file.parent_path() : ".";
  const uid_t user = ::geteuid();
  return ::stat(parent.c_str(), &folder) == 0 && (folder.st_mode & S_ISVTX) != 0 && user != 0 &&
         user != status.st_uid && user != folder.st_uid;
}

// Why `destination` could not be replaced; 0 when it can be or is not there.
int obstacle(const std::filesystem::path& destination) {
  struct stat status {};
  if (::stat(destination.c_str(), &status) != 0) return errno == ENOENT ? 0 : errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return ::faccessat(AT_FDCWD, destination.c_str(), W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

// Why no file in the folder of `destination` could be renamed; 0 when it can.
int folder_obstacle(const std::filesystem::path& destination) {
  const std::filesystem::path folder = destination.has_parent_path() ? destination.parent_path() : ".";
  return ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

bool is_device(const std::filesystem::path& destination) {
  std::error_code ignored;
  const auto status = std::filesystem::status(destination, ignored);
  return std::filesystem::exists(status) && std::filesystem::is_other(status);
}

}  // namespace

TemporaryFile::Folders::Folders(const std::filesystem::path& target) {
  const std::filesystem::path folder = target.parent_path();
  const std::lock_guard lock(open_files().mutex);
  const int error = create_folders(folder);
  if (error == 0) return;
  remove_empty_folders();
  throw SystemError(fmt::format("cannot write '{}': cannot create the folder '{}': {}{}", target.string(),
                                folder.string(), reason_of(error), remedy_of(error)));
}

TemporaryFile::Folders::~Folders() {
  const std::lock_guard lock(open_files().mutex);
  remove_empty_folders();
}

TemporaryFile::TemporaryFile(std::filesystem::path target)
    : target_(std::move(target)), destination_(links_followed(target_)), folders_(target_) {
  if (!target_.has_filename()) fail(EISDIR);
  if (const int reason = obstacle(destination_)) fail(reason);
  if (belongs_to_another(destination_)) fail(EPERM);
  if (is_device(destination_)) throw SystemError(failure_text("it is not a regular file"));
  buffer_.reserve(buffer_capacity);
  create();
}

TemporaryFile::~TemporaryFile() {
  close_descriptor(descriptor_);
  if (path_.empty()) return;
  const std::lock_guard lock(open_files().mutex);
  if (open_files().paths.erase(path_) != 0) ::unlink(path_.c_str());
}

void TemporaryFile::create() {
  // Under the lock, so that no clean-up falls between the creation and its entry.
  const std::lock_guard lock(open_files().mutex);
  for (int lost_folders = 0; descriptor_ < 0;) {
    path_ = temporary_name(destination_);
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 || errno == EEXIST) continue;
    // Where a link leads, no folder is made.
    if (errno != ENOENT || destination_ != target_ || ++lost_folders > most_lost_folders) fail(errno);
    if (const int error = create_folders(destination_.parent_path())) fail(error);
  }
  open_files().paths.insert(path_);
}

bool TemporaryFile::remember(int error) noexcept {
  if (error_ == 0) error_ = error;
  return false;
}

bool TemporaryFile::flush() noexcept {
  std::size_t done = 0;
  while (error_ == 0 && done < buffer_.size()) {
    const auto offset = buffer_start_ + static_cast<std::int64_t>(done);
    const ssize_t written = ::pwrite(descriptor_, buffer_.data() + done, buffer_.size() - done, offset);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      return remember(written == 0 ? ENOSPC : errno);
    }
  }
  flushed_size_ = std::max(flushed_size_, buffer_start_ + static_cast<std::int64_t>(done));
  buffer_start_ += static_cast<std::int64_t>(done);
  buffer_.clear();
  return error_ == 0;
}

bool TemporaryFile::write(std::span<const std::byte> bytes) noexcept {
  while (error_ == 0 && !bytes.empty()) {
    const bool continues = buffer_start_ + static_cast<std::int64_t>(buffer_.size()) == position_;
    if (!continues || buffer_.size() == buffer_capacity) {
      if (!flush()) return false;
      buffer_start_ = position_;
    }
    const auto part = bytes.first(std::min(bytes.size(), buffer_capacity - buffer_.size()));
    buffer_.insert(buffer_.end(), part.begin(), part.end());
    position_ += static_cast<std::int64_t>(part.size());
    bytes = bytes.subspan(part.size());
  }
  return error_ == 0;
}

std::int64_t TemporaryFile::size() const noexcept {
  const auto buffered = buffer_.empty() ? 0 : buffer_start_ + static_cast<std::int64_t>(buffer_.size());
  return std::max(flushed_size_, buffered);
}

bool TemporaryFile::read_at(std::int64_t offset, std::span<std::byte> bytes) noexcept {
  if (!flush()) return false;
  while (!bytes.empty()) {
    const ssize_t count = ::pread(descriptor_, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return remember(errno);
    if (count == 0) return false;
    offset += count;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

std::string TemporaryFile::failure_text(std::string_view reason) const {
  return fmt::format("cannot write '{}': {}", target_.string(), reason);
}

void TemporaryFile::fail(int error) const {
  throw SystemError(failure_text(reason_of(error)) + std::string(remedy_of(error)));
}

void TemporaryFile::throw_if_failed() const {
  if (error_ != 0) fail(error_);
}

void TemporaryFile::complete() {
  if (descriptor_ < 0) return;
  flush();
  // Network file systems report a full disk only when the file is closed. No fsync: it would make every render wait
  // for the disk, to guard against a loss of power alone.
  if (const int error = close_descriptor(descriptor_)) remember(error);
  throw_if_failed();
}

// With the lock held.
void TemporaryFile::check_replaceable() const {
  if (!open_files().paths.contains(path_)) throw SystemError(failure_text("interrupted"));
  if (::access(path_.c_str(), F_OK) != 0) fail(errno);
  if (const int reason = folder_obstacle(destination_)) fail(reason);
  if (const int reason = obstacle(destination_)) fail(reason);
}

void TemporaryFile::commit_all(std::span<TemporaryFile* const> files) {
  for (TemporaryFile* file : files) file->complete();
  const std::lock_guard lock(open_files().mutex);
  for (const TemporaryFile* file : files) file->check_replaceable();
  std::vector<std::string> replaced;
  for (const TemporaryFile* file : files) {
    if (::rename(file->path_.c_str(), file->destination_.c_str()) != 0) {
      const int error = errno;
      if (replaced.empty()) file->fail(error);
      throw SystemError(
          file->failure_text(fmt::format("{}; written before it: {}", reason_of(error), fmt::join(replaced, ", "))));
    }
    open_files().paths.erase(file->path_);
    keep_folders(file->target_.parent_path());
    replaced.push_back(fmt::format("'{}'", file->target_.string()));
  }
}

std::filesystem::path links_followed(std::filesystem::path file) {
  constexpr int most_links = 40;  // as Linux
  for (int i = 0; i < most_links; ++i) {
    std::error_code error;
    const std::filesystem::path link = std::filesystem::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / link;  // an absolute one replaces all
  }
  return file;
}

void remove_temporary_files() {
  const std::lock_guard lock(open_files().mutex);
  for (const auto& path : open_files().paths) ::unlink(path.c_str());
  open_files().paths.clear();
  remove_empty_folders();
}

}  // namespace orograph
