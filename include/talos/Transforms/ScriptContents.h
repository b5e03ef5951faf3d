//===- ScriptContents.h - What a script is about ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Known before it runs: which template of designs can do what it asks for.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCRIPTCONTENTS_H
#define TALOS_TRANSFORMS_SCRIPTCONTENTS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

namespace talos::transforms {

struct ScriptContents {
  bool hasStreams = false; ///< it joins nests by streams
  bool editsNests = false; ///< it does anything but that, and pin
};

/// Of a file that is no script: nothing.
ScriptContents scriptContents(llvm::StringRef file, mlir::MLIRContext *context);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_SCRIPTCONTENTS_H
