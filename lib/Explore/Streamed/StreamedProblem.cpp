//===- StreamedProblem.cpp - The nonlinear program of a network -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedProblem.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedBeats.h"
#include "Explore/Streamed/StreamedDesignPoint.h"
#include "Explore/Streamed/StreamedInTurn.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;
using nlp::Expr;

int64_t StreamedProblem::longest(unsigned extent) const {
  return *llvm::max_element(program.extents[extent].choices);
}

/// Of all lengths that the extent may have, ascending.
std::vector<int64_t> StreamedProblem::divisorsOf(unsigned extent) const {
  std::set<int64_t> all;
  for (int64_t length : program.extents[extent].choices)
    for (int64_t divisor : divisors(length))
      all.insert(divisor);
  return {all.begin(), all.end()};
}

void StreamedProblem::addExtents() {
  for (const StreamedExtent &extent : program.extents) {
    if (extent.choices.size() == 1) {
      point.extents.push_back(model.constant(extent.choices.front()));
      continue;
    }
    const std::string &name = extent.names.front();
    point.extents.push_back(
        model.addVariable(model.addBlock(name), name, extent.choices));
  }
}

/// Rows are cut into tokens of so many elements at most.
int64_t StreamedProblem::mostLanes(const StreamedNestInfo &nest,
                                   unsigned loop) const {
  return std::min(longest(nest.loops[loop].extent),
                  program.mostInToken(nest, loop));
}

/// Rows of an array go along the loop.
static bool isRow(const StreamedNestInfo &nest, unsigned loop) {
  return llvm::any_of(nest.accesses(), [&](const StreamedAccess &access) {
    return access.dims.back() == loop;
  });
}

/// As the shared template has them; a token goes to, or comes from, banks of
/// its own in one cycle.
void StreamedProblem::addTasks(unsigned number) {
  const StreamedNestInfo &nest = program.nests[number];
  LoweredTasks lowered = lowerTasks(nest.task->space, model);
  point.tasks[number] = {lowered.cost.latency, lowered.cost.resources};
  for (auto [array, factors] : llvm::enumerate(lowered.choices.factors)) {
    Expr lanes =
        lanesAt<Expr>(nest, array, point.nests[number], model.constant(1));
    const cost::ArrayShape &shape = nest.task->space.arrays[array].shape;
    if (!factors.empty())
      model.addConstraint("tokens of " + shape.name,
                          eq(mod(factors.back(), lanes), 0));
    if (nest.task->isTiled() && nest.task->moves[array])
      model.addConstraint(
          "tokens of a tile of " + shape.name,
          eq(mod(model.constant(shape.extents.back()), lanes), 0));
  }
  tasks[number] = std::move(lowered.variables);
}

void StreamedProblem::addNest(unsigned number) {
  const StreamedNestInfo &nest = program.nests[number];
  StreamedChoice<Expr> &choice = point.nests[number];
  nlp::BlockId block = model.addBlock(nest.name);
  auto slr = [&] {
    for (unsigned other = 0; nest.worker && other < number; ++other)
      if (program.nests[other].worker == nest.worker)
        return point.nests[other].slr;
    return nest.slrs.size() == 1
               ? model.constant(nest.slrs.front())
               : model.addVariable(block, slrName(nest), nest.slrs);
  };
  if (nest.firstWorker && *nest.firstWorker < number) {
    choice = point.nests[*nest.firstWorker];
    choice.slr = slr();
    return;
  }
  // Nests in turn have the operators of the first one.
  bool isShared = program.inTurn && number > 0;
  const StreamedChoice<Expr> &first = point.nests.front();
  std::vector<int64_t> orders(nest.orders.size());
  for (size_t order = 0; order < orders.size(); ++order)
    orders[order] = order;
  choice.order = isShared
                     ? first.order
                     : model.addVariable(block, nest.name + ".order", orders);
  choice.slr = slr();
  std::vector<int64_t> adders(nest.adders.size());
  std::iota(adders.begin(), adders.end(), 0);
  choice.adders = adders.size() == 1 ? model.constant(0)
                  : isShared
                      ? first.adders
                      : model.addVariable(block, addersName(nest), adders);
  for (auto [index, loop] : llvm::enumerate(nest.loops)) {
    std::string name = nest.name + "." + loop.name + ".t";
    std::vector<int64_t> all = divisorsOf(loop.extent), lanes;
    int64_t most = mostLanes(nest, index);
    llvm::copy_if(all, std::back_inserter(lanes),
                  [&](int64_t count) { return count <= most; });
    bool mayStep = nest.reduces() && !loop.reduces,
         mayUnroll = nest.task ? isRow(nest, index)
                               : nest.reduces() || nest.result.has(index);
    Expr steps =
        mayStep ? model.addVariable(block, name + "1", all) : model.constant(1);
    Expr unroll = !program.lanes.empty() ? model.constant(program.lanes[index])
                  : isShared             ? first.lanes[index]
                  : mayUnroll ? model.addVariable(block, name + "2", lanes)
                              : model.constant(1);
    Expr tiles = model.addDependent(block, name + "0", all);
    model.addConstraint(name,
                        eq(tiles * steps * unroll, point.extents[loop.extent]));
    choice.tiles.push_back(tiles);
    choice.steps.push_back(steps);
    choice.lanes.push_back(unroll);
  }
  // Copies of a loop that sums come before further tiles of the sums inside.
  for (unsigned outer = 0; outer < nest.loops.size(); ++outer)
    for (unsigned inner = outer + 1; inner < nest.loops.size(); ++inner)
      if (nest.loops[outer].reduces && nest.loops[inner].reduces)
        model.addConstraint(
            "order of " + nest.name,
            max(le(choice.lanes[outer], 1), eq(choice.tiles[inner], 1)));
}

