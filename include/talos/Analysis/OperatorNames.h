//===- OperatorNames.h - Ops and the operator libraries ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operator of the libraries (lib/Target/data/operators) an op becomes.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_OPERATORNAMES_H
#define TALOS_ANALYSIS_OPERATORNAMES_H

#include "mlir/IR/Operation.h"
#include <string>

namespace talos::analysis {

/// The operator's name, such as "fadd" or "dmul"; empty if it has none.
std::string operatorName(mlir::Operation *op);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_OPERATORNAMES_H
