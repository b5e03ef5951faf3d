//===- Program.cpp - Straight-line programs of nodes ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/Program.h"
#include "NLP/Evaluate/Arithmetic.h"
#include "NLP/Evaluate/LaneOps.h"

using namespace talos;
using namespace talos::nlp;

int64_t nlp::apply(Op op, int64_t a, int64_t b, int64_t c) {
  int64_t result = a != 0 ? b : c; // of Select
  withOperation(op, DivideIntegers(), [&](auto f) { result = f(a, b); });
  return result;
}

llvm::DenseSet<NodeId> nlp::dependentOn(const Model &model,
                                        llvm::ArrayRef<NodeId> nodes, VarId v) {
  llvm::DenseSet<NodeId> result;
  for (NodeId id : nodes) {
    const Node &node = model.nodes()[id];
    if ((node.op == Op::Variable && VarId(node.value) == v) ||
        llvm::any_of(node.inputs(),
                     [&](NodeId operand) { return result.contains(operand); }))
      result.insert(id);
  }
  return result;
}

Program::Program(const Model &model, llvm::ArrayRef<NodeId> rootNodes,
                 std::optional<VarId> last, bool isSafe)
    : isSafe(isSafe) {
  std::vector<NodeId> order = model.cone(rootNodes);
  if (last) {
    llvm::DenseSet<NodeId> changing = dependentOn(model, order, *last);
    std::vector<NodeId> fixed;
    llvm::copy_if(order, std::back_inserter(fixed),
                  [&](NodeId id) { return !changing.contains(id); });
    llvm::erase_if(order, [&](NodeId id) { return !changing.contains(id); });
    firstOfLast = fixed.size();
    order.insert(order.begin(), fixed.begin(), fixed.end());
  }
  llvm::DenseMap<NodeId, uint32_t> place;
  for (NodeId id : order) {
    Node node = model.nodes()[id];
    for (unsigned k = 0; k < operandCount(node.op); ++k)
      node.operands[k] = place.lookup(node.operands[k]);
    place[id] = code.size();
    code.push_back(node);
  }
  for (NodeId root : rootNodes)
    roots.push_back(place.lookup(root));
}

void Program::run(llvm::ArrayRef<int64_t> values, size_t from) {
  if (isSafe)
    evaluate(code, values, plain, from);
  else
    evaluate(code, values, exact, from);
}

/// Only the branch of a select that is not taken may be invalid, because the
/// roots of a batch are valid at every point.
void Program::runBatch(llvm::ArrayRef<const int64_t *> columns,
                       unsigned count) {
  lanes.resize(code.size() * Lanes);
  for (size_t i = 0; i < code.size(); ++i) {
    const Node &node = code[i];
    int64_t *out = &lanes[i * Lanes];
    if (node.op == Op::Constant)
      std::fill_n(out, count, node.value);
    else if (node.op == Op::Variable)
      std::copy_n(columns[node.value], count, out);
    else {
      LaneOperand x[3];
      for (unsigned k = 0; k < 3; ++k) {
        const int64_t *in = &lanes[size_t(node.operands[k]) * Lanes];
        x[k] = {in, in, 1};
      }
      applyPoints(node.op, x, count, out, /*areSmall=*/false);
    }
  }
}
