//===- ModelTest.cpp - The model against the unreduced space --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model leaves out choices that cannot be better (the canonical form). Here
// every strip-mining, pipelined loop and partition of small nests is tried with
// the rules alone; the solver must find the same optimum.
//
//===----------------------------------------------------------------------===//
#include "BruteForce.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/LowerBound.h"
#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Shared/SharedSpace.h"
#include "Kernels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Explore.h"
#include "talos/NLP/Interval.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class ModelTest : public testing::Test {
protected:
  ModelTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, hls::HLSDialect>();
  }

  OwningOpRef<ModuleOp> parse(const Kernel &kernel,
                              llvm::ArrayRef<int64_t> extents) {
    std::string text = kernel.text;
    for (auto [i, extent] : llvm::enumerate(extents)) {
      std::string name = "$" + std::to_string(i);
      for (size_t at; (at = text.find(name)) != std::string::npos;)
        text.replace(at, name.size(), std::to_string(extent));
    }
    for (size_t at; (at = text.find("$+")) != std::string::npos;)
      text.replace(at, 2, std::to_string(extents[1] + 1));
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    if (!module ||
        failed(parsePassPipeline("hls-prepare{top=f},func.func(hls-normalize)",
                                 passes)) ||
        failed(passes.run(*module)))
      return nullptr;
    return module;
  }

  /// Solves one space, whose pins these are.
  void compare(const DesignSpace &space, const std::vector<RandomPin> &pins,
               const std::vector<int64_t> &beats, const std::string &name);

  /// Random nests of these kernels; each with up to `mostPins` pins.
  void compareWithBruteForce(llvm::ArrayRef<const Kernel *> kernels,
                             unsigned rounds, unsigned mostPins,
                             SpaceKind kind = SpaceKind::Shared,
                             bool tiles = false, bool packs = false,
                             bool layouts = false, bool blocks = false,
                             bool shares = false, bool tileLayouts = false);
  /// Cuts arrays, and lets them share ports; arguments are called B, A, C.
  bool move(ModuleOp module, const std::string &blocks);

  MLIRContext context;
  unsigned compared = 0, infeasible = 0;
  unsigned inTiles = 0;  ///< tiles of optima that memory holds as such
  unsigned inBlocks = 0; ///< optima with an array in blocks, each on a port
};

} // namespace

void ModelTest::compare(const DesignSpace &space,
                        const std::vector<RandomPin> &pins,
                        const std::vector<int64_t> &beats,
                        const std::string &name) {
  BruteForce all(space, pins);
  all.beats = beats;
  std::optional<int64_t> truth = all.run();
  nlp::Model model;
  if (failed(buildModel(space, model))) { // pins that contradict each other
    EXPECT_GT(pins.size(), 1u);
    EXPECT_FALSE(truth) << name;
    return;
  }
  nlp::Solution found = nlp::solve(model);
  if (!truth) {
    EXPECT_EQ(found.status, nlp::Status::Infeasible) << name;
    ++infeasible;
    return;
  }
  ASSERT_EQ(found.status, nlp::Status::Optimal) << name;
  EXPECT_EQ(found.objective.front(), *truth)
      << name << " of " << all.points << " points";
  EXPECT_LE(boundOfAnyDesign(space).work.value(), *truth) << name;
  ++compared;
  for (auto [id, variable] : llvm::enumerate(model.variables()))
    inBlocks += llvm::StringRef(variable.name).ends_with(".distribution") &&
                found.point[id] == int64_t(Distribution::Block);
  for (const auto &[id, variable] : llvm::enumerate(model.variables()))
    inTiles += llvm::StringRef(variable.name).ends_with(".layout") &&
               variable.name.find('.') != variable.name.rfind('.') &&
               found.point[id] == int64_t(LayoutKind::Packed);
}

bool ModelTest::move(ModuleOp module, const std::string &blocks) {
  auto func = *module.getOps<func::FuncOp>().begin();
  for (auto [index, name] : llvm::enumerate(std::array{"B", "A", "C"}))
    if (index < func.getNumArguments())
      func.setArgAttr(index, hls::nameAttrName,
                      StringAttr::get(&context, name));
  PassManager passes(&context);
  return succeeded(parsePassPipeline(
             "func.func(hls-split-arrays{blocks=" + blocks + "},hls-normalize)",
             passes)) &&
         succeeded(passes.run(module));
}

