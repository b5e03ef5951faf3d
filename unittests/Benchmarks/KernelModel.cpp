//===- KernelModel.cpp - Models of whole kernels at full size -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelModel.h"
#include "../Cost/PublishedDesign.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::bench;

static constexpr int64_t MaxPartition = 1024;

std::vector<Kernel> bench::kernels() {
  return {
      {"gemm",
       {{"A", {200, 240}, true, false},
        {"B", {240, 220}, true, false},
        {"C", {200, 220}, true, true}},
       {{"C[i][j] = C[i][j] * beta", {{"i", 200}, {"j", 220}}},
        {"C[i][j] += alpha * A[i][k] * B[k][j]",
         {{"i", 200}, {"j", 220}, {"k", 240}}}}},
      {"2mm",
       {{"tmp", {180, 190}, false, false},
        {"A", {180, 210}, true, false},
        {"B", {210, 190}, true, false},
        {"C", {190, 220}, true, false},
        {"D", {180, 220}, true, true}},
       {{"tmp[i][j] = 0.0", {{"i", 180}, {"j", 190}}},
        {"tmp[i][j] += alpha * A[i][k] * B[k][j]",
         {{"i", 180}, {"j", 190}, {"k", 210}}},
        {"D[i][j] = D[i][j] * beta", {{"i", 180}, {"j", 220}}},
        {"D[i][j] += tmp[i][k] * C[k][j]",
         {{"i", 180}, {"j", 220}, {"k", 190}}}}},
      {"3mm",
       {{"E", {180, 190}, false, true},
        {"A", {180, 200}, true, false},
        {"B", {200, 190}, true, false},
        {"F", {190, 210}, false, true},
        {"C", {190, 220}, true, false},
        {"D", {220, 210}, true, false},
        {"G", {180, 210}, false, true}},
       {{"E[i][j] = 0.0", {{"i", 180}, {"j", 190}}},
        {"E[i][j] += A[i][k] * B[k][j]", {{"i", 180}, {"j", 190}, {"k", 200}}},
        {"F[i][j] = 0.0", {{"i", 190}, {"j", 210}}},
        {"F[i][j] += C[i][k] * D[k][j]", {{"i", 190}, {"j", 210}, {"k", 220}}},
        {"G[i][j] = 0.0", {{"i", 180}, {"j", 210}}},
        {"G[i][j] += E[i][k] * F[k][j]",
         {{"i", 180}, {"j", 210}, {"k", 190}}}}},
      {"atax",
       {{"A", {390, 410}, true, false},
        {"x", {410}, true, false},
        {"y", {410}, false, true},
        {"tmp", {390}, false, true}},
       {{"y[i] = 0.0", {{"i", 410}}},
        {"tmp[i] = 0.0", {{"i", 390}}},
        {"tmp[i] += A[i][j] * x[j]", {{"i", 390}, {"j", 410}}},
        {"y[j] += A[i][j] * tmp[i]", {{"i", 390}, {"j", 410}}}}},
      {"bicg",
       {{"A", {410, 390}, true, false},
        {"s", {390}, false, true},
        {"q", {410}, false, true},
        {"p", {390}, true, false},
        {"r", {410}, true, false}},
       {{"s[i] = 0.0", {{"i", 390}}},
        {"q[i] = 0.0", {{"i", 410}}},
        {"s[j] += r[i] * A[i][j]", {{"i", 410}, {"j", 390}}},
        {"q[i] += A[i][j] * p[j]", {{"i", 410}, {"j", 390}}}}},
      {"mvt",
       {{"A", {400, 400}, true, false},
        {"x1", {400}, true, true},
        {"x2", {400}, true, true},
        {"y1", {400}, true, false},
        {"y2", {400}, true, false}},
       {{"x1[i] += A[i][j] * y1[j]", {{"i", 400}, {"j", 400}}},
        {"x2[i] += A[j][i] * y2[j]", {{"i", 400}, {"j", 400}}}}},
      {"gemver",
       {{"A", {400, 400}, true, true},
        {"u1", {400}, true, false},
        {"v1", {400}, true, false},
        {"u2", {400}, true, false},
        {"v2", {400}, true, false},
        {"w", {400}, true, true},
        {"x", {400}, true, true},
        {"y", {400}, true, false},
        {"z", {400}, true, false}},
       {{"A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j]",
         {{"i", 400}, {"j", 400}}},
        {"x[i] += beta * A[j][i] * y[j]", {{"i", 400}, {"j", 400}}},
        {"x[i] = x[i] + z[i]", {{"i", 400}}},
        {"w[i] += alpha * A[i][j] * x[j]", {{"i", 400}, {"j", 400}}}}},
      {"gesummv",
       {{"A", {250, 250}, true, false},
        {"B", {250, 250}, true, false},
        {"tmp", {250}, false, true},
        {"x", {250}, true, false},
        {"y", {250}, false, true}},
       {{"tmp[i] = 0.0", {{"i", 250}}},
        {"y[i] = 0.0", {{"i", 250}}},
        {"tmp[i] += A[i][j] * x[j]", {{"i", 250}, {"j", 250}}},
        {"y[i] += B[i][j] * x[j]", {{"i", 250}, {"j", 250}}},
        {"y[i] = alpha * tmp[i] + beta * y[i]", {{"i", 250}}}}},
      {"doitgen",
       {{"A", {50, 40, 60}, true, true},
        {"C4", {60, 60}, true, false},
        {"sum", {50, 40, 60}, false, false}},
       {{"sum[r][q][p] = 0.0", {{"r", 50}, {"q", 40}, {"p", 60}}},
        {"sum[r][q][p] += A[r][q][s] * C4[s][p]",
         {{"r", 50}, {"q", 40}, {"p", 60}, {"s", 60}}},
        {"A[r][q][p] = sum[r][q][p]", {{"r", 50}, {"q", 40}, {"p", 60}}}}},
      {"bert_3072_100",
       {{"A", {3072, 3072}, true, false},
        {"B", {3072, 100}, true, false},
        {"C", {3072, 100}, false, true}},
       {{"C[i][j] = 0.0", {{"i", 3072}, {"j", 100}}},
        {"C[i][j] += A[i][k] * B[k][j]",
         {{"i", 3072}, {"j", 100}, {"k", 3072}}}}},
  };
}

