//===- ScriptFile.cpp - The file of a script ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Script/ScriptFile.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Transforms/ScheduleOps.h"
#include "talos/Transforms/ScriptContents.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace talos;

OwningOpRef<ModuleOp> talos::readScript(StringRef file, MLIRContext *context) {
  OwningOpRef<ModuleOp> script;
  if (!llvm::sys::fs::exists(file))
    return script;
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  if (failed(transform::detail::parseTransformModuleFromFile(context, file,
                                                             script)))
    return {};
  return script;
}

transforms::ScriptContents transforms::scriptContents(StringRef file,
                                                      MLIRContext *context) {
  ScriptContents contents;
  OwningOpRef<ModuleOp> read = readScript(file, context);
  if (!read)
    return contents;
  read->walk([&](transform::TransformOpInterface op) {
    contents.hasStreams |= isa<script::StreamOp>(op);
    contents.editsNests |=
        !isa<script::StreamOp, script::PinOp, transform::NamedSequenceOp>(op);
  });
  return contents;
}
