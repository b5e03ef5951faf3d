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

  /// C[i][j] += A[i][k] * B[k][j], or with B transposed, where `domain` is not
  /// negative; empty: everywhere.
  void product(int64_t ni, int64_t nj, int64_t nk, bool transposed,
               const std::string &domain = "0") {
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
            text(nj) + " {\n" +
            (domain.empty() ? std::string()
                            : "affine.if affine_set<(i, j, k) : (" + domain +
                                  " >= 0)>(%i, %j, %k) {\n") +
            "%c = affine.load %C[%i, %j] : " + c +
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
            c + (domain.empty() ? "\n" : "\n}\n") +
            "} {hls.name = \"j\"}\n} {hls.name = \"k\"}\n} {hls.name = \"i\"}\n"
            "return\n}\n",
        &context);
    ASSERT_TRUE(bool(module));
    ASSERT_TRUE(run("hls-prepare{top=f}")) << errors;
  }

  /// T += A B, D += T C; or D += E C, with E as large as T.
  void chain(int64_t ni, int64_t nj, int64_t nk, int64_t nl,
             bool isApart = false);

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

  /// A random tiling: cycles of the model over those of the network; 0 where
  /// lanes do not fit each other, or there is none. `missing`: iterations of
  /// each loop that it is filled up by. `again`: the operand that the outermost
  /// loop of tiles does not move comes from memory in each iteration of it.
  double randomPoint(std::mt19937 &random, int64_t ni, int64_t nj, int64_t nk,
                     const std::string &domain, int64_t missing = 0,
                     bool again = false);

  func::FuncOp top() { return hls::findTop(*module); }

  std::unique_ptr<Space> space(const std::string &limits = "",
                               const std::string &slrs = "",
                               const std::string &shares = "",
                               int64_t percent = 100) {
    SpaceOptions options;
    options.slrs = slrs;
    options.slrShares = shares;
    options.usablePercent = percent;
    options.limits = limits;
    options.layouts.padded = true;
    auto built = findTemplate("streamed")->build(top(), target, options);
    EXPECT_TRUE(succeeded(built));
    return succeeded(built) ? std::move(*built) : nullptr;
  }

  /// The solver says of the program what enumeration says; whether it has a
  /// design within these limits.
  bool agreesWithEnumeration(const std::string &limits,
                             ArrayRef<nlp::Pin> pins = {});

  MLIRContext context;
  target::Target target;
  OwningOpRef<ModuleOp> module;
  std::string errors;
};

} // namespace

void StreamedTest::chain(int64_t ni, int64_t nj, int64_t nk, int64_t nl,
                         bool isApart) {
  auto shape = [](int64_t rows, int64_t columns) {
    return "memref<" + std::to_string(rows) + "x" + std::to_string(columns) +
           "xf32>";
  };
  auto argument = [](const std::string &name, const std::string &type) {
    return "%" + name + ": " + type + " {hls.name = \"" + name + "\"}";
  };
  auto loop = [](const std::string &name, int64_t trip) {
    return "affine.for %" + name + " = 0 to " + std::to_string(trip) + " {\n";
  };
  std::string a = shape(ni, nk), b = shape(nk, nj), c = shape(nj, nl),
              t = shape(ni, nj), d = shape(ni, nl);
  auto nest = [&](const std::string &to, const std::string &toType,
                  const std::string &left, const std::string &leftType,
                  const std::string &right, const std::string &rightType,
                  int64_t columns, int64_t terms) {
    return loop("i", ni) + loop("k", terms) + loop("j", columns) +
           "%c = affine.load %" + to + "[%i, %j] : " + toType +
           "\n%a = affine.load %" + left + "[%i, %k] : " + leftType +
           "\n%b = affine.load %" + right + "[%k, %j] : " + rightType +
           "\n%p = arith.mulf %a, %b : f32\n%s = arith.addf %c, %p : f32\n" +
           "affine.store %s, %" + to + "[%i, %j] : " + toType +
           "\n} {hls.name = \"j\"}\n} {hls.name = \"k\"}\n} "
           "{hls.name = \"i\"}\n";
  };
  module = parseSourceString<ModuleOp>(
      "func.func @f(" + argument("A", a) + ", " + argument("B", b) + ", " +
          argument("C", c) + ", " + argument("T", t) + ", " + argument("D", d) +
          (isApart ? ", " + argument("E", t) : "") +
          ") attributes {hls.target = #hls.target<device = \"u200\", part = "
          "\"xcu200-fsgd2104-2-e\", clock_ps = 4000, tool = \"2023.2\", "
          "tree_reduction = false>} {\n" +
          nest("T", t, "A", a, "B", b, nj, nk) +
          nest("D", d, isApart ? "E" : "T", t, "C", c, nl, nj) + "return\n}\n",
      &context);
  ASSERT_TRUE(bool(module));
  ASSERT_TRUE(run("hls-prepare{top=f}")) << errors;
}

