//===- NestBounds.cpp - What loops around leave of a nest -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/NestBounds.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::FlatAffineValueConstraints;

/// Shared iterations to walk through, at most.
static constexpr int64_t mostSteps = int64_t(1) << 20;

namespace {

/// A guard as constraints over the loops of a nest, then the loops around it.
struct GuardDomain {
  FlatAffineValueConstraints all; ///< the guard, and the domains of all loops
  FlatAffineValueConstraints around; ///< the domains of those around
};

} // namespace

static std::optional<FlatAffineValueConstraints>
domainOf(ArrayRef<Value> iterators) {
  FlatAffineValueConstraints domain(iterators.size(), /*numSymbols=*/0,
                                    /*numLocals=*/0, iterators);
  for (Value iterator : iterators)
    if (failed(domain.addAffineForOpDomain(
            affine::getForInductionVarOwner(iterator))))
      return std::nullopt;
  return domain;
}

/// Adds the iterators that `values` are to `iterators`; false if some value is
/// none.
static bool addIterators(ValueRange values, SmallVectorImpl<Value> &iterators) {
  for (Value value : values) {
    if (!affine::isAffineForInductionVar(value))
      return false;
    if (!llvm::is_contained(iterators, value))
      iterators.push_back(value);
  }
  return true;
}

/// None if a constraint is not affine in iterators.
static std::optional<GuardDomain> domainOf(affine::AffineIfOp guard,
                                           ArrayRef<AffineForOp> loops) {
  SmallVector<Value> iterators;
  for (AffineForOp loop : loops)
    iterators.push_back(loop.getInductionVar());
  IntegerSet set = guard.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> operands(guard.getOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  if (!addIterators(operands, iterators))
    return std::nullopt;
  // Loops around may have bounds that depend on others.
  for (size_t next = loops.size(); next < iterators.size(); ++next) {
    AffineForOp loop = affine::getForInductionVarOwner(iterators[next]);
    if (!addIterators(loop.getLowerBoundOperands(), iterators) ||
        !addIterators(loop.getUpperBoundOperands(), iterators))
      return std::nullopt;
  }
  std::optional<FlatAffineValueConstraints> all = domainOf(iterators);
  std::optional<FlatAffineValueConstraints> around =
      domainOf(ArrayRef(iterators).drop_front(loops.size()));
  if (!all || !around)
    return std::nullopt;
  // Quotients become variables of their own, which are projected out as
  // rationals: the domain may hold more, but nothing less.
  for (auto [index, expr] : llvm::enumerate(map.getResults())) {
    unsigned value = all->appendDimVar();
    AffineMap own = AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr);
    if (failed(all->addBound(presburger::BoundType::EQ, value, own, operands)))
      return std::nullopt;
    all->addBound(set.isEq(index) ? presburger::BoundType::EQ
                                  : presburger::BoundType::LB,
                  value, int64_t(0));
  }
  all->projectOut(iterators.size(), all->getNumVars() - iterators.size());
  return GuardDomain{std::move(*all), std::move(*around)};
}

namespace {

/// Reads the bounds of the first variable off constraints.
class BoundReader {
public:
  /// `around`: of the other variables.
  BoundReader(const FlatAffineValueConstraints &domain,
              const FlatAffineValueConstraints &around, MLIRContext *context)
      : around(around), context(context) {
    for (unsigned r = 0; r < domain.getNumInequalities(); ++r)
      read(domain.getInequality64(r), /*isEquality=*/false);
    for (unsigned r = 0; r < domain.getNumEqualities(); ++r)
      read(domain.getEquality64(r), /*isEquality=*/true);
    for (unsigned v = 0; v < domain.getNumVars() - 1; ++v)
      iterators.push_back(domain.getValue(v + 1));
  }

