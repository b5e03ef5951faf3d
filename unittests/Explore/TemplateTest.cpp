//===- TemplateTest.cpp - A template that a program registers of its own --===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A third family of designs is an addition: this file registers one, and no
// other file knows of it.
//
//===----------------------------------------------------------------------===//
#include "talos/Explore/Template.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Explore.h"
#include "talos/Explore/Passes.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

/// One statement after the other, nothing unrolled. Of each its innermost loop
/// may be pipelined, an iteration a cycle; otherwise an iteration takes 10.
struct Step {
  std::string name;
  std::vector<int64_t> trips; ///< outermost first
};

hls::TaskPointAttr taskPoint(MLIRContext *context, const Step &step,
                             bool pipelined, int64_t cycles) {
  SmallVector<hls::LoopPointAttr> loops;
  SmallVector<StringAttr> order;
  for (auto [depth, trip] : llvm::enumerate(step.trips)) {
    order.push_back(StringAttr::get(context, "i" + Twine(depth)));
    bool isInner = pipelined && depth + 1 == step.trips.size();
    int64_t factors[] = {isInner ? 1 : trip, isInner ? trip : 1, 1};
    loops.push_back(
        hls::LoopPointAttr::get(context, order.back(), trip, trip, factors));
  }
  StringAttr name = StringAttr::get(context, step.name);
  return hls::TaskPointAttr::get(
      context, name, name, AffineMapAttr(), loops, order,
      pipelined ? order.back() : StringAttr::get(context, ""), /*ii=*/1,
      /*coarse=*/1, hls::Accumulator::Direct, hls::Concurrency::Sequential,
      /*slr=*/0, cycles, /*true_bounds=*/false,
      /*pairs=*/StringAttr::get(context, ""),
      /*adders=*/StringAttr::get(context, ""));
}

hls::DesignAttr designOf(MLIRContext *context,
                         ArrayRef<hls::TaskPointAttr> tasks, StringRef status,
                         int64_t bound) {
  int64_t cycles = 0;
  for (hls::TaskPointAttr task : tasks)
    cycles += task.getCycles();
  return hls::DesignAttr::get(
      context, tasks, {}, StringAttr::get(context, status), cycles, bound,
      DictionaryAttr::get(context), StringAttr::get(context, ""));
}

int64_t cyclesOf(const Step &step, bool pipelined) {
  int64_t cycles = pipelined ? 1 : 10;
  for (int64_t trip : step.trips)
    cycles *= trip;
  return cycles;
}

class SerialProblem : public Problem {
public:
  SerialProblem(MLIRContext *context, ArrayRef<Step> steps)
      : context(context), steps(steps) {
    nlp::Expr cycles = model.constant(0);
    for (const Step &step : steps) {
      nlp::BlockId block = model.addBlock(step.name);
      nlp::Expr pipelined =
          model.addVariable(block, step.name + ".pipelined", {0, 1});
      cycles = cycles + select(pipelined, model.constant(cyclesOf(step, true)),
                               model.constant(cyclesOf(step, false)));
    }
    model.setObjective({cycles});
  }

  FailureOr<hls::DesignAttr>
  designOf(const nlp::Solution &solution) const override {
    SmallVector<hls::TaskPointAttr> tasks;
    for (auto [step, value] : llvm::zip(steps, solution.point))
      tasks.push_back(
          taskPoint(context, step, value, cyclesOf(step, value != 0)));
    return ::designOf(context, tasks, "feasible", solution.bound);
  }

private:
  MLIRContext *context;
  ArrayRef<Step> steps;
};

class SerialSpace : public Space {
public:
  SerialSpace(func::FuncOp func, const target::Target &target,
              const SpaceOptions &options)
      : Space(func, target, options.pins) {
    func.walk([&](affine::AffineStoreOp store) {
      Step step{"S" + std::to_string(steps.size()), {}};
      for (Operation *op = store->getParentOp(); op != func;
           op = op->getParentOp())
        step.trips.insert(
            step.trips.begin(),
            int64_t(*getConstantTripCount(cast<affine::AffineForOp>(op))));
      steps.push_back(std::move(step));
    });
  }

  FailureOr<std::unique_ptr<Problem>>
  lower(ArrayRef<nlp::Pin> pins) const override {
    func::FuncOp func = getFunc();
    auto problem = std::make_unique<SerialProblem>(func.getContext(), steps);
    if (llvm::Error error = nlp::applyPins(
            problem->model, pins, nlp::variableTargets(problem->model)))
      return func.emitError(llvm::toString(std::move(error)));
    return std::unique_ptr<Problem>(std::move(problem));
  }