bool StreamedTest::agreesWithEnumeration(const std::string &limits,
                                         ArrayRef<nlp::Pin> pins) {
  auto built = space(limits);
  if (!built)
    return false;
  auto problem = built->lower(pins);
  EXPECT_TRUE(succeeded(problem));
  if (failed(problem))
    return false;
  std::optional<nlp::Solution> oracle =
      nlp::enumerate((*problem)->model, 2'000'000);
  EXPECT_TRUE(oracle) << "too many points";
  if (!oracle)
    return false;
  nlp::Solution solution = nlp::solve((*problem)->model);
  EXPECT_EQ(solution.status, oracle->status);
  if (solution.status != nlp::Status::Optimal ||
      oracle->status != nlp::Status::Optimal)
    return false;
  EXPECT_EQ(solution.objective.front(), oracle->objective.front());
  EXPECT_TRUE(succeeded((*problem)->designOf(solution)));
  return true;
}

/// Other problems with each seed of GoogleTest, which --gtest_shuffle and
/// --gtest_repeat make use of; the same ones without.
static std::mt19937 randomNumbers(unsigned ofTest) {
  unsigned seed = testing::UnitTest::GetInstance()->random_seed();
  return std::mt19937(ofTest + 1000 * seed);
}

static auto choosing(std::mt19937 &random) {
  return [&random](std::initializer_list<int64_t> values) {
    return values.begin()[random() % values.size()];
  };
}

TEST_F(StreamedTest, AgreesWithEnumeration) {
  std::mt19937 random = randomNumbers(1);
  auto some = choosing(random);
  int solved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    product(some({1, 2, 4, 6}), some({2, 3, 4, 6}), some({2, 3, 4, 5}),
            random() % 2);
    std::string limits = "DSP=" + std::to_string(some({5, 10, 20, 60, 6840}));
    SCOPED_TRACE(limits);
    solved += agreesWithEnumeration(limits);
  }
  EXPECT_GE(solved, 40);
}

/// Few BRAMs: one of the operands comes again, or none fits.
TEST_F(StreamedTest, RepeatedLoadsAgreeWithEnumeration) {
  std::mt19937 random = randomNumbers(11);
  auto some = choosing(random);
  int solved = 0;
  for (int trial = 0; trial < 30; ++trial) {
    product(some({2, 4, 6}), some({2, 4, 6}), some({2, 3, 4}), random() % 2,
            /*domain=*/"");
    std::string limits = "DSP=" + std::to_string(some({5, 20, 6840})) +
                         ",BRAM_18K=" + std::to_string(some({90, 100, 4320}));
    bool ofA = random() % 2;
    SCOPED_TRACE(limits);
    solved += agreesWithEnumeration(
        limits, {{ofA ? "A.again" : "B.again", nlp::Pin::Equal, "1"}});
  }
  EXPECT_GE(solved, 5);
}

