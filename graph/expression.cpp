// SPDX-License-Identifier: MIT
// Expressions: a Pratt parser from text to tree, and the value of a tree over constants. After a mistake the
// parser goes on with the next argument, so one run tells all of them. Recursion is bounded: `most_nested` open
// parentheses, minus signs and powers, and `most_deep` levels of tree (a long sum leans to the left).
#include "graph/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "graph/expression_faults.hpp"
#include "graph/fold.hpp"
#include "graph/functions.hpp"
#include "graph/scalar_places.hpp"
#include "graph/suggestion.hpp"
#include "graph/text.hpp"
#include "graph/tokens.hpp"
#include "graph/units.hpp"

namespace orograph {
namespace {

using Kind = Expression::Kind;

constexpr std::size_t most_bytes = 64 * 1024;
constexpr int most_nested = 200;
constexpr int most_deep = 1000;
constexpr std::size_t most_errors = 20;

// How tightly a sign binds; a minus or '!' before an operand stands between product and power.
enum Binding { loosest, either, both, equality, relation, sum, product, sign_before, power };

struct BinarySign {
  std::string_view text;
  Binding binding;
  Kind kind;
};
constexpr std::array<BinarySign, 13> binary_signs{{{"||", either, Kind::logical_or},
                                                   {"&&", both, Kind::logical_and},
                                                   {"==", equality, Kind::equal},
                                                   {"!=", equality, Kind::not_equal},
                                                   {"<", relation, Kind::less},
                                                   {"<=", relation, Kind::less_equal},
                                                   {">", relation, Kind::greater},
                                                   {">=", relation, Kind::greater_equal},
                                                   {"+", sum, Kind::add},
                                                   {"-", sum, Kind::subtract},
                                                   {"*", product, Kind::multiply},
                                                   {"/", product, Kind::divide},
                                                   {"^", power, Kind::power}}};

// Null for '!', '?' and ':'.
const BinarySign* binary_sign(std::string_view text) {
  const auto* it = std::ranges::find(binary_signs, text, &BinarySign::text);
  return it == binary_signs.end() ? nullptr : it;
}

struct Parsed {
  Expression tree;
  int depth = 1;
  bool known = true;  // false where a mistake stands: no further complaint about it
};

class Parser {
 public:
  Parser(std::string_view text, SourceLoc loc, Diagnostics& diagnostics, const ParseContext& context)
      : places_(text, loc, diagnostics),
        diagnostics_(diagnostics),
        errors_before_(diagnostics.error_count()),
        context_(context) {
    tokens_ = tokenize(text, places_, diagnostics);
  }

  std::optional<Expression> run() {
    if (peek().kind == Token::Kind::end) {
      if (clean()) error(peek().loc, "an empty expression", "write a number, a name or an expression");
      return std::nullopt;
    }
    Parsed parsed = parse(loosest, 0);
    while (peek().kind != Token::Kind::end) {
      report_leftover();
      next();
      if (peek().kind != Token::Kind::end) parsed = continue_after(missing(), loosest, 0);
    }
    if (!clean()) return std::nullopt;
    return std::move(parsed.tree);
  }

 private:
  const Token& peek() const { return tokens_[at_]; }
  const Token& next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool clean() const { return errors() == 0; }
  std::size_t errors() const { return diagnostics_.error_count() - errors_before_; }

  void error(SourceLoc loc, std::string message, std::string help = {}) {
    if (given_up_) return;
    diagnostics_.error(loc, std::move(message), std::move(help));
    if (errors() >= most_errors) give_up();
  }

  void give_up() {
    given_up_ = true;
    at_ = tokens_.size() - 1;
  }

  static Parsed missing() {
    Parsed parsed;
    parsed.known = false;
    return parsed;
  }

  Parsed parse(Binding least, int nested) {
    if (nested > most_nested) {
      error(peek().loc, fmt::format("the expression is nested more than {} deep", most_nested),
            "give its parts names under 'nodes'");
      give_up();
      return missing();
    }
    return continue_after(operand(nested), least, nested);
  }

