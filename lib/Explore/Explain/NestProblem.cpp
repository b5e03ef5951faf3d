//===- NestProblem.cpp - One nest chosen anew, all others held ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Explain/NestProblem.h"
#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Shared/TileLayouts.h"
#include "Explore/Shared/Tiles.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// More of a resource than any design uses, and far from overflow.
static constexpr int64_t unlimited = int64_t(1) << 40;

static bool isOnTask(const nlp::Pin &pin, const TaskSpace &task) {
  return StringRef(pin.name).starts_with(task.name + ".");
}

/// Pins on other nests cannot matter: these are held.
static bool concerns(const nlp::Pin &pin, const DesignSpace &space,
                     unsigned task) {
  for (auto [t, other] : llvm::enumerate(space.tasks))
    if (t != task && isOnTask(pin, other))
      return false;
  return true;
}

std::vector<Limit> explore::limitsOf(const DesignSpace &space, unsigned task) {
  std::vector<Limit> limits;
  for (const target::ResourceField &field : target::resourceFields)
    limits.push_back({Limit::Budget, field.name.str(),
                      space.usable.*field.amount, field.amount});
  if (space.usable.ports != target::anyPorts)
    limits.push_back(
        {Limit::Budget, "ports", space.usable.ports, &target::Amounts::ports});
  limits.push_back({Limit::Partition, "max_partition", space.maxPartition});
  for (auto [p, pin] : llvm::enumerate(space.pins))
    if (concerns(pin, space, task))
      limits.push_back({Limit::Pin, pin.text(), 0, nullptr, unsigned(p)});
  return limits;
}

int64_t explore::liftedPartition(const DesignSpace &space) {
  return 16 * std::max(space.maxPartition, space.target.device.maxPartition);
}

NestProblem::NestProblem(const DesignSpace &space, const DesignPoint &point,
                         unsigned task, const nlp::SolverOptions &options)
    : space(space), point(point), task(task), options(options) {}

//===----------------------------------------------------------------------===//
// The space of a problem
//===----------------------------------------------------------------------===//

/// The transfers stand as the pattern says, and so do the loops: those that run
/// once stand anywhere, if a slot with loops has one that runs more often.
static bool fits(const TilePattern &pattern, const TaskChoices<Int> &choices) {
  std::vector<int64_t> iterations(choices.tiles.size() + 1, 0);
  for (auto [l, slot] : llvm::enumerate(pattern.loops)) {
    int64_t t0 = choices.loops[l].t0.value();
    if (t0 != 1 && choices.slots[l].value() != int64_t(slot))
      return false;
    iterations[slot] = std::max(iterations[slot], t0);
  }
  iterations.pop_back(); // inside of all transfers
  for (auto [i, slot] : llvm::enumerate(pattern.transfers))
    if (choices.tiles[i].slot.value() != int64_t(slot))
      return false;
  return !llvm::is_contained(iterations, 1);
}

/// The number of the pattern in which the transfers of a task's tiles stand.
static std::optional<int64_t> patternOf(const DesignSpace &space,
                                        const TaskSpace &task,
                                        const TaskChoices<Int> &choices) {
  std::vector<TileSpace> tiles = tiledOf(space, task);
  for (const TilePattern &pattern : patternsOf(task, tiles))
    if (fits(pattern, choices))
      return codeOf(pattern, tiles.size());
  return std::nullopt;
}