/// Where DSPs are few, adders in fabric leave them to products, unless LUTs are
/// few as well; where they make nothing faster, the tool chooses.
TEST_F(StreamedTest, AddersFollowTheBudgets) {
  auto designWithin =
      [&](const std::string &limits,
          const std::string &adders) -> FailureOr<hls::DesignAttr> {
    product(8, 8, 8, /*transposed=*/false);
    auto built = space(limits);
    if (!built)
      return failure();
    std::vector<nlp::Pin> pins;
    if (!adders.empty())
      pins.push_back({"S0.adders", nlp::Pin::Equal, adders});
    auto problem = built->lower(pins);
    if (failed(problem))
      return failure();
    nlp::Solution solution = nlp::solve((*problem)->model);
    if (solution.status != nlp::Status::Optimal)
      return failure();
    auto design = (*problem)->designOf(solution);
    // As a design of one's own it is the same.
    if (succeeded(design)) {
      auto again = built->evaluate(*design);
      EXPECT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), design->getCycles());
      EXPECT_EQ(again->getResources(), design->getResources());
    }
    return design;
  };
  auto addersOf = [](hls::DesignAttr design) {
    return design.getTasks().front().getAdders().getValue();
  };
  auto few = designWithin("DSP=24", ""), usual = designWithin("DSP=24", "auto"),
       fabric = designWithin("DSP=24", "fabric"),
       number = designWithin("DSP=24", "1"),
       many = designWithin("DSP=6840", "");
  ASSERT_TRUE(succeeded(few) && succeeded(usual) && succeeded(fabric) &&
              succeeded(number) && succeeded(many));
  EXPECT_EQ(addersOf(*few), "fabric");
  EXPECT_EQ(addersOf(*usual), "");
  EXPECT_EQ(*fabric, *number);
  EXPECT_EQ(few->getCycles(), fabric->getCycles());
  EXPECT_LT(few->getCycles(), usual->getCycles());
  EXPECT_EQ(addersOf(*many), "");
  auto amount = [](hls::DesignAttr design, StringRef kind) {
    return cast<IntegerAttr>(design.getResources().get(kind)).getInt();
  };
  EXPECT_LE(amount(*few, "DSP"), 24);
  EXPECT_GT(amount(*few, "LUT"), amount(*usual, "LUT"));
  // With no more LUTs than without adders in fabric there are fewer of them.
  int64_t luts = amount(*usual, "LUT");
  auto both = designWithin("DSP=24,LUT=" + std::to_string(luts), "");
  ASSERT_TRUE(succeeded(both));
  EXPECT_LE(amount(*both, "LUT"), luts);
  EXPECT_LE(few->getCycles(), both->getCycles());
  EXPECT_LE(both->getCycles(), usual->getCycles());
}

/// Triangles of results, and of the operands that sum.
static const char *const domains[] = {
    "i - j", "j - i", "i - j - 1", "2 * j - i", "i - k", "k - i", "i + j - 3"};

TEST_F(StreamedTest, TrianglesAgreeWithEnumeration) {
  std::mt19937 random = randomNumbers(3);
  auto some = choosing(random);
  int solved = 0;
  for (int trial = 0; trial < 30; ++trial) {
    std::string domain = domains[random() % std::size(domains)],
                limits = "DSP=" + std::to_string(some({5, 10, 20, 60, 6840}));
    int64_t ni = some({4, 6, 8}), nj = some({4, 6, 8});
    SCOPED_TRACE(domain + " " + limits);
    product(ni, nj, some({2, 4, 6}), random() % 2, domain);
    solved += agreesWithEnumeration(limits);
  }
  EXPECT_GE(solved, 20);
}

