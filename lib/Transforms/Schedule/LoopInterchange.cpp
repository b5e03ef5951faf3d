//===- LoopInterchange.cpp - Parallel loops inside of sequential ones -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/LoopInterchange.h"
#include <set>

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::poly;

static std::set<unsigned> membersOf(const Scop &scop, const LoopTree &shared) {
  std::set<unsigned> members;
  for (const std::string &name : shared.statements())
    members.insert(*scop.findStatement(name));
  return members;
}

/// The loop at `depth` carries no dependence among the members, all of which
/// stand in it.
static bool isParallel(const Scop &scop, const std::set<unsigned> &members,
                       unsigned depth) {
  return llvm::none_of(scop.dependences(), [&](const Dependence &dependence) {
    return dependence.carrier == depth && members.count(dependence.source) &&
           members.count(dependence.target);
  });
}

bool talos::mayMoveInward(const Scop &scop, const LoopTree &shared,
                          unsigned depth) {
  if (shared.children.size() != 1 || shared.children.front().isLeaf())
    return false;
  std::set<unsigned> members = membersOf(scop, shared);
  const auto &loops = scop.statements()[*members.begin()].loops;
  AffineForOp outer = loops[depth], inner = loops[depth + 1];
  return inner->getParentOp() == outer &&
         !llvm::is_contained(inner->getOperands(), outer.getInductionVar()) &&
         isParallel(scop, members, depth);
}

/// The schedule of a statement with the loops at `depth` and inside of it
/// interchanged: its times alternate between positions in bodies and loops.
static AffineMap interchanged(AffineMap times, unsigned depth) {
  SmallVector<AffineExpr> exprs(times.getResults());
  std::swap(exprs[2 * depth + 1], exprs[2 * depth + 3]);
  return AffineMap::get(times.getNumDims(), 0, exprs, times.getContext());
}

static bool moveInwardBelow(const Scop &scop, const LoopTree &tree,
                            unsigned depth, Schedule &schedule) {
  bool any = false;
  for (const LoopTree &child : tree.children) {
    if (child.isLeaf())
      continue;
    std::set<unsigned> members = membersOf(scop, child);
    if (mayMoveInward(scop, child, depth) &&
        !isParallel(scop, members, depth + 1)) {
      for (unsigned member : members)
        schedule[member] = interchanged(schedule[member], depth);
      any = true; // what is below is not what the analysis saw any more
    } else {
      any |= moveInwardBelow(scop, child, depth + 1, schedule);
    }
  }
  return any;
}

FailureOr<bool> talos::moveLoopsInward(Scop &scop) {
  Schedule schedule = scop.sourceSchedule();
  if (!moveInwardBelow(scop, scop.originalTree(), /*depth=*/0, schedule))
    return false;
  if (failed(scop.generate(schedule)))
    return failure();
  return true;
}