void ModelTest::compareWithBruteForce(llvm::ArrayRef<const Kernel *> kernels,
                                      unsigned rounds, unsigned mostPins,
                                      SpaceKind kind, bool tiles, bool packs,
                                      bool layouts, bool blocks, bool shares,
                                      bool tileLayouts) {
  registerTalosTransformsPasses();
  llvm::Expected<target::Target> target =
      target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  std::mt19937 random(7);
  auto in = [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  };
  for (unsigned round = 0; round < rounds; ++round) {
    const Kernel &kernel = *kernels[round % kernels.size()];
    bool small = kernel.extents == 3 || &kernel == &contexts ||
                 &kernel == &cross || &kernel == &triangle ||
                 &kernel == &eliminate || &kernel == &slices ||
                 &kernel == &coupled;
    std::vector<int64_t> extents;
    for (unsigned e = 0; e < kernel.extents; ++e)
      extents.push_back(in(2, layouts || blocks ? 4 : small ? 5 : 9));
    OwningOpRef<ModuleOp> module = parse(kernel, extents);
    ASSERT_TRUE(module);
    if (blocks) {
      int64_t first = in(1, extents[0] - 1);
      ASSERT_TRUE(move(*module, "A.0=" + std::to_string(first) + "+" +
                                    std::to_string(extents[0] - first) +
                                    (shares ? ",B@A" : "")));
    } else if (shares) {
      ASSERT_TRUE(move(*module, in(0, 1) ? "B@A" : "A@B"));
    }
    SpaceOptions options;
    options.treeReduction = in(0, 1);
    options.maxPartition = in(2, blocks ? 4 : 40);
    options.fineGrained = kind == SpaceKind::Pragmas && in(0, 2) == 0;
    if (layouts)
      options.layouts = {in(0, 1) == 0, true, in(0, 1) == 0, in(0, 2) + 2,
                         in(0, 3) * 50};
    FailureOr<DesignSpace> space = buildDesignSpace(
        *module->getOps<func::FuncOp>().begin(), *target, options, kind);
    ASSERT_TRUE(succeeded(space));
    space->usable.dsp = in(1, 40);
    space->usable.lut = in(20000, 60000);
    for (ArraySpace &array : space->arrays)
      array.placement = tiles && array.mayTile() && in(0, 1)
                            ? hls::PlacementKind::Tile
                            : hls::PlacementKind::Shared;
    for (ArraySpace &array : space->arrays)
      if (tileLayouts && array.isTiled() && in(0, 2)) {
        array.layouts.packed = true;
        array.layouts.paddingPercent = in(0, 4) * 50;
      }
    if (packs)
      for (ArraySpace &array : space->arrays)
        array.wordElements = cost::packedElements(array.shape, *target);
    std::vector<int64_t> beats =
        layouts ? pinLayouts(*space, in) : pinBeats(*space, in);
    std::vector<RandomPin> pins;
    if (packs)
      pins.push_back(pinPacked(*space, in));
    for (unsigned n = in(0, mostPins); n > 0; --n)
      pins.push_back(in(0, 3) ? pinLoop(*space, in) : pinPartition(*space, in));
    for (const RandomPin &pin : pins)
      space->pins.push_back(pin.pin);
    compare(*space, pins, beats, "round " + std::to_string(round));
    if (HasFatalFailure())
      return;
  }
}

constexpr const Kernel *rectangular[] = {&matrixVector, &product,
                                         &twoStatements};
constexpr const Kernel *allNests[] = {
    &matrixVector, &product, &twoStatements, &guarded,   &sweep,    &longSweep,
    &wave,         &stencil, &cross,         &sumOfSums, &contexts, &coupled};
constexpr const Kernel *tiledNests[] = {&matrixVector, &product, &twoStatements,
                                        &stencil, &sweep};
constexpr const Kernel *tiledAffineNests[] = {&triangle, &gram, &slices,
                                              &contexts};
constexpr const Kernel *narrowNests[] = {&narrowProduct, &narrowScale};
constexpr const Kernel *registerNests[] = {&solve, &eliminate};
constexpr const Kernel *affineNests[] = {&guarded,   &sweep,    &longSweep,
                                         &wave,      &stencil,  &cross,
                                         &sumOfSums, &contexts, &coupled};

/// Ranges that need no checks make the solver fast. Sizes at which products of
/// ranges do not overflow.
TEST_F(ModelTest, RangesShowThatNothingFails) {
  registerTalosTransformsPasses();
  llvm::Expected<target::Target> target =
      target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  for (const Kernel *kernel : rectangular) {
    std::vector<int64_t> extents = {20, 30, 24};
    extents.resize(kernel->extents);
    OwningOpRef<ModuleOp> module = parse(*kernel, extents);
    ASSERT_TRUE(module);
    FailureOr<DesignSpace> space =
        buildDesignSpace(*module->getOps<func::FuncOp>().begin(), *target, {});
    ASSERT_TRUE(succeeded(space));
    nlp::Model model;
    ASSERT_TRUE(succeeded(buildModel(*space, model)));
    EXPECT_FALSE(llvm::is_contained(nlp::computeRanges(model).mayFail, true));
  }
}

