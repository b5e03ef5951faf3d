//===- ReportOperations.cpp - Operations of the source program -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportViews.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Support/Int.h"
#include <map>

using namespace mlir;
using namespace talos;

/// The copy of the source program that hls-prepare keeps for C simulation.
static func::FuncOp referenceOf(func::FuncOp func) {
  func::FuncOp found;
  func->getParentOfType<ModuleOp>().walk([&](func::FuncOp other) {
    auto of = other->getAttrOfType<FlatSymbolRefAttr>(hls::referenceAttrName);
    if (of && of.getValue() == func.getName())
      found = other;
  });
  return found;
}

/// Arithmetic on data, not on addresses.
static bool computesData(Operation *op) {
  return llvm::none_of(op->getOperandTypes(),
                       [](Type type) { return type.isIndex(); }) &&
         llvm::none_of(op->getResultTypes(),
                       [](Type type) { return type.isIndex(); });
}

namespace {
/// How often ops of a function run.
class Executions {
public:
  /// Invalid where it is not known.
  Int of(Operation *op) {
    Operation *parent = op->getParentOp();
    if (isa<func::FuncOp>(parent))
      return 1;
    auto loop = dyn_cast<affine::AffineForOp>(parent);
    if (!loop)
      return Int::invalid();
    auto [entry, isNew] = known.try_emplace(loop, Int::invalid());
    if (isNew) {
      ScopedDiagnosticHandler silent(loop.getContext(),
                                     [](Diagnostic &) { return success(); });
      FailureOr<analysis::LoopCount> count = analysis::countIterations(loop);
      if (succeeded(count))
        entry->second = count->iterations;
    }
    return entry->second;
  }

private:
  llvm::DenseMap<Operation *, Int> known;
};
} // namespace

std::vector<std::pair<std::string, int64_t>>
talos::countOperations(func::FuncOp func) {
  func::FuncOp reference = referenceOf(func);
  if (!reference)
    return {};
  Executions executions;
  std::map<std::string, Int> counts;
  reference.walk([&](Operation *op) {
    std::string name = analysis::operatorName(op);
    if (!name.empty() && computesData(op))
      counts[name] = counts[name] + executions.of(op);
  });
  std::vector<std::pair<std::string, int64_t>> result;
  for (const auto &[name, count] : counts) {
    if (!count.isValid())
      return {};
    result.emplace_back(name, count.value());
  }
  return result;
}
