//===- SpaceTest.cpp - Every point of a design space is legal -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All splits and orders that the spaces of small guarded, recurrent and shared
// nests offer, each proved legal on the exact domain by isl.
//
//===----------------------------------------------------------------------===//
#include "BruteForce.h"
#include "Explore/Shared/DesignSpace.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class SpaceTest : public testing::Test {
protected:
  SpaceTest() {
    registerTalosTransformsPasses();
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, hls::HLSDialect>();
  }

  /// The space of `text`, a function f; a failed test if there is none.
  DesignSpace spaceOf(const char *text) {
    module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    bool ready = module &&
                 succeeded(parsePassPipeline(
                     "hls-prepare{top=f},func.func(hls-normalize)", passes)) &&
                 succeeded(passes.run(*module));
    EXPECT_TRUE(ready);
    auto target = target::loadTarget("u200", 4000, "2023.2");
    EXPECT_TRUE(bool(target));
    FailureOr<DesignSpace> space =
        buildDesignSpace(*module->getOps<func::FuncOp>().begin(), *target, {});
    EXPECT_TRUE(succeeded(space));
    return *space;
  }

  /// Checks every point of every task; returns by task how many there are.
  std::vector<int64_t> checkAll(const DesignSpace &space);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

std::vector<int64_t> SpaceTest::checkAll(const DesignSpace &space) {
  auto scop = poly::Scop::build(space.func);
  auto graph = analysis::buildTaskGraph(space.func);
  EXPECT_TRUE(succeeded(scop) && succeeded(graph));
  std::vector<int64_t> counts;
  for (auto [t, task] : llvm::enumerate(space.tasks)) {
    const analysis::Statement &statement = graph->tasks[t].only();
    int64_t points = 0;
    for (const auto &loops : splitsOf(task))
      for (const std::vector<unsigned> &order : task.orders) {
        poly::StripMine mine;
        for (const cost::LoopChoice<Int> &loop : loops)
          mine.factors.push_back(
              {loop.t0.value(), loop.t1.value(), loop.t2.value()});
        mine.order[0] = order;
        // As analysis::stripMineOf: unrolled reductions stand innermost.
        for (bool reduction : {false, true})
          for (unsigned l = 0; l < loops.size(); ++l)
            if (statement.innerBand[l].reduction == reduction)
              mine.order[2].push_back(l);
        poly::Legality legal =
            (*scop)->checkBand(*(*scop)->findStatement(task.name), mine);
        EXPECT_TRUE(legal) << task.name << ": " << legal.str();
        if (!legal)
          return counts;
        ++points;
      }
    counts.push_back(points);
  }
  return counts;
}

/// trmm: the sum reads elements of its own array that are complete later.
TEST_F(SpaceTest, GuardedSumOverItsOwnArray) {
  DesignSpace space = spaceOf(R"(
#later = affine_set<(i, k) : (k - i - 1 >= 0)>
func.func @f(%A: memref<4x4xf32>, %B: memref<4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 4 {
        affine.if #later(%i, %k) {
          %a = affine.load %A[%k, %i] : memref<4x4xf32>
          %b = affine.load %B[%k, %j] : memref<4x6xf32>
          %c = arith.mulf %a, %b : f32
          %s = affine.load %B[%i, %j] : memref<4x6xf32>
          %r = arith.addf %s, %c : f32
          affine.store %r, %B[%i, %j] : memref<4x6xf32>
        }
      }
    }
  }
  return
})");
  const TaskSpace &task = space.tasks[0];
  EXPECT_TRUE(task.only().shape().guarded);
  EXPECT_EQ(task.instances, 6 * 6);
  EXPECT_TRUE(task.only().accumulates());
  EXPECT_TRUE(task.band[0].sequential && !task.band[0].mayUnroll);
  EXPECT_TRUE(task.band[1].mayUnroll && task.band[2].mayUnroll);
  EXPECT_EQ(task.sequence, (std::vector<unsigned>{0, 2}));
  // A later write never has to be awaited.
  for (const cost::ReferenceShape &r : task.only().shape().references)
    EXPECT_TRUE(r.distances.empty());
  EXPECT_GT(checkAll(space)[0], 60);
}

