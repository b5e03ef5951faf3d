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
#include <algorithm>
#include <vector>

/// The program behind a one-line error would hide it; the option brings it
/// back.
static std::vector<char *> withDefaults(int argc, char **argv) {
  static char quiet[] = "--mlir-print-op-on-diagnostic=false";
  std::vector<char *> arguments(argv, argv + argc);
  bool given = std::any_of(arguments.begin(), arguments.end(), [](char *text) {
    return llvm::StringRef(text).contains("-mlir-print-op-on-diagnostic");
  });
  if (argc > 0 && !given)
    arguments.insert(arguments.begin() + 1, quiet);
  return arguments;
}

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  talos::registerPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  talos::registerDialects(registry);
  std::vector<char *> arguments = withDefaults(argc, argv);
  return talos::runOnLargeStack([&] {
    return mlir::asMainReturnCode(mlir::MlirOptMain(
        arguments.size(), arguments.data(),
        "Talos: affine programs to FPGA accelerators\n", registry));
  });
}
