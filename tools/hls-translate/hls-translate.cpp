//===- hls-translate.cpp - Prints MLIR as HLS C++ -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllTranslations.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Support/LargeStack.h"

int main(int argc, char **argv) {
  mlir::registerAllTranslations();
  talos::registerTranslations();
  return talos::runOnLargeStack([&] {
    return int(failed(
        mlir::mlirTranslateMain(argc, argv, "Talos: MLIR to HLS C++\n")));
  });
}
