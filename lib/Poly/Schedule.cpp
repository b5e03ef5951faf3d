//===- Schedule.cpp - Schedules of statements as affine maps --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir;

namespace talos::poly {

using Exprs = SmallVector<AffineExpr>;

AffineMap Scop::Impl::timeMap(unsigned statement,
                              ArrayRef<AffineExpr> times) const {
  return AffineMap::get(statements[statement].loops.size(), /*symbolCount=*/0,
                        times, func->getContext());
}

std::string Scop::Impl::timeText(unsigned statement, AffineMap map) const {
  const Place &place = data[statement].place;
  Strings iterators, times;
  for (const LoopFrame &loop : place.loops)
    iterators.push_back(loop.iterator);
  for (AffineExpr time : map.getResults())
    times.push_back(islText(time, iterators, {}));
  return place.tuple(statements[statement].name) + " -> [" + commaList(times) +
         "]";
}

std::string Scop::Impl::scheduleText(const Schedule &schedule) const {
  Strings parts;
  for (auto [s, map] : llvm::enumerate(schedule))
    parts.push_back(timeText(s, map));
  return withParams(llvm::join(parts, "; "));
}

std::string Scop::Impl::scheduleError(const Schedule &schedule) const {
  if (schedule.size() != statements.size())
    return "schedule has " + std::to_string(schedule.size()) + " maps for " +
           std::to_string(statements.size()) + " statements";
  for (auto [statement, map] : llvm::zip_equal(statements, schedule))
    if (!map || map.getNumSymbols() != 0 || map.getNumResults() == 0 ||
        map.getNumDims() != statement.loops.size())
      return "schedule of statement " + statement.name +
             " is no map from its " + std::to_string(statement.loops.size()) +
             " iterators to time";
  return "";
}

Schedule Scop::sourceSchedule() const {
  Schedule schedule;
  MLIRContext *context = impl->func->getContext();
  for (unsigned s = 0; s < impl->statements.size(); ++s) {
    const Place &place = impl->data[s].place;
    Exprs times;
    for (auto [d, loop] : llvm::enumerate(place.loops)) {
      times.push_back(getAffineConstantExpr(loop.ordinal, context));
      times.push_back(getAffineDimExpr(d, context));
    }
    times.push_back(getAffineConstantExpr(place.ordinal, context));
    schedule.push_back(impl->timeMap(s, times));
  }
  return schedule;
}

/// The times of `loop` cut into three levels; 0 for a level of one iteration.
static std::array<AffineExpr, 3> levelTimes(affine::AffineForOp loop,
                                            AffineExpr iterator,
                                            std::array<int64_t, 3> factors) {
  AffineExpr number =
      (iterator - loop.getConstantLowerBound()).floorDiv(loop.getStepAsInt());
  std::array<AffineExpr, 3> times = {number.floorDiv(factors[1] * factors[2]),
                                     number.floorDiv(factors[2]), number};
  // The outermost level that runs more than once has all there is.
  if (factors[0] != 1)
    times[1] = times[1] % factors[1];
  if (factors[0] != 1 || factors[1] != 1)
    times[2] = times[2] % factors[2];
  for (auto [time, factor] : llvm::zip_equal(times, factors))
    if (factor == 1)
      time = getAffineConstantExpr(0, loop->getContext());
  return times;
}

Schedule Scop::stripMinedSchedule(ArrayRef<StripMine> mines) const {
  Schedule schedule = sourceSchedule();
  MLIRContext *context = impl->func->getContext();
  for (auto [s, mine] : llvm::enumerate(mines)) {
    if (mine.factors.empty())
      continue;
    unsigned shared = impl->sharedLoops(s);
    std::vector<std::array<AffineExpr, 3>> levels;
    for (auto [d, factors] : llvm::enumerate(mine.factors)) {
      affine::AffineForOp loop = impl->statements[s].loops[shared + d];
      if (!loop.hasConstantLowerBound())
        return {};
      levels.push_back(
          levelTimes(loop, getAffineDimExpr(shared + d, context), factors));
    }
    Exprs times(schedule[s].getResults().take_front(2 * shared + 1));
    for (unsigned level = 0; level < 3; ++level)
      for (unsigned position = 0; position < levels.size(); ++position) {
        ArrayRef<unsigned> order = mine.order[level];
        times.push_back(
            levels[order.empty() ? position : order[position]][level]);
      }
    schedule[s] = impl->timeMap(s, times);
  }
  return schedule;
}

/// The positions in the bodies around every leaf, by statement; false if a leaf
/// is unknown or has fewer loops than its ancestors share.
static bool addPaths(const Scop::Impl &scop, const LoopTree &node,
                     const std::vector<int64_t> &path,
                     std::vector<std::vector<int64_t>> &paths) {
  if (node.isLeaf()) {
    for (auto [s, statement] : llvm::enumerate(scop.statements))
      if (statement.name == node.statement) {
        paths[s] = path;
        return path.size() <= statement.loops.size() + 1;
      }
    return false;
  }
  for (auto [i, child] : llvm::enumerate(node.children)) {
    std::vector<int64_t> inner = path;
    inner.push_back(i);
    if (!addPaths(scop, child, inner, paths))
      return false;
  }
  return true;
}

Schedule Scop::treeSchedule(const LoopTree &tree) const {
  Strings names = tree.statements();
  std::set<std::string> unique(names.begin(), names.end());
  std::vector<std::vector<int64_t>> paths(impl->statements.size());
  if (names.size() != paths.size() || unique.size() != names.size() ||
      (!names.empty() && !addPaths(*impl, tree, {}, paths)))
    return {};
  Schedule schedule;
  MLIRContext *context = impl->func->getContext();
  for (auto [s, path] : llvm::enumerate(paths)) {
    Exprs times;
    path.resize(impl->statements[s].loops.size() + 1, 0);
    for (auto [d, position] : llvm::enumerate(path)) {
      times.push_back(getAffineConstantExpr(position, context));
      if (d < impl->statements[s].loops.size())
        times.push_back(getAffineDimExpr(d, context));
    }
    schedule.push_back(impl->timeMap(s, times));
  }
  return schedule;
}

} // namespace talos::poly
