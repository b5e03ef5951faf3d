//===- SequentialTimes.cpp - Times that order all dependences -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SequentialTimes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace mlir;

namespace talos::poly {

SequentialTimes::SequentialTimes(const Scop::Impl &scop,
                                 const std::vector<Rows> &rows)
    : scop(scop), rows(rows), ordered(rows.size()), leveled(rows.size()) {
  Component all(rows.size());
  std::iota(all.begin(), all.end(), 0);
  OpenEdges open;
  for (const DependenceRelation &edge : scop.constraints)
    open.push_back({edge.source, edge.target, edge.map});
  place(all, /*row=*/0, open);
}

isl::map SequentialTimes::timeOf(unsigned statement, unsigned row) const {
  return isl::map(
      scop.islContext(),
      scop.withParams(scop.timeText(
          statement, scop.timeMap(statement, rows[statement][row]))));
}

/// Which statements one leads to, by statement.
static std::vector<std::set<unsigned>>
closureOf(unsigned statements,
          llvm::ArrayRef<std::pair<unsigned, unsigned>> edges) {
  std::vector<std::set<unsigned>> reach(statements);
  for (auto [source, target] : edges)
    reach[source].insert(target);
  for (unsigned via = 0; via < statements; ++via)
    for (unsigned from = 0; from < statements; ++from)
      if (reach[from].count(via))
        reach[from].insert(reach[via].begin(), reach[via].end());
  return reach;
}

std::vector<std::pair<SequentialTimes::Component, unsigned>>
SequentialTimes::componentsOf(const Component &members,
                              const OpenEdges &open) const {
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  for (const OpenEdge &edge : open)
    pairs.push_back({edge.source, edge.target});
  std::vector<std::set<unsigned>> reach = closureOf(rows.size(), pairs);
  std::vector<Component> parts;
  for (unsigned member : members) {
    auto it = llvm::find_if(parts, [&](const Component &part) {
      return reach[part[0]].count(member) && reach[member].count(part[0]);
    });
    if (it == parts.end())
      parts.push_back({member});
    else
      it->push_back(member);
  }
  // Of those that could come next, the one with the earliest statement does.
  std::vector<std::pair<Component, unsigned>> result;
  while (!parts.empty()) {
    auto ready = llvm::find_if(parts, [&](const Component &part) {
      return llvm::none_of(parts, [&](const Component &other) {
        return &other != &part && reach[other[0]].count(part[0]);
      });
    });
    unsigned level = 0;
    for (const auto &[before, itsLevel] : result)
      if (reach[before[0]].count(ready->front()))
        level = std::max(level, itsLevel + 1);
    result.push_back({std::move(*ready), level});
    parts.erase(ready);
  }
  return result;
}

void SequentialTimes::place(const Component &members, unsigned row,
                            const OpenEdges &open) {
  MLIRContext *context = scop.func->getContext();
  unsigned position = 0;
  for (const auto &[part, level] : componentsOf(members, open)) {
    for (unsigned member : part) {
      ordered[member].push_back(getAffineConstantExpr(position, context));
      leveled[member].push_back(getAffineConstantExpr(level, context));
    }
    ++position;
    OpenEdges inside;
    for (const OpenEdge &edge : open)
      if (llvm::is_contained(part, edge.source) &&
          llvm::is_contained(part, edge.target))
        inside.push_back(edge);
    if (!inside.empty())
      placeComponent(part, row, inside);
  }
}

void SequentialTimes::placeComponent(const Component &members, unsigned row,
                                     const OpenEdges &open) {
  for (;; ++row) {
    if (llvm::any_of(members, [&](unsigned member) {
          return row >= rows[member].size();
        })) {
      complete = false;
      return;
    }
    OpenEdges left;
    bool carries = false;
    for (const OpenEdge &edge : open) {
      isl::map equal = timeOf(edge.source, row)
                           .apply_range(timeOf(edge.target, row).reverse());
      isl::map rest = edge.map.intersect(equal);
      carries |= !edge.map.is_subset(rest).is_true();
      if (!rest.is_empty().is_true())
        left.push_back({edge.source, edge.target, rest});
    }
    if (!carries)
      continue;
    for (unsigned member : members) {
      ordered[member].push_back(rows[member][row]);
      leveled[member].push_back(rows[member][row]);
    }
    return place(members, row + 1, left);
  }
}

} // namespace talos::poly
