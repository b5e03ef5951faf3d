//===- CountingTest.cpp - Trip counts against walking ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Counting.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <tuple>

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

namespace {

/// The loops of a nest, outermost first; each holds the next one alone.
struct Nest {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<AffineForOp> loops;

  explicit Nest(llvm::StringRef text) {
    context.loadDialect<affine::AffineDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(
        ("func.func @f() {\n" + text + "\nreturn }").str(), &context);
    module->walk<WalkOrder::PreOrder>(
        [&](AffineForOp loop) { loops.push_back(loop); });
  }
};

/// Every iteration of every loop, one after the other.
class Walk {
public:
  Walk(ArrayRef<AffineForOp> loops, unsigned band) : loops(loops), band(band) {
    enter(0);
  }
  std::tuple<int64_t, int64_t, int64_t, int64_t> counts() const {
    return {least, most, first, end};
  }
  int64_t entries = 0, iterations = 0;

private:
  int64_t evaluate(affine::AffineBound bound, bool isLower) {
    SmallVector<Attribute> operands, results;
    for (Value operand : bound.getOperands())
      operands.push_back(IntegerAttr::get(IndexType::get(operand.getContext()),
                                          at.lookup(operand)));
    EXPECT_TRUE(succeeded(bound.getMap().constantFold(operands, results)));
    auto values = llvm::map_to_vector(results, [](Attribute value) {
      return cast<IntegerAttr>(value).getInt();
    });
    return isLower ? *llvm::max_element(values) : *llvm::min_element(values);
  }

  void enter(unsigned level) {
    if (level == loops.size()) {
      ++iterations;
      return;
    }
    int64_t before = iterations;
    bool isEntry = level + band == loops.size();
    entries += isEntry;
    AffineForOp loop = loops[level];
    int64_t from = evaluate(loop.getLowerBound(), /*isLower=*/true);
    int64_t to = evaluate(loop.getUpperBound(), /*isLower=*/false);
    if (level + 1 == loops.size() && from < to) {
      first = std::min(first, from);
      end = std::max(end, to);
    }
    for (int64_t value = from; value < to; value += loop.getStepAsInt()) {
      at[loop.getInductionVar()] = value;
      enter(level + 1);
    }
    if (isEntry) {
      least = std::min(least, iterations - before);
      most = std::max(most, iterations - before);
    }
  }

  ArrayRef<AffineForOp> loops;
  unsigned band;
  llvm::DenseMap<Value, int64_t> at;
  int64_t least = INT64_MAX, most = 0, first = INT64_MAX, end = INT64_MIN;
};

const char *const nests[] = {
    // A triangle, with a step that does not divide it.
    "affine.for %i = 0 to 13 { affine.for %j = affine_map<(i) -> (i)>(%i) to 13"
    " step 3 {} }",
    // Loops beside the ones that bounds depend on, before and between.
    "affine.for %r = 2 to 5 { affine.for %i = 0 to 6 { affine.for %s = 0 to 4 {"
    " affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {} } } }",
    // Tiles of a wavefront: each tile is like the first one.
    "affine.for %t = 0 to 5 {"
    " affine.for %w = affine_map<(t) -> (t * 32)>(%t)"
    " to affine_map<(t) -> (t * 32 + 60)>(%t) {"
    " affine.for %i = max affine_map<(t, w) -> (t * -16 + w floordiv 2 - 12, "
    "0)>"
    "(%t, %w) to min affine_map<(t, w) -> (t * -16 + w floordiv 2 + 1, 14)>"
    "(%t, %w) {"
    " affine.for %s = max affine_map<(t, w) -> (w floordiv 4 - 9, t * 8)>"
    "(%t, %w) to min affine_map<(t, w) -> (w floordiv 4 + 1, t * 8 + 8)>"
    "(%t, %w) {} } } }",
    // Tiles that move their loop backwards.
    "affine.for %t = 0 to 7 step 2 { affine.for %i = 0 to 3 {"
    " affine.for %j = affine_map<(t) -> (t * -5 + 40)>(%t)"
    " to affine_map<(t, i) -> (t * -5 + i + 41)>(%t, %i) {} } }",
    // The base itself is divided: tiles differ.
    "affine.for %t = 0 to 9 { affine.for %i = 0 to 3 {"
    " affine.for %j = affine_map<(t) -> ((t * 3) floordiv 2)>(%t)"
    " to affine_map<(t) -> ((t * 3) floordiv 2 + 4)>(%t) {} } }",
    // Divisions that nest, round up and leave a remainder.
    "affine.for %i = 0 to 23 { affine.for %j ="
    " affine_map<(i) -> (((i * 6 + 4) floordiv 4) floordiv 3)>(%i) to"
    " affine_map<(i) -> ((i + 5) ceildiv 2 + i mod 5)>(%i) step 2 {} }",
    // Empty for most iterations around.
    "affine.for %i = 0 to 20 { affine.for %j = affine_map<(i) -> (i)>(%i) to"
    " min affine_map<(i) -> (i * -3 + 9, i + 2)>(%i) {} }",
};

TEST(Counting, MatchesWalking) {
  for (const char *text : nests) {
    SCOPED_TRACE(text);
    Nest nest(text);
    for (unsigned band = 1; band <= nest.loops.size(); ++band) {
      Walk walk(nest.loops, band);
      std::optional<analysis::TripCounts> counts =
          analysis::tripCounts(nest.loops.back(), /*thorough=*/false, band);
      ASSERT_TRUE(counts);
      EXPECT_EQ(
          std::tuple(counts->least, counts->most, counts->first, counts->end),
          walk.counts());
      EXPECT_EQ(counts->ceiling,
                (walk.iterations + walk.entries - 1) / walk.entries);
    }
    Walk walk(nest.loops, 1);
    FailureOr<analysis::LoopCount> count =
        analysis::countIterations(nest.loops.back());
    ASSERT_TRUE(succeeded(count));
    EXPECT_EQ(count->entries, walk.entries);
    EXPECT_EQ(count->iterations, walk.iterations);
  }
}

TEST(Counting, AlikeTilesAreCountedOnce) {
  // 2^30 iterations around the innermost loop, 2^10 of them different.
  Nest nest("affine.for %t = 0 to 1048576 {"
            " affine.for %w = affine_map<(t) -> (t * 8)>(%t)"
            " to affine_map<(t) -> (t * 8 + 1024)>(%t) {"
            " affine.for %i = affine_map<(t) -> (t * 2)>(%t)"
            " to affine_map<(w) -> (w floordiv 4 + 1)>(%w) {} } }");
  auto counts = analysis::tripCounts(nest.loops.back());
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->least, 1);
  EXPECT_EQ(counts->most, 256);
  EXPECT_EQ(counts->ceiling, 129); // 128.5
  EXPECT_EQ(counts->end, 1048575 * 2 + 256);
}

TEST(Counting, GivesUpWhereTooMuchDiffers) {
  Nest nest("affine.for %i = 0 to 4096 { affine.for %j = 0 to 4096 {"
            " affine.for %k = 0 to affine_map<(i, j) -> (i + j)>(%i, %j)"
            " {} } }");
  EXPECT_FALSE(analysis::tripCounts(nest.loops.back()));
}

} // namespace