/// Two products, the second of which uses the first one on its left or its
/// right side. Pins leave few enough points.
TEST_F(StreamedTest, ChainsAgreeWithEnumeration) {
  std::mt19937 random = randomNumbers(11);
  auto some = choosing(random);
  int solved = 0;
  for (int trial = 0; trial < 12; ++trial) {
    std::string limits = "DSP=" + std::to_string(some({10, 20, 40, 6840}));
    chain(some({1, 2}), some({2, 4}), some({1, 2}), some({1, 2}), random() % 2);
    std::vector<nlp::Pin> pins;
    for (const char *name : {"S0.order", "S1.order", "S0.adders", "S1.adders"})
      pins.push_back({name, nlp::Pin::Equal, std::to_string(some({0, 1}))});
    SCOPED_TRACE(limits);
    solved += agreesWithEnumeration(limits, pins);
  }
  EXPECT_GE(solved, 6);
}

/// One cycle less than the optimum leaves no design, whatever the order of
/// tiles: the optimum is a proved bound then.
TEST_F(StreamedTest, ACutoffHoldsInAllOrders) {
  product(6, 4, 5, /*transposed=*/false);
  auto built = space("DSP=60");
  ASSERT_TRUE(built && built->portfolio()->isList());
  auto cyclesWithin = [&](std::optional<int64_t> most,
                          std::optional<int64_t> &bound) -> int64_t {
    Cutoff cutoff{most, std::nullopt};
    FailureOr<ExploreResult> result = explore::explore(
        *built, {}, firstNodesOfRun, {}, /*noPoint=*/nullptr, &cutoff);
    bound = cutoff.bound;
    return failed(result) ? 0 : result->design.getCycles();
  };
  std::optional<int64_t> bound;
  int64_t least = cyclesWithin(std::nullopt, bound);
  ASSERT_GT(least, 0);
  EXPECT_EQ(bound, std::nullopt);
  EXPECT_EQ(cyclesWithin(least, bound), least);
  EXPECT_EQ(bound, std::nullopt);
  EXPECT_EQ(cyclesWithin(least - 1, bound), 0);
  EXPECT_EQ(bound, least);
}

/// Where half of the memory is gone, programs are solved one at a time: the
/// optimum is the same.
TEST_F(StreamedTest, LittleMemoryKeepsTheOptimum) {
  chain(4, 6, 4, 6);
  auto built = space("DSP=60");
  ASSERT_TRUE(built && built->portfolio()->isList());
  auto cyclesWith = [&](std::function<int64_t()> memoryLeft) -> int64_t {
    FailureOr<ExploreResult> result =
        explore::explore(*built, {}, firstNodesOfRun, std::move(memoryLeft));
    EXPECT_TRUE(succeeded(result));
    EXPECT_TRUE(failed(result) ||
                result->solution.status == nlp::Status::Optimal);
    return failed(result) ? 0 : result->design.getCycles();
  };
  constexpr int64_t most = int64_t(1) << 32;
  int64_t asked = 0;
  EXPECT_EQ(cyclesWith({}),
            cyclesWith([&] { return asked++ == 0 ? most : most / 4; }));
  EXPECT_GT(asked, 2);
}

/// Extents of few divisors, as they are and filled up: each of the programs of
/// the portfolio, and the search over them.
TEST_F(StreamedTest, FilledExtentsAgreeWithEnumeration) {
  std::mt19937 random = randomNumbers(5);
  auto some = choosing(random);
  int filled = 0;
  for (int trial = 0; trial < 10; ++trial) {
    std::string limits = "DSP=" + std::to_string(some({10, 20, 60, 6840})),
                domain = trial % 2 ? "0" : "i - j";
    product(some({5, 7}), some({5, 7}), some({3, 5, 7}), random() % 2, domain);
    SCOPED_TRACE(limits + " " + domain);
    auto built = space(limits);
    ASSERT_TRUE(built);
    auto portfolio = built->portfolio();
    std::vector<FailureOr<std::unique_ptr<Problem>>> problems;
    problems.push_back(portfolio->first());
    for (const Subproblem &other : portfolio->nextGroup(nlp::Solution()))
      problems.push_back(other.lower(std::nullopt));
    std::optional<int64_t> best;
    for (auto &problem : problems) {
      ASSERT_TRUE(succeeded(problem));
      std::optional<nlp::Solution> oracle =
          nlp::enumerate((*problem)->model, 2'000'000);
      ASSERT_TRUE(oracle);
      nlp::Solution solution = nlp::solve((*problem)->model);
      ASSERT_EQ(solution.status, oracle->status);
      if (oracle->status != nlp::Status::Optimal)
        continue;
      EXPECT_EQ(solution.objective.front(), oracle->objective.front());
      auto design = (*problem)->designOf(solution);
      ASSERT_TRUE(succeeded(design));
      // Evaluated as a design of one's own it takes as long.
      auto again = built->evaluate(*design);
      ASSERT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), design->getCycles());
      if (best && solution.objective.front() < *best)
        for (hls::LoopPointAttr loop : design->getTasks().front().getLoops())
          filled += loop.getPadded() > loop.getTrip();
      best = std::min(best.value_or(solution.objective.front()),
                      solution.objective.front());
    }
  }
  EXPECT_GE(filled, 3);
}

