//===- CutForecastTest.cpp - What cuts of arrays may bring ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/CutForecast.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace talos;

/// A product with a matrix A, and one with a matrix C of its result.
static const char *const text = R"mlir(
func.func @f(%A: memref<8x4xf32> {hls.name = "A"},
             %x: memref<4xf32> {hls.name = "x"},
             %t: memref<8xf32> {hls.name = "t"},
             %C: memref<4x8xf32> {hls.name = "C"},
             %y: memref<4xf32> {hls.name = "y"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %t[%i] : memref<8xf32>
      %1 = affine.load %A[%i, %j] : memref<8x4xf32>
      %2 = affine.load %x[%j] : memref<4xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %t[%i] : memref<8xf32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %y[%i] : memref<4xf32>
      %1 = affine.load %C[%i, %j] : memref<4x8xf32>
      %2 = affine.load %t[%j] : memref<8xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%i] : memref<4xf32>
    }
  }
  return
}
)mlir";

namespace {
class CutForecastTest : public ::testing::Test {
public:
  CutForecastTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        hls::HLSDialect>();
    registerTalosTransformsPasses();
    auto loaded = target::loadTarget("u200", 4000, "2023.2");
    EXPECT_TRUE(bool(loaded));
    target = std::move(*loaded);
  }

  /// The tasks of the program with these `blocks`.
  analysis::TaskGraph nestsOf(const std::string &blocks) {
    modules.push_back(
        parseSourceString<ModuleOp>(text, ParserConfig(&context)));
    PassManager passes(&context);
    std::string split = blocks.empty() ? ""
                                       : "hls-split-arrays{blocks=" + blocks +
                                             "},hls-normalize,";
    EXPECT_TRUE(succeeded(parsePassPipeline(
        "func.func(hls-normalize," + split + "hls-distribute)", passes)));
    EXPECT_TRUE(succeeded(passes.run(*modules.back())));
    auto graph = analysis::buildTaskGraph(
        *modules.back()->getOps<func::FuncOp>().begin());
    EXPECT_TRUE(succeeded(graph));
    return std::move(*graph);
  }

  /// Of loads, tasks and stores that take so long.
  analysis::QoR design(int64_t loadA, int64_t loadC, int64_t first,
                       int64_t second) const {
    analysis::QoR qor;
    qor.tasks.resize(2);
    qor.tasks[0].name = "S0";
    qor.tasks[0].latency = first;
    qor.tasks[1].name = "S1";
    qor.tasks[1].latency = second;
    auto add = [&](analysis::CallQoR::Kind kind, const char *name,
                   int64_t cycles) {
      analysis::CallQoR call;
      call.kind = kind;
      call.name = name;
      call.latency = cycles;
      qor.calls.push_back(call);
    };
    add(analysis::CallQoR::Load, "A", loadA);
    add(analysis::CallQoR::Load, "C", loadC);
    add(analysis::CallQoR::Store, "t", 8);
    add(analysis::CallQoR::Store, "y", 4);
    return qor;
  }

  MLIRContext context;
  target::Target target;
  std::vector<OwningOpRef<ModuleOp>> modules;
};
} // namespace

/// Levels take as long as their longest call.
TEST_F(CutForecastTest, WholeProgram) {
  analysis::TaskGraph nests = nestsOf("");
  CutForecast forecast(nests, design(80, 30, 100, 60), target);
  int64_t overhead = target.rules.levelOverhead;
  // A and C; S0; S1 beside the store of t; y.
  EXPECT_EQ(forecast.cyclesWith(nests, {}), 80 + 100 + 60 + 4 + 4 * overhead);
}

/// Rows of A: the second block is loaded beside the sums of the first rows.
TEST_F(CutForecastTest, CutRows) {
  analysis::TaskGraph nests = nestsOf("");
  CutForecast forecast(nests, design(80, 30, 100, 60), target);
  std::optional<CutProgram> cut =
      forecast.program(nestsOf("A.0=6+2"), /*first=*/6, /*extent=*/8);
  ASSERT_TRUE(cut);
  int64_t overhead = target.rules.levelOverhead;
  // S1 is cut as well, since it walks t: a part of it runs beside S0's second.
  EXPECT_EQ(cut->cyclesAt(6), 60 + 75 + 45 + 15 + 4 + 5 * overhead);
  EXPECT_EQ(cut->cyclesAt(4), 40 + 50 + 50 + 30 + 4 + 5 * overhead);
}

/// Where operators are few, tasks of one level share them.
TEST_F(CutForecastTest, FewOperators) {
  analysis::TaskGraph nests = nestsOf("");
  analysis::QoR qor = design(80, 30, 100, 60);
  qor.resources.dsp = 5;
  for (analysis::TaskQoR &task : qor.tasks)
    task.operators = {{"fadd", 1, 1}, {"fmul", 1, 1}}; // 2 + 3 DSP
  CutForecast forecast(nests, qor, target);
  std::optional<CutProgram> cut =
      forecast.program(nestsOf("A.0=6+2"), /*first=*/6, /*extent=*/8);
  ASSERT_TRUE(cut);
  int64_t overhead = target.rules.levelOverhead;
  EXPECT_EQ(cut->cyclesAt(6), 60 + 75 + (45 + 25) + 15 + 4 + 5 * overhead);
}

/// What is needed late and takes long waits for what is needed first.
TEST_F(CutForecastTest, PortsAreShared) {
  analysis::TaskGraph nests = nestsOf("");
  CutForecast forecast(nests, design(30, 90, 100, 60), target);
  PortSharing sharing = forecast.promisingSharing(nests);
  ASSERT_EQ(sharing.size(), 1u);
  EXPECT_EQ(sharing.begin()->first, "C");
  int64_t overhead = target.rules.levelOverhead;
  EXPECT_EQ(forecast.cyclesWith(nests, {}), 90 + 100 + 60 + 4 + 4 * overhead);
  EXPECT_LT(forecast.cyclesWith(nests, sharing),
            30 + 100 + 60 + 4 + 4 * overhead + 1);
  // C is short: nothing is gained.
  CutForecast other(nests, design(90, 30, 100, 60), target);
  EXPECT_TRUE(other.promisingSharing(nests).empty());
}

/// A statement without a place of its own cannot be told.
TEST_F(CutForecastTest, PlacesDecide) {
  analysis::TaskGraph nests = nestsOf("");
  for (analysis::Task &task : nests.tasks)
    task.statements.front().store->setLoc(UnknownLoc::get(&context));
  CutForecast forecast(nests, design(80, 30, 100, 60), target);
  EXPECT_FALSE(forecast.program(nestsOf("A.0=6+2"), /*first=*/6, /*extent=*/8));
}