/// All nests of a network cut the rows of an array alike. A token lies along a
/// row, so that FIFOs for other dimensions need lanes in it.
void StreamedProblem::alignLanes() {
  std::map<unsigned, Expr> known;
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    for (const StreamedAccess &access : nest.accesses()) {
      const std::string &array = program.arrays[access.array].name;
      Expr lanes = point.nests[number].lanes[access.dims.back()];
      auto [first, isNew] = known.try_emplace(access.array, lanes);
      if (!isNew && !program.inTurn)
        model.addConstraint("lanes of " + array, eq(first->second, lanes));
      Expr fifos = model.constant(1);
      for (unsigned loop : ArrayRef(access.dims).drop_back())
        fifos = fifos * point.nests[number].lanes[loop];
      model.addConstraint("tokens of " + array,
                          max(le(fifos, 1), le(2, lanes)));
    }
  }
}

/// By array, the first one that has as many ports: nests in turn use those of
/// the first nest, operand by operand, and workers those of the first worker.
static std::vector<unsigned> samePorts(const StreamedProgram &program) {
  llvm::EquivalenceClasses<unsigned> same;
  std::vector<unsigned> first(program.arrays.size());
  for (unsigned array = 0; array < first.size(); ++array)
    same.insert(array);
  for (const StreamedNestInfo &nest : program.nests) {
    if (!program.inTurn && !nest.firstWorker)
      continue;
    const StreamedNestInfo &shared =
        program.nests[program.inTurn ? 0 : *nest.firstWorker];
    same.unionSets(shared.result.array, nest.result.array);
    for (auto [own, other] : llvm::zip_equal(shared.operands, nest.operands))
      same.unionSets(own.array, other.array);
  }
  for (unsigned array = 0; array < first.size(); ++array)
    first[array] = *std::min_element(same.findLeader(array), same.member_end());
  return first;
}

/// Not so is an array whose parts nests access.
static bool isAccessed(const StreamedProgram &program, unsigned array) {
  return llvm::any_of(program.nests, [&](const StreamedNestInfo &nest) {
    return llvm::any_of(nest.accesses(), [&](const StreamedAccess &access) {
      return access.array == array;
    });
  });
}

