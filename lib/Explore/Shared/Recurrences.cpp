//===- Recurrences.cpp - What a statement awaits of itself ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Recurrences.h"
#include "talos/Support/Int.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

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
  bool accumulates() const;
  void readDependences();
  std::vector<int64_t> distancesOf(const analysis::Access &read) const;
  bool shiftsOf(const analysis::Access &read,
                std::vector<std::optional<int64_t>> &shifts) const;
  int64_t distance(ArrayRef<std::optional<int64_t>> shifts, unsigned pipelined,
                   bool &comes) const;

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

/// The accumulator's load is the only read of the written array.
static bool readsOnce(const analysis::Statement &statement) {
  return llvm::count_if(statement.accesses,
                        [&](const analysis::Access &access) {
                          return !access.isWrite &&
                                 access.array == statement.write().array;
                        }) == 1;
}

/// Poly names the reductions of associative operators; `X = X - rest` is one as
/// well if rest does not read X's array.
bool Finder::accumulates() const {
  if (!statement.accumulator)
    return false;
  const poly::Reduction *known = scop.reduction(position);
  return readsOnce(statement) ||
         (known && known->accumulator == statement.accumulator);
}

void Finder::readDependences() {
  for (const poly::Dependence &dependence : scop.dependences()) {
    if (dependence.source != position || dependence.target != position ||
        !dependence.carrier || *dependence.carrier < around)
      continue;
    bool isSum =
        result.accumulates && (dependence.reduction || readsOnce(statement));
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

/// By loop: iterations from the write of an element to this read of it, where
/// the subscripts say so. False: never the same element inside the nest.
bool Finder::shiftsOf(const analysis::Access &read,
                      std::vector<std::optional<int64_t>> &shifts) const {
  const analysis::Access &write = statement.write();
  for (unsigned d = 0; d < read.subscripts.size(); ++d) {
    const analysis::Subscript &r = read.subscripts[d];
    const analysis::Subscript &w = write.subscripts[d];
    if (!r.simple || !w.simple || r.loop != w.loop)
      continue;
    if (!r.loop) {
      auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          write.map.getResult(d) - read.map.getResult(d),
          write.map.getNumDims(), write.map.getNumSymbols()));
      if (constant && constant.getValue() != 0)
        return false;
      continue;
    }
    std::optional<int64_t> &shift = shifts[*r.loop];
    int64_t here = w.offset - r.offset;
    if (shift && *shift != here)
      return false;
    shift = here;
  }
  for (unsigned l = 0; l < shifts.size(); ++l) {
    // The exact dependences know of no other distance.
    if (!isOrdered(l)) {
      if (shifts[l].value_or(0) != 0)
        return false;
      shifts[l] = 0;
    }
    if (shifts[l] && std::abs(*shifts[l]) >= statement.innerBand[l].trip)
      return false;
  }
  return true;
}

/// Least iterations from a write to the read of it, counted over the ordered
/// loops down to the pipelined one; parallel loops in between only add some.
/// `comes`: there is such a read.
int64_t Finder::distance(ArrayRef<std::optional<int64_t>> shifts,
                         unsigned pipelined, bool &comes) const {
  Int least = Int::invalid();
  for (unsigned carrier = 0; carrier < shifts.size(); ++carrier) {
    if (shifts[carrier].value_or(
            statement.innerBand[carrier].trip > 1 ? 1 : 0) >= 1) {
      comes = true;
      Int steps = 0;
      for (unsigned l = carrier; l <= pipelined; ++l) {
        if (!isOrdered(l))
          continue;
        Int backwards = Int(1) - Int(statement.innerBand[l].trip);
        Int here =
            shifts[l] ? Int(*shifts[l]) : (l == carrier ? Int(1) : backwards);
        steps = steps * Int(statement.innerBand[l].trip) + here;
      }
      if (!steps.isValid())
        return 1;
      least = least.isValid() ? min(least, steps) : steps;
    }
    if (shifts[carrier].value_or(0) != 0)
      break; // a loop further in carries nothing
  }
  return least.isValid() ? std::max<int64_t>(least.value(), 1) : 0;
}

std::vector<int64_t> Finder::distancesOf(const analysis::Access &read) const {
  std::vector<std::optional<int64_t>> shifts(statement.innerBand.size());
  if (!shiftsOf(read, shifts))
    return {};
  bool comes = false, mixed = false;
  std::optional<unsigned> last; // the last loop that runs in order
  for (unsigned l = 0; l < statement.innerBand.size(); ++l) {
    if (!isOrdered(l) || statement.innerBand[l].trip == 1)
      continue;
    last = l;
    // Unrolling a reduction leaves fewer iterations to count.
    mixed |= result.isReduction(statement, l);
  }
  std::vector<int64_t> distances(statement.innerBand.size(), 0);
  for (unsigned l = 0; l < statement.innerBand.size(); ++l) {
    int64_t known = distance(shifts, l, comes);
    if (result.sequential[l])
      distances[l] = l == last && !mixed ? known : 1;
  }
  return comes ? distances : std::vector<int64_t>();
}

Recurrences Finder::run() {
  result.sequential.assign(statement.innerBand.size(), false);
  result.distances.resize(statement.accesses.size());
  result.accumulates = accumulates();
  for (const analysis::LoopInfo &loop : statement.innerBand)
    result.spans.push_back(result.accumulates ? 1 : loop.trip);
  readDependences();
  if (!flows)
    return std::move(result);
  affine::AffineLoadOp accumulator = statement.accumulator;
  for (auto [i, access] : llvm::enumerate(statement.accesses)) {
    if (access.isWrite || access.array != statement.write().array)
      continue;
    bool isSum = result.accumulates && access.op == accumulator;
    if (!isSum || sumFlows)
      result.distances[i] = distancesOf(access);
  }
  return std::move(result);
}

Recurrences explore::findRecurrences(const analysis::TaskGraph &graph,
                                     const analysis::Task &task,
                                     const poly::Scop &scop) {
  return Finder(graph, task, scop).run();
}
