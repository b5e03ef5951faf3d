//===- Limits.cpp - Node and time limits of a solve -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Limits.h"
#include "llvm/Support/Process.h"
#include <fstream>

using namespace talos::nlp;

/// Nodes between two reports of progress, and between two looks at the clock.
static constexpr int64_t NodesPerTick = 1024, NodesPerLook = 16;

/// Bytes of the process that are in memory; 0 where the system does not tell.
static int64_t residentBytes() {
  std::ifstream statistics("/proc/self/statm");
  int64_t all = 0, resident = 0;
  statistics >> all >> resident;
  return resident * int64_t(llvm::sys::Process::getPageSizeEstimate());
}

Limits::Limits(const SolverOptions &options)
    : fewerIfLarge(options.fewerNodesIfLarge), canceled(options.canceled),
      workers(options.workers), togetherFrom(options.togetherFrom) {
  if (options.nodeLimit > 0) {
    nodeLimit = options.nodeLimit;
    if (options.diveNodes > 0)
      lastNode = saturatingAdd(nodeLimit, options.diveNodes);
  }
  if (options.timeLimitSeconds > 0)
    deadline = std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(options.timeLimitSeconds));
  if (options.memoryLimit > 0)
    mostMemory = saturatingAdd(residentBytes(), options.memoryLimit);
}

bool Limits::isLate() const {
  return (canceled && *canceled) ||
         (deadline && std::chrono::steady_clock::now() >= *deadline);
}

bool Limits::isFull() const {
  return mostMemory && residentBytes() > *mostMemory;
}

bool Limits::isOver() {
  timeHit |= isLate();
  memoryHit |= isFull();
  return timeHit || memoryHit;
}

bool Limits::hit() {
  if (nodes >= nodeLimit)
    return true;
  if (tick && nodes >= nextTick) {
    tick(nodes);
    nextTick = (nodes / NodesPerTick + 1) * NodesPerTick;
  }
  if (timeHit || memoryHit || nodes < nextLook)
    return timeHit || memoryHit;
  nextLook = nodes + NodesPerLook;
  return isOver();
}
