// SPDX-License-Identifier: MIT
// Schedule: when each instruction of a Program runs, and where its value is kept. Uniform, column and row
// instructions run outside of the sample loop; point instructions become steps over rows or strips of a tile, kept in
// a small file of registers (one row or strip each). Arms of a mix or select that nothing else needs stand behind a
// guard, so that they run only for the samples of a row that may show them.
//
// The order of steps and the hoisting change when work is done, never what is computed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "graph/bounds.hpp"
#include "graph/ir.hpp"

namespace orograph {

// An affine part of a coordinate along one direction of the grid, split into lattice cell and fraction:
// factor * position + offset. Octaves and nodes with equal parts share one table.
struct PartSpec {
  double factor = 1;
  double offset = 0;
  std::int32_t period = 0;

  friend bool operator==(const PartSpec&, const PartSpec&) = default;
};

inline constexpr std::uint32_t no_part = ~std::uint32_t{0};

// Where an octave's axis takes its parts from; from its offset alone when both are absent.
struct AxisPlan {
  std::uint32_t column_part = no_part;  // index into Schedule::column_parts
  std::uint32_t row_part = no_part;     // index into Schedule::row_parts
};

struct NoisePlan {
  std::vector<std::array<AxisPlan, 3>> octaves;
  bool on_lattice_rows = false;  // whether x comes from the column alone, and y and z do not
  bool shares_points = false;    // whether the samples of a tile can share lattice points otherwise
};

struct Step {
  enum class Kind : std::uint8_t {
    compute,  // run instruction `value`
    guard,  // the next `count` steps run from the first to the last block of samples where `value` is not `constant`
  };
  Kind kind = Kind::compute;
  Value value;
  float constant = 0;
  std::uint32_t count = 0;
};

enum class Positions {
  grid,      // the product of a list of x and a list of y
  scattered  // any list of (x, y): no instruction is hoisted further than `uniform`
};

struct Schedule {
  Program program;
  Positions positions = Positions::grid;
  std::vector<Rate> rate;                   // per instruction; only uniform and point when scattered
  std::vector<Interval> bounds;             // per instruction
  std::vector<std::uint32_t> slot;          // per instruction: its place among the values of its rate
  std::vector<Value> uniform, column, row;  // in order; the slot is the index
  std::vector<Step> steps;                  // of the point instructions
  std::uint32_t registers = 0;              // rows or strips of samples the steps need
  std::vector<PartSpec> column_parts, row_parts;
  std::vector<NoisePlan> noise_plans;  // per Program::noises
  std::uint32_t lattice_count = 0;     // octaves that can use lattice rows
};

// What an instruction costs a sample where it is not hoisted, in elementwise instructions.
int cost_of(const Program& program, const Instruction& instruction);

Schedule make_schedule(Program program, Positions positions = Positions::grid);

// Narrows the bounds to the positions the schedule will be asked for, and drops what they show to be needless.
void restrict_to(Schedule& schedule, const Domain& domain);

std::string print(const Schedule& schedule);

}  // namespace orograph
