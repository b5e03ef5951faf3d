//===- ParetoTest.cpp - Fronts against enumeration ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Pareto.h"
#include "BruteForce.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/SharedProblem.h"
#include "Kernels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {
using Figures = std::vector<int64_t>; ///< cycles, then amounts
using Field = int64_t target::Resources::*;
} // namespace

static bool isBeaten(const Figures &point, const Figures &by) {
  bool within = true;
  for (auto [x, y] : llvm::zip_equal(by, point))
    within &= x <= y;
  return within && by != point;
}

static std::set<Figures> unbeaten(const std::set<Figures> &all) {
  std::set<Figures> kept;
  for (const Figures &point : all)
    if (llvm::none_of(
            all, [&](const Figures &other) { return isBeaten(point, other); }))
      kept.insert(point);
  return kept;
}

static std::set<Figures> figuresOf(const ParetoFront &front) {
  std::set<Figures> all;
  for (const ParetoSolve *point : front.front()) {
    Figures figures{point->cycles};
    llvm::append_range(figures, point->amounts);
    all.insert(figures);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// The search alone, over tables of random points
//===----------------------------------------------------------------------===//

namespace {
/// Designs as a table; the solver looks at all of them, and of those with the
/// least cycles gives one that nothing else speaks for.
struct Table {
  std::vector<Figures> rows;
  unsigned solved = 0;

  std::optional<ParetoSolve> solve(llvm::ArrayRef<int64_t> limits) {
    ++solved;
    ParetoSolve one;
    one.limits = limits.vec();
    one.status = nlp::Status::Infeasible;
    for (const Figures &row : rows) {
      bool fits = true;
      for (auto [used, limit] : llvm::zip(llvm::drop_begin(row), limits))
        fits &= used <= limit;
      if (!fits || (one.hasPoint() && row.front() >= one.cycles))
        continue;
      one.status = nlp::Status::Optimal;
      one.cycles = one.bound = row.front();
      one.amounts.assign(row.begin() + 1, row.end());
    }
    return one;
  }
};
} // namespace

TEST(ParetoFront, FindsTheFrontOfRandomTables) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 300; ++round) {
    unsigned amounts = 1 + round % 6;
    Table table;
    for (unsigned row = 0; row < 1 + random() % 40; ++row) {
      Figures figures;
      for (unsigned i = 0; i <= amounts; ++i)
        figures.push_back(int64_t(random() % 9));
      table.rows.push_back(figures);
    }
    std::vector<int64_t> most(amounts, 6);
    std::set<Figures> fitting;
    for (const Figures &row : table.rows)
      if (llvm::all_of(llvm::drop_begin(row),
                       [](int64_t used) { return used <= 6; }))
        fitting.insert(row);
    ParetoFront front(
        [&](llvm::ArrayRef<int64_t> limits) { return table.solve(limits); });
    front.run(most);
    EXPECT_TRUE(front.isProved());
    EXPECT_EQ(figuresOf(front), unbeaten(fitting)) << "round " << round;
  }
}

/// What a former run solved is not solved again, and what it did not is.
TEST(ParetoFront, TakesUpWhatIsKnown) {
  Table table{{{9, 1, 5}, {7, 2, 4}, {5, 3, 9}, {4, 6, 2}, {2, 8, 8}}};
  std::vector<ParetoSolve> kept;
  ParetoFront first([&](llvm::ArrayRef<int64_t> limits) {
    auto one = table.solve(limits);
    kept.push_back(*one);
    return one;
  });
  first.run({10, 10});
  unsigned all = table.solved;
  for (size_t have = 0; have <= kept.size(); ++have) {
    table.solved = 0;
    ParetoFront again(
        [&](llvm::ArrayRef<int64_t> limits) { return table.solve(limits); });
    for (const ParetoSolve &one : llvm::ArrayRef(kept).take_front(have))
      again.add(one);
    again.run({10, 10});
    EXPECT_EQ(table.solved, all - have);
    EXPECT_EQ(figuresOf(again), figuresOf(first));
  }
}

TEST(ParetoFront, SaysWhatIsMissing) {
  Table table{{{9, 1}, {7, 2}, {5, 3}}};
  unsigned left = 2;
  ParetoFront ended(
      [&](llvm::ArrayRef<int64_t> limits) -> std::optional<ParetoSolve> {
        return left-- == 0 ? std::nullopt : table.solve(limits);
      });
  ended.run({10});
  EXPECT_FALSE(ended.isWhole());
  EXPECT_EQ(figuresOf(ended), (std::set<Figures>{{5, 3}, {7, 2}}));

  ParetoFront unproved([&](llvm::ArrayRef<int64_t> limits) {
    auto one = table.solve(limits);
    if (one->hasPoint() && one->cycles == 7)
      one->status = nlp::Status::Feasible;
    return one;
  });
  unproved.run({10});
  EXPECT_TRUE(unproved.isWhole());
  EXPECT_FALSE(unproved.isProved());
}

