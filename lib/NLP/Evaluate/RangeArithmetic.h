//===- RangeArithmetic.h - Operations on plain ranges -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations without checks on ranges, of which it is known that none is
// empty and that nothing can fail. They are as exact as apply() of Interval.h.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_RANGEARITHMETIC_H
#define TALOS_LIB_NLP_EVALUATE_RANGEARITHMETIC_H

#include "NLP/Evaluate/Arithmetic.h"
#include "talos/NLP/Interval.h"
#include <algorithm>

namespace talos::nlp {

/// Of a select.
TALOS_INLINE inline Interval eitherOf(Interval c, Interval x, Interval y) {
  bool may = c.lo != 0 || c.hi != 0, mayNot = c.lo <= 0 && c.hi >= 0;
  return {!mayNot ? x.lo
          : !may  ? y.lo
                  : std::min(x.lo, y.lo),
          !mayNot ? x.hi
          : !may  ? y.hi
                  : std::max(x.hi, y.hi)};
}

TALOS_INLINE inline Interval multiply(Interval x, Interval y) {
  int64_t p = x.lo * y.lo, q = x.lo * y.hi, r = x.hi * y.lo, s = x.hi * y.hi;
  return {std::min(std::min(p, q), std::min(r, s)),
          std::max(std::max(p, q), std::max(r, s))};
}

TALOS_INLINE inline Interval equal(Interval x, Interval y) {
  int64_t may = std::max(x.lo, y.lo) <= std::min(x.hi, y.hi);
  int64_t must = std::max(x.hi, y.hi) <= std::min(x.lo, y.lo);
  return {must, may};
}

/// The dividend is not negative; the divisor is positive.
template <Op op>
TALOS_INLINE inline Interval quotientRange(Interval x, Interval y) {
  if (op != Op::Mod)
    return {quotient<op>(x.lo, y.hi), quotient<op>(x.hi, y.lo)};
  int64_t lo = floorOf(x.lo, y.lo) * y.lo, hi = floorOf(x.hi, y.lo) * y.lo;
  if (x.hi < y.lo)
    return x;
  return lo == hi && y.lo == y.hi ? Interval{x.lo - lo, x.hi - hi}
                                  : Interval{0, std::min(x.hi, y.hi - 1)};
}

/// Calls `f` with the operation of two operands (all but Select) on ranges. Of
/// a division the dividend must not be negative.
template <typename F> TALOS_INLINE inline void withRangeOperation(Op op, F f) {
  using R = Interval;
  switch (op) {
  case Op::Add:
    return f([](R x, R y) TALOS_INLINE { return R{x.lo + y.lo, x.hi + y.hi}; });
  case Op::Sub:
    return f([](R x, R y) TALOS_INLINE { return R{x.lo - y.hi, x.hi - y.lo}; });
  case Op::Mul:
    return f([](R x, R y) TALOS_INLINE { return multiply(x, y); });
  case Op::FloorDiv:
    return f([](R x, R y)
                 TALOS_INLINE { return quotientRange<Op::FloorDiv>(x, y); });
  case Op::CeilDiv:
    return f([](R x, R y)
                 TALOS_INLINE { return quotientRange<Op::CeilDiv>(x, y); });
  case Op::Mod:
    return f([](R x, R y)
                 TALOS_INLINE { return quotientRange<Op::Mod>(x, y); });
  case Op::Gcd:
    return f([](R x, R y) {
      return x.isPoint() && y.isPoint() ? R::point(std::gcd(x.lo, y.lo))
                                        : R{1, std::min(x.hi, y.hi)};
    });
  case Op::Min:
    return f([](R x, R y) TALOS_INLINE {
      return R{std::min(x.lo, y.lo), std::min(x.hi, y.hi)};
    });
  case Op::Max:
    return f([](R x, R y) TALOS_INLINE {
      return R{std::max(x.lo, y.lo), std::max(x.hi, y.hi)};
    });
  case Op::Le:
    return f([](R x, R y)
                 TALOS_INLINE { return R{x.hi <= y.lo, x.lo <= y.hi}; });
  case Op::Eq:
    return f([](R x, R y) TALOS_INLINE { return equal(x, y); });
  case Op::CeilLog2:
    return f([](R x, R) TALOS_INLINE { return R{log2Of(x.lo), log2Of(x.hi)}; });
  case Op::Select:
  case Op::Constant:
  case Op::Variable:
    return;
  }
}

/// The same as apply() of Interval.h where no range is empty and no sum or
/// product can overflow.
inline Interval applyPlain(Op op, Interval a, Interval b, Interval c,
                           bool *mayFail) {
  if (op == Op::Select)
    return eitherOf(a, b, c);
  bool isDivision = op == Op::FloorDiv || op == Op::CeilDiv || op == Op::Mod,
       isPositive = isDivision           ? a.lo >= 0 && b.lo >= 1
                    : op == Op::Gcd      ? a.lo >= 1 && b.lo >= 1
                    : op == Op::CeilLog2 ? a.lo >= 1
                                         : true;
  if (!isPositive)
    return apply(op, a, b, c, mayFail);
  Interval result = a;
  withRangeOperation(op, [&](auto f) { result = f(a, b); });
  return result;
}

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_RANGEARITHMETIC_H
