//===- CandidatesTest.cpp - Schedules of isl against enumeration ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every candidate is carried out, and the instances of the generated code are
// enumerated: the same ones as before, and any two that meet in an element that
// one of them writes in the same order as before.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Oracle.h"
#include "mlir/IR/Verifier.h"
#include "talos/Poly/ScheduleCandidates.h"
#include "gtest/gtest.h"
#include <map>

using namespace talos::poly;
using namespace talos::poly::test;

namespace {

/// In place, so that every element waits for others.
const char *elimination = R"(
func.func @elimination(%A: memref<12x12xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<12x12xf32>
        %1 = affine.load %A[%i, %k] : memref<12x12xf32>
        %2 = affine.load %A[%k, %j] : memref<12x12xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] {hls.stmt = "L"} : memref<12x12xf32>
      }
      %5 = affine.load %A[%i, %j] : memref<12x12xf32>
      %6 = affine.load %A[%j, %j] : memref<12x12xf32>
      %7 = arith.divf %5, %6 : f32
      affine.store %7, %A[%i, %j] {hls.stmt = "D"} : memref<12x12xf32>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 12 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<12x12xf32>
        %1 = affine.load %A[%i, %k] : memref<12x12xf32>
        %2 = affine.load %A[%k, %j] : memref<12x12xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] {hls.stmt = "U"} : memref<12x12xf32>
      }
    }
  }
  return
})";

const char *substitution = R"(
func.func @substitution(%L: memref<13x13xf32>, %x: memref<13xf32>, %b: memref<13xf32>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %b[%i] : memref<13xf32>
    affine.store %0, %x[%i] {hls.stmt = "B"} : memref<13xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %x[%i] : memref<13xf32>
      %2 = affine.load %L[%i, %j] : memref<13x13xf32>
      %3 = affine.load %x[%j] : memref<13xf32>
      %4 = arith.mulf %2, %3 : f32
      %5 = arith.subf %1, %4 : f32
      affine.store %5, %x[%i] {hls.stmt = "S"} : memref<13xf32>
    }
    %6 = affine.load %x[%i] : memref<13xf32>
    %7 = affine.load %L[%i, %i] : memref<13x13xf32>
    %8 = arith.divf %6, %7 : f32
    affine.store %8, %x[%i] {hls.stmt = "D"} : memref<13xf32>
  }
  return
})";

const char *relaxation = R"(
func.func @relaxation(%A: memref<11x11xf32>) {
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 9 {
        %0 = affine.load %A[%i, %j] : memref<11x11xf32>
        %1 = affine.load %A[%i, %j + 2] : memref<11x11xf32>
        %2 = affine.load %A[%i + 2, %j + 1] : memref<11x11xf32>
        %3 = affine.load %A[%i + 1, %j + 2] : memref<11x11xf32>
        %4 = affine.load %A[%i, %j + 1] : memref<11x11xf32>
        %5 = affine.load %A[%i + 2, %j] : memref<11x11xf32>
        %6 = arith.addf %0, %1 : f32
        %7 = arith.addf %6, %2 : f32
        %8 = arith.addf %7, %3 : f32
        %9 = arith.addf %8, %4 : f32
        %10 = arith.addf %9, %5 : f32
        affine.store %10, %A[%i + 1, %j + 1] {hls.stmt = "S"} : memref<11x11xf32>
      }
    }
  }
  return
})";

struct Expected {
  const char *name;
  const char *kernel;
  int64_t steps; ///< of the first candidate
  int64_t sourceSteps;
};

class Candidates : public testing::TestWithParam<Expected> {};

std::vector<ScheduleCandidate> candidatesOf(mlir::func::FuncOp func) {
  auto scop = Scop::build(func);
  EXPECT_TRUE(mlir::succeeded(scop));
  return (*scop)->scheduleCandidates({});
}

TEST_P(Candidates, TakeFewSteps) {
  Program program(GetParam().kernel);
  ASSERT_TRUE(program.func());
  auto found = candidatesOf(program.func());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().steps, GetParam().steps);
  bool hasSource = false;
  for (const ScheduleCandidate &candidate : found)
    if (candidate.method == ScheduleMethod::Source) {
      hasSource = true;
      EXPECT_EQ(candidate.steps, GetParam().sourceSteps);
    }
  EXPECT_TRUE(hasSource);
}

