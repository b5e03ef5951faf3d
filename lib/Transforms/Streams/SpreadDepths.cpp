//===- SpreadDepths.cpp - Room for nests that start later -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadDepths.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Dialect/HLS/Slr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace talos;

/// That a process writes.
static SmallVector<hls::StreamOp> writtenBy(hls::ProcessOp process) {
  SmallVector<hls::StreamOp> streams;
  for (Value input : process.getInputs())
    if (auto stream = input.getDefiningOp<hls::StreamOp>();
        stream && hls::producerOf(stream) == process)
      streams.push_back(stream);
  return streams;
}

bool talos::isNest(hls::ProcessOp process) {
  return process.getKind() == hls::ProcessKind::Compute || process.isTask();
}

/// What the tokens of a stream come to, through processes that only move them.
static hls::ProcessOp nestBehind(hls::StreamOp stream) {
  hls::ProcessOp process = hls::consumerOf(stream);
  while (process && !isNest(process)) {
    SmallVector<hls::StreamOp> next = writtenBy(process);
    if (next.size() != 1)
      return {};
    process = hls::consumerOf(next.front());
  }
  return process;
}

/// Whether results of one process come to the other, also through others.
static bool reaches(hls::ProcessOp from, hls::ProcessOp to) {
  SmallVector<hls::ProcessOp> open = {from};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    for (hls::StreamOp stream : writtenBy(open.pop_back_val())) {
      hls::ProcessOp user = hls::consumerOf(stream);
      if (user == to)
        return true;
      if (user && seen.insert(user).second)
        open.push_back(user);
    }
  }
  return false;
}

/// Iterations of a process that is one loop with one token each; 0: it has
/// another form, as one that was written by hand may.
static int64_t tokensOf(hls::ProcessOp spread) {
  auto loop = dyn_cast_or_null<affine::AffineForOp>(spread.getPipelinedLoop());
  return loop && loop.hasConstantUpperBound() ? loop.getConstantUpperBound()
                                              : 0;
}

/// Siblings of a stream that a process spreads, whose nests and the stream's
/// own one are such.
static void
deepenSiblings(hls::StreamOp stream,
               llvm::function_ref<bool(hls::ProcessOp, hls::ProcessOp)> such) {
  hls::ProcessOp spread = hls::producerOf(stream), own = nestBehind(stream);
  if (!spread || spread.getKind() != hls::ProcessKind::Spread || !own)
    return;
  for (hls::StreamOp other : writtenBy(spread)) {
    hls::ProcessOp nest = nestBehind(other);
    if (nest && nest != own && such(nest, own))
      other.setDepth(std::max<int64_t>(other.getDepth(), tokensOf(spread)));
  }
}

void talos::deepenSpreads(ArrayRef<hls::StreamOp> collected,
                          ArrayRef<hls::StreamOp> late) {
  for (hls::StreamOp stream : collected)
    deepenSiblings(stream, [](hls::ProcessOp nest, hls::ProcessOp own) {
      return reaches(nest, own);
    });
  for (hls::StreamOp stream : late)
    deepenSiblings(stream, [](hls::ProcessOp nest, hls::ProcessOp own) {
      return reaches(own, nest);
    });
}
