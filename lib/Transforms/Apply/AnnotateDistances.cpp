//===- AnnotateDistances.cpp - What joins iterations of a process ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "talos/Analysis/Network.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Poly/CarriedState.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

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

/// Of the buffers that the loop of a run stores or loads: what joins its
/// iterations, and in `least` the least of all runs.
static LogicalResult measure(affine::AffineForOp loop,
                             llvm::MapVector<StringRef, int64_t> &least) {
  auto process = loop->getParentOfType<hls::ProcessOp>();
  for (auto buffer : process.getBody().getOps<hls::BufferOp>()) {
    if (llvm::none_of(buffer->getUsers(),
                      [&](Operation *user) { return loop->isAncestor(user); }))
      continue; // that of another nest
    FailureOr<poly::CarriedState> state =
        poly::carriedState(loop, buffer.getResult());
    if (failed(state))
      return failure();
    if (state->unwritten)
      return state->unwritten->emitError("loads an element of '")
             << buffer.getBufferName()
             << "' that no iteration up to this one has stored; a process "
                "starts with nothing in its buffers";
    auto [known, isFirst] =
        least.insert({buffer.getBufferName(), state->distance});
    if (isFirst || state->distance == 0)
      continue;
    known->second = known->second == 0
                        ? state->distance
                        : std::min(known->second, state->distance);
  }
  return success();
}

static LogicalResult
annotate(affine::AffineForOp loop,
         const llvm::MapVector<StringRef, int64_t> &least) {
  Builder builder(loop.getContext());
  auto given = loop->getAttrOfType<DictionaryAttr>(hls::distancesAttrName);
  SmallVector<NamedAttribute> distances;
  for (auto [buffer, distance] : least) {
    distances.push_back(
        builder.getNamedAttr(buffer, builder.getI64IntegerAttr(distance)));
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

/// Where the region runs several times, a loop has what holds in all runs. hls-
/// apply-schedule says it of tasks.
static LogicalResult annotate(hls::DataflowOp dataflow) {
  llvm::MapVector<Operation *, llvm::MapVector<StringRef, int64_t>> distances;
  std::vector<analysis::RegionRun> runs = analysis::runsOf(dataflow);
  for (const analysis::RegionRun &run : runs)
    for (auto [loop, ofRun] : run.loops)
      if (!loop->getParentOfType<hls::ProcessOp>().isTask() &&
          failed(measure(ofRun, distances[loop])))
        return failure();
  for (auto &[loop, least] : distances)
    if (failed(annotate(cast<affine::AffineForOp>(loop), least)))
      return failure();
  return success();
}

namespace {
struct AnnotateDistances
    : talos::impl::AnnotateDistancesBase<AnnotateDistances> {
  void runOnOperation() override {
    for (hls::DataflowOp dataflow : hls::dataflowsOf(getOperation()))
      if (failed(annotate(dataflow)))
        return signalPassFailure();
  }
};
} // namespace
