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
#include "talos/Explore/Explore.h"
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

  /// S = A + A, then S[i][j] += T[i] and T[i] += S[i][j], then B = S + S and
  /// D = T + T: a task stores arrays of two shapes, or of one, where it is
  /// T[i][j].
  void steps(int64_t ni, int64_t nj, bool isOneShape) {
    std::string rows = std::to_string(ni), columns = std::to_string(nj),
                both = "memref<" + rows + "x" + columns + "xf32>",
                other = isOneShape ? both : "memref<" + rows + "xf32>",
                at = isOneShape ? "[%i, %j] : " : "[%i] : ";
    auto over = [](const std::string &trip, const char *name,
                   const std::string &body) {
      return std::string("affine.for %") + name + " = 0 to " + trip + " {\n" +
             body + "} {hls.name = \"" + name + "\"}\n";
    };
    auto nest = [&](const std::string &body) {
      return over(rows, "i", over(columns, "j", body));
    };
    auto store = [](const std::string &from, const std::string &more,
                    const std::string &to) {
      return "%a = affine.load " + from + "\n%b = affine.load " + more +
             "\n%s = arith.addf %a, %b : f32\naffine.store %s, " + to + "\n";
    };
    std::string s = "[%i, %j] : " + both, t = at + other,
                ofT = store("%T" + t, "%T" + t, "%D" + t);
    module = parseSourceString<ModuleOp>(
        "func.func @f(%A: " + both + " {hls.name = \"A\"}, %B: " + both +
            " {hls.name = \"B\"}, %T: " + other +
            " {hls.name = \"T\"}, %D: " + other +
            " {hls.name = \"D\"}) attributes {hls.target = #hls.target<device "
            "= \"u200\", part = \"xcu200-fsgd2104-2-e\", clock_ps = 4000, tool "
            "= \"2023.2\", tree_reduction = false>} {\n"
            "%S = memref.alloc() {hls.name = \"S\"} : " +
            both + "\n" + nest(store("%A" + s, "%A" + s, "%S" + s)) +
            over("3", "t",
                 nest(store("%S" + s, "%T" + t, "%S" + s)) +
                     nest(store("%T" + t, "%S" + s, "%T" + t))) +
            nest(store("%S" + s, "%S" + s, "%B" + s)) +
            (isOneShape ? nest(ofT) : over(rows, "i", ofT)) + "return\n}\n",
        &context);
    ASSERT_TRUE(bool(module));
    ASSERT_TRUE(run("hls-prepare{top=f},func.func(hls-normalize,"
                    "hls-distribute,hls-rectangularize)"))
        << errors;
  }

  /// F[i] += M[j] * (X[i] - X[j]): fits streams, and may be a task as well.
  void pairs(int64_t n) {
    std::string count = std::to_string(n), type = "memref<" + count + "xf32>";
    module = parseSourceString<ModuleOp>(
        "func.func @f(%X: " + type + " {hls.name = \"X\"}, %M: " + type +
            " {hls.name = \"M\"}, %F: " + type +
            " {hls.name = \"F\"}) attributes {hls.target = #hls.target<device "
            "= \"u200\", part = \"xcu200-fsgd2104-2-e\", clock_ps = 4000, tool "
            "= \"2023.2\", tree_reduction = false>} {\n"
            "affine.for %i = 0 to " +
            count + " {\naffine.for %j = 0 to " + count +
            " {\n%a = affine.load %X[%i] : " + type +
            "\n%b = affine.load %X[%j] : " + type +
            "\n%d = arith.subf %a, %b : f32\n%m = affine.load %M[%j] : " +
            type +
            "\n%t = arith.mulf %m, %d : f32\n%f = affine.load %F[%i] : " +
            type +
            "\n%s = arith.addf %f, %t : f32\naffine.store %s, %F[%i] : " +
            type + "\n} {hls.name = \"j\"}\n} {hls.name = \"i\"}\nreturn\n}\n",
        &context);
    ASSERT_TRUE(bool(module));
    ASSERT_TRUE(run("hls-prepare{top=f},func.func(hls-normalize,"
                    "hls-distribute,hls-rectangularize)"))
        << errors;
  }

  /// Of the network of the design on the function.
  std::optional<int64_t> simulated() {
    if (!run("func.func(hls-pad-nests,hls-schedule-nests,hls-stream-nests,"
             "hls-derive-processes,hls-annotate-distances,hls-size-streams)"))
      return std::nullopt;
    FailureOr<sim::Sequence> networks = analysis::networksOf(*module);
    if (failed(networks))
      return std::nullopt;
    return sim::cyclesOf(*networks);
  }

  /// Of the model's cycles to those of the network, of the best design with
  /// these pins; 0 where one of both fails.
  double ratioWith(const std::string &pins) {
    if (!run("hls-explore{space=mixed pin=" + pins + "}"))
      return 0;
    auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    std::optional<int64_t> cycles = simulated();
    return cycles ? double(design.getCycles()) / double(*cycles) : 0;
  }

  /// All of the device, but for its DSPs so many.
  static SpaceOptions withDsps(const char *dsp) {
    SpaceOptions options;
    options.usablePercent = 100;
    options.limits = std::string("DSP=") + dsp;
    return options;
  }

  /// Of the points with this pin, by enumeration, with which the solver and the
  /// evaluation of its design agree. INT64_MAX: none fits.
  int64_t leastOf(const char *space, SpaceOptions options, nlp::Pin pin) {
    options.pins = {std::move(pin)};
    auto own = findTemplate(space)->build(top(), target, options);
    if (failed(own))
      return -1;
    auto problem = (*own)->lower((*own)->getPins());
    if (failed(problem))
      return -1;
    std::optional<nlp::Solution> oracle =
        nlp::enumerate((*problem)->model, 2'000'000);
    EXPECT_TRUE(oracle) << "too many points";
    nlp::Solution solution = nlp::solve((*problem)->model);
    if (!oracle || solution.status != oracle->status)
      return -1;
    if (oracle->status != nlp::Status::Optimal)
      return INT64_MAX;
    EXPECT_EQ(solution.objective.front(), oracle->objective.front());
    auto design = (*problem)->designOf(solution);
    auto again = succeeded(design) ? (*own)->evaluate(*design) : design;
    if (failed(again))
      return -1;
    EXPECT_EQ(again->getCycles(), design->getCycles());
    return oracle->objective.front();
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
  for (auto [ni, nj, results] : {std::tuple(1, 3, 1), {2, 2, 1}, {1, 1, 2}})
    for (const char *dsp : {"2", "6", "6840"}) {
      SCOPED_TRACE(std::to_string(ni) + "x" + std::to_string(nj) + " " + dsp);
      if (results > 1)
        steps(ni, nj, /*isOneShape=*/false);
      else
        sums(ni, nj);
      SpaceOptions options = withDsps(dsp);
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
  EXPECT_GE(solved, 8);
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
    double ratio = ratioWith(pins);
    worst = std::max(worst, std::abs(ratio - 1));
    EXPECT_NEAR(ratio, 1, 0.03) << errors;
  }
  RecordProperty("worst", std::to_string(worst));
}

