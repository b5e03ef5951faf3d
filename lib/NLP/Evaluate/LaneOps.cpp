//===- LaneOps.cpp - One operation on many ranges -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that the compiler can vectorise, for each kind of processor, wherever
// nothing can fail in any lane: then ranges need neither checks nor branches.
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/LaneOps.h"
#include "NLP/Evaluate/RangeArithmetic.h"
#include <type_traits>

using namespace talos;
using namespace talos::nlp;

/// Sums of two and products of two stay exact within these.
static constexpr int64_t ExactSum = int64_t(1) << 61;
static constexpr int64_t ExactProduct = int64_t(1) << 31;

namespace {

/// An operand with a stride known to the compiler.
template <unsigned Stride> struct View {
  const int64_t *lo, *hi;
  TALOS_INLINE Interval operator[](unsigned lane) const {
    return {lo[lane * Stride], hi[lane * Stride]};
  }
};

/// Calls f with the operand as a View of the stride that it has.
template <typename F>
TALOS_INLINE inline void withStride(const LaneOperand &x, F f) {
  if (x.stride)
    f(View<1>{x.lo, x.hi});
  else
    f(View<0>{x.lo, x.hi});
}

/// The same of the first two operands.
template <typename F>
TALOS_INLINE inline void withStrides(const LaneOperand (&x)[3], F f) {
  withStride(x[0], [&](auto a) TALOS_INLINE {
    withStride(x[1], [&](auto b) TALOS_INLINE { f(a, b); });
  });
}

/// Of all lanes together.
struct Extent {
  int64_t lo, hi;
  bool isEmpty;   ///< some lane's
  bool arePoints; ///< all lanes'
  bool isWithin(int64_t most) const { return lo > -most && hi < most; }
};

TALOS_INLINE inline Extent extentOf(const LaneOperand &x, unsigned count) {
  int64_t lo = x.lo[0], hi = x.hi[0], ordered = lo <= hi, differ = lo ^ hi;
  for (unsigned l = 1; l < count && x.stride; ++l) {
    lo = std::min(lo, x.lo[l]);
    hi = std::max(hi, x.hi[l]);
    ordered &= int64_t(x.lo[l] <= x.hi[l]);
    differ |= x.lo[l] ^ x.hi[l];
  }
  return {lo, hi, ordered == 0, differ == 0};
}

/// Whether the operation cannot fail in any lane.
TALOS_INLINE inline bool cannotFail(Op op, const Extent &a, const Extent &b,
                                    const Extent &c) {
  if (a.isEmpty || b.isEmpty || c.isEmpty)
    return false;
  switch (op) {
  case Op::Add:
  case Op::Sub:
    return a.isWithin(ExactSum) && b.isWithin(ExactSum);
  case Op::Mul:
    return a.isWithin(ExactProduct) && b.isWithin(ExactProduct);
  case Op::FloorDiv:
  case Op::CeilDiv:
  case Op::Mod:
    return a.isWithin(ExactSum) && b.lo >= 1;
  case Op::Gcd:
    return a.lo >= 1 && b.lo >= 1;
  case Op::CeilLog2:
    return a.lo >= 1;
  default:
    return true;
  }
}

/// The lanes of one call.
struct Call {
  const LaneOperand (&x)[3];
  unsigned count;
  int64_t *lo, *hi;

