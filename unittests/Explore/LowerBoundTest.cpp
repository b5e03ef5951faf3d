//===- LowerBoundTest.cpp - No design is faster than its bound ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judge is the estimator, which schedules the code that the apply passes
// make of a design and shares no formula with the bounds. The first tests hold
// theorems of NLP-DSE as they are printed against designs that are faster.
//
//===----------------------------------------------------------------------===//
#include "Explore/Shared/LowerBound.h"
#include "Explore/Shared/DesignPoint.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Analysis/QoR.h"
#include "talos/Support/Divisors.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class LowerBoundTest : public testing::Test {
protected:
  LowerBoundTest() {
    registerTalosTransformsPasses();
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, math::MathDialect,
                        memref::MemRefDialect, hls::HLSDialect>();
  }

  void run(ModuleOp op, StringRef pipeline) {
    PassManager passes(&context);
    ASSERT_TRUE(succeeded(parsePassPipeline(pipeline, passes)) &&
                succeeded(passes.run(op)));
  }

  void build(OwningOpRef<ModuleOp> parsed, const std::string &top, bool tree,
             int64_t dsp = 0) {
    ASSERT_TRUE(parsed);
    module = std::move(parsed);
    run(*module, "hls-prepare{top=" + top +
                     "},func.func(hls-normalize,hls-distribute,"
                     "hls-rectangularize)");
    llvm::Expected<target::Target> target =
        target::loadTarget("u200", 4000, "2023.2");
    ASSERT_TRUE(bool(target));
    SpaceOptions options;
    options.treeReduction = tree;
    auto built = buildDesignSpace(*module->getOps<func::FuncOp>().begin(),
                                  *target, options);
    ASSERT_TRUE(succeeded(built));
    space = std::move(*built);
    if (dsp)
      space->usable.dsp = dsp;
  }

  void buildText(StringRef text, bool tree, int64_t dsp = 0) {
    build(parseSourceString<ModuleOp>(text, &context), "f", tree, dsp);
  }

  /// Partition factors are the least common multiples of `banks` (in the last
  /// dimension) and what is unrolled.
  hls::DesignAttr pointOf(std::vector<TaskChoices<Int>> tasks,
                          int64_t banks = 1) {
    DesignPoint point;
    point.choices.tasks = std::move(tasks);
    for (const TaskSpace &task : space->tasks)
      point.orders.push_back(task.orders.front());
    for (const ArraySpace &array : space->arrays) {
      point.choices.packed.emplace_back();
      point.choices.ports.emplace_back();
      point.choices.copies.emplace_back();
      if (array.movesWhole())
        point.choices.ports.back() = {array.shape.widestBeat};
      point.choices.factors.emplace_back(array.factors.size(), Int(1));
      if (!array.factors.empty())
        point.choices.factors.back().back() = banks;
    }
    for (auto [t, task] : llvm::enumerate(space->tasks))
      for (const Link &link : task.links) {
        Int &factor = point.choices.factors[link.array][link.dimension];
        factor = std::lcm(factor.value(),
                          point.choices.tasks[t].loops[link.loop].t2.value());
      }
    point.cost = costOfDesign(*space, point.choices, cost::Numbers<Int>());
    return toAttribute(*space, point, "manual", 0);
  }

  /// Cycles of the applied design; none where it is refused or does not fit.
  std::optional<int64_t> estimate(hls::DesignAttr design) {
    FailureOr<hls::DesignAttr> priced = evaluateDesign(*space, design);
    if (failed(priced))
      return std::nullopt;
    OwningOpRef<ModuleOp> applied = module->clone();
    func::FuncOp top = *applied->getOps<func::FuncOp>().begin();
    top->setAttr(hls::designAttrName, *priced);
    top->setAttr(hls::targetAttrName,
                 hls::TargetAttr::get(
                     &context, StringAttr::get(&context, "u200"),
                     StringAttr::get(&context, "xcu200"), 4000,
                     StringAttr::get(&context, "2023.2"), space->treeReduction,
                     /*usable=*/0, StringAttr::get(&context),
                     /*max_partition=*/0, StringAttr::get(&context),
                     hls::MemoryKind::Axi));
    PassManager passes(&context);
    if (failed(
            parsePassPipeline("func.func(hls-apply-schedule,hls-apply-buffers,"
                              "hls-check-applied,hls-balance-reductions)",
                              passes)) ||
        failed(passes.run(*applied)))
      return std::nullopt;
    FailureOr<analysis::QoR> qor =
        analysis::estimateQoR(top, space->target, space->treeReduction);
    if (failed(qor) || qor->resources.dsp > space->usable.dsp)
      return std::nullopt;
    return qor->latency;
  }

  Int boundOf(hls::DesignAttr design) {
    FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
    return succeeded(bound) ? bound->cycles : Int::invalid();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::optional<DesignSpace> space;
};

