//===- Skips.cpp - Iterations that processes leave out --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Skips.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace talos;
using namespace talos::hls;

bool Skips::isSkipped(ArrayRef<int64_t> iterators) const {
  auto holds = [&](const SkipRow &row) {
    int64_t value = row.back();
    for (auto [coefficient, at] :
         llvm::zip(ArrayRef(row).drop_back(), iterators))
      value += coefficient * at;
    return value >= 0;
  };
  return llvm::any_of(rows, [&](const std::vector<SkipRow> &set) {
    return llvm::all_of(set, holds);
  });
}

static FailureOr<std::vector<SkipRow>> rowsOf(IntegerSet set) {
  std::vector<SkipRow> rows;
  for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
    SimpleAffineExprFlattener flat(set.getNumDims(), /*numSymbols=*/0);
    if (set.isEq(index) || !expr.isPureAffine() ||
        failed(flat.walkPostOrder(expr)) || flat.numLocals > 0)
      return failure();
    rows.push_back(flat.operandExprStack.back());
  }
  return rows;
}

FailureOr<Skips> hls::skipsOf(ArrayRef<Operation *> loops) {
  Skips skips;
  for (auto [number, loop] : llvm::enumerate(loops)) {
    auto sets = loop->getAttrOfType<ArrayAttr>(skipsAttrName);
    if (!sets)
      continue;
    auto error = [at = loop]() -> LogicalResult {
      return at->emitError("hls.skips is an array of integer sets over the "
                           "iterators of the loop and those around it, of "
                           "linear inequalities alone, on one loop of a nest");
    };
    if (skips.loop || sets.empty())
      return error();
    skips.loop = loop;
    for (Attribute attr : sets) {
      auto set = dyn_cast<IntegerSetAttr>(attr);
      if (!set || set.getValue().getNumDims() != number + 1 ||
          set.getValue().getNumSymbols() != 0)
        return error();
      FailureOr<std::vector<SkipRow>> rows = rowsOf(set.getValue());
      if (failed(rows))
        return error();
      skips.sets.push_back(set.getValue());
      skips.rows.push_back(std::move(*rows));
    }
  }
  return skips;
}