TEST_F(ModelTest, CanonicalFormKeepsTheOptimum) {
  compareWithBruteForce(rectangular, /*rounds=*/90, /*mostPins=*/0);
  EXPECT_GT(compared, 50u);
  EXPECT_GT(infeasible, 2u);
}

/// Guards, recurrences and shared loops.
TEST_F(ModelTest, CanonicalFormOfAffineNests) {
  compareWithBruteForce(affineNests, /*rounds=*/96, /*mostPins=*/0);
  EXPECT_GT(compared, 40u);
  EXPECT_GT(infeasible, 2u);
}

/// Trees of integers in any order.
TEST_F(ModelTest, MaximaFindTheOptimum) {
  const Kernel *const nests[] = {&maximum, &minimum};
  compareWithBruteForce(nests, /*rounds=*/90, /*mostPins=*/0);
  compareWithBruteForce(nests, /*rounds=*/20, /*mostPins=*/2);
  EXPECT_GT(compared, 40u);
}

/// Sums in a register: the solver takes one where enumeration does.
TEST_F(ModelTest, RegistersFindTheOptimum) {
  compareWithBruteForce(registerNests, /*rounds=*/24, /*mostPins=*/0);
  EXPECT_GT(compared, 15u);
}

/// Two products in one multiplier where enumeration has them, whatever else is
/// pinned.
TEST_F(ModelTest, PairsFindTheOptimum) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  compareWithBruteForce(narrowNests, /*rounds=*/40, /*mostPins=*/0);
  compareWithBruteForce(narrowNests, /*rounds=*/20, /*mostPins=*/2);
  EXPECT_GT(compared, 30u);
}

/// The best of all implementations of adders is that of enumeration over all of
/// them; the library's own wins a tie.
TEST_F(ModelTest, AddersFindTheOptimum) {
  registerTalosTransformsPasses();
  llvm::Expected<target::Target> target =
      target::loadTarget("u200", 4550, "2023.2");
  ASSERT_TRUE(bool(target));
  unsigned inFabric = 0;
  const std::pair<int64_t, int64_t> limits[] = {
      {4, 100000}, {400, 1300}, {400, 1100}};
  for (auto [dsp, lut] : limits)
    for (int64_t extent : {2, 3}) {
      OwningOpRef<ModuleOp> module = parse(product, {extent, 4, 2});
      ASSERT_TRUE(module);
      FailureOr<DesignSpace> space = buildDesignSpace(
          *module->getOps<func::FuncOp>().begin(), *target, {});
      ASSERT_TRUE(succeeded(space));
      space->usable.dsp = dsp;
      space->usable.lut = lut;
      EXPECT_EQ(openAdders(*space), std::vector<std::string>{"fabric"});
      const DesignSpace fabric = withAdders(*space, "fabric");
      std::optional<int64_t> own = BruteForce(*space, {}).run();
      std::optional<int64_t> other = BruteForce(fabric, {}).run();
      ASSERT_TRUE(other);
      FailureOr<ExploreResult> found =
          explore::explore(SharedSpace(*space), {});
      ASSERT_TRUE(succeeded(found));
      EXPECT_EQ(found->design.getCycles(),
                std::min(own.value_or(*other), *other));
      bool isFabric =
          llvm::any_of(found->design.getTasks(), [](hls::TaskPointAttr task) {
            return task.getAdders() == "fabric";
          });
      EXPECT_EQ(isFabric, !own || *other < *own);
      EXPECT_LE(boundOfAnyDesign(*space).cycles.value(), *other);
      inFabric += isFabric;
    }
  EXPECT_GT(inFabric, 0u);
  EXPECT_LT(inFabric, 6u);
}

TEST_F(ModelTest, RegisterIsChosen) {
  registerTalosTransformsPasses();
  llvm::Expected<target::Target> target =
      target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  OwningOpRef<ModuleOp> module = parse(solve, {40});
  ASSERT_TRUE(module);
  func::FuncOp func = *module->getOps<func::FuncOp>().begin();
  FailureOr<DesignSpace> space = buildDesignSpace(func, *target, {});
  ASSERT_TRUE(succeeded(space));
  ASSERT_TRUE(space->tasks[0].offersRegister);
  EXPECT_FALSE(space->tasks[1].offersRegister);
  // 0 to 39 terms in 40 runs: 19.5, rounded up.
  EXPECT_EQ(space->tasks[0].only().shape().loops[0].registerTrips, 20);
  auto cyclesWith = [&](const char *sum) {
    space->pins.clear();
    if (*sum)
      space->pins.push_back({"S0.accumulator", nlp::Pin::Equal, sum});
    nlp::Model model;
    EXPECT_TRUE(succeeded(buildModel(*space, model)));
    nlp::Solution found = nlp::solve(model);
    EXPECT_EQ(found.status, nlp::Status::Optimal);
    return found.objective.front();
  };
  EXPECT_EQ(cyclesWith(""), cyclesWith("register"));
  EXPECT_LT(cyclesWith("register"), cyclesWith("direct"));
}