/// {t0, t1, t2} of each loop, the pipelined one by position; -1: none.
TaskChoices<Int> choicesOf(ArrayRef<std::array<int64_t, 3>> loops,
                           int pipelined) {
  TaskChoices<Int> choices;
  for (auto [l, f] : llvm::enumerate(loops))
    choices.loops.push_back({f[0], f[1], f[2], Int(int(l) == pipelined)});
  return choices;
}

int64_t log2Of(int64_t n) { return ceilLog2(Int(n)).value(); }

} // namespace

/// 6.7, 6.9: "latency x operations / units" counts a pipelined unit as busy for
/// its whole latency. Here 4 adders serve 24 additions every 6 cycles.
TEST_F(LowerBoundTest, PipelinedUnitsAreNotBusyForTheirLatency) {
  const int64_t rows = 32, lanes = 24, adder = 7, adders = 4;
  buildText(R"(
func.func @f(%s: memref<24xf32>, %A: memref<32x24xf32>) {
  affine.for %k = 0 to 32 {
    affine.for %j = 0 to 24 {
      %a = affine.load %A[%k, %j] : memref<32x24xf32>
      %o = affine.load %s[%j] : memref<24xf32>
      %r = arith.addf %o, %a : f32
      affine.store %r, %s[%j] : memref<24xf32>
    }
  }
  return
})",
            /*tree=*/false, /*dsp=*/2 * adders);
  hls::DesignAttr design =
      pointOf({choicesOf({{1, rows, 1}, {1, 1, lanes}}, 0)});
  std::optional<int64_t> cycles = estimate(design);
  ASSERT_TRUE(cycles);
  FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
  ASSERT_TRUE(succeeded(bound));
  int64_t task = design.getTasks()[0].getCycles();
  int64_t body = std::max(adder, adder * lanes / adders), ii = 6;
  int64_t printed = body + ii * (rows - 1); // 6.9 in 6.13
  EXPECT_LT(task, printed);
  EXPECT_LE(bound->tasks[0].value(), task);
  EXPECT_GE(bound->tasks[0].value(), ii * (rows - 1));
  EXPECT_LE(bound->cycles.value(), *cycles);
}

/// 6.12: only the additions form a tree; the rest of the body runs once.
TEST_F(LowerBoundTest, OnlyTheSumIsATree) {
  const int64_t terms = 64, unroll = 32, multiply = 4, adder = 7;
  buildText(R"(
func.func @f(%s: memref<f32>, %a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %k = 0 to 64 {
    %x = affine.load %a[%k] : memref<64xf32>
    %y = affine.load %b[%k] : memref<64xf32>
    %p = arith.mulf %x, %y : f32
    %o = affine.load %s[] : memref<f32>
    %r = arith.addf %o, %p : f32
    affine.store %r, %s[] : memref<f32>
  }
  return
})",
            /*tree=*/true);
  hls::DesignAttr design = pointOf({choicesOf({{2, 1, unroll}}, -1)});
  std::optional<int64_t> cycles = estimate(design);
  ASSERT_TRUE(cycles);
  int64_t printed = terms / unroll * (multiply + adder) * log2Of(unroll);
  int64_t task = design.getTasks()[0].getCycles();
  EXPECT_LT(task, printed);
  FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
  ASSERT_TRUE(succeeded(bound));
  EXPECT_LE(bound->tasks[0].value(), task);
  EXPECT_GE(bound->tasks[0].value(), 2 * (multiply + adder * log2Of(unroll)));
  EXPECT_LE(bound->cycles.value(), *cycles);
}

