// SPDX-License-Identifier: MIT
// TemporaryFile: a stream of writes to a file that takes its name only when it is complete. It lives beside the
// target under a hidden name, and commit_all() renames it; destruction without that removes it, and the folders made
// for it. Invariant: the first failed write is remembered, so an encoder that ignores it cannot end in a broken file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "runtime/image_encoder.hpp"

namespace orograph {

class TemporaryFile final : public ByteSink {
 public:
  // Creates missing folders. Throws SystemError when the target could not be replaced at the end: a folder, a device,
  // a write-protected file, too long a name.
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile() override;

  bool write(std::span<const std::byte> bytes) noexcept override;
  void seek(std::int64_t position) noexcept override { position_ = position; }
  std::int64_t position() const noexcept override { return position_; }
  std::int64_t size() const noexcept override;
  // Fills `bytes` from `offset`; false when that is not all there or a write failed before.
  bool read_at(std::int64_t offset, std::span<std::byte> bytes) noexcept;

  // Throws SystemError with the first failure, if there was one.
  void throw_if_failed() const;
  // "cannot write 'out/island.exr': " and the reason.
  std::string failure_text(std::string_view reason) const;

  // Writes what is buffered and closes the file; nothing is written after it. Throws SystemError.
  void complete();
  // Completes the files unless that is done, and renames each onto its target, one right after the other. No
  // remove_temporary_files() falls between. Throws SystemError: when a target cannot be replaced now, before the
  // first file is renamed; when renaming fails all the same, with the names of those that have their new content.
  static void commit_all(std::span<TemporaryFile* const> files);

  const std::filesystem::path& target() const { return target_; }

 private:
  // Creates the missing folders of a target; its destruction removes those that nothing was put in.
  struct Folders {
    explicit Folders(const std::filesystem::path& target);
    ~Folders();
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;
  };

  void check_replaceable() const;
  [[noreturn]] void fail(int error) const;
  void create();
  bool flush() noexcept;
  bool remember(int error) noexcept;

  std::filesystem::path target_;       // as named by the user
  std::filesystem::path destination_;  // what is replaced: the target, symbolic links followed
  Folders folders_;                    // destroyed after the file was removed from them
  std::filesystem::path path_;         // the temporary file
  int descriptor_ = -1;
  int error_ = 0;                  // errno of the first failure
  std::int64_t position_ = 0;      // where the next write goes
  std::int64_t buffer_start_ = 0;  // file offset of buffer_[0]
  std::int64_t flushed_size_ = 0;  // length of what left the buffer
  std::vector<std::byte> buffer_;  // encoders write headers byte by byte
};

// What writing to `file` reaches, be it there or not: writing through a link must not replace the link.
std::filesystem::path links_followed(std::filesystem::path file);

// Removes the files of all TemporaryFiles not yet committed, and their folders.
void remove_temporary_files();

}  // namespace orograph
