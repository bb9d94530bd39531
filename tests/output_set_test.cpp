// SPDX-License-Identifier: MIT
// Several files of one render: whole and the same whatever the threads, all of them or none. The thread sanitizer
// watches these runs, from the tiles to the encoders.
#include "runtime/output_set.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/renderer.hpp"
#include "runtime/temporary_file.hpp"
#include "support/compile.hpp"

namespace orograph {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

constexpr int many_threads = 5;  // more than the cores of most machines that run tests
constexpr std::int64_t width = 203;
constexpr std::int64_t height = 157;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "orograph-outputs-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::directory_iterator(path_)) {
      const bool regular = entry.is_regular_file();
      contents[entry.path().filename().string()] = regular ? test::read_file(entry.path()) : "";
    }
    return contents;
  }

 private:
  fs::path path_;
};

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// The outputs of a recipe whose files take the channels h and m in turn.
Schedule schedule_of(std::size_t files) {
  std::string text =
      "orograph: 1\n"
      "nodes:\n"
      "  h: {type: perlin, wavelength: 40, seed: 7}\n"
      "  m: {type: value, wavelength: 25, seed: 3}\n"
      "outputs:\n";
  for (std::size_t f = 0; f < files; ++f)
    text += "  - {file: " + std::to_string(f) + ".tif, channels: {Y: " + (f % 2 == 0 ? "h" : "m") + "}}\n";
  return make_schedule(test::optimised(test::lowered_outputs(test::compile(text))));
}

std::vector<OutputFile> files_in(const fs::path& folder, const std::vector<std::string>& names, int threads) {
  std::vector<OutputFile> files;
  for (const std::string& name : names) {
    ImageSpec spec;
    spec.format = image_format_of(name).value();
    const bool integers = spec.format == ImageFormat::png || spec.format == ImageFormat::r16;
    spec.type = integers ? SampleType::u16 : SampleType::f32;
    if (integers) spec.range = {{-0.5, 0.5}};
    spec.width = width;
    spec.height = height;
    spec.channels = {"Y"};
    spec.threads = threads;
    files.push_back({folder / name, spec});
  }
  return files;
}

GridWindow window() {
  GridWindow whole;
  whole.width = width;
  whole.height = height;
  return whole;
}

RenderOptions options_with(int threads) {
  RenderOptions options;
  options.threads = threads;
  options.tile_width = 64;
  options.tile_height = 8;
  return options;
}

std::map<std::string, std::string> render_into(const Folder& folder, const std::vector<std::string>& names,
                                               int threads) {
  OutputSet outputs(files_in(folder.path(), names, threads));
  render(schedule_of(names.size()), window(), options_with(threads), [&](const Band& band) { outputs.write(band); });
  outputs.finish();
  return folder.files();
}

void check_runs(const std::vector<std::string>& names, int runs) {
  // First with many threads: the first encoder sizes the pool of all.
  const Folder folder;
  const auto expected = render_into(folder, names, many_threads);
  REQUIRE(expected.size() == names.size());
  for (int run = 1; run < runs; ++run) {
    const Folder other;
    CHECK(render_into(other, names, many_threads) == expected);
  }
  const Folder other;
  CHECK(render_into(other, names, 1) == expected);
}

// Two writers with all their rows; the folders of the targets are there.
std::vector<std::unique_ptr<ImageWriter>> full_writers(const std::vector<fs::path>& targets) {
  std::vector<std::unique_ptr<ImageWriter>> writers;
  const std::vector<float> row(width, 1.0F);
  const float* plane = row.data();
  for (const fs::path& target : targets) {
    writers.push_back(std::make_unique<ImageWriter>(target, files_in("", {"a.r32"}, 1).front().spec));
    for (std::int64_t y = 0; y < height; ++y) writers.back()->write_rows({&plane, 1}, 1, width);
  }
  return writers;
}

