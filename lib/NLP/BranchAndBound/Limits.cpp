//===- Limits.cpp - Node and time limits of a solve -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Limits.h"

using namespace talos;
using namespace talos::nlp;

/// Nodes between two reports of progress, and between two looks at the clock.
static constexpr int64_t NodesPerTick = 1024, NodesPerLook = 16;

bool Limits::timeOver() {
  if (deadline && std::chrono::steady_clock::now() >= *deadline)
    timeHit = true;
  return timeHit;
}

bool Limits::hit() {
  if (nodes >= nodeLimit)
    return true;
  if (tick && nodes >= nextTick) {
    tick(nodes);
    nextTick = (nodes / NodesPerTick + 1) * NodesPerTick;
  }
  if (timeHit || nodes < nextLook)
    return timeHit;
  nextLook = nodes + NodesPerLook;
  return timeOver();
}