/// Ports of an array take its rows in turn: a box has rows of all of them.
void StreamedProblem::addPorts(int64_t maxPorts) {
  std::vector<unsigned> shared = samePorts(program);
  for (auto [number, array] : llvm::enumerate(program.arrays)) {
    std::vector<int64_t> counts = {1};
    if (array.isOffChip && array.shape.size() > 1 &&
        isAccessed(program, number))
      counts = divisorsOf(array.extents.front());
    llvm::erase_if(counts, [&](int64_t count) { return count > maxPorts; });
    Expr ports = model.constant(1);
    if (counts.size() > 1) {
      std::string name = array.name + ".ports";
      ports = shared[number] < number
                  ? point.ports[shared[number]]
                  : model.addVariable(model.addBlock(array.name), name, counts);
      auto use = [&, own = number](size_t nest, const StreamedAccess &access) {
        if (access.array != own)
          return;
        Expr rows = point.nests[nest].lanes[access.dims.front()];
        model.addConstraint("rows of " + name, eq(gcd(rows, ports), ports));
      };
      for (auto [nest, info] : llvm::enumerate(program.nests)) {
        for (const StreamedAccess &operand : info.operands)
          if (operand.producer < 0)
            use(nest, operand);
        for (const StreamedResult &result : info.results())
          if (result.isLast || (result.needsOld && result.producer < 0))
            use(nest, result);
      }
    }
    point.ports.push_back(ports);
  }
}

/// Ports are as wide as the tokens of an access, which follows from the lanes
/// of the nest, or narrower where that is a choice of the array or of all
/// arrays.
void StreamedProblem::addBeat(unsigned array, const Expr &lanes,
                              const std::optional<Expr> &portBits) {
  cost::Numbers<Expr> number(model);
  const StreamedArrayInfo &info = program.arrays[array];
  Expr &beat = point.beats[array];
  std::string name = beatName(info);
  Expr ofTokens = beatOf(lanes, info.widestBeat, number);
  if (info.hasOwnBeat) {
    beat = model.addVariable(model.addBlock(info.name), name,
                             divisors(info.widestBeat));
    model.addConstraint(name, le(beat, ofTokens));
    return;
  }
  beat = ofTokens;
  if (!portBits)
    return;
  int64_t least = mostInBeat(program, array, program.portBits.front());
  Expr most = number(least);
  for (int64_t bits : llvm::drop_begin(program.portBits))
    if (int64_t more = mostInBeat(program, array, bits); more != least)
      most = select(eq(*portBits, bits), number(more), most);
  beat = min(beat, most);
}

void StreamedProblem::addBeats() {
  std::vector<unsigned> shared = samePorts(program);
  for (size_t array = 0; array < shared.size(); ++array)
    program.arrays[shared[array]].hasOwnBeat |=
        program.arrays[array].hasOwnBeat;
  for (size_t array = 0; array < shared.size(); ++array)
    program.arrays[array].hasOwnBeat = program.arrays[shared[array]].hasOwnBeat;
  std::optional<Expr> portBits;
  if (!program.portBits.empty())
    portBits = model.addVariable(model.addBlock("ports"), portBitsName,
                                 program.portBits);
  for (const StreamedArrayInfo &array : program.arrays)
    point.beats.push_back(model.constant(array.widestBeat));
  std::set<unsigned> known;
  for (auto [choice, nest] : llvm::zip_equal(point.nests, program.nests)) {
    for (const StreamedAccess &access : nest.accesses()) {
      unsigned first = shared[access.array];
      if (!program.arrays[access.array].isOffChip ||
          (program.hasWidePorts && !program.arrays[first].hasOwnBeat))
        continue;
      if (known.insert(first).second)
        addBeat(first, choice.lanes[access.dims.back()], portBits);
      point.beats[access.array] = point.beats[first];
    }
  }
}

void StreamedProblem::addAgain() {
  for (const StreamedArrayInfo &array : program.arrays)
    point.again.push_back(array.again.size() > 1
                              ? model.addVariable(model.addBlock(array.name),
                                                  againName(array), array.again)
                              : model.constant(array.again.front()));
  cost::Numbers<Expr> number(model);
  StreamedOrders<Expr> orders(program, point, number);
  for (auto [nest, info] : llvm::enumerate(program.nests))
    for (const StreamedAccess &operand : info.operands)
      if (program.arrays[operand.array].isEverAgain())
        model.addConstraint(
            againName(program.arrays[operand.array]),
            le(point.again[operand.array], orders.mayComeAgain(nest, operand)));
}

/// Copies of an array in memory share the ports that it may have.
void StreamedProblem::limitPortsOfCopies(int64_t maxPorts) {
  std::map<unsigned, Expr> ports; // of an array and its copies so far
  for (auto [number, array] : llvm::enumerate(program.arrays))
    if (array.copyOf) {
      Expr &sum = ports.try_emplace(*array.copyOf, point.ports[*array.copyOf])
                      .first->second;
      sum = sum + point.ports[number];
    }
  for (const auto &[original, sum] : ports)
    model.addConstraint("ports of " + program.arrays[original].name,
                        le(sum, maxPorts));
}

