// SPDX-License-Identifier: MIT
// The messages of the parser, one by one, to what a person can do about them.
#include "graph/yaml_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "graph/text.hpp"
#include "graph/yaml_layout.hpp"
#include "graph/yaml_places.hpp"

namespace orograph {
namespace {

using std::string_view_literals::operator""sv;

// Same message, same words.
struct Explanation {
  std::string_view what, message, help;
};
constexpr Explanation explanations[] = {
    {"illegal map value", "a ':' where no key can stand",
     "put text that holds ': ' in quotes; check the indentation of this line and the one above"},
    {"illegal block entry", "a '- ' where no list item can stand", "put each item on its own line"},
    {"end of map not found", "this does not continue what stands above it", "check the indentation and the quotes"},
    {"end of sequence not found", "this does not continue what stands above it",
     "check the indentation and the quotes"},
};

char closing(const RawNode& bracket) {
  return bracket.kind == YamlValue::Kind::sequence ? ']' : '}';
}

// "the mapping that starts at line 3, column 10"
std::string opened_at(const RawNode& bracket) {
  return fmt::format("the {} that starts at line {}, column {}",
                     bracket.kind == YamlValue::Kind::sequence ? "list" : "mapping", bracket.loc.line,
                     bracket.loc.column);
}

// The parser knows a key of a plain mapping by the ':' behind it, and looks no further than this for one.
constexpr std::size_t max_key = 1024;

// The key whose ':' stands at `colon`: behind the bracket, comma or indentation before it.
std::string_view key_before(std::string_view text, std::size_t colon) {
  const std::size_t end = std::min(text.find_last_not_of(' ', colon == 0 ? 0 : colon - 1) + 1, colon);
  if (end == 0) return {};
  const char last = text[end - 1];
  const bool quoted = end > 1 && (last == '"' || last == '\'');
  const std::size_t before = quoted ? text.rfind(last, end - 2) : text.find_last_of("{[,\n", end - 1);
  std::string_view key = text.substr(0, end);
  key.remove_prefix(before == std::string_view::npos ? 0 : before + (quoted ? 0 : 1));
  key.remove_prefix(std::min(key.find_first_not_of(" -?"), key.size()));
  const bool text_with_colons = !quoted && key.find(": ") != std::string_view::npos;
  return text_with_colons ? std::string_view() : key;
}

// The key that starts at `begin`, up to its ':'.
std::string_view key_behind(std::string_view text, std::size_t begin) {
  const std::string_view rest = text.substr(begin);
  const bool quoted = rest.starts_with('"') || rest.starts_with('\'');
  const std::size_t closing = quoted ? std::min(rest.find(rest[0], 1), rest.size() - 1) : 0;
  return rest.substr(0, std::min(rest.find_first_of(quoted ? ":\n" : ":,[]{}\n", closing), rest.size()));
}

// The parser takes a key that is too long for a value, and then complains about what follows.
std::optional<YamlFault> long_key(const ParserFinding& finding, SourceText& source) {
  const std::string_view text = source.text();
  const std::string_view key = finding.what == "illegal map value"           ? key_before(text, finding.at)
                               : finding.what == "end of map flow not found" ? key_behind(text, finding.at)
                                                                             : std::string_view();
  if (key.size() <= max_key) return std::nullopt;
  return YamlFault{source.loc(static_cast<std::size_t>(key.data() - text.data()), key.size()),
                   fmt::format("a key of {} bytes; at most {} are read", key.size(), max_key), "shorten it"};
}

// What YAML takes for a key or a tag, and people mean as an expression: `a: x > 0 ? 1 : 2`, `a: !(x > 0)`.
std::optional<YamlFault> bare_expression(const ParserFinding& finding, SourceText& source) {
  const std::string_view text = source.text();
  const std::size_t line = text.rfind('\n', finding.at) + 1;
  const auto fault = [&](std::size_t at, std::string_view message, std::string_view help) {
    return YamlFault{source.loc(at, 1), std::string(message), std::string(help)};
  };
  const std::string_view so_far = text.substr(0, finding.at + 1);
  if (finding.what == "illegal map value" || finding.what.starts_with("end of ")) {
    const std::size_t question = so_far.rfind(" ? ");
    if (question == std::string_view::npos && !text.substr(finding.at).starts_with("? ")) return std::nullopt;
    const std::size_t at = question == std::string_view::npos ? finding.at : question + 1;
    if (at < line || text.find_first_not_of(" -", line) == at) return std::nullopt;
    return fault(at, "an expression with '?' and ':' must stand in quotes", "write \"condition ? a : b\"");
  }
  const std::size_t tag = so_far.rfind(" !");
  if (tag == std::string_view::npos || tag + 1 < line) return std::nullopt;
  if (finding.what != "unknown token" && finding.what != "unexpected character in block scalar") return std::nullopt;
  return fault(tag + 1, "an expression that begins with '!' must stand in quotes", "write \"!(condition)\"");
}

// Where a comment holds the bracket's end: `{type: perlin # a hill}`.
bool comment_hides_end(const RawNode& bracket, std::string_view text, std::size_t at) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < bracket.loc.line; ++line) begin = text.find('\n', begin) + 1;
  const std::string_view inside = text.substr(begin, at - std::min(begin, at));
  const std::size_t comment = inside.find(" #");
  return comment != std::string_view::npos &&
         inside.substr(comment, inside.find('\n', comment) - comment).find(closing(bracket)) !=
             std::string_view::npos;
}

