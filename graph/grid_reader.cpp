// SPDX-License-Identifier: MIT
// The grid, key by key, and then its reach.
#include "graph/grid_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/ir.hpp"
#include "graph/key_faults.hpp"
#include "graph/number_text.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;
using std::string_view_literals::operator""sv;

constexpr double max_side = 2147483647.0;
constexpr double too_many_samples = 1e12;

constexpr std::array registrations{"area"sv, "point"sv};

class GridReader {
 public:
  explicit GridReader(const ValueReader& reader) : reader_(reader) {}

  Grid read(const YamlValue& value) {
    reader_.check_keys(value, grid_keys, "the grid");
    const std::size_t errors = reader_.diagnostics().error_count();
    Grid grid;
    grid.loc = value.loc;
    SourceLoc reach = value.loc;  // what makes positions run out of precision
    if (const YamlValue* origin = value.find("origin")) {
      grid.origin = reader_.noting_overrides([&] { return reader_.pair(*origin, Wanted::length, "'origin'", false); })
                        .value_or(grid.origin);
      reach = origin->loc;
    }
    if (const YamlValue* spacing = value.find("spacing")) {
      grid.spacing = reader_.noting_overrides([&] { return this->spacing(*spacing); }).value_or(grid.spacing);
      if (!value.find("origin")) reach = spacing->loc;
    }
    if (const YamlValue* registration = value.find("registration")) {
      grid.registration = reader_.choice(*registration, "registration", registrations) == 1 ? Registration::point
                                                                                            : Registration::area;
    }
    if (const YamlValue* resolution = value.find("resolution")) {
      grid.resolution =
          reader_.noting_overrides([&] { return this->resolution(*resolution); }).value_or(grid.resolution);
    } else if (!is_misspelt("resolution", value, names_of(grid_keys))) {
      reader_.error(value.loc, "the grid has no 'resolution'", "add 'resolution: [width, height]'");
    }
    if (reader_.diagnostics().error_count() == errors) check_positions(grid, reach);
    return grid;
  }

 private:
  std::optional<std::array<double, 2>> spacing(const YamlValue& value) {
    const auto spacing = reader_.pair(value, Wanted::length, "'spacing'", true);
    if (!spacing || ((*spacing)[0] > 0 && (*spacing)[1] > 0)) return spacing;
    reader_.error(value.loc,
                  fmt::format("'spacing' must be above 0, and is {}", std::min((*spacing)[0], (*spacing)[1])),
                  "write the distance between samples: 'spacing: 1'");
    return std::nullopt;
  }

  std::optional<std::array<std::int64_t, 2>> resolution(const YamlValue& value) {
    const std::string help = "write one number, or two: [width, height]";
    const YamlValue* sides[2] = {&value, &value};
    if (const auto two = value.kind == Kind::scalar ? split_two_numbers(value.scalar) : std::nullopt) {
      reader_.error(value.loc, fmt::format("'resolution' needs a list, and this is {}", quote(value.scalar)),
                    fmt::format("write [{}, {}]", two->first, two->second));
      return std::nullopt;
    }
    if (value.kind != Kind::scalar) {
      if (!reader_.expect(value, Kind::sequence, "'resolution'", help)) return std::nullopt;
      if (value.items.size() != 2) {
        reader_.error(value.loc, fmt::format("'resolution' needs two numbers, and holds {}", value.items.size()),
                      help);
        return std::nullopt;
      }
      sides[0] = &value.items[0];
      sides[1] = &value.items[1];
    }
    const auto side = [&](const YamlValue& one) {
      return reader_.whole(one, "'resolution'", 1, max_side,
                           "write how many columns and rows of samples there are: 'resolution: [1024, 1024]'");
    };
    const auto width = side(*sides[0]);
    const auto height = sides[1] == sides[0] ? width : side(*sides[1]);
    if (!width || !height) return std::nullopt;
    if (static_cast<double>(*width) * static_cast<double>(*height) >= too_many_samples) {
      reader_.error(value.loc,
                    fmt::format("{} x {} samples are too many: a grid holds fewer than 10^12", *width, *height),
                    "render parts of it with several recipes or --window");
      return std::nullopt;
    }
    return std::array{*width, *height};
  }

  // Neighbours differ by the spacing, and each position is rounded twice (product and sum): at two units in the
  // last place or more no two of them can coincide.
  void check_positions(const Grid& grid, SourceLoc loc) {
    const double half = grid.registration == Registration::area ? 0.5 : 0.0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const char name = axis == 0 ? 'x' : 'y';
      const double extent = (static_cast<double>(grid.resolution[axis] - 1) + half) * grid.spacing[axis];
      const double last = grid.origin[axis] + extent;
      const double farthest = std::max({std::abs(grid.origin[axis]), std::abs(last), extent});
      if (!(farthest <= max_position)) {
        reader_.error(
            loc, fmt::format("the grid reaches {} = {:g}; positions lie within +-{:g}", name, last, max_position),
            "take a smaller spacing or origin");
        continue;
      }
      const double ulp = std::nextafter(farthest, std::numeric_limits<double>::infinity()) - farthest;
      if (grid.resolution[axis] > 1 && grid.spacing[axis] < 2 * ulp) {
        reader_.error(loc,
                      fmt::format("neighbouring samples along {} have the same position: at {} numbers of double "
                                  "precision lie {} apart, and the spacing is {}",
                                  name, farthest, ulp, grid.spacing[axis]),
                      "move the origin nearer to 0, or take a larger spacing");
      }
    }
  }

  const ValueReader& reader_;
};

}  // namespace

std::optional<Grid> read_grid(const YamlValue& value, const ValueReader& reader) {
  if (!reader.expect(value, Kind::mapping, "'grid'", "write 'grid: {resolution: [1024, 1024]}'")) return std::nullopt;
  return GridReader(reader).read(value);
}

}  // namespace orograph
