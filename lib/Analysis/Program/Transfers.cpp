//===- Transfers.cpp - What moves between memory and buffers --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Transfers.h"

using namespace mlir;
using namespace talos;
using analysis::Transfer;

SmallVector<Operation *> analysis::arrayAccessesOf(hls::TaskOp task) {
  return llvm::to_vector(task.getBody().getArgument(1).getUsers());
}

/// The widest access; a transfer of single elements has none of beats.
static int64_t beatOf(hls::TaskOp task) {
  int64_t beat = 1;
  for (Operation *access : analysis::arrayAccessesOf(task)) {
    if (auto read = dyn_cast<hls::BeatReadOp>(access))
      beat = std::max(beat, read.getBeatElements());
    if (auto write = dyn_cast<hls::BeatWriteOp>(access))
      beat = std::max(beat, write.getBeatElements());
  }
  return beat;
}

std::optional<Transfer> analysis::transferOf(Operation *op) {
  if (auto load = dyn_cast<hls::TileLoadOp>(op))
    return Transfer{op, true, load.getBuffer(), load.getArray(),
                    int64_t(load.getBeat())};
  if (auto store = dyn_cast<hls::TileStoreOp>(op))
    return Transfer{op, false, store.getBuffer(), store.getArray(),
                    int64_t(store.getBeat())};
  auto task = dyn_cast<hls::TaskOp>(op);
  if (!task || !task.isTransfer())
    return std::nullopt;
  return Transfer{op, task.getKind() == hls::TaskKind::Load,
                  task.getInputs()[0], task.getInputs()[1], beatOf(task)};
}
