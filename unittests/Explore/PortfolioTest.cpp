//===- PortfolioTest.cpp - The search over sets of tiled arrays -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search finds what one exploration for each set finds, however many nodes
// and threads it takes.
//
//===----------------------------------------------------------------------===//
#include "Explore/Shared/SharedSpace.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Explore.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class PortfolioTest : public testing::Test {
protected:
  PortfolioTest() {
    registerTalosTransformsPasses();
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        hls::HLSDialect>();
  }

  /// The space of a kernel at MINI under these limits.
  DesignSpace spaceOf(const std::string &name, const std::string &limits) {
    module = parseSourceFile<ModuleOp>(TALOS_KERNELS "/mini/" + name + ".mlir",
                                       &context);
    PassManager passes(&context);
    EXPECT_TRUE(module &&
                succeeded(parsePassPipeline(
                    "hls-prepare{top=" + name +
                        "},func.func(hls-normalize,hls-distribute)",
                    passes)) &&
                succeeded(passes.run(*module)));
    auto target = target::loadTarget("u200", 4000, "2023.2");
    EXPECT_TRUE(bool(target));
    SpaceOptions options;
    options.limits = limits;
    FailureOr<DesignSpace> space = buildDesignSpace(
        *module->getOps<func::FuncOp>().begin(), *target, options);
    EXPECT_TRUE(succeeded(space));
    return *space;
  }

  /// Cycles of the best design where exactly these arrays are tiled.
  static std::optional<int64_t> cyclesOf(DesignSpace space, unsigned set) {
    for (auto [a, array] : llvm::enumerate(space.arrays))
      array.placement =
          set >> a & 1 ? hls::PlacementKind::Tile : hls::PlacementKind::Shared;
    ScopedDiagnosticHandler quiet(space.func->getContext(),
                                  [](Diagnostic &) { return success(); });
    FailureOr<ExploreResult> result = explore::explore(SharedSpace(space), {});
    if (failed(result))
      return std::nullopt;
    EXPECT_EQ(result->solution.status, nlp::Status::Optimal);
    return result->solution.objective.front();
  }

  static std::optional<int64_t> leastCycles(const DesignSpace &space) {
    std::optional<int64_t> least;
    for (unsigned set = 0; set < 1u << space.arrays.size(); ++set) {
      bool mayTile = true;
      for (auto [a, array] : llvm::enumerate(space.arrays))
        mayTile &= array.mayTile() || !(set >> a & 1);
      if (!mayTile)
        continue;
      std::optional<int64_t> cycles = cyclesOf(space, set);
      if (cycles && (!least || *cycles < *least))
        least = cycles;
    }
    return least;
  }

  void check(const std::string &name, const std::string &limits) {
    DesignSpace space = spaceOf(name, limits);
    std::optional<int64_t> least = leastCycles(space);
    ASSERT_TRUE(least);
    for (int64_t firstNodes : {1, 6000}) {
      hls::DesignAttr design;
      for (unsigned threads : {1, 3}) {
        nlp::SolverOptions options;
        options.threads = threads;
        FailureOr<ExploreResult> result = explore::explore(
            SharedSpace(space, Tiling::Search), options, firstNodes);
        ASSERT_TRUE(succeeded(result));
        EXPECT_EQ(result->solution.status, nlp::Status::Optimal);
        EXPECT_EQ(result->solution.objective.front(), *least);
        EXPECT_EQ(result->solution.bound, *least);
        EXPECT_TRUE(!design || design == result->design);
        design = result->design;
      }
    }
  }

  /// The bottleneck search comes first, and takes nothing from the exact one.
  void checkBottleneck(const std::string &name, const std::string &limits) {
    DesignSpace space = spaceOf(name, limits);
    std::optional<int64_t> least = cyclesOf(space, 0);
    ASSERT_TRUE(least);
    hls::DesignAttr design;
    for (unsigned threads : {1, 3}) {
      nlp::SolverOptions options;
      options.threads = threads;
      FailureOr<ExploreResult> result = explore::explore(
          SharedSpace(space, Tiling::Never), options, firstNodesOfRun, {},
          /*noPoint=*/nullptr, /*cutoff=*/nullptr, /*beginsAtBottleneck=*/true);
      ASSERT_TRUE(succeeded(result));
      EXPECT_EQ(result->solution.status, nlp::Status::Optimal);
      EXPECT_EQ(result->solution.objective.front(), *least);
      ASSERT_TRUE(result->bottleneckCycles);
      EXPECT_GE(*result->bottleneckCycles, *least);
      EXPECT_LE(*result->bottleneckCycles, 2 * *least);
      EXPECT_TRUE(!design || design == result->design);
      design = result->design;
    }
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_F(PortfolioTest, AgreesWithEverySet) {
  check("bicg", "BRAM_18K=16,URAM=0");
  check("atax", "BRAM_18K=13,URAM=0");
}

TEST_F(PortfolioTest, BeginsAtTheBottleneck) {
  checkBottleneck("gemm", "DSP=100");
  checkBottleneck("atax", "DSP=60");
  checkBottleneck("mvt", "");
}
