// SPDX-License-Identifier: MIT
// Outputs, key by key. A key with a mistake is noted in its output: what follows from it is no second mistake.
#include "graph/outputs_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "graph/image_format.hpp"
#include "graph/key_faults.hpp"
#include "graph/output_path.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;
using std::string_view_literals::operator""sv;

constexpr std::array sample_types{"float"sv, "half"sv, "uint8"sv, "uint16"sv, "uint32"sv};

class OutputsReader {
 public:
  explicit OutputsReader(const ValueReader& reader) : reader_(reader) {}

  std::vector<Output> read(YamlValue& outputs) {
    const std::string help = "write '- {file: island.exr, channels: {height: height}}'";
    if (!reader_.expect(outputs, Kind::sequence, "'outputs'", help)) return {};
    for (YamlValue& item : outputs.items) {
      if (reader_.expect(item, Kind::mapping, "an output", help)) read_output(item);
    }
    return std::move(outputs_);
  }

 private:
  void read_output(YamlValue& value) {
    Output output;
    output.loc = value.loc;
    const auto reading = [&](std::initializer_list<std::string_view> keys, const auto& read) {
      const std::size_t errors = reader_.diagnostics().error_count();
      read();
      if (reader_.diagnostics().error_count() != errors) output.unread.insert(output.unread.end(), keys);
    };
    // An unknown key may be any optional one, misspelt.
    reading({"type", "range", "precision"}, [&] { reader_.check_keys(value, output_keys, "an output"); });
    reading({"file"}, [&] {
      if (const YamlValue* file = value.find("file")) return read_file(*file, output);
      if (!is_misspelt("file", value, names_of(output_keys)))
        reader_.error(value.loc, "the output has no 'file'", "add 'file: island.exr'");
      else
        output.unread.emplace_back("file");
    });
    reading({"channels"}, [&] {
      if (YamlValue* channels = value.find("channels")) return read_channels(*channels, output);
      if (!is_misspelt("channels", value, names_of(output_keys)))
        reader_.error(value.loc, "the output has no 'channels'", "add 'channels: {height: NODE}'");
      else
        output.unread.emplace_back("channels");
    });
    reading({"type"}, [&] { read_type(value, output); });
    reading({"range"}, [&] { read_range(value, output); });
    reading({"precision"}, [&] { read_precision(value, output); });
    read_encoding(value, output);
    outputs_.push_back(std::move(output));
  }

  void read_type(const YamlValue& value, Output& output) {
    const auto format = image_format_of(output.file);
    const bool integers = format == ImageFormat::png || format == ImageFormat::r16;
    output.type = integers ? SampleType::u16 : SampleType::f32;
    if (const YamlValue* type = value.find("type")) {
      if (const auto index = reader_.choice(*type, "type", sample_types))
        output.type = static_cast<SampleType>(*index);
    }
  }

  void read_range(const YamlValue& value, Output& output) {
    if (const YamlValue* range = value.find("range")) {
      output.range =
          reader_.noting_overrides([&] { return reader_.pair(*range, Wanted::field, "'range'", false, "[LO, HI]"); });
      output.range_loc = range->loc;
    }
  }

  // One number for all channels, or one a channel.
  void read_precision(YamlValue& value, Output& output) {
    const YamlValue* precision = value.find("precision");
    if (precision == nullptr) return;
    output.precision_loc = precision->loc;
    if (precision->kind != Kind::mapping) {
      const double all = precision_of(*precision, "'precision'");
      for (OutputChannel& channel : output.channels) channel.precision = all;
      return;
    }
    for (const YamlValue::Entry& entry : precision->entries) {
      const double one = precision_of(entry.value, fmt::format("the precision of channel {}", quote(entry.key)));
      const auto channel = std::ranges::find(output.channels, entry.key, &OutputChannel::name);
      if (channel != output.channels.end()) {
        channel->precision = one;
      } else if (std::ranges::find(output.unread, "channels"sv) == output.unread.end()) {
        report_no_channel(entry, output);
      }
    }
  }

