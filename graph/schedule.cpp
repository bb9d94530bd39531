// SPDX-License-Identifier: MIT
#include "graph/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "graph/reference.hpp"

namespace orograph {
namespace {

// Operations that show operand 0 alone where operand 2 is 0, and operand 1 alone where it is 1.
bool is_blend(Op op) {
  return op == Op::mix || op == Op::select;
}

// An arm of a mix or select is worth a guard when running it costs clearly more than looking at the factor.
constexpr int min_guarded_cost = 12;
constexpr int max_guard_depth = 64;

// Which instructions only one arm of one mix or select needs. Regions form a tree: an arm's instructions may hold
// mixes of their own.
class Regions {
 public:
  struct Region {
    std::uint32_t parent = 0;
    Value mix;
    std::size_t arm = 0;  // operand 0 or 1 of the mix
    int depth = 0;
    int cost = 0;
    std::vector<Value> members;
  };

  Regions(const Program& program, const std::vector<Rate>& rate) : program_(program), rate_(rate) {
    regions_.push_back({});
    owner_.assign(program.instructions.size(), unset);
    for (const ProgramOutput& o : program.outputs) owner_[o.value.id] = 0;
    for (const DivisionCheck& c : program.division_checks) owner_[c.denominator.id] = 0;
    // Users come after their operands, so going backwards every use is known before the value it uses.
    for (std::size_t id = owner_.size(); id-- > 0;) {
      if (owner_[id] == unset) owner_[id] = 0;
      if (rate_[id] != Rate::point) owner_[id] = 0;
      note_uses(Value{static_cast<std::uint32_t>(id)});
    }
    for (std::uint32_t id = 0; id < owner_.size(); ++id)
      if (rate_[id] == Rate::point) regions_[owner_[id]].cost += cost_of(program, program.instructions[id]);
    dissolve_cheap();
    for (std::uint32_t id = 0; id < owner_.size(); ++id)
      if (rate_[id] == Rate::point) regions_[owner_[id]].members.push_back(Value{id});
  }

  const Region& operator[](std::uint32_t region) const { return regions_[region]; }
  // The region of a mix's arm, or 0.
  std::uint32_t arm_of(Value mix, std::size_t arm) const {
    const auto found = arms_.find({mix.id, arm});
    return found == arms_.end() ? 0 : found->second;
  }

 private:
  static constexpr std::uint32_t unset = ~std::uint32_t{0};

  void note_uses(Value user) {
    const Instruction& i = program_[user];
    for (std::size_t k = 0; k < 3; ++k) {
      const Value v = i.operands[k];
      if (!v.valid()) continue;
      std::uint32_t region = owner_[user.id];
      if (is_blend(i.op) && k < 2 && rate_[user.id] == Rate::point && regions_[region].depth < max_guard_depth &&
          rate_[v.id] == Rate::point)
        region = open_arm(region, user, k);
      owner_[v.id] = owner_[v.id] == unset ? region : common(owner_[v.id], region);
    }
  }

  std::uint32_t open_arm(std::uint32_t parent, Value mix, std::size_t arm) {
    const auto id = static_cast<std::uint32_t>(regions_.size());
    regions_.push_back({parent, mix, arm, regions_[parent].depth + 1, 0, {}});
    arms_[{mix.id, arm}] = id;
    return id;
  }

  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      if (regions_[a].depth >= regions_[b].depth)
        a = regions_[a].parent;
      else
        b = regions_[b].parent;
    }
    return a;
  }

  // Gives the members of cheap regions to their parents; parents have lower numbers.
  void dissolve_cheap() {
    std::vector<std::uint32_t> target(regions_.size());
    for (std::size_t r = regions_.size(); r-- > 1;) {
      // A region's own cost counts with all that stands inside it.
      total_cost_.resize(regions_.size());
      total_cost_[r] += regions_[r].cost;
      total_cost_[regions_[r].parent] += total_cost_[r];
    }
    for (std::uint32_t r = 1; r < regions_.size(); ++r) {
      const bool cheap = total_cost_[r] < min_guarded_cost;
      target[r] = cheap ? target[regions_[r].parent] : r;
      if (cheap) arms_.erase({regions_[r].mix.id, regions_[r].arm});
    }
    for (std::uint32_t r = 1; r < regions_.size(); ++r) regions_[r].parent = target[regions_[r].parent];
    for (std::uint32_t& owner : owner_) owner = target[owner];
  }

