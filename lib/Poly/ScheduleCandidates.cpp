//===- ScheduleCandidates.cpp - Schedules that free loops -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Poly/ScheduleCandidates.h"
#include "Count.h"
#include "SequentialTimes.h"
#include "mlir/Analysis/Presburger/Matrix.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace talos::poly {

StringRef stringify(ScheduleMethod method) {
  switch (method) {
  case ScheduleMethod::Source:
    return "source";
  case ScheduleMethod::Coincidence:
    return "coincidence";
  case ScheduleMethod::Feautrier:
    return "feautrier";
  case ScheduleMethod::FusedCoincidence:
    return "fused-coincidence";
  case ScheduleMethod::InnerFeautrier:
    return "inner-feautrier";
  case ScheduleMethod::Strips:
    return "strips";
  }
  return "";
}

namespace {

/// Coefficients of iterators in a time; none if it is not linear.
std::optional<std::vector<int64_t>> coefficients(AffineExpr time,
                                                 unsigned iterators) {
  std::vector<int64_t> result;
  MLIRContext *context = time.getContext();
  AffineExpr rest = time;
  for (unsigned i = 0; i < iterators; ++i) {
    SmallVector<AffineExpr> at(iterators, getAffineConstantExpr(0, context));
    auto atZero = dyn_cast<AffineConstantExpr>(time.replaceDims(at));
    at[i] = getAffineConstantExpr(1, context);
    auto atOne = dyn_cast<AffineConstantExpr>(time.replaceDims(at));
    if (!atZero || !atOne)
      return std::nullopt;
    result.push_back(atOne.getValue() - atZero.getValue());
    rest = rest - getAffineDimExpr(i, context) * result.back();
  }
  if (!isa<AffineConstantExpr>(simplifyAffineExpr(rest, iterators, 0)))
    return std::nullopt;
  return result;
}

/// Linearly independent rows.
class Basis {
public:
  /// False if the row depends on those before.
  bool add(ArrayRef<int64_t> row) {
    rows.push_back(std::vector<int64_t>(row.begin(), row.end()));
    presburger::FracMatrix matrix(rows.size(), row.size());
    for (unsigned r = 0; r < rows.size(); ++r)
      for (unsigned c = 0; c < row.size(); ++c)
        matrix(r, c) = presburger::Fraction(rows[r][c], 1);
    if (rankOf(matrix) == rows.size())
      return true;
    rows.pop_back();
    return false;
  }

private:
  static unsigned rankOf(presburger::FracMatrix &matrix) {
    unsigned rank = 0;
    for (unsigned c = 0; c < matrix.getNumColumns(); ++c) {
      unsigned pivot = rank;
      while (pivot < matrix.getNumRows() && matrix(pivot, c) == 0)
        ++pivot;
      if (pivot == matrix.getNumRows())
        continue;
      matrix.swapRows(rank, pivot);
      for (unsigned r = rank + 1; r < matrix.getNumRows(); ++r)
        matrix.addToRow(rank, r, -matrix(r, c) / matrix(rank, c));
      ++rank;
    }
    return rank;
  }

  std::vector<std::vector<int64_t>> rows;
};

/// Steps of schedules that have more are not counted once more over all
/// statements: such schedules are of no use.
constexpr int64_t MaxExactSteps = 1'000'000;

/// Of one Scop.
class CandidateSearch {
public:
  CandidateSearch(const Scop &scop, const Scop::Impl &impl,
                  const CandidateOptions &options)
      : scop(scop), impl(impl), options(options) {}

  std::vector<ScheduleCandidate> run();

private:
  std::vector<Rows> sourceRows() const;
  void add(ScheduleMethod method, const std::vector<Rows> &rows);
  bool hasWavefronts() const;
  void addInnerSchedule();
  void addStrips(const std::vector<Rows> &rows);
  /// The order, then the iterators that it leaves open; `turned`: those that
  /// count down in the source run the other way.
  Schedule complete(const std::vector<Rows> &order, bool turned) const;
  bool countsDown(unsigned statement, unsigned loop) const;
  bool measure(const std::vector<Rows> &levels,
               ScheduleCandidate &candidate) const;
  bool isSkewed(const Rows &times, unsigned iterators) const;
  int64_t turns(unsigned statement, const Rows &times, AffineMap whole,
                bool skewed) const;

