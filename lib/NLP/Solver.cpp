//===- Solver.cpp - Solving, and why it cannot be done --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "Run.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// Nodes spent on the question whether a constraint is needed for a conflict.
static constexpr int64_t ConflictNodes = 4000;

llvm::StringRef nlp::toString(Status status) {
  switch (status) {
  case Status::Optimal:
    return "optimal";
  case Status::Feasible:
    return "feasible";
  case Status::Infeasible:
    return "infeasible";
  case Status::Unknown:
    return "unknown";
  }
  return "unknown";
}

namespace {
/// Is it infeasible with only these constraints? Bounded: may be Unknown.
Status tryConstraints(const Model &model, llvm::ArrayRef<unsigned> active) {
  Limits limits;
  limits.nodeLimit = ConflictNodes;
  return Run(model, active, limits, /*threads=*/1, /*tieNodeLimit=*/0, nullptr)
      .run()
      .status;
}

/// Leaves out constraints, in ever smaller pieces, while `stillConflicts`.
std::vector<unsigned> minimalConflict(
    std::vector<unsigned> needed,
    llvm::function_ref<bool(llvm::ArrayRef<unsigned>)> stillConflicts) {
  for (size_t piece = std::max<size_t>(1, needed.size() / 2);; piece /= 2) {
    for (size_t at = 0; at < needed.size();) {
      std::vector<unsigned> fewer(needed);
      fewer.erase(fewer.begin() + at,
                  fewer.begin() + std::min(at + piece, fewer.size()));
      if (stillConflicts(fewer))
        needed = fewer;
      else
        at += piece;
    }
    if (piece <= 1)
      return needed;
  }
}

/// Has the block no choice under these constraints alone? Bounded likewise.
bool blockIsEmpty(const Model &model, const Ranges &ranges, BlockId b,
                  llvm::ArrayRef<unsigned> constraints) {
  std::vector<NodeId> roots;
  for (unsigned c : constraints)
    roots.push_back(model.constraints()[c].expr);
  unsigned budget = 64;
  Table table =
      tabulate(model, ranges, b, roots, {}, [&] { return --budget > 0; });
  return table.rows == 0 && !table.aborted;
}

std::vector<std::string> findConflict(const Model &model, const Run &failed) {
  std::vector<unsigned> conflict;
  if (failed.falseConstraint) {
    conflict.push_back(*failed.falseConstraint);
  } else if (failed.emptyBlock) {
    Ranges ranges = computeRanges(model);
    std::vector<llvm::SmallVector<BlockId, 4>> supports =
        computeSupports(model);
    for (auto [i, c] : llvm::enumerate(model.constraints()))
      if (supports[c.expr].size() == 1 &&
          supports[c.expr].front() == *failed.emptyBlock)
        conflict.push_back(i);
    conflict = minimalConflict(conflict, [&](llvm::ArrayRef<unsigned> some) {
      return blockIsEmpty(model, ranges, *failed.emptyBlock, some);
    });
  } else {
    Model feasibility = model;
    feasibility.setObjective({});
    std::vector<unsigned> kept; // the private ones
    for (unsigned i = 0; i < model.constraints().size(); ++i)
      if (!llvm::is_contained(failed.couplingConstraints, i))
        kept.push_back(i);
    auto tryWith = [&](llvm::ArrayRef<unsigned> some) {
      std::vector<unsigned> active(kept);
      active.insert(active.end(), some.begin(), some.end());
      llvm::sort(active);
      return tryConstraints(feasibility, active);
    };
    conflict = failed.couplingConstraints;
    Status status = tryWith(conflict);
    if (status == Status::Optimal)
      return {"objective overflows"};
    if (status == Status::Infeasible)
      conflict = minimalConflict(conflict, [&](llvm::ArrayRef<unsigned> some) {
        return tryWith(some) == Status::Infeasible;
      });
  }
  std::vector<std::string> names;
  for (unsigned c : conflict)
    names.push_back(model.constraints()[c].name);
  return names;
}
} // namespace

Solution nlp::solve(const Model &model, const SolverOptions &options) {
  Limits limits;
  if (options.nodeLimit > 0)
    limits.nodeLimit = options.nodeLimit;
  if (options.timeLimitSeconds > 0)
    limits.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(options.timeLimitSeconds));
  std::vector<unsigned> all(model.constraints().size());
  for (unsigned i = 0; i < all.size(); ++i)
    all[i] = i;
  Run run(model, all, limits, options.threads, options.tieNodeLimit,
          options.progress);
  Solution solution = run.run();
  solution.nodes = limits.nodes;
  if (solution.status == Status::Infeasible)
    solution.conflict = findConflict(model, run);
  return solution;
}