  const Program& program_;
  const std::vector<Rate>& rate_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> owner_;
  std::vector<int> total_cost_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> arms_;
};

// The point instructions in order, arms behind their guards.
class StepWriter {
 public:
  StepWriter(const Program& program, const Regions& regions) : program_(program), regions_(regions) {}

  std::vector<Step> write() {
    region(0);
    return std::move(steps_);
  }

 private:
  void region(std::uint32_t r) {
    for (const Value v : regions_[r].members) {
      if (is_blend(program_[v].op)) {
        const Value t = program_[v].operands[2];
        guarded(regions_.arm_of(v, 0), t, 1.0f);
        guarded(regions_.arm_of(v, 1), t, 0.0f);
      }
      steps_.push_back({Step::Kind::compute, v, 0, 0});
    }
  }

  void guarded(std::uint32_t arm, Value t, float hidden_at) {
    if (arm == 0) return;
    const std::size_t guard = steps_.size();
    steps_.push_back({Step::Kind::guard, t, hidden_at, 0});
    region(arm);
    steps_[guard].count = static_cast<std::uint32_t>(steps_.size() - guard - 1);
  }

  const Program& program_;
  const Regions& regions_;
  std::vector<Step> steps_;
};

// Gives every point value a register from its step to its last use. A value used by a later step outside of a
// skipped region is never one made inside it, so what a skipped step leaves undefined is not looked at.
void allocate_registers(Schedule& s) {
  std::vector<std::size_t> last_use(s.program.instructions.size(), 0);
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    const Step& step = s.steps[k];
    last_use[step.value.id] = std::max(last_use[step.value.id], k);
    if (step.kind == Step::Kind::compute)
      for_each_operand(s.program[step.value], [&](Value v) { last_use[v.id] = std::max(last_use[v.id], k); });
  }
  for (const ProgramOutput& o : s.program.outputs) last_use[o.value.id] = s.steps.size();
  for (const DivisionCheck& c : s.program.division_checks) last_use[c.denominator.id] = s.steps.size();

  std::vector<std::vector<std::uint32_t>> dying(s.steps.size() + 1);
  std::vector<std::uint32_t> free;
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    if (s.steps[k].kind == Step::Kind::compute) {
      const std::uint32_t id = s.steps[k].value.id;
      if (free.empty()) free.push_back(s.registers++);
      s.slot[id] = free.back();
      free.pop_back();
      dying[last_use[id]].push_back(s.slot[id]);
    }
    // After the step: an operand's register is not reused for the result, kernels may run in any lane order.
    free.insert(free.end(), dying[k].begin(), dying[k].end());
  }
}

class PartTable {
 public:
  std::uint32_t add(std::vector<PartSpec>& parts, const PartSpec& part) {
    const auto key =
        std::tuple(std::bit_cast<std::uint64_t>(part.factor), std::bit_cast<std::uint64_t>(part.offset), part.period);
    const auto [found, is_new] = known_.emplace(key, static_cast<std::uint32_t>(parts.size()));
    if (is_new) parts.push_back(part);
    return found->second;
  }

 private:
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::int32_t>, std::uint32_t> known_;
};

void plan_noises(Schedule& s) {
  PartTable columns, rows;
  s.noise_plans.resize(s.program.noises.size());
  for (std::uint32_t id = 0; id < s.program.instructions.size(); ++id) {
    const Instruction& i = s.program.instructions[id];
    if (i.op != Op::noise) continue;
    const NoiseSum& sum = s.program.noise(i);
    NoisePlan& plan = s.noise_plans[i.payload];
    const bool on_grid = s.positions == Positions::grid && s.rate[id] == Rate::point;
    // Lattice rows serve a noise on the grid itself: x from the column alone, y and z not from the column.
    bool lattice = on_grid && !noise_is_simplex(sum.kind);
    // Lattice points serve whatever has the same z everywhere.
    const bool is_3d = noise_dimensions(sum.kind) == 3;
    plan.shares_points = on_grid && !(is_3d && (noise_is_simplex(sum.kind) || i.operands[2].valid()));
    for (const Value v : i.operands) lattice &= !v.valid();
    for (const NoiseOctave& o : sum.octaves) {
      std::array<AxisPlan, 3>& axes = plan.octaves.emplace_back();
      for (std::size_t d = 0; d < 3; ++d) {
        const AffineAxis& a = o.axes[d];
        if (a.column != 0) axes[d].column_part = columns.add(s.column_parts, {a.column, a.offset, o.period[d]});
        if (a.row != 0)
          axes[d].row_part = rows.add(s.row_parts, {a.row, a.column != 0 ? 0.0 : a.offset, o.period[d]});
      }
      plan.shares_points &= !is_3d || (o.axes[2].column == 0 && o.axes[2].row == 0);
      lattice &= o.axes[0].column != 0 && o.axes[0].row == 0 && o.axes[1].column == 0 && o.axes[2].column == 0;
    }
    if (lattice) {
      plan.shares_points = false;
      plan.on_lattice_rows = true;
      s.lattice_count += static_cast<std::uint32_t>(sum.octaves.size());
    }
  }
}

}  // namespace