// A bracket that is open where something stands that is no part of it.
YamlFault unclosed(const ParserFinding& finding, SourceText& source) {
  const RawNode& bracket = *finding.open_bracket;
  const std::string_view text = source.text();
  const char end = closing(bracket);
  if (text.find_first_not_of(" \t\r\n", finding.at) == std::string_view::npos) {
    return {bracket.loc, fmt::format("this '{}' is never closed", end == ']' ? '[' : '{'),
            fmt::format("write the '{}' where it ends", end)};
  }
  std::size_t at = finding.at;
  if (text[at] == ':')
    while (at > 0 && (is_letter(text[at - 1]) || is_digit(text[at - 1]))) --at;
  std::string help = fmt::format("write ',' between entries, or '{}' where {} ends", end, opened_at(bracket));
  if (comment_hides_end(bracket, text, at))
    help = fmt::format("a '#' starts a comment: write the '{}' before it", end);
  return {source.loc(at, std::max<std::size_t>(1, finding.at - at)),
          fmt::format("a ',' or '{}' is missing before this", end), std::move(help)};
}

// An alias is known by the anchors above it. People also mean the node of this name, or an anchor further down.
YamlFault unknown_alias(const ParserFinding& finding, SourceText& source) {
  const std::string_view text = source.text();
  const std::size_t length = YamlPlaces(source).word_length(finding.at);
  const std::string_view alias = text.substr(finding.at, length);
  const std::string_view name = alias.substr(1);
  const std::vector<std::string_view> names(finding.anchors.begin(), finding.anchors.end());
  const SourceLoc loc = source.loc(finding.at, length);
  std::string help;
  if (const std::string_view nearest = nearest_word(name, names); !nearest.empty()) {
    help = fmt::format("did you mean '*{}'?", nearest);
  } else if (const std::size_t anchor = text.find(fmt::format("&{}", name), finding.at);
             anchor != std::string_view::npos) {
    help = fmt::format("'&{}' stands below, at line {}: move it above this line", name, source.loc(anchor, 1).line);
  } else {
    help = fmt::format("write '&{0}' before the value to copy, above; a node is named without the '*': '{0}'", name);
  }
  return {loc, fmt::format("alias {} names no anchor above it", quote(alias)), std::move(help)};
}

