//===- CSimTest.cpp - C simulation tells right from wrong -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/CSim.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "talos/Emit/Emit.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace talos;

namespace {
/// The hand-written design that test/Emit prints.
class CSim : public testing::Test {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerDialects(registry);
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    func::FuncDialect, memref::MemRefDialect>();
    context.appendDialectRegistry(registry);
    module = parseSourceFile<ModuleOp>(TALOS_SOURCE_DIR "/test/Emit/gemm.mlir",
                                       &context);
    ASSERT_TRUE(module);
    registerTalosTransformsPasses();
    PassManager passes(&context);
    ASSERT_TRUE(
        succeeded(parsePassPipeline("func.func(hls-lower-transfers)", passes)));
    ASSERT_TRUE(succeeded(passes.run(*module)));
    input.top = *emit::topName(*module);
    llvm::raw_string_ostream kernel(input.kernel), header(input.header),
        testbench(input.testbench);
    ASSERT_TRUE(succeeded(emit::emitKernel(*module, kernel)));
    ASSERT_TRUE(succeeded(emit::emitHeader(*module, header)));
    ASSERT_TRUE(succeeded(emit::emitTestbench(*module, testbench)));
    FailureOr<std::string> reference = lowerReference(*module);
    ASSERT_TRUE(succeeded(reference));
    input.referenceIR = *reference;
  }

  /// The kernel with `from` replaced once by `to`.
  static std::string replaced(std::string text, StringRef from, StringRef to) {
    size_t position = text.find(from.str());
    EXPECT_NE(position, std::string::npos) << text;
    return text.replace(position, from.size(), to.str());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  CSimInput input;
};

TEST_F(CSim, ReferenceIsUpstreamsLoweringWithoutOurDialect) {
  EXPECT_NE(input.referenceIR.find("define void @"), std::string::npos);
  EXPECT_EQ(input.referenceIR.find("hls."), std::string::npos);
}

TEST_F(CSim, RightKernelPassesBitForBit) {
  std::vector<CSimRun> runs = simulate(input);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].status, CSimStatus::Passed) << runs[0].message;
  EXPECT_EQ(runs[0].largestError, 0.0);
  EXPECT_NE(runs[0].output.find("PASS"), std::string::npos);
}

/// gemm in C; its inputs are its own where `init_array` is there.
static const char *const sourceC = R"(
#include <stdlib.h>
extern void *not_linked(int);
int main(void) { return not_linked(1) != 0; }
static void source(float alpha, float beta, float C[20][25], float A[20][30],
                   float B[30][25]) {
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < 25; j++)
      C[i][j] *= beta;
    for (int k = 0; k < 30; k++)
      for (int j = 0; j < 25; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
void gemm_reference(float alpha, float beta, void *C, void *A, void *B) {
  source(alpha, beta, C, A, B);
}
void gemm_init(float *alpha, float *beta, float *C, float *A, float *B) {
  *alpha = ALPHA;
  for (int i = 0; i < 500; i++)
    C[i] = ALPHA - i;
}
)";

TEST_F(CSim, CIsComparedAsGccCompilesIt) {
  input.referenceIR.clear();
  input.sourceTop = "gemm";
  input.referenceC = sourceC;
  input.referenceArgs = {"-DALPHA=2"};
  for (bool ownInit : {false, true}) {
    input.ownInit = ownInit;
    std::vector<CSimRun> runs = simulate(input);
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].status, CSimStatus::Passed) << runs[0].message;
  }
  input.referenceC = replaced(input.referenceC, "*= beta", "+= beta");
  EXPECT_EQ(simulate(input).back().status, CSimStatus::Mismatch);
}

TEST_F(CSim, CWithErrorsIsAToolFailure) {
  input.referenceIR.clear();
  input.sourceTop = "gemm";
  input.referenceC = sourceC; // ALPHA is not defined
  CSimRun run = simulate(input).back();
  EXPECT_EQ(run.status, CSimStatus::ToolFailed);
  EXPECT_NE(run.message.find("ALPHA"), std::string::npos) << run.message;
}

TEST_F(CSim, WrongKernelIsAMismatch) {
  input.kernel = replaced(input.kernel, " * ", " + ");
  std::vector<CSimRun> runs = simulate(input);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].status, CSimStatus::Mismatch) << runs[0].message;
  EXPECT_GT(runs[0].largestError, 0.0);
}

TEST_F(CSim, KernelWithAWarningIsRefused) {
  input.kernel += "\nstatic int nobody_calls_this() { return 1; }\n";
  std::vector<CSimRun> runs = simulate(input);
  EXPECT_EQ(runs[0].status, CSimStatus::ToolFailed);
  EXPECT_NE(runs[0].message.find("nobody_calls_this"), std::string::npos);
}

TEST_F(CSim, TreeBuildMayDifferWithinTheLimit) {
  input.treeKernel = input.kernel;
  std::vector<CSimRun> runs = simulate(input);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[1].status, CSimStatus::Passed) << runs[1].message;
  EXPECT_EQ(runs[1].limit, "1e-5");
  input.treeKernel = replaced(input.kernel, " * ", " + ");
  EXPECT_EQ(simulate(input).back().status, CSimStatus::Mismatch);
}

TEST_F(CSim, MissingCompilerIsNamed) {
  std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  std::vector<CSimRun> runs = simulate(input);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(runs[0].status, CSimStatus::ToolMissing);
  EXPECT_NE(runs[0].message.find("clang-22"), std::string::npos);
}
} // namespace