  // Operators after `left` that bind at least as tightly as `least`.
  Parsed continue_after(Parsed left, Binding least, int nested) {
    Binding last = loosest;
    for (;;) {
      const Token& token = peek();
      switch (token.kind) {
        case Token::Kind::sign:
        case Token::Kind::refused: {
          const BinarySign* sign = binary_sign(token.sign);
          if (sign == nullptr) {
            if (!other_sign(token, left, least, nested)) return left;
            break;
          }
          if (sign->binding < least) return left;
          const bool compares = sign->binding == equality || sign->binding == relation;
          if (compares && sign->binding == last) {
            if (left.known) report_chain();
            left.known = false;
          }
          last = sign->binding;
          next();
          left = operation(token, std::move(left), right_of(sign->binding, nested));
          break;
        }
        case Token::Kind::number:
        case Token::Kind::name:
        case Token::Kind::open:
          if (product < least) return left;
          if (left.known) report_missing_operator(token);
          left = operation(token, missing(), parse(sign_before, nested));
          break;
        case Token::Kind::stray:
          next();
          left.known = false;
          break;
        default:
          return left;
      }
    }
  }

  // '?', ':', '!' and refused operators without a counterpart, behind an operand. False: not for this level.
  bool other_sign(const Token& token, Parsed& left, Binding least, int nested) {
    if (token.sign == "?") {
      if (least > loosest) return false;
      left = choice(std::move(left), nested);
      return true;
    }
    if (token.sign == ":") {
      if (open_choices_ > 0 || least > loosest) return false;
      if (left.known) report_lone_colon(token);
    } else if (token.sign == "!" && left.known) {
      report_missing_operator(token);
    }
    next();
    left = operation(token, missing(), parse(sign_before, nested + 1));
    return true;
  }

  // condition ? a : b, right associative.
  Parsed choice(Parsed condition, int nested) {
    const Token& token = next();
    ++open_choices_;
    Parsed a = parse(loosest, nested + 1);
    --open_choices_;
    if (peek().sign != ":") {
      if (a.known) {
        error(token.loc, "missing ':' for this '?'",
              "write 'condition ? a : b', where b is the value for a condition of 0");
      }
      return missing();
    }
    next();
    Parsed b = parse(loosest, nested + 1);
    Parsed result;
    result.depth = 1 + std::max({condition.depth, a.depth, b.depth});
    if (!condition.known || !a.known || !b.known || !depth_allowed(result.depth, token)) return missing();
    result.tree.kind = Kind::call;
    result.tree.loc = token.loc;
    result.tree.name = "select";
    for (Parsed* part : {&condition, &a, &b}) result.tree.operands.push_back(std::move(part->tree));
    return result;
  }

  Parsed right_of(Binding binding, int nested) {
    // A power's right side may begin with a minus and takes further powers: right associative.
    if (binding == power) return parse(sign_before, nested + 1);
    return parse(static_cast<Binding>(binding + 1), nested);
  }

  Parsed operation(const Token& token, Parsed left, Parsed right) {
    Parsed result;
    result.depth = 1 + std::max(left.depth, right.depth);
    result.known = left.known && right.known && token.kind == Token::Kind::sign && depth_allowed(result.depth, token);
    if (!result.known) return missing();
    result.tree.kind = binary_sign(token.sign)->kind;
    result.tree.loc = token.loc;
    result.tree.operands.push_back(std::move(left.tree));
    result.tree.operands.push_back(std::move(right.tree));
    return result;
  }

  bool depth_allowed(int depth, const Token& token) {
    if (depth <= most_deep) return true;
    error(token.loc, fmt::format("the expression has more than {} operations one after another", most_deep),
          "give its parts names under 'nodes', or use a node of type 'add', 'multiply', 'min' or 'max'");
    give_up();
    return false;
  }

