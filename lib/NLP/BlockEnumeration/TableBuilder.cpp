//===- TableBuilder.cpp - Collects choices --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/TableBuilder.h"
#include "llvm/ADT/Sequence.h"

using namespace talos::nlp;

TableBuilder::TableBuilder(const EnumerationProblem &problem,
                           ArrayRef<NodeId> untestedRoots)
    : features(problem.model, problem.features),
      tests(problem.model, untestedRoots), testCount(untestedRoots.size()),
      seen(table), most(problem.request.most) {
  table.variables = problem.order;
  table.features.resize(problem.features.size());
  for (Batch *batch : {&untested, &feasible}) {
    batch->values.resize(problem.order.size());
    batch->columns.resize(problem.model.variables().size(), nullptr);
    for (auto [column, v] : llvm::zip(batch->values, problem.order)) {
      column.assign(Program::Lanes, 0);
      batch->columns[v] = column.data();
    }
  }
}

bool TableBuilder::isFeasible(const Assignment &point) {
  tests.run(point);
  return llvm::all_of(llvm::seq(testCount), [&](unsigned i) {
    return tests.root(i).isValid() && tests.root(i).value() != 0;
  });
}

void TableBuilder::add(const Assignment &point) {
  Batch &batch = testCount > 0 ? untested : feasible;
  for (auto [column, v] : llvm::zip(batch.values, table.variables))
    column[batch.filled] = point[v];
  if (testCount == 0)
    table.isTooLarge = ++table.feasible > most;
  if (++batch.filled < Program::Lanes)
    return;
  if (testCount > 0)
    test();
  else
    flush();
}

/// Takes over the points that are feasible.
void TableBuilder::test() {
  tests.runBatch(untested.columns, untested.filled);
  for (unsigned l = 0; l < untested.filled; ++l) {
    if (llvm::any_of(llvm::seq(testCount),
                     [&](unsigned i) { return tests.rootLanes(i)[l] == 0; }))
      continue;
    table.isTooLarge = ++table.feasible > most;
    for (auto [to, from] : llvm::zip(feasible.values, untested.values))
      to[feasible.filled] = from[l];
    if (++feasible.filled == Program::Lanes)
      flush();
  }
  untested.filled = 0;
}

Table TableBuilder::finish() {
  if (untested.filled > 0)
    test();
  if (feasible.filled > 0)
    flush();
  return std::move(table);
}

void TableBuilder::flush() {
  features.runBatch(feasible.columns, feasible.filled);
  std::vector<const int64_t *> lanes;
  for (size_t f = 0; f < table.features.size(); ++f)
    lanes.push_back(features.rootLanes(f));
  for (unsigned l : seen.insert(lanes, feasible.filled))
    for (const std::vector<int64_t> &column : feasible.values)
      table.choices.push_back(column[l]);
  feasible.filled = 0;
}
