// SPDX-License-Identifier: MIT
// Diagnostics: what is wrong with a recipe, where, and what to type instead.
// Every mistake of a file is collected here and printed at once, ordered by place:
//
//   island.yaml:6:31: error: unknown key 'frquency' of node type 'perlin'
//     6 |   hills: {type: perlin, frquency: 2}
//       |                         ^~~~~~~~
//       help: did you mean 'frequency'?
#pragma once
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace orograph {

// A place in a source text. Lines and columns count from 1, columns in characters (UTF-8 code points).
// `file` indexes the sources of a Diagnostics; line 0 means "no place" (the command line, the machine).
struct SourceLoc {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;  // characters to underline

  bool known() const { return line != 0; }
  friend bool operator==(const SourceLoc&, const SourceLoc&) = default;
};

enum class Severity { warning, error };

// A call of one of the recipe's functions: what stands in the function is part of the recipe through it.
struct CallSite {
  std::string function;
  SourceLoc loc;            // of the function's name in the call
  std::uint32_t outer = 0;  // the call whose function holds this one; 0: none
};

struct Diagnostic {
  Severity severity = Severity::error;
  SourceLoc loc;
  std::string message;            // what is wrong; one sentence without a full stop
  std::string help;               // what to do about it; may be empty, may hold several lines
  std::uint32_t call = 0;         // the call whose function holds `loc`; 0: none
  std::size_t further_calls = 0;  // in which the same is wrong
};

// Thrown once at a stage's boundary when it collected errors: the user's fault, exit code 2.
// what() is a short summary; the diagnostics hold the text for people.
class RecipeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The machine failed (disk, permissions, memory): exit code 1. what() is the text for people.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A broken invariant of orograph itself: a bug to report.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Collects diagnostics and owns the texts they point into. Not thread-safe.
class Diagnostics {
 public:
  // Registers a source text; `name` is what messages call it. Returns the index for SourceLoc::file. What is wrong in
  // settings is no error of the recipe, but of the command line that named them.
  enum class SourceKind { recipe, settings };
  std::uint32_t add_source(std::string name, std::string text, SourceKind kind = SourceKind::recipe);

  void error(SourceLoc loc, std::string message, std::string help = {});
  void warning(SourceLoc loc, std::string message, std::string help = {});

  // Numbers a call, from 1 on. What is added while a call is entered tells of it, and a mistake that is the same in
  // many calls is one. Returns the call entered before.
  std::uint32_t add_call(CallSite call);
  std::uint32_t enter_call(std::uint32_t call);

  // Adds a line to the help of all from number `first` on; none when it is empty.
  void add_help(std::size_t first, std::string_view line);

  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  std::span<const Diagnostic> all() const { return diagnostics_; }

  // Throws RecipeError when there is an error.
  void throw_if_errors() const;

  // "lib/dunes.yaml:12:3", for a message about another place.
  std::string place_text(SourceLoc loc) const;
  // The source line of `loc` without its line ending; empty when unknown.
  std::string_view source_line(SourceLoc loc) const;
  std::string_view source_name(SourceLoc loc) const;
  // The line of `loc` from its column on. Cheap while the line stays the same: it may hold a hundred thousand
  // expressions.
  std::string_view source_rest(SourceLoc loc) const;

  // One diagnostic, or all of them ordered by place (equal ones once), as text for a terminal, lines ending in \n.
  // Very long lines are cut around the caret; control characters are shown escaped. Of all a hundred are shown,
  // errors rather than warnings, and the others counted.
  std::string format(const Diagnostic& diagnostic) const;
  std::string format_all() const;

 private:
  struct Source {
    std::string name;
    std::string text;
    std::vector<std::size_t> line_starts;
    SourceKind kind = SourceKind::recipe;
  };
  // A line, and where in it every so many characters start.
  struct LineIndex {
    std::uint32_t file = 0, line = 0;
    std::string_view text;
    std::vector<std::size_t> starts;
  };
  void add(Diagnostic diagnostic);
  bool is_known(const Diagnostic& diagnostic);
  std::vector<std::string> call_notes(const Diagnostic& diagnostic) const;
  std::string printed(std::span<const Diagnostic* const> sorted) const;

  std::vector<Source> sources_;
  mutable LineIndex index_;              // of the line asked for last
  std::vector<Diagnostic> diagnostics_;  // the first 10,000 errors, and as many warnings
  std::size_t errors_ = 0, warnings_ = 0;
  std::vector<CallSite> calls_;
  std::uint32_t call_ = 0;                                       // entered
  std::unordered_map<std::string, std::size_t> known_in_calls_;  // of diagnostics in calls: their number
};

// Enters a call for as long as it lives.
class InCall {
 public:
  InCall(Diagnostics& diagnostics, std::uint32_t call)
      : diagnostics_(diagnostics), before_(diagnostics.enter_call(call)) {}
  ~InCall() { diagnostics_.enter_call(before_); }
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

 private:
  Diagnostics& diagnostics_;
  std::uint32_t before_;
};

// Bytes of the UTF-8 character at the start of `text`; 0 when there is none or it is malformed.
std::size_t character_bytes(std::string_view text);

// The candidate nearest to `word` by edit distance (insert, delete, replace, swap of neighbours; case
// costs less), or an empty view when none is near enough to be what was meant.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

// "did you mean 'x'?" and, when the candidates are few (at most 12), "one of: a, b, c".
std::string suggest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace orograph