  Parsed operand(int nested) {
    const Token& token = peek();
    switch (token.kind) {
      case Token::Kind::number:
        return number();
      case Token::Kind::name:
        return name(nested);
      case Token::Kind::open:
        return group(nested);
      case Token::Kind::stray:
      case Token::Kind::refused:
        next();
        return after_stray(nested);
      case Token::Kind::sign:
        if (token.sign == "-") return prefixed(Kind::negate, nested);
        if (token.sign == "!") return prefixed(Kind::logical_not, nested);
        if (token.sign == "+") {
          error(token.loc, "missing operand before '+'", "leave the '+' out, or write a value before it");
          next();
          return after_stray(nested);
        }
        report_missing_operand();
        return missing();
      default:
        report_missing_operand();
        return missing();
    }
  }

  // "2", "2 km", "50 %"
  Parsed number() {
    const Token& token = next();
    Parsed parsed;
    parsed.tree.loc = token.loc;
    parsed.tree.number = token.number;
    if (peek().kind != Token::Kind::unit) return parsed;
    const Token& unit = next();
    if (const auto quantity = with_unit(token.number, unit.text, context_.world_unit)) {
      parsed.tree.number = quantity->value;
      parsed.tree.dimension = quantity->dimension;
      return parsed;
    }
    ExpressionFault fault = length_without_world(token, unit, context_);
    error(token.loc, std::move(fault.message), std::move(fault.help));
    return missing();
  }

  // The operand behind something that was reported already.
  Parsed after_stray(int nested) {
    while (peek().kind == Token::Kind::stray) next();
    const Token::Kind kind = peek().kind;
    if (kind == Token::Kind::number || kind == Token::Kind::name || kind == Token::Kind::open) {
      parse(sign_before, nested + 1);
    }
    return missing();
  }

  // A minus or '!' and its operand.
  Parsed prefixed(Kind kind, int nested) {
    const Token& token = next();
    Parsed of = parse(sign_before, nested + 1);
    Parsed result;
    result.depth = of.depth + 1;
    if (!of.known || !depth_allowed(result.depth, token)) return missing();
    result.tree.kind = kind;
    result.tree.loc = token.loc;
    result.tree.operands.push_back(std::move(of.tree));
    return result;
  }

  Parsed group(int nested) {
    const Token& open = next();
    if (peek().kind == Token::Kind::close) {
      error(open.loc, "empty parentheses", "put a value between '(' and ')'");
      next();
      return missing();
    }
    Parsed inside = parse(loosest, nested + 1);
    while (peek().kind == Token::Kind::comma) {
      report_leftover();
      next();
      parse(loosest, nested + 1);
      inside.known = false;
    }
    close(open);
    return inside;
  }

  void close(const Token& open) {
    if (peek().kind == Token::Kind::close) {
      next();
    } else if (!std::exchange(unclosed_reported_, true)) {
      error(open.loc, "missing ')' for this '('", "write the ')' that closes it");
    }
  }

  Parsed name(int nested) {
    const Token& token = next();
    if (peek().kind == Token::Kind::open) return call(token, nested);
    Parsed parsed;
    parsed.tree.loc = token.loc;
    if (const auto number = named_constant(token.text)) {
      parsed.tree.number = *number;
      return parsed;
    }
    parsed.tree.kind = Kind::name;
    parsed.tree.name = token.text;
    return parsed;
  }

  Parsed call(const Token& token, int nested) {
    Parsed result;
    result.tree.kind = Kind::call;
    result.tree.loc = token.loc;
    result.tree.name = token.text;
    const std::size_t errors_so_far = errors();
    const Function* function = find_function(token.text);
    if (function == nullptr) report_unknown_function(token);
    const std::size_t errors_inside = errors();
    arguments(result, nested);
    const std::size_t count = result.tree.operands.size();
    if (function != nullptr && errors() == errors_inside && (count < function->least || count > function->most)) {
      error(token.loc, fmt::format("{}, got {}", arity_text(*function), count),
            fmt::format("write {}", function->signature));
    }
    result.known = errors() == errors_so_far && depth_allowed(result.depth, token);
    return result.known ? std::move(result) : missing();
  }

  // The arguments, from the opening parenthesis to the closing one.
  void arguments(Parsed& call, int nested) {
    const Token& open = next();
    if (peek().kind == Token::Kind::close) {
      next();
      return;
    }
    for (;;) {
      Parsed argument = parse(loosest, nested + 1);
      call.depth = std::max(call.depth, argument.depth + 1);
      call.tree.operands.push_back(std::move(argument.tree));
      if (peek().kind != Token::Kind::comma) break;
      next();
    }
    close(open);
  }

