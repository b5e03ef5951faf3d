//===- Oracle.cpp - Interprets small affine functions ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly::test {

static std::string joined(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

std::string Instance::tuple() const {
  return statement + "[" + joined(iterators) + "]";
}
std::string Instance::key() const {
  std::string text = statement + " " + write;
  for (const Element &read : reads)
    text += " " + read;
  return text;
}

Program::Program(StringRef text) {
  DialectRegistry registry;
  registry.insert<hls::HLSDialect, func::FuncDialect, AffineDialect,
                  memref::MemRefDialect, arith::ArithDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.getDiagEngine().registerHandler([this](Diagnostic &diag) {
    errors.push_back(diag.str());
    return success();
  });
  module = parseSourceString<ModuleOp>(text, &context);
}

func::FuncOp Program::func() { return *module->getOps<func::FuncOp>().begin(); }

namespace {

class Interpreter {
public:
  std::vector<Instance> trace;

  void run(Block &block) {
    for (Operation &op : block) {
      if (auto loop = dyn_cast<AffineForOp>(op))
        runLoop(loop);
      else if (auto condition = dyn_cast<AffineIfOp>(op))
        runIf(condition);
      else if (auto store = dyn_cast<AffineStoreOp>(op))
        runStore(store);
    }
  }

private:
  SmallVector<int64_t> evaluate(AffineMap map, ValueRange operands) {
    SmallVector<Value> values(operands);
    fullyComposeAffineMapAndOperands(&map, &values);
    SmallVector<int64_t> inputs;
    for (Value value : values) {
      APInt constant;
      inputs.push_back(matchPattern(value, m_ConstantInt(&constant))
                           ? constant.getSExtValue()
                           : iterators.at(value.getAsOpaquePointer()));
    }
    SmallVector<int64_t> results;
    ArrayRef<int64_t> all(inputs);
    for (AffineExpr expr : map.getResults())
      results.push_back(value(expr, all.take_front(map.getNumDims()),
                              all.drop_front(map.getNumDims())));
    return results;
  }

  static int64_t value(AffineExpr expr, ArrayRef<int64_t> dims,
                       ArrayRef<int64_t> symbols) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return constant.getValue();
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    int64_t a = value(binary.getLHS(), dims, symbols);
    int64_t b = value(binary.getRHS(), dims, symbols);
    int64_t floor = b == 0 ? 0 : (a - ((a % b) + b) % b) / b;
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return a + b;
    case AffineExprKind::Mul:
      return a * b;
    case AffineExprKind::Mod:
      return a - floor * b;
    case AffineExprKind::FloorDiv:
      return floor;
    default:
      return floor * b == a ? floor : floor + 1;
    }
  }

  void runLoop(AffineForOp loop) {
    auto lower =
        evaluate(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
    auto upper =
        evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
    void *iv = loop.getInductionVar().getAsOpaquePointer();
    for (int64_t i = *llvm::max_element(lower), end = *llvm::min_element(upper);
         i < end; i += loop.getStepAsInt()) {
      iterators[iv] = i;
      stack.push_back(i);
      run(*loop.getBody());
      stack.pop_back();
    }
  }

  void runIf(AffineIfOp op) {
    IntegerSet set = op.getIntegerSet();
    auto values =
        evaluate(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                set.getConstraints(), op.getContext()),
                 op.getOperands());
    bool holds = true;
    for (auto [i, v] : llvm::enumerate(values))
      holds &= set.isEq(i) ? v == 0 : v >= 0;
    if (holds)
      run(*op.getThenBlock());
    else if (op.hasElse())
      run(*op.getElseBlock());
  }

  Element element(Value memref, AffineMap map, ValueRange operands) {
    std::string name;
    if (auto argument = dyn_cast<BlockArgument>(memref))
      name = "arg" + std::to_string(argument.getArgNumber());
    else
      name =
          memref.getDefiningOp()->getAttrOfType<StringAttr>("hls.name").str();
    return name + "[" + joined(evaluate(map, operands)) + "]";
  }

  void addReads(Value value, Instance &instance) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return;
    if (auto load = dyn_cast<AffineLoadOp>(op))
      instance.reads.push_back(element(load.getMemRef(), load.getAffineMap(),
                                       load.getMapOperands()));
    else
      for (Value operand : op->getOperands())
        addReads(operand, instance);
  }

  void runStore(AffineStoreOp store) {
    Instance instance;
    // A copy of S0 in generated code is called S0_1.
    StringRef name = store->getAttrOfType<StringAttr>("hls.stmt").getValue();
    instance.statement = name.take_until([](char c) { return c == '_'; }).str();
    instance.iterators = stack;
    addReads(store.getValueToStore(), instance);
    instance.write = element(store.getMemRef(), store.getAffineMap(),
                             store.getMapOperands());
    trace.push_back(instance);
  }

  std::map<void *, int64_t> iterators;
  std::vector<int64_t> stack;
};

} // namespace

std::vector<Instance> execute(func::FuncOp func) {
  Interpreter interpreter;
  interpreter.run(func.getBody().front());
  return interpreter.trace;
}

std::set<std::string> dependences(const std::vector<Instance> &trace,
                                  DependenceKind kind) {
  std::set<std::string> result;
  auto add = [&](size_t source, size_t target) {
    result.insert(trace[source].tuple() + " -> " + trace[target].tuple());
  };
  for (size_t t = 0; t < trace.size(); ++t) {
    std::vector<Element> elements = trace[t].reads;
    if (kind == DependenceKind::WAW)
      elements = {trace[t].write};
    for (const Element &element : elements) {
      if (kind == DependenceKind::WAR) {
        for (size_t next = t + 1; next < trace.size(); ++next)
          if (trace[next].write == element) {
            add(t, next);
            break;
          }
        continue;
      }
      for (size_t last = t; last-- > 0;)
        if (trace[last].write == element) {
          add(last, t);
          break;
        }
    }
  }
  return result;
}

bool isLegal(const std::vector<Instance> &trace,
             const std::vector<std::vector<int64_t>> &time) {
  for (size_t a = 0; a < trace.size(); ++a)
    for (size_t b = a + 1; b < trace.size(); ++b) {
      bool conflict = trace[a].write == trace[b].write ||
                      llvm::is_contained(trace[a].reads, trace[b].write) ||
                      llvm::is_contained(trace[b].reads, trace[a].write);
      if (conflict && time[a] >= time[b])
        return false;
    }
  return true;
}

} // namespace talos::poly::test
