//===- BufferedNests.h - Nests that are tasks with buffers ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a streamed design: loops at the top of the function whose tasks the design
// point has as sequential. Each becomes one hls.task, which moves whole arrays
// to buffers, runs its nests as the shared template does, and moves arrays
// back. Its name is that of the first statement, whose array points say how the
// buffers are cut, and by `beat` how many elements a token has.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_BUFFEREDNESTS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_BUFFEREDNESTS_H

#include "talos/Analysis/NestFunction.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos {

/// A task that computes one tile of rows after the other, beside what fills and
/// empties the copies of its buffers.
struct BufferedTiles {
  int64_t rows = 0;              ///< of a tile
  int64_t count = 0;             ///< of tiles
  int64_t copies = 0;            ///< of each buffer
  llvm::SmallVector<bool> moves; ///< by argument: the buffer is of a tile
};

class BufferedNests {
public:
  BufferedNests(mlir::func::FuncOp func, hls::DesignAttr design)
      : func(func), design(design) {}

  /// Applies the point to each of the nests, and puts a call in its place that
  /// stands for its accesses.
  mlir::LogicalResult outline();
  bool isEmpty() const { return nests.empty(); }
  bool has(mlir::Operation *call) const;
  /// Puts the tasks in place of the calls.
  void insert();

private:
  struct Nest {
    analysis::NestFunction function;
    std::string name;
    std::optional<BufferedTiles> tiles; ///< none: it holds arrays whole
  };
  mlir::LogicalResult add(mlir::affine::AffineForOp root,
                          llvm::ArrayRef<std::string> statements);

  mlir::func::FuncOp func;
  hls::DesignAttr design;
  std::vector<Nest> nests;
};

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_BUFFEREDNESTS_H