// The '|' or '>' of a block text, which has something behind it.
YamlFault text_behind_block_sign(const ParserFinding& finding, SourceText& source) {
  const std::size_t start = source.line_start(finding.at);
  const std::size_t sign = source.text().find_last_of("|>", finding.at);
  const bool found = sign != std::string_view::npos && sign >= start;
  const std::size_t at = found ? sign : finding.at;
  return {source.loc(at, 1), fmt::format("nothing may stand behind '{}' on its line", source.text().substr(at, 1)),
          "write the text on the lines below, indented, or put all of it in quotes"};
}

}  // namespace

YamlFault explain(const ParserFinding& finding, SourceText& source) {
  const auto fault = [&](std::size_t at, std::size_t bytes, std::string message, std::string help) {
    return YamlFault{source.loc(at, bytes), std::move(message), std::move(help)};
  };
  const std::size_t at = finding.at;
  const std::string_view what = finding.what;
  const std::string_view text = source.text();
  const std::string_view rest = text.substr(at);
  if (auto found = long_key(finding, source)) return std::move(*found);
  if (auto found = bare_expression(finding, source)) return std::move(*found);
  if (auto found = layout_fault(finding, source)) return std::move(*found);
  for (const Explanation& e : explanations) {
    if (what == e.what) return fault(at, 1, std::string(e.message), std::string(e.help));
  }
  if (what == "the referenced anchor is not defined") return unknown_alias(finding, source);
  if (what.starts_with("alias not found") || what.starts_with("anchor not found")) {
    const std::size_t sign = std::max<std::size_t>(at, 1) - 1;
    return fault(sign, 1, fmt::format("no name behind {}", quote(text.substr(sign, 1))),
                 "put an expression that begins with it in quotes");
  }
  const bool open = finding.open_bracket != nullptr;
  if (open && what.starts_with("end of ") && what.ends_with(" flow not found")) return unclosed(finding, source);
  if (what == "illegal flow end") {
    if (!open) return fault(at, 1, fmt::format("this {} closes nothing", quote(rest.substr(0, 1))), "remove it");
    const RawNode& bracket = *finding.open_bracket;
    return fault(at, 1, fmt::format("this {} does not close what is open", quote(rest.substr(0, 1))),
                 fmt::format("write '{}' before it: {} is not closed", closing(bracket), opened_at(bracket)));
  }
  if (what == "unknown token") {
    return fault(at, 1, fmt::format("a value cannot start with {}", quote(rest.substr(0, 1))),
                 "remove it, or put the value in quotes");
  }
  if (what == "unexpected character in block scalar") return text_behind_block_sign(finding, source);
  if (what.starts_with("unknown escape character")) {
    return fault(std::max<std::size_t>(at, 2) - 2, 2, "unknown escape in a double-quoted text",
                 "write '\\\\' for a backslash, or use single quotes");
  }
  const std::size_t line = source.line_start(at);
  if (text.substr(line).starts_with('%'))
    return fault(line, 1, "a line that begins with '%' is a directive of YAML", "remove it: a recipe needs none");
  return fault(at, 1, fmt::format("not valid YAML: {}", what), "check the indentation, the quotes and the brackets");
}

std::optional<std::size_t> find_deep_brackets(std::string_view text) {
  std::size_t depth = 0;
  char before = '\n';
  for (std::size_t i = 0; i < text.size(); before = text[i++]) {
    const char c = text[i];
    if (c == ']' || c == '}') depth -= depth > 0 ? 1 : 0;
    // Brackets, quotes and comments start only where a value can.
    if (" \t\n[{,:"sv.find(before) == std::string_view::npos) continue;
    if (c == '#') i = std::min(text.find('\n', i), text.size() - 1);
    if (c == '"' || c == '\'') i = std::min(text.find(c, i + 1), text.size() - 1);
    if ((c == '[' || c == '{') && ++depth > max_yaml_depth) return i;
  }
  return std::nullopt;
}

}  // namespace orograph
