// SPDX-License-Identifier: MIT
// Runs the built program as a user would, and folders that vanish with the test.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace orograph::test {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "orograph-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

  // Names of all files below, sorted.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
      if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(path_).string());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Outcome {
  int code = -1;   // of the exit, or -1
  int signal = 0;  // that ended it, or 0
  std::string out, err;
};

// A running program; `setup` runs in the child just before it.
class Process {
 public:
  explicit Process(std::vector<std::string> arguments, const std::string& input = {},
                   const std::function<void()>& setup = {}) {
    folder_.write("in", input);
    arguments.insert(arguments.begin(), OROGRAPH_EXECUTABLE);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    std::fflush(nullptr);  // or the child would write what is buffered a second time
    child_ = ::fork();
    REQUIRE(child_ >= 0);
    if (child_ != 0) return;
    const bool redirected = std::freopen((folder_ / "in").c_str(), "r", stdin) != nullptr &&
                            std::freopen((folder_ / "out").c_str(), "w", stdout) != nullptr &&
                            std::freopen((folder_ / "err").c_str(), "w", stderr) != nullptr;
    if (setup) setup();
    if (redirected) ::execv(argv.front(), argv.data());
    ::_exit(127);
  }

  pid_t id() const { return child_; }

  Outcome wait() {
    int status = 0;
    REQUIRE(::waitpid(child_, &status, 0) == child_);
    Outcome outcome;
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.out = bytes_of(folder_ / "out");
    outcome.err = bytes_of(folder_ / "err");
    return outcome;
  }

 private:
  ScratchFolder folder_;
  pid_t child_ = -1;
};

inline Outcome run(std::vector<std::string> arguments, const std::string& input = {}) {
  return Process(std::move(arguments), input).wait();
}

}  // namespace orograph::test
