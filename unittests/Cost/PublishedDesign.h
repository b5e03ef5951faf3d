//===- PublishedDesign.h - Published designs, rebuilt from their reports --===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads unittests/Cost/data: facts of public Vitis HLS 2023.2 synthesis reports
// (U200, 4.00 ns). A statement's text, such as `C[i][j] += A[i][k] * B[k][j]`,
// becomes a StatementShape, its loop order a TaskChoice.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_COST_PUBLISHEDDESIGN_H
#define TALOS_UNITTESTS_COST_PUBLISHEDDESIGN_H

#include "talos/Cost/Composition.h"
#include <map>

namespace talos::cost::test {

using Row = std::map<std::string, std::string>;

/// The rows of unittests/Cost/data/<name>, by column.
std::vector<Row> readRows(const std::string &name);
std::vector<std::string> split(const std::string &text, char separator);
int64_t integer(const Row &row, const std::string &column);

/// U200, 4.00 ns, Vitis 2023.2.
const target::Target &u200();

struct PublishedArray {
  ArrayShape shape;
  std::vector<Int> factors;
  Row row;
};

struct PublishedStatement {
  StatementShape shape;
  TaskChoice<Int> choice;
  Row row;
};

struct PublishedDesign {
  std::string name;
  bool tree = false;
  Row row;
  std::vector<PublishedArray> arrays;
  std::vector<PublishedStatement> statements;
};

/// All designs whose arrays are cached whole.
std::vector<PublishedDesign> publishedDesigns();

/// A statement over arrays with these extents; loops by name and trip count.
StatementShape
parseStatement(const std::string &text, const std::vector<LoopShape> &loops,
               const std::map<std::string, std::vector<int64_t>> &extents,
               const std::map<std::string, unsigned> &arrayNumbers);

struct Estimate {
  std::vector<TaskCost<Int>> tasks;
  std::vector<ArrayCost<Int>> arrays;
  Int latency;
  DesignResources<Int> resources;
};

/// The model's figures of a design: loads, tasks in program order, stores.
Estimate estimate(const PublishedDesign &design, const target::Target &target);

} // namespace talos::cost::test

#endif // TALOS_UNITTESTS_COST_PUBLISHEDDESIGN_H
