//===- Recurrences.cpp - What a statement awaits of itself ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Recurrences.h"
#include "talos/Analysis/Accumulation.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;
using poly::ConflictLoop;

namespace {

class Finder {
public:
  Finder(const analysis::TaskGraph &graph, const analysis::Task &task,
         const poly::Scop &scop)
      : statement(task.only()), scop(scop),
        position(*scop.findStatement(statement.name)),
        around(graph.sharedLoopsOf(task).size()) {}

  Recurrences run();

private:
  void readDependences();
  std::vector<int64_t> distancesOf(const analysis::Access &read) const;
  std::vector<cost::Conflict> conflictsOf(const analysis::Access &read) const;
  cost::Conflict conflictUnder(const analysis::Access &read,
                               unsigned reduction) const;
  std::optional<int64_t> conflict(const analysis::Access &read,
                                  ArrayRef<ConflictLoop> loops) const {
    return scop.conflictDistance(position, cast<affine::AffineLoadOp>(read.op),
                                 loops);
  }

  bool isOrdered(unsigned loop) const {
    return result.sequential[loop] || result.isReduction(statement, loop);
  }

  const analysis::Statement &statement;
  const poly::Scop &scop;
  unsigned position;
  unsigned around;       ///< shared loops around the nest
  bool flows = false;    ///< a value comes from an earlier iteration
  bool sumFlows = false; ///< also the running sum, by a sequential loop
  Recurrences result;
};

} // namespace

void Finder::readDependences() {
  for (const poly::Dependence &dependence : scop.dependences()) {
    if (dependence.source != position || dependence.target != position ||
        !dependence.carrier || *dependence.carrier < around)
      continue;
    bool isSum = result.accumulates && (dependence.reduction ||
                                        analysis::readsWrittenOnce(statement));
    bool moves = false; // beyond the reduction loops
    for (unsigned l = 0; l < statement.innerBand.size(); ++l) {
      const poly::Distance &d = dependence.distance[around + l];
      if (d.isConstant() && *d.min == 0)
        continue;
      if (result.isReduction(statement, l))
        continue;
      result.sequential[l] = moves = true;
    }
    if (isSum && !moves)
      continue;
    // Where the carrier's distance may be 0 a loop further in carries as well.
    for (unsigned l = *dependence.carrier - around;
         l < statement.innerBand.size(); ++l) {
      // A distance without a least value counts as 0: it allows no copies.
      int64_t span = dependence.distance[around + l].min.value_or(0);
      result.spans[l] = std::min(result.spans[l], std::max<int64_t>(span, 1));
      if (span > 0)
        break;
    }
    flows |= dependence.kind == poly::DependenceKind::RAW;
    sumFlows |= isSum && dependence.kind == poly::DependenceKind::RAW;
  }
}

/// Counted over the ordered loops; parallel ones in between only add some. What
/// the tool sees, not what flows: it does not know the conditions.
std::vector<int64_t> Finder::distancesOf(const analysis::Access &read) const {
  std::vector<ConflictLoop> loops;
  bool mixed = false;
  std::optional<unsigned> last; // the last loop that runs in order
  for (unsigned l = 0; l < statement.innerBand.size(); ++l) {
    loops.push_back(isOrdered(l) ? ConflictLoop::Counted : ConflictLoop::Same);
    if (!isOrdered(l) || statement.innerBand[l].trip == 1)
      continue;
    last = l;
    // Unrolling a reduction leaves fewer iterations to count.
    mixed |= result.isReduction(statement, l);
  }
  std::optional<int64_t> least = conflict(read, loops);
  if (!least)
    return {};
  std::vector<int64_t> distances(statement.innerBand.size(), 0);
  for (unsigned l = 0; l < statement.innerBand.size(); ++l)
    if (result.sequential[l])
      distances[l] = l == last && !mixed ? *least : 1;
  return distances;
}

/// While the loop carries the sum, all others stand still but for copies.
cost::Conflict Finder::conflictUnder(const analysis::Access &read,
                                     unsigned reduction) const {
  std::vector<ConflictLoop> alone(statement.innerBand.size(),
                                  ConflictLoop::Same);
  alone[reduction] = ConflictLoop::Counted;
  std::vector<ConflictLoop> among = alone;
  for (unsigned l = 0; l < among.size(); ++l)
    if (l != reduction && !result.sequential[l])
      among[l] = ConflictLoop::Any;
  return {conflict(read, alone).value_or(0), conflict(read, among).value_or(0)};
}

/// Of a read, beside the sum, of the array that the sum is in.
std::vector<cost::Conflict>
Finder::conflictsOf(const analysis::Access &read) const {
  unsigned size = statement.innerBand.size();
  std::vector<cost::Conflict> conflicts(size);
  int64_t any = 0;
  // Other flows are recurrences of the loops that the sum does not run over.
  if (!flows)
    any = conflict(read, std::vector<ConflictLoop>(size, ConflictLoop::Counted))
              .has_value();
  bool exists = false;
  for (unsigned l = 0; l < size; ++l) {
    conflicts[l] = result.isReduction(statement, l) ? conflictUnder(read, l)
                                                    : cost::Conflict{any, any};
    exists |= conflicts[l].among != 0;
  }
  return exists ? conflicts : std::vector<cost::Conflict>();
}

Recurrences Finder::run() {
  result.sequential.assign(statement.innerBand.size(), false);
  result.distances.resize(statement.accesses.size());
  result.conflicts.resize(statement.accesses.size());
  result.accumulates = analysis::accumulates(statement, scop);
  for (const analysis::LoopInfo &loop : statement.innerBand)
    result.spans.push_back(result.accumulates ? 1 : loop.trip);
  readDependences();
  affine::AffineLoadOp accumulator = statement.accumulator;
  for (auto [i, access] : llvm::enumerate(statement.accesses)) {
    if (access.isWrite || !statement.writeTo(access.array))
      continue;
    bool isSum = result.accumulates && access.op == accumulator;
    if (flows && (!isSum || sumFlows))
      result.distances[i] = distancesOf(access);
    if (result.accumulates && !isSum)
      result.conflicts[i] = conflictsOf(access);
  }
  return std::move(result);
}

Recurrences explore::findRecurrences(const analysis::TaskGraph &graph,
                                     const analysis::Task &task,
                                     const poly::Scop &scop) {
  return Finder(graph, task, scop).run();
}
