// SPDX-License-Identifier: MIT
#include "runtime/image_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/version.hpp"
#include "runtime/exr_encoder.hpp"
#include "runtime/image_layout.hpp"

namespace orograph {
namespace {

constexpr const char* variable = "OROGRAPH_IMAGE_LIBRARY";
constexpr std::string_view usual_name = "liborograph_images.so";

[[noreturn]] void fail(std::string_view reason, bool named) {
  const std::string_view searched =
      "looked for in the program's run path (beside it, or lib/orograph of its installation)\n"
      "and the system's library folders; ";
  throw SystemError(fmt::format("cannot load what writes .tif, and .exr with piz or rle: {}\n{}{} names {} file",
                                reason, named ? "" : searched, variable, named ? "this" : "another"));
}

// Libraries behind OpenImageIO start threads while they are loaded, and one of them (log4cplus 2.0) waits for ever
// when it gets only some of its four.
void check_threads() {
  const std::size_t count = 4 + std::thread::hardware_concurrency();
  std::vector<std::thread> threads;
  std::mutex held;
  std::unique_lock until_all_run(held);
  const auto end_all = [&] {
    until_all_run.unlock();
    for (std::thread& thread : threads) thread.join();
  };
  try {
    threads.reserve(count);
    while (threads.size() < count) threads.emplace_back([&] { const std::lock_guard waits(held); });
  } catch (const std::system_error&) {
    end_all();
    throw SystemError(
        fmt::format("cannot start the {} threads that writing .tif, and .exr with piz or rle, takes\n"
                    "allow more, as with 'ulimit -u 4096', or write .exr or .png",
                    count));
  }
  end_all();
}

const ImageModule& load() {
  check_threads();
  const char* const given = std::getenv(variable);
  const bool named = given != nullptr && *given != '\0';
  const std::string file(named ? std::string_view(given) : usual_name);
  // Now: a symbol that is missing is found here, not in the middle of a file; lazily would save 3 % of the time.
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(::dlerror(), named);
  const auto* const module = static_cast<const ImageModule*>(::dlsym(library, image_module_symbol));
  if (module == nullptr) fail(fmt::format("'{}' is another library", file), named);
  if (module->version != version)
    fail(fmt::format("'{}' belongs to orograph {}, but this is {}", file, module->version, version), named);
  return *module;
}

}  // namespace

bool needs_image_library(const ImageSpec& spec) {
  if (spec.format == ImageFormat::exr) return !exr_encoder_has(compression_of(spec));
  return spec.format == ImageFormat::tiff;
}

const ImageModule& image_library() {
  static const ImageModule& library = load();
  return library;
}

}  // namespace orograph
