//===- Reorder.cpp - Sums whose terms may come in any order ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact dependences lead to the first term of a sum, from term to term, and
// from the last one on. Once the terms may come in any order, what came before
// the first one must come before all of them, and what came behind the last one
// behind all: their pairs are those of all accesses to an element, whatever is
// in between.
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace talos::poly {

bool Scop::Impl::mayReorder(unsigned statement) const {
  auto reduction = llvm::find_if(
      reductions, [&](const Reduction &r) { return r.statement == statement; });
  // Integers wrap around, so that their order makes no difference.
  return reduction != reductions.end() &&
         reduction->combiner->getResult(0).getType().isInteger();
}

namespace {

/// Of one array, which a sum that may be reordered is in.
class SumOrder {
public:
  SumOrder(const Scop::Impl &scop, unsigned sum,
           std::vector<DependenceRelation> &result)
      : scop(scop), sum(sum), array(scop.data[sum].writes.front().array),
        own(scop.data[sum].writeMaps.front()), result(result) {}

  void addAll() {
    for (unsigned other = 0; other < scop.statements.size(); ++other) {
      bool isKnown = other < sum && scop.mayReorder(other) &&
                     scop.data[other].writes.front().array == array;
      if (!isKnown)
        addPairsWith(other);
    }
  }

private:
  void addPairsWith(unsigned other) {
    const StatementData &data = scop.data[other];
    for (auto [access, map] : llvm::zip_equal(data.reads, data.readMaps)) {
      bool isTerm = other == sum && map.is_equal(own).is_true();
      if (access.array != array || isTerm)
        continue;
      add(DependenceKind::RAW, sum, own, other, map);
      add(DependenceKind::WAR, other, map, sum, own);
    }
    if (other == sum)
      return;
    for (auto [access, map] : llvm::zip_equal(data.writes, data.writeMaps)) {
      if (access.array != array)
        continue;
      add(DependenceKind::RAW, other, map, sum, own);
      add(DependenceKind::WAW, sum, own, other, map);
      const StatementData &terms = scop.data[sum];
      for (auto [read, from] : llvm::zip_equal(terms.reads, terms.readMaps))
        if (read.array == array && !from.is_equal(own).is_true()) {
          add(DependenceKind::RAW, other, map, sum, from);
          add(DependenceKind::WAR, sum, from, other, map);
        }
    }
  }

  /// The pairs in which the source comes first.
  void add(DependenceKind kind, unsigned source, const isl::map &first,
           unsigned target, const isl::map &second) {
    auto time = [&](unsigned statement) {
      return isl::map(scop.islContext(),
                      scop.withParams(scop.originalTime(statement)));
    };
    isl::map before = isl::manage(
        isl_map_lex_lt_map(time(source).release(), time(target).release()));
    isl::map pairs =
        first.apply_range(second.reverse()).intersect(before).coalesce();
    if (!pairs.is_empty().is_true())
      result.push_back({kind, source, target, array, pairs});
  }

  const Scop::Impl &scop;
  unsigned sum, array;
  const isl::map &own;
  std::vector<DependenceRelation> &result;
};

} // namespace

void Scop::Impl::relaxSums() {
  constraints = edges;
  for (unsigned s = 0; s < statements.size(); ++s) {
    if (!mayReorder(s))
      continue;
    unsigned array = data[s].writes.front().array;
    llvm::erase_if(constraints, [&](const DependenceRelation &edge) {
      return edge.array == array && (edge.source == s || edge.target == s);
    });
  }
  for (unsigned s = 0; s < statements.size(); ++s)
    if (mayReorder(s))
      SumOrder(*this, s, constraints).addAll();
}

} // namespace talos::poly
