//===- Oracle.h - Interprets small affine functions -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_POLY_ORACLE_H
#define TALOS_UNITTESTS_POLY_ORACLE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include <map>
#include <set>

namespace talos::poly::test {

/// An element of an argument or allocation: its `hls.name` or argument number,
/// then the subscripts.
using Element = std::string;

/// One executed affine.store.
struct Instance {
  std::string statement;
  std::vector<int64_t> iterators;
  Element write;
  std::vector<Element> reads;

  std::string key() const;   ///< statement and elements: survives rescheduling
  std::string tuple() const; ///< "S0[1, 2]"
};

struct Program {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::string> errors;

  explicit Program(llvm::StringRef text);
  mlir::func::FuncOp func();
};

/// The instances in the order in which the function runs them. Bounds and
/// conditions must not depend on symbols.
std::vector<Instance> execute(mlir::func::FuncOp func);

/// The dependences by enumeration: the last write before a read or write, the
/// next write after a read. "S0[0] -> S1[0]" for each.
std::set<std::string> dependences(const std::vector<Instance> &trace,
                                  DependenceKind kind);

/// Every two instances that touch one element, one of them writing, are in the
/// same strict order in `trace` and by `time`.
bool isLegal(const std::vector<Instance> &trace,
             const std::vector<std::vector<int64_t>> &time);

} // namespace talos::poly::test

#endif // TALOS_UNITTESTS_POLY_ORACLE_H
