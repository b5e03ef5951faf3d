//===- Registration.cpp - Translations of the Emit room -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Emit/Emit.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

namespace talos::emit {

static void dialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  hls::HLSDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect>();
}

// Writes only what succeeded.
static void
add(StringRef option, StringRef description,
    std::function<LogicalResult(ModuleOp, llvm::raw_ostream &)> emit) {
  TranslateFromMLIRRegistration(
      option, description,
      [emit](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return emitError(op->getLoc(), "expected a builtin.module");
        std::string text;
        llvm::raw_string_ostream buffer(text);
        if (failed(emit(module, buffer)))
          return failure();
        os << text;
        return success();
      },
      dialects);
}

void registerTranslations() {
  static llvm::cl::opt<std::string> memory(
      "hls-memory", llvm::cl::desc("Off-chip memory in the connectivity file"),
      llvm::cl::value_desc("DDR|HBM"), llvm::cl::init("DDR"));
  static llvm::cl::opt<int64_t> banks(
      "hls-memory-banks",
      llvm::cl::desc("Number of banks or pseudo-channels of the memory"),
      llvm::cl::init(0));
  static llvm::cl::opt<std::string> platform(
      "hls-platform",
      llvm::cl::desc("Platform of the card, named in the connectivity file "
                     "and in the Makefile"));
  add("emit-hlscpp", "HLS C++ of the function with hls.top", emitKernel);
  add("emit-hls-dataflow", "C simulation of a dataflow region by fibres",
      emitDataflowSimulation);
  add("emit-hls-header", "Header of the HLS kernel", emitHeader);
  add("emit-hls-golden", "The reference function as plain C++", emitGolden);
  add("emit-hls-testbench", "Self-checking C++ testbench", emitTestbench);
  add("emit-hls-host", "Host program on XRT", emitHost);
  add("emit-hls-tcl", "Script for vitis_hls", emitTcl);
  add("emit-hls-cfg", "Configuration for v++ and vitis-run", emitConfig);
  add("emit-hls-connectivity", "Connectivity for v++ linking",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitConnectivity(module, {memory, banks, platform}, os);
      });
  add("emit-hls-makefile", "Makefile of the project",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitMakefile(module, {memory, banks, platform}, os);
      });
}

} // namespace talos::emit
