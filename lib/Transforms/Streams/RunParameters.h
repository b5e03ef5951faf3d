//===- RunParameters.h - Numbers by which runs differ -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_RUNPARAMETERS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_RUNPARAMETERS_H

#include "talos/Dialect/HLS/HLS.h"

namespace talos {

/// The parameters of a sequence while it is made.
class RunParameters {
public:
  explicit RunParameters(hls::SequenceOp sequence) : sequence(sequence) {}
  /// The parameter of a process with these values, one a run; a new one is
  /// called after both.
  mlir::Value with(llvm::ArrayRef<int64_t> values, llvm::StringRef process,
                   llvm::StringRef name);
  size_t size() const { return all.size(); }
  /// Forgets the last ones, which nothing uses.
  void truncate(size_t count);
  /// Writes them to the op.
  void finish();

private:
  struct Parameter {
    std::string process, name;
    llvm::SmallVector<int64_t> values;
  };
  hls::SequenceOp sequence;
  std::vector<Parameter> all;
};

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_RUNPARAMETERS_H
