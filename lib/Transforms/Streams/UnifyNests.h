//===- UnifyNests.h - One nest of those of several runs ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies of processes that have the same operations and differ in numbers alone
// (bounds of loops, factors and offsets in subscripts and conditions, extents
// of buffers) become one body, in which parameters of an hls.sequence stand in
// the place of these numbers. A condition around all of an inner block that
// some bodies have always holds in the runs of the others. Bodies that differ
// in more stand beside each other in a process; as one of them runs at a time,
// they use the same buffers where these have banks alike.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_UNIFYNESTS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_UNIFYNESTS_H

#include "RunParameters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos {

/// Why bodies do not become one.
struct Mismatch {
  mlir::Operation *first = nullptr, *other = nullptr;
  std::string why;
};

/// Makes the body of a process, `merged`, of bodies that run instead of each
/// other.
class NestUnifier {
public:
  /// `merged` has no body yet but for its block arguments.
  NestUnifier(hls::ProcessOp merged, RunParameters &parameters, size_t runs)
      : merged(merged), parameters(parameters), runs(runs) {}

  /// Of a run: its process, and for each of its block arguments the one of
  /// `merged`.
  struct Body {
    unsigned run;
    hls::ProcessOp process;
    llvm::SmallVector<mlir::Value> arguments;
  };

  /// Whether the bodies become one; else `mismatch` says why. Changes nothing.
  bool mayUnify(llvm::ArrayRef<Body> bodies, Mismatch &mismatch);

  /// Adds to `merged` what the bodies become. Where others are added as well,
  /// not `isAlone`, bounds of the outermost loop are 0 in the runs of these.
  void unify(llvm::ArrayRef<Body> bodies, bool isAlone);

private:
  using Ops = llvm::SmallVector<mlir::Operation *>;
  bool differ(const Ops &ops, const llvm::Twine &why);
  bool blocks(llvm::ArrayRef<mlir::Block *> blocks, mlir::OpBuilder &builder);
  bool operation(const Ops &ops, mlir::OpBuilder &builder);
  bool loop(const Ops &ops, mlir::OpBuilder &builder);
  bool condition(const Ops &ops, mlir::OpBuilder &builder);
  bool partlyGuarded(llvm::ArrayRef<mlir::Block *> blocks,
                     mlir::OpBuilder &builder);
  mlir::Value ownOf(unsigned number, mlir::Value made) const;
  bool buffer(const Ops &ops, mlir::OpBuilder &builder);
  bool access(const Ops &ops, mlir::OpBuilder &builder);
  hls::BufferOp unclaimed(hls::BufferOp own);
  hls::BufferOp cloneBuffer(hls::BufferOp own, mlir::OpBuilder &builder);
  bool haveSameForm(const Ops &ops);
  mlir::Value counterpart(unsigned number, mlir::Value value) const;
  bool correspond(const Ops &ops, unsigned operand);
  /// What the results of each map are, over common operands.
  bool maps(const Ops &ops, llvm::ArrayRef<mlir::AffineMap> maps,
            llvm::ArrayRef<mlir::ValueRange> operands, mlir::AffineMap &map,
            llvm::SmallVectorImpl<mlir::Value> &all);
  mlir::AffineExpr expressions(llvm::ArrayRef<mlir::AffineExpr> exprs,
                               llvm::SmallVectorImpl<mlir::Value> &symbols);
  mlir::AffineExpr number(llvm::ArrayRef<int64_t> values,
                          llvm::SmallVectorImpl<mlir::Value> &symbols);
  mlir::Value argument(llvm::ArrayRef<int64_t> values, int64_t elsewhere,
                       llvm::StringRef name);
  void record(const Ops &ops, mlir::Operation *made);
  bool make(llvm::ArrayRef<Body> bodies, bool isAlone, Mismatch &mismatch);

  hls::ProcessOp merged;
  RunParameters &parameters;
  size_t runs;
  llvm::ArrayRef<Body> bodies;
  bool isAlone = true;
  bool isNested = false; ///< a loop stands around
  bool varies = false;   ///< bounds of a loop around are parameters
  llvm::DenseSet<mlir::Operation *> claimed; ///< buffers of these bodies
  /// What buffers were called, whose names must tell them apart.
  llvm::DenseMap<mlir::Operation *, mlir::StringAttr> roles;
  Mismatch *mismatch = nullptr;
  std::vector<llvm::DenseMap<mlir::Value, mlir::Value>> known; ///< by body
};

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_UNIFYNESTS_H