int cost_of(const Program& program, const Instruction& i) {
  if (i.op == Op::noise) return 12 * static_cast<int>(program.noise(i).octaves.size());
  switch (i.op) {
    case Op::power:
      return 24;
    case Op::sin:
    case Op::cos:
    case Op::atan2:
      return 12;
    case Op::exp:
    case Op::exp2:
    case Op::log:
    case Op::log2:
      return 8;
    default:
      return 1;
  }
}

Schedule make_schedule(Program program, Positions positions) {
  Schedule s;
  s.program = std::move(program);
  std::ranges::sort(s.program.division_checks, {},
                    [](const DivisionCheck& c) { return std::tuple(c.node, c.denominator.id, c.quotient.id); });
  s.positions = positions;
  s.rate = rates(s.program);
  if (positions == Positions::scattered)
    for (Rate& r : s.rate) r = r == Rate::uniform ? Rate::uniform : Rate::point;
  s.slot.assign(s.program.instructions.size(), 0);
  for (std::uint32_t id = 0; id < s.program.instructions.size(); ++id) {
    if (s.rate[id] == Rate::point) continue;
    std::vector<Value>& list = s.rate[id] == Rate::uniform  ? s.uniform
                               : s.rate[id] == Rate::column ? s.column
                                                            : s.row;
    s.slot[id] = static_cast<std::uint32_t>(list.size());
    list.push_back(Value{id});
  }
  s.steps = StepWriter(s.program, Regions(s.program, s.rate)).write();
  allocate_registers(s);
  plan_noises(s);
  restrict_to(s, {});
  return s;
}

void restrict_to(Schedule& s, const Domain& domain) {
  s.bounds = bounds(s.program, domain);
  std::erase_if(s.program.division_checks,
                [&](const DivisionCheck& c) { return !s.bounds[c.denominator.id].contains(0); });
}

std::string print(const Schedule& s) {
  std::string text = fmt::format(
      "{} uniform, {} column, {} row and {} point instructions; {} registers; {} column and {} row tables; {} "
      "octaves "
      "on lattice rows\n",
      s.uniform.size(), s.column.size(), s.row.size(),
      std::count_if(s.steps.begin(), s.steps.end(), [](const Step& t) { return t.kind == Step::Kind::compute; }),
      s.registers, s.column_parts.size(), s.row_parts.size(), s.lattice_count);
  const auto list = [&](std::string_view title, const std::vector<Value>& values) {
    if (values.empty()) return;
    text += fmt::format("{}:\n", title);
    for (const Value v : values) text += fmt::format("  {}\n", print_instruction(s.program, v));
  };
  list("once", s.uniform);
  list("once a column", s.column);
  list("once a row", s.row);
  text += "once a sample:\n";
  std::vector<std::size_t> ends;
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    while (!ends.empty() && ends.back() == k) ends.pop_back();
    const Step& step = s.steps[k];
    const std::string indent(2 + 2 * ends.size(), ' ');
    if (step.kind == Step::Kind::guard) {
      text += fmt::format("{}where %{} is not {}:\n", indent, step.value.id, step.constant);
      ends.push_back(k + 1 + step.count);
    } else {
      text += fmt::format("{}r{}: {}   [{}]\n", indent, s.slot[step.value.id],
                          print_instruction(s.program, step.value), print(s.bounds[step.value.id]));
    }
  }
  for (const ProgramOutput& o : s.program.outputs)
    text += fmt::format("  output {} = %{}   [{}]\n", o.name, o.value.id, print(s.bounds[o.value.id]));
  return text;
}

}  // namespace orograph
