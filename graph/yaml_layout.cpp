// SPDX-License-Identifier: MIT
// Lines by their indentation and first characters: as much as tells one slip from another.
#include "graph/yaml_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "graph/text.hpp"

namespace orograph {
namespace {

struct Line {
  std::size_t start = 0;
  std::size_t indent = 0;
  std::string_view text;  // without indentation, and blanks at its end

  std::size_t offset() const { return start + indent; }
  bool is_item() const { return text == "-" || text.starts_with("- "); }
  // Where the keys of its mapping stand: behind the dashes of list items.
  std::size_t key_indent() const {
    std::size_t dashes = 0;
    while (text.substr(dashes).starts_with("- "))
      dashes = std::min(text.find_first_not_of(' ', dashes + 1), text.size());
    return indent + dashes;
  }
  std::string_view content() const { return text.substr(key_indent() - indent); }
};

Line line_at(const SourceText& source, std::size_t offset) {
  Line line;
  line.start = source.line_start(offset);
  const std::string_view whole = source.text().substr(line.start, source.line_end(line.start) - line.start);
  line.indent = std::min(whole.find_first_not_of(' '), whole.size());
  line.text = whole.substr(line.indent);
  line.text = line.text.substr(0, line.text.find_last_not_of(" \t") + 1);
  return line;
}

// The next one above that says something.
std::optional<Line> line_above(const SourceText& source, const Line& line) {
  for (std::size_t start = line.start; start > 0;) {
    const Line above = line_at(source, start - 1);
    if (!above.text.empty() && !above.text.starts_with('#')) return above;
    start = above.start;
  }
  return std::nullopt;
}

class Layout {
 public:
  Layout(const ParserFinding& finding, SourceText& source)
      : finding_(finding), source_(source), line_(line_at(source, finding.at)) {}

  std::optional<YamlFault> fault() {
    if (auto found = behind_quote()) return found;
    if (finding_.what == "illegal map value") return second_colon();
    if (finding_.what.starts_with("end of ") && finding_.at == line_.offset()) return foreign_line();
    return std::nullopt;
  }

 private:
  YamlFault fault_at(std::size_t at, std::size_t bytes, std::string message, std::string help) {
    return {source_.loc(at, bytes), std::move(message), std::move(help)};
  }

  std::size_t number_of(const Line& line) const {
    return 1 + static_cast<std::size_t>(std::ranges::count(source_.text().substr(0, line.start), '\n'));
  }

  // a: "b" * 2, a: 'it's'
  std::optional<YamlFault> behind_quote() {
    std::string_view before = source_.text().substr(line_.start, finding_.at - line_.start);
    before = before.substr(0, before.find_last_not_of(" *&") + 1);
    if (before.size() < 2 || (before.back() != '"' && before.back() != '\'')) return std::nullopt;
    const char mark = before.back();
    const std::size_t opening = before.find(mark);
    if (opening + 1 == before.size() || before.find_first_of(":{[,-", 0) > opening) return std::nullopt;
    const std::size_t at = std::min(source_.text().find_first_not_of(' ', line_.start + before.size()), finding_.at);
    std::string help = "let the quotes hold all of the value";
    if (mark == '\'') help += "; inside of them a ' is written twice: 'it''s'";
    return fault_at(at, 1, "nothing may stand behind the closing quote of a value", std::move(help));
  }

  // A ':' where no key can stand: what stands before it on its line?
  std::optional<YamlFault> second_colon() {
    const std::string_view text = line_.text;
    if (text.size() > 1 && text[0] == '-' && (is_letter(text[1]) || text[1] == '{' || text[1] == '"'))
      return fault_at(line_.offset(), 1, "no space after this '-'", fmt::format("write '- {}'", text[1]) + " ...");
    const std::string_view content = line_.content();
    const std::size_t at = line_.start + line_.key_indent();
    const std::string_view before =
        content.substr(0, std::min(finding_.at - std::min(at, finding_.at), content.size()));
    const std::size_t bracket = before.find_first_of("{[");
    const std::size_t colon = before.find(": ");
    if (bracket != std::string_view::npos && bracket > 0 && colon > bracket) {
      const std::string_view key = before.substr(0, before.find_last_not_of(' ', bracket - 1) + 1);
      return fault_at(
          at, key.size(), fmt::format("no ':' behind {}", quote(key)),
          fmt::format("write '{}: {}'", quote(key).substr(1, quote(key).size() - 2), before[bracket]) + " ...");
    }
    if (colon != std::string_view::npos)
      return fault_at(finding_.at, 1, "a second ': ' on one line",
                      "write a node on one line in braces: '{type: perlin}'; put text that holds ': ' in quotes");
    return too_deep_below_value(before);
  }

  // A key below a key that has a value already.
  std::optional<YamlFault> too_deep_below_value(std::string_view key) {
    const auto above = line_above(source_, line_);
    if (!above || line_.indent <= above->key_indent() || above->text.ends_with(':')) return std::nullopt;
    return fault_at(line_.offset(), key.size(), "indented deeper than the line above, which has its value already",
                    indent_help(above->key_indent(), *above));
  }

  // The first characters of a line that fits nothing above.
  std::optional<YamlFault> foreign_line() {
    const auto above = line_above(source_, line_);
    if (!above) return std::nullopt;
    const std::vector<Level> levels = levels_above(*above);
    const auto same = std::ranges::find(levels, line_.indent, &Level::indent);
    if (same == levels.end()) {
      const auto nearest = std::ranges::min_element(levels, {}, [&](const Level& level) {
        return level.indent > line_.indent ? level.indent - line_.indent : line_.indent - level.indent;
      });
      return fault_at(line_.offset(), first_word().size(), "the indentation of this line is that of none above",
                      indent_help(nearest->indent, nearest->line));
    }
    if (line_.is_item() && !same->line.is_item())
      return fault_at(line_.offset(), 1, "a list item among keys",
                      "write it without the '- ', or below a key of its own");
    if (!line_.is_item() && same->line.is_item() && same->indent == same->line.indent)
      return fault_at(
          line_.offset(), first_word().size(), "a key among list items",
          fmt::format("write '- ' before it for a new item, or indent it by {} spaces, as a part of the item "
                      "above",
                      same->line.key_indent()));
    return std::nullopt;
  }

  std::string_view first_word() const { return line_.text.substr(0, line_.text.find_first_of(": ")); }

  // A line above that is open where `line_` begins, and where its keys or items stand.
  struct Level {
    std::size_t indent = 0;
    Line line;
  };
  std::vector<Level> levels_above(const Line& above) const {
    constexpr std::size_t most_lines = 10'000;
    std::vector<Level> levels;
    std::optional<Line> line = above;
    for (std::size_t i = 0; i < most_lines && line; ++i, line = line_above(source_, *line)) {
      for (const std::size_t indent : {line->key_indent(), line->indent})
        if (levels.empty() || indent < levels.back().indent) levels.push_back({indent, *line});
      if (levels.back().indent == 0) break;
    }
    return levels;
  }

  std::string indent_help(std::size_t indent, const Line& like) const {
    return indent == 0 ? fmt::format("write it without indentation, like line {}", number_of(like))
                       : fmt::format("indent it by {} spaces, like line {}", indent, number_of(like));
  }

  const ParserFinding& finding_;
  SourceText& source_;
  Line line_;
};

}  // namespace

std::optional<YamlFault> layout_fault(const ParserFinding& finding, SourceText& source) {
  return finding.open_bracket != nullptr ? std::nullopt : Layout(finding, source).fault();
}

}  // namespace orograph
