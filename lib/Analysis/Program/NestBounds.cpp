//===- NestBounds.cpp - What loops around leave of a nest -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/NestBounds.h"
#include "Analysis/Program/GuardDomain.h"
#include "Analysis/Program/QuasiAffine.h"
#include "talos/Analysis/CoupledNest.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::FlatAffineValueConstraints;

/// Shared iterations to walk through, at most.
static constexpr int64_t mostSteps = int64_t(1) << 20;

/// What is not negative, over the variables from `loops` on, where the guard
/// holds in any iteration of the loops, but does not hold in all runs.
static SmallVector<AffineExpr> conditionsOfRuns(const GuardDomain &domain,
                                                unsigned loops,
                                                MLIRContext *context) {
  SmallVector<AffineExpr> result;
  auto read = [&](SmallVector<int64_t> row) {
    bool isOfLoops = llvm::any_of(ArrayRef(row).take_front(loops),
                                  [](int64_t factor) { return factor != 0; });
    SmallVector<int64_t> broken;
    AffineExpr expr = getAffineConstantExpr(row.back(), context);
    for (auto [d, factor] :
         llvm::enumerate(ArrayRef(row).drop_front(loops).drop_back())) {
      expr = expr + getAffineDimExpr(d, context) * factor;
      broken.push_back(-factor);
    }
    broken.push_back(-row.back() - 1);
    FlatAffineValueConstraints around = domain.around;
    around.addInequality(broken);
    if (!isOfLoops && !around.isIntegerEmpty())
      result.push_back(expr);
  };
  for (unsigned r = 0; r < domain.all.getNumInequalities(); ++r)
    read(domain.all.getInequality64(r));
  for (unsigned r = 0; r < domain.all.getNumEqualities(); ++r) {
    SmallVector<int64_t> row = domain.all.getEquality64(r);
    read(row);
    for (int64_t &factor : row)
      factor = -factor;
    read(row);
  }
  return result;
}

/// No iterations in runs in which a condition is negative, else all that there
/// are: condition + 1 times as many are no fewer.
static void addConditions(std::optional<LoopBounds> &bounds,
                          ArrayRef<AffineExpr> conditions, int64_t trip,
                          unsigned operands, MLIRContext *context) {
  if (conditions.empty())
    return;
  auto constant = [&](int64_t value) {
    return AffineMap::get(operands, 0, getAffineConstantExpr(value, context));
  };
  if (!bounds)
    bounds = LoopBounds{constant(0), constant(trip)};
  SmallVector<AffineExpr> upper(bounds->upper.getResults());
  for (AffineExpr condition : conditions)
    upper.push_back(simplifyAffineExpr((condition + 1) * trip, operands, 0));
  bounds->upper = AffineMap::get(operands, 0, upper, context);
}

std::optional<NestBounds> analysis::nestBounds(affine::AffineIfOp guard,
                                               ArrayRef<AffineForOp> loops) {
  std::optional<GuardDomain> domain = guardDomain(guard, loops);
  if (!domain || domain->around.getNumDimVars() == 0)
    return std::nullopt;
  NestBounds result;
  for (unsigned v = loops.size(); v < domain->all.getNumVars(); ++v)
    result.operands.push_back(domain->all.getValue(v));
  MLIRContext *context = guard.getContext();
  SmallVector<AffineExpr> conditions =
      conditionsOfRuns(*domain, loops.size(), context);
  bool any = false;
  for (auto [l, loop] : llvm::enumerate(loops)) {
    FlatAffineValueConstraints own = domain->all;
    own.projectOut(l + 1, loops.size() - l - 1);
    own.projectOut(0, l);
    result.loops.push_back(BoundReader(own, domain->around, context).bounds());
    addConditions(result.loops.back(), conditions,
                  AffineForOp(loop).getConstantUpperBound(),
                  result.operands.size(), context);
    any |= result.loops.back().has_value();
  }
  return any ? std::optional(std::move(result)) : std::nullopt;
}

namespace {

/// Walks through the iterations of the shared loops.
class RunWalker {
public:
  RunWalker(const TaskGraph &graph, const Task &task, const NestBounds &bounds);

  std::optional<std::vector<RunBox>> run();

private:
  /// Over the iterators of the shared loops: the greatest of `lower`, the least
  /// of `upper`.
  struct Bounds {
    std::vector<QuasiAffine> lower, upper;
  };
  std::vector<QuasiAffine> bind(AffineMap map, ValueRange values);
  std::pair<int64_t, int64_t> rangeOf(const Bounds &bounds) const;
  bool walk(unsigned at, int64_t times);
  void record(int64_t times);

  const Statement &statement;
  SmallVector<AffineForOp> shared;
  SmallVector<bool> isUsed; ///< a bound depends on the iterator
  SmallVector<Bounds> sharedBounds;
  SmallVector<std::optional<Bounds>> nest;
  SmallVector<int64_t> values;
  bool isKnown = true; ///< no bound depends on anything else
  int64_t steps = 0;
  std::map<SmallVector<std::pair<int64_t, int64_t>>, int64_t> runs;
};

} // namespace

RunWalker::RunWalker(const TaskGraph &graph, const Task &task,
                     const NestBounds &bounds)
    : statement(task.only()) {
  for (unsigned position : graph.sharedLoopsOf(task))
    shared.push_back(graph.sharedLoops[position].op);
  values.resize(shared.size());
  isUsed.resize(shared.size());
  for (AffineForOp loop : shared)
    sharedBounds.push_back(
        {bind(loop.getLowerBoundMap(), loop.getLowerBoundOperands()),
         bind(loop.getUpperBoundMap(), loop.getUpperBoundOperands())});
  for (const std::optional<LoopBounds> &own : bounds.loops) {
    nest.emplace_back();
    if (own)
      nest.back() = Bounds{bind(own->lower, bounds.operands),
                           bind(own->upper, bounds.operands)};
  }
}

