//===- Knobs.h - Open parameters of a script --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `transform.tune.knob` that selects none of its options leaves a parameter
// of a script open: every value is a program of its own. Who chooses writes the
// values into the module (`hls.knobs`), where hls-run-schedule takes them from.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_KNOBS_H
#define TALOS_TRANSFORMS_KNOBS_H

#include "mlir/IR/BuiltinOps.h"

namespace talos::transforms {

/// Every choice of values for the open knobs of the script in that file, in the
/// order of their options, those of the last knob varying first. One choice of
/// nothing if none is open or the file is no script, which hls-run-schedule
/// says. Fails, with an error at a knob, if its options are no list, differ
/// from those of a knob of the same name, or make more choices than are tried.
mlir::FailureOr<std::vector<mlir::DictionaryAttr>>
knobChoices(llvm::StringRef file, mlir::MLIRContext *context);

/// Lets open knobs of the script select what is chosen for their names.
void selectKnobs(mlir::ModuleOp script, mlir::DictionaryAttr chosen);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_KNOBS_H
