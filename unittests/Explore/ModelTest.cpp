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
#include "TileChoices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Explore.h"
#include "talos/Support/Divisors.h"
#include "talos/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

struct Kernel {
  const char *text; ///< with $0, $1, $2 for the extents, $+ for $1 + 1
  unsigned extents;
};

/// The statements' shapes: a reduction over one array, over two, without any.
constexpr Kernel matrixVector = {R"(
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>, %x: memref<$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x$1xf32>
      %b = affine.load %x[%j] : memref<$1xf32>
      %c = arith.mulf %a, %b : f32
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.addf %s, %c : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
  }
  return
})",
                                 2};
constexpr Kernel product = {R"(
func.func @f(%C: memref<$0x$2xf32>, %A: memref<$0x$1xf32>, %B: memref<$1x$2xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $1 {
      affine.for %j = 0 to $2 {
        %a = affine.load %A[%i, %k] : memref<$0x$1xf32>
        %b = affine.load %B[%k, %j] : memref<$1x$2xf32>
        %c = arith.mulf %a, %b : f32
        %s = affine.load %C[%i, %j] : memref<$0x$2xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %C[%i, %j] : memref<$0x$2xf32>
      }
    }
  }
  return
})",
                            3};
constexpr Kernel twoStatements = {R"(
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    %s = affine.load %y[%i] : memref<$0xf32>
    %r = arith.mulf %s, %s : f32
    affine.store %r, %y[%i] : memref<$0xf32>
  }
  affine.for %k = 0 to $0 {
    affine.for %j = 0 to $1 {
      %s = affine.load %A[%k, %j] : memref<$0x$1xf32>
      %t = affine.load %y[%k] : memref<$0xf32>
      %r = arith.addf %s, %t : f32
      affine.store %r, %A[%k, %j] : memref<$0x$1xf32>
    }
  }
  return
})",
                                  2};

/// Guards: a triangular sum, and a product that may share no operators.
constexpr Kernel guarded = {R"(
#lower = affine_set<(i, j) : (i - j >= 0)>
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      affine.if #lower(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<$0x$1xf32>
        %c = arith.mulf %a, %a : f32
        %s = affine.load %y[%i] : memref<$0xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %y[%i] : memref<$0xf32>
      }
    }
  }
  affine.for %i = 0 to $0 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.mulf %s, %s : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
  }
  return
})",
                            2};
/// Recurrences: along a row, and between the elements of a sum.
constexpr Kernel sweep = {R"(
func.func @f(%A: memref<$0x$+xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x$+xf32>
      %b = affine.load %A[%i, %j + 1] : memref<$0x$+xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i, %j + 1] : memref<$0x$+xf32>
    }
  }
  return
})",
                          2};
constexpr Kernel longSweep = {R"(
func.func @f(%A: memref<$0x12xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x12xf32>
      %b = affine.load %A[%i, %j + 3] : memref<$0x12xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i, %j + 3] : memref<$0x12xf32>
    }
  }
  return
})",
                              2};
constexpr Kernel wave = {R"(
func.func @f(%A: memref<10x10xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j + 1] : memref<10x10xf32>
      %b = affine.load %A[%i + 1, %j] : memref<10x10xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i + 1, %j + 1] : memref<10x10xf32>
    }
  }
  return
})",
                         2};
/// Ports: stencils read more of a bank than it serves in a cycle.
constexpr Kernel stencil = {R"(
func.func @f(%y: memref<$0xf32>, %x: memref<14xf32>) {
  affine.for %i = 0 to $0 {
    %a = affine.load %x[%i] : memref<14xf32>
    %b = affine.load %x[%i + 1] : memref<14xf32>
    %c = affine.load %x[%i + 2] : memref<14xf32>
    %d = affine.load %x[%i + 4] : memref<14xf32>
    %ab = arith.mulf %a, %b : f32
    %cd = arith.mulf %c, %d : f32
    %r = arith.addf %ab, %cd : f32
    affine.store %r, %y[%i] : memref<$0xf32>
  }
  return
})",
                            1};