/// The keys of instances in the order of the trace; equal keys count on.
std::map<std::string, std::vector<int64_t>>
positions(const std::vector<Instance> &trace) {
  std::map<std::string, std::vector<int64_t>> result;
  for (size_t i = 0; i < trace.size(); ++i)
    result[trace[i].key()].push_back(i);
  return result;
}

TEST_P(Candidates, RunTheSameInstancesInAnOrderThatIsLegal) {
  size_t count = 0;
  do {
    Program program(GetParam().kernel);
    auto before = execute(program.func());
    auto found = candidatesOf(program.func());
    if (count == found.size())
      break;
    auto scop = Scop::build(program.func());
    ASSERT_TRUE(mlir::succeeded(scop));
    LoopHooks hooks;
    hooks.wholeLoops = true;
    ASSERT_TRUE(
        mlir::succeeded((*scop)->generate(found[count].schedule, hooks)));
    ASSERT_TRUE(mlir::succeeded(mlir::verify(*program.module)));
    auto after = execute(program.func());
    ASSERT_EQ(before.size(), after.size());
    auto now = positions(after);
    std::vector<std::vector<int64_t>> times;
    std::map<std::string, size_t> seen;
    for (const Instance &instance : before) {
      auto &where = now[instance.key()];
      size_t nth = seen[instance.key()]++;
      ASSERT_LT(nth, where.size()) << instance.key();
      times.push_back({where[nth]});
    }
    EXPECT_TRUE(isLegal(before, times)) << stringify(found[count].method).str();
  } while (++count);
  EXPECT_GT(count, 0u);
}

/// Without skewed layouts the loops inside of wavefronts take the turns of the
/// smallest box around each: counted here point by point.
TEST(CandidateCosts, CountBoxesOfWavefronts) {
  Program program(relaxation);
  auto scop = Scop::build(program.func());
  ASSERT_TRUE(mlir::succeeded(scop));
  CandidateOptions options;
  options.skewsLayouts = false;
  unsigned skewed = 0;
  for (const ScheduleCandidate &candidate :
       (*scop)->scheduleCandidates(options)) {
    mlir::AffineMap times = candidate.schedule.front();
    unsigned first = 0; // of the times inside
    for (unsigned r = 0; r < times.getNumResults(); ++r) {
      unsigned iterators = 0;
      for (unsigned d = 0; d < times.getNumDims(); ++d)
        iterators += times.getResult(r).isFunctionOfDim(d);
      if (iterators > 1)
        first = r + 1;
    }
    if (first == 0)
      continue;
    ++skewed;
    using Bounds = std::vector<std::pair<int64_t, int64_t>>;
    std::map<std::vector<int64_t>, Bounds> boxes;
    for (int64_t point = 0; point < 9 * 9 * 9; ++point) {
      auto at = times.compose({point / 81, point / 9 % 9, point % 9});
      std::vector<int64_t> step(at.begin(), at.begin() + first),
          inner(at.begin() + first, at.end());
      Bounds &box = boxes[step];
      if (box.empty())
        for (int64_t value : inner)
          box.emplace_back(value, value);
      for (auto [bounds, value] : llvm::zip_equal(box, inner))
        bounds = {std::min(bounds.first, value),
                  std::max(bounds.second, value)};
    }
    int64_t turns = 0;
    for (const auto &[step, box] : boxes) {
      int64_t points = 1;
      for (auto [low, high] : box)
        points *= high - low + 1;
      turns += points;
    }
    EXPECT_EQ(candidate.cost, candidate.steps * options.depth + turns)
        << candidate.text;
  }
  EXPECT_EQ(skewed, 3u);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Candidates,
    testing::Values(Expected{"elimination", elimination, 22, 352},
                    Expected{"substitution", substitution, 26, 92},
                    Expected{"relaxation", relaxation, 57, 729},
                    Expected{"jacobi", jacobi, 6, 6},
                    Expected{"trmm", trmm, 5, 11}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
