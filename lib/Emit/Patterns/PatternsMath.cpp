//===- PatternsMath.cpp - math operations as C++ --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function stands in <cmath>; Vitis maps std:: math to its own library.
//
//===----------------------------------------------------------------------===//

#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

// The function of <cmath> with the operation's meaning, in the operands' order.
template <typename OpTy> static constexpr const char *function();
#define TALOS_MATH_FUNCTIONS(X)                                                \
  X(AbsFOp, "std::fabs")                                                       \
  X(AcosOp, "std::acos")                                                       \
  X(AcoshOp, "std::acosh")                                                     \
  X(AsinOp, "std::asin")                                                       \
  X(AsinhOp, "std::asinh")                                                     \
  X(AtanOp, "std::atan")                                                       \
  X(AtanhOp, "std::atanh")                                                     \
  X(Atan2Op, "std::atan2")                                                     \
  X(CbrtOp, "std::cbrt")                                                       \
  X(CeilOp, "std::ceil")                                                       \
  X(CopySignOp, "std::copysign")                                               \
  X(CosOp, "std::cos")                                                         \
  X(CoshOp, "std::cosh")                                                       \
  X(ErfOp, "std::erf")                                                         \
  X(ErfcOp, "std::erfc")                                                       \
  X(ExpOp, "std::exp")                                                         \
  X(Exp2Op, "std::exp2")                                                       \
  X(ExpM1Op, "std::expm1")                                                     \
  X(FloorOp, "std::floor")                                                     \
  X(FmaOp, "std::fma")                                                         \
  X(IsFiniteOp, "std::isfinite")                                               \
  X(IsInfOp, "std::isinf")                                                     \
  X(IsNaNOp, "std::isnan")                                                     \
  X(LogOp, "std::log")                                                         \
  X(Log10Op, "std::log10")                                                     \
  X(Log1pOp, "std::log1p")                                                     \
  X(Log2Op, "std::log2")                                                       \
  X(PowFOp, "std::pow")                                                        \
  X(RoundOp, "std::round")                                                     \
  X(SinOp, "std::sin")                                                         \
  X(SinhOp, "std::sinh")                                                       \
  X(SqrtOp, "std::sqrt")                                                       \
  X(TanOp, "std::tan")                                                         \
  X(TanhOp, "std::tanh")                                                       \
  X(TruncOp, "std::trunc")
#define TALOS_MATH_NAME(OP, NAME)                                              \
  template <> constexpr const char *function<math::OP>() { return NAME; }
TALOS_MATH_FUNCTIONS(TALOS_MATH_NAME)
#undef TALOS_MATH_NAME

template <typename OpTy>
static FailureOr<Expr> mathCall(FunctionEmitter &e, OpTy op) {
  SmallVector<Expr> arguments;
  for (Value operand : op->getOperands()) {
    FailureOr<Expr> one = e.expr(operand);
    if (failed(one))
      return failure();
    arguments.push_back(*one);
  }
  e.needs.cmath = true;
  return call(function<OpTy>(), arguments);
}

static FailureOr<Expr> reciprocalRoot(FunctionEmitter &e, math::RsqrtOp op) {
  FailureOr<Expr> arg = e.expr(op.getOperand());
  if (failed(arg))
    return failure();
  e.needs.cmath = true;
  return binary({op.getType().isF32() ? "1.0f" : "1.0"}, "/",
                call("std::sqrt", {*arg}));
}

void emit::addMathPatterns(Patterns &patterns) {
#define TALOS_MATH_ADD(OP, NAME) patterns.expression<math::OP, mathCall>();
  TALOS_MATH_FUNCTIONS(TALOS_MATH_ADD)
#undef TALOS_MATH_ADD
  patterns.expression<math::RsqrtOp, reciprocalRoot>();
}