Kernel bench::matrixChain(unsigned length) {
  Kernel kernel{"chain_" + std::to_string(length), {}, {}};
  for (unsigned i = 0; i <= length; ++i)
    kernel.arrays.push_back(
        {"X" + std::to_string(i), {200, 200}, i == 0, i == length});
  for (unsigned i = 0; i < length; ++i) {
    std::string weight = "W" + std::to_string(i);
    kernel.arrays.push_back({weight, {200, 200}, true, false});
    std::string out = "X" + std::to_string(i + 1) + "[i][j]";
    kernel.statements.push_back({out + " = 0.0", {{"i", 200}, {"j", 200}}});
    kernel.statements.push_back(
        {out + " += X" + std::to_string(i) + "[i][k] * " + weight + "[k][j]",
         {{"i", 200}, {"j", 200}, {"k", 200}}});
  }
  return kernel;
}

namespace {
std::vector<int64_t> divisors(int64_t n) {
  std::vector<int64_t> result;
  for (int64_t d = 1; d <= n; ++d)
    if (n % d == 0)
      result.push_back(d);
  return result;
}

class Builder {
public:
  Builder(Model &model, const Kernel &kernel, const ModelOptions &options)
      : m(model), number(model), kernel(kernel), options(options) {}

  void run() {
    for (unsigned a = 0; a < kernel.arrays.size(); ++a)
      numbers[kernel.arrays[a].name] = a;
    for (const KernelArray &a : kernel.arrays)
      extents[a.name] = a.extents;
    for (const KernelArray &a : kernel.arrays)
      addArray(a);
    for (unsigned s = 0; s < kernel.statements.size(); ++s)
      addTask(s);
    combine();
  }

private:
  void addArray(const KernelArray &a) {
    BlockId block = m.addBlock(a.name);
    cost::ArrayShape shape;
    shape.name = a.name;
    shape.extents = a.extents;
    shape.loaded = a.loaded;
    shape.stored = a.stored;
    shape.beat = cost::beatOf(a.extents, 32, target.rules);
    std::vector<Expr> own;
    Expr product = m.constant(1);
    for (unsigned d = 0; d < a.extents.size(); ++d) {
      std::vector<int64_t> domain;
      for (int64_t v = 1; v <= std::min(a.extents[d], MaxPartition); ++v)
        domain.push_back(v);
      own.push_back(m.addVariable(block, "f" + std::to_string(d), domain));
      product = product * own.back();
    }
    m.addConstraint("banks of " + a.name, le(product, MaxPartition));
    factors.push_back(own);
    arrays.push_back(cost::arrayCost(shape, own, target, number));
    m.declareOutput(block, "bram", arrays.back().bram);
    m.declareOutput(block, "load", arrays.back().loadLatency);
  }

