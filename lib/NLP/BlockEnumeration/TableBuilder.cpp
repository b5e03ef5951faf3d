//===- TableBuilder.cpp - Collects choices --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/TableBuilder.h"

using namespace talos::nlp;

TableBuilder::TableBuilder(const EnumerationProblem &problem)
    : program(problem.model, problem.features), seen(table),
      most(problem.request.most) {
  table.variables = problem.order;
  table.features.resize(problem.features.size());
  batch.resize(problem.order.size());
  columns.resize(problem.model.variables().size(), nullptr);
  for (auto [column, v] : llvm::zip(batch, problem.order)) {
    column.assign(Program::Lanes, 0);
    columns[v] = column.data();
  }
}

void TableBuilder::add(const Assignment &point) {
  table.isTooLarge = ++table.feasible > most;
  for (auto [column, v] : llvm::zip(batch, table.variables))
    column[filled] = point[v];
  if (++filled == Program::Lanes)
    flush();
}

Table TableBuilder::finish() {
  flush();
  return std::move(table);
}

void TableBuilder::flush() {
  if (filled == 0)
    return;
  program.runBatch(columns, filled);
  std::vector<const int64_t *> lanes;
  for (size_t f = 0; f < table.features.size(); ++f)
    lanes.push_back(program.rootLanes(f));
  for (unsigned l : seen.insert(lanes, filled))
    for (const std::vector<int64_t> &column : batch)
      table.choices.push_back(column[l]);
  filled = 0;
}