/// Whatever is pinned: the best design of those that have it, or none.
TEST_F(ModelTest, PinsKeepTheOptimum) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  compareWithBruteForce(rectangular, /*rounds=*/90, /*mostPins=*/3);
  EXPECT_GT(compared, 40u);
  EXPECT_GT(infeasible, 5u);
}

/// The space of pragmas alone, with and without coarse-grained unrolling.
TEST_F(ModelTest, PragmaSpace) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  compareWithBruteForce(allNests, /*rounds=*/55, /*mostPins=*/0,
                        SpaceKind::Pragmas);
  compareWithBruteForce(rectangular, /*rounds=*/15, /*mostPins=*/2,
                        SpaceKind::Pragmas);
  EXPECT_GT(compared, 30u);
  EXPECT_GT(infeasible, 1u);
}

/// Words of several elements: pinned, or chosen where they are as good.
TEST_F(ModelTest, PackedWordsFindTheOptimum) {
  compareWithBruteForce(allNests, /*rounds=*/55, /*mostPins=*/0,
                        SpaceKind::Shared, /*tiles=*/false, /*packs=*/true);
  EXPECT_GT(compared, 25u);
}

/// Layouts, several ports and copies for readers, also where the budget does
/// not allow all of them.
TEST_F(ModelTest, LayoutsFindTheOptimum) {
  constexpr const Kernel *nests[] = {&twoReaders, &matrixVector,
                                     &twoStatements};
  compareWithBruteForce(nests, /*rounds=*/24, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/true);
  EXPECT_GT(compared, 12u);
  EXPECT_GT(inBlocks, 0u);
}

/// Blocks of arrays, which share a port and are moved one after the other; as
/// in C, and with layouts and ports.
TEST_F(ModelTest, BlocksFindTheOptimum) {
  constexpr const Kernel *nests[] = {&matrixVector};
  compareWithBruteForce(nests, /*rounds=*/16, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/false,
                        /*blocks=*/true);
  compareWithBruteForce(nests, /*rounds=*/12, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/true,
                        /*blocks=*/true);
  EXPECT_GT(compared, 12u);
}

/// Arrays that use the ports of others, whole and beside blocks.
TEST_F(ModelTest, SharedPortsFindTheOptimum) {
  constexpr const Kernel *nests[] = {&matrixVector, &twoStatements};
  compareWithBruteForce(nests, /*rounds=*/16, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/false,
                        /*blocks=*/false, /*shares=*/true);
  compareWithBruteForce(nests, /*rounds=*/8, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/true,
                        /*blocks=*/false, /*shares=*/true);
  constexpr const Kernel *cut[] = {&matrixVector};
  compareWithBruteForce(cut, /*rounds=*/8, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/false, /*packs=*/false, /*layouts=*/false,
                        /*blocks=*/true, /*shares=*/true);
  EXPECT_GT(compared, 16u);
}

TEST_F(ModelTest, TilesFindTheOptimum) {
  compareWithBruteForce(tiledNests, 40, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/true);
  EXPECT_GT(compared, 25u);
}

/// Memory may hold arrays in the tiles that tasks move.
TEST_F(ModelTest, TilesInMemoryFindTheOptimum) {
  compareWithBruteForce(tiledNests, 40, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/true, /*packs=*/false, /*layouts=*/false,
                        /*blocks=*/false, /*shares=*/false,
                        /*tileLayouts=*/true);
  compareWithBruteForce(tiledAffineNests, 30, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/true, /*packs=*/false, /*layouts=*/false,
                        /*blocks=*/false, /*shares=*/false,
                        /*tileLayouts=*/true);
  EXPECT_GT(compared, 35u);
  EXPECT_GT(inTiles, 5u);
}

/// Guards, shared loops and references that loops move apart.
TEST_F(ModelTest, TilesOfAffineNestsFindTheOptimum) {
  compareWithBruteForce(tiledAffineNests, 40, /*mostPins=*/0, SpaceKind::Shared,
                        /*tiles=*/true);
  EXPECT_GT(compared, 20u);
}
