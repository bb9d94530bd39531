// SPDX-License-Identifier: MIT
// Program: the recipe as straight-line code in single assignment form. Every instruction makes one float field;
// operands come before their uses. Equal instructions exist once (the Builder shares them).
//
// Semantics
// - Values are float32. Elementwise instructions mean what ops.def says: IEEE 754, round to nearest, no fusing, no
//   reassociation. Subnormals are kept. NaN and infinity may pass through, but never reach an output: the
//   renderer refuses them.
// - A position is (X, Y) in double precision. A component of it at a place is an Axis: an exact affine part, taken
//   in double precision, and a float displacement (of domain warps and slices).
// - An Axis becomes a lattice cell (int32, wrapping) and a fraction (float) in this way, and in no other:
//     column part  A = column * X + offset     when column != 0
//     row part     B = row * Y (+ offset when column == 0)     when row != 0
//     uniform part offset                      when both are 0
//   Each part is split: cell = floor(A), fraction = float(A - floor(A)). A lone part without displacement is the
//   result. Otherwise t = sum of the fractions (column's first) + displacement * displacement_scale, k = floor(t),
//   cell = sum of the cells + k, fraction = t - k; |t| >= 2^28 gives NaN. So no value depends on where evaluation
//   starts, and a sample far away is as smooth as one near the origin.
// - Evaluation order never matters: instructions have no side effects.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/op.hpp"

namespace orograph {

// An instruction's result: its index in Program::instructions.
struct Value {
  std::uint32_t id = std::numeric_limits<std::uint32_t>::max();

  bool valid() const { return id != std::numeric_limits<std::uint32_t>::max(); }
  friend bool operator==(const Value&, const Value&) = default;
};

// Positions, and what an axis makes of them, stay far from the ends of double precision: X and Y lie within
// +-max_position, factors within +-max_axis_factor, offsets within +-max_axis_offset. So no cell or fraction of the
// affine part is ever infinite or NaN.
inline constexpr double max_position = 1e100;
inline constexpr double max_axis_factor = 1e100;
inline constexpr double max_axis_offset = 1e200;

// A component of a position: column * X + row * Y + offset + displacement_scale * displacement. The displacement
// itself is an operand of the instruction that uses the axis.
struct AffineAxis {
  double column = 0;
  double row = 0;
  double offset = 0;
  float displacement_scale = 1;  // 1 when there is no displacement

  friend bool operator==(const AffineAxis&, const AffineAxis&) = default;
};

// Whether the axis keeps to those limits.
bool axis_in_reach(const AffineAxis& axis);

// The longest period of a lattice, in cells.
inline constexpr std::int32_t max_lattice_period = 1 << 24;

enum class NoiseKind : std::uint8_t {
  value_2d,
  value_3d,
  perlin_diamond_2d,
  perlin_circle_2d,
  perlin_octahedron_3d,
  perlin_improved_3d,
  simplex_diamond_2d,  // gradients as perlin_diamond_2d
  simplex_unit_2d,     // the same, normalised
  simplex_circle_2d,
  simplex_gustavson_2d,
  simplex_octahedron_3d,
  simplex_unit_3d,
  simplex_gustavson_3d,
};
inline constexpr int noise_kind_count = 13;
std::string_view noise_kind_name(NoiseKind kind);
int noise_dimensions(NoiseKind kind);   // 2 or 3
bool noise_is_simplex(NoiseKind kind);  // its axes are skewed
// No value of this noise is further from 0: the largest value of the formula over all gradients and places, plus
// what rounding can add.
float noise_bound(NoiseKind kind);

// How an octave is bent before it is weighted.
enum class NoiseShape : std::uint8_t {
  plain,   // n
  abs,     // |n|
  ridged,  // 1 - 2 |n|
  billow,  // 2 |n| - 1
};
std::string_view noise_shape_name(NoiseShape shape);

struct NoiseOctave {
  std::array<AffineAxis, 3> axes;        // in lattice cells; skewed for simplex
  std::array<std::int32_t, 3> period{};  // in cells; 0: none
  std::uint32_t seed = 0;                // of the lattice hash
  float weight = 1;

  friend bool operator==(const NoiseOctave&, const NoiseOctave&) = default;
};

// weight_0 * shape(noise(octave_0)) + weight_1 * shape(noise(octave_1)) + ..., added in this order.
struct NoiseSum {
  NoiseKind kind = NoiseKind::value_2d;
  NoiseShape shape = NoiseShape::plain;
  std::uint16_t directions = 256;  // of circle gradients
  std::vector<NoiseOctave> octaves;

  friend bool operator==(const NoiseSum&, const NoiseSum&) = default;
};

struct Instruction {
  Op op = Op::constant;
  std::array<Value, 3> operands;  // elementwise: arity of them; coordinate, noise: displacements by axis, or invalid
  float constant = 0;             // of Op::constant
  std::uint32_t payload = 0;      // of Op::coordinate: index of axes; of Op::noise: index of noises
  std::uint32_t node = 0;         // the graph node it was first made for (for people)
};

struct ProgramOutput {
  std::string name;  // "file.exr:channel", or a node's name
  Value value;
  std::uint32_t node = 0;
};

// A denominator to be watched for zeros. Watched whether or not a mix shows the quotient, so that the count does not
// depend on how the picture is cut into blocks.
struct DivisionCheck {
  Value denominator;
  Value quotient;
  std::uint32_t node = 0;  // the dividing node
};

// How fine the waves are of an octave of a fractal, or of a noise outside of any: noted before equal instructions
// are shared and octaves fused, which lose whose they were.
struct WaveUse {
  std::uint32_t node = 0;  // the fractal, or the noise
  std::uint32_t octave = 0;
  double column = 0;  // waves a unit of length along the grid's columns, and along its rows
  double row = 0;
};

struct Program {
  std::vector<Instruction> instructions;
  std::vector<AffineAxis> axes;
  std::vector<NoiseSum> noises;
  std::vector<ProgramOutput> outputs;
  std::vector<DivisionCheck> division_checks;
  std::vector<WaveUse> wave_uses;  // as lowered; passes hand them on

  const Instruction& operator[](Value v) const { return instructions[v.id]; }
  const AffineAxis& axis(const Instruction& i) const { return axes[i.payload]; }
  const NoiseSum& noise(const Instruction& i) const { return noises[i.payload]; }
};

// What an instruction varies with: a set of the grid's directions. `uniform` ones run once, `column` ones (x alone)
// once a tile column, `row` ones once a row, `point` ones once a sample.
enum class Rate : std::uint8_t { uniform = 0, column = 1, row = 2, point = 3 };
std::string_view rate_name(Rate rate);
std::vector<Rate> rates(const Program& program);

// Which operands an instruction has, in order, without the invalid ones.
template <class Visit>
void for_each_operand(const Instruction& instruction, Visit&& visit) {
  for (const Value v : instruction.operands)
    if (v.valid()) visit(v);
}

// One line an instruction: `%7 = add %3, %5`.
std::string print(const Program& program);
std::string print_instruction(const Program& program, Value value);

// Every broken rule of the form, as text: empty when the program is sound.
std::vector<std::string> verify(const Program& program);

}  // namespace orograph
