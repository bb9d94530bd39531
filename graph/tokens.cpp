// SPDX-License-Identifier: MIT
// Tokens of an expression. Numbers are decimal: digits, at most one point, an optional exponent.
#include "graph/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "graph/invisible.hpp"
#include "graph/text.hpp"
#include "graph/units.hpp"

namespace orograph {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The longest first.
constexpr std::array<std::string_view, 16> signs{"<=", ">=", "==", "!=", "&&", "||", "+", "-",
                                                 "*",  "/",  "^",  "<",  ">",  "!",  "?", ":"};

// What people bring along from other languages, longest first, and what to write here.
struct Foreign {
  std::string_view text;
  std::string_view help;
  std::string_view sign = {};
  bool is_operator = true;
};
constexpr std::string_view power_help = "write '^' for a power";
constexpr std::string_view minus_help = "write '-' (the plain hyphen) for minus";
constexpr std::string_view multiply_help = "write '*' to multiply";
constexpr std::string_view name_help =
    "an expression only computes a value: give it a name under 'nodes' or 'params'";
constexpr std::string_view node_help =
    "an expression holds no inline nodes: give the node a name under 'nodes' and use the name";
constexpr std::string_view group_help = "arguments and groups stand in parentheses: ( )";
constexpr std::string_view quote_help =
    "write names without quotes; those around a whole value are plain ones: \" or '";
constexpr std::string_view bare_name_help = "write the name alone";
constexpr auto foreign = std::to_array<Foreign>({
    {"===", "write '==' to compare", "=="},
    {"!==", "write '!=' to compare", "!="},
    {"**", power_help, "^"},
    {"^^", "write 'a != b' for one of two conditions, '^' for a power", "^"},
    {"//", "write floor(a / b) for a whole quotient; a comment begins with ' #'", "/"},
    {"<>", "write '!=' to compare", "!="},
    {"~=", "write '!=' to compare", "!="},
    {"=<", "write '<=' to compare", "<="},
    {"=>", "write '>=' to compare", ">="},
    {"<<", "write 'a * 2 ^ b' for a shift", "*"},
    {">>", "write 'floor(a / 2 ^ b)' for a shift", "/"},
    {"??", "a field has a value everywhere: write 'condition ? a : b' to choose one", "||"},
    {"?:", "write 'condition ? a : b'", "||"},
    {":=", name_help, "=="},
    {"+=", name_help, "=="},
    {"++", "write '+ 1' to add one", {}, false},
    {"-=", name_help, "=="},
    {"*=", name_help, "=="},
    {"/=", "write '!=' to compare", "!="},
    {"=", "write '==' to compare; a value gets its name under 'nodes' or 'params'", "=="},
    {"%", "write mod(a, b) for the remainder of a by b", "*"},
    {"&", "write '&&' where both conditions are to hold", "&&"},
    {"|", "write '||' where one of the conditions is to hold", "||"},
    {"~", "write '!' for the opposite of a condition", {}, false},
    {"\xC3\x97", multiply_help, "*"},
    {"\xC2\xB7", multiply_help, "*"},
    {"\xC3\xB7", "write '/' to divide", "/"},
    {"\xE2\x88\x92", minus_help, "-"},
    {"\xE2\x80\x93", minus_help, "-"},
    {"\xE2\x89\xA4", "write '<=' to compare", "<="},
    {"\xE2\x89\xA5", "write '>=' to compare", ">="},
    {"\xE2\x89\xA0", "write '!=' to compare", "!="},
    {"\xE2\x88\xA7", "write '&&' where both conditions are to hold", "&&"},
    {"\xE2\x88\xA8", "write '||' where one of the conditions is to hold", "||"},
    {"\xC2\xAC", "write '!' for the opposite of a condition", {}, false},
    {"\xC2\xB2", "write '^ 2'", {}, false},
    {"\xC2\xB3", "write '^ 3'", {}, false},
    {"\xCF\x80", "write 'pi'", {}, false},
    {"\xE2\x88\x9A", "write sqrt(v)", {}, false},
    {"\xC2\xB0", "write the unit 'deg' behind the number", {}, false},
    {"\"", quote_help, {}, false},
    {"'", quote_help, {}, false},
    {"`", quote_help, {}, false},
    {"\xE2\x80\x9C", quote_help, {}, false},
    {"\xE2\x80\x9D", quote_help, {}, false},
    {"\xE2\x80\x9E", quote_help, {}, false},
    {"\xE2\x80\x98", quote_help, {}, false},
    {"\xE2\x80\x99", quote_help, {}, false},
    {"\xC2\xAB", quote_help, {}, false},
    {"\xC2\xBB", quote_help, {}, false},
    {"$", bare_name_help, {}, false},
    {"@", bare_name_help, {}, false},
    {"#", bare_name_help, {}, false},
    {"\\", "remove it: an expression may run over several lines as it is", {}, false},
    {"[", group_help, {}, false},
    {"]", group_help, {}, false},
    {"{", node_help, {}, false},
    {"}", node_help, {}, false},
    {";", name_help, {}, false},
    {".", "numbers are written like 0.5, .5 or 5.; names have no parts", {}, false},
});

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const ScalarPlaces& places, Diagnostics& diagnostics)
      : text_(text), places_(places), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (at_ < text_.size() && refused_ < most_refused) {
      const char c = text_[at_];
      if (is_space(c)) {
        ++at_;
      } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        number();
      } else if (is_letter(c)) {
        name();
      } else if (!sign(c) && !percent()) {
        stranger();
      }
    }
    at_ = text_.size();
    push(Token::Kind::end, 0);
    return std::move(tokens_);
  }

 private:
  static constexpr int most_refused = 20;  // of one expression: the rest is hardly an expression

  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token& push(Token::Kind kind, std::size_t bytes) {
    Token token;
    token.kind = kind;
    token.text = text_.substr(at_, bytes);
    token.loc = places_.at(at_, bytes);
    at_ += bytes;
    tokens_.push_back(token);
    return tokens_.back();
  }

  void number() {
    if (radix_number() || broken_number()) return;
    const std::string_view rest = text_.substr(at_);
    double value = 0;
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    Token& token = push(Token::Kind::number, static_cast<std::size_t>(end - rest.data()));
    token.number = value;
    if (code == std::errc::result_out_of_range) {
      refuse(token, fmt::format("the number '{}' cannot be held", shown(token.text)),
             "numbers reach from about 1e-308 to 1e308");
    }
  }

  // 0x1F, 0o17, 0b11
  bool radix_number() {
    struct Radix {
      char letter;
      int base;
      std::string_view name;
    };
    constexpr std::array<Radix, 3> radices{{{'x', 16, "hexadecimal"}, {'o', 8, "octal"}, {'b', 2, "binary"}}};
    const auto radix = std::ranges::find(radices, lower(peek(1)), &Radix::letter);
    if (peek(0) != '0' || radix == radices.end() || !(is_digit(peek(2)) || is_letter(peek(2)))) return false;
    const std::size_t bytes = word_end(2);
    const Token& token = push(Token::Kind::stray, bytes);
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(token.text.data() + 2, token.text.data() + bytes, value, radix->base);
    const bool whole = code == std::errc{} && end == token.text.data() + bytes;
    refuse(token, fmt::format("unexpected {} number '{}'", radix->name, shown(token.text)),
           whole ? fmt::format("write '{}'", value) : "write the number in decimal");
    return true;
  }

  // 1_000, 1.2.3, 1e: what other languages, or hasty people, write.
  bool broken_number() {
    std::size_t end = digits_end(0);
    if (peek(end) == '.') end = digits_end(end + 1);
    if ((peek(end) == '_' && is_digit(peek(end + 1))) || (peek(end) == '.' && is_digit(peek(end + 1)))) {
      while (is_digit(peek(end)) || ((peek(end) == '_' || peek(end) == '.') && is_digit(peek(end + 1)))) ++end;
      const Token& token = push(Token::Kind::stray, end);
      refuse(token, fmt::format("'{}' is no number", shown(token.text)),
             fmt::format("write '{}'", shown(with_one_point(token.text))));
      return true;
    }
    if (lower(peek(end)) != 'e') return false;
    const std::size_t exponent = end + (peek(end + 1) == '+' || peek(end + 1) == '-' ? 2 : 1);
    if (is_digit(peek(exponent)) || is_letter(peek(end + 1))) return false;
    const Token& token = push(Token::Kind::stray, exponent);
    const std::string mantissa(shown(token.text.substr(0, end)));
    refuse(token, fmt::format("'{}' is no number: digits are missing behind its 'e'", shown(token.text)),
           fmt::format("write '{0}', or an exponent: '{0}e3' is {0} * 1000", mantissa));
    return true;
  }

  std::size_t digits_end(std::size_t at) const {
    while (is_digit(peek(at))) ++at;
    return at;
  }
  std::size_t word_end(std::size_t at) const {
    while (is_digit(peek(at)) || is_letter(peek(at))) ++at;
    return at;
  }

  // Without '_', and without points after the first, or without any where they part thousands: 4.000.000.
  static std::string with_one_point(std::string_view text) {
    const std::size_t first = text.find('.');
    bool thousands = text.find('.', first + 1) != std::string_view::npos;
    for (std::size_t point = first; thousands && point < text.size(); point = text.find('.', point + 1))
      thousands = std::min(text.find('.', point + 1), text.size()) - point == 4;
    std::string out;
    for (const char c : text) {
      if (c != '_' && (c != '.' || (!thousands && out.find('.') == std::string::npos))) out += c;
    }
    return out;
  }

  bool behind_number() const { return !tokens_.empty() && tokens_.back().kind == Token::Kind::number; }

  std::size_t blanks_end(std::size_t at) const {
    while (is_space(peek(at))) ++at;
    return at;
  }

  // Behind a number a unit is nothing else, whatever params and nodes are called.
  void name() {
    const std::size_t end = word_end(1);
    if (is_letter_elsewhere(end)) return foreign_word();
    const bool unit = behind_number() && is_unit(text_.substr(at_, end)) && peek(blanks_end(end)) != '(';
    push(unit ? Token::Kind::unit : Token::Kind::name, end);
  }

  // Letters of other alphabets; the rest of what is beyond ASCII are signs.
  bool is_letter_elsewhere(std::size_t at) const {
    const auto byte = static_cast<unsigned char>(peek(at));
    return byte >= 0xC3 && byte < 0xF0 && byte != 0xE2 && !is_foreign(at) &&
           invisible_name(text_.substr(at_ + at)).empty();
  }
  bool is_foreign(std::size_t at) const {
    const std::string_view rest = text_.substr(at_ + at);
    return std::ranges::any_of(foreign, [rest](const Foreign& f) { return rest.starts_with(f.text); });
  }

  void foreign_word() {
    std::size_t end = 0;
    while (is_digit(peek(end)) || is_letter(peek(end)) || is_letter_elsewhere(end))
      end += std::max<std::size_t>(1, character_bytes(text_.substr(at_ + end)));
    const Token& token = push(Token::Kind::stray, end);
    refuse(token, fmt::format("{} is no name", quote(token.text)),
           "names are made of the letters a to z and A to Z, digits and '_'");
  }

  // "50 %", and not the remainder of "7 % 3", which an operand follows.
  bool percent() {
    const char following = peek(blanks_end(1));
    const bool operand = is_digit(following) || is_letter(following) || following == '(' || following == '.';
    if (peek(0) != '%' || !behind_number() || operand) return false;
    push(Token::Kind::unit, 1);
    return true;
  }

  bool sign(char c) {
    using Kind = Token::Kind;
    const std::string_view rest = text_.substr(at_);
    const auto starts_here = [rest](std::string_view text) { return rest.starts_with(text); };
    if (const auto own = std::ranges::find_if(signs, starts_here); own != signs.end()) {
      // Not the beginning of a longer one: '*' of '**'.
      const auto other = std::ranges::find_if(foreign, starts_here, &Foreign::text);
      if (other != foreign.end() && other->text.size() > own->size()) return false;
      push(Kind::sign, own->size()).sign = *own;
      return true;
    }
    if (c == ';' && open_ > 0) {
      Token& token = push(Kind::comma, 1);
      refuse(token, "unexpected ';' in an expression", "write ',' between arguments");
      return true;
    }
    if (c != '(' && c != ')' && c != ',') return false;
    open_ += c == '(' ? 1 : c == ')' ? -1 : 0;
    push(c == '(' ? Kind::open : c == ')' ? Kind::close : Kind::comma, 1);
    return true;
  }

  void stranger() {
    for (const Foreign& f : foreign) {
      if (!text_.substr(at_).starts_with(f.text)) continue;
      Token& token = push(f.is_operator ? Token::Kind::refused : Token::Kind::stray, f.text.size());
      token.sign = f.sign;
      const std::string_view what = f.is_operator ? "there is no operator" : "unexpected";
      if (!f.is_operator && std::exchange(last_help_, f.help) == f.help) return;  // the other one of a pair
      refuse(token, fmt::format("{} '{}' in an expression", what, f.text), std::string(f.help));
      return;
    }
    if (is_letter_elsewhere(0)) return foreign_word();
    std::size_t bytes = 1;
    while ((static_cast<unsigned char>(peek(bytes)) & 0xC0U) == 0x80U) ++bytes;
    const Token& token = push(Token::Kind::stray, bytes);
    if (const std::string_view name = invisible_name(token.text); !name.empty())
      return refuse(token, fmt::format("{} in an expression", name), "replace it by a plain space");
    refuse(token, fmt::format("unexpected character '{}' in an expression", token.text),
           "an expression is made of numbers, names, operators, parentheses and commas");
  }

  // Long runs of digits must not fill the terminal.
  static std::string shown(std::string_view text) {
    constexpr std::size_t most = 40;
    return text.size() <= most ? std::string(text) : fmt::format("{}...", text.substr(0, most));
  }

  void refuse(const Token& token, std::string message, std::string help) {
    ++refused_;
    diagnostics_.error(token.loc, std::move(message), std::move(help));
  }

  std::string_view text_;
  const ScalarPlaces& places_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int refused_ = 0;
  int open_ = 0;  // parentheses
  std::string_view last_help_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, const ScalarPlaces& places, Diagnostics& diagnostics) {
  return Tokenizer(text, places, diagnostics).run();
}

}  // namespace orograph