/// A task with two results, which leave together or one after the other.
TEST_F(MixedTest, SeveralResultsAreThoseOfTheNetwork) {
  std::mt19937 random(5);
  double worst = 0;
  for (int trial = 0; trial < 12; ++trial) {
    int64_t ni = 4 << random() % 4, nj = 8 << random() % 4,
            lanes = 1 << random() % 4;
    bool isOneShape = trial % 2 > 0;
    steps(ni, nj, isOneShape);
    std::string pins = "S0.j.t2=" + std::to_string(lanes) +
                       ",S3.j.t2=" + std::to_string(lanes) +
                       ",S1.i.t2=" + std::to_string(1 << random() % 3);
    SCOPED_TRACE(std::to_string(ni) + "x" + std::to_string(nj) + " " + pins);
    double ratio = ratioWith(pins);
    worst = std::max(worst, std::abs(ratio - 1));
    EXPECT_NEAR(ratio, 1, 0.03) << errors;
  }
  RecordProperty("worst", std::to_string(worst));
}

/// The nest as a stream and as a task, each by enumeration: the better one is
/// what explore finds and proves.
TEST_F(MixedTest, StreamOrTaskAgreesWithEnumeration) {
  int tasks = 0, streams = 0;
  for (int64_t n : {2, 3})
    for (const char *dsp : {"10", "6840"}) {
      SCOPED_TRACE(std::to_string(n) + " " + dsp);
      pairs(n);
      SpaceOptions options = withDsps(dsp);
      auto built = findTemplate("streamed")->build(top(), target, options);
      ASSERT_TRUE(succeeded(built));
      std::vector<int64_t> least;
      for (const char *isTask : {"0", "1"})
        least.push_back(
            leastOf("streamed", options, {"S0.task", nlp::Pin::Equal, isTask}));
      auto found = explore::explore(**built, nlp::SolverOptions());
      ASSERT_TRUE(succeeded(found));
      EXPECT_EQ(found->solution.status, nlp::Status::Optimal);
      // What says whether a task may pay leaves out latencies.
      int64_t better = std::min(least[0], least[1]);
      EXPECT_GE(found->design.getCycles(), better);
      EXPECT_LE(found->design.getCycles(), better + 3)
          << least[0] << " as a stream, " << least[1] << " as a task";
      bool isTask = found->design.getTasks().front().getConcurrency() ==
                    hls::Concurrency::Sequential;
      ++(isTask ? tasks : streams);
      // Evaluated as a design of one's own it takes as long.
      auto again = (*built)->evaluate(found->design);
      ASSERT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), found->design.getCycles());
    }
  RecordProperty("tasks", std::to_string(tasks));
  RecordProperty("streams", std::to_string(streams));
}

