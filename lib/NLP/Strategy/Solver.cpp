//===- Solver.cpp - Solving, and why it cannot be done --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "NLP/Strategy/SolveSession.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// Nodes spent on the question whether a constraint is needed for a conflict.
static constexpr int64_t ConflictNodes = 500;
/// The same of one or two constraints over many blocks, of this many.
static constexpr int64_t QuickNodes = 1;
static constexpr size_t MaxWide = 8;

StringRef nlp::toString(Status status) {
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
/// Leaves out constraints, in ever smaller pieces, while `stillConflicts`.
std::vector<unsigned>
minimalConflict(std::vector<unsigned> needed,
                function_ref<bool(ArrayRef<unsigned>)> stillConflicts) {
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

using Probe = function_ref<Status(ArrayRef<unsigned>, int64_t)>;

/// One or two budgets or constraints over many blocks that cannot hold, found
/// without much search; those over fewer rows, which take less time, first.
std::vector<unsigned> smallConflict(const Model &model,
                                    const SolveSession &failed, Probe tryWith) {
  std::vector<SmallVector<BlockId, 4>> supports = computeSupports(model);
  std::vector<std::pair<size_t, unsigned>> order; // rows, constraint
  for (unsigned c : failed.couplingConstraints) {
    const auto &blocks = supports[model.constraints()[c].expr];
    size_t rows = 0;
    for (BlockId b : blocks)
      rows += failed.rowsOf(b);
    if (blocks.size() > 2 ||
        model.nodes()[model.constraints()[c].expr].op == Op::Le)
      order.push_back({rows, c});
  }
  llvm::sort(order);
  for (size_t y = 0; y < std::min(order.size(), MaxWide); ++y) {
    std::vector<unsigned> one{order[y].second};
    if (tryWith(one, QuickNodes) == Status::Infeasible)
      return one;
    for (size_t x = 0; x < y; ++x) {
      std::vector<unsigned> two{order[x].second, order[y].second};
      llvm::sort(two);
      if (tryWith(two, QuickNodes) == Status::Infeasible)
        return two;
    }
  }
  return {};
}

/// A part of the constraints that is infeasible; more than needed where that is
/// not known.
std::vector<std::string> findConflict(const Model &model,
                                      SolveSession &failed) {
  auto tryWith = [&](ArrayRef<unsigned> some, int64_t nodes) {
    return failed.tryConstraints(some, nodes);
  };
  std::vector<unsigned> conflict = failed.conflict;
  if (!conflict.empty()) {
    if (failed.isRefutedBy)
      conflict = minimalConflict(conflict, failed.isRefutedBy);
  } else if (conflict = smallConflict(model, failed, tryWith);
             conflict.empty()) {
    conflict = failed.couplingConstraints;
    Status status = tryWith(conflict, ConflictNodes);
    if (status == Status::Infeasible)
      conflict = minimalConflict(conflict, [&](ArrayRef<unsigned> some) {
        return tryWith(some, ConflictNodes) == Status::Infeasible;
      });
    if (status == Status::Optimal || conflict.empty())
      return {"objective overflows"};
  }
  std::vector<std::string> names;
  for (unsigned c : conflict)
    names.push_back(model.constraints()[c].name);
  return names;
}

/// A model without blocks has one point, without values.
Solution solveWithoutBlocks(const Model &model, const SolverOptions &options,
                            std::optional<int64_t> most) {
  Solution solution;
  std::vector<std::string> broken = model.violations({});
  if (broken.empty())
    for (Int value : model.evaluate(model.objective(), {}))
      solution.objective.push_back(value.value());
  bool isBeyond =
      most && !solution.objective.empty() && solution.objective.front() > *most;
  if (!broken.empty() || isBeyond) {
    solution.objective.clear();
    solution.status = Status::Infeasible;
    if (options.explain && !most)
      solution.conflict = {broken.front()};
    return solution;
  }
  solution.status = Status::Optimal;
  solution.tiesSettled = true;
  if (!solution.objective.empty())
    solution.bound = solution.objective.front();
  return solution;
}
} // namespace

Solver::Solver(const Model &model) : model(model) {}

Solver::~Solver() = default;

void Solver::prepare(const SolverOptions &options) {
  session = std::make_unique<SolveSession>(model, options);
  if (!session->prepare(options))
    session.reset(); // what is cut short tells nothing
}

Solution Solver::run(const SolverOptions &options,
                     std::optional<int64_t> most) {
  if (model.blocks().empty())
    return solveWithoutBlocks(model, options, most);
  bool resumes = session && most && session->mayResume(*most);
  if (!resumes && !(session && session->isPrepared))
    session = std::make_unique<SolveSession>(model, options);
  Solution solution =
      resumes ? session->resume(options, *most) : session->run(options, most);
  if (solution.status == Status::Infeasible && options.explain && !most)
    solution.conflict = findConflict(model, *session);
  return solution;
}

Solution nlp::solve(const Model &model, const SolverOptions &options) {
  return Solver(model).run(options);
}
