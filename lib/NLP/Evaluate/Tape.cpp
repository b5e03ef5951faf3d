//===- Tape.cpp - Expressions as straight-line programs -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/Tape.h"
#include "NLP/Evaluate/Exact.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

llvm::DenseSet<NodeId> nlp::dependentOn(const Model &model,
                                        llvm::ArrayRef<NodeId> nodes, VarId v) {
  llvm::DenseSet<NodeId> result;
  for (NodeId id : nodes) {
    const Node &node = model.nodes()[id];
    if ((node.op == Op::Variable && VarId(node.value) == v) ||
        llvm::any_of(llvm::ArrayRef(node.operands, operandCount(node.op)),
                     [&](NodeId operand) { return result.contains(operand); }))
      result.insert(id);
  }
  return result;
}

Tape::Tape(const Model &model, llvm::ArrayRef<NodeId> roots,
           std::optional<VarId> last, bool isSafe)
    : isSafe(isSafe) {
  std::vector<NodeId> order = model.cone(roots);
  llvm::DenseSet<NodeId> changing;
  if (last)
    changing = dependentOn(model, order, *last);
  std::vector<NodeId> fixed, open;
  for (NodeId id : order)
    (changing.contains(id) ? open : fixed).push_back(id);
  firstOfLast = fixed.size();
  order = std::move(fixed);
  llvm::append_range(order, open);
  llvm::DenseMap<NodeId, unsigned> slot;
  for (auto [i, id] : llvm::enumerate(order)) {
    const Node &node = model.nodes()[id];
    Step step{node.op, node.value, {0, 0, 0}};
    for (unsigned k = 0; k < operandCount(node.op); ++k)
      step.x[k] = slot.lookup(node.operands[k]);
    slot[id] = i;
    steps.push_back(step);
  }
  for (NodeId root : roots)
    rootSlots.push_back(slot.lookup(root));
}

void Tape::run(llvm::ArrayRef<int64_t> values, size_t from) {
  if (isSafe)
    return runSafe(values, from);
  exact.resize(steps.size());
  for (size_t i = from; i < steps.size(); ++i) {
    const Step &s = steps[i];
    if (s.op == Op::Constant)
      exact[i] = s.value;
    else if (s.op == Op::Variable)
      exact[i] = values[s.value];
    else
      exact[i] = apply(s.op, exact[s.x[0]], exact[s.x[1]], exact[s.x[2]]);
  }
}

/// An operation that neither overflows nor divides by zero.
static int64_t safely(Op op, int64_t a, int64_t b, int64_t c) {
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return a;
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::FloorDiv:
    return a / b - (a % b < 0);
  case Op::CeilDiv:
    return a / b + (a % b > 0);
  case Op::Mod:
    return a % b + (a % b < 0 ? b : 0);
  case Op::Gcd:
    return std::gcd(a, b);
  case Op::Min:
    return std::min(a, b);
  case Op::Max:
    return std::max(a, b);
  case Op::Le:
    return a <= b;
  case Op::Eq:
    return a == b;
  case Op::Select:
    return a != 0 ? b : c;
  case Op::CeilLog2:
    return log2Of(a);
  }
  return 0;
}

void Tape::runSafe(llvm::ArrayRef<int64_t> values, size_t from) {
  plain.resize(steps.size());
  for (size_t i = from; i < steps.size(); ++i) {
    const Step &s = steps[i];
    if (s.op == Op::Constant)
      plain[i] = s.value;
    else if (s.op == Op::Variable)
      plain[i] = values[s.value];
    else
      plain[i] = safely(s.op, plain[s.x[0]], plain[s.x[1]], plain[s.x[2]]);
  }
}

void Tape::runRanges(llvm::ArrayRef<Interval> box) {
  range.resize(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step &s = steps[i];
    if (s.op == Op::Constant)
      range[i] = Interval::point(s.value);
    else if (s.op == Op::Variable)
      range[i] = box[s.value];
    else
      range[i] = apply(s.op, range[s.x[0]], range[s.x[1]], range[s.x[2]]);
  }
}

/// Wrapping arithmetic: only the branch of a select that is not taken wraps,
/// because the roots of a batch are valid at every point.
static int64_t wrapping(Op op, int64_t a, int64_t b) {
  switch (op) {
  case Op::Add:
    return int64_t(uint64_t(a) + uint64_t(b));
  case Op::Sub:
    return int64_t(uint64_t(a) - uint64_t(b));
  default:
    return int64_t(uint64_t(a) * uint64_t(b));
  }
}

void Tape::runBatch(llvm::ArrayRef<const int64_t *> columns, unsigned count) {
  lanes.resize(steps.size() * Lanes);
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step &s = steps[i];
    int64_t *out = &lanes[i * Lanes];
    const int64_t *a = &lanes[size_t(s.x[0]) * Lanes];
    const int64_t *b = &lanes[size_t(s.x[1]) * Lanes];
    const int64_t *c = &lanes[size_t(s.x[2]) * Lanes];
    auto each = [&](auto f) {
      for (unsigned l = 0; l < count; ++l)
        out[l] = f(a[l], b[l], c[l]);
    };
    using I = int64_t;
    switch (s.op) {
    case Op::Constant:
      each([&](I, I, I) { return s.value; });
      break;
    case Op::Variable:
      std::copy(columns[s.value], columns[s.value] + count, out);
      break;
    case Op::Add:
      each([](I x, I y, I) { return wrapping(Op::Add, x, y); });
      break;
    case Op::Sub:
      each([](I x, I y, I) { return wrapping(Op::Sub, x, y); });
      break;
    case Op::Mul:
      each([](I x, I y, I) { return wrapping(Op::Mul, x, y); });
      break;
    case Op::Min:
      each([](I x, I y, I) { return x < y ? x : y; });
      break;
    case Op::Max:
      each([](I x, I y, I) { return x < y ? y : x; });
      break;
    case Op::Le:
      each([](I x, I y, I) { return I(x <= y); });
      break;
    case Op::Eq:
      each([](I x, I y, I) { return I(x == y); });
      break;
    case Op::Select:
      each([](I x, I y, I z) { return x != 0 ? y : z; });
      break;
    case Op::FloorDiv:
      each([](I x, I y, I) { return y > 0 ? floorOf(x, y) : 0; });
      break;
    case Op::CeilDiv:
      each([](I x, I y, I) { return y > 0 ? ceilOf(x, y) : 0; });
      break;
    case Op::Mod:
      each([](I x, I y, I) { return y > 0 ? x - floorOf(x, y) * y : 0; });
      break;
    case Op::Gcd:
      each([](I x, I y, I) { return x > 0 && y > 0 ? std::gcd(x, y) : 0; });
      break;
    case Op::CeilLog2:
      each([](I x, I, I) { return log2Of(x); });
      break;
    }
  }
}
