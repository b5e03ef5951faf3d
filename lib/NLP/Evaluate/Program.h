//===- Program.h - Straight-line programs of nodes --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program holds just the nodes that its roots need, operands first. It is
// evaluated exactly, over ranges, or for a batch of points. The helpers for
// nodes with renumbered operands serve all programs of this room.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_PROGRAM_H
#define TALOS_LIB_NLP_EVALUATE_PROGRAM_H

#include "talos/NLP/Interval.h"

namespace talos::nlp {

/// The nodes below `roots`, themselves included, as far as `isIn` admits them;
/// ascending. Takes as much work as there are results: models are large, most
/// cones small.
template <typename Nodes, typename IsIn>
std::vector<uint32_t> coneOf(const Nodes &nodes, ArrayRef<uint32_t> roots,
                             IsIn isIn) {
  std::vector<uint32_t> open(roots), cone;
  DenseSet<uint32_t> seen;
  while (!open.empty()) {
    uint32_t n = open.back();
    open.pop_back();
    if (!isIn(nodes[n]) || !seen.insert(n).second)
      continue;
    cone.push_back(n);
    llvm::append_range(open, nodes[n].inputs());
  }
  llvm::sort(cone);
  return cone;
}
template <typename Nodes>
std::vector<uint32_t> coneOf(const Nodes &nodes, ArrayRef<uint32_t> roots) {
  return coneOf(nodes, roots, [](const auto &) { return true; });
}

/// The operation without checks: nothing may fail.
int64_t apply(Op op, int64_t a, int64_t b, int64_t c);

/// The operation of a node; `values`: of its operands, by number.
template <typename Values>
auto applyTo(const Node &node, const Values &values) {
  return apply(node.op, values[node.operands[0]], values[node.operands[1]],
               values[node.operands[2]]);
}

inline void assign(Int &to, int64_t value) { to = value; }
inline void assign(int64_t &to, int64_t value) { to = value; }
inline void assign(Interval &to, int64_t value) { to = Interval::point(value); }

/// Evaluates code (operands first) from an instruction on. `variables`: by
/// VarId. A Value is an Int, an Interval, or an int64_t if nothing may fail.
template <typename Value, typename Variables>
void evaluate(ArrayRef<Node> code, const Variables &variables,
              std::vector<Value> &values, size_t from = 0) {
  values.resize(code.size());
  for (size_t i = from; i < code.size(); ++i)
    if (code[i].op == Op::Constant)
      assign(values[i], code[i].value);
    else if (code[i].op == Op::Variable)
      values[i] = variables[code[i].value];
    else
      values[i] = applyTo(code[i], values);
}

/// Of the nodes with these numbers, operands first, those that depend on the
/// variable.
template <typename Nodes, typename Numbers>
DenseSet<uint32_t> dependentOn(const Nodes &nodes, const Numbers &numbers,
                               VarId v) {
  DenseSet<uint32_t> result;
  for (uint32_t n : numbers)
    if ((nodes[n].op == Op::Variable && VarId(nodes[n].value) == v) ||
        llvm::any_of(nodes[n].inputs(),
                     [&](uint32_t x) { return result.contains(x); }))
      result.insert(n);
  return result;
}

class Program {
public:
  static constexpr unsigned Lanes = 128;

  /// `order`: variables, of which those that change more often come later.
  /// `isSafe`: no node may fail, so that points need no checks.
  Program(const Model &model, ArrayRef<NodeId> roots,
          ArrayRef<VarId> order = {}, bool isSafe = false);

  size_t size() const { return code.size(); }

  /// Exact values at one point; `values` by VarId.
  void run(ArrayRef<int64_t> values) { runFrom(values, 0); }
  /// The same after a run at a point that differs only in the variables of the
  /// order from number `first` on.
  void rerun(ArrayRef<int64_t> values, size_t first) {
    runFrom(values, firstOf[first]);
  }
  Int root(unsigned i) const {
    return isSafe ? Int(plain[roots[i]]) : exact[roots[i]];
  }

  /// Ranges in a box; `box` by VarId.
  void runRanges(ArrayRef<Interval> box) { evaluate(code, box, range); }
  /// The same after one in a box that differs as the points of rerun().
  void rerunRanges(ArrayRef<Interval> box, size_t first) {
    evaluate(code, box, range, firstOf[first]);
  }
  Interval rootRange(unsigned i) const { return range[roots[i]]; }

  /// Values of `count` <= Lanes points: lane l of variable v is
  /// columns[v][l]. Only for roots that are valid at every point.
  void runBatch(ArrayRef<const int64_t *> columns, unsigned count);
  const int64_t *rootLanes(unsigned i) const {
    return &lanes[size_t(roots[i]) * Lanes];
  }

private:
  void runFrom(ArrayRef<int64_t> values, size_t from);

  std::vector<Node> code; ///< nodes that change more often come later
  /// By number in the order: the first node that depends on this variable or a
  /// later one. One more: behind the last node.
  std::vector<size_t> firstOf;
  std::vector<uint32_t> roots;
  bool isSafe;
  std::vector<Int> exact;
  std::vector<int64_t> plain;
  std::vector<Interval> range;
  std::vector<int64_t> lanes;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_PROGRAM_H
