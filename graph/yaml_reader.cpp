// SPDX-License-Identifier: MIT
// yaml-cpp's events to a YamlTree, each with its place. The only file that names yaml-cpp.
#include "graph/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <istream>
#include <streambuf>
#include <string_view>

#include "graph/text.hpp"
#include "graph/yaml_faults.hpp"
#include "graph/yaml_places.hpp"
#include "graph/yaml_tree.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;
using std::string_view_literals::operator""sv;

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(SourceText& source, YamlSize& size, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), places_(source), tree_(size, diagnostics) {}

  const YamlTree& tree() const { return tree_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 1) return;
    if (source_.text().substr(position(mark)).starts_with("---")) {
      places_.stop(position(mark), 3, "a recipe is a single YAML document", "remove this '---' and what follows");
    }
    places_.stop(position(mark), 1, "this line does not belong to what stands above it", "check the indentation");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    RawNode node;
    places_.locate_null(start_of_value(mark), node);
    tree_.leaf(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t begin = position(mark);
    tree_.alias(anchor, source_.loc(begin, places_.word_length(begin)));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    RawNode node;
    node.kind = Kind::scalar;
    node.bytes = static_cast<std::uint32_t>(text.size());
    const std::size_t begin = start_of_value(mark);
    check_tag(mark, tag);  // stands before the value: places are asked for in order
    places_.locate_scalar(begin, text, node);
    if (node.scalar.data() == nullptr) node.scalar = tree_.own(text);
    node.quoted = node.quoted || tag == "!" || tag == "tag:yaml.org,2002:str";
    tree_.leaf(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Kind::sequence, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { tree_.close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Kind::mapping, mark, tag, anchor, style);
  }
  void OnMapEnd() override { tree_.close(); }

  void OnAnchor(const YAML::Mark&, const std::string& name) override { anchor_names_.push_back(name); }

  [[noreturn]] void stop_at(const YAML::Exception& fault) {
    const std::size_t at = position(fault.mark);
    std::size_t tab = 0;
    if (source_.tab_indents(at, tab)) places_.stop_tab(tab);
    throw explain({at, fault.msg, tree_.open_bracket(), anchor_names_}, source_);
  }

 private:
  // yaml-cpp counts the bytes of the text it was given.
  std::size_t position(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), source_.text().size());
  }
  std::size_t start_of_value(const YAML::Mark& mark) {
    return places_.start_of_value(position(mark), tree_.in_brackets());
  }

  void open(Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    const std::size_t begin = start_of_value(mark);
    check_tag(mark, tag);
    RawNode node;
    node.kind = kind;
    node.flow = style == YAML::EmitterStyle::Flow;
    node.loc = source_.loc(begin, 1);
    tree_.open(std::move(node), anchor);
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    static constexpr std::array core{"str"sv, "int"sv, "float"sv, "bool"sv, "null"sv, "seq"sv, "map"sv};
    constexpr std::string_view prefix = "tag:yaml.org,2002:";
    if (tag.empty() || tag == "?" || tag == "!") return;
    if (tag.starts_with(prefix) && std::ranges::find(core, std::string_view(tag).substr(prefix.size())) != core.end())
      return;
    const std::size_t at = places_.start_of_tag(position(mark));
    const std::size_t length = places_.word_length(at);
    diagnostics_.error(source_.loc(at, length),
                       fmt::format("tag {} means nothing here", quote(source_.text().substr(at, length))),
                       "remove it: a recipe needs no tags, and an expression that begins with '!' stands in quotes");
  }

  SourceText& source_;
  Diagnostics& diagnostics_;
  YamlPlaces places_;
  YamlTree tree_;
  std::vector<std::string> anchor_names_;
  std::size_t documents_ = 0;
};

// A stream over a text that is not copied.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());  // only read from
    setg(start, start, start + text.size());
  }
};

void parse(SourceText& source, TreeBuilder& builder) {
  if (const auto deep = find_deep_brackets(source.text())) throw too_deep(source.loc(*deep, 1));
  ViewBuffer buffer(source.text());
  std::istream stream(&buffer);
  YAML::Parser parser(stream);
  try {
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& fault) {
    builder.stop_at(fault);
  }
}

}  // namespace

std::optional<YamlValue> read_yaml(SourceText& source, YamlSize& size, Diagnostics& diagnostics) {
  TreeBuilder builder(source, size, diagnostics);
  try {
    parse(source, builder);
  } catch (YamlFault& fault) {
    diagnostics.error(fault.loc, std::move(fault.message), std::move(fault.help));
    return std::nullopt;
  }
  if (builder.tree().empty() || builder.tree().root().kind == Kind::null) {
    const bool blank = source.text().find_first_not_of(" \t\r\n") == std::string_view::npos;
    diagnostics.error(source.loc(0, 1), blank ? "the recipe is empty" : "the recipe holds no keys",
                      "a recipe starts with 'orograph: 1'");
    return std::nullopt;
  }
  return builder.tree().expand();
}

}  // namespace orograph
