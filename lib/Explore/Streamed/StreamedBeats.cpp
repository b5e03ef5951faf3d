//===- StreamedBeats.cpp - Widths of the ports of networks ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedBeats.h"
#include "Explore/Streamed/StreamedAlternatives.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

std::string explore::beatName(const StreamedArrayInfo &array) {
  return array.name + ".beat";
}

/// Of nests that sum; one that only copies some of its values does not.
static size_t loopsOfSums(const StreamedProgram &program) {
  size_t loops = 0;
  for (const StreamedNestInfo &nest : program.nests)
    loops += nest.reduces() && !nest.operations.empty() ? nest.loops.size() : 0;
  return loops;
}

int64_t explore::mostInBeat(const StreamedProgram &program, unsigned array,
                            int64_t portBits) {
  // A small array takes a 16th of the time of the largest one at most.
  constexpr int64_t part = 16;
  const StreamedArrayInfo &info = program.arrays[array];
  Int largest = 1;
  for (const StreamedArrayInfo &other : program.arrays)
    if (other.isOffChip)
      largest = max(largest, other.elements() * other.bits);
  Int share = ceilDiv(info.elements() * part * portBits, largest),
      most = min(share, portBits / info.bits);
  if (!most.isValid() || most.value() < 1)
    return 1;
  return std::min<int64_t>(llvm::PowerOf2Ceil(most.value()), info.widestBeat);
}

int64_t explore::bramOfAdapters(const StreamedProgram &program,
                                const target::ToolRules &rules) {
  int64_t bram = 0;
  for (auto [number, array] : llvm::enumerate(program.arrays)) {
    bool isStored = llvm::any_of(
        program.nests, [number = number](const StreamedNestInfo &nest) {
          return nest.storesLast(number);
        });
    if (array.isOffChip && (array.uses > 0 || isStored))
      bram += cost::adapterBram(array.widestBeat * array.bits, rules);
  }
  return bram;
}

void explore::openBeats(StreamedProgram &program,
                        const target::Resources &usable,
                        const target::ToolRules &rules,
                        ArrayRef<nlp::Pin> pins) {
  for (StreamedArrayInfo &array : program.arrays)
    array.hasOwnBeat = array.isOffChip && isPinned(pins, beatName(array));
  if (bramOfAdapters(program, rules) <= usable.bram18k / 4 &&
      !isPinned(pins, portBitsName.str())) {
    constexpr size_t someLoops = 6;
    program.hasWidePorts = loopsOfSums(program) > someLoops;
    return;
  }
  std::set<int64_t> bits;
  for (const StreamedArrayInfo &array : program.arrays)
    if (array.isOffChip)
      for (int64_t beat = 1; beat <= array.widestBeat; beat *= 2)
        bits.insert(beat * array.bits);
  program.portBits.assign(bits.begin(), bits.end());
}

LogicalResult explore::checkBeat(func::FuncOp func, int64_t beat,
                                 const StreamedArrayInfo &array) {
  if (llvm::isPowerOf2_64(beat) && beat <= array.widestBeat)
    return success();
  return func.emitError("design point: array ")
         << array.name << " has beat = " << beat
         << "; a port moves a power of two of its elements at once, up to "
         << array.widestBeat;
}
