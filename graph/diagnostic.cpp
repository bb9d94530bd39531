// SPDX-License-Identifier: MIT
// Diagnostics to text for a terminal. The one invariant: a caret stands under the character that `loc` names,
// whatever the line holds, because source and caret line are made from the same list of shown characters.
// Nearest words: optimal string alignment distance (Damerau 1964, no substring edited twice).
#include "graph/diagnostic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <ranges>
#include <tuple>
#include <utility>

#include "graph/printable.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

constexpr std::size_t max_stored = 10'000;  // a hostile file may hold a million mistakes
constexpr std::size_t max_printed = 100;
constexpr std::size_t max_line_shown = 120;  // characters
constexpr std::size_t shown_before_caret = 60;
constexpr std::size_t max_message = 2000;  // bytes
constexpr std::size_t max_listed = 12;
constexpr std::size_t max_word = 64;  // longer words were not typed by mistake

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The code point at the start of `text` (not empty); an invalid byte stands for itself.
CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {lead, 1, false};
  char32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {lead, 1, false};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> lowest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lowest[bytes] || value > 0x10FFFF || surrogate) return {lead, 1, false};
  return {value, bytes, true};
}

// Characters that move the cursor, reorder the line or cannot be seen.
bool must_be_escaped(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

struct Shown {
  std::string text;
  std::size_t columns = 1;
};

Shown show(const CodePoint& c, std::string_view bytes) {
  if (c.valid && c.value == '\t') return {" ", 1};
  if (c.valid && !must_be_escaped(c.value)) return {std::string(bytes.substr(0, c.bytes)), 1};
  std::string escaped = c.valid && c.value >= 0x80 ? fmt::format("\\u{{{:04X}}}", static_cast<std::uint32_t>(c.value))
                                                   : fmt::format("\\x{:02X}", static_cast<std::uint32_t>(c.value));
  const std::size_t columns = escaped.size();
  return {std::move(escaped), columns};
}

struct Excerpt {
  std::string line;
  std::string carets;
};

// The part of `line` around `column` (from 1), and the line that underlines `length` characters of it.
Excerpt excerpt(std::string_view line, std::size_t column, std::size_t length) {
  const std::size_t first_shown = column > max_line_shown ? column - shown_before_caret : 1;
  Excerpt out;
  if (first_shown > 1) {
    out.line = "...";
    out.carets = "   ";
  }
  std::size_t at = 1;
  bool underlined = false;
  for (; !line.empty() && at < first_shown + max_line_shown; ++at) {
    const CodePoint c = decode(line);
    if (at >= first_shown) {
      const Shown shown = show(c, line);
      out.line += shown.text;
      if (at < column) out.carets.append(shown.columns, ' ');
      if (at >= column && at - column < length) {
        out.carets.append(shown.columns, '~');
        underlined = true;
      }
    }
    line.remove_prefix(c.bytes);
  }
  if (!line.empty()) out.line += "...";
  // A place behind the end of the line (something is missing there) gets a lone caret.
  if (!underlined) out.carets += '~';
  out.carets[out.carets.find('~')] = '^';
  return out;
}

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

auto place(const Diagnostic& d) {
  return std::tie(d.loc.file, d.loc.line, d.loc.column);
}

bool equal(const Diagnostic& a, const Diagnostic& b) {
  return a.severity == b.severity && a.loc == b.loc && a.message == b.message && a.help == b.help;
}

constexpr int edit_cost = 8;
constexpr int case_cost = 1;

int replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? case_cost : edit_cost;
}

// Both at most max_word long.
int distance(std::string_view a, std::string_view b) {
  std::array<std::array<int, max_word + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<int>(j) * edit_cost;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& above_that = rows[(i + 1) % 3];
    row[0] = static_cast<int>(i) * edit_cost;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + edit_cost, row[j - 1] + edit_cost, above[j - 1] + replace_cost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], above_that[j - 2] + edit_cost);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

