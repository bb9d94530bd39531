// SPDX-License-Identifier: MIT
// transform: the source enlarged, turned and moved. The position goes the other way: with d = p - translate and
// a = rotate, the source is read at (dx cos a + dy sin a, dy cos a - dx sin a) / scale.
#include <cmath>

#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "source", .text = "the field to enlarge, turn and move"}};

const std::array params{
    ParamSpec{.name = "scale",
              .kind = ParamKind::number,
              .text = "how many times larger features appear; negative: turned by 180 degrees as well",
              .default_value = 1.0,
              .hint = "to stretch along one axis, bend instead: {type: domain_warp, source: ..., x: 0, "
                      "y: \"y * (1/3 - 1)\"} is three times as long along y"},
    ParamSpec{
        .name = "rotate",
        .kind = ParamKind::angle,
        .text = "angle from x towards y by which features are turned (clockwise in the image, y grows downwards)",
        .default_value = 0.0,
        .unit = "degrees"},
    ParamSpec{.name = "translate",
              .kind = ParamKind::pair,
              .text = "[x, y]: how far features are moved, after scale and rotate",
              .default_value = std::vector<double>{0, 0},
              .unit = "world units"},
};

void check_transform(const GraphNode& node, Diagnostics& diagnostics) {
  if (std::isfinite(1 / node.number("scale"))) return;
  diagnostics.error(node.loc_of("scale"), "'scale' must not be 0: it would shrink everything to one point",
                    "write 2 for features twice as large, 0.5 for half as large");
}

Value lower_transform(Lowering& lowering, const GraphNode& node, const Place& place) {
  const std::vector<double>& translate = node.numbers("translate");
  const Place source =
      lowering.transformed(place, node.number("scale"), node.number("rotate"), {translate[0], translate[1]});
  return lowering.input(node, "source", source);
}

}  // namespace

extern const NodeSpec transform_node{
    .type = "transform",
    .category = "position",
    .summary = "Enlarges, turns and moves a field",
    .text =
        "With d = p - translate and a = rotate: source((dx cos a + dy sin a) / scale, (dy cos a - dx sin a) / "
        "scale), so the feature appears scaled, then turned about the origin, then moved. Exact: it changes where "
        "the source is read and resamples nothing. It hands a period down unless it rotates; a rotated field "
        "repeats along other axes than the image's.",
    .bounds = "those of the source",
    .example =
        "{type: transform, source: {type: ridged, source: perlin, wavelength: 400}, scale: 2, rotate: 30, "
        "translate: [100, 0]}",
    .inputs = inputs,
    .params = params,
    .check = check_transform,
    .lower = lower_transform,
};

}  // namespace orograph