  const Scop &scop;
  const Scop::Impl &impl;
  const CandidateOptions &options;
  /// Instances by statement: counting them takes longest.
  std::vector<std::optional<int64_t>> points;
  std::vector<ScheduleCandidate> found;
};

std::vector<Rows> CandidateSearch::sourceRows() const {
  std::vector<Rows> rows;
  for (const Statement &statement : impl.statements) {
    rows.emplace_back();
    for (unsigned i = 0; i < statement.loops.size(); ++i)
      rows.back().push_back(getAffineDimExpr(i, impl.func->getContext()));
  }
  return rows;
}

/// The coefficient of an iterator in a subscript over it, if that is linear.
static int64_t slopeOf(AffineMap map, unsigned result, unsigned dim) {
  MLIRContext *context = map.getContext();
  AffineExpr expr = map.getResult(result);
  AffineExpr next = getAffineDimExpr(dim, context) + 1;
  auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      expr.replace(getAffineDimExpr(dim, context), next) - expr,
      map.getNumDims(), map.getNumSymbols()));
  return step ? step.getValue() : 0;
}

/// Every subscript that follows the loop falls: normalised loops count up.
/// Elements in rising order have banks that are known where other loops move
/// them as well.
bool CandidateSearch::countsDown(unsigned statement, unsigned loop) const {
  const Statement &source = impl.statements[statement];
  SmallVector<Operation *> accesses(source.joined.begin(), source.joined.end());
  accesses.push_back(source.op);
  llvm::append_range(accesses, source.loads());
  Value iterator = affine::AffineForOp(source.loops[loop]).getInductionVar();
  bool falls = false;
  for (Operation *op : accesses) {
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
      return false;
    affine::AffineValueMap subscripts;
    affine::MemRefAccess(op).getAccessMap(&subscripts);
    AffineMap map = subscripts.getAffineMap();
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      for (unsigned r = 0; r < map.getNumResults(); ++r) {
        if (subscripts.getOperand(d) != iterator ||
            !map.getResult(r).isFunctionOfDim(d))
          continue;
        if (slopeOf(map, r, d) >= 0)
          return false;
        falls = true;
      }
  }
  return falls;
}

Schedule CandidateSearch::complete(const std::vector<Rows> &order,
                                   bool turned) const {
  size_t length = 0;
  for (const Rows &times : order)
    length = std::max(length, times.size());
  MLIRContext *context = impl.func->getContext();
  Schedule schedule;
  for (auto [s, times] : llvm::enumerate(order)) {
    unsigned iterators = impl.statements[s].loops.size();
    Basis basis;
    for (AffineExpr time : times)
      if (auto row = coefficients(time, iterators))
        basis.add(*row);
    Rows all = times;
    all.resize(length, getAffineConstantExpr(0, context));
    for (unsigned i = 0; i < iterators; ++i) {
      std::vector<int64_t> unit(iterators, 0);
      unit[i] = 1;
      if (basis.add(unit))
        all.push_back(getAffineDimExpr(i, context) *
                      (turned && countsDown(s, i) ? -1 : 1));
    }
    schedule.push_back(impl.timeMap(s, all));
  }
  return schedule;
}

bool CandidateSearch::isSkewed(const Rows &times, unsigned iterators) const {
  return llvm::any_of(times, [&](AffineExpr time) {
    unsigned used = 0;
    for (unsigned i = 0; i < iterators; ++i)
      used += time.isFunctionOfDim(i);
    return used > 1;
  });
}

/// Of the instances of a statement, which begin one by one, or as many at a
/// time as there are lanes. Loops inside of skewed times run over a box.
int64_t CandidateSearch::turns(unsigned s, const Rows &times, AffineMap whole,
                               bool skewed) const {
  if (!skewed || options.skewsLayouts)
    return int64_t(llvm::divideCeil(*points[s], options.lanes));
  auto mapOf = [&](ArrayRef<AffineExpr> results) {
    std::string text = impl.timeText(s, impl.timeMap(s, results));
    return isl::map(impl.islContext(), impl.withParams(text));
  };
  isl::map steps = mapOf(times).intersect_domain(impl.data[s].domain);
  isl::map inner = mapOf(whole.getResults().drop_front(times.size()));
  return countBoxes(steps.reverse().apply_range(inner)).value_or(*points[s]);
}

bool CandidateSearch::measure(const std::vector<Rows> &levels,
                              ScheduleCandidate &candidate) const {
  size_t length = 0;
  for (const Rows &times : levels)
    length = std::max(length, times.size());
  Int cost(0), instances(0), sum(0);
  isl::set all;
  Schedule whole = complete(levels, /*turned=*/false);
  for (auto [s, times] : llvm::enumerate(levels)) {
    Rows padded = times;
    padded.resize(length, getAffineConstantExpr(0, impl.func->getContext()));
    isl::map time(impl.islContext(),
                  impl.withParams(impl.timeText(s, impl.timeMap(s, padded))));
    isl::set steps = impl.data[s].domain.apply(time).coalesce();
    std::optional<int64_t> ownSteps = countPoints(steps);
    if (!points[s] || !ownSteps)
      return false;
    instances = instances + Int(*points[s]);
    sum = sum + Int(*ownSteps);
    bool skewed = isSkewed(times, impl.statements[s].loops.size());
    cost = cost + Int(*ownSteps) * Int(options.depth) +
           Int(turns(s, padded, whole[s], skewed));
    all = all.is_null() ? steps : all.unite(steps);
    candidate.skewed += skewed;
  }
  if (!cost.isValid() || !instances.isValid() || !sum.isValid())
    return false;
  candidate.cost = cost.value();
  candidate.instances = instances.value();
  candidate.steps = sum.value();
  if (candidate.steps <= MaxExactSteps)
    candidate.steps = countPoints(all.coalesce()).value_or(sum.value());
  return true;
}

