//===- AnnotateDistances.cpp - What joins iterations of a process ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/CarriedState.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_ANNOTATEDISTANCES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

/// What was said before holds: 0 promises most, then greater numbers.
static LogicalResult checkGiven(affine::AffineForOp loop, DictionaryAttr given,
                                NamedAttribute proved) {
  auto said = given.getAs<IntegerAttr>(proved.getName());
  int64_t distance = cast<IntegerAttr>(proved.getValue()).getInt();
  if (!said || distance == 0 ||
      (said.getInt() != 0 && said.getInt() <= distance))
    return success();
  return loop.emitError("hls.distances says ")
         << said.getInt() << " of buffer '" << proved.getName().getValue()
         << "', but an iteration loads what another one stored " << distance
         << " before; remove the entry";
}

static LogicalResult annotate(hls::ProcessOp process) {
  if (process.isTask()) // hls-apply-schedule says it of tasks
    return success();
  auto loop = cast<affine::AffineForOp>(process.getPipelinedLoop());
  Builder builder(process.getContext());
  auto given = loop->getAttrOfType<DictionaryAttr>(hls::distancesAttrName);
  SmallVector<NamedAttribute> distances;
  for (auto buffer : process.getBody().getOps<hls::BufferOp>()) {
    FailureOr<poly::CarriedState> state =
        poly::carriedState(loop, buffer.getResult());
    if (failed(state))
      return failure();
    if (state->unwritten)
      return state->unwritten->emitError("loads an element of '")
             << buffer.getBufferName()
             << "' that no iteration up to this one has stored; a process "
                "starts with nothing in its buffers";
    distances.push_back(builder.getNamedAttr(
        buffer.getBufferName(), builder.getI64IntegerAttr(state->distance)));
    if (given && failed(checkGiven(loop, given, distances.back())))
      return failure();
  }
  DictionaryAttr proved = builder.getDictionaryAttr(distances);
  for (NamedAttribute entry : given ? given : builder.getDictionaryAttr({}))
    if (!proved.contains(entry.getName()))
      return loop.emitError("hls.distances names '")
             << entry.getName().getValue()
             << "', which is no buffer of the process";
  if (!proved.empty())
    loop->setAttr(hls::distancesAttrName, proved);
  return success();
}

namespace {
struct AnnotateDistances
    : talos::impl::AnnotateDistancesBase<AnnotateDistances> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](hls::ProcessOp process) {
      return failed(annotate(process)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
