//===- Pins.h - Variables that the user fixes or bounds ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "S1.k.t2=4,S1.order=k,j,i,A.partition0<=8": what is pinned holds in every
// solution, or no solution is found and the pins at fault are named.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_PINS_H
#define TALOS_NLP_PINS_H

#include "talos/NLP/Model.h"
#include "llvm/Support/Error.h"

namespace talos::nlp {

struct Pin {
  enum Relation { Equal, AtMost, AtLeast };
  std::string name;
  Relation relation = Equal;
  std::string value; ///< a number, or a word that the target knows

  /// As a user writes it.
  std::string text() const;
};

/// Reads pins that are separated by commas; a part without `=`, `<=` or `>=`
/// belongs to the value before it.
llvm::Expected<std::vector<Pin>> parsePins(StringRef text);

/// As parsePins reads them.
std::string toText(ArrayRef<Pin> pins);

/// Takes those whose names end so out of `pins`, and drops that ending.
std::vector<Pin> takePins(std::vector<Pin> &pins, StringRef suffix);

/// The same as a JSON object: {"S1.k.t2": 4, "S1.order": ["k", "j", "i"],
/// "A.partition0": {"min": 2, "max": 8}}. `file` is for messages.
llvm::Expected<std::vector<Pin>> parsePinsJSON(StringRef text, StringRef file);

/// What can be pinned.
struct PinTarget {
  std::string name;
  Expr expr; ///< a variable, or an expression over variables
  /// Values that have names, such as an order of loops; then only these are
  /// taken, besides numbers where `numbers` is set.
  std::vector<std::pair<std::string, int64_t>> words;
  bool numbers = true;
};

/// Every variable of the model by its full name.
std::vector<PinTarget> variableTargets(Model &model);

/// Applies all pins: the domains of pinned variables shrink, a pinned
/// expression becomes the constraint "pin <text>". Unknown names, values that
/// the target never takes, and pins that contradict each other are errors; the
/// model is then half changed and of no use.
llvm::Error applyPins(Model &model, ArrayRef<Pin> pins,
                      ArrayRef<PinTarget> targets);

/// Of pins that leave no solution, those none of which can be left out; empty
/// if there is no solution even without pins. `infeasible` proves a part of
/// them to have no solution; it is called once more than there are pins.
std::vector<Pin> conflictingPins(ArrayRef<Pin> pins,
                                 function_ref<bool(ArrayRef<Pin>)> infeasible);

} // namespace talos::nlp

#endif // TALOS_NLP_PINS_H
