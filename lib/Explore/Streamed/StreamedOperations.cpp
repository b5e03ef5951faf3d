//===- StreamedOperations.cpp - Operators of a nest -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedOperations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Analysis/OperatorNames.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// The variants that the library has of all adders whose implementation is
/// open, behind the tool's own choice.
static std::vector<std::string> variantsOfAdders(Block &block,
                                                 const target::Target &target) {
  std::vector<std::string> names, all = {""};
  for (Operation &op : block)
    if (analysis::isOpenAdder(&op))
      names.push_back(analysis::operatorName(&op));
  llvm::append_range(all, target.commonImpls(names));
  return all;
}

/// With adders of one implementation, whose operators join the others of the
/// nest.
static FailureOr<StreamedLatencies> paths(const analysis::Statement &statement,
                                          const target::Target &target,
                                          StringRef adders, bool treeReduction,
                                          StreamedNestInfo &nest) {
  struct Path {
    std::set<unsigned> loops;
    int64_t time = 0, carried = -1; ///< since the old value; -1: no path
    /// Of a sum that the old value begins: what is added, and when it is there.
    int64_t terms = -1, termTime = 0, addition = 0;
  };
  llvm::DenseMap<Value, Path> values;
  for (const analysis::Access &access : statement.accesses) {
    if (access.isWrite)
      continue;
    Path &value = values[access.op->getResult(0)];
    for (const analysis::Subscript &subscript : access.subscripts)
      value.loops.insert(*subscript.loop);
    if (access.array == nest.result.array) {
      for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
        if (nest.loops[loop].reduces)
          value.loops.insert(loop);
      value.carried = 0;
      value.terms = 0;
    }
  }
  size_t operations = 0;
  for (Operation &op : *statement.store->getBlock()) {
    if (op.getNumResults() != 1 || values.count(op.getResult(0)))
      continue;
    Path value;
    for (Value operand : op.getOperands())
      if (auto known = values.find(operand); known != values.end()) {
        value.loops.insert(known->second.loops.begin(),
                           known->second.loops.end());
        value.time = std::max(value.time, known->second.time);
        value.carried = std::max(value.carried, known->second.carried);
      }
    std::string name = analysis::operatorName(&op);
    if (!name.empty() && !op.hasTrait<OpTrait::ConstantLike>()) {
      if (!adders.empty() && analysis::isOpenAdder(&op))
        name += "." + adders.str();
      llvm::Expected<const target::Operator *> found = target.lookup(name);
      if (!found)
        return op.emitError(llvm::toString(found.takeError()));
      if (operations == nest.operations.size())
        nest.operations.push_back(
            {{}, {value.loops.begin(), value.loops.end()}});
      nest.operations[operations++].ops.push_back(**found);
      value.time += (*found)->latency;
      if (isa<arith::AddFOp>(op)) {
        const Path left = values.lookup(op.getOperand(0)),
                   right = values.lookup(op.getOperand(1));
        const Path &sum = left.carried >= 0 ? left : right,
                   &term = left.carried >= 0 ? right : left;
        if (term.carried < 0 && sum.terms >= 0) {
          value.terms = sum.terms + 1;
          value.termTime = std::max(sum.termTime, term.time);
          value.addition = (*found)->latency;
        }
      }
      if (value.carried >= 0)
        value.carried += (*found)->latency;
    }
    values[op.getResult(0)] = std::move(value);
  }
  affine::AffineStoreOp store = statement.store;
  auto stored = values.find(store.getValueToStore());
  if (stored == values.end())
    return StreamedLatencies();
  const Path &path = stored->second;
  if (!treeReduction || path.terms <= 0)
    return StreamedLatencies{0, std::max<int64_t>(0, path.carried), path.time};
  nest.terms = path.terms;
  return StreamedLatencies{path.addition, path.addition,
                           path.termTime + path.addition};
}

LogicalResult explore::findOperations(const analysis::Statement &statement,
                                      const target::Target &target,
                                      bool treeReduction,
                                      StreamedNestInfo &nest) {
  affine::AffineStoreOp store = statement.store;
  nest.adders = variantsOfAdders(*store->getBlock(), target);
  nest.latencies.clear();
  for (const std::string &adders : nest.adders) {
    FailureOr<StreamedLatencies> latencies =
        paths(statement, target, adders, treeReduction, nest);
    if (failed(latencies))
      return failure();
    nest.latencies.push_back(*latencies);
  }
  return success();
}