std::string finish_error(const std::vector<std::unique_ptr<ImageWriter>>& writers) {
  try {
    ImageWriter::finish_all(writers);
  } catch (const SystemError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("outputs of a render with many threads are those of one thread", "[output_set][thread]") {
  check_runs({"a.r32", "b.r16", "c.exr"}, 4);
}

TEST_CASE("several encoders work at the same time", "[output_set][thread]") {
  // Each used to resize the thread pool that the others were working in, which ended the process.
  check_runs({"a.exr", "b.png", "c.tif", "d.exr", "e.tif"}, 6);
}

// MiB that the program takes at most.
double peak_memory(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), OROGRAPH_EXECUTABLE);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = -1;
  rusage used{};
  REQUIRE(::wait4(child, &status, 0, &used) == child);
  CHECK(status == 0);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

TEST_CASE("wide rows, many channels, files and threads do not add up to more memory", "[output_set]") {
  if (sanitized) return;  // sanitizers keep what is freed
  // Chunks of 16 and 32 MiB, five files of them: the libraries' 130 MiB, 256 MiB of bands, 256 MiB of encoders.
  constexpr double most = 700;
  std::string channels, nodes, outputs;
  for (int c = 0; c < 16; ++c) {
    const std::string name = "n" + std::to_string(c);
    nodes += "  " + name + ": {type: perlin, wavelength: 300, seed: " + std::to_string(c) + "}\n";
    channels += (c > 0 ? ", " : "") + name + ": " + name;
  }
  for (const std::string file : {"zip1", "zip2", "piz3", "piz4", "piz5"})
    outputs += "  - {file: " + file + ".exr, channels: {" + channels + "}, compression: " + file.substr(0, 3) + "}\n";
  const Folder folder;
  put(folder / "wide.yaml",
      "orograph: 1\nnodes:\n" + nodes + "grid: {resolution: [16384, 32]}\noutputs:\n" + outputs);
  for (const std::string threads : {"1", "16"}) {
    CAPTURE(threads);
    CHECK(peak_memory({"render", folder / "wide.yaml", "-o", folder.path(), "--threads", threads}) < most);
  }
}

TEST_CASE("bands of the renderer are bounded, whatever the width, the outputs and the threads", "[output_set]") {
  for (const std::int64_t columns : {512, 16384, 1 << 20})
    for (const std::size_t outputs : {1U, 16U, 80U})
      for (const int threads : {1, 2, 16}) {
        GridWindow wide;
        wide.width = columns;
        wide.height = 100000;
        RenderOptions options;
        options.threads = threads;
        options.tile_height = fitting_tile_height(wide, outputs, options);
        CAPTURE(columns, outputs, threads, options.tile_height);
        CHECK((options.tile_height == 1 || band_memory(wide, outputs, options) <= 256.0 * 1024 * 1024));
        CHECK(options.tile_height <= usual_tile_height(wide, options));
        ++options.tile_height;
        CHECK((options.tile_height > usual_tile_height(wide, options) ||
               band_memory(wide, outputs, options) > 256.0 * 1024 * 1024));
      }
}

TEST_CASE("a render cancelled midway leaves no file", "[output_set][thread]") {
  const std::vector<std::string> names{"a.r32", "b.r16", "c.exr"};
  const Folder folder;
  put(folder / "b.r16", "old");
  {
    OutputSet outputs(files_in(folder.path(), names, many_threads));
    std::atomic<bool> cancel{false};
    RenderOptions options = options_with(many_threads);
    options.cancel = &cancel;
    options.progress = [&](std::int64_t rows) { cancel = rows >= height / 3; };
    const RenderReport report =
        render(schedule_of(names.size()), window(), options, [&](const Band& band) { outputs.write(band); });
    CHECK(report.cancelled);
  }
  CHECK(folder.files() == std::map<std::string, std::string>{{"b.r16", "old"}});
}

TEST_CASE("a target that became unwritable during the render keeps all files from appearing", "[output_set]") {
  const std::vector<std::string> names{"a.r32", "b.r16"};
  const Folder folder;
  put(folder / "a.r32", "old");
  {
    OutputSet outputs(files_in(folder.path(), names, 2));
    render(schedule_of(names.size()), window(), options_with(2), [&](const Band& band) { outputs.write(band); });
    fs::create_directory(folder / "b.r16");
    CHECK_THROWS_WITH(outputs.finish(), Contains("b.r16': Is a directory"));
  }
  CHECK(folder.files() == std::map<std::string, std::string>{{"a.r32", "old"}, {"b.r16", ""}});
}

TEST_CASE("files removed by an interrupt keep all others from appearing", "[output_set]") {
  const Folder folder;
  {
    const auto writers = full_writers({folder / "a.r32", folder / "b.r32"});
    remove_temporary_files();
    CHECK_THAT(finish_error(writers), Contains("a.r32': ") && !Contains("written"));
  }
  CHECK(folder.files().empty());
}

TEST_CASE("when renaming fails midway, the error names the files that are there", "[output_set]") {
  if (::geteuid() != 0) return;  // a file of another user in a folder like /tmp: it may be written, not replaced
  const Folder folder;
  fs::permissions(folder.path(), fs::perms::all);
  put(folder / "b.r32", "old");
  fs::permissions(folder / "b.r32", fs::perms::all);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    bool passed = ::seteuid(nobody) == 0;
    {
      const auto writers = full_writers({folder / "a.r32", folder / "b.r32", folder / "c.r32"});
      passed = passed && ::seteuid(0) == 0;
      fs::permissions(folder.path(), fs::perms::all | fs::perms::sticky_bit);  // from the start it would be refused
      passed = passed && ::seteuid(nobody) == 0;
      passed = passed && finish_error(writers) == "cannot write '" + (folder / "b.r32").string() +
                                                      "': Operation not permitted; written before it: '" +
                                                      (folder / "a.r32").string() + "'";
    }
    ::_exit(passed ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  const auto files = folder.files();
  CHECK(files.size() == 2);
  CHECK(files.at("a.r32").size() == static_cast<std::size_t>(4 * width * height));
  CHECK(files.at("b.r32") == "old");
}

}  // namespace orograph