  void report_unknown_function(const Token& token) {
    std::string help = unknown_function_help(token.text);
    if (help.empty() && context_.function_help) help = context_.function_help(token.text);
    if (help.empty() && context_.is_name && context_.is_name(token.text))
      help = fmt::format("'{0}' takes no arguments: write '{0} * (' to multiply", token.text);
    if (help.empty()) help = suggest(token.text, function_names());
    if (help.empty()) help = fmt::format("functions are {}", fmt::join(function_names(), ", "));
    error(token.loc, fmt::format("unknown function {}", quote(token.text)), std::move(help));
  }

  // "type:perlin", which YAML does not take for a key and its value, or half a choice.
  void report_lone_colon(const Token& token) {
    const Token& before = tokens_[at_ - 1];
    const Token& behind = tokens_[at_ + 1];
    const bool joined = before.kind == Token::Kind::name && before.text.end() == token.text.begin() &&
                        token.text.end() == behind.text.begin() && behind.kind != Token::Kind::end;
    if (!joined) return error(token.loc, "a ':' without its '?'", "write 'condition ? a : b'");
    if (std::exchange(joined_reported_, true)) return;
    error(token.loc, fmt::format("no space after the ':' of '{}:{}'", before.text, behind.text),
          fmt::format("write '{}: {}'", before.text, behind.text));
  }

  void report_missing_operator(const Token& token) {
    ExpressionFault fault = missing_operator(std::span(tokens_).first(at_), token, context_);
    // The parts of "if a then b else c" are one mistake.
    if (fault.word != nullptr && std::exchange(word_remedy_, fault.help) == fault.help) return;
    error(fault.word != nullptr ? fault.word->loc : token.loc, std::move(fault.message), std::move(fault.help));
  }

  // a < b < c
  void report_chain() {
    ExpressionFault fault = chained_comparison(std::span(tokens_).first(at_), std::span(tokens_).subspan(at_));
    error(peek().loc, std::move(fault.message), std::move(fault.help));
  }

  void report_missing_operand() {
    const Token& here = peek();
    const Token* before = at_ > 0 ? &tokens_[at_ - 1] : nullptr;
    const bool inside = before != nullptr && before->kind != Token::Kind::open && before->kind != Token::Kind::comma;
    if (here.kind == Token::Kind::sign && here.sign != ":" && !(inside && before->sign == "?")) {
      error(here.loc, fmt::format("missing operand before '{}'", here.text), "write a number or a name before it");
      return;
    }
    constexpr std::string_view argument_help = "write the argument, or remove the ','";
    if (before != nullptr && before->kind == Token::Kind::comma) {
      error(before->loc, "missing argument after ','", std::string(argument_help));
    } else if (here.kind == Token::Kind::comma && before != nullptr && before->kind == Token::Kind::open) {
      error(here.loc, "missing argument before ','", std::string(argument_help));
    } else if (before != nullptr) {
      error(before->loc, fmt::format("missing operand after '{}'", before->text),
            before->text == "?" || before->text == ":" ? "write 'condition ? a : b'"
                                                       : "write a number or a name behind it");
    } else {
      error(here.loc, fmt::format("missing operand before '{}'", here.text), "write a number or a name before it");
    }
  }

  // A ')' or ',' that nothing waits for.
  void report_leftover() {
    if (std::exchange(leftover_reported_, true)) return;
    if (peek().kind == Token::Kind::close) {
      error(peek().loc, "a ')' without its '('", "remove it, or write its '('");
    } else {
      error(peek().loc, "a ',' outside the arguments of a function",
            stray_comma_help(std::span(tokens_).first(at_), tokens_[at_ + 1]));
    }
  }