  std::optional<LoopBounds> bounds() {
    dropImplied(lower, /*isLower=*/true);
    dropImplied(upper, /*isLower=*/false);
    if (llvm::all_of(lower, isConstant) && llvm::all_of(upper, isConstant))
      return std::nullopt;
    return LoopBounds{mapOf(lower), mapOf(upper)};
  }

private:
  static bool isConstant(AffineExpr expr) {
    return isa<AffineConstantExpr>(expr);
  }
  AffineMap mapOf(ArrayRef<AffineExpr> results) const {
    return AffineMap::get(iterators.size(), 0, results, context);
  }
  /// floor((sum of the other variables * sign + constant * sign + more) / by).
  AffineExpr quotient(ArrayRef<int64_t> row, int64_t sign, int64_t more,
                      int64_t by) const {
    AffineExpr sum = getAffineConstantExpr(sign * row.back() + more, context);
    for (auto [d, coefficient] : llvm::enumerate(row.drop_front().drop_back()))
      sum = getAffineDimExpr(d, context) * (sign * coefficient) + sum;
    return simplifyAffineExpr(sum.floorDiv(by), row.size() - 2, 0);
  }
  void read(ArrayRef<int64_t> row, bool isEquality);
  bool implies(AffineExpr other, AffineExpr result, bool isLower) const;
  void dropImplied(SmallVectorImpl<AffineExpr> &results, bool isLower) const;

  const FlatAffineValueConstraints &around;
  SmallVector<Value> iterators;
  MLIRContext *context;
  SmallVector<AffineExpr> lower, upper;
};

} // namespace

/// own * x + rest >= 0, or == 0.
void BoundReader::read(ArrayRef<int64_t> row, bool isEquality) {
  int64_t own = row.front(), by = std::abs(own);
  if (own > 0 || (own < 0 && isEquality))
    lower.push_back(quotient(row, own > 0 ? -1 : 1, by - 1, by));
  if (own < 0 || (own > 0 && isEquality))
    upper.push_back(quotient(row, own < 0 ? 1 : -1, by, by));
}

/// In all iterations of the loops around, `other` bounds at least as much.
bool BoundReader::implies(AffineExpr other, AffineExpr result,
                          bool isLower) const {
  FlatAffineValueConstraints weaker = around;
  unsigned difference = weaker.appendDimVar();
  AffineExpr expr = isLower ? other - result : result - other;
  weaker.addBound(presburger::BoundType::UB, difference, int64_t(-1));
  return succeeded(weaker.addBound(presburger::BoundType::EQ, difference,
                                   mapOf(expr), iterators)) &&
         weaker.isIntegerEmpty();
}

void BoundReader::dropImplied(SmallVectorImpl<AffineExpr> &results,
                              bool isLower) const {
  for (size_t r = 0; r < results.size();) {
    bool isImplied = false;
    for (size_t other = 0; other < results.size() && !isImplied; ++other)
      isImplied = other != r && implies(results[other], results[r], isLower);
    if (isImplied)
      results.erase(results.begin() + r);
    else
      ++r;
  }
}

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
  std::optional<GuardDomain> domain = domainOf(guard, loops);
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
  /// Results over iterators of the shared loops, given as positions.
  struct Bound {
    AffineMap map;
    SmallVector<unsigned> operands;
  };
  struct Bounds {
    Bound lower, upper;
  };
  Bound bind(AffineMap map, ValueRange values);
  int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> operands) const;
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

RunWalker::Bound RunWalker::bind(AffineMap map, ValueRange values) {
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  Bound result{map, {}};
  for (Value operand : operands) {
    const auto *source = llvm::find_if(shared, [&](AffineForOp loop) {
      return loop.getInductionVar() == operand;
    });
    if (source == shared.end()) {
      isKnown = false;
      continue;
    }
    result.operands.push_back(source - shared.begin());
    isUsed[result.operands.back()] = true;
  }
  return result;
}