/// 6.20: a tree over two unrolled loops has the sum of the logarithms.
TEST_F(LowerBoundTest, LogarithmsOfOneTreeAreAdded) {
  const int64_t outputs = 8, unroll = 16, adder = 7;
  buildText(R"(
func.func @f(%s: memref<8xf32>, %A: memref<8x16x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %j, %k] : memref<8x16x16xf32>
        %o = affine.load %s[%i] : memref<8xf32>
        %r = arith.addf %o, %a : f32
        affine.store %r, %s[%i] : memref<8xf32>
      }
    }
  }
  return
})",
            /*tree=*/true);
  hls::DesignAttr design = pointOf(
      {choicesOf({{1, outputs, 1}, {1, 1, unroll}, {1, 1, unroll}}, 0)});
  std::optional<int64_t> cycles = estimate(design);
  ASSERT_TRUE(cycles);
  int64_t printed = adder * log2Of(unroll) * log2Of(unroll) + outputs - 1;
  int64_t task = design.getTasks()[0].getCycles();
  EXPECT_LT(task, printed);
  FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
  ASSERT_TRUE(succeeded(bound));
  EXPECT_LE(bound->tasks[0].value(), task);
  EXPECT_GE(bound->tasks[0].value(), adder * 2 * log2Of(unroll) + outputs - 1);
  EXPECT_LE(bound->cycles.value(), *cycles);
}

/// 6.21: a statement that needs no transfer runs beside one.
TEST_F(LowerBoundTest, TransfersOverlapWithComputation) {
  buildText(R"(
func.func @f(%z: memref<1024xf32>, %B: memref<8192xf32>, %c: f32) {
  affine.for %i = 0 to 1024 {
    affine.store %c, %z[%i] : memref<1024xf32>
  }
  affine.for %j = 0 to 4 {
    %b = affine.load %B[%j] : memref<8192xf32>
    %r = arith.mulf %b, %b : f32
    affine.store %r, %B[%j] : memref<8192xf32>
  }
  return
})",
            /*tree=*/false);
  hls::DesignAttr design = pointOf(
      {choicesOf({{1, 1024, 1}}, 0), choicesOf({{1, 4, 1}}, 0)}, /*banks=*/8);
  std::optional<int64_t> cycles = estimate(design);
  ASSERT_TRUE(cycles);
  // The longer of two independent loops; B there and back, z meanwhile.
  int64_t printed = 1024 + 2 * 8192 / 16;
  EXPECT_LT(*cycles, printed);
  Int bound = boundOf(design);
  EXPECT_LE(bound.value(), *cycles);
  EXPECT_GE(bound.value(), 1024 + 1024 / 16 - 1);
}

/// 6.20 multiplies a pipelined loop by the loops around it, which the tool
/// flattens: there is one prologue, not one an outer iteration.
TEST_F(LowerBoundTest, FlattenedLoopsHaveOnePrologue) {
  const int64_t rows = 32, columns = 8, path = 11;
  buildText(R"(
func.func @f(%y: memref<32x8xf32>, %a: f32, %b: f32) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 8 {
      %o = affine.load %y[%i, %j] : memref<32x8xf32>
      %p = arith.mulf %o, %a : f32
      %r = arith.addf %p, %b : f32
      affine.store %r, %y[%i, %j] : memref<32x8xf32>
    }
  }
  return
})",
            /*tree=*/false);
  hls::DesignAttr design =
      pointOf({choicesOf({{rows, 1, 1}, {1, columns, 1}}, 1)});
  std::optional<int64_t> cycles = estimate(design);
  ASSERT_TRUE(cycles);
  int64_t task = design.getTasks()[0].getCycles();
  EXPECT_LT(task, rows * (path + columns - 1));
  FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
  ASSERT_TRUE(succeeded(bound));
  EXPECT_EQ(bound->tasks[0].value(), path + rows * columns - 1);
  EXPECT_LE(bound->tasks[0].value(), task);
}