  void addTask(unsigned s) {
    const KernelStatement &text = kernel.statements[s];
    std::vector<cost::LoopShape> loops;
    for (const auto &[name, trip] : text.loops)
      loops.push_back({name, trip, false});
    auto statement = cost::Statement::create(
        cost::test::parseStatement(text.text, loops, extents, numbers), target);
    if (!statement) {
      llvm::errs() << llvm::toString(statement.takeError()) << "\n";
      std::exit(1);
    }
    std::string name = "S" + std::to_string(s);
    BlockId block = m.addBlock(name);
    std::vector<int64_t> which;
    for (unsigned l = 0; l <= loops.size(); ++l)
      which.push_back(l);
    Expr pipelined = m.addVariable(block, "pipelined", which);
    cost::TaskChoice<Expr> choice;
    for (unsigned l = 0; l < loops.size(); ++l) {
      std::vector<int64_t> d = divisors(loops[l].trip);
      const std::string &loop = loops[l].name;
      cost::LoopChoice<Expr> c{m.addVariable(block, loop + "0", d),
                               m.addVariable(block, loop + "1", d),
                               m.addVariable(block, loop + "2", d),
                               eq(pipelined, l)};
      m.addConstraint("trip of " + name + "." + loop,
                      eq(c.t0 * c.t1 * c.t2, loops[l].trip));
      m.addConstraint("level 1 of " + name + "." + loop,
                      max(c.pipelined, eq(c.t1, 1)));
      choice.loops.push_back(c);
    }
    addReferences(*statement, name, choice);
    tasks.push_back(cost::taskCost(*statement, choice, target.rules,
                                   options.treeReduction, number));
    m.declareOutput(block, "cycles", tasks.back().latency);
    statements.push_back(*statement);
  }

  void addReferences(const cost::Statement &statement, const std::string &name,
                     cost::TaskChoice<Expr> &choice) {
    for (const cost::ReferenceShape &r : statement.shape().references) {
      choice.references.push_back(
          {factors[r.array], arrays[r.array].registers});
      for (unsigned d = 0; d < r.loops.size(); ++d)
        m.addConstraint(
            "banks of " + kernel.arrays[r.array].name + " for " + name,
            eq(mod(factors[r.array][d], choice.loops[r.loops[d]].t2), 0));
    }
  }

  void combine() {
    std::vector<cost::Call<Expr>> calls;
    std::vector<Expr> registers;
    for (const auto &a : arrays)
      registers.push_back(a.registers);
    for (unsigned a = 0; a < arrays.size(); ++a)
      if (kernel.arrays[a].loaded)
        calls.push_back({arrays[a].loadLatency, {{a, true}}, {}, true});
    for (unsigned s = 0; s < tasks.size(); ++s) {
      cost::Call<Expr> call{tasks[s].latency, {}, tasks[s].operators, true};
      std::map<unsigned, bool> uses;
      const cost::StatementShape &shape = statements[s].shape();
      for (unsigned r = 0; r < shape.references.size(); ++r)
        uses[shape.references[r].array] |= r == shape.written;
      for (auto [array, written] : uses)
        call.uses.push_back({array, written});
      calls.push_back(call);
    }
    for (unsigned a = 0; a < arrays.size(); ++a)
      if (kernel.arrays[a].stored)
        calls.push_back({arrays[a].storeLatency, {{a, false}}, {}, true});
    Expr cycles = cost::topLatency(calls, registers, target.rules, number);
    auto operators =
        cost::designOperators(calls, registers, options.reuse, number);
    auto sum = cost::designResources(operators, tasks, arrays, target, number);
    const target::Resources &have = target.device.total;
    m.addConstraint("DSP", le(sum.dsp, have.dsp));
    m.addConstraint("BRAM",
                    le(sum.bram, have.bram18k * options.memoryPercent / 100));
    m.addConstraint("URAM",
                    le(sum.uram, have.uram * options.memoryPercent / 100));
    m.addConstraint("LUT", le(sum.lut, have.lut));
    m.addConstraint("FF", le(sum.ff, have.ff));
    m.setObjective({cycles, sum.dsp, sum.bram, sum.uram, sum.lut, sum.ff});
  }

  Model &m;
  cost::Numbers<Expr> number;
  const Kernel &kernel;
  const ModelOptions &options;
  const target::Target &target = cost::test::u200();
  std::map<std::string, std::vector<int64_t>> extents;
  std::map<std::string, unsigned> numbers;
  std::vector<std::vector<Expr>> factors;
  std::vector<cost::ArrayCost<Expr>> arrays;
  std::vector<cost::TaskCost<Expr>> tasks;
  std::vector<cost::Statement> statements;
};
} // namespace

void bench::buildModel(Model &model, const Kernel &kernel,
                       const ModelOptions &options) {
  Builder(model, kernel, options).run();
}