/// From nest to nest, the boxes of one are whole boxes of the other. What is
/// put together of several ones and reordered has them from whole tiles, or
/// from parts of one: others come one by one (poly::banksOfLeaving).
void StreamedProblem::fitBoxes() {
  cost::Numbers<Expr> numbers(model);
  StreamedOrders<Expr> orders(program, point, numbers);
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    auto fit = [&, user = number](const StreamedAccess &access) {
      if (access.producer < 0)
        return;
      const StreamedAccess &made =
          program.nests[access.producer].resultOf(access.array);
      Expr isLess = model.constant(1), isMore = model.constant(1),
           isEven = model.constant(1);
      for (size_t dim = 0; dim + 1 < access.dims.size(); ++dim) {
        Expr own = point.nests[user].lanes[access.dims[dim]],
             others = point.nests[access.producer].lanes[made.dims[dim]],
             common = gcd(own, others);
        isLess = isLess * eq(common, own);
        isMore = isMore * eq(common, others);
        Expr together = floorDiv(own, common),
             steps = point.nests[access.producer].steps[made.dims[dim]];
        isEven = isEven * eq(gcd(together, steps), min(together, steps));
      }
      const std::string &array = program.arrays[access.array].name;
      model.addConstraint("boxes of " + array, max(isLess, isMore));
      model.addConstraint("boxes of " + array,
                          max(eq(orders.blockBefore(user, access), 0), isEven));
    };
    for (const StreamedAccess &access : program.incoming(number))
      fit(access);
  }
}

/// The processes of all runs are the same ones: memory is reordered in blocks,
/// or whole, and tokens are held, in all of them or in none, by as many ports;
/// an iteration begins every cycle. A whole tile of sums that are filled up
/// would be left out; a tree chooses its terms where they are.
void StreamedProblem::matchRuns(const StreamedFigures<Expr> &figures) {
  cost::Numbers<Expr> number(model);
  StreamedOrders<Expr> orders(program, point, number);
  auto match = [&](const std::string &what, Expr first, Expr other) {
    model.addConstraint(what, eq(first, other));
  };
  // 1: blocks, 2: the whole array.
  auto kind = [&](Expr size, Expr all) { return min(size, 1) + eq(size, all); };
  auto before = [&](unsigned run, const StreamedAccess &access) {
    return kind(orders.blockBefore(run, access),
                orders.tokensOf(run, access, orders.operandEdge(run, access)));
  };
  auto behind = [&](unsigned run) {
    const StreamedAccess &result = program.nests[run].result;
    return kind(orders.blockBehind(run, result),
                orders.tokensOf(run, result, orders.storeEdge(run, result)));
  };
  std::vector<StreamedAccess> ofFirst = program.incoming(0);
  for (auto [run, nest] : llvm::enumerate(program.nests)) {
    model.addConstraint("interval of " + nest.name,
                        eq(figures.intervals[run], 1));
    for (auto [index, loop] : llvm::enumerate(nest.loops)) {
      if (!loop.reduces)
        continue;
      auto more = [&](const StreamedLoop &filled) {
        return point.extents[filled.extent] - filled.trip;
      };
      model.addConstraint("filled up " + nest.name,
                          le(more(loop) + 1, point.nests[run].lanes[index]));
      if (run > 0 && nest.terms > 0)
        match("filled up " + nest.name,
              min(more(program.nests.front().loops[index]), 1),
              min(more(loop), 1));
    }
    if (run == 0)
      continue;
    for (auto [a, b] : llvm::zip_equal(ofFirst, program.incoming(run))) {
      const std::string &array = program.arrays[b.array].name;
      match("order of " + array, before(0, a), before(run, b));
      match("hold of " + array, min(orders.held(0, a), 1),
            min(orders.held(run, b), 1));
    }
    match("order of " + nest.name, behind(0), behind(run));
  }
}

