//===- OperatorImpl.cpp - How an operator is implemented ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/OperatorImpl.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace talos;

/// The dialect needs no arith library, so ops go by their names.
StringRef hls::boundOperation(Operation *op) {
  if (op->getNumResults() != 1)
    return "";
  StringRef name = op->getName().getStringRef();
  if (op->getResult(0).getType().isF32())
    return llvm::StringSwitch<StringRef>(name)
        .Case("arith.addf", "fadd")
        .Case("arith.subf", "fsub")
        .Case("arith.mulf", "fmul")
        .Default("");
  if (op->getResult(0).getType().isF64())
    return llvm::StringSwitch<StringRef>(name)
        .Case("arith.addf", "dadd")
        .Case("arith.subf", "dsub")
        .Case("arith.mulf", "dmul")
        .Default("");
  return "";
}

ArrayRef<llvm::StringLiteral> hls::implsOf(StringRef operation) {
  static constexpr llvm::StringLiteral sums[] = {"fabric", "fulldsp",
                                                 "primitivedsp"};
  static constexpr llvm::StringLiteral products[] = {
      "fabric", "meddsp", "fulldsp", "maxdsp", "primitivedsp"};
  // The core of a DSP58 for single precision is the last one.
  bool isDouble = operation.starts_with("d");
  ArrayRef<llvm::StringLiteral> all =
      operation.ends_with("mul") ? ArrayRef(products) : ArrayRef(sums);
  return isDouble ? all.drop_back() : all;
}