/// Without making constants of the context, as AffineMap::compose would.
int64_t RunWalker::evaluate(AffineExpr expr, ArrayRef<int64_t> operands) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  auto pair = cast<AffineBinaryOpExpr>(expr);
  int64_t left = evaluate(pair.getLHS(), operands),
          right = evaluate(pair.getRHS(), operands);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return left + right;
  case AffineExprKind::Mul:
    return left * right;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(left, right);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(left, right);
  default:
    return llvm::mod(left, right);
  }
}

/// The first iteration and the one behind the last; none: both the same.
std::pair<int64_t, int64_t> RunWalker::rangeOf(const Bounds &bounds) const {
  auto results = [&](const Bound &bound) {
    SmallVector<int64_t> operands;
    for (unsigned position : bound.operands)
      operands.push_back(values[position]);
    return llvm::map_to_vector(bound.map.getResults(), [&](AffineExpr expr) {
      return evaluate(expr, operands);
    });
  };
  SmallVector<int64_t> lower = results(bounds.lower);
  SmallVector<int64_t> upper = results(bounds.upper);
  int64_t first = *llvm::max_element(lower);
  int64_t end = *llvm::min_element(upper);
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

/// Of variable `inner`, for a value of `outer`, which no other one bounds.
static std::pair<int64_t, int64_t>
innerRange(const FlatAffineValueConstraints &domain, unsigned outer,
           unsigned inner, int64_t value) {
  int64_t first = INT64_MIN, end = INT64_MAX;
  auto read = [&](ArrayRef<int64_t> row) {
    int64_t own = row[inner], rest = row[outer] * value + row.back();
    if (own > 0)
      first = std::max(first, llvm::divideCeilSigned(-rest, own));
    else if (own < 0)
      end = std::min(end, llvm::divideFloorSigned(rest, -own) + 1);
    else if (row[outer] != 0 && rest < 0)
      end = INT64_MIN;
  };
  for (unsigned r = 0; r < domain.getNumInequalities(); ++r)
    read(domain.getInequality64(r));
  return first < end ? std::pair<int64_t, int64_t>(first, end)
                     : std::pair<int64_t, int64_t>(0, 0);
}

std::optional<CoupledLoops> analysis::coupledLoops(const Statement &statement) {
  if (!statement.guard)
    return std::nullopt;
  SmallVector<AffineForOp> loops;
  for (const LoopInfo &loop : statement.innerBand)
    loops.push_back(loop.op);
  std::optional<GuardDomain> domain = domainOf(statement.guard, loops);
  if (!domain || domain->around.getNumDimVars() != 0 ||
      domain->all.getNumEqualities() != 0)
    return std::nullopt;
  SmallVector<unsigned> coupled;
  for (unsigned l = 0; l < loops.size(); ++l)
    for (unsigned r = 0; r < domain->all.getNumInequalities(); ++r) {
      SmallVector<int64_t> row = domain->all.getInequality64(r);
      bool isAlone = llvm::count_if(ArrayRef(row).drop_back(),
                                    [](int64_t c) { return c != 0; }) == 1;
      if (row[l] != 0 && !isAlone && !llvm::is_contained(coupled, l))
        coupled.push_back(l);
    }
  if (coupled.size() != 2)
    return std::nullopt;
  if (statement.innerBand[coupled.back()].reduction)
    std::swap(coupled.front(), coupled.back());
  const LoopInfo &outer = statement.innerBand[coupled.front()];
  const LoopInfo &inner = statement.innerBand[coupled.back()];
  if (inner.reduction)
    return std::nullopt;
  CoupledLoops result{
      coupled.front(), coupled.back(), outer.reduction, inner.trip, {}};
  for (int64_t value = 0; value < outer.trip; ++value)
    result.ranges.push_back(
        innerRange(domain->all, result.outer, result.inner, value));
  return result;
}

std::optional<int64_t> analysis::coupledDistance(const Statement &statement,
                                                 const CoupledLoops &coupled,
                                                 hls::TaskPointAttr task) {
  SmallVector<int64_t> unrolled;
  int64_t others = 1;
  for (auto [l, loop] : llvm::enumerate(statement.innerBand)) {
    unrolled.push_back(loopPointOf(task, loop.name).getFactors()[2]);
    if (!loop.reduction && l != coupled.outer && l != coupled.inner)
      others *= loop.trip / unrolled.back();
  }
  std::optional<CoupledLoops::Tiles> tiles =
      coupled.tiles(unrolled[coupled.outer], unrolled[coupled.inner]);
  if (!tiles)
    return std::nullopt;
  return others * tiles->between;
}

std::optional<LoopBounds>
analysis::boundsWithin(affine::AffineIfOp guard, ArrayRef<AffineForOp> nest,
                       AffineForOp around, int64_t group, AffineForOp loop) {
  std::optional<GuardDomain> domain = domainOf(guard, nest);
  if (!domain)
    return std::nullopt;
  FlatAffineValueConstraints own = domain->all;
  unsigned position = 0, number = own.appendDimVar();
  if (!own.findVar(around.getInductionVar(), &position))
    return std::nullopt;
  // 0 <= iteration - group * number < group
  SmallVector<int64_t> row(own.getNumCols(), 0);
  row[position] = 1;
  row[number] = -group;
  own.addInequality(row);
  row[position] = -1;
  row[number] = group;
  row.back() = group - 1;
  own.addInequality(row);
  for (AffineForOp other : nest)
    if (other != loop && own.findVar(other.getInductionVar(), &position))
      own.projectOut(position, 1);
  if (own.getNumVars() != 2)
    return std::nullopt; // loops around the nest bound it as well
  Value iterator = around.getInductionVar();
  FlatAffineValueConstraints groups(/*numDims=*/1, /*numSymbols=*/0,
                                    /*numLocals=*/0, ArrayRef(iterator));
  own.setValue(1, iterator);
  int64_t last = around.getConstantUpperBound() - 1;
  groups.addBound(presburger::BoundType::LB, 0, int64_t(0));
  groups.addBound(presburger::BoundType::UB, 0, last / group);
  MLIRContext *context = guard.getContext();
  std::optional<LoopBounds> bounds = BoundReader(own, groups, context).bounds();
  if (!bounds)
    return std::nullopt;
  AffineMap numberOf =
      AffineMap::get(1, 0, getAffineDimExpr(0, context).floorDiv(group));
  return LoopBounds{bounds->lower.compose(numberOf),
                    bounds->upper.compose(numberOf)};
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

/// Every term of a sum comes after all iterations of the other loops, of which
/// the code counts as many for each.
static LogicalResult verifyCoupled(const Statement &statement,
                                   const CoupledLoops &coupled,
                                   hls::TaskPointAttr task,
                                   function_ref<InFlightDiagnostic()> refuse) {
  if (!coupledDistance(statement, coupled, task))
    return refuse() << "needs iterations in every tile of loops '"
                    << statement.innerBand[coupled.outer].name << "' and '"
                    << statement.innerBand[coupled.inner].name
                    << "'; leave it out, or unroll them more";
  bool isBehind = false;
  for (StringAttr name : task.getOrder()) {
    const auto *loop =
        llvm::find_if(statement.innerBand, [&](const LoopInfo &other) {
          return other.name == name.getValue();
        });
    if (loop == statement.innerBand.end())
      continue;
    bool isPipelined = task.getPipelined() == name;
    if (loop->reduction && (isBehind || isPipelined))
      return refuse() << "needs reduction loop '" << loop->name
                      << "' outside of the loops that a condition couples; "
                         "leave it out, or put it first in the order";
    isBehind |= !loop->reduction;
  }
  return success();
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
  if (llvm::any_of(scop.dependences(), [&](const poly::Dependence &d) {
        return d.source == position && d.target == position && d.carrier &&
               *d.carrier >= around && !(coupled && d.reduction);
      }))
    return refuse() << "makes one loop of several, and these carry a "
                       "dependence; leave it out, or pipeline the reduction";
  return success();
}