constexpr Kernel cross = {R"(
func.func @f(%B: memref<$0x$1xf32>, %A: memref<7x7xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i + 1, %j] : memref<7x7xf32>
      %b = affine.load %A[%i + 1, %j + 2] : memref<7x7xf32>
      %c = affine.load %A[%i, %j + 1] : memref<7x7xf32>
      %d = affine.load %A[%i + 2, %j + 1] : memref<7x7xf32>
      %ab = arith.addf %a, %b : f32
      %cd = arith.addf %c, %d : f32
      %r = arith.addf %ab, %cd : f32
      affine.store %r, %B[%i, %j] : memref<$0x$1xf32>
    }
  }
  return
})",
                          2};
constexpr Kernel sumOfSums = {R"(
#before = affine_set<(i, k) : (i - k - 1 >= 0)>
func.func @f(%x: memref<$0xf32>, %L: memref<$0x$0xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $0 {
      affine.if #before(%i, %k) {
        %l = affine.load %L[%i, %k] : memref<$0x$0xf32>
        %o = affine.load %x[%k] : memref<$0xf32>
        %p = arith.mulf %l, %o : f32
        %s = affine.load %x[%i] : memref<$0xf32>
        %r = arith.subf %s, %p : f32
        affine.store %r, %x[%i] : memref<$0xf32>
      }
    }
  }
  return
})",
                              1};
/// Context loops in each other, and a nest without loops.
constexpr Kernel contexts = {R"(
func.func @f(%y: memref<$0xf32>, %z: memref<f32>, %A: memref<$0x$1xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to $0 {
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.mulf %s, %s : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
    affine.for %u = 0 to affine_map<(t) -> (t + 1)>(%t) {
      %v = affine.load %z[] : memref<f32>
      %w = affine.load %y[0] : memref<$0xf32>
      %q = arith.mulf %v, %w : f32
      affine.store %q, %z[] : memref<f32>
      affine.for %k = 0 to $0 {
        affine.for %j = 0 to $1 {
          %s = affine.load %A[%k, %j] : memref<$0x$1xf32>
          %c = affine.load %z[] : memref<f32>
          %r = arith.addf %s, %c : f32
          affine.store %r, %A[%k, %j] : memref<$0x$1xf32>
        }
      }
    }
    affine.for %i = 0 to $0 {
      %s = affine.load %A[%i, 0] : memref<$0x$1xf32>
      %r = arith.addf %s, %s : f32
      affine.store %r, %A[%i, 0] : memref<$0x$1xf32>
    }
  }
  return
})",
                             2};

/// A pin, and the same as a condition on the choices.
struct RandomPin {
  nlp::Pin pin;
  std::function<bool(const DesignChoices<Int> &)> holds;
};

/// `in`: a random number between two.
RandomPin pinLoop(const DesignSpace &space,
                  llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  unsigned t = in(0, space.tasks.size() - 1);
  const TaskSpace &task = space.tasks[t];
  unsigned l = in(0, task.loops.size() - 1);
  const LoopSpace &loop = task.loops[l];
  int64_t value = loop.factors[in(0, loop.factors.size() - 1)];
  using Choice = cost::LoopChoice<Int>;
  Int Choice::*const fields[] = {&Choice::t0, &Choice::t1, &Choice::t2};
  unsigned level = in(0, 3);
  if (level == 3)
    return {{task.name + ".pipelined", nlp::Pin::Equal, loop.name},
            [=](const DesignChoices<Int> &c) {
              return c.tasks[t].loops[l].pipelined.value() == 1;
            }};
  auto relation = nlp::Pin::Relation(in(0, 2));
  Int Choice::*field = fields[level];
  return {{task.name + "." + loop.name + ".t" + std::to_string(level), relation,
           std::to_string(value)},
          [=](const DesignChoices<Int> &c) {
            int64_t is = (c.tasks[t].loops[l].*field).value();
            return relation == nlp::Pin::Equal    ? is == value
                   : relation == nlp::Pin::AtMost ? is <= value
                                                  : is >= value;
          }};
}

