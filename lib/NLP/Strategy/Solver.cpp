//===- Solver.cpp - Solving, and why it cannot be done --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/Strategy/SolveSession.h"
#include "talos/Support/Threads.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Nodes spent on the question whether a constraint is needed for a conflict.
static constexpr int64_t ConflictNodes = 500;
/// The same of one or two constraints over many blocks, of this many.
static constexpr int64_t QuickNodes = 1;
static constexpr size_t MaxWide = 8;

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

using Probe = llvm::function_ref<Status(llvm::ArrayRef<unsigned>, int64_t)>;

/// One or two budgets or constraints over many blocks that cannot hold, found
/// without much search; those over fewer rows, which take less time, first.
std::vector<unsigned> smallConflict(const Model &model,
                                    const SolveSession &failed, Probe tryWith) {
  std::vector<llvm::SmallVector<BlockId, 4>> supports = computeSupports(model);
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
  std::vector<unsigned> wide;
  for (auto [rows, c] : order)
    wide.push_back(c);
  for (size_t y = 0; y < std::min(wide.size(), MaxWide); ++y) {
    std::vector<unsigned> one{wide[y]};
    if (tryWith(one, QuickNodes) == Status::Infeasible)
      return one;
    for (size_t x = 0; x < y; ++x) {
      std::vector<unsigned> two{std::min(wide[x], wide[y]),
                                std::max(wide[x], wide[y])};
      if (tryWith(two, QuickNodes) == Status::Infeasible)
        return two;
    }
  }
  return {};
}

/// A part of these constraints that is infeasible; all of them if that is not
/// known, none if they can hold.
std::vector<unsigned> conflictOf(const Model &model, const SolveSession &failed,
                                 Probe tryWith) {
  const std::vector<unsigned> &all = failed.couplingConstraints;
  std::vector<unsigned> conflict = smallConflict(model, failed, tryWith);
  if (!conflict.empty())
    return conflict;
  Status status = tryWith(all, ConflictNodes);
  if (status == Status::Optimal)
    return {};
  if (status == Status::Unknown)
    return all;
  return minimalConflict(all, [&](llvm::ArrayRef<unsigned> some) {
    return tryWith(some, ConflictNodes) == Status::Infeasible;
  });
}

/// Has the block no choice under these constraints alone? Bounded likewise.
bool blockIsEmpty(const Model &model, const Ranges &ranges, BlockId b,
                  llvm::ArrayRef<unsigned> constraints) {
  std::vector<NodeId> roots;
  for (unsigned c : constraints)
    roots.push_back(model.constraints()[c].expr);
  unsigned budget = 64;
  EnumerationRequest request;
  request.keepGoing = [&] { return --budget > 0; };
  request.most = 0;
  Table table = enumerateBlock(model, ranges, b, roots, {}, request);
  return table.rows == 0 && table.isComplete();
}

std::vector<std::string> findConflict(const Model &model,
                                      SolveSession &failed) {
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
  } else if (!failed.conflict.empty()) {
    conflict = failed.conflict;
  } else if (!failed.refuting.empty()) {
    conflict =
        minimalConflict(failed.refuting, [&](llvm::ArrayRef<unsigned> some) {
          return failed.isRefutedBy(some);
        });
  } else {
    auto tryWith = [&](llvm::ArrayRef<unsigned> some, int64_t nodes) {
      return failed.tryConstraints(some, nodes);
    };
    conflict = conflictOf(model, failed, tryWith);
    if (conflict.empty())
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

struct Solver::State {
  State(const Model &model, const SolverOptions &options);

  void start(const SolverOptions &options);

  Limits limits;
  std::unique_ptr<Workers> own; ///< unless the options name some
  std::unique_ptr<SolveSession> run;
  bool isPrepared = false; ///< and was not run yet
};

Solver::State::State(const Model &model, const SolverOptions &options) {
  if (!options.workers)
    own = std::make_unique<Workers>(options.threads);
  std::vector<unsigned> all(model.constraints().size());
  std::iota(all.begin(), all.end(), 0);
  run = std::make_unique<SolveSession>(model, all, limits,
                                       own ? *own : *options.workers);
}

void Solver::State::start(const SolverOptions &options) {
  limits = {};
  if (options.nodeLimit > 0)
    limits.nodeLimit = options.nodeLimit;
  if (options.timeLimitSeconds > 0)
    limits.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(options.timeLimitSeconds));
}

Solver::Solver(const Model &model) : model(model) {}

Solver::~Solver() = default;

void Solver::prepare(const SolverOptions &options) {
  state = std::make_unique<State>(model, options);
  state->start(options);
  state->run->prepare(options);
  state->isPrepared = true;
  if (state->limits.timeOver())
    state.reset(); // what is cut short tells nothing
}

Solution Solver::run(const SolverOptions &options,
                     std::optional<int64_t> most) {
  if (model.blocks().empty())
    return solveWithoutBlocks(model, options, most);
  bool isNew = !state ||
               (!state->isPrepared && (!most || !state->run->mayResume(*most)));
  if (isNew)
    state = std::make_unique<State>(model, options);
  bool isFirst = isNew || state->isPrepared;
  state->isPrepared = false;
  state->start(options);
  Solution solution = isFirst ? state->run->run(options, most)
                              : state->run->resume(options, *most);
  solution.nodes = state->limits.nodes;
  if (solution.status == Status::Infeasible && options.explain && !most)
    solution.conflict = findConflict(model, *state->run);
  return solution;
}

Solution nlp::solve(const Model &model, const SolverOptions &options) {
  return Solver(model).run(options);
}