/// Random designs of whole kernels, in both reduction modes and with many and
/// few DSPs: what the estimator accepts is not faster than its own bound, nor
/// than that of any design.
TEST_F(LowerBoundTest, NoAcceptedDesignIsFaster) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  std::mt19937 random(11);
  auto in = [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  };
  auto choose = [&](const TaskSpace &task) {
    TaskChoices<Int> choices;
    int pipelined = task.band.empty() ? -1 : in(0, task.band.size() - 1);
    int64_t wide = in(0, 3); // how often a loop is unrolled
    for (auto [l, loop] : llvm::enumerate(task.band)) {
      std::vector<int64_t> unrolls = loop.unrollFactors();
      int64_t t2 =
          in(0, 3) < wide ? unrolls[in(0, unrolls.size() - 1)] : unrolls[0];
      std::vector<int64_t> inner = divisors(loop.trip / t2);
      int64_t t1 = int(l) != pipelined ? 1
                   : in(0, 2)          ? inner.back()
                                       : inner[in(0, inner.size() - 1)];
      choices.loops.push_back(
          {loop.trip / (t1 * t2), t1, t2, Int(int(l) == pipelined)});
    }
    return choices;
  };
  auto keeps = [](const TaskSpace &task, const TaskChoices<Int> &choices) {
    for (unsigned x = 0; x < task.sequence.size(); ++x)
      for (unsigned y = x + 1; y < task.sequence.size(); ++y)
        if (staysOutside(choices.loops[task.sequence[x]],
                         choices.loops[task.sequence[y]])
                .value() == 0)
          return false;
    return true;
  };
  unsigned compared = 0, tight = 0;
  for (const char *kernel : {"2mm", "3mm", "atax", "bicg", "doitgen", "gemm",
                             "gemver", "gesummv", "mvt"})
    for (bool tree : {false, true}) {
      std::string path =
          std::string(TALOS_KERNELS) + "/mini/" + kernel + ".mlir";
      OwningOpRef<ModuleOp> parsed = parseSourceFile<ModuleOp>(path, &context);
      ASSERT_TRUE(parsed);
      func::FuncOp top = *parsed->getOps<func::FuncOp>().begin();
      build(std::move(parsed), top.getName().str(), tree);
      for (unsigned round = 0; round < 6; ++round) {
        space->usable.dsp = round % 2 ? 6840 : in(5, 400);
        std::vector<TaskChoices<Int>> tasks;
        for (const TaskSpace &task : space->tasks) {
          do
            tasks.resize(&task - space->tasks.data()),
                tasks.push_back(choose(task));
          while (!keeps(task, tasks.back()));
        }
        hls::DesignAttr design = pointOf(std::move(tasks));
        std::optional<int64_t> cycles = estimate(design);
        if (!cycles)
          continue;
        ++compared;
        Int bound = boundOf(design);
        ASSERT_TRUE(bound.isValid());
        EXPECT_LE(bound.value(), *cycles) << kernel << " round " << round;
        EXPECT_LE(boundOfAnyDesign(*space).cycles.value(), *cycles)
            << kernel << " round " << round;
        tight += bound.value() * 2 > *cycles;
      }
    }
  EXPECT_GT(compared, 60u);
  EXPECT_GT(tight, compared / 3); // bounds that say nothing would pass as well
}
