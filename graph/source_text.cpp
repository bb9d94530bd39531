// SPDX-License-Identifier: MIT
// Offsets to places, and faults of a text as such.
#include "graph/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/invisible.hpp"

namespace orograph {
namespace {

constexpr std::size_t max_line = std::size_t{1} << 20;

std::uint32_t characters(std::string_view text) {
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<std::uint32_t>(std::ranges::count_if(text, starts));
}

}  // namespace

SourceLoc SourceText::loc(std::size_t offset, std::size_t bytes) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    offset_ = 0;
    line_ = column_ = 1;
  }
  while (offset_ < offset) step();
  const std::string_view underlined = text_.substr(offset, std::min(bytes, line_end(offset) - offset));
  return {file_, line_, column_, std::max(1U, characters(underlined))};
}

std::size_t SourceText::line_start(std::size_t offset) const {
  const std::size_t before = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t SourceText::line_end(std::size_t offset) const {
  if (offset < ended_from_ || offset > ended_at_) {
    ended_from_ = offset;
    ended_at_ = std::min(text_.find('\n', offset), text_.size());
  }
  std::size_t end = ended_at_;
  if (end > offset && text_[end - 1] == '\r') --end;
  return end;
}

bool SourceText::tab_indents(std::size_t offset, std::size_t& at) const {
  at = text_.find_first_not_of(' ', line_start(offset));
  return at < offset && text_[at] == '\t';
}

void SourceText::step() {
  if (text_[offset_] == '\n') {
    ++line_;
    column_ = 1;
    ++offset_;
  } else {
    const bool ascii = static_cast<unsigned char>(text_[offset_]) < 0x80;
    offset_ += ascii ? 1 : std::max<std::size_t>(1, character_bytes(text_.substr(offset_)));
    ++column_;
  }
}

std::optional<TextFault> find_text_fault(std::string_view text) {
  const std::string_view utf8_help = "save the recipe as UTF-8";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return TextFault{0, "the recipe is UTF-16, not UTF-8", std::string(utf8_help)};
  }
  std::size_t line_start = 0;
  bool indentation = true;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = byte < 0x80 ? 1 : character_bytes(text.substr(i));
    if (bytes == 0) return TextFault{i, fmt::format("byte 0x{:02X} is not UTF-8", byte), std::string(utf8_help)};
    if (byte == '\n') line_start = i + 1;
    if (const std::string_view name = indentation && byte >= 0x80 ? invisible_name(text.substr(i)) : "";
        !name.empty())
      return TextFault{i, fmt::format("{} in the indentation", name), "replace it by plain spaces"};
    indentation = byte == '\n' || (indentation && byte == ' ');
    if (byte == '\r' && !text.substr(i + 1).starts_with('\n')) {
      return TextFault{i, "a carriage return without a line feed", "end lines with LF or CR LF"};
    }
    if (byte == 0) return TextFault{i, "a NUL byte: the recipe is not a text", std::string(utf8_help)};
    if (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') {
      return TextFault{i, fmt::format("control character 0x{:02X}", byte), "remove it"};
    }
    if (i > line_start + max_line)
      return TextFault{line_start, "the line is longer than 1 MiB", "break it into lines"};
    i += bytes;
  }
  return std::nullopt;
}

}  // namespace orograph
