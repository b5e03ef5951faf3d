//===- StreamedInTurn.cpp - Nests on the same operators -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes are operators, so that they are the same ones in all runs. Trip counts
// seldom have many divisors in common: for each choice of lanes the extents are
// the least that are whole lanes in every nest.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedInTurn.h"
#include "Explore/Streamed/StreamedCost.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

nlp::Pin explore::inTurnPin(bool isInTurn) {
  return {inTurnName.str(), nlp::Pin::Equal, isInTurn ? "1" : "0"};
}

std::vector<std::string> explore::lanesNames(const StreamedProgram &program,
                                             unsigned loop) {
  std::vector<std::string> names;
  for (const StreamedNestInfo &nest : program.nests)
    names.push_back(nest.name + "." + nest.loops[loop].name + ".t2");
  return names;
}

//===----------------------------------------------------------------------===//
// Nests alike
//===----------------------------------------------------------------------===//

namespace {
/// Two nests, whose operations must be the same.
class Comparison {
public:
  Comparison(const StreamedProgram &program, unsigned first, unsigned other,
             const analysis::Statement &firstStatement,
             const analysis::Statement &otherStatement)
      : program(program), nests{&program.nests[first], &program.nests[other]},
        statements{&firstStatement, &otherStatement} {}
  /// Empty: they are alike.
  std::string differ() const;

private:
  bool accessAlike() const;
  bool computeAlike() const;
  int placeOf(unsigned nest, Operation *access) const;
  bool areSame(Operation &first, Operation &other,
               llvm::DenseMap<Value, Value> &known) const;

  const StreamedProgram &program;
  const StreamedNestInfo *nests[2];
  const analysis::Statement *statements[2];
};
} // namespace

/// By position, each array by the same loops.
bool Comparison::accessAlike() const {
  const StreamedNestInfo &first = *nests[0], &other = *nests[1];
  auto alike = [&](const StreamedAccess &a, const StreamedAccess &b) {
    return a.dims == b.dims &&
           program.arrays[a.array].bits == program.arrays[b.array].bits &&
           program.arrays[a.array].widestBeat ==
               program.arrays[b.array].widestBeat;
  };
  return first.loops.size() == other.loops.size() &&
         llvm::all_of(llvm::zip_equal(first.loops, other.loops),
                      [](auto pair) {
                        auto [a, b] = pair;
                        return a.reduces == b.reduces &&
                               a.replaces == b.replaces;
                      }) &&
         first.operands.size() == other.operands.size() &&
         llvm::all_of(llvm::zip_equal(first.operands, other.operands),
                      [&](auto pair) {
                        auto [a, b] = pair;
                        return alike(a, b);
                      }) &&
         alike(first.result, other.result);
}

/// The operand that it loads; -1: the stored array.
int Comparison::placeOf(unsigned nest, Operation *access) const {
  for (const analysis::Access &own : statements[nest]->accesses)
    if (own.op == access)
      for (auto [place, operand] : llvm::enumerate(nests[nest]->operands))
        if (operand.array == own.array)
          return place;
  return -1;
}

bool Comparison::areSame(Operation &first, Operation &other,
                         llvm::DenseMap<Value, Value> &known) const {
  auto constant = [](Value value) -> Attribute {
    Operation *op = value.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>() ? op->getAttr("value")
                                                       : Attribute();
  };
  auto isSame = [&](Value a, Value b) {
    auto inside = known.find(b);
    if (inside != known.end())
      return inside->second == a;
    return a == b || (constant(a) && constant(a) == constant(b));
  };
  if (first.getName() != other.getName() ||
      first.getResultTypes() != other.getResultTypes())
    return false;
  bool moves = isa<affine::AffineLoadOp, affine::AffineStoreOp>(first);
  if (isa<affine::AffineLoadOp>(first) &&
      placeOf(0, &first) != placeOf(1, &other))
    return false;
  if (isa<affine::AffineStoreOp>(first) &&
      (first.getAttr(hls::initialAttrName) !=
           other.getAttr(hls::initialAttrName) ||
       !isSame(first.getOperand(0), other.getOperand(0))))
    return false;
  if (!moves &&
      (first.getNumOperands() != other.getNumOperands() ||
       first.getPropertiesAsAttribute() != other.getPropertiesAsAttribute() ||
       first.getNumRegions() > 0))
    return false;
  if (!moves)
    for (auto [a, b] :
         llvm::zip_equal(first.getOperands(), other.getOperands()))
      if (!isSame(a, b))
        return false;
  for (auto [a, b] : llvm::zip_equal(first.getResults(), other.getResults()))
    known[b] = a;
  return true;
}