  // 0 where it is a mistake.
  double precision_of(const YamlValue& value, const std::string& what) {
    constexpr std::string_view help =
        "write how far apart stored values may lie, as in 'precision: 0.01', or {height: 0.01} for one channel;\n"
        "without a precision they are stored as computed";
    if (value.kind == Kind::sequence || value.kind == Kind::null) {
      reader_.error(value.loc, fmt::format("{} must be a number, and this is {}", what, value.kind_name()),
                    std::string(help));
      return 0;
    }
    return reader_.noting_overrides([&] {
      const double precision = reader_.constant(value, Wanted::field, what).value_or(most_precision);
      if (precision >= least_precision && precision <= most_precision) return precision;
      reader_.error(value.loc,
                    precision <= 0 ? fmt::format("{} is {}, and must be greater than 0", what, precision)
                                   : fmt::format("{} is {}, and must be from {} to {}", what, precision,
                                                 least_precision, most_precision),
                    std::string(help));
      return 0.0;
    });
  }

  void report_no_channel(const YamlValue::Entry& entry, const Output& output) {
    std::vector<std::string_view> names;
    for (const OutputChannel& channel : output.channels) names.push_back(channel.name);
    reader_.error(entry.key_loc, fmt::format("the output has no channel {}", quote(entry.key)),
                  suggest(entry.key, names));
  }

  void read_encoding(const YamlValue& value, Output& output) {
    if (const YamlValue* compression = value.find("compression")) {
      output.compression = reader_.word(*compression, "'compression'", "name one, like 'zip'").value_or("");
      output.compression_loc = compression->loc;
    }
    if (const YamlValue* tile = value.find("tile")) {
      output.tile = reader_.whole(*tile, "'tile'", 0, 65536, "write a multiple of 16, like 'tile: 64'").value_or(0);
      output.tile_loc = tile->loc;
    }
  }

  void read_file(const YamlValue& value, Output& output) {
    output.loc = value.loc;
    const auto file = reader_.word(value, "'file'", "write something like 'island.exr'");
    if (!file) return;
    std::vector<PathFault> faults;
    output.file = normal_path(*file, faults);
    for (const PathFault& fault : faults) reader_.error(value.loc, fault.message, fault.help);
    if (faults.empty()) check_unique(output);
  }

  // Many file systems do not tell cases apart.
  void check_unique(const Output& output) {
    const std::string folded = lower(output.file);
    const auto [it, is_new] = files_.emplace(folded, output.loc);
    if (!is_new) {
      reader_.error(output.loc, fmt::format("{} is written twice", quote(output.file)),
                    fmt::format("the output at line {} has this file already", it->second.line));
    }
    if (const auto folder = folders_.find(folded); folder != folders_.end())
      report_folder(output.loc, output.file, folder->second);
    for (std::size_t slash = folded.find('/'); slash != std::string::npos; slash = folded.find('/', slash + 1)) {
      const std::string parent = folded.substr(0, slash);
      if (const auto file = files_.find(parent); file != files_.end())
        report_folder(output.loc, parent, file->second);
      folders_.emplace(parent, output.loc);
    }
  }

  void report_folder(SourceLoc loc, std::string_view name, SourceLoc other) {
    reader_.error(loc, fmt::format("{} is a file and a folder", quote(name)),
                  fmt::format("see the output at line {}", other.line));
  }

  void read_channels(YamlValue& value, Output& output) {
    const bool name = value.kind == Kind::scalar && !value.as_number();
    if (!reader_.expect(value, Kind::mapping, "'channels'",
                        name ? fmt::format("write {}", quote(fmt::format("channels: {{height: {}}}", value.scalar)))
                             : "write 'channels: {name: NODE}'"))
      return;
    if (value.entries.empty())
      reader_.error(value.loc, "the output has no channels", "write 'channels: {name: NODE}'");
    for (YamlValue::Entry& entry : value.entries) {
      if (entry.key.empty() || std::ranges::any_of(entry.key, is_control)) {
        reader_.error(entry.key_loc, fmt::format("{} is no name for a channel", quote(entry.key)),
                      "use letters and digits");
      }
      if (reader_.is_field(entry.value, fmt::format("channel {}", quote(entry.key)),
                           "name a node, or write an expression")) {
        output.channels.push_back({std::move(entry.key), entry.key_loc, std::move(entry.value), 0});
      }
    }
  }

  const ValueReader& reader_;
  std::vector<Output> outputs_;
  std::unordered_map<std::string, SourceLoc> files_;  // folded
  std::unordered_map<std::string, SourceLoc> folders_;
};

}  // namespace

std::string_view sample_type_name(SampleType type) {
  return sample_types[static_cast<std::size_t>(type)];
}

std::vector<Output> read_outputs(YamlValue& outputs, const ValueReader& reader) {
  if (outputs.kind == Kind::null) return {};
  return OutputsReader(reader).read(outputs);
}

}  // namespace orograph
