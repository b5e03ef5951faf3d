//===- ProcessBuilder.h - Parts of processes --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What processes that are derived have in common: streams and names, nests that
// are pipelined, tokens to and from memory lane by lane.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_PROCESSBUILDER_H
#define TALOS_LIB_TRANSFORMS_STREAMS_PROCESSBUILDER_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringSet.h"

namespace talos {

/// The names of streams and processes in a dataflow region.
class RegionNames {
public:
  explicit RegionNames(hls::DataflowOp dataflow);
  /// The name, or the name with a number if it is taken.
  std::string unique(const llvm::Twine &wanted);

private:
  llvm::StringSet<> names;
};

/// Inserts processes before an op of a dataflow region.
class ProcessBuilder : public mlir::OpBuilder {
public:
  ProcessBuilder(mlir::Operation *before, RegionNames &names)
      : OpBuilder(before), before(before), loc(before->getLoc()), names(names) {
  }

  /// A process with an empty body; inserts into it from then on.
  hls::ProcessOp process(hls::ProcessKind kind, const llvm::Twine &name,
                         mlir::ValueRange inputs);
  /// A nest whose innermost loop is pipelined; inserts into that from then on.
  /// The nest runs so often, in a loop around it that gives no iterator.
  llvm::SmallVector<mlir::Value> loops(llvm::ArrayRef<int64_t> trips,
                                       hls::PipelineStyle style,
                                       int64_t repetitions = 1);
  /// A loop that is unrolled; inserts into it from then on.
  mlir::Value unrolled(int64_t trip);

  /// The number of a FIFO, for arrays of FIFOs.
  mlir::Value read(mlir::Value stream, mlir::AffineMap fifo = {},
                   mlir::ValueRange operands = {});
  void write(mlir::Value token, mlir::Value stream, mlir::AffineMap fifo = {},
             mlir::ValueRange operands = {});
  /// Of tokens, whose lanes are in banks of their own, as are the last `banked`
  /// dimensions of `tokens`.
  mlir::Value buffer(llvm::StringRef name, hls::StreamType type,
                     llvm::ArrayRef<int64_t> tokens, unsigned banked = 0);
  /// Of elements; dimensions from `memory` on are words of a bank, those before
  /// are registers.
  mlir::Value registers(llvm::StringRef name, mlir::Type element,
                        llvm::ArrayRef<int64_t> shape, unsigned memory);
  void keep(hls::StreamType type, mlir::Value token, mlir::Value memory,
            mlir::AffineMap place, mlir::ValueRange operands);
  mlir::Value recall(hls::StreamType type, mlir::Value memory,
                     mlir::AffineMap place, mlir::ValueRange operands);
  /// The same in a run of elements from `first` on.
  void keepRun(hls::StreamType type, mlir::Value token, mlir::Value memory,
               mlir::AffineExpr first, mlir::ValueRange operands);
  mlir::Value recallRun(hls::StreamType type, mlir::Value memory,
                        mlir::AffineExpr first, mlir::ValueRange operands);
  mlir::affine::AffineIfOp when(mlir::IntegerSet set, mlir::ValueRange operands,
                                bool hasElse);

  mlir::Location location() const { return loc; }
  std::string unique(const llvm::Twine &name) { return names.unique(name); }

private:
  void copy(hls::StreamType type, mlir::Value from, mlir::AffineMap fromMap,
            mlir::ValueRange fromOperands, mlir::Value to,
            mlir::AffineMap toMap, mlir::ValueRange toOperands);

  mlir::Operation *before;
  mlir::Location loc;
  RegionNames &names;
};

/// Iterators are all 0.
mlir::IntegerSet allZero(mlir::MLIRContext *context, unsigned iterators);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_PROCESSBUILDER_H
