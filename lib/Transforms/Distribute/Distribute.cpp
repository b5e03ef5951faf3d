//===- Distribute.cpp - Maximal loop distribution -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Distribute/JointStatements.h"
#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "Transforms/Schedule/LoopInterchange.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos::poly;

namespace talos {

#define GEN_PASS_DEF_DISTRIBUTE
#include "talos/Transforms/Passes.h.inc"

namespace {

bool sameTree(const LoopTree &a, const LoopTree &b) {
  return a.statement == b.statement &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                    b.children.end(), sameTree);
}

/// Says of every group of statements that shares a loop why it does.
void explain(const Scop &scop, const LoopTree &tree, unsigned depth,
             unsigned known) {
  for (const LoopTree &child : tree.children) {
    if (child.isLeaf())
      continue;
    std::vector<std::string> names = child.statements();
    if (names.size() != known) {
      unsigned first = *scop.findStatement(names.front());
      AffineForOp loop = scop.statements()[first].loops[depth];
      SmallVector<std::string> reasons;
      for (const Violation &violation : scop.cycle(names, depth))
        reasons.push_back(violation.str());
      emitRemark(loop.getLoc())
          << "statements " << llvm::join(names, ", ")
          << " stay together in loop '" << analysis::sourceName(loop) << "': "
          << (reasons.empty() ? "they depend on each other in a cycle"
                              : llvm::join(reasons, "; "));
    }
    explain(scop, child, depth + 1, names.size());
  }
}

struct DistributePass : impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    FailureOr<int64_t> mostBits = limitOfBits(func);
    if (failed(mostBits))
      return signalPassFailure();
    ExpansionOptions options;
    options.mostBits = *mostBits;
    options.interchanges = interchange;
    // The copies of loops take nothing along that stands between them.
    transforms::composeBounds(func);
    auto scop = expand ? expandLocalArrays(func, options) : Scop::build(func);
    if (failed(scop) || failed(distributeAll(func, std::move(*scop))))
      return signalPassFailure();
    // Of a function that nothing was done to yet, joining is no step.
    if (separate || func->hasAttr(hls::scheduledAttrName))
      transforms::recordScheduled(func, separate ? hls::ScheduleStep::Separate
                                                 : hls::ScheduleStep::Join);
  }

private:
  /// Tiles need room as well, so that local arrays may take half of it.
  FailureOr<int64_t> limitOfBits(func::FuncOp func) {
    if (localBits < -1)
      return emitError(func.getLoc())
             << "hls-distribute: local-bits is " << localBits.getValue()
             << "; it is a number of bits, 0 for no limit, or -1 for half of "
                "what one array can take on the target";
    if (localBits >= 0 || !hls::targetOf(func))
      return std::max<int64_t>(0, localBits);
    analysis::TargetAnalysis own(func);
    auto shared = getCachedParentAnalysis<analysis::TargetAnalysis>(
        func->getParentOfType<ModuleOp>());
    FailureOr<int64_t> bits =
        (shared ? shared->get() : own).largestArrayBits(func);
    return failed(bits) ? bits : FailureOr<int64_t>(*bits / 2);
  }

  LogicalResult distributeAll(func::FuncOp func, std::unique_ptr<Scop> before) {
    for (;;) {
      auto scop = distribute(func, std::move(before));
      if (failed(scop))
        return failure();
      if (interchange) {
        FailureOr<bool> moved = moveLoopsInward(**scop);
        if (failed(moved))
          return failure();
        if (*moved) {
          scop = Scop::build(func);
          if (failed(scop))
            return failure();
          before = std::move(*scop);
          continue;
        }
      }
      return finish(func, std::move(*scop));
    }
  }

  /// Joins what was left together, and says what has to stay together.
  LogicalResult finish(func::FuncOp func, std::unique_ptr<Scop> scop) {
    if (!bodies.empty()) {
      joinBodies(func, bodies);
      auto joined = Scop::build(func);
      if (failed(joined))
        return failure();
      scop = std::move(*joined);
    }
    explain(*scop, scop->originalTree(), /*depth=*/0, /*known=*/0);
    return success();
  }

  /// What the function is then.
  FailureOr<std::unique_ptr<Scop>> distribute(func::FuncOp func,
                                              std::unique_ptr<Scop> scop) {
    if (scop->statements().empty())
      return std::move(scop);
    LoopTree tree = scop->maximalDistribution();
    bodies.clear();
    if (!separate)
      bodies = keepTogether(*scop, tree);
    if (failed(scop->generate(scop->treeSchedule(tree))))
      return failure();
    removeDeadValues(func);
    auto after = Scop::build(func);
    if (succeeded(after) && !sameTree((*after)->originalTree(), tree))
      return emitError(func.getLoc())
             << "distribution of '" << func.getSymName()
             << "' did not produce the loops that were proved legal";
    return after;
  }

  std::vector<JointBody> bodies; ///< that stand together in `func`
};

} // namespace
} // namespace talos
