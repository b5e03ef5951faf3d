//===- hls-opt.cpp - Runs passes on MLIR ----------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Support/LargeStack.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  talos::registerPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  talos::registerDialects(registry);
  return talos::runOnLargeStack([&] {
    return mlir::asMainReturnCode(mlir::MlirOptMain(
        argc, argv, "Talos: affine programs to FPGA accelerators\n", registry));
  });
}