// How far a word may be from what was meant: a lone letter may only differ in case.
int distance_limit(std::size_t length) {
  const int edits = length >= 7 ? 3 : length >= 4 ? 2 : length >= 2 ? 1 : 0;
  return edits * edit_cost + static_cast<int>(length) * case_cost;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (out.size() > max_message) return out + "...";
    const CodePoint c = decode(text);
    out += show(c, text).text;
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::uint32_t Diagnostics::add_source(std::string name, std::string text, SourceKind kind) {
  for (std::uint32_t known = 0; known < sources_.size(); ++known)
    if (sources_[known].name == name && sources_[known].text == text && sources_[known].kind == kind) return known;
  Source source{std::move(name), std::move(text), {0}, kind};
  for (std::size_t end = source.text.find('\n'); end != std::string::npos; end = source.text.find('\n', end + 1)) {
    source.line_starts.push_back(end + 1);
  }
  sources_.push_back(std::move(source));
  index_ = {};  // short texts move with their strings
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

std::uint32_t Diagnostics::add_call(CallSite call) {
  calls_.push_back(std::move(call));
  return static_cast<std::uint32_t>(calls_.size());
}

std::uint32_t Diagnostics::enter_call(std::uint32_t call) {
  return std::exchange(call_, call);
}

void Diagnostics::add(Diagnostic diagnostic) {
  diagnostic.call = call_;
  if (call_ != 0 && is_known(diagnostic)) return;
  std::size_t& count = diagnostic.severity == Severity::error ? errors_ : warnings_;
  if (++count <= max_stored) diagnostics_.push_back(std::move(diagnostic));
}

// Of a mistake in a function, told for another call already.
bool Diagnostics::is_known(const Diagnostic& d) {
  std::string key = fmt::format("{}:{}:{}:{}:{}\n{}", d.loc.file, d.loc.line, d.loc.column,
                                static_cast<int>(d.severity), d.message, d.help);
  if (const auto it = known_in_calls_.find(key); it != known_in_calls_.end()) {
    if (it->second < diagnostics_.size()) ++diagnostics_[it->second].further_calls;
    return true;
  }
  if (known_in_calls_.size() < max_stored) known_in_calls_.emplace(std::move(key), diagnostics_.size());
  return false;
}

void Diagnostics::error(SourceLoc loc, std::string message, std::string help) {
  add({Severity::error, loc, std::move(message), std::move(help), 0, 0});
}

void Diagnostics::warning(SourceLoc loc, std::string message, std::string help) {
  add({Severity::warning, loc, std::move(message), std::move(help), 0, 0});
}

void Diagnostics::add_help(std::size_t first, std::string_view line) {
  for (std::size_t i = first; i < diagnostics_.size() && !line.empty(); ++i) {
    std::string& help = diagnostics_[i].help;
    help.append(help.empty() ? "" : "\n").append(line);
  }
}

void Diagnostics::throw_if_errors() const {
  if (errors_ == 0) return;
  // Those of the command line have no place. More errors than are stored come from the recipe alone.
  const auto of_recipe = [&](const SourceLoc& loc) {
    return loc.known() && (loc.file >= sources_.size() || sources_[loc.file].kind == SourceKind::recipe);
  };
  const auto placed =
      static_cast<std::size_t>(std::ranges::count_if(
          diagnostics_, [&](const Diagnostic& d) { return d.severity == Severity::error && of_recipe(d.loc); })) +
      errors_ - std::min(errors_, max_stored);
  if (placed == 0) throw RecipeError("the command line does not fit the recipe");
  if (placed == 1) throw RecipeError("the recipe has an error");
  throw RecipeError(fmt::format("the recipe has {} errors", placed));
}

std::string_view Diagnostics::source_line(SourceLoc loc) const {
  if (!loc.known() || loc.file >= sources_.size()) return {};
  const Source& source = sources_[loc.file];
  if (loc.line > source.line_starts.size()) return {};
  const std::size_t start = source.line_starts[loc.line - 1];
  std::string_view line = std::string_view(source.text).substr(start);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view Diagnostics::source_rest(SourceLoc loc) const {
  constexpr std::size_t step = 64;
  if (index_.file != loc.file || index_.line != loc.line) {
    index_ = {loc.file, loc.line, source_line(loc), {}};
    std::size_t column = 0;
    for (std::size_t at = 0; at < index_.text.size(); at += decode(index_.text.substr(at)).bytes)
      if (column++ % step == 0) index_.starts.push_back(at);
  }
  const std::size_t before = std::max(loc.column, 1U) - 1;
  if (before / step >= index_.starts.size()) return {};
  std::string_view rest = index_.text.substr(index_.starts[before / step]);
  for (std::size_t i = 0; i < before % step && !rest.empty(); ++i) rest.remove_prefix(decode(rest).bytes);
  return rest;
}

std::string Diagnostics::place_text(SourceLoc loc) const {
  return fmt::format("{}:{}:{}", printable(source_name(loc)), loc.line, loc.column);
}

std::string_view Diagnostics::source_name(SourceLoc loc) const {
  return loc.file < sources_.size() ? std::string_view(sources_[loc.file].name) : std::string_view();
}

// From the innermost call outwards; of many the middle ones are left out.
std::vector<std::string> Diagnostics::call_notes(const Diagnostic& diagnostic) const {
  constexpr std::size_t most = 6;
  std::vector<std::string> notes;
  for (std::uint32_t id = diagnostic.call; id != 0 && id <= calls_.size(); id = calls_[id - 1].outer) {
    const CallSite& call = calls_[id - 1];
    notes.push_back(fmt::format("in the call of '{}' at {}", call.function, place_text(call.loc)));
  }
  if (notes.size() > most) {
    const auto middle = notes.begin() + most / 2;
    *middle = fmt::format("... {} calls between ...", notes.size() - most + 1);
    notes.erase(middle + 1, notes.end() - (most - most / 2 - 1));
  }
  if (!notes.empty() && diagnostic.further_calls != 0)
    notes.back() += fmt::format(", and in {} more", diagnostic.further_calls);
  return notes;
}

std::string Diagnostics::format(const Diagnostic& diagnostic) const {
  const SourceLoc& loc = diagnostic.loc;
  std::string out;
  std::string margin = "  ";
  if (loc.known()) out = place_text(loc) + ": ";
  out += fmt::format("{}: {}\n", severity_name(diagnostic.severity), printable(diagnostic.message));
  if (const std::string_view line = source_line(loc); loc.known() && !sources_.empty()) {
    const Excerpt shown = excerpt(line, std::max(loc.column, 1U), loc.length);
    const std::string number = fmt::format("{}", loc.line);
    margin.append(number.size() + 1, ' ');
    out += fmt::format("  {} | {}\n{}| {}\n", number, shown.line, margin, shown.carets);
  }
  std::string_view help = diagnostic.help;
  for (std::string_view lead = "help: "; !help.empty(); lead = "      ") {
    const std::string_view line = help.substr(0, help.find('\n'));
    out += fmt::format("{}{}{}\n", margin, lead, printable(line));
    help.remove_prefix(std::min(help.size(), line.size() + 1));
  }
  std::string_view lead = "note: ";
  for (const std::string& note : call_notes(diagnostic)) {
    out += fmt::format("{}{}{}\n", margin, std::exchange(lead, "      "), printable(note));
  }
  return out;
}

std::string Diagnostics::format_all() const {
  std::vector<const Diagnostic*> sorted;
  sorted.reserve(diagnostics_.size());
  for (const Diagnostic& d : diagnostics_) sorted.push_back(&d);
  // Stored order breaks ties; the addresses follow it.
  std::ranges::sort(sorted, [](const Diagnostic* a, const Diagnostic* b) {
    return std::tuple(place(*a), a) < std::tuple(place(*b), b);
  });
  std::vector<const Diagnostic*> unique;
  for (const Diagnostic* d : sorted) {
    const auto same_place = std::find_if(
        unique.rbegin(), unique.rend(), [&](const Diagnostic* u) { return place(*u) != place(*d) || equal(*u, *d); });
    if (same_place == unique.rend() || !equal(**same_place, *d)) unique.push_back(d);
  }
  return printed(unique);
}

// Those sorted, the first hundred errors before any warning.
std::string Diagnostics::printed(std::span<const Diagnostic* const> sorted) const {
  const auto is_error = [](const Diagnostic* d) { return d->severity == Severity::error; };
  const auto stored_errors = static_cast<std::size_t>(std::ranges::count_if(sorted, is_error));
  std::size_t errors = std::min(stored_errors, max_printed);
  std::size_t warnings = std::min(sorted.size() - stored_errors, max_printed - errors);
  // What is not shown: equal ones count once, those that were not stored each.
  const std::size_t more_errors = stored_errors - errors + errors_ - std::min(errors_, max_stored);
  const std::size_t more_warnings =
      sorted.size() - stored_errors - warnings + warnings_ - std::min(warnings_, max_stored);
  std::string out;
  for (const Diagnostic* d : sorted) {
    std::size_t& left = is_error(d) ? errors : warnings;
    if (left == 0) continue;
    out += format(*d);
    --left;
  }
  const auto counted = [](std::size_t count, std::string_view noun) {
    return fmt::format("{} more {}{}", count, noun, count == 1 ? "" : "s");
  };
  std::vector<std::string> more;
  if (more_errors != 0) more.push_back(counted(more_errors, "error"));
  if (more_warnings != 0) more.push_back(counted(more_warnings, "warning"));
  if (!more.empty()) out += fmt::format("... and {}\n", fmt::join(more, " and "));
  return out;
}

std::size_t character_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const CodePoint c = decode(text);
  return c.valid ? c.bytes : 0;
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > max_word) return {};
  std::string_view nearest;
  int least = distance_limit(word.size()) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > max_word) continue;
    const int d = distance(word, candidate);
    // A word of which every letter was replaced is another word.
    if (d < least && d < static_cast<int>(std::max(word.size(), candidate.size())) * edit_cost) {
      least = d;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string suggest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string out;
  if (const std::string_view nearest = nearest_word(word, candidates); !nearest.empty()) {
    out = fmt::format("did you mean '{}'?", nearest);
  }
  const bool all_said = candidates.size() == 1 && !out.empty();
  if (!candidates.empty() && candidates.size() <= max_listed && !all_said) {
    if (!out.empty()) out += '\n';
    out += fmt::format("one of: {}", fmt::join(candidates, ", "));
  }
  return out;
}

}  // namespace orograph
