//===- Knobs.cpp - Open parameters of a script ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Knobs.h"
#include "Transforms/Script/ScriptFile.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"

using namespace mlir;
using namespace talos;
using transform::tune::KnobOp;

/// Each is a search of its own.
static constexpr size_t MaxChoices = 64;

/// Open knobs of different names.
static FailureOr<SmallVector<KnobOp>> openKnobs(ModuleOp script) {
  SmallVector<KnobOp> knobs;
  WalkResult walked = script.walk([&](KnobOp knob) -> WalkResult {
    if (knob.getSelectedAttr())
      return WalkResult::advance();
    auto options = dyn_cast<ArrayAttr>(knob.getOptions());
    if (!options || options.empty())
      return knob.emitOpError("is open, so its options must be a list of "
                              "values to try, such as [2, 4]");
    auto *other = llvm::find_if(knobs, [&](KnobOp earlier) {
      return earlier.getName() == knob.getName();
    });
    if (other == knobs.end()) {
      knobs.push_back(knob);
      return WalkResult::advance();
    }
    if (other->getOptions() == knob.getOptions())
      return WalkResult::advance();
    InFlightDiagnostic error = knob.emitOpError("has other options than the "
                                                "knob of the same name");
    error.attachNote(other->getLoc()) << "which is here";
    return error;
  });
  if (walked.wasInterrupted())
    return failure();
  return knobs;
}

FailureOr<std::vector<DictionaryAttr>>
transforms::knobChoices(StringRef file, MLIRContext *context) {
  std::vector<DictionaryAttr> choices = {DictionaryAttr::get(context)};
  OwningOpRef<ModuleOp> script = readScript(file, context);
  if (!script)
    return choices;
  FailureOr<SmallVector<KnobOp>> knobs = openKnobs(*script);
  if (failed(knobs))
    return failure();
  for (KnobOp knob : *knobs) {
    auto options = cast<ArrayAttr>(knob.getOptions());
    if (choices.size() * options.size() > MaxChoices)
      return knob.emitOpError("makes ")
             << choices.size() * options.size()
             << " choices of the values of open knobs; at most " << MaxChoices
             << " are tried: take options away, or select one";
    std::vector<DictionaryAttr> longer;
    for (DictionaryAttr choice : choices)
      for (Attribute option : options) {
        NamedAttrList values(choice);
        values.set(knob.getName(), option);
        longer.push_back(values.getDictionary(context));
      }
    choices = std::move(longer);
  }
  return choices;
}

void transforms::selectKnobs(ModuleOp script, DictionaryAttr chosen) {
  script.walk([&](KnobOp knob) {
    if (Attribute value = chosen.get(knob.getName());
        value && !knob.getSelectedAttr())
      knob.setSelectedAttr(value);
  });
}