  ScalarPlaces places_;
  Diagnostics& diagnostics_;
  std::size_t errors_before_;
  const ParseContext& context_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int open_choices_ = 0;
  std::string word_remedy_;
  bool given_up_ = false;
  bool unclosed_reported_ = false;
  bool leftover_reported_ = false;
  bool joined_reported_ = false;
};

std::string constant_help(const ConstantScope& scope) {
  constexpr std::size_t most_listed = 12;
  const std::vector<std::string_view> names = scope.names();
  const bool few = !names.empty() && names.size() <= most_listed;
  return few ? fmt::format("a constant is made of numbers and 'params': {}", fmt::join(names, ", "))
             : "a constant is made of numbers and names of 'params'";
}

void report_unknown_constant(const Expression& name, const ConstantScope& scope, Diagnostics& diagnostics) {
  if (const Function* function = find_function(name.name)) {
    diagnostics.error(name.loc, fmt::format("'{}' is a function", name.name),
                      fmt::format("write {}", function->signature));
  } else if (name.name == "x" || name.name == "y") {
    diagnostics.error(name.loc, fmt::format("'{}' is the position: a constant is the same everywhere", name.name),
                      "use numbers and names of 'params'");
  } else {
    if (!scope.complete()) return;
    std::string help = unknown_name_help(name.name);
    if (help.empty()) help = scope.outside_help(name.name);
    const bool is_remedy = !help.empty();
    if (!is_remedy)
      help = suggest_within_budget(
          name.name, [&] { return scope.names(); }, diagnostics);
    if (!help.starts_with("did you mean") && !is_remedy) help = constant_help(scope);
    diagnostics.error(name.loc, fmt::format("unknown name {}", quote(name.name)), std::move(help));
  }
}

bool check_names(const Expression& expression, const ConstantScope& scope, Diagnostics& diagnostics) {
  if (expression.kind == Kind::name && !scope.lookup(expression.name)) {
    report_unknown_constant(expression, scope, diagnostics);
    return false;
  }
  bool known = true;
  for (const Expression& operand : expression.operands) known = check_names(operand, scope, diagnostics) && known;
  return known;
}

}  // namespace

std::optional<Expression> parse_expression(std::string_view text, SourceLoc loc, Diagnostics& diagnostics,
                                           const ParseContext& context) {
  if (text.size() > most_bytes) {
    diagnostics.error(loc,
                      fmt::format("an expression of {} characters; at most {} are read", text.size(), most_bytes),
                      "give its parts names under 'nodes'");
    return std::nullopt;
  }
  return Parser(text, loc, diagnostics, context).run();
}

std::optional<Decision> decide(const Expression& expression, double first) {
  const std::vector<Expression>& operands = expression.operands;
  const bool yes = first != 0;
  if (expression.kind == Kind::logical_and && !yes) return Decision{nullptr, 0, &operands[1]};
  if (expression.kind == Kind::logical_or && yes) return Decision{nullptr, 1, &operands[1]};
  if (expression.kind != Kind::call || expression.name != "select") return std::nullopt;
  return Decision{&operands[yes ? 1 : 2], 0, &operands[yes ? 2 : 1]};
}

std::optional<Quantity> evaluate_constant(const Expression& expression, const ConstantScope& scope,
                                          Diagnostics& diagnostics) {
  if (expression.kind == Kind::number) return Quantity{expression.number, expression.dimension};
  if (expression.kind == Kind::name) {
    const std::optional<Quantity> value = scope.lookup(expression.name);
    if (!value) report_unknown_constant(expression, scope, diagnostics);
    return value;
  }
  std::vector<Quantity> operands;
  for (const Expression& operand : expression.operands) {
    const auto value = evaluate_constant(operand, scope, diagnostics);
    if (value) operands.push_back(*value);
    if (!value || &operand != expression.operands.data()) continue;
    if (const auto decision = decide(expression, value->value)) {
      const bool known = check_names(*decision->skipped, scope, diagnostics);
      const auto result = decision->rest == nullptr ? std::optional(Quantity{decision->value})
                                                    : evaluate_constant(*decision->rest, scope, diagnostics);
      return known ? result : std::nullopt;
    }
  }
  if (operands.size() != expression.operands.size()) return std::nullopt;
  return fold(expression, operands, diagnostics);
}

}  // namespace orograph
