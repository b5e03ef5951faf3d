//===- MixedTest.cpp - Tasks between streams against their oracles --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums along rows, which fit no stream, between two steps that do: the optimum
// is that of enumeration, the cycles are those of the network that executes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Analysis/Network.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/Passes.h"
#include "talos/Sim/Simulate.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {
class MixedTest : public testing::Test {
protected:
  MixedTest() {
    registerTalosTransformsPasses();
    registerExplorePasses();
    registerTemplates();
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        hls::HLSDialect>();
    auto loaded = target::loadTarget("u200", 4000, "2023.2");
    EXPECT_TRUE(bool(loaded));
    target = *loaded;
  }

  /// S = A + A, then S[i][j] += S[i][j - 1], then B = S + S.
  void sums(int64_t ni, int64_t nj) {
    std::string rows = std::to_string(ni), columns = std::to_string(nj),
                type = "memref<" + rows + "x" + columns + "xf32>";
    auto nest = [&](const std::string &body, int64_t trip) {
      return "affine.for %i = 0 to " + rows + " {\naffine.for %j = 0 to " +
             std::to_string(trip) + " {\n" + body +
             "} {hls.name = \"j\"}\n} {hls.name = \"i\"}\n";
    };
    auto twice = [&](const std::string &from, const std::string &to) {
      return nest("%a = affine.load " + from + "[%i, %j] : " + type +
                      "\n%s = arith.addf %a, %a : f32\naffine.store %s, " + to +
                      "[%i, %j] : " + type + "\n",
                  nj);
    };
    module = parseSourceString<ModuleOp>(
        "func.func @f(%A: " + type + " {hls.name = \"A\"}, %B: " + type +
            " {hls.name = \"B\"}) attributes {hls.target = #hls.target<device "
            "= \"u200\", part = \"xcu200-fsgd2104-2-e\", clock_ps = 4000, tool "
            "= \"2023.2\", tree_reduction = false>} {\n"
            "%S = memref.alloc() {hls.name = \"S\"} : " +
            type + "\n" + twice("%A", "%S") +
            nest("%a = affine.load %S[%i, %j] : " + type +
                     "\n%b = affine.load %S[%i, %j + 1] : " + type +
                     "\n%s = arith.addf %a, %b : f32\naffine.store %s, %S[%i, "
                     "%j + 1] : " +
                     type + "\n",
                 nj - 1) +
            twice("%S", "%B") + "return\n}\n",
        &context);
    ASSERT_TRUE(bool(module));
    ASSERT_TRUE(run("hls-prepare{top=f},func.func(hls-normalize,"
                    "hls-distribute,hls-rectangularize)"))
        << errors;
  }

  bool run(const std::string &pipeline) {
    errors.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        errors += diag.str() + "\n";
      return success();
    });
    PassManager passes(&context);
    return succeeded(parsePassPipeline(pipeline, passes)) &&
           succeeded(passes.run(*module));
  }

  func::FuncOp top() { return hls::findTop(*module); }

  MLIRContext context;
  target::Target target;
  OwningOpRef<ModuleOp> module;
  std::string errors;
};
} // namespace

TEST_F(MixedTest, AgreesWithEnumeration) {
  int solved = 0;
  for (auto [ni, nj] : {std::pair(1, 3), {2, 2}})
    for (const char *dsp : {"2", "6", "6840"}) {
      SCOPED_TRACE(std::to_string(ni) + "x" + std::to_string(nj) + " " + dsp);
      sums(ni, nj);
      SpaceOptions options;
      options.usablePercent = 100;
      options.limits = std::string("DSP=") + dsp;
      auto built = findTemplate("mixed")->build(top(), target, options);
      ASSERT_TRUE(succeeded(built));
      auto problem = (*built)->lower({});
      ASSERT_TRUE(succeeded(problem));
      std::optional<nlp::Solution> oracle =
          nlp::enumerate((*problem)->model, 2'000'000);
      ASSERT_TRUE(oracle) << "too many points";
      nlp::Solution solution = nlp::solve((*problem)->model);
      ASSERT_EQ(solution.status, oracle->status);
      if (solution.status != nlp::Status::Optimal)
        continue;
      EXPECT_EQ(solution.objective.front(), oracle->objective.front());
      auto design = (*problem)->designOf(solution);
      ASSERT_TRUE(succeeded(design));
      // Evaluated as a design of one's own it takes as long.
      auto again = (*built)->evaluate(*design);
      ASSERT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), design->getCycles());
      ++solved;
    }
  EXPECT_GE(solved, 4);
}

/// Of random points: execution is the oracle.
TEST_F(MixedTest, CyclesAreThoseOfTheNetwork) {
  std::mt19937 random(4);
  double worst = 0;
  for (int trial = 0; trial < 12; ++trial) {
    int64_t ni = 4 << random() % 4, nj = 8 << random() % 4,
            lanes = 1 << random() % 4, copies = 1 << random() % 3;
    sums(ni, nj);
    std::string pins = "S1.pipelined=1,S1.i.t2=" + std::to_string(copies) +
                       ",S0.j.t2=" + std::to_string(lanes) +
                       ",S2.j.t2=" + std::to_string(lanes);
    SCOPED_TRACE(std::to_string(ni) + "x" + std::to_string(nj) + " " + pins);
    ASSERT_TRUE(run("hls-explore{space=mixed pin=" + pins + "}")) << errors;
    auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    ASSERT_TRUE(run("func.func(hls-pad-nests,hls-schedule-nests,"
                    "hls-stream-nests,hls-derive-processes,"
                    "hls-annotate-distances,hls-size-streams)"))
        << errors;
    FailureOr<sim::Network> network = analysis::networkOf(*module);
    ASSERT_TRUE(succeeded(network));
    sim::Simulation simulation = sim::simulate(*network);
    ASSERT_FALSE(simulation.isDeadlock);
    double ratio = double(design.getCycles()) / double(simulation.cycles);
    worst = std::max(worst, std::abs(ratio - 1));
    EXPECT_NEAR(ratio, 1, 0.03)
        << design.getCycles() << " of the model, " << simulation.cycles;
  }
  RecordProperty("worst", std::to_string(worst));
}
