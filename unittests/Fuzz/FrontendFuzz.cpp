//===- FrontendFuzz.cpp - Any C text is imported or refused ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "talos/Frontend/Import.h"
#include "talos/Support/LargeStack.h"

using namespace talos;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  // Clang recurses once a bracket, as in hlsc.
  return runOnLargeStack([&] {
    mlir::DialectRegistry registry;
    frontend::registerImportDialects(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
    frontend::ReferenceText reference;
    (void)frontend::importC({text, "fuzz.c"}, {}, &context, &reference);
    return 0;
  });
}