  FailureOr<hls::DesignAttr> evaluate(hls::DesignAttr design) const override {
    SmallVector<hls::TaskPointAttr> tasks;
    MLIRContext *context = design.getContext();
    for (auto [step, task] : llvm::zip(steps, design.getTasks())) {
      bool pipelined = !task.getPipelined().empty();
      tasks.push_back(
          taskPoint(context, step, pipelined, cyclesOf(step, pipelined)));
    }
    return ::designOf(context, tasks, "manual", /*bound=*/0);
  }

private:
  std::vector<Step> steps;
};

/// The serial space cut into three programs by what S0 and S1 do.
class CutSpace : public SerialSpace {
public:
  using SerialSpace::SerialSpace;

  std::unique_ptr<Portfolio> portfolio() const override {
    return std::make_unique<Cut>(*this);
  }

private:
  class Cut : public Portfolio {
  public:
    explicit Cut(const Space &space) : space(space) {}

    FailureOr<std::unique_ptr<Problem>> first() const override {
      return part("S0.pipelined=0");
    }

    std::vector<Subproblem> nextGroup(const nlp::Solution &best) override {
      if (std::exchange(isCut, true))
        return {};
      EXPECT_EQ(best.objective.front(), 10 * 8 + 4 * 8);
      return {{[this](auto) { return part("S0.pipelined=1,S1.pipelined=0"); },
               0, 0},
              {[this](auto) { return part("S0.pipelined=1,S1.pipelined=1"); },
               0, 1}};
    }

  private:
    FailureOr<std::unique_ptr<Problem>> part(StringRef pins) const {
      return space.lower(llvm::cantFail(nlp::parsePins(pins)));
    }

    const Space &space;
    bool isCut = false;
  };
};

/// Programs of the serial space as a list, each said to take 10 cycles at
/// least. `asked`: for how many cycles they were made.
class ListedSpace : public SerialSpace {
public:
  ListedSpace(func::FuncOp func, const target::Target &target,
              std::vector<std::string> programs)
      : SerialSpace(func, target, {}), programs(std::move(programs)) {}

  FailureOr<std::unique_ptr<Problem>>
  lowerWithin(ArrayRef<nlp::Pin> pins,
              std::optional<int64_t> within) const override {
    FailureOr<std::unique_ptr<Problem>> problem = lower(pins);
    nlp::Model &model = (*problem)->model;
    nlp::Expr cycles(&model, model.objective().front());
    if (within)
      model.addConstraint("cycles", le(cycles, *within));
    asked.push_back(within.value_or(-1));
    return problem;
  }
  std::unique_ptr<Portfolio> portfolio() const override {
    return std::make_unique<List>(*this);
  }
  mutable std::vector<int64_t> asked;

private:
  class List : public Portfolio {
  public:
    explicit List(const ListedSpace &space) : space(space) {}

    FailureOr<std::unique_ptr<Problem>> first() const override {
      return *firstSubproblem().lower(std::nullopt);
    }
    Subproblem firstSubproblem() const override { return subproblem(0); }
    std::vector<Subproblem> nextGroup(const nlp::Solution &) override {
      std::vector<Subproblem> group;
      for (; next < space.programs.size(); ++next)
        group.push_back(subproblem(next));
      return group;
    }
    bool isList() const override { return true; }
    bool explainsFirst() const override { return space.programs.size() == 1; }

  private:
    Subproblem subproblem(unsigned number) const {
      return {[this, number](std::optional<int64_t> within) {
                return space.lowerWithin(
                    llvm::cantFail(nlp::parsePins(space.programs[number])),
                    within);
              },
              10, number};
    }

    const ListedSpace &space;
    size_t next = 1;
  };

  std::vector<std::string> programs;
};

class SerialTemplate : public Template {
public:
  StringRef name() const override { return "serial"; }
  StringRef description() const override {
    return "one statement at a time, nothing unrolled";
  }
  FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const override {
    return std::unique_ptr<Space>(
        std::make_unique<SerialSpace>(func, target, options));
  }
};

