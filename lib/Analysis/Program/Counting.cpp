//===- Counting.cpp - How often a loop runs -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Counting.h"
#include "Analysis/Program/QuasiAffine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::analysis;

namespace {

/// Walks through the iterations of nested loops. Each iterator counts from a
/// lower bound of its loop: of tiles that all run alike, one is walked through.
class Counter {
public:
  explicit Counter(int64_t maxSteps, unsigned band = 1)
      : band(band), maxSteps(maxSteps) {}

  /// False: a bound depends on a value that is no loop around.
  bool add(AffineForOp loop);
  /// None: too many.
  std::optional<LoopCount> run();
  int64_t least() const { return fewest; }
  int64_t most() const { return highest; }
  int64_t first() const { return firstValue; }
  int64_t end() const { return endValue; }

private:
  /// Bounds as functions of how far the iterators around are from their bases.
  struct Level {
    AffineForOp loop;
    QuasiAffine base;               ///< what the iterator counts from
    std::vector<QuasiAffine> lower; ///< the greatest, less the base
    std::vector<QuasiAffine> upper; ///< the least, less the base
    bool isUsed = false; ///< a bound of an inner loop depends on the iterator
  };

  std::optional<std::vector<QuasiAffine>> bind(AffineBound bound);
  void markUsed();
  /// Iterations of the innermost loop and, into `entries`, those of the one
  /// around the band, the iterators of the loops before `level` being fixed.
  Int count(unsigned level, Int &entries);
  Int countInside(unsigned level, int64_t lower, int64_t trips, Int &entries);
  Int countAlike(unsigned level, int64_t trips, Int &entries);

  SmallVector<Level> levels; ///< outermost first
  SmallVector<int64_t> values;
  unsigned band; ///< innermost loops that run as one
  int64_t steps = 0, maxSteps;
  /// Iterations of one entry of the band.
  int64_t fewest = INT64_MAX, highest = 0;
  /// Of the innermost iterator.
  int64_t firstValue = INT64_MAX, endValue = INT64_MIN;
  /// How far loops that are not walked through move the innermost iterator.
  int64_t back = 0, ahead = 0;
};

/// Outer iterations to walk through, at most.
constexpr int64_t exactSteps = int64_t(1) << 26, quickSteps = int64_t(1) << 22;

} // namespace

std::optional<std::vector<QuasiAffine>> Counter::bind(AffineBound bound) {
  AffineMap map = bound.getMap();
  SmallVector<Value> operands(bound.getOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  canonicalizeMapAndOperands(&map, &operands);
  // Operands of a task are symbols in it, but here iterators like all others.
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + i, map.getContext()));
  SmallVector<QuasiAffine> iterators;
  for (Value inner : operands) {
    Value operand = hls::originOf(inner);
    auto *source = llvm::find_if(levels, [&](Level &level) {
      return level.loop.getInductionVar() == operand;
    });
    if (source == levels.end())
      return std::nullopt;
    iterators.push_back(source->base +
                        QuasiAffine::variable(source - levels.begin()));
  }
  std::vector<QuasiAffine> results;
  for (AffineExpr expr : map.getResults()) {
    std::optional<QuasiAffine> result =
        QuasiAffine::of(expr.replaceSymbols(symbols), iterators);
    if (!result)
      return std::nullopt;
    results.push_back(std::move(*result));
  }
  return results;
}

bool Counter::add(AffineForOp loop) {
  std::optional<std::vector<QuasiAffine>> lower = bind(loop.getLowerBound());
  std::optional<std::vector<QuasiAffine>> upper = bind(loop.getUpperBound());
  if (!lower || !upper)
    return false;
  Level level;
  level.loop = loop;
  level.base = lower->front();
  for (const QuasiAffine &bound : *lower)
    level.lower.push_back(bound - level.base);
  for (const QuasiAffine &bound : *upper)
    level.upper.push_back(bound - level.base);
  levels.push_back(std::move(level));
  values.push_back(0);
  return true;
}

