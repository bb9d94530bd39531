// SPDX-License-Identifier: MIT
#include "cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/share.hpp"

namespace orograph {
namespace {

std::string stored_form(const Output& output, const OutputChannel& channel) {
  std::string text(sample_type_name(output.type));
  if (output.range) text += fmt::format(", range {} .. {}", (*output.range)[0], (*output.range)[1]);
  if (channel.precision > 0) text += fmt::format(", precision {}", channel.precision);
  return text;
}

// "; B is 0.11 higher"
std::string drift_text(double mean) {
  if (mean == 0) return {};
  return fmt::format("; on the whole B is {:.6g} {}", std::abs(mean), mean > 0 ? "higher" : "lower");
}

std::string describe_values(const ComparedChannel& channel, const GridWindow& window) {
  const Difference& d = channel.difference;
  if (d.same()) return fmt::format("{}: the same values, stored in different forms\n", channel.name);
  return fmt::format(
      "{}: {} of {} samples differ ({})\n"
      "  largest  {:.6g} at pixel {},{}, x = {}, y = {}: {} in A, {} in B\n"
      "  mean     {:.6g}{}\n"
      "  where    all of them lie in --window {},{},{},{}\n",
      channel.name, d.differing, d.samples, share_of(d.differing, static_cast<double>(d.samples)), d.largest,
      window.column + d.column, window.row + d.row, window.x(d.column), window.y(d.row), d.a, d.b, d.mean_size(),
      drift_text(d.mean()), window.column + d.box[0], window.row + d.box[2], d.box[1] - d.box[0] + 1,
      d.box[3] - d.box[2] + 1);
}

std::string describe(const ComparedChannel& channel, const GridWindow& window) {
  if (!channel.on_both()) return fmt::format("{}: only in {}\n", channel.name, channel.a ? "A" : "B");
  if (channel.same()) return fmt::format("{}: the same\n", channel.name);
  std::string text = describe_values(channel, window);
  if (channel.stored_a != channel.stored_b)
    text += fmt::format("  stored   {} in A; {} in B\n", channel.stored_a, channel.stored_b);
  return text;
}

}  // namespace

std::vector<std::string> stored_forms(const std::vector<Output>& outputs) {
  std::vector<std::string> forms;
  for (const Output& output : outputs)
    for (const OutputChannel& channel : output.channels) forms.push_back(stored_form(output, channel));
  return forms;
}

std::vector<ComparedChannel> match_channels(std::span<const ProgramOutput> a, std::span<const ProgramOutput> b,
                                            std::span<const std::string> a_forms,
                                            std::span<const std::string> b_forms) {
  const auto form_of = [](std::span<const std::string> forms, std::size_t output) {
    return forms.empty() ? std::string() : forms[output];
  };
  std::vector<ComparedChannel> channels;
  for (std::size_t o = 0; o < a.size(); ++o) {
    ComparedChannel& channel = channels.emplace_back();
    channel.name = a[o].name;
    channel.a = o;
    channel.stored_a = form_of(a_forms, o);
  }
  const auto last_of_a = channels.begin() + static_cast<std::ptrdiff_t>(a.size());
  std::vector<ComparedChannel> only_b;
  for (std::size_t o = 0; o < b.size(); ++o) {
    const auto found = std::find_if(channels.begin(), last_of_a,
                                    [&](const ComparedChannel& channel) { return channel.name == b[o].name; });
    ComparedChannel& channel = found != last_of_a ? *found : only_b.emplace_back();
    channel.name = b[o].name;
    channel.b = o;
    channel.stored_b = form_of(b_forms, o);
  }
  channels.insert(channels.end(), only_b.begin(), only_b.end());
  return channels;
}

std::string describe_comparison(std::span<const ComparedChannel> channels, const GridWindow& window) {
  std::string text;
  for (const ComparedChannel& channel : channels) text += describe(channel, window);
  const auto same = static_cast<std::size_t>(std::ranges::count_if(channels, &ComparedChannel::same));
  const std::string_view noun = channels.size() == 1 ? "channel" : "channels";
  if (same == channels.size()) return text + fmt::format("{} {}, the same bit for bit\n", same, noun);
  return text + fmt::format("{} of {} {} not the same\n", channels.size() - same, channels.size(), noun);
}

}  // namespace orograph