bool Comparison::computeAlike() const {
  affine::AffineStoreOp first = statements[0]->store,
                        other = statements[1]->store;
  llvm::DenseMap<Value, Value> known;
  auto a = first->getBlock()->begin(), aEnd = first->getBlock()->end();
  auto b = other->getBlock()->begin(), bEnd = other->getBlock()->end();
  for (; a != aEnd && b != bEnd; ++a, ++b)
    if (!areSame(*a, *b, known))
      return false;
  return a == aEnd && b == bEnd;
}

std::string Comparison::differ() const {
  const StreamedNestInfo &first = *nests[0], &other = *nests[1];
  std::string both = "nests " + first.name + " and " + other.name;
  if (!accessAlike())
    return both + " access arrays by other loops, in another order, or of "
                  "other elements";
  if (first.result.needsOld != other.result.needsOld ||
      first.isFilled != other.isFilled) {
    const StreamedNestInfo &adds = first.result.needsOld ? first : other;
    return adds.name + " adds to what '" +
           program.arrays[adds.result.array].name + "' has, and " +
           (first.result.needsOld ? other : first).name +
           " does not: one loads old values, the other none";
  }
  if (first.terms != other.terms || !computeAlike())
    return both + " compute other things";
  return "";
}

/// Why the nest is no network that others may share; empty: it is one.
static std::string whyNone(const StreamedProgram &program,
                           const StreamedNestInfo &nest,
                           const analysis::Statement *statement) {
  if (nest.task || !statement)
    return nest.name + " is a task with buffers";
  if (!nest.reduces())
    return nest.name + " sums nothing";
  if (statement->guard)
    return nest.name + " runs under a condition";
  std::set<unsigned> arrays = {nest.result.array};
  for (const StreamedAccess &operand : nest.operands)
    if (!arrays.insert(operand.array).second)
      return nest.name + " uses several elements of '" +
             program.arrays[operand.array].name + "'";
  for (unsigned array : arrays)
    if (!program.arrays[array].isOffChip)
      return "'" + program.arrays[array].name +
             "' is no argument: what networks in turn pass on is in memory; " +
             "--blocks " + program.arrays[array].name +
             ".scratch puts it there";
  return "";
}

/// A port of memory has one reader, which is the load of one operand, or of old
/// values, in all runs.
static std::string whyTwoReaders(const StreamedProgram &program) {
  std::vector<std::optional<size_t>> places(program.arrays.size());
  for (size_t nest = 0; nest < program.nests.size(); ++nest)
    for (auto [place, access] : llvm::enumerate(program.incoming(nest))) {
      std::optional<size_t> &known = places[access.array];
      if (known && *known != place)
        return program.nests[nest].name + " uses '" +
               program.arrays[access.array].name +
               "' as another operand than a nest before it does: two "
               "processes would read through one port";
      known = place;
    }
  return "";
}