void CandidateSearch::add(ScheduleMethod method,
                          const std::vector<Rows> &rows) {
  SequentialTimes times(impl, rows);
  if (!times.areComplete())
    return;
  ScheduleCandidate candidate;
  candidate.method = method;
  candidate.schedule = complete(times.order(), /*turned=*/true);
  Schedule plain = complete(times.order(), /*turned=*/false);
  // The terms of a sum may have to keep their order.
  if (candidate.schedule != plain && !scop.checkSchedule(candidate.schedule))
    candidate.schedule = std::move(plain);
  candidate.text = impl.scheduleText(candidate.schedule);
  bool isKnown = llvm::any_of(found, [&](const ScheduleCandidate &other) {
    return other.schedule == candidate.schedule;
  });
  if (!isKnown && scop.checkSchedule(candidate.schedule) &&
      measure(times.levels(), candidate))
    found.push_back(std::move(candidate));
}

/// Of nests alone.
bool CandidateSearch::hasWavefronts() const {
  return llvm::any_of(found,
                      [](const ScheduleCandidate &other) {
                        return other.skewed != 0;
                      }) &&
         llvm::none_of(impl.statements, [](const Statement &statement) {
           return statement.loops.empty();
         });
}

/// Wavefronts through fewer loops are more, but a box holds each of them: the
/// bounds of the loops in it follow from the one outside.
void CandidateSearch::addInnerSchedule() {
  IslSchedules inner(impl, /*keepsOuter=*/true);
  auto rows = inner.rows(ScheduleMethod::Feautrier, options.maxOperations);
  if (!rows)
    return;
  for (Rows &times : *rows)
    times.insert(times.begin(), getAffineDimExpr(0, impl.func->getContext()));
  add(ScheduleMethod::InnerFeautrier, *rows);
}

/// Iterations of the outermost loop that the wavefronts of a strip are of: some
/// fill the pipeline between two steps, and the box around a wavefront grows
/// with them.
constexpr int64_t StripSize = 8;

/// Wavefronts of strips of the outermost loop, one strip after the other. Legal
/// where those of the whole loop are and no dependence goes back in it.
void CandidateSearch::addStrips(const std::vector<Rows> &rows) {
  std::vector<Rows> strips = rows;
  for (Rows &times : strips)
    times.insert(
        times.begin(),
        getAffineDimExpr(0, impl.func->getContext()).floorDiv(StripSize));
  add(ScheduleMethod::Strips, strips);
}

std::vector<ScheduleCandidate> CandidateSearch::run() {
  if (impl.statements.empty() || !impl.params.empty())
    return {};
  for (unsigned s = 0; s < impl.statements.size(); ++s)
    points.push_back(scop.countInstances(s));
  add(ScheduleMethod::Source, sourceRows());
  IslSchedules schedules(impl);
  for (ScheduleMethod method :
       {ScheduleMethod::Coincidence, ScheduleMethod::Feautrier,
        ScheduleMethod::FusedCoincidence})
    if (auto rows = schedules.rows(method, options.maxOperations))
      add(method, *rows);
  if (!options.skewsLayouts && hasWavefronts()) {
    addInnerSchedule();
    if (auto rows =
            schedules.rows(ScheduleMethod::Coincidence, options.maxOperations))
      addStrips(*rows);
  }
  // A skewed schedule wants a skewed layout of its arrays.
  auto rank = [](const ScheduleCandidate &candidate) {
    return candidate.cost + (candidate.skewed ? candidate.cost / 10 : 0);
  };
  llvm::sort(found, [&](const auto &a, const auto &b) {
    return std::make_tuple(rank(a), a.skewed, a.method) <
           std::make_tuple(rank(b), b.skewed, b.method);
  });
  return std::move(found);
}

} // namespace

std::vector<ScheduleCandidate>
Scop::scheduleCandidates(const CandidateOptions &options) const {
  return CandidateSearch(*this, analyzed(), options).run();
}

} // namespace talos::poly
