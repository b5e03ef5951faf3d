//===- Interval.h - Ranges and monotonicity of expressions ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be said of an expression while some variables are only known to lie
// in a range. Everything here is sound (an interval holds every value that the
// expression takes where it is valid) and exact when all ranges are points.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_INTERVAL_H
#define TALOS_NLP_INTERVAL_H

#include "talos/NLP/Model.h"

namespace talos::nlp {

/// lo..hi, both included. Empty (lo > hi): invalid at every point.
struct Interval {
  int64_t lo = 0, hi = 0;
  static Interval point(int64_t v) { return {v, v}; }
  static Interval none() { return {1, 0}; }
  static Interval everything() { return {INT64_MIN, INT64_MAX}; }
  bool isEmpty() const { return lo > hi; }
  bool isPoint() const { return lo == hi; }
  bool contains(int64_t v) const { return lo <= v && v <= hi; }
  /// As a condition: some point makes it true.
  bool mayHold() const { return !isEmpty() && !(lo == 0 && hi == 0); }
  friend bool operator==(Interval a, Interval b) {
    return a.lo == b.lo && a.hi == b.hi;
  }
};

/// The least range that holds both.
inline Interval hullOf(Interval a, Interval b) {
  if (a.isEmpty() || b.isEmpty())
    return a.isEmpty() ? b : a;
  return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
inline Interval intersection(Interval a, Interval b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

/// The range of `op` over operand ranges; operands that it does not have are
/// ignored. Sets `mayFail` (if given) when some choice of valid operands
/// overflows or divides by zero.
Interval apply(Op op, Interval a, Interval b, Interval c,
               bool *mayFail = nullptr);

/// A range, and whether the expression may be invalid at some point.
struct CheckedRange {
  CheckedRange() = default;
  CheckedRange(Interval range, bool mayFail) : range(range), mayFail(mayFail) {}

  Interval range;
  bool mayFail = false;
};
/// The same of `op` over operands; a branch of a select that is not taken does
/// not matter.
CheckedRange apply(Op op, CheckedRange a, CheckedRange b, CheckedRange c);

/// Ranges of all nodes of a model.
struct Ranges {
  std::vector<Interval> interval; ///< by NodeId
  std::vector<bool> mayFail;      ///< by NodeId: invalid at some point
};

/// `domains`: the range of every variable, by VarId.
Ranges computeRanges(const Model &model, ArrayRef<Interval> domains);
/// The same over the whole domains.
Ranges computeRanges(const Model &model);

enum class Direction { Independent, Nondecreasing, Nonincreasing, Unknown };
Direction reverse(Direction d);
/// Of f(g(x)), given the directions of f and of g.
Direction compose(Direction outer, Direction inner);
/// Of a function that depends on x in both ways.
Direction join(Direction a, Direction b);

/// How the value of `op` moves with operand number `i` alone, while the
/// operands stay in their ranges.
Direction operandDirection(Op op, unsigned i, Interval a, Interval b,
                           Interval c);

/// How `f` moves with `g` when g is changed alone and every other variable or
/// operand is fixed; Unknown where f may be invalid. `ranges` bound all nodes.
Direction direction(const Model &model, const Ranges &ranges, NodeId f,
                    NodeId g);

} // namespace talos::nlp

#endif // TALOS_NLP_INTERVAL_H