//===----------------------------------------------------------------------===//
// Over the design spaces of small nests
//===----------------------------------------------------------------------===//

namespace {
class ParetoSpaceTest : public testing::Test {
protected:
  ParetoSpaceTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, hls::HLSDialect>();
    registerTalosTransformsPasses();
  }

  OwningOpRef<ModuleOp> parse(const Kernel &kernel,
                              llvm::ArrayRef<int64_t> extents) {
    std::string text = kernel.text;
    for (auto [i, extent] : llvm::enumerate(extents)) {
      std::string name = "$" + std::to_string(i);
      for (size_t at; (at = text.find(name)) != std::string::npos;)
        text.replace(at, name.size(), std::to_string(extent));
    }
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    if (!module ||
        failed(parsePassPipeline("hls-prepare{top=f},func.func(hls-normalize)",
                                 passes)) ||
        failed(passes.run(*module)))
      return nullptr;
    return module;
  }

  void compare(DesignSpace space, llvm::ArrayRef<Field> fields);

  MLIRContext context;
  size_t points = 0;
};
} // namespace

void ParetoSpaceTest::compare(DesignSpace space, llvm::ArrayRef<Field> fields) {
  std::set<Figures> all;
  std::mt19937 random(5);
  std::vector<int64_t> beats = pinBeats(space, [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  });
  BruteForce every(space, {});
  every.beats = beats;
  every.visit = [&](const DesignCost<Int> &cost) {
    target::Amounts used = amountsOf(cost);
    Figures figures{cost.latency.value()};
    for (Field field : fields)
      figures.push_back(used.*field);
    all.insert(figures);
  };
  every.run();
  ParetoFront front([&](llvm::ArrayRef<int64_t> limits) {
    DesignSpace part = space;
    for (auto [field, limit] : llvm::zip_equal(fields, limits))
      part.usable.*field = limit;
    ParetoSolve one;
    one.limits = limits.vec();
    auto built = SharedProblem::build(part);
    EXPECT_TRUE(succeeded(built));
    nlp::Solution found = nlp::solve((*built)->model);
    one.status = found.status;
    if (found.point.empty())
      return one;
    one.cycles = found.objective.front();
    hls::DesignAttr design = *(*built)->designOf(found);
    for (Field field : fields)
      for (const target::ResourceField &known : target::resourceFields)
        if (known.amount == field)
          one.amounts.push_back(
              design.getResources().getAs<IntegerAttr>(known.name).getInt());
    return one;
  });
  std::vector<int64_t> most;
  for (Field field : fields)
    most.push_back(space.usable.*field);
  front.run(most);
  EXPECT_TRUE(front.isProved());
  EXPECT_EQ(figuresOf(front), unbeaten(all));
  points += front.front().size();
}

TEST_F(ParetoSpaceTest, FrontsOfSmallNests) {
  auto target = target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  std::mt19937 random(5);
  const std::vector<Field> dsp{&target::Resources::dsp},
      bram{&target::Resources::bram18k}, lut{&target::Resources::lut},
      three{&target::Resources::dsp, &target::Resources::lut},
      memories{&target::Resources::bram18k, &target::Resources::ff};
  unsigned round = 0;
  for (const Kernel *kernel : {&matrixVector, &twoStatements, &product})
    for (const std::vector<Field> &fields : {dsp, bram, lut, three, memories}) {
      std::vector<int64_t> extents;
      for (unsigned e = 0; e < kernel->extents; ++e)
        extents.push_back(2 + int64_t(random() % (kernel == &product ? 3 : 7)));
      OwningOpRef<ModuleOp> module = parse(*kernel, extents);
      ASSERT_TRUE(module);
      SpaceOptions options;
      options.treeReduction = ++round % 2;
      options.maxPartition = 12;
      FailureOr<DesignSpace> space =
          buildDesignSpace(*module->getOps<func::FuncOp>().begin(), *target,
                           options, SpaceKind::Shared);
      ASSERT_TRUE(succeeded(space));
      compare(*space, fields);
    }
  EXPECT_GT(points, 40u);
}