RandomPin pinPartition(const DesignSpace &space,
                       llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  unsigned a = in(0, space.arrays.size() - 1);
  const ArraySpace &array = space.arrays[a];
  unsigned d = in(0, array.factors.size() - 1);
  int64_t value = array.factors[d][in(0, array.factors[d].size() - 1)];
  return {{array.shape.name + ".partition" + std::to_string(d), nlp::Pin::Equal,
           std::to_string(value)},
          [=](const DesignChoices<Int> &c) {
            return c.factors[a][d].value() == value;
          }};
}

class BruteForce {
public:
  BruteForce(const DesignSpace &space, const std::vector<RandomPin> &pins)
      : space(space), pins(pins) {
    for (const TaskSpace &task : space.tasks)
      tasks.push_back(choicesOf(task));
    choices.tasks.resize(tasks.size());
    choices.factors.resize(space.arrays.size());
  }

  /// Least cycles; nullopt: nothing fits.
  std::optional<int64_t> run() {
    chooseTask(0);
    return best;
  }
  int64_t points = 0;

private:
  using Loops = std::vector<cost::LoopChoice<Int>>;

  /// Every way to split the loops with at most one of them pipelined.
  std::vector<Loops> choicesOf(const TaskSpace &task) const {
    std::vector<Loops> result;
    for (unsigned p = 0; p < task.loops.size(); ++p) {
      std::vector<Loops> partial{{}};
      for (auto [l, loop] : llvm::enumerate(task.loops)) {
        std::vector<Loops> next;
        for (const Loops &loops : partial)
          for (int64_t t2 : loop.unrollFactors())
            for (int64_t t1 :
                 l == p ? divisors(loop.trip / t2) : std::vector<int64_t>{1}) {
              next.push_back(loops);
              next.back().push_back(
                  {loop.trip / (t1 * t2), t1, t2, Int(l == p)});
            }
        partial = std::move(next);
      }
      llvm::copy_if(
          partial, std::back_inserter(result), [&](const auto &loops) {
            return keepsSequence(task, loops) && isPragmas(task, loops, p);
          });
    }
    if (task.loops.empty())
      result.push_back({});
    return result;
  }

  static bool keepsSequence(const TaskSpace &task, const Loops &loops) {
    for (unsigned x = 0; x < task.sequence.size(); ++x)
      for (unsigned y = x + 1; y < task.sequence.size(); ++y)
        if (staysOutside(loops[task.sequence[x]], loops[task.sequence[y]])
                .value() == 0)
          return false;
    return true;
  }

  /// What pragmas can say, if the space asks for that: all of the loops under
  /// the pipelined one is unrolled, and above it only what is parallel.
  bool isPragmas(const TaskSpace &task, const Loops &loops, unsigned p) const {
    if (space.kind != SpaceKind::Pragmas)
      return true;
    for (unsigned l = 0; l < loops.size(); ++l) {
      bool parallel = !task.loops[l].reduction && !task.loops[l].sequential;
      if (l > p && loops[l].t2.value() != task.loops[l].trip)
        return false;
      if (l < p && loops[l].t2.value() != 1 && (!parallel || space.fineGrained))
        return false;
    }
    return true;
  }

  void chooseTask(unsigned t) {
    if (t == tasks.size())
      return chooseFactors(0, {});
    for (const Loops &loops : tasks[t]) {
      choices.tasks[t] = {};
      choices.tasks[t].loops = loops;
      if (tiledOf(space, space.tasks[t]).empty())
        chooseTask(t + 1);
      else
        chooseTiles(t);
    }
  }