static int64_t divisorOf(std::mt19937 &random, int64_t number, int64_t most) {
  int64_t divisor = 0;
  do
    divisor = 1 + random() % std::min(number, most);
  while (number % divisor != 0);
  return divisor;
}

/// Of two nests in at most two SLRs, over each of the four assignments; none if
/// there is no design.
static std::optional<int64_t> bestAssignment(const Space &space) {
  std::optional<int64_t> best;
  for (const char *first : {"0", "1"})
    for (const char *second : {"0", "1"}) {
      auto problem = space.lower({{"S0.slr", nlp::Pin::Equal, first},
                                  {"S1.slr", nlp::Pin::Equal, second}});
      EXPECT_TRUE(succeeded(problem));
      if (failed(problem))
        return std::nullopt;
      std::optional<nlp::Solution> found =
          nlp::enumerate((*problem)->model, 4'000'000);
      EXPECT_TRUE(found) << "too many points";
      if (found && found->status == nlp::Status::Optimal)
        best = std::min(best.value_or(found->objective.front()),
                        found->objective.front());
    }
  return best;
}

/// The programs of the portfolio, which leave out what is symmetric, and the
/// one program whose variables the SLRs are, have the optimum of all
/// assignments.
TEST_F(StreamedTest, AssignmentsAgreeWithEnumeration) {
  std::mt19937 random(7);
  auto some = choosing(random);
  int solved = 0, split = 0;
  for (int trial = 0; trial < 12; ++trial) {
    chain(some({1, 2}), some({1, 2}), 2, some({1, 2}));
    // All SLRs have the same, or not.
    int64_t percent = 1 + trial / 2 % 4;
    std::string shares =
        trial % 2 ? "SLR" + std::to_string(random() % 2) + "=1%" : "";
    SCOPED_TRACE(std::to_string(percent) + " % " + shares);
    auto built = space("", "2", shares, percent);
    ASSERT_TRUE(built);
    std::optional<int64_t> best = bestAssignment(*built), found;
    auto portfolio = built->portfolio();
    std::vector<FailureOr<std::unique_ptr<Problem>>> problems;
    problems.push_back(portfolio->first());
    for (const Subproblem &other : portfolio->nextGroup(nlp::Solution()))
      problems.push_back(other.lower(std::nullopt));
    problems.push_back(built->lower({}));
    for (auto &problem : problems) {
      ASSERT_TRUE(succeeded(problem));
      nlp::Solution solution = nlp::solve((*problem)->model);
      bool isLast = &problem == &problems.back();
      if (isLast) {
        ASSERT_EQ(found, best);
        ASSERT_EQ(solution.status == nlp::Status::Optimal, best.has_value());
      }
      if (solution.status != nlp::Status::Optimal)
        continue;
      found = std::min(found.value_or(solution.objective.front()),
                       solution.objective.front());
      auto design = (*problem)->designOf(solution);
      ASSERT_TRUE(succeeded(design));
      auto again = built->evaluate(*design);
      ASSERT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), design->getCycles());
      if (!isLast)
        continue;
      EXPECT_EQ(solution.objective.front(), *best);
      ++solved;
      split += design->getTasks()[0].getSlr() != design->getTasks()[1].getSlr();
    }
  }
  EXPECT_GE(solved, 8);
  EXPECT_GE(split, 1) << solved << " solved";
}