void StreamedProblem::limit(const StreamedFigures<Expr> &figures,
                            const target::Amounts &usable,
                            const SlrBudget &slrs) {
  model.addConstraint("DSP", le(figures.dsp, usable.dsp));
  model.addConstraint("BRAM_18K", le(figures.bram, usable.bram18k));
  model.addConstraint("LUT", le(figures.lut, usable.lut));
  model.addConstraint("FF", le(figures.ff, usable.ff));
  if (target.device.total.uram > 0)
    model.addConstraint("URAM", le(figures.uram, usable.uram));
  if (usable.ports != target::anyPorts)
    model.addConstraint("ports", le(figures.ports, usable.ports));
  for (int64_t slr = 0; program.isSplit() && slr < program.slrs; ++slr) {
    StreamedAmounts<Expr> sum =
        amountsIn(slr, program, point, figures, cost::Numbers<Expr>(model));
    std::string where = " of SLR" + std::to_string(slr);
    const target::Resources &own = slrs.usable[slr];
    model.addConstraint("DSP" + where, le(sum.dsp, own.dsp));
    model.addConstraint("BRAM_18K" + where, le(sum.bram, own.bram18k));
    if (target.device.total.uram > 0)
      model.addConstraint("URAM" + where, le(sum.uram, own.uram));
    model.addConstraint("LUT" + where, le(sum.lut, own.lut));
    model.addConstraint("FF" + where, le(sum.ff, own.ff));
  }
}

/// What each nest takes by itself at most: choices that take more are none of
/// the nest's table then, which is small where few cycles are allowed.
void StreamedProblem::limitNests(const StreamedFigures<Expr> &figures,
                                 const target::Resources &usable,
                                 int64_t within) {
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    if (nest.task)
      continue;
    const StreamedLeast<Expr> &least = figures.least[number];
    model.addConstraint("cycles of " + nest.name, le(least.cycles, within));
    model.addConstraint("DSP of " + nest.name, le(least.dsp, usable.dsp));
    model.addConstraint("LUT of " + nest.name, le(least.lut, usable.lut));
  }
}

/// Kernels follow each other. Of assignments that differ by the direction, or
/// by the SLR in which the row of SLRs that are used begins, one is tried.
void StreamedProblem::assignSlrs(bool breaksSymmetry) {
  if (!program.isSplit())
    return;
  std::vector<Expr> slrs;
  for (const StreamedChoice<Expr> &choice : point.nests)
    slrs.push_back(choice.slr);
  cost::Numbers<Expr> number(model);
  model.addConstraint("order of kernels",
                      eq(kernelsFollow(program, slrs, number), 1));
  if (breaksSymmetry)
    model.addConstraint("symmetry of SLRs", eq(isCanonical(slrs), 1));
}

StreamedProblem::StreamedProblem(func::FuncOp func, StreamedProgram given,
                                 const target::Target &target,
                                 const target::Amounts &usable,
                                 int64_t maxPorts, const SlrBudget &slrs,
                                 bool breaksSymmetry,
                                 std::optional<int64_t> within)
    : func(func), program(std::move(given)), target(target) {
  point.nests.resize(program.nests.size());
  point.tasks.resize(program.nests.size());
  tasks.resize(program.nests.size());
  addExtents();
  for (size_t nest = 0; nest < program.nests.size(); ++nest) {
    addNest(nest);
    if (program.nests[nest].task)
      addTasks(nest);
  }
  addPorts(maxPorts);
  addBeats();
  addAgain();
  limitPortsOfCopies(maxPorts);
  alignLanes();
  fitBoxes();
  assignSlrs(breaksSymmetry);
  auto figures =
      streamedFigures(program, point, target, cost::Numbers<Expr>(model));
  if (program.inTurn)
    matchRuns(figures);
  limit(figures, usable, slrs);
  if (within)
    limitNests(figures, usable, *within);
  // The tool's own choice of adders where another one is not faster.
  Expr bound = model.constant(0);
  for (const StreamedChoice<Expr> &choice : point.nests)
    bound = bound + choice.adders;
  model.setObjective(
      {figures.cycles, bound, figures.dsp, figures.bram, figures.lut});
}

/// What a worker has in common with the first one is a variable of that one.
void StreamedProblem::addWorkerTargets(
    std::vector<nlp::PinTarget> &targets) const {
  for (auto [nest, choice] : llvm::zip_equal(program.nests, point.nests)) {
    if (!nest.firstWorker || &program.nests[*nest.firstWorker] == &nest)
      continue;
    targets.push_back({nest.name + ".order", choice.order, {}});
    if (nest.adders.size() > 1)
      targets.push_back({addersName(nest), choice.adders, {}});
    for (size_t loop = 0; loop < nest.loops.size(); ++loop) {
      std::string name = nest.name + "." + nest.loops[loop].name + ".t";
      targets.push_back({name + "0", choice.tiles[loop], {}});
      targets.push_back({name + "1", choice.steps[loop], {}});
      targets.push_back({name + "2", choice.lanes[loop], {}});
    }
  }
}