class TemplateTest : public testing::Test {
protected:
  TemplateTest() {
    registerTalosTransformsPasses();
    registerExplorePasses();
    registerTemplates();
    registerTemplate(std::make_unique<SerialTemplate>());
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        hls::HLSDialect>();
    module = parseSourceString<ModuleOp>(R"(
func.func @f(%A: memref<4x8xf32>, %x: memref<8xf32>) attributes {
    hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e",
                             clock_ps = 4000, tool = "2023.2",
                             tree_reduction = false>} {
  affine.for %j = 0 to 8 {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %x[%j] : memref<8xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = affine.load %x[%j] : memref<8xf32>
      %r = arith.addf %s, %a : f32
      affine.store %r, %x[%j] : memref<8xf32>
    }
  }
  return
})",
                                         &context);
    EXPECT_TRUE(run("hls-prepare{top=f},func.func(hls-normalize)"));
  }

  /// Whether the passes succeed; their errors are in `errors`.
  bool run(const std::string &pipeline) {
    errors.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      errors += diag.str() + "\n";
      return success();
    });
    PassManager passes(&context);
    return succeeded(parsePassPipeline(pipeline, passes)) &&
           succeeded(passes.run(*module));
  }

  func::FuncOp top() { return *module->getOps<func::FuncOp>().begin(); }
  hls::DesignAttr design() {
    return top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string errors;
};

} // namespace

TEST_F(TemplateTest, DecidesByTheRegisteredTemplate) {
  ASSERT_TRUE(run("hls-explore{space=serial}")) << errors;
  ASSERT_TRUE(design());
  EXPECT_EQ(design().getStatus(), "optimal");
  EXPECT_EQ(design().getCycles(), 8 + 4 * 8);
  EXPECT_EQ(design().getBound(), 8 + 4 * 8);
  // The same design as a given one.
  ASSERT_TRUE(run("hls-explore{space=serial}")) << errors;
  EXPECT_EQ(design().getStatus(), "manual");
  EXPECT_EQ(design().getCycles(), 8 + 4 * 8);
}

TEST_F(TemplateTest, KeepsPins) {
  ASSERT_TRUE(run("hls-explore{space=serial pin=S1.pipelined=0}")) << errors;
  EXPECT_EQ(design().getCycles(), 8 + 10 * 4 * 8);
  EXPECT_EQ(design().getTasks()[1].getPipelined(), "");
}

TEST_F(TemplateTest, ProvesOverAllSubproblems) {
  auto target = target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  FailureOr<ExploreResult> result =
      explore::explore(CutSpace(top(), *target, {}), {});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->subproblems, 3u);
  EXPECT_EQ(result->solution.status, nlp::Status::Optimal);
  EXPECT_EQ(result->design.getCycles(), 8 + 4 * 8);
  EXPECT_EQ(result->design.getBound(), 8 + 4 * 8);
  EXPECT_EQ(result->design.getStatus(), "optimal");
}

TEST_F(TemplateTest, ProgramsOfAListAreMadeForFewCyclesFirst) {
  auto target = target::loadTarget("u200", 4000, "2023.2");
  ASSERT_TRUE(bool(target));
  // S0 takes 80 cycles or 8, S1 320 or 32.
  ListedSpace two(top(), *target, {"S0.pipelined=0", "S0.pipelined=1"});
  FailureOr<ExploreResult> found = explore::explore(two, {});
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->solution.status, nlp::Status::Optimal);
  EXPECT_EQ(found->design.getCycles(), 8 + 4 * 8);
  EXPECT_EQ(two.asked.front(), 2 * 10);
  // The bound that the first one proves leads to the next.
  ListedSpace slow(top(), *target, {"S0.pipelined=0,S1.pipelined=0"});
  found = explore::explore(slow, {});
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->solution.status, nlp::Status::Optimal);
  EXPECT_EQ(found->design.getCycles(), 80 + 320);
  EXPECT_EQ(slow.asked.front(), 2 * 10);
  EXPECT_GE(slow.asked.back(), 80 + 320);
}

TEST_F(TemplateTest, UnknownNamesAreAnsweredWithKnownOnes) {
  EXPECT_FALSE(run("hls-explore{space=parallel}"));
  EXPECT_EQ(errors, "space 'parallel' is unknown; use one of mixed, pragmas, "
                    "serial, shared, streamed\n");
}

TEST_F(TemplateTest, SaysWhatItDoesNotAnswer) {
  ASSERT_TRUE(run("hls-explore{space=serial}")) << errors;
  EXPECT_FALSE(run("hls-explain{space=serial}"));
  EXPECT_NE(errors.find("is not explained"), std::string::npos) << errors;
  EXPECT_FALSE(run("hls-lower-bound{space=serial}"));
  EXPECT_NE(errors.find("no lower bound is known"), std::string::npos)
      << errors;
}

TEST_F(TemplateTest, KeepsTheFirstOfAName) {
  EXPECT_FALSE(registerTemplate(std::make_unique<SerialTemplate>()));
  EXPECT_EQ(findTemplate("template"), findTemplate("shared"));
  EXPECT_EQ(findTemplate("parallel"), nullptr);
}
