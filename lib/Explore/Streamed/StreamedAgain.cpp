//===- StreamedAgain.cpp - Operands that are streamed again ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedAlternatives.h"
#include "Explore/Streamed/StreamedBeats.h"

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

/// Bits of the memories on chip that the adapters of ports leave.
static int64_t roomOnChip(const StreamedProgram &program,
                          const target::Resources &usable,
                          const target::ToolRules &rules) {
  int64_t bram = usable.bram18k - bramOfAdapters(program, rules);
  const target::MemoryRules &memories = rules.memories;
  return std::max<int64_t>(bram, 0) * memories.bramWords * memories.wordBits +
         usable.uram * memories.uramWords * memories.uramBits;
}

void explore::openStreamedAgain(StreamedProgram &program,
                                const target::Resources &usable,
                                const target::ToolRules &rules,
                                llvm::ArrayRef<nlp::Pin> pins) {
  int64_t bits = 0, room = roomOnChip(program, usable, rules);
  for (const StreamedArrayInfo &array : program.arrays)
    if (array.mayComeAgain)
      bits += array.bits * llvm::product_of(array.shape);
  for (StreamedArrayInfo &array : program.arrays)
    if (array.mayComeAgain &&
        (bits > room / 2 || isPinned(pins, againName(array))))
      array.again = {0, 1};
}

void explore::narrowAgain(StreamedProgram &program,
                          std::vector<nlp::Pin> &pins) {
  for (StreamedArrayInfo &array : program.arrays) {
    auto pin = llvm::find_if(pins, [&](const nlp::Pin &known) {
      return known.name == againName(array) &&
             known.relation == nlp::Pin::Equal &&
             (known.value == "0" || known.value == "1");
    });
    if (pin == pins.end() || !array.mayComeAgain)
      continue;
    array.again = {pin->value == "1"};
    pins.erase(pin); // another one that contradicts it is left
  }
}
