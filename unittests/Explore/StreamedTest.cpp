//===- StreamedTest.cpp - The space of networks against its oracles -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimum is that of enumeration; the cycles of the model are those that
// the network takes when it is executed token by token.
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

class StreamedTest : public testing::Test {
protected:
  StreamedTest() {
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

  /// C[i][j] += A[i][k] * B[k][j], or with B transposed.
  void product(int64_t ni, int64_t nj, int64_t nk, bool transposed) {
    auto text = [](int64_t n) { return std::to_string(n); };
    std::string a = "memref<" + text(ni) + "x" + text(nk) + "xf32>",
                b = "memref<" + text(transposed ? nj : nk) + "x" +
                    text(transposed ? nk : nj) + "xf32>",
                c = "memref<" + text(ni) + "x" + text(nj) + "xf32>";
    std::string at = transposed ? "[%j, %k]" : "[%k, %j]";
    module = parseSourceString<ModuleOp>(
        "func.func @f(%A: " + a + " {hls.name = \"A\"}, %B: " + b +
            " {hls.name = \"B\"}, %C: " + c +
            " {hls.name = \"C\"}) attributes {"
            "hls.target = #hls.target<device = \"u200\", part = "
            "\"xcu200-fsgd2104-2-e\", clock_ps = 4000, tool = \"2023.2\", "
            "tree_reduction = false>} {\n"
            "affine.for %i = 0 to " +
            text(ni) +
            " {\n"
            "affine.for %k = 0 to " +
            text(nk) +
            " {\n"
            "affine.for %j = 0 to " +
            text(nj) +
            " {\n"
            "%c = affine.load %C[%i, %j] : " +
            c +
            "\n"
            "%a = affine.load %A[%i, %k] : " +
            a +
            "\n"
            "%b = affine.load %B" +
            at + " : " + b +
            "\n"
            "%p = arith.mulf %a, %b : f32\n"
            "%s = arith.addf %c, %p : f32\n"
            "affine.store %s, %C[%i, %j] : " +
            c +
            "\n"
            "} {hls.name = \"j\"}\n} {hls.name = \"k\"}\n} {hls.name = \"i\"}\n"
            "return\n}\n",
        &context);
    ASSERT_TRUE(bool(module));
    ASSERT_TRUE(run("hls-prepare{top=f}")) << errors;
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

  std::unique_ptr<Space> space(const std::string &limits = "") {
    SpaceOptions options;
    options.usablePercent = 100;
    options.limits = limits;
    auto built = findTemplate("streamed")->build(top(), target, options);
    EXPECT_TRUE(succeeded(built));
    return succeeded(built) ? std::move(*built) : nullptr;
  }

  MLIRContext context;
  target::Target target;
  OwningOpRef<ModuleOp> module;
  std::string errors;
};

} // namespace

TEST_F(StreamedTest, AgreesWithEnumeration) {
  std::mt19937 random(1);
  auto some = [&](std::initializer_list<int64_t> values) {
    return values.begin()[random() % values.size()];
  };
  for (int trial = 0; trial < 60; ++trial) {
    product(some({1, 2, 4, 6}), some({2, 3, 4, 6}), some({2, 3, 4, 5}),
            random() % 2);
    std::string limits = "DSP=" + std::to_string(some({5, 10, 20, 60, 6840}));
    SCOPED_TRACE(limits);
    auto built = space(limits);
    ASSERT_TRUE(built);
    auto problem = built->lower({});
    ASSERT_TRUE(succeeded(problem));
    std::optional<nlp::Solution> oracle =
        nlp::enumerate((*problem)->model, 2'000'000);
    ASSERT_TRUE(oracle);
    nlp::Solution solution = nlp::solve((*problem)->model);
    ASSERT_EQ(solution.status, oracle->status);
    if (oracle->status != nlp::Status::Optimal)
      continue;
    EXPECT_EQ(solution.objective.front(), oracle->objective.front());
    EXPECT_TRUE(succeeded((*problem)->designOf(solution)));
  }
}

/// Of random points: execution is the oracle.
TEST_F(StreamedTest, CyclesAreThoseOfTheNetwork) {
  std::mt19937 random(2);
  double sum = 0, worst = 0;
  int points = 0;
  auto divisorOf = [&](int64_t number, int64_t most) {
    int64_t divisor = 0;
    do
      divisor = 1 + random() % std::min(number, most);
    while (number % divisor != 0);
    return divisor;
  };
  while (points < 40) {
    int64_t ni = 40, nj = 44, nk = 48;
    int64_t i2 = divisorOf(ni, 10), j2 = divisorOf(nj, 16),
            k2 = divisorOf(nk, 12);
    if (j2 == 1 || k2 == 1 || i2 * j2 * k2 > 400)
      continue;
    int64_t i1 = divisorOf(ni / i2, ni), j1 = divisorOf(nj / j2, nj);
    product(ni, nj, nk, /*transposed=*/false);
    auto pin = [](const std::string &name, int64_t value) {
      return "S0." + name + "=" + std::to_string(value);
    };
    std::string pins = pin("i.t1", i1) + "," + pin("i.t2", i2) + "," +
                       pin("j.t1", j1) + "," + pin("j.t2", j2) + "," +
                       pin("k.t2", k2) + "," + pin("order", random() % 2);
    SCOPED_TRACE(pins);
    ASSERT_TRUE(run("hls-explore{space=streamed pin=" + pins + "}")) << errors;
    int64_t model =
        top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName).getCycles();
    ASSERT_TRUE(run("func.func(hls-schedule-nests,hls-stream-nests,"
                    "hls-derive-processes,hls-annotate-distances,"
                    "hls-size-streams)"))
        << errors;
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    FailureOr<sim::Network> network = analysis::networkOf(*module);
    ASSERT_TRUE(succeeded(network));
    sim::Simulation simulation = sim::simulate(*network);
    ASSERT_FALSE(simulation.isDeadlock);
    double error = std::abs(double(model) / double(simulation.cycles) - 1);
    EXPECT_LE(error, 0.12) << model << " " << simulation.cycles;
    sum += error;
    worst = std::max(worst, error);
    ++points;
  }
  EXPECT_LE(sum / points, 0.02) << "worst " << worst;
}