/// Of the innermost iterator's base, only what stands in a division: the rest
/// is the same distance in every iteration.
void Counter::markUsed() {
  for (auto [at, level] : llvm::enumerate(levels)) {
    auto uses = [at = at](const QuasiAffine &bound) { return bound.uses(at); };
    level.isUsed = levels.back().base.divides(at) ||
                   llvm::any_of(levels, [&](const Level &inner) {
                     return llvm::any_of(inner.lower, uses) ||
                            llvm::any_of(inner.upper, uses);
                   });
  }
}

/// Every iteration is like the first one.
Int Counter::countAlike(unsigned at, int64_t trips, Int &entries) {
  int64_t moved = levels.back().base.factorOf(at) * (trips - 1) *
                  levels[at].loop.getStepAsInt();
  back += std::min<int64_t>(moved, 0);
  ahead += std::max<int64_t>(moved, 0);
  Int before = entries;
  Int inner = count(at + 1, entries);
  if (at + 1 + band < levels.size())
    entries = before + (entries - before) * Int(trips);
  back -= std::min<int64_t>(moved, 0);
  ahead -= std::max<int64_t>(moved, 0);
  return inner * Int(trips);
}

Int Counter::countInside(unsigned at, int64_t lower, int64_t trips,
                         Int &entries) {
  Level &level = levels[at];
  if (trips == 0)
    return 0;
  values[at] = lower;
  if (!level.isUsed)
    return countAlike(at, trips, entries);
  Int sum = 0;
  int64_t step = level.loop.getStepAsInt();
  for (int64_t trip = 0; trip < trips && steps <= maxSteps; ++trip, ++steps) {
    values[at] = lower + trip * step;
    sum = sum + count(at + 1, entries);
  }
  return sum;
}

Int Counter::count(unsigned at, Int &entries) {
  int64_t lower = INT64_MIN, upper = INT64_MAX;
  for (const QuasiAffine &bound : levels[at].lower)
    lower = std::max(lower, bound.evaluate(values));
  for (const QuasiAffine &bound : levels[at].upper)
    upper = std::min(upper, bound.evaluate(values));
  int64_t step = levels[at].loop.getStepAsInt();
  int64_t trips = upper <= lower ? 0 : (upper - lower + step - 1) / step;
  bool isInnermost = at + 1 == levels.size();
  if (isInnermost && trips != 0) {
    int64_t base = levels[at].base.evaluate(values);
    firstValue = std::min(firstValue, base + lower + back);
    endValue = std::max(endValue, base + upper + ahead);
  }
  if (at + 1 + band == levels.size())
    entries = entries + Int(trips);
  Int result =
      isInnermost ? Int(trips) : countInside(at, lower, trips, entries);
  if (at + band == levels.size() && result.isValid()) {
    fewest = std::min(fewest, result.value());
    highest = std::max(highest, result.value());
  }
  return result;
}

std::optional<LoopCount> Counter::run() {
  markUsed();
  Int entries = levels.size() == band ? 1 : 0;
  Int iterations = count(0, entries);
  if (steps > maxSteps || !entries.isValid() || !iterations.isValid())
    return std::nullopt;
  return LoopCount{entries.value(), iterations.value()};
}

FailureOr<LoopCount> analysis::countIterations(AffineForOp loop) {
  SmallVector<AffineForOp> chain{loop};
  for (Operation *op = loop->getParentOp();
       !isa<func::FuncOp, hls::ProcessOp>(op); op = op->getParentOp()) {
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

std::optional<TripCounts> analysis::tripCounts(AffineForOp loop, bool thorough,
                                               unsigned band) {
  SmallVector<AffineForOp> chain{loop};
  for (Operation *op = loop->getParentOp(); op; op = op->getParentOp())
    if (auto around = dyn_cast<AffineForOp>(op))
      chain.push_back(around);
  Counter counter(thorough ? exactSteps : quickSteps, band);
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
      counter.least(),
      counter.most(),
      average,
      ceilDiv(Int(count->iterations), Int(count->entries)).value(),
      counter.first(),
      std::max(counter.first(), counter.end())};
}