  /// f: of two operands. A range, or a number if all lanes are points.
  template <typename F> TALOS_INLINE void operator()(F f) const {
    withStrides(x, [&](auto a, auto b) TALOS_INLINE {
      write(count, lo, hi,
            [&](unsigned l) TALOS_INLINE { return f(a[l], b[l]); });
    });
  }
  /// f: of three operands.
  template <typename F> TALOS_INLINE void ofThree(F f) const {
    withStrides(x, [&](auto a, auto b) TALOS_INLINE {
      withStride(x[2], [&](auto c) TALOS_INLINE {
        write(count, lo, hi,
              [&](unsigned l) TALOS_INLINE { return f(a[l], b[l], c[l]); });
      });
    });
  }

private:
  /// What f reads is not written.
  template <typename F>
  TALOS_INLINE static void write(unsigned count, int64_t *__restrict lo,
                                 int64_t *__restrict hi, F f) {
    for (unsigned l = 0; l < count; ++l) {
      auto r = f(l);
      if constexpr (std::is_same_v<decltype(r), Interval>) {
        lo[l] = r.lo;
        hi[l] = r.hi;
      } else {
        lo[l] = r;
      }
    }
  }
};

/// What apply() says, lane by lane.
void general(Op op, const Call &each) {
  const LaneOperand &a = each.x[0], &b = each.x[1], &c = each.x[2];
  for (unsigned l = 0; l < each.count; ++l) {
    auto of = [l](const LaneOperand &x) {
      return Interval{x.lo[l * x.stride], x.hi[l * x.stride]};
    };
    Interval r = apply(op, of(a), of(b), of(c));
    each.lo[l] = r.lo;
    each.hi[l] = r.hi;
  }
}

/// Numbers in all lanes, of which the divisor is positive.
template <Op op> TALOS_INLINE inline void dividePoints(const Call &each) {
  each([](Interval x, Interval y)
           TALOS_INLINE { return Interval::point(quotient<op>(x.lo, y.lo)); });
}

TALOS_INLINE inline void applyKnown(Op op, bool isPlain, bool isPositive,
                                    const Call &each) {
  bool isDivision = op == Op::FloorDiv || op == Op::CeilDiv || op == Op::Mod;
  Extent of[3] = {};
  if (!isPlain || isDivision) {
    for (unsigned i = 0; i < operandCount(op); ++i)
      of[i] = extentOf(each.x[i], each.count);
    // An empty lane may seem to be divided by 0 although the operation is
    // plain.
    isPlain = (isPlain && !isDivision) || cannotFail(op, of[0], of[1], of[2]);
    isPositive |= of[0].lo >= 0 && of[1].lo >= 0;
  }
  if (!isPlain || (isDivision && !isPositive))
    return general(op, each);
  bool arePoints = of[0].arePoints && of[1].arePoints;
  if (op == Op::FloorDiv && arePoints)
    return dividePoints<Op::FloorDiv>(each);
  if (op == Op::CeilDiv && arePoints)
    return dividePoints<Op::CeilDiv>(each);
  if (op == Op::Mod && arePoints)
    return dividePoints<Op::Mod>(each);
  if (op == Op::Mul && isPositive)
    return each([](Interval x, Interval y) TALOS_INLINE {
      return Interval{x.lo * y.lo, x.hi * y.hi};
    });
  if (op == Op::Select)
    return each.ofThree([](Interval c, Interval x, Interval y)
                            TALOS_INLINE { return eitherOf(c, x, y); });
  withRangeOperation(op, each);
}

} // namespace

TALOS_FOR_EACH_PROCESSOR
void nlp::applyLanes(Op op, bool isPlain, bool isPositive,
                     const LaneOperand (&x)[3], unsigned count, Interval within,
                     int64_t *lo, int64_t *hi) {
  Call each{x, count, lo, hi};
  applyKnown(op, isPlain, isPositive, each);
  if (within == Interval::everything())
    return;
  for (unsigned l = 0; l < count; ++l) {
    lo[l] = std::max(lo[l], within.lo);
    hi[l] = std::min(hi[l], within.hi);
  }
}

TALOS_FOR_EACH_PROCESSOR
void nlp::applyPoints(Op op, const LaneOperand (&x)[3], unsigned count,
                      int64_t *out) {
  Call each{x, count, out, nullptr};
  auto take = [&](auto f) TALOS_INLINE {
    each([&](Interval a, Interval b) TALOS_INLINE { return f(a.lo, b.lo); });
  };
  if (op == Op::Select)
    each.ofThree([](Interval c, Interval a, Interval b)
                     TALOS_INLINE { return c.lo != 0 ? a.lo : b.lo; });
  else
    withOperation(op, take);
}