std::vector<QuasiAffine> RunWalker::bind(AffineMap map, ValueRange values) {
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  SmallVector<QuasiAffine> iterators;
  for (Value operand : operands) {
    const auto *source = llvm::find_if(shared, [&](AffineForOp loop) {
      return loop.getInductionVar() == operand;
    });
    if (source == shared.end()) {
      isKnown = false;
      return {};
    }
    iterators.push_back(QuasiAffine::variable(source - shared.begin()));
    isUsed[source - shared.begin()] = true;
  }
  std::vector<QuasiAffine> results;
  for (AffineExpr expr : map.getResults()) {
    std::optional<QuasiAffine> result = QuasiAffine::of(expr, iterators);
    isKnown &= result.has_value();
    results.push_back(result.value_or(0));
  }
  return results;
}

/// The first iteration and the one behind the last; none: both the same.
std::pair<int64_t, int64_t> RunWalker::rangeOf(const Bounds &bounds) const {
  int64_t first = INT64_MIN, end = INT64_MAX;
  for (const QuasiAffine &bound : bounds.lower)
    first = std::max(first, bound.evaluate(values));
  for (const QuasiAffine &bound : bounds.upper)
    end = std::min(end, bound.evaluate(values));
  return {first, std::max(first, end)};
}

void RunWalker::record(int64_t times) {
  SmallVector<std::pair<int64_t, int64_t>> box;
  for (auto [loop, own] : llvm::zip(statement.innerBand, nest))
    box.push_back(own ? rangeOf(*own)
                      : std::pair<int64_t, int64_t>(0, loop.trip));
  runs[box] += times;
}

/// False: there is too much to walk through.
bool RunWalker::walk(unsigned at, int64_t times) {
  if (at == shared.size()) {
    record(times);
    return true;
  }
  auto [first, end] = rangeOf(sharedBounds[at]);
  int64_t step = shared[at].getStepAsInt();
  values[at] = first;
  if (!isUsed[at])
    return first >= end ||
           walk(at + 1, times * llvm::divideCeil(end - first, step));
  for (; values[at] < end; values[at] += step)
    if (++steps > mostSteps || !walk(at + 1, times))
      return false;
  return true;
}

std::optional<std::vector<RunBox>> RunWalker::run() {
  if (!isKnown || !walk(0, 1))
    return std::nullopt;
  std::vector<RunBox> result;
  for (auto &[box, times] : runs)
    result.push_back({box, times});
  return result;
}

std::optional<std::vector<RunBox>> analysis::runBoxes(const TaskGraph &graph,
                                                      const Task &task) {
  const Statement &statement = task.only();
  if (!statement.guard || !task.context)
    return std::nullopt;
  SmallVector<AffineForOp> loops;
  for (const LoopInfo &loop : statement.innerBand)
    loops.push_back(loop.op);
  std::optional<NestBounds> bounds = nestBounds(statement.guard, loops);
  if (!bounds)
    return std::nullopt;
  return RunWalker(graph, task, *bounds).run();
}

bool analysis::countsAsOne(const Statement &statement,
                           hls::TaskPointAttr task) {
  if (!task.getTrueBounds())
    return false;
  unsigned kept = 0;
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    bool pipelined = task.getPipelined().getValue() == loop.name;
    if (pipelined && loop.reduction)
      return false;
    kept += pipelined || factors[2] != loop.trip;
  }
  return kept > 1;
}

LogicalResult
analysis::verifyTrueBounds(const TaskGraph &graph, const Task &source,
                           const poly::Scop &scop, hls::TaskPointAttr task,
                           function_ref<InFlightDiagnostic()> error) {
  if (!task.getTrueBounds())
    return success();
  const Statement &statement = source.only();
  auto refuse = [&] { return error() << "true_bounds "; };
  SmallVector<AffineForOp> loops;
  for (const LoopInfo &loop : statement.innerBand)
    loops.push_back(loop.op);
  std::optional<CoupledLoops> coupled = coupledLoops(statement);
  if (!statement.guard || (!coupled && !nestBounds(statement.guard, loops)))
    return refuse() << "needs a condition by which loops around the nest bound "
                       "its loops, or that couples two of them; "
                       "leave it out";
  if (task.getAccumulator() != hls::Accumulator::Direct)
    return refuse() << "needs accumulator = direct; leave it out";
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    if (factors[0] != 1 && factors[1] != 1)
      return refuse() << "needs loop '" << loop.name
                      << "' in one of the levels 0 and 1 alone; leave it out";
  }
  if (coupled && failed(verifyCoupled(statement, *coupled, task, refuse)))
    return failure();
  if (!countsAsOne(statement, task))
    return success();
  unsigned position = *scop.findStatement(statement.name);
  unsigned around = graph.sharedLoopsOf(source).size();
  // What an unrolled loop carries stays in one iteration.
  auto isUnrolled = [&](unsigned l) {
    const LoopInfo &loop = statement.innerBand[l];
    return loopPointOf(task, loop.name).getFactors()[2] == loop.trip;
  };
  if (llvm::any_of(scop.dependences(), [&](const poly::Dependence &d) {
        return d.source == position && d.target == position && d.carrier &&
               *d.carrier >= around && !isUnrolled(*d.carrier - around) &&
               !(coupled && d.reduction);
      }))
    return refuse() << "makes one loop of several, and these carry a "
                       "dependence; leave it out, or pipeline the reduction";
  return success();
}