/// floyd-warshall: `min` of its own array is no reduction.
TEST_F(SpaceTest, AllLoopsDependOnEachOther) {
  DesignSpace space = spaceOf(R"(
func.func @f(%P: memref<4x4xf32>) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %a = affine.load %P[%i, %k] : memref<4x4xf32>
        %b = affine.load %P[%k, %j] : memref<4x4xf32>
        %c = arith.addf %a, %b : f32
        %s = affine.load %P[%i, %j] : memref<4x4xf32>
        %r = arith.minimumf %s, %c : f32
        affine.store %r, %P[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
})");
  const TaskSpace &task = space.tasks[0];
  EXPECT_FALSE(task.only().accumulates());
  EXPECT_EQ(task.orders.size(), 1u);
  EXPECT_EQ(task.sequence.size(), 3u);
  EXPECT_GT(checkAll(space)[0], 2);
}

/// seidel-2d: the element before was written one iteration ago, the row above
/// a whole row less one.
TEST_F(SpaceTest, StencilInPlace) {
  DesignSpace space = spaceOf(R"(
func.func @f(%A: memref<6x7xf32>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 5 {
        %a = affine.load %A[%i, %j + 2] : memref<6x7xf32>
        %b = affine.load %A[%i + 1, %j] : memref<6x7xf32>
        %c = affine.load %A[%i + 2, %j + 2] : memref<6x7xf32>
        %ab = arith.addf %a, %b : f32
        %r = arith.addf %ab, %c : f32
        affine.store %r, %A[%i + 1, %j + 1] : memref<6x7xf32>
      }
    }
  }
  return
})");
  const std::vector<cost::ReferenceShape> &references =
      space.tasks[0].only().shape().references;
  EXPECT_EQ(references[0].distances, (std::vector<int64_t>{1, 1, 4}));
  EXPECT_EQ(references[1].distances, (std::vector<int64_t>{1, 1, 1}));
  // One sweep of 20 back, less the row and the element ahead.
  EXPECT_EQ(references[2].distances, (std::vector<int64_t>{1, 1, 20 - 6}));
  EXPECT_GT(checkAll(space)[0], 2);
}

/// A sweep inside a shared loop: its other loop stays free.
TEST_F(SpaceTest, SweepInContext) {
  DesignSpace space = spaceOf(R"(
func.func @f(%P: memref<6x4xf32>, %u: memref<6x4xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 3 {
        %a = affine.load %P[%i, %j] : memref<6x4xf32>
        %b = affine.load %u[%i, %j] : memref<6x4xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %P[%i, %j + 1] : memref<6x4xf32>
      }
    }
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 4 {
        %a = affine.load %P[%i, %j] : memref<6x4xf32>
        affine.store %a, %u[%i, %j] : memref<6x4xf32>
      }
    }
  }
  return
})");
  ASSERT_EQ(space.sharedLoops.size(), 1u);
  EXPECT_EQ(space.sharedLoops[0].entries, 1);
  EXPECT_EQ(space.sharedLoops[0].iterations, 3);
  const TaskSpace &sweep = space.tasks[0], &copy = space.tasks[1];
  EXPECT_EQ(sweep.context, 0u);
  EXPECT_EQ(sweep.instances, 3 * 18);
  EXPECT_EQ(sweep.orders.size(), 2u);
  EXPECT_TRUE(sweep.band[0].mayUnroll && !sweep.band[1].mayUnroll);
  EXPECT_EQ(sweep.only().shape().references[0].distances[1], 1);
  EXPECT_TRUE(copy.sequence.empty());
  EXPECT_EQ(copy.instances, 3 * 24);
  std::vector<int64_t> points = checkAll(space);
  EXPECT_GT(points[0], 10);
  EXPECT_GT(points[1], 30);
}

