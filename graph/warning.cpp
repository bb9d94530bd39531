// SPDX-License-Identifier: MIT
#include "graph/warning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/text.hpp"

namespace orograph {
namespace {

struct WarningInfo {
  Warning warning;
  std::string_view code, title, text;
};

// In the order of their codes: 1xx sampling, 2xx values, 3xx what has no effect.
constexpr std::array warnings{
    WarningInfo{Warning::octave_below_grid, "W101", "an octave is finer than the grid",
                R"md(
An octave of a fractal, or a noise, has a wavelength below two steps of the grid. A wave needs two samples at least:
what is finer shows as grain that changes with the resolution, and costs as much as any other octave.

```yaml
hills: {type: fbm, source: perlin, octaves: 12, wavelength: 1000}   # octave 8 has 3.9 units
grid: {spacing: 4, resolution: 1024}
```
The first such octave of each node is named. Write no more octaves than the message says, or take a larger wavelength or
a finer grid. Wavelengths are those in the world: scales of transforms and frequencies above the node are taken in.
)md"},
    WarningInfo{Warning::correlated_warp, "W102", "the inputs of a domain_warp go together",
                R"md(
x and y of a `domain_warp` are one field, or one field times a number: every place moves along the same line, and the
result looks stretched along it instead of bent. Or x or y is the very noise that the source is made of, with the same
seed and wavelength: then places move the more the higher they lie, which shears hills instead of bending them.

```yaml
bend: {type: perlin, wavelength: 800}
land: {type: domain_warp, source: hills, x: bend, y: bend, amplitude: 150}
```
Give each of the noises a seed of its own: `y: {type: perlin, wavelength: 800, seed: 2}`. Who wants to move along one
line writes `y: 0` and turns the node with a `transform`.
)md"},
    WarningInfo{Warning::lattice_on_samples, "W103", "every sample falls on a lattice point",
                R"md(
Value and gradient noise are made on a lattice one wavelength wide. Here the grid's steps are whole cells of it, and its
first sample lies on a lattice point, so that all samples do: gradient noise is 0 at each of them, and value noise is
unrelated from one to the next.

```yaml
n: perlin                                   # wavelength 1
grid: {spacing: 2, resolution: 64, registration: point}
```
Give the noise a wavelength of many grid steps: `{type: perlin, wavelength: 64}`.
)md"},
    WarningInfo{Warning::coarse_coordinate, "W104", "x or y as a value is too coarse here",
                R"md(
As values, x and y are 32-bit floats, whose steps grow with the distance from the origin: 1/16 unit at a million, 1 at
8,388,608, 2 beyond 16,777,216. Here they are more than an eighth of the grid's spacing, so neighbouring samples get the
same x, or distances between them that vary; slopes, distances and masks made of it become stairs. Noises do not suffer:
they read the position in double precision.

```yaml
slope: "x / 1000"
grid: {origin: [40000000, 0], spacing: 1, resolution: 1024}
```
Measure from a point near the grid: under `{type: transform, source: slope, translate: [40000000, 0]}`, x is the distance
from there, taken in double precision. Or choose a grid nearer to the origin.
)md"},
    WarningInfo{Warning::narrow_range, "W201", "16-bit codes go to waste",
                R"md(
A channel of a uint16 file uses less than 30 % of its `range`: the rest of the 65536 codes never occurs, and the steps of
the height are more than three times as high as they could be, which shows as terraces on gentle slopes.

```yaml
- {file: height.png, channels: {Y: height}, range: [0, 18000]}   # height lies in 0 .. 1800
```
Write the range that the message gives, and the same one where the file is imported. `check` looks at up to 256 x 256
samples, spread over the grid, and at the guaranteed bounds; `render` at the bounds alone.
)md"},
    WarningInfo{Warning::idle_clamp, "W202", "a clamp never acts",
                R"md(
The input of a `clamp`, or of a `remap` with `clamp: true`, stays within the bounds at every position: it can be
left out, or its bounds are not those that were meant.

```yaml
mask: "clamp(remap(hills, -1, 1, 0.2, 0.8), 0, 1)"   # lies in 0.2 .. 0.8 already
```
`orograph explain` shows the bounds of what goes in. Only what is certain is told: that a clamp does not act on one grid
is no mistake.
)md"},
    WarningInfo{Warning::clamped_samples, "W203", "samples lie outside the range",
                R"md(
After a render: values of a channel lay outside the `range` of an integer file, or beyond 65504 in a half file. They were
stored as the nearest value there is: flat ground with a visible edge.

Widen the range to what `orograph explain` gives as the output's values, or bound the field itself where the edge is
meant: `clamp(height, 0, 1800)`.
)md"},
    WarningInfo{Warning::division_by_zero, "W204", "a division by zero",
                R"md(
After a render: a field was divided by one that is 0 at some samples, and is 0 there. A `smoothstep` or `remap` whose
edges are fields divides by their difference.

Keep the divisor away from 0: `a / max(b, 0.001)`, or say what is to be there: `b == 0 ? 1 : a / b`.
)md"},
    WarningInfo{Warning::unused_node, "W301", "a node is not used",
                R"md(
No output needs the node, directly or through others. Often its name is misspelt where it was meant to be used, or a
number stands there instead.

Use it, or remove it. (It is checked all the same: a mistake in it is an error.)
)md"},
    WarningInfo{Warning::unused_param, "W302", "a parameter is not used",
                R"md(
No node, no output and no other parameter names it, so setting it changes nothing.

Use it, or remove it.
)md"},
    WarningInfo{Warning::outputs_without_grid, "W303", "outputs without a grid",
                R"md(
The recipe lists files, but not where their samples lie: `render` needs both `--region` and `--resolution` then.

Add `grid: {spacing: 4, resolution: [1024, 1024]}`.
)md"},
    WarningInfo{Warning::flat_third_part, "W304", "a third part has no effect in 2D",
                R"md(
The `z` of a `domain_warp`, or the third part of a `period`, counts inside a `slice` only, which is where noise is read
in 3D. This node stands outside any.

Use the node as the `source` of a slice, or remove the third part.
)md"},
    WarningInfo{Warning::unused_in_function, "W305", "a part of a function is not used",
                R"md(
The result of a function needs neither the node, the parameter nor the input that is named: giving it another value in a
call changes nothing.

Use it, or remove it.
)md"},
};

const WarningInfo& info_of(Warning warning) {
  return *std::ranges::find(warnings, warning, &WarningInfo::warning);
}

std::string page_of(const WarningInfo& info) {
  return fmt::format("## {}: {}{}", info.code, info.title, info.text);
}

}  // namespace

std::string_view warning_code(Warning warning) {
  return info_of(warning).code;
}

std::vector<std::string_view> warning_codes() {
  std::vector<std::string_view> codes;
  for (const WarningInfo& info : warnings) codes.push_back(info.code);
  return codes;
}

std::string coded(Warning warning, std::string_view message) {
  return fmt::format("{} [{}]", message, warning_code(warning));
}

std::optional<std::string> warning_page(std::string_view code) {
  const auto found =
      std::ranges::find_if(warnings, [&](const WarningInfo& info) { return lower(info.code) == lower(code); });
  if (found == warnings.end()) return std::nullopt;
  return page_of(*found);
}

std::string warnings_document() {
  std::string text =
      "# Warnings\n"
      "A warning is no error: the render goes on. Its message ends in a code; `orograph check --explain CODE` "
      "prints\n"
      "what stands here. Nothing on this page is about taste: each is something that seldom is what was meant.\n";
  for (const WarningInfo& info : warnings) text += "\n" + page_of(info);
  return text;
}

}  // namespace orograph