  /// Every pattern, and for arrays of several tasks every beat.
  void chooseTiles(unsigned t) {
    const TaskSpace &task = space.tasks[t];
    std::vector<TileSpace> tiles = tiledOf(space, task);
    std::vector<std::vector<std::optional<Int>>> beats{{}};
    for (const TileSpace &tile : tiles) {
      std::vector<std::vector<std::optional<Int>>> next;
      const cost::ArrayShape &array = space.arrays[tile.array].shape;
      bool shared = isShared(space, tile.array);
      for (const auto &some : beats)
        for (int64_t beat = 1; beat <= (shared ? array.beat : 1); beat *= 2) {
          next.push_back(some);
          next.back().push_back(shared ? std::optional<Int>(beat)
                                       : std::nullopt);
        }
      beats = std::move(next);
    }
    Loops loops = choices.tasks[t].loops;
    for (const TilePattern &pattern : patternsOf(task, tiles))
      for (const auto &some : beats) {
        choices.tasks[t] = {};
        choices.tasks[t].loops = loops;
        TileVariables<Int> variables{codeOf(pattern, tiles.size()), some};
        decodeTiles(space, task, variables, choices.tasks[t],
                    cost::Numbers<Int>());
        if (fitsTiles(t, pattern))
          chooseTask(t + 1);
      }
  }

  bool fitsTiles(unsigned t, const TilePattern &pattern) const {
    const TaskChoices<Int> &task = choices.tasks[t];
    for (unsigned slot = 0; slot < task.tiles.size(); ++slot) {
      Int iterations = 1;
      for (auto [l, loop] : llvm::enumerate(task.loops))
        if (pattern.loops[l] == slot)
          iterations = iterations * loop.t0;
      if (llvm::is_contained(pattern.loops, slot) && iterations.value() == 1)
        return false;
    }
    for (const TileChoices<Int> &tile : task.tiles) {
      std::vector<Int> extents =
          extentsOf(space.tasks[t], task, tile, cost::Numbers<Int>());
      Int banks = 1;
      for (auto [factor, extent] : llvm::zip(tile.factors, extents)) {
        EXPECT_LE(factor.value(), extent.value());
        banks = banks * factor;
      }
      if (banks.value() > space.maxPartition ||
          widestBeat(space, task, tile, extents, cost::Numbers<Int>()).value() %
                  tile.beat.value() !=
              0)
        return false;
      for (unsigned before = 0; before < t; ++before)
        for (const TileChoices<Int> &other : choices.tasks[before].tiles)
          if (other.tile.array == tile.tile.array &&
              other.beat.value() != tile.beat.value())
            return false;
    }
    return true;
  }

  void chooseFactors(unsigned a, std::vector<Int> factors) {
    if (a == space.arrays.size())
      return evaluate();
    const ArraySpace &array = space.arrays[a];
    if (array.tiled)
      return chooseFactors(a + 1, {});
    if (factors.size() < array.factors.size()) {
      for (int64_t factor : array.factors[factors.size()])
        if (fits(a, factors.size(), factor)) {
          std::vector<Int> next(factors);
          next.push_back(factor);
          chooseFactors(a, std::move(next));
        }
      return;
    }
    Int product = 1;
    for (Int factor : factors)
      product = product * factor;
    if (product.value() > space.maxPartition)
      return;
    choices.factors[a] = factors;
    chooseFactors(a + 1, {});
  }

  bool fits(unsigned array, unsigned dimension, int64_t factor) const {
    for (auto [t, task] : llvm::enumerate(space.tasks))
      for (const Link &link : task.links)
        if (link.array == array && link.dimension == dimension &&
            factor % choices.tasks[t].loops[link.loop].t2.value() != 0)
          return false;
    return true;
  }

  void evaluate() {
    ++points;
    for (const RandomPin &pin : pins)
      if (!pin.holds(choices))
        return;
    cost::Numbers<Int> number;
    DesignCost<Int> cost = costOfDesign(space, choices, number);
    const cost::DesignResources<Int> &r = cost.resources;
    if (r.dsp.value() > space.usable.dsp ||
        r.bram.value() > space.usable.bram18k ||
        r.uram.value() > space.usable.uram ||
        r.lut.value() > space.usable.lut || r.ff.value() > space.usable.ff)
      return;
    if (!best || cost.latency.value() < *best)
      best = cost.latency.value();
  }