/// One design, with its second nest in each SLR: what the way costs is what it
/// costs in the network.
TEST_F(StreamedTest, CrossingsTakeTheCyclesOfTheNetwork) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 4; ++trial) {
    int64_t lanes = 4 << random() % 2;
    auto pin = [](const std::string &name, int64_t value) {
      return "," + name + "=" + std::to_string(value);
    };
    std::string pins =
        "S0.slr=0,S0.order=0,S1.order=0" + pin("S0.i.t2", 2) +
        pin("S0.i.t1", divisorOf(random, 12, 12)) + pin("S0.j.t2", lanes) +
        pin("S0.j.t1", divisorOf(random, 32 / lanes, 8)) + pin("S0.k.t2", 4) +
        pin("S1.i.t2", 2) + pin("S1.i.t1", divisorOf(random, 12, 12)) +
        pin("S1.j.t2", 16) + pin("S1.j.t1", divisorOf(random, 3, 3)) +
        pin("S1.k.t2", lanes);
    SCOPED_TRACE(pins);
    int64_t model[3], network[3];
    for (int64_t slr = 0; slr < 3; ++slr) {
      chain(24, 32, 20, 48);
      ASSERT_TRUE(run("hls-explore{space=streamed slrs=auto pin=" + pins +
                      pin("S1.slr", slr) + "}"))
          << errors;
      model[slr] = top()
                       ->getAttrOfType<hls::DesignAttr>(hls::designAttrName)
                       .getCycles();
      ASSERT_TRUE(
          run("func.func(hls-pad-nests,hls-schedule-nests,hls-stream-nests,"
              "hls-derive-processes,hls-place-processes,"
              "hls-annotate-distances,hls-size-streams)"))
          << errors;
      ScopedDiagnosticHandler quiet(&context,
                                    [](Diagnostic &) { return success(); });
      FailureOr<sim::Sequence> made = analysis::networksOf(*module);
      ASSERT_TRUE(succeeded(made));
      int64_t crossing = 0;
      for (const sim::Fifo &fifo : made->runs.front().fifos)
        crossing = std::max(crossing, fifo.crossing);
      EXPECT_EQ(crossing, slr * target.device.slrCrossing);
      std::optional<int64_t> cycles = sim::cyclesOf(*made);
      ASSERT_TRUE(cycles.has_value());
      network[slr] = *cycles;
    }
    for (int64_t slr : {1, 2}) {
      int64_t way = slr * target.device.slrCrossing;
      EXPECT_NEAR(model[slr] - model[0], way, 1);
      EXPECT_NEAR(network[slr] - network[0], way, way + 2);
    }
  }
}

