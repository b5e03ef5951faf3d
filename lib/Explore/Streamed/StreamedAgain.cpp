//===- StreamedAgain.cpp - Operands that are streamed again ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedAlternatives.h"

using namespace talos;
using namespace talos::explore;

std::string explore::againName(const StreamedArrayInfo &array) {
  return array.name + ".again";
}

void explore::findStreamedAgain(StreamedProgram &program) {
  for (const StreamedNestInfo &nest : program.nests) {
    if (nest.task || nest.isGuarded || nest.worker || !nest.reduces())
      continue;
    for (const StreamedAccess &operand : nest.operands) {
      StreamedArrayInfo &array = program.arrays[operand.array];
      auto isLacked = [&](unsigned loop) { return !operand.has(loop); };
      if (operand.producer < 0 && array.isOffChip && array.uses == 1)
        array.mayComeAgain = llvm::any_of(nest.parallel(), isLacked);
    }
  }
}

void explore::openStreamedAgain(StreamedProgram &program,
                                const target::Resources &usable,
                                const target::MemoryRules &rules,
                                llvm::ArrayRef<nlp::Pin> pins) {
  int64_t bits = 0,
          room = usable.bram18k * rules.bramWords * rules.wordBits +
                 usable.uram * rules.uramWords * rules.uramBits;
  for (const StreamedArrayInfo &array : program.arrays) {
    if (!array.mayComeAgain)
      continue;
    int64_t elements = array.bits;
    for (int64_t extent : array.shape)
      elements *= extent;
    bits += elements;
  }
  for (StreamedArrayInfo &array : program.arrays)
    if (array.mayComeAgain &&
        (bits > room / 2 || isPinned(pins, againName(array))))
      array.again = {0, 1};
}
