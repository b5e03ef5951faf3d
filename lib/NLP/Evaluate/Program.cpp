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
  withOperation(op, [&](auto f) { result = f(a, b); });
  return result;
}

/// By node of a cone: how many variables of the order come before it can be
/// evaluated; 0: it depends on none.
static DenseMap<NodeId, size_t>
levelsOf(const Model &model, ArrayRef<NodeId> cone, ArrayRef<VarId> order) {
  DenseMap<VarId, size_t> levelOf;
  for (auto [i, v] : llvm::enumerate(order))
    levelOf[v] = i + 1;
  DenseMap<NodeId, size_t> levels;
  for (NodeId id : cone) {
    const Node &node = model.nodes()[id];
    size_t level = node.op == Op::Variable ? levelOf.lookup(node.value) : 0;
    for (NodeId x : node.inputs())
      level = std::max(level, levels.lookup(x));
    levels[id] = level;
  }
  return levels;
}

Program::Program(const Model &model, ArrayRef<NodeId> rootNodes,
                 ArrayRef<VarId> order, bool isSafe)
    : isSafe(isSafe) {
  std::vector<NodeId> cone = model.cone(rootNodes);
  DenseMap<NodeId, size_t> levels = levelsOf(model, cone, order);
  auto rank = [&](NodeId id) { return std::make_pair(levels.lookup(id), id); };
  llvm::sort(cone, [&](NodeId x, NodeId y) { return rank(x) < rank(y); });
  for (size_t i = 0; i <= order.size(); ++i)
    firstOf.push_back(
        llvm::partition_point(
            cone, [&](NodeId id) { return levels.lookup(id) <= i; }) -
        cone.begin());
  DenseMap<NodeId, uint32_t> place;
  for (NodeId id : cone) {
    Node node = model.nodes()[id];
    for (uint32_t &x : node.operands)
      x = place.lookup(x);
    place[id] = code.size();
    code.push_back(node);
  }
  for (NodeId root : rootNodes)
    roots.push_back(place.lookup(root));
}

void Program::runFrom(ArrayRef<int64_t> values, size_t from) {
  if (isSafe)
    evaluate(code, values, plain, from);
  else
    evaluate(code, values, exact, from);
}

/// Only the branch of a select that is not taken may be invalid, because the
/// roots of a batch are valid at every point.
void Program::runBatch(ArrayRef<const int64_t *> columns, unsigned count) {
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
      applyPoints(node.op, x, count, out);
    }
  }
}
