//===- ExplainTest.cpp - What a nest's limits are said to cost is true ----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every claim is held against explorations of its own: of the whole program
// under the raised limit, and with the other nests pinned under a limit that is
// one less than what is said to be needed. What is not said to bind is lifted,
// too.
//
//===----------------------------------------------------------------------===//
#include "Explore/Explain/Explainer.h"
#include "Explore/Shared/Design.h"
#include "Explore/Shared/SharedSpace.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Cost/Intervals.h"
#include "talos/Explore/Explore.h"
#include "talos/Support/Divisors.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class ExplainTest : public testing::Test {
protected:
  ExplainTest() {
    registerTalosTransformsPasses();
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, math::MathDialect,
                        memref::MemRefDialect, hls::HLSDialect>();
  }

  void prepare(const std::string &file, const std::string &top,
               const SpaceOptions &options) {
    module = parseSourceFile<ModuleOp>(
        std::string(TALOS_KERNELS) + "/mini/" + file + ".mlir", &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    ASSERT_TRUE(succeeded(parsePassPipeline(
                    "hls-prepare{top=" + top +
                        "},func.func(hls-normalize,hls-distribute,"
                        "hls-rectangularize)",
                    passes)) &&
                succeeded(passes.run(*module)));
    llvm::Expected<target::Target> loaded =
        target::loadTarget("u200", 4000, "2023.2");
    ASSERT_TRUE(bool(loaded));
    target = std::move(*loaded);
    this->options = options;
    space = spaceWith(options);
  }

  void build(const std::string &file, const std::string &top,
             const SpaceOptions &options) {
    prepare(file, top, options);
    ASSERT_TRUE(space);
    FailureOr<ExploreResult> result = explore::explore(SharedSpace(*space), {});
    ASSERT_TRUE(succeeded(result));
    ASSERT_EQ(result->solution.status, nlp::Status::Optimal);
    design = result->design;
    FailureOr<std::vector<NestExplanation>> explained =
        explainDesign(*space, design, {});
    ASSERT_TRUE(succeeded(explained));
    nests = std::move(*explained);
  }

  /// Of a random design; counts intervals above 1.
  unsigned checkIntervals(std::mt19937 &random) {
    auto pick = [&](size_t count) {
      return std::uniform_int_distribution<size_t>(0, count - 1)(random);
    };
    DesignChoices<Int> choices;
    for (const TaskSpace &task : space->tasks) {
      choices.tasks.emplace_back();
      size_t pipelined = pick(task.band.size());
      for (auto [l, loop] : llvm::enumerate(task.band)) {
        std::vector<int64_t> t2s = loop.unrollFactors();
        int64_t t2 = t2s[pick(t2s.size())], t1 = 1;
        std::vector<int64_t> rest = divisors(loop.trip / t2);
        if (l == pipelined)
          t1 = rest[pick(rest.size())];
        choices.tasks.back().loops.push_back(
            {loop.trip / (t1 * t2), t1, t2, int64_t(l == pipelined)});
      }
    }
    for (const ArraySpace &array : space->arrays) {
      choices.packed.emplace_back();
      choices.ports.emplace_back();
      choices.copies.emplace_back();
      if (array.movesWhole())
        choices.ports.back() = {pick(2) ? array.shape.widestBeat : 1};
      choices.factors.emplace_back();
      for (const std::vector<int64_t> &factors : array.factors)
        choices.factors.back().push_back(
            pick(2) ? factors.back() : factors[pick(factors.size())]);
    }
    cost::Numbers<Int> number;
    DesignCost<Int> cost = costOfDesign(*space, choices, number);
    unsigned stretched = 0;
    for (auto [t, task] : llvm::enumerate(space->tasks)) {
      std::vector<cost::ArrayCost<Int>> tiles;
      int64_t greatest = 1;
      for (const cost::IntervalTerm &term : cost::intervalTerms(
               task.only(),
               choiceOfTask(*space, t, choices, cost.arrays, tiles, number),
               space->target.rules, space->treeReduction))
        greatest = std::max(greatest, term.cycles);
      EXPECT_EQ(greatest, cost.tasks[t].ii.value()) << task.name;
      stretched += greatest > 1;
    }
    return stretched;
  }

  std::optional<DesignSpace> spaceWith(const SpaceOptions &with) {
    FailureOr<DesignSpace> built =
        buildDesignSpace(*module->getOps<func::FuncOp>().begin(), target, with);
    return succeeded(built) ? std::optional(std::move(*built)) : std::nullopt;
  }

  /// The space with another amount of a limit.
  DesignSpace withLimit(StringRef kind, StringRef name, int64_t amount) {
    SpaceOptions with = options;
    if (kind == "partition")
      with.maxPartition = amount;
    DesignSpace result = *spaceWith(with);
    for (const target::ResourceField &field : target::resourceFields)
      if (kind == "budget" && name == field.name)
        result.usable.*field.amount = amount;
    return result;
  }

  /// The choices of all nests but one, and the partitions and beats of arrays
  /// that this one does not access, as pins.
  void holdOthers(DesignSpace &part, StringRef free) {
    auto task = llvm::find_if(part.tasks, [&](const TaskSpace &candidate) {
      return candidate.name == free;
    });
    for (hls::ArrayPointAttr array : design.getArrays()) {
      StringRef name = array.getArray().getValue();
      auto accesses = [&](const cost::ArrayUse &use) {
        return part.arrays[use.array].shape.name == name;
      };
      if (llvm::any_of(task->uses, accesses))
        continue;
      for (const ArraySpace &held : part.arrays)
        if (held.shape.name == name && held.movesWhole())
          part.pins.push_back({(name + ".beat").str(), nlp::Pin::Equal,
                               std::to_string(array.getBeat())});
      for (auto [d, dim] : llvm::enumerate(array.getPartition().getDims()))
        if (dim.getKind() != hls::PartitionKind::Complete)
          part.pins.push_back({(name + ".partition" + Twine(d)).str(),
                               nlp::Pin::Equal,
                               std::to_string(dim.getFactor())});
        else
          part.pins.push_back({(name + ".partition" + Twine(d)).str(),
                               nlp::Pin::AtLeast,
                               std::to_string(extentOf(part, name, d))});
    }
    for (hls::TaskPointAttr task : design.getTasks()) {
      std::string name = task.getName().getValue().str();
      if (name == free)
        continue;
      for (hls::LoopPointAttr loop : task.getLoops()) {
        std::string variable = name + "." + loop.getName().getValue().str();
        ArrayRef<int64_t> factors = loop.getFactors();
        part.pins.push_back(
            {variable + ".t1", nlp::Pin::Equal, std::to_string(factors[1])});
        part.pins.push_back(
            {variable + ".t2", nlp::Pin::Equal, std::to_string(factors[2])});
      }
      if (!task.getPipelined().empty())
        part.pins.push_back({name + ".pipelined", nlp::Pin::Equal,
                             task.getPipelined().getValue().str()});
    }
  }

  static int64_t extentOf(const DesignSpace &part, StringRef name, unsigned d) {
    for (const ArraySpace &array : part.arrays)
      if (array.shape.name == name)
        return array.shape.extents[d];
    return 0;
  }

  static int64_t cyclesOf(const DesignSpace &part) {
    FailureOr<ExploreResult> result = explore::explore(SharedSpace(part), {});
    EXPECT_TRUE(succeeded(result));
    EXPECT_EQ(result->solution.status, nlp::Status::Optimal);
    return result->design.getCycles();
  }

  /// What is said of a limit: it buys so much, and one less buys nothing.
  void checkGains(const NestExplanation &nest, const Binding &binding) {
    std::string kind = hls::stringifyBindingKind(binding.kind).str();
    ASSERT_TRUE(binding.least && binding.most);
    EXPECT_TRUE(binding.least->proved && binding.most->proved);
    EXPECT_GT(binding.least->amount, binding.limit);
    EXPECT_GT(binding.least->saves, 0);
    EXPECT_GE(binding.most->saves, binding.least->saves);
    for (const Gain &gain : {*binding.least, *binding.most}) {
      DesignSpace whole = withLimit(kind, binding.name, gain.amount);
      EXPECT_LE(cyclesOf(whole), design.getCycles() - gain.saves);
      holdOthers(whole, nest.task);
      EXPECT_LE(cyclesOf(whole), design.getCycles() - gain.saves);
    }
    DesignSpace held = withLimit(kind, binding.name, binding.least->amount - 1);
    holdOthers(held, nest.task);
    EXPECT_EQ(cyclesOf(held), design.getCycles()) << nest.task;
    ++gains;
  }

  /// A resource that is not said to bind buys nothing.
  void checkOthers(const NestExplanation &nest) {
    for (const target::ResourceField &field : target::resourceFields) {
      if (llvm::any_of(nest.bindings, [&](const Binding &binding) {
            return binding.name == field.name;
          }))
        continue;
      DesignSpace held = withLimit("budget", field.name, 1 << 30);
      holdOthers(held, nest.task);
      EXPECT_EQ(cyclesOf(held), design.getCycles())
          << nest.task << " " << field.name.str();
    }
  }

  void checkAll() {
    for (const NestExplanation &nest : nests) {
      EXPECT_FALSE(nest.bindings.empty());
      for (const Binding &binding : nest.bindings) {
        EXPECT_NE(binding.kind, BindingKind::Undecided) << binding.text;
        EXPECT_NE(binding.kind, BindingKind::Choice) << binding.text;
        if (binding.kind == BindingKind::Budget ||
            binding.kind == BindingKind::Partition)
          checkGains(nest, binding);
      }
      checkOthers(nest);
    }
  }

  bool binds(StringRef name) {
    return llvm::any_of(nests, [&](const NestExplanation &nest) {
      return llvm::any_of(nest.bindings, [&](const Binding &binding) {
        return binding.name == name;
      });
    });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  target::Target target;
  SpaceOptions options;
  std::optional<DesignSpace> space;
  hls::DesignAttr design;
  std::vector<NestExplanation> nests;
  unsigned gains = 0; ///< checked
};

struct Case {
  const char *file, *top, *limits;
  int64_t maxPartition;
  const char *binds; ///< some nest says so
};

class ExplainCases : public ExplainTest,
                     public testing::WithParamInterface<Case> {};

} // namespace

