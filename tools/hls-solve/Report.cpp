//===- Report.cpp - What hls-solve prints ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "talos/NLP/Text.h"
#include "llvm/Support/JSON.h"

using namespace talos;
using namespace talos::nlp;

void nlp::printText(llvm::raw_ostream &os, const Model &model,
                    const Solution &solution) {
  os << "status " << toString(solution.status) << "\n";
  if (hasPoint(solution)) {
    os << "objective";
    for (int64_t value : solution.objective)
      os << " " << value;
    os << "\nbound " << solution.bound << "\n";
  }
  os << "nodes " << solution.nodes << "\n";
  if (solution.timeLimited)
    os << "time limited\n";
  if (solution.memoryLimited)
    os << "memory limited\n";
  for (const std::string &name : solution.conflict)
    os << "conflict " << quoteString(name) << "\n";
  for (size_t id = 0; id < solution.point.size(); ++id)
    os << quoteName(model.fullName(id)) << " = " << solution.point[id] << "\n";
}

void nlp::printJSON(llvm::raw_ostream &os, const Model &model,
                    const Solution &solution) {
  llvm::json::Object values;
  for (size_t id = 0; id < solution.point.size(); ++id)
    values[llvm::json::fixUTF8(model.fullName(id))] = solution.point[id];
  llvm::json::Array conflict;
  for (const std::string &name : solution.conflict)
    conflict.push_back(llvm::json::fixUTF8(name));
  bool found = hasPoint(solution);
  llvm::json::Object report{
      {"schema", "talos-solution"},
      {"schema_version", 1},
      {"status", toString(solution.status)},
      {"objective",
       found ? llvm::json::Value(llvm::json::Array(solution.objective))
             : llvm::json::Value(nullptr)},
      {"bound",
       found ? llvm::json::Value(solution.bound) : llvm::json::Value(nullptr)},
      {"nodes", solution.nodes},
      {"log10_space", solution.log10Space},
      {"time_limited", solution.timeLimited},
      {"memory_limited", solution.memoryLimited},
      {"reductions", llvm::json::Array(solution.reductions)},
      {"conflict", std::move(conflict)},
      {"values", std::move(values)}};
  os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(report)));
}