/// The partition of an array as pins.
void NestProblem::holdArray(unsigned array, std::vector<nlp::Pin> &pins) const {
  for (auto [d, factor] : llvm::enumerate(point.choices.factors[array]))
    pins.push_back(
        {space.arrays[array].shape.name + ".partition" + std::to_string(d),
         nlp::Pin::Equal, std::to_string(factor.value())});
  if (space.arrays[array].mayPack() && point.choices.packed[array])
    pins.push_back({space.arrays[array].shape.name + ".packed", nlp::Pin::Equal,
                    std::to_string(point.choices.packed[array]->value())});
  if (space.arrays[array].offersCopies)
    pins.push_back(
        {space.arrays[array].shape.name + ".copies", nlp::Pin::Equal,
         std::to_string(point.choices.copies[array].value_or(1).value())});
  const std::optional<cost::PortChoice<Int>> &port = point.choices.ports[array];
  if (!port)
    return;
  auto pin = [&](const std::string &what, const std::string &value) {
    pins.push_back(
        {space.arrays[array].shape.name + "." + what, nlp::Pin::Equal, value});
  };
  LayoutVariables<Int> layout = layoutOf(*port);
  pin("beat", std::to_string(layout.beat.value()));
  if (space.arrays[array].isPlain())
    return;
  pin("layout", stringify(LayoutKind(layout.kind.value())).str());
  pin("ports", std::to_string(layout.ports.value()));
  if (space.arrays[array].mayBlock())
    pin("distribution",
        stringify(layout.distribution
                      ? Distribution(layout.distribution->value())
                      : Distribution::Cyclic)
            .str());
  for (auto [d, lanes] : llvm::enumerate(layout.lanes))
    pin("lanes" + std::to_string(d), std::to_string(lanes.value()));
}

/// Every choice of a task as a pin. Pins on t1 also leave out the
/// canonical form, which a hand-written point need not have.
void NestProblem::hold(unsigned other, std::vector<nlp::Pin> &pins) const {
  const TaskSpace &held = space.tasks[other];
  const TaskChoices<Int> &choices = point.choices.tasks[other];
  auto pin = [&](const Twine &name, const Twine &value) {
    pins.push_back(
        {held.name + "." + name.str(), nlp::Pin::Equal, value.str()});
  };
  int64_t t1 = 1;
  for (auto [loop, choice] : llvm::zip(held.band, choices.loops)) {
    pin(loop.name + ".t2", Twine(choice.t2.value()));
    if (!choice.pipelined.value())
      continue;
    pin("pipelined", loop.name);
    t1 = choice.t1.value();
  }
  pin("t1", Twine(t1));
  if (choosesRegister(space, held, choices))
    pin("accumulator", choices.accumulator == cost::Accumulator::Register
                           ? "register"
                           : "direct");
  if (choices.pairs)
    pin("pairs", choices.pairs->value() == 0
                     ? "none"
                     : held.band[choices.pairs->value() - 1].name);
  if (choices.tiles.empty())
    return;
  if (std::optional<int64_t> pattern = patternOf(space, held, choices))
    pin("tiles", Twine(*pattern));
  for (const TileChoices<Int> &tile : choices.tiles) {
    const ArraySpace &array = space.arrays[tile.tile.array];
    if (isShared(space, tile.tile.array))
      pin(array.shape.name + ".beat", Twine(tile.beat.value()));
    if (offersTileLayout(array))
      pin(array.shape.name + ".layout",
          stringify(tile.packed && tile.packed->value() == 1
                        ? LayoutKind::Packed
                        : LayoutKind::Natural));
  }
}

DesignSpace NestProblem::spaceWithout(ArrayRef<Limit> lifted) const {
  DesignSpace part = space;
  part.pins.clear();
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    if (t != task)
      hold(t, part.pins);
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (!llvm::any_of(space.tasks[task].uses, [&](const cost::ArrayUse &use) {
          return use.array == a;
        }))
      holdArray(a, part.pins);
  std::vector<bool> dropped(space.pins.size(), false);
  for (const Limit &limit : lifted) {
    if (limit.kind == Limit::Budget)
      part.usable.*limit.amount = limit.raised.value_or(unlimited);
    else if (limit.kind == Limit::Partition)
      part.maxPartition = limit.raised.value_or(liftedPartition(space));
    else
      dropped[limit.pin] = true;
  }
  for (auto [p, pin] : llvm::enumerate(space.pins))
    if (!dropped[p] && concerns(pin, space, task))
      part.pins.push_back(pin);
  for (ArraySpace &array : part.arrays)
    for (auto [factors, extent] :
         llvm::zip(array.factors, array.shape.extents)) {
      factors.resize(std::min(extent, part.maxPartition));
      std::iota(factors.begin(), factors.end(), 1);
    }
  // Multiples of what held nests unroll: the others fit no design.
  for (auto [t, other] : llvm::enumerate(space.tasks))
    for (const Link &link : other.links) {
      int64_t unroll = point.choices.tasks[t].loops[link.loop].t2.value();
      if (t != task && part.arrays[link.array].hasSharedBuffer())
        llvm::erase_if(part.arrays[link.array].factors[link.dimension],
                       [&](int64_t factor) { return factor % unroll != 0; });
    }
  return part;
}

