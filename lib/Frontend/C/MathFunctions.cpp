//===- MathFunctions.cpp - The functions of math.h ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace talos::frontend {

namespace {
using Build = Value (*)(OpBuilder &, Location, ValueRange);

template <typename Op>
Value one(OpBuilder &builder, Location where, ValueRange operands) {
  return Op::create(builder, where, operands[0]);
}
template <typename Op>
Value two(OpBuilder &builder, Location where, ValueRange operands) {
  return Op::create(builder, where, operands[0], operands[1]);
}
Value fma(OpBuilder &builder, Location where, ValueRange operands) {
  return math::FmaOp::create(builder, where, operands[0], operands[1],
                             operands[2]);
}

struct Function {
  llvm::StringLiteral name;
  unsigned arguments;
  Build build;
};

/// rint and nearbyint round as the default rounding mode says: to even.
constexpr Function functions[] = {
    {"sqrt", 1, one<math::SqrtOp>},
    {"cbrt", 1, one<math::CbrtOp>},
    {"exp", 1, one<math::ExpOp>},
    {"exp2", 1, one<math::Exp2Op>},
    {"expm1", 1, one<math::ExpM1Op>},
    {"log", 1, one<math::LogOp>},
    {"log2", 1, one<math::Log2Op>},
    {"log10", 1, one<math::Log10Op>},
    {"log1p", 1, one<math::Log1pOp>},
    {"sin", 1, one<math::SinOp>},
    {"cos", 1, one<math::CosOp>},
    {"tan", 1, one<math::TanOp>},
    {"asin", 1, one<math::AsinOp>},
    {"acos", 1, one<math::AcosOp>},
    {"atan", 1, one<math::AtanOp>},
    {"sinh", 1, one<math::SinhOp>},
    {"cosh", 1, one<math::CoshOp>},
    {"tanh", 1, one<math::TanhOp>},
    {"asinh", 1, one<math::AsinhOp>},
    {"acosh", 1, one<math::AcoshOp>},
    {"atanh", 1, one<math::AtanhOp>},
    {"erf", 1, one<math::ErfOp>},
    {"fabs", 1, one<math::AbsFOp>},
    {"floor", 1, one<math::FloorOp>},
    {"ceil", 1, one<math::CeilOp>},
    {"trunc", 1, one<math::TruncOp>},
    {"round", 1, one<math::RoundOp>},
    {"rint", 1, one<math::RoundEvenOp>},
    {"nearbyint", 1, one<math::RoundEvenOp>},
    {"pow", 2, two<math::PowFOp>},
    {"atan2", 2, two<math::Atan2Op>},
    {"copysign", 2, two<math::CopySignOp>},
    {"fmin", 2, two<arith::MinNumFOp>},
    {"fmax", 2, two<arith::MaxNumFOp>},
    {"fmod", 2, two<arith::RemFOp>},
    {"fma", 3, fma},
};
constexpr Function integerFunctions[] = {
    {"abs", 1, one<math::AbsIOp>},
    {"labs", 1, one<math::AbsIOp>},
    {"llabs", 1, one<math::AbsIOp>},
};

const Function *find(StringRef name) {
  name.consume_front("__builtin_");
  for (const Function &function : integerFunctions)
    if (name == function.name)
      return &function;
  for (const Function &function : functions)
    if (name == function.name ||
        (name.ends_with("f") && name.drop_back() == function.name))
      return &function;
  return nullptr;
}
} // namespace

bool isMathFunction(StringRef name, unsigned arguments) {
  const Function *function = find(name);
  return function && function->arguments == arguments;
}

Value buildMathFunction(OpBuilder &builder, Location where, StringRef name,
                        ValueRange operands) {
  return find(name)->build(builder, where, operands);
}

} // namespace talos::frontend