/// The better one of both, by the model and by execution.
TEST_F(MixedTest, StreamOrTaskIsWhatExecutesFaster) {
  int tasks = 0, streams = 0;
  for (int64_t n : {4, 8, 11, 16, 24, 31, 64, 127, 512}) {
    SCOPED_TRACE(std::to_string(n));
    int64_t model[3], executed[3];
    const char *pins[] = {" pin=S0.task=0", " pin=S0.task=1", ""};
    bool isTask = false;
    for (auto [number, pin] : llvm::enumerate(pins)) {
      pairs(n);
      ASSERT_TRUE(run(std::string("hls-explore{space=streamed") + pin + "}"))
          << errors;
      auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
      isTask = design.getTasks().front().getConcurrency() ==
               hls::Concurrency::Sequential;
      model[number] = design.getCycles();
      std::optional<int64_t> cycles = simulated();
      ASSERT_TRUE(cycles) << errors;
      executed[number] = *cycles;
      EXPECT_NEAR(model[number], *cycles, std::max(12.0, 0.03 * *cycles));
    }
    // What says whether a task may pay leaves out latencies, such as those of
    // the regrouping that single elements do without.
    EXPECT_GE(model[2], std::min(model[0], model[1]));
    EXPECT_LE(model[2], std::min(model[0], model[1]) + 12)
        << model[0] << " as a stream, " << model[1] << " as a task";
    int64_t better = std::min(executed[0], executed[1]);
    EXPECT_LE(executed[2], better + std::max<int64_t>(24, better / 50))
        << executed[0] << " as a stream, " << executed[1] << " as a task";
    ++(isTask ? tasks : streams);
  }
  EXPECT_GE(tasks, 3);
  EXPECT_GE(streams, 1);
}

/// Rows in one tile or in three, each by enumeration: the better one is what
/// explore finds and proves.
TEST_F(MixedTest, TilesAgreeWithEnumeration) {
  for (const char *dsp : {"2", "6840"}) {
    SCOPED_TRACE(dsp);
    sums(3, 2);
    SpaceOptions options = withDsps(dsp);
    int64_t least = INT64_MAX;
    for (const char *tiles : {"1", "3"})
      least = std::min(least, leastOf("mixed", options,
                                      {"S1.tiles", nlp::Pin::Equal, tiles}));
    auto built = findTemplate("mixed")->build(top(), target, options);
    ASSERT_TRUE(succeeded(built));
    auto found = explore::explore(**built, nlp::SolverOptions());
    ASSERT_EQ(succeeded(found), least != INT64_MAX);
    if (succeeded(found)) {
      EXPECT_EQ(found->design.getCycles(), least);
      EXPECT_EQ(found->solution.status, nlp::Status::Optimal);
    }
  }
}

/// The tiles that explore chooses are those with which the network is fastest.
TEST_F(MixedTest, TilesAreThoseThatExecuteFastest) {
  for (auto [ni, nj, isCut] : {std::tuple(48, 8, false), {480, 8, true}}) {
    SCOPED_TRACE(std::to_string(ni) + "x" + std::to_string(nj));
    std::map<int64_t, int64_t> executed; // cycles, by tiles
    for (int64_t tiles : {0, 1, 3, 5, 8, 12, 20, 30}) {
      if (tiles > 0 && ni % tiles != 0)
        continue;
      std::string pin =
          tiles > 0 ? " pin=S1.tiles=" + std::to_string(tiles) : "";
      sums(ni, nj);
      ASSERT_TRUE(run("hls-explore{space=mixed" + pin + "}")) << errors;
      auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
      if (tiles == 0)
        EXPECT_EQ(llvm::any_of(design.getArrays(),
                               [](hls::ArrayPointAttr array) {
                                 return array.getDepth() > 0;
                               }),
                  isCut);
      std::optional<int64_t> cycles = simulated();
      ASSERT_TRUE(cycles) << errors;
      executed[tiles] = *cycles;
    }
    for (auto [tiles, cycles] : executed)
      EXPECT_LE(executed[0], cycles + cycles / 50) << tiles << " tiles";
  }
}

/// Of random points with tiles: execution is the oracle.
TEST_F(MixedTest, CyclesOfTilesAreThoseOfTheNetwork) {
  std::mt19937 random(7);
  double worst = 0;
  for (int trial = 0; trial < 12; ++trial) {
    int64_t tiles = 3 + random() % 10, rows = 1 << random() % 6,
            nj = 8 << random() % 4, lanes = 1 << random() % 4,
            copies = std::min<int64_t>(rows, 1 << random() % 4);
    sums(tiles * rows, nj);
    std::string pins = "S1.tiles=" + std::to_string(tiles) +
                       ",S1.pipelined=1,S1.i.t2=" + std::to_string(copies) +
                       ",S0.j.t2=" + std::to_string(lanes) +
                       ",S2.j.t2=" + std::to_string(lanes);
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(nj) + " " + pins);
    double ratio = ratioWith(pins);
    worst = std::max(worst, std::abs(ratio - 1));
    EXPECT_NEAR(ratio, 1, 0.03) << errors;
  }
  RecordProperty("worst", std::to_string(worst));
}