  const DesignSpace &space;
  const std::vector<RandomPin> &pins;
  std::vector<std::vector<Loops>> tasks;
  DesignChoices<Int> choices;
  std::optional<int64_t> best;
};

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

  /// Random nests of these kernels; each with up to `mostPins` pins.
  void compareWithBruteForce(llvm::ArrayRef<const Kernel *> kernels,
                             unsigned rounds, unsigned mostPins,
                             SpaceKind kind = SpaceKind::Template,
                             bool tiles = false);

  MLIRContext context;
  unsigned compared = 0, infeasible = 0;
};

} // namespace

void ModelTest::compareWithBruteForce(llvm::ArrayRef<const Kernel *> kernels,
                                      unsigned rounds, unsigned mostPins,
                                      SpaceKind kind, bool tiles) {
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
    bool small =
        kernel.extents == 3 || &kernel == &contexts || &kernel == &cross;
    std::vector<int64_t> extents;
    for (unsigned e = 0; e < kernel.extents; ++e)
      extents.push_back(in(2, small ? 5 : 9));
    OwningOpRef<ModuleOp> module = parse(kernel, extents);
    ASSERT_TRUE(module);
    SpaceOptions options;
    options.treeReduction = in(0, 1);
    options.maxPartition = in(2, 40);
    options.kind = kind;
    options.fineGrained = kind == SpaceKind::Pragmas && in(0, 2) == 0;
    FailureOr<DesignSpace> space = buildDesignSpace(
        *module->getOps<func::FuncOp>().begin(), *target, options);
    ASSERT_TRUE(succeeded(space));
    space->usable.dsp = in(1, 40);
    space->usable.lut = in(20000, 60000);
    for (ArraySpace &array : space->arrays)
      array.tiled = tiles && array.mayTile && in(0, 1);
    std::vector<RandomPin> pins;
    for (unsigned n = in(0, mostPins); n > 0; --n)
      pins.push_back(in(0, 3) ? pinLoop(*space, in) : pinPartition(*space, in));
    for (const RandomPin &pin : pins)
      space->pins.push_back(pin.pin);
    BruteForce all(*space, pins);
    std::optional<int64_t> truth = all.run();
    nlp::Model model;
    if (failed(buildModel(*space, model))) { // pins that contradict each other
      EXPECT_GT(pins.size(), 1u);
      EXPECT_FALSE(truth) << "round " << round;
      continue;
    }
    nlp::Solution found = nlp::solve(model);
    if (!truth) {
      EXPECT_EQ(found.status, nlp::Status::Infeasible) << "round " << round;
      ++infeasible;
      continue;
    }
    ASSERT_EQ(found.status, nlp::Status::Optimal) << "round " << round;
    EXPECT_EQ(found.objective.front(), *truth)
        << "round " << round << " of " << all.points << " points";
    ++compared;
  }
}

constexpr const Kernel *rectangular[] = {&matrixVector, &product,
                                         &twoStatements};
constexpr const Kernel *allNests[] = {
    &matrixVector, &product, &twoStatements, &guarded,   &sweep,   &longSweep,
    &wave,         &stencil, &cross,         &sumOfSums, &contexts};
constexpr const Kernel *tiledNests[] = {&matrixVector, &product, &twoStatements,
                                        &stencil, &sweep};
constexpr const Kernel *affineNests[] = {&guarded,   &sweep,   &longSweep,
                                         &wave,      &stencil, &cross,
                                         &sumOfSums, &contexts};

TEST_F(ModelTest, CanonicalFormKeepsTheOptimum) {
  compareWithBruteForce(rectangular, /*rounds=*/90, /*mostPins=*/0);
  EXPECT_GT(compared, 50u);
  EXPECT_GT(infeasible, 2u);
}

/// Guards, recurrences and context loops.
TEST_F(ModelTest, CanonicalFormOfAffineNests) {
  compareWithBruteForce(affineNests, /*rounds=*/96, /*mostPins=*/0);
  EXPECT_GT(compared, 40u);
  EXPECT_GT(infeasible, 2u);
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

TEST_F(ModelTest, TilesFindTheOptimum) {
  compareWithBruteForce(tiledNests, 40, /*mostPins=*/0, SpaceKind::Template,
                        /*tiles=*/true);
  EXPECT_GT(compared, 25u);
}