std::vector<nlp::PinTarget> StreamedProblem::pinTargets() {
  std::vector<nlp::PinTarget> targets = nlp::variableTargets(model);
  // What nests in turn have in common is a variable of the first one.
  const StreamedNestInfo &first = program.nests.front();
  for (size_t nest = 1; program.inTurn && nest < program.nests.size(); ++nest) {
    const std::string &name = program.nests[nest].name;
    targets.push_back({name + ".order", point.nests[nest].order, {}});
    if (first.adders.size() > 1)
      targets.push_back({name + ".adders", point.nests[nest].adders, {}});
    for (auto [loop, lanes] :
         llvm::zip_equal(program.nests[nest].loops, point.nests[nest].lanes))
      targets.push_back({name + "." + loop.name + ".t2", lanes, {}});
  }
  addWorkerTargets(targets);
  // Ports that are alike have the beat of the first array.
  std::vector<unsigned> shared = samePorts(program);
  for (auto [number, array] : llvm::enumerate(program.arrays))
    if (array.hasOwnBeat && shared[number] != number)
      targets.push_back({beatName(array), point.beats[number], {}});
  for (auto [array, again] : llvm::zip_equal(program.arrays, point.again))
    if (array.mayComeAgain && array.again.size() == 1)
      targets.push_back({againName(array), again, {}});
  for (nlp::PinTarget &target : targets)
    for (const StreamedNestInfo &nest : program.nests)
      if (target.name == addersName(nest))
        for (auto [number, impl] : llvm::enumerate(nest.adders))
          target.words.emplace_back(impl.empty() ? "auto" : impl, number);
  return targets;
}

FailureOr<hls::DesignAttr>
StreamedProblem::designOf(const nlp::Solution &solution) const {
  StreamedPoint<Int> found;
  auto at = [&](Expr expr) {
    return model.evaluate(expr.node(), solution.point);
  };
  for (const StreamedChoice<Expr> &choice : point.nests) {
    StreamedChoice<Int> own;
    for (size_t loop = 0; loop < choice.tiles.size(); ++loop) {
      own.tiles.push_back(at(choice.tiles[loop]));
      own.steps.push_back(at(choice.steps[loop]));
      own.lanes.push_back(at(choice.lanes[loop]));
    }
    own.order = at(choice.order);
    own.slr = at(choice.slr);
    own.adders = at(choice.adders);
    found.nests.push_back(std::move(own));
  }
  std::vector<hls::DesignAttr> ofTasks(program.nests.size());
  found.tasks.resize(program.nests.size());
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    if (!nest.task)
      continue;
    const DesignSpace &space = nest.task->space;
    DesignPoint own;
    own.choices = choicesOf(space, tasks[number], solution.point);
    for (auto [t, ids] : llvm::enumerate(tasks[number].tasks))
      own.orders.push_back(space.tasks[t].orders[solution.point[ids.order]]);
    own.cost = costOfDesign(space, own.choices, cost::Numbers<Int>());
    found.tasks[number] = {own.cost.latency, own.cost.resources};
    if (isValid(own.cost))
      ofTasks[number] = toAttribute(space, own, "feasible", /*bound=*/0);
  }
  for (Expr ports : point.ports)
    found.ports.push_back(at(ports));
  for (Expr beat : point.beats)
    found.beats.push_back(at(beat));
  for (Expr again : point.again)
    found.again.push_back(at(again));
  for (Expr extent : point.extents)
    found.extents.push_back(at(extent));
  auto figures = streamedFigures(program, found, target, cost::Numbers<Int>());
  func::FuncOp top = func;
  if (!isValid(figures) || figures.cycles.value() != solution.objective.front())
    return top.emitError("internal error: the model says ")
           << solution.objective.front() << " cycles, the rules "
           << (figures.cycles.isValid() ? figures.cycles.value() : -1);
  return designPoint(top, program, found, figures, ofTasks, "feasible",
                     solution.bound);
}
