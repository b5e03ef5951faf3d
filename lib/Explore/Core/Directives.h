//===- Directives.h - Directives of the source program ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the user wrote as `#pragma HLS` stands on loops and local arrays until a
// design is chosen. It is fixed and the rest is solved: a directive is a pin.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_CORE_DIRECTIVES_H
#define TALOS_LIB_EXPLORE_CORE_DIRECTIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// The pins that `top`'s directives stand for:
///
///     hls.pipeline on loop j   S.pipelined=j, and S.k.t2=N for every loop k
///                              around S inside of j, as the tool unrolls those
///     hls.unroll on loop j     S.j.t2=factor, or the trip count
///     hls.partition of array A A.partitionD=factor, or the extent
///     `ordered` of statement S in hls.scheduled
///                              S.order=<its loops as they are>
///
/// with S each statement in the loop. An error at the op where no design has
/// what is asked for: a loop that runs around several statements or around a
/// part that is not affine, a partition in blocks. A requested initiation
/// interval above 1 is left out with a remark.
mlir::FailureOr<std::vector<nlp::Pin>> directivePins(mlir::func::FuncOp top);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_DIRECTIVES_H