/// trisolv: nests without loops, a guard over a shared loop, and dependences
/// that only the shared loop carries.
TEST_F(SpaceTest, SolverInContext) {
  DesignSpace space = spaceOf(R"(
#before = affine_set<(j, i) : (i - j - 1 >= 0)>
func.func @f(%L: memref<6x6xf32>, %x: memref<6xf32>, %b: memref<6xf32>) {
  affine.for %i = 0 to 6 {
    %v = affine.load %b[%i] : memref<6xf32>
    affine.store %v, %x[%i] : memref<6xf32>
    affine.for %j = 0 to 6 {
      affine.if #before(%j, %i) {
        %l = affine.load %L[%i, %j] : memref<6x6xf32>
        %o = affine.load %x[%j] : memref<6xf32>
        %p = arith.mulf %l, %o : f32
        %s = affine.load %x[%i] : memref<6xf32>
        %r = arith.subf %s, %p : f32
        affine.store %r, %x[%i] : memref<6xf32>
      }
    }
    %s = affine.load %x[%i] : memref<6xf32>
    %d = affine.load %L[%i, %i] : memref<6x6xf32>
    %q = arith.divf %s, %d : f32
    affine.store %q, %x[%i] : memref<6xf32>
  }
  return
})");
  ASSERT_EQ(space.tasks.size(), 3u);
  const TaskSpace &sum = space.tasks[1];
  EXPECT_TRUE(space.tasks[0].band.empty());
  EXPECT_EQ(space.tasks[2].instances, 6);
  EXPECT_EQ(sum.instances, 15);
  EXPECT_TRUE(sum.only().accumulates() && sum.band[0].mayUnroll);
  EXPECT_EQ(checkAll(space), (std::vector<int64_t>{1, 9, 1}));
}

/// A product of polynomials: one element is the sum over two loops, neither of
/// which is a reduction by itself.
TEST_F(SpaceTest, SumAlongDiagonals) {
  DesignSpace space = spaceOf(R"(
func.func @f(%C: memref<9xf32>, %A: memref<4xf32>, %B: memref<6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %a = affine.load %A[%i] : memref<4xf32>
      %b = affine.load %B[%j] : memref<6xf32>
      %p = arith.mulf %a, %b : f32
      %s = affine.load %C[%i + %j] : memref<9xf32>
      %r = arith.addf %s, %p : f32
      affine.store %r, %C[%i + %j] : memref<9xf32>
    }
  }
  return
})");
  const TaskSpace &task = space.tasks[0];
  EXPECT_EQ(task.sequence, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(task.orders.size(), 1u);
  EXPECT_FALSE(task.only().shape().references[2].distances.empty());
  EXPECT_GT(checkAll(space)[0], 3);
}

/// lu without its division: a sum that reads sums of the same nest.
TEST_F(SpaceTest, SumOfSums) {
  DesignSpace space = spaceOf(R"(
#lower = affine_set<(j, k, i) : (j - k - 1 >= 0, i - j - 1 >= 0)>
func.func @f(%A: memref<4x4xf32>, %d: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if #lower(%j, %k, %i) {
          %a = affine.load %A[%i, %k] : memref<4x4xf32>
          %b = affine.load %A[%k, %j] : memref<4x4xf32>
          %p = arith.mulf %a, %b : f32
          %s = affine.load %A[%i, %j] : memref<4x4xf32>
          %r = arith.subf %s, %p : f32
          affine.store %r, %A[%i, %j] : memref<4x4xf32>
        }
      }
    }
    %q = affine.load %A[%i, %i] : memref<4x4xf32>
    affine.store %q, %d[%i] : memref<4xf32>
  }
  return
})");
  const TaskSpace &task = space.tasks[0];
  EXPECT_EQ(task.instances, 0 + 0 + 1 + 3);
  EXPECT_TRUE(task.band[0].sequential && task.band[1].reduction);
  EXPECT_FALSE(task.only().shape().references[0].distances.empty());
  EXPECT_GT(checkAll(space)[0], 5);
}

/// Orders beyond those of six parallel loops are left out.
TEST_F(SpaceTest, DeepNest) {
  DesignSpace space = spaceOf(R"(
func.func @f(%A: memref<2x2x2x2x2x2x2x2x2xf32>, %x: f32) {
  affine.for %a = 0 to 2 { affine.for %b = 0 to 2 { affine.for %c = 0 to 2 {
  affine.for %d = 0 to 2 { affine.for %e = 0 to 2 { affine.for %g = 0 to 2 {
  affine.for %h = 0 to 2 { affine.for %i = 0 to 2 { affine.for %j = 0 to 2 {
    affine.store %x, %A[%a, %b, %c, %d, %e, %g, %h, %i, %j]
        : memref<2x2x2x2x2x2x2x2x2xf32>
  } } } } } } } } }
  return
})");
  ASSERT_EQ(space.tasks[0].orders.size(), 720u);
  std::vector<unsigned> source(9);
  std::iota(source.begin(), source.end(), 0);
  EXPECT_EQ(space.tasks[0].orders.front(), source);
}
