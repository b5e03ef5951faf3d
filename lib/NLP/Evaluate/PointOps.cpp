//===- PointOps.cpp - One operation on many numbers -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/LaneArithmetic.h"
#include <algorithm>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

namespace {

/// The numbers of one call.
struct PointCall {
  const LaneOperand (&x)[3];
  unsigned count;
  int64_t *out;

  /// f: of two operands.
  template <typename F> TALOS_INLINE void operator()(F f) const {
    withStrides(x, [&](auto a, auto b) TALOS_INLINE {
      write(count, out,
            [&](unsigned l) TALOS_INLINE { return f(a[l].lo, b[l].lo); });
    });
  }
  /// x[0] ? x[1] : x[2]
  TALOS_INLINE void select() const {
    withStrides(x, [&](auto c, auto a) TALOS_INLINE {
      withStride(x[2], [&](auto b) TALOS_INLINE {
        write(count, out, [&](unsigned l) TALOS_INLINE {
          int64_t x = a[l].lo, y = b[l].lo;
          return c[l].lo != 0 ? x : y;
        });
      });
    });
  }

private:
  /// What f reads is not written.
  template <typename F>
  TALOS_INLINE static void write(unsigned count, int64_t *__restrict out, F f) {
    for (unsigned l = 0; l < count; ++l)
      out[l] = f(l);
  }
};

template <Op op> TALOS_INLINE inline void dividePoints(const PointCall &each) {
  each([](int64_t x, int64_t y) TALOS_INLINE {
    return quotient<op>([](int64_t x, int64_t y)
                            TALOS_INLINE { return floorOfDoubles(x, y); },
                        x, y);
  });
}

} // namespace

bool nlp::isForPoints(Op op, Interval x, Interval y) {
  if (op != Op::FloorDiv && op != Op::CeilDiv && op != Op::Mod)
    return operandCount(op) > 0;
  return x.lo >= 0 && y.lo >= 1 && x.hi < ExactDouble && y.hi < ExactDouble;
}

TALOS_FOR_EACH_PROCESSOR
void nlp::applyPoints(Op op, const LaneOperand (&x)[3], unsigned count,
                      int64_t *out) {
  using I = int64_t;
  PointCall each{x, count, out};
  switch (op) {
  case Op::Add:
    return each([](I x, I y) TALOS_INLINE { return x + y; });
  case Op::Sub:
    return each([](I x, I y) TALOS_INLINE { return x - y; });
  case Op::Mul:
    return each([](I x, I y) TALOS_INLINE { return x * y; });
  case Op::FloorDiv:
    return dividePoints<Op::FloorDiv>(each);
  case Op::CeilDiv:
    return dividePoints<Op::CeilDiv>(each);
  case Op::Mod:
    return dividePoints<Op::Mod>(each);
  case Op::Gcd:
    return each([](I x, I y) { return std::gcd(x, y); });
  case Op::Min:
    return each([](I x, I y) TALOS_INLINE { return std::min(x, y); });
  case Op::Max:
    return each([](I x, I y) TALOS_INLINE { return std::max(x, y); });
  case Op::Le:
    return each([](I x, I y) TALOS_INLINE { return I(x <= y); });
  case Op::Eq:
    return each([](I x, I y) TALOS_INLINE { return I(x == y); });
  case Op::CeilLog2:
    return each([](I x, I) TALOS_INLINE { return log2Of(x); });
  case Op::Select:
    return each.select();
  case Op::Constant:
  case Op::Variable:
    return;
  }
}