//===----------------------------------------------------------------------===//
// Solving
//===----------------------------------------------------------------------===//

/// What a design takes of a limit, as an expression of the model.
static nlp::Expr amountOf(nlp::Model &model, const ModelVariables &variables,
                          const Limit &limit) {
  nlp::Expr amount = model.constant(0);
  if (limit.kind == Limit::Partition)
    for (nlp::Expr banks : variables.banks)
      amount = max(amount, banks);
  if (limit.kind == Limit::Budget)
    for (auto [field, used] :
         llvm::zip_equal(target::amountFields, variables.amounts))
      if (field.amount == limit.amount)
        amount = max(amount, used);
  return amount;
}

FailureOr<NestAnswer> NestProblem::solve(ArrayRef<Limit> lifted,
                                         std::optional<int64_t> cycles) const {
  DesignSpace part = spaceWithout(lifted);
  nlp::Model model;
  ModelVariables variables = lowerToModel(part, model);
  if (failed(applyPins(part, model, variables)))
    return failure();
  std::vector<nlp::Expr> objective, amounts;
  for (nlp::NodeId id : model.objective())
    objective.emplace_back(&model, id);
  nlp::Expr latency = objective.front();
  for (const Limit &limit : lifted)
    amounts.push_back(amountOf(model, variables, limit));
  if (!amounts.empty())
    objective.insert(objective.begin() + (cycles ? 0 : 1), amounts.front());
  if (cycles)
    model.addConstraint("cycles", le(latency, *cycles));
  model.setObjective(objective);
  nlp::Solution solution = nlp::solve(model, options);
  NestAnswer answer;
  answer.status = solution.status;
  answer.bound = solution.bound;
  if (solution.point.empty())
    return answer;
  answer.cycles = model.evaluate(latency.node(), solution.point).value();
  for (nlp::Expr amount : amounts)
    answer.amounts.push_back(
        model.evaluate(amount.node(), solution.point).value());
  answer.choices = choicesOf(part, variables, solution.point);
  return answer;
}

FailureOr<bool> NestProblem::coversPoint() const {
  nlp::Model open;
  if (failed(buildModel(space, open))) // says what is wrong with pins
    return failure();
  DesignSpace held = space;
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    hold(t, held.pins);
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    holdArray(a, held.pins);
  nlp::Model model;
  ModelVariables variables = lowerToModel(held, model);
  if (llvm::Error error = nlp::applyPins(model, held.pins, variables.targets)) {
    llvm::consumeError(std::move(error)); // the point is not what they say
    return false;
  }
  nlp::Solution solution = nlp::solve(model, options);
  return solution.status == nlp::Status::Optimal &&
         solution.objective.front() == point.cost.latency.value();
}

FailureOr<NestAnswer> NestProblem::fastest(ArrayRef<Limit> lifted) const {
  return solve(lifted, std::nullopt);
}

/// What the solver leaves open, it may prove with the cycles as its objective.
FailureOr<NestAnswer> NestProblem::cheapest(const Limit &lifted,
                                            int64_t cycles) const {
  FailureOr<NestAnswer> best = solve(lifted, cycles);
  while (succeeded(best) && best->status == nlp::Status::Feasible) {
    Limit less = lifted;
    less.raised = best->amounts.front() - 1;
    FailureOr<NestAnswer> next = fastest(less);
    if (failed(next))
      return failure();
    if (next->hasPoint() && next->cycles <= cycles) {
      next->status = nlp::Status::Feasible;
      best = std::move(next);
      continue;
    }
    if (next->status == nlp::Status::Optimal ||
        next->status == nlp::Status::Infeasible)
      best->status = nlp::Status::Optimal;
    break;
  }
  if (failed(best) || !best->hasPoint())
    return best;
  // So much saves the most as well: what ties left open.
  Limit least = lifted;
  least.raised = best->amounts.front();
  FailureOr<NestAnswer> most = fastest(least);
  if (succeeded(most) && most->hasPoint() && most->cycles <= best->cycles) {
    most->status = best->status;
    return most;
  }
  return best;
}
