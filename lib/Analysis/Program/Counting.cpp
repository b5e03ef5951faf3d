//===- Counting.cpp - How often a loop runs -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Counting.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::analysis;

namespace {

/// Walks through the iterations of nested loops.
class Counter {
public:
  explicit Counter(int64_t maxSteps) : maxSteps(maxSteps) {}

  /// False: a bound depends on a value that is no loop around.
  bool add(AffineForOp loop);
  /// None: too many.
  std::optional<LoopCount> run();
  int64_t least() const { return fewest; }
  int64_t most() const { return highest; }

private:
  /// A bound as a map over the iterators of the loops around.
  struct Bound {
    AffineMap map;
    SmallVector<unsigned> operands; ///< positions in `loops`
  };
  struct Level {
    AffineForOp loop;
    Bound lower, upper;
    bool isUsed = false; ///< a bound of an inner loop depends on the iterator
  };

  bool bind(AffineBound bound, Bound &result);
  int64_t evaluate(const Bound &bound, bool lower) const;
  /// Iterations of loop `level` and, into `entries`, those of the one around
  /// it, the iterators of the loops before it being fixed.
  Int count(unsigned level, Int &entries);

  SmallVector<Level> levels; ///< outermost first
  SmallVector<int64_t> values;
  int64_t steps = 0, maxSteps;
  /// Iterations of one entry of the innermost loop.
  int64_t fewest = INT64_MAX, highest = 0;
};

/// Outer iterations to walk through, at most.
constexpr int64_t exactSteps = int64_t(1) << 26, quickSteps = int64_t(1) << 22;

} // namespace

bool Counter::bind(AffineBound bound, Bound &result) {
  AffineMap map = bound.getMap();
  SmallVector<Value> operands(bound.getOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  canonicalizeMapAndOperands(&map, &operands);
  // Operands of a task are symbols in it, but here iterators like all others.
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + i, map.getContext()));
  result.map = map.replaceDimsAndSymbols(
      {}, symbols, map.getNumDims() + map.getNumSymbols(), 0);
  for (Value inner : operands) {
    Value operand = hls::originOf(inner);
    auto *source = llvm::find_if(levels, [&](Level &level) {
      return level.loop.getInductionVar() == operand;
    });
    if (source == levels.end())
      return false;
    source->isUsed = true;
    result.operands.push_back(source - levels.begin());
  }
  return true;
}

bool Counter::add(AffineForOp loop) {
  Level level;
  level.loop = loop;
  if (!bind(loop.getLowerBound(), level.lower) ||
      !bind(loop.getUpperBound(), level.upper))
    return false;
  levels.push_back(std::move(level));
  values.push_back(0);
  return true;
}

int64_t Counter::evaluate(const Bound &bound, bool lower) const {
  SmallVector<int64_t> operands = llvm::map_to_vector(
      bound.operands, [&](unsigned position) { return values[position]; });
  SmallVector<int64_t> results = bound.map.compose(operands);
  return lower ? *llvm::max_element(results) : *llvm::min_element(results);
}

Int Counter::count(unsigned at, Int &entries) {
  Level &level = levels[at];
  int64_t lower = evaluate(level.lower, true);
  int64_t upper = evaluate(level.upper, false);
  int64_t step = level.loop.getStepAsInt();
  int64_t trips = upper <= lower ? 0 : (upper - lower + step - 1) / step;
  if (at + 1 == levels.size()) {
    fewest = std::min(fewest, trips);
    highest = std::max(highest, trips);
    return trips;
  }
  if (at + 2 == levels.size())
    entries = entries + Int(trips);
  if (trips == 0)
    return 0;
  values[at] = lower;
  if (!level.isUsed) {
    // Every iteration is like the first one.
    Int before = entries;
    Int inner = count(at + 1, entries);
    if (at + 2 != levels.size())
      entries = before + (entries - before) * Int(trips);
    return inner * Int(trips);
  }
  Int sum = 0;
  for (int64_t trip = 0; trip < trips && steps <= maxSteps; ++trip, ++steps) {
    values[at] = lower + trip * step;
    sum = sum + count(at + 1, entries);
  }
  return sum;
}

std::optional<LoopCount> Counter::run() {
  Int entries = levels.size() == 1 ? 1 : 0;
  Int iterations = count(0, entries);
  if (steps > maxSteps || !entries.isValid() || !iterations.isValid())
    return std::nullopt;
  return LoopCount{entries.value(), iterations.value()};
}

FailureOr<LoopCount> analysis::countIterations(AffineForOp loop) {
  SmallVector<AffineForOp> chain{loop};
  for (Operation *op = loop->getParentOp(); !isa<func::FuncOp>(op);
       op = op->getParentOp()) {
    auto around = dyn_cast<AffineForOp>(op);
    if (!around)
      return loop.emitError("loop stands under '")
             << op->getName() << "'; its iterations cannot be counted";
    chain.push_back(around);
  }
  Counter counter(exactSteps);
  for (AffineForOp level : llvm::reverse(chain))
    if (!counter.add(level))
      return level.emitError("loop bound depends on a value that is no loop "
                             "around it; bind it to a constant first");
  if (std::optional<LoopCount> count = counter.run())
    return *count;
  return loop.emitError("the iterations of this loop are too many to count");
}

std::optional<TripCounts> analysis::tripCounts(AffineForOp loop,
                                               bool thorough) {
  SmallVector<AffineForOp> chain{loop};
  for (Operation *op = loop->getParentOp(); op; op = op->getParentOp())
    if (auto around = dyn_cast<AffineForOp>(op))
      chain.push_back(around);
  Counter counter(thorough ? exactSteps : quickSteps);
  for (AffineForOp level : llvm::reverse(chain))
    if (!counter.add(level))
      return std::nullopt;
  std::optional<LoopCount> count = counter.run();
  if (!count || count->entries == 0)
    return std::nullopt;
  int64_t average =
      count->iterations / count->entries +
      (count->iterations % count->entries * 2 >= count->entries ? 1 : 0);
  return TripCounts{
      counter.least(), counter.most(), average,
      ceilDiv(Int(count->iterations), Int(count->entries)).value()};
}
