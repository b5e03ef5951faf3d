//===- StreamPlan.h - Steps from order to order -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between two orders, and how much of it, is found by isl
// (Poly/StreamOrder.h). Here it becomes steps, each of them a process. Boxes of
// several FIFOs move whole, or in the parts that the other side has. Where both
// sides have other lanes, elements go one by one between them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_STREAMPLAN_H
#define TALOS_LIB_TRANSFORMS_STREAMS_STREAMPLAN_H

#include "BankedReorder.h"
#include "mlir/IR/Operation.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/StreamOrder.h"

namespace talos {

/// A step from one stream to the next one.
struct StreamStep {
  enum Kind { Collect, Unpack, Between, Pack, Deal, Banked };
  Kind kind;
  poly::OrderStage stage = {}; ///< Between
  llvm::StringRef result = {}; ///< what its tokens are
  BankedReorder banked = {};   ///< Banked; its split also of Collect and Deal
};

/// What carries tokens from the order of their production to that of their
/// consumption.
struct StreamPlan {
  StreamPlan(poly::StreamOrder production, poly::StreamOrder consumption);

  poly::StreamOrder production, consumption; ///< of one FIFO
  std::vector<StreamStep> steps;             ///< none: a FIFO
  llvm::SmallVector<int64_t> trips; ///< of the loops that consume tokens
  int64_t produced;                 ///< tokens that come in
  bool isWide = false; ///< whole boxes move: tokens of all FIFOs at a time
};

/// An order, and what the tokens in it are.
struct TokenOrder {
  hls::OrderAttr order;
  hls::StreamType type;
};

/// Finds plans for an op; reports at it, with the name of the stream, what
/// cannot be derived.
class StreamPlanner {
public:
  StreamPlanner(mlir::Operation *op, llvm::StringRef stream)
      : op(op), stream(stream) {}
  mlir::FailureOr<StreamPlan> between(const TokenOrder &from,
                                      const TokenOrder &to) const;
  /// From the order of first uses to all uses, whole boxes at a time.
  mlir::FailureOr<StreamPlan> replay(hls::OrderAttr first,
                                     hls::OrderAttr used) const;

private:
  std::optional<StreamPlan> inBoxes(const TokenOrder &from,
                                    const TokenOrder &to) const;
  mlir::FailureOr<std::vector<poly::OrderStage>>
  stagesOf(const StreamPlan &plan) const;
  mlir::LogicalResult addStages(StreamPlan &plan,
                                llvm::ArrayRef<poly::OrderStage> stages) const;

  mlir::Operation *op;
  llvm::StringRef stream;
};

/// The order as the analysis of orders takes it.
poly::StreamOrder asOrder(hls::OrderAttr order);

/// The order in which the tokens of all FIFOs of an array follow each other if
/// they go through one: along the first dimensions that have lanes.
poly::StreamOrder orderOf(hls::OrderAttr order, hls::StreamType type);

/// The loops that move the token, each of which is in the order once: tokens in
/// the order of their first uses, as all else follows from them.
hls::OrderAttr firstUses(hls::OrderAttr order);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_STREAMPLAN_H