TEST_P(ExplainCases, ClaimsAreTrue) {
  const Case &c = GetParam();
  SpaceOptions options;
  options.limits = c.limits;
  options.maxPartition = c.maxPartition;
  build(c.file, c.top, options);
  if (HasFatalFailure())
    return;
  EXPECT_TRUE(binds(c.binds));
  checkAll();
  EXPECT_GT(gains, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Limits, ExplainCases,
    testing::Values(Case{"gemm", "gemm", "DSP=200", 0, "DSP"},
                    Case{"2mm", "kernel_2mm", "DSP=150", 0, "DSP"},
                    Case{"gemm", "gemm", "LUT=60000", 0, "LUT"},
                    Case{"atax", "atax", "", 8, "max_partition"},
                    Case{"mvt", "mvt", "FF=15000", 0, "FF"}),
    [](const auto &info) {
      return std::string(info.param.binds) + "_" + info.param.top;
    });

/// The terms that are named are those that the rules of cost take the greatest
/// of.
TEST_F(ExplainTest, GreatestTermIsTheInterval) {
  std::mt19937 random(7);
  unsigned stretched = 0;
  for (auto [file, top] : {std::pair("gemm", "gemm"),
                           {"atax", "atax"},
                           {"gemver", "gemver"},
                           {"gesummv", "gesummv"}})
    for (bool tree : {false, true}) {
      SpaceOptions options;
      options.treeReduction = tree;
      prepare(file, top, options);
      ASSERT_TRUE(space);
      for (unsigned i = 0; i < 200; ++i)
        stretched += checkIntervals(random);
    }
  EXPECT_GT(stretched, 100u);
}

/// Without a pin the design is as much faster as is said, and no more.
TEST_F(ExplainTest, PinsCostWhatIsSaid) {
  SpaceOptions options;
  options.pins = {{"S1.k.t2", nlp::Pin::Equal, "1"},
                  {"S1.j.t2", nlp::Pin::AtMost, "5"},
                  {"A.partition1", nlp::Pin::Equal, "3"}};
  build("gemm", "gemm", options);
  unsigned checked = 0;
  for (const NestExplanation &nest : nests)
    for (unsigned p = 0; p < options.pins.size(); ++p) {
      std::string pin = options.pins[p].text();
      auto binding = llvm::find_if(nest.bindings, [&](const Binding &other) {
        return other.kind == BindingKind::Pin && other.name == pin;
      });
      int64_t saves = binding == nest.bindings.end() ? 0 : binding->most->saves;
      DesignSpace held = *space;
      held.pins.erase(held.pins.begin() + p);
      holdOthers(held, nest.task);
      EXPECT_EQ(cyclesOf(held), design.getCycles() - saves) << pin;
      checked += saves > 0;
    }
  EXPECT_EQ(checked, 3u);
}