double StreamedTest::randomPoint(std::mt19937 &random, int64_t ni, int64_t nj,
                                 int64_t nk, const std::string &domain,
                                 int64_t missing, bool again) {
  int64_t i2 = divisorOf(random, ni, 10), j2 = divisorOf(random, nj, 16),
          k2 = divisorOf(random, nk, 12);
  if (j2 == 1 || k2 == 1 || i2 * j2 * k2 > 400)
    return 0;
  int64_t i1 = divisorOf(random, ni / i2, ni),
          j1 = divisorOf(random, nj / j2, nj), order = random() % 2;
  if (again && (order == 0 ? i1 * i2 == ni : j1 * j2 == nj))
    return 0;
  product(ni - missing, nj - missing, nk - missing, /*transposed=*/false,
          domain);
  auto pin = [](const std::string &name, int64_t value) {
    return "S0." + name + "=" + std::to_string(value);
  };
  std::string pins = pin("i.t1", i1) + "," + pin("i.t2", i2) + "," +
                     pin("j.t1", j1) + "," + pin("j.t2", j2) + "," +
                     pin("k.t2", k2) + "," + pin("order", order) + "," +
                     pin("i.trip", ni) + "," + pin("j.trip", nj) + "," +
                     pin("k.trip", nk);
  if (again)
    pins += order == 0 ? ",B.again=1" : ",A.again=1";
  SCOPED_TRACE(domain + " " + pins);
  EXPECT_TRUE(run("hls-explore{space=streamed layout=padded pin=" + pins + "}"))
      << errors;
  auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  EXPECT_TRUE(run("func.func(hls-pad-nests,hls-schedule-nests,hls-stream-nests,"
                  "hls-derive-processes,hls-annotate-distances,"
                  "hls-size-streams)"))
      << errors;
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  FailureOr<sim::Sequence> networks = analysis::networksOf(*module);
  EXPECT_TRUE(succeeded(networks));
  if (failed(networks))
    return 0;
  std::optional<int64_t> cycles = sim::cyclesOf(*networks);
  EXPECT_TRUE(cycles.has_value());
  if (!cycles)
    return 0;
  return double(design.getCycles()) / double(*cycles);
}

/// Of random points: execution is the oracle. `ratio` is of the n-th point, 0
/// where there is none; deviations in the mean and of each point at most.
static void expectRatios(int count, double mean, double each,
                         llvm::function_ref<double(int)> ratio) {
  double sum = 0, worst = 0;
  for (int points = 0; points < count && !testing::Test::HasFailure();) {
    double one = ratio(points);
    if (one == 0)
      continue;
    worst = std::max(worst, std::abs(one - 1));
    sum += std::abs(one - 1);
    ++points;
  }
  EXPECT_LE(worst, each);
  EXPECT_LE(sum / count, mean) << "worst " << worst;
}

TEST_F(StreamedTest, CyclesAreThoseOfTheNetwork) {
  std::mt19937 random(2);
  expectRatios(40, 0.0025, 0.015,
               [&](int) { return randomPoint(random, 40, 44, 48, "0"); });
}

/// Operands that come from memory again.
TEST_F(StreamedTest, RepeatedLoadsTakeTheCyclesOfTheNetwork) {
  std::mt19937 random(10);
  expectRatios(40, 0.002, 0.021, [&](int) {
    return randomPoint(random, 40, 44, 48, "", /*missing=*/0, /*again=*/true);
  });
}

TEST_F(StreamedTest, TrianglesTakeTheCyclesOfTheNetwork) {
  std::mt19937 random(4);
  expectRatios(40, 0.0035, 0.03, [&](int point) {
    return randomPoint(random, 48, 48, 40, domains[point % 3]);
  });
}

/// Triangles of an operand, along which the sums go.
TEST_F(StreamedTest, TrianglesOfSumsTakeTheCyclesOfTheNetwork) {
  static const char *const ofSums[] = {"i - k", "k - i - 1", "i - k - 1",
                                       "k - i", "2 * k - i - 3"};
  std::mt19937 random(8);
  expectRatios(40, 0.008, 0.05, [&](int point) {
    return randomPoint(random, 40, 48, 40, ofSums[point % std::size(ofSums)]);
  });
}

TEST_F(StreamedTest, FilledExtentsTakeTheCyclesOfTheNetwork) {
  std::mt19937 random(6);
  expectRatios(30, 0.003, 0.04, [&](int point) {
    return randomPoint(random, 48, 48, 40,
                       point % 3 ? "0" : domains[point / 3 % 3],
                       /*missing=*/1 + point % 5);
  });
}

