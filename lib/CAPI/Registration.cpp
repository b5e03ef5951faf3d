//===- Registration.cpp - Talos in a context of MLIR's C API --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos-c/Registration.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllPasses.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Support/DataDir.h"
#include "talos/Target/Target.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(HLS, hls, talos::hls::HLSDialect)

void talosRegisterDialects(MlirDialectRegistry registry) {
  talos::registerInputDialects(*unwrap(registry));
}

void talosRegisterPasses(void) {
  static const bool once = [] {
    mlir::registerAllPasses();
    talos::registerPasses();
    return true;
  }();
  (void)once;
}

MlirStringRef talosVersion(void) {
  return mlirStringRefCreateFromCString(TALOS_VERSION);
}

void talosForEachTarget(MlirStringCallback each, void *userData) {
  for (const std::string &name : talos::target::listTargets())
    each(wrap(llvm::StringRef(name)), userData);
}

bool talosFindDataFile(MlirStringRef name, MlirStringCallback result,
                       void *userData) {
  llvm::Expected<std::string> path = talos::findDataFile(unwrap(name));
  bool found = bool(path);
  std::string text = found ? *path : llvm::toString(path.takeError());
  result(wrap(llvm::StringRef(text)), userData);
  return found;
}