std::optional<StreamedProgram>
explore::programInTurn(func::FuncOp func, const StreamedProgram &program,
                       std::string &why) {
  why = program.nests.size() < 2            ? "there is one nest alone"
        : program.nests.front().firstWorker ? "they are workers side by side"
                                            : "";
  FailureOr<analysis::TaskGraph> graph = analysis::buildTaskGraph(func);
  if (failed(graph))
    why = "its tasks are not known";
  std::vector<const analysis::Statement *> statements;
  for (size_t nest = 0; why.empty() && nest < program.nests.size(); ++nest) {
    const StreamedNestInfo &info = program.nests[nest];
    auto task = llvm::find_if(graph->tasks, [&](const analysis::Task &own) {
      return own.name == info.name;
    });
    statements.push_back(
        task == graph->tasks.end() || info.task ? nullptr : &task->only());
    why = whyNone(program, info, statements.back());
    if (why.empty() && nest > 0)
      why = Comparison(program, 0, nest, *statements[0], *statements[nest])
                .differ();
  }
  if (why.empty())
    why = whyTwoReaders(program);
  if (!why.empty())
    return std::nullopt;
  StreamedProgram result = program;
  result.inTurn = true;
  for (StreamedNestInfo &nest : result.nests) {
    nest.result.isLast = true;
    nest.result.producer = -1;
    for (StreamedAccess &operand : nest.operands)
      operand.producer = -1;
  }
  for (StreamedArrayInfo &array : result.arrays) {
    array.uses = 1; // in its run
    array.mayComeAgain = false;
    array.again = {0};
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

namespace {
/// Lanes, with the least extents that are whole lanes in all nests.
struct CommonLanes {
  int64_t bound = 0;
  size_t adders = 0;
  std::vector<int64_t> lanes, extents;
};

/// Looks at all common lanes.
class LanesFinder {
public:
  LanesFinder(const StreamedProgram &program, const target::Target &target,
              const target::Resources &usable, int64_t maxPorts, size_t adders)
      : program(program), target(target), usable(usable), maxPorts(maxPorts),
        adders(adders), first(program.nests.front()),
        lanes(first.loops.size(), 1) {}
  std::vector<CommonLanes> run();

private:
  void from(unsigned loop);
  void take();
  Int fifoLuts() const;
  bool fits() const;
  bool haveRows() const;
  int64_t most(unsigned loop) const;
  bool findExtents();
  int64_t beatsOf(const StreamedAccess &access) const;
  Int cycles() const;

  const StreamedProgram &program;
  const target::Target &target;
  const target::Resources &usable;
  int64_t maxPorts;
  size_t adders;
  const StreamedNestInfo &first;
  std::vector<int64_t> lanes;   ///< by loop
  std::vector<int64_t> extents; ///< of these lanes
  std::vector<CommonLanes> found;
};
} // namespace

int64_t LanesFinder::most(unsigned loop) const {
  int64_t most = program.mostInToken(first, loop);
  for (const StreamedNestInfo &nest : program.nests)
    most = std::min(most, program.extents[nest.loops[loop].extent].most);
  return most;
}

/// LUTs of FIFOs at least: of boxes in front of the nests and behind them, the
/// latter as deep as two tiles of sums, which take turns while one waits for
/// its additions.
Int LanesFinder::fifoLuts() const {
  const target::RealignRules &rules = target.rules.transfers.realign;
  auto ofBox = [&](const StreamedAccess &access, Int depth) {
    Int fifos = 1;
    for (unsigned loop : llvm::ArrayRef(access.dims).drop_back())
      fifos = fifos * lanes[loop];
    Int bits =
        Int(lanes[access.dims.back()]) * program.arrays[access.array].bits;
    return fifos * (bits * ceilDiv(depth, 32) + rules.fifoLut);
  };
  Int chain = 1;
  for (auto [number, loop] : llvm::enumerate(first.loops))
    if (loop.reduces)
      chain = chain * lanes[number];
  bool sumsAgain = llvm::any_of(program.nests, [&](const auto &nest) {
    Int terms = 1;
    for (const StreamedLoop &loop : nest.loops)
      terms = terms * (loop.reduces ? loop.trip : int64_t(1));
    return terms.isValid() && chain.isValid() && terms.value() > chain.value();
  });
  int64_t carried =
      first.latencies[std::min(adders, first.latencies.size() - 1)].carried;
  Int delay = (first.terms > 0 ? Int(1) : chain) * carried +
              target.rules.depth.parallel,
      luts = ofBox(first.result, sumsAgain ? delay * 2 : Int(2)) +
             ofBox(first.result, usualDepth);
  for (const StreamedAccess &operand : first.operands)
    luts = luts + ofBox(operand, usualDepth);
  return luts;
}

/// The operators of an iteration a cycle, and its FIFOs.
bool LanesFinder::fits() const {
  Int dsp = 0, lut = fifoLuts();
  for (const StreamedOperation &operation : first.operations) {
    Int copies = 1;
    for (unsigned loop : operation.loops)
      copies = copies * lanes[loop];
    const target::Operator &op =
        operation.ops[std::min(adders, operation.ops.size() - 1)];
    dsp = dsp + copies * op.dsp;
    lut = lut + copies * op.lut + ceilDiv(copies * target.rules.lut.unit, 1000);
  }
  return dsp.isValid() && lut.isValid() && dsp.value() <= usable.dsp &&
         lut.value() <= usable.lut;
}

/// A token lies along a row, FIFOs beside each other need one.
bool LanesFinder::haveRows() const {
  auto hasRow = [&](const StreamedAccess &access) {
    bool hasFifos =
        llvm::any_of(llvm::ArrayRef(access.dims).drop_back(),
                     [&](unsigned loop) { return lanes[loop] > 1; });
    return !hasFifos || lanes[access.dims.back()] > 1;
  };
  return hasRow(first.result) && llvm::all_of(first.operands, hasRow);
}

/// The least that are whole lanes, by no tile of sums more than there are.
bool LanesFinder::findExtents() {
  extents.assign(program.extents.size(), 1);
  for (const StreamedNestInfo &nest : program.nests)
    for (auto [number, loop] : llvm::enumerate(nest.loops))
      extents[loop.extent] = std::lcm(extents[loop.extent], lanes[number]);
  for (auto [extent, info] : llvm::zip_equal(extents, program.extents)) {
    extent = llvm::alignTo(info.trip, extent);
    if (extent > info.most)
      return false;
  }
  for (const StreamedNestInfo &nest : program.nests)
    for (auto [number, loop] : llvm::enumerate(nest.loops))
      if (loop.reduces && extents[loop.extent] - loop.trip >= lanes[number])
        return false;
  return true;
}

/// Of an array, or tokens of as many ports as the rows of a box allow.
int64_t LanesFinder::beatsOf(const StreamedAccess &access) const {
  Int elements = 1;
  for (unsigned extent : program.arrays[access.array].extents)
    elements = elements * extents[extent];
  int64_t rows = access.dims.size() > 1 ? lanes[access.dims.front()] : 1,
          ports = std::min(maxPorts, rows);
  while (rows % ports != 0)
    --ports;
  int64_t atOnce = std::min(lanes[access.dims.back()],
                            program.arrays[access.array].widestBeat);
  Int beats = ceilDiv(elements, Int(ports) * atOnce);
  return beats.isValid() ? beats.value() : 0;
}

/// Of all runs: the iterations, or the beats of an array, and what comes before
/// and behind them.
Int LanesFinder::cycles() const {
  const target::DataflowRules &rules = target.rules.dataflow;
  Int all = 0, sums = std::max<int64_t>(1, first.terms);
  for (auto [number, loop] : llvm::enumerate(first.loops))
    if (loop.reduces)
      sums = sums * lanes[number];
  for (const StreamedNestInfo &nest : program.nests) {
    const StreamedLatencies &latencies =
        nest.latencies[std::min(adders, nest.latencies.size() - 1)];
    Int depth = nest.terms > 0 ? ceilLog2(sums) * latencies.addition
                               : (sums - 1) * latencies.carried;
    Int iterations = 1, beats = 0;
    for (auto [number, loop] : llvm::enumerate(nest.loops))
      iterations = iterations * (extents[loop.extent] / lanes[number]);
    for (const StreamedAccess &operand : nest.operands)
      beats = max(beats, beatsOf(operand));
    beats = max(beats, beatsOf(nest.result));
    all = all + max(iterations - 1 + depth + latencies.depth, beats) +
          target.rules.transfers.loadOverhead +
          target.rules.transfers.storeOverhead +
          2 * (rules.fifoLatency + rules.entry) + target.rules.levelOverhead;
  }
  return all;
}

void LanesFinder::take() {
  if (!haveRows() || !findExtents())
    return;
  Int least = cycles();
  if (!least.isValid())
    return;
  found.push_back({least.value(), adders, lanes, extents});
}

void LanesFinder::from(unsigned loop) {
  if (loop == lanes.size()) {
    take();
    return;
  }
  for (lanes[loop] = 1; lanes[loop] <= most(loop) && fits(); ++lanes[loop])
    from(loop + 1);
  lanes[loop] = 1;
}

std::vector<CommonLanes> LanesFinder::run() {
  from(0);
  return std::move(found);
}

/// More combinations of lanes and adders are not tried.
static constexpr size_t mostInTurn = 256;

namespace {
/// What pins leave.
class PinFilter {
public:
  PinFilter(const StreamedProgram &program, llvm::ArrayRef<nlp::Pin> pins)
      : program(program), pins(pins) {}
  bool allows(const CommonLanes &choice) const;
  /// Those that make a program of the choice.
  std::vector<nlp::Pin> pinsOf(const CommonLanes &choice) const;

private:
  std::vector<std::string> addersNames() const;
  bool isOpen(llvm::ArrayRef<std::string> names, int64_t value,
              llvm::StringRef word = "") const;

  const StreamedProgram &program;
  llvm::ArrayRef<nlp::Pin> pins;
};
} // namespace

std::vector<std::string> PinFilter::addersNames() const {
  std::vector<std::string> names;
  for (const StreamedNestInfo &nest : program.nests)
    names.push_back(addersName(nest));
  return names;
}

/// No pin says that one of these is another value.
bool PinFilter::isOpen(llvm::ArrayRef<std::string> names, int64_t value,
                       llvm::StringRef word) const {
  return llvm::none_of(pins, [&](const nlp::Pin &pin) {
    return pin.relation == nlp::Pin::Equal &&
           llvm::is_contained(names, pin.name) &&
           pin.value != std::to_string(value) && pin.value != word;
  });
}

bool PinFilter::allows(const CommonLanes &choice) const {
  const std::string &word = program.nests.front().adders[choice.adders];
  for (auto [extent, value] : llvm::zip_equal(program.extents, choice.extents))
    if (!isOpen(extent.names, value))
      return false;
  for (auto [loop, value] : llvm::enumerate(choice.lanes))
    if (!isOpen(lanesNames(program, loop), value))
      return false;
  return isOpen(addersNames(), choice.adders, word.empty() ? "auto" : word);
}

std::vector<nlp::Pin> PinFilter::pinsOf(const CommonLanes &choice) const {
  std::vector<nlp::Pin> own;
  auto add = [&](llvm::ArrayRef<std::string> names, int64_t value) {
    bool isKnown = llvm::any_of(
        names, [&](const std::string &name) { return isPinned(pins, name); });
    if (!isKnown && !names.empty()) // of what is not accessed
      own.push_back({names.front(), nlp::Pin::Equal, std::to_string(value)});
  };
  for (auto [extent, value] : llvm::zip_equal(program.extents, choice.extents))
    add(extent.names, value);
  for (auto [loop, value] : llvm::enumerate(choice.lanes))
    add(lanesNames(program, loop), value);
  if (program.nests.front().adders.size() > 1)
    add(addersNames(), choice.adders);
  return own;
}

std::vector<BoundedPins>
explore::alternativesInTurn(StreamedProgram &program,
                            const target::Target &target,
                            const target::Resources &usable, int64_t maxPorts,
                            llvm::ArrayRef<nlp::Pin> pins) {
  PinFilter filter(program, pins);
  std::vector<CommonLanes> found;
  for (size_t adders = 0; adders < program.nests.front().adders.size();
       ++adders)
    llvm::copy_if(LanesFinder(program, target, usable, maxPorts, adders).run(),
                  std::back_inserter(found), [&](const CommonLanes &choice) {
                    return filter.allows(choice);
                  });
  llvm::sort(found, [](const CommonLanes &x, const CommonLanes &y) {
    return std::tie(x.bound, x.adders, x.lanes, x.extents) <
           std::tie(y.bound, y.adders, y.lanes, y.extents);
  });
  found.resize(std::min(found.size(), mostInTurn));
  std::vector<BoundedPins> all;
  std::vector<std::set<int64_t>> choices(program.extents.size());
  for (const CommonLanes &choice : found) {
    all.push_back({choice.bound, filter.pinsOf(choice)});
    for (auto [own, extent] : llvm::zip_equal(choices, choice.extents))
      own.insert(extent);
  }
  for (auto [extent, own] : llvm::zip_equal(program.extents, choices)) {
    own.insert(extent.trip);
    extent.choices.assign(own.begin(), own.end());
  }
  return all;
}