/// Two products on the same operators, in each of the programs of the
/// portfolio; what was found is the same as a design of one's own.
TEST_F(StreamedTest, NestsInTurnAgreeWithEnumeration) {
  std::mt19937 random(9);
  auto some = choosing(random);
  int solved = 0;
  for (int trial = 0; trial < 6; ++trial) {
    chain(4, some({4, 6}), some({2, 3}), some({4, 6}),
          /*isApart=*/true);
    std::string limits = "DSP=" + std::to_string(some({20, 60, 6840}));
    SCOPED_TRACE(limits);
    SpaceOptions options;
    options.limits = limits;
    options.usablePercent = 100;
    options.layouts.padded = true;
    options.pins = {{"in_turn", nlp::Pin::Equal, "1"}};
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    auto space = findTemplate("streamed")->build(top(), target, options);
    if (failed(space)) // no lanes fit all extents
      continue;
    Space *built = space->get();
    auto portfolio = built->portfolio();
    std::vector<Subproblem> group = portfolio->nextGroup(nlp::Solution());
    // Few lanes leave choices of tiles.
    size_t count = group.size() + 1;
    for (size_t number = count > 3 ? count - 3 : 0; number < count; ++number) {
      auto problem = number == 0 ? portfolio->first()
                                 : group[number - 1].lower(std::nullopt);
      ASSERT_TRUE(succeeded(problem));
      std::optional<nlp::Solution> oracle =
          nlp::enumerate((*problem)->model, 2'000'000);
      ASSERT_TRUE(oracle);
      nlp::Solution solution = nlp::solve((*problem)->model);
      ASSERT_EQ(solution.status, oracle->status);
      if (oracle->status != nlp::Status::Optimal)
        continue;
      ++solved;
      EXPECT_EQ(solution.objective.front(), oracle->objective.front());
      if (number > 0) {
        EXPECT_LE(group[number - 1].bound, oracle->objective.front());
      }
      auto design = (*problem)->designOf(solution);
      ASSERT_TRUE(succeeded(design));
      auto again = built->evaluate(*design);
      ASSERT_TRUE(succeeded(again));
      EXPECT_EQ(again->getCycles(), design->getCycles());
      EXPECT_EQ(again->getResources(), design->getResources());
    }
  }
  EXPECT_GE(solved, 4);
}

/// With random lanes, which not all extents can be filled up for.
TEST_F(StreamedTest, NestsInTurnTakeTheCyclesOfTheNetwork) {
  std::mt19937 random(10);
  auto between = [&](int64_t least, int64_t most) {
    return least + int64_t(random() % (most - least + 1));
  };
  double sum = 0, worst = 0;
  int points = 0;
  for (int trial = 0; trial < 10; ++trial) {
    chain(24, 24 + 8 * between(0, 2), between(20, 40), 16 * between(1, 3),
          /*isApart=*/true);
    std::string pins =
        "in_turn=1,S0.i.t2=" + std::to_string(2 * between(1, 2)) +
        ",S0.j.t2=" + std::to_string(4 * between(1, 2)) + ",S0.k.t2=4";
    SCOPED_TRACE(pins);
    if (!run("hls-explore{space=streamed layout=padded max-ports=4 pin=" +
             pins + "}"))
      continue;
    auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    ASSERT_TRUE(
        run("func.func(hls-pad-nests,hls-schedule-nests,hls-stream-nests,"
            "hls-derive-processes,hls-share-network,hls-annotate-distances,"
            "hls-annotate-trip-counts,hls-size-streams)"))
        << errors;
    FailureOr<sim::Sequence> networks = analysis::networksOf(*module);
    ASSERT_TRUE(succeeded(networks));
    EXPECT_EQ(networks->runs.size(), 2u);
    std::optional<int64_t> cycles = sim::cyclesOf(*networks);
    ASSERT_TRUE(cycles.has_value());
    double off = std::abs(double(design.getCycles()) / double(*cycles) - 1);
    worst = std::max(worst, off);
    sum += off;
    ++points;
  }
  EXPECT_GE(points, 5);
  EXPECT_LE(worst, 0.005);
  EXPECT_LE(sum / points, 0.003) << "worst " << worst;
}
