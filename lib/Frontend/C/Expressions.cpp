//===- Expressions.cpp - Values of expressions ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "clang/AST/ExprCXX.h"

using namespace mlir;

namespace talos::frontend {

Value Importer::constantLike(Type type, int64_t value, Location where) {
  if (auto floating = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(
        builder, where, FloatAttr::get(floating, static_cast<double>(value)));
  return arith::ConstantOp::create(builder, where,
                                   IntegerAttr::get(type, value));
}

Value Importer::integerOf(Value index, Type type, Location where) {
  return arith::IndexCastOp::create(builder, where, type, index);
}

Value Importer::indexOf(Value integer, clang::QualType type, Location where) {
  if (isUnsigned(type))
    return arith::IndexCastUIOp::create(builder, where, builder.getIndexType(),
                                        integer);
  return arith::IndexCastOp::create(builder, where, builder.getIndexType(),
                                    integer);
}

Importer::MaybeValue Importer::rvalue(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  clang::Expr::EvalResult constant;
  if (expr->getType()->isIntegralOrEnumerationType() &&
      !expr->HasSideEffects(ast) && expr->EvaluateAsInt(constant, ast)) {
    FailureOr<Type> type = scalarType(expr->getType(), at(expr));
    if (failed(type))
      return failure();
    llvm::APInt bits =
        constant.Val.getInt().extOrTrunc(type->getIntOrFloatBitWidth());
    return Value(arith::ConstantOp::create(builder, at(expr),
                                           IntegerAttr::get(*type, bits)));
  }
  if (const auto *literal = dyn_cast<clang::FloatingLiteral>(expr)) {
    FailureOr<Type> type = scalarType(expr->getType(), at(expr));
    if (failed(type))
      return failure();
    return Value(arith::ConstantOp::create(
        builder, at(expr), FloatAttr::get(*type, literal->getValue())));
  }
  if (const auto *node = dyn_cast<clang::FullExpr>(expr))
    return rvalue(node->getSubExpr());
  if (const auto *node = dyn_cast<clang::MaterializeTemporaryExpr>(expr))
    return rvalue(node->getSubExpr());
  if (const auto *node = dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return rvalue(node->getExpr());
  if (const auto *node = dyn_cast<clang::CastExpr>(expr))
    return castValue(node);
  if (const auto *node = dyn_cast<clang::UnaryOperator>(expr))
    return unary(node);
  if (const auto *node = dyn_cast<clang::BinaryOperator>(expr))
    return binary(node);
  if (const auto *node = dyn_cast<clang::ConditionalOperator>(expr))
    return choose(node);
  if (const auto *node = dyn_cast<clang::CallExpr>(expr))
    return call(node);
  return error(expr) << "this expression (" << expr->getStmtClassName()
                     << ") is not supported";
}

Importer::MaybeValue Importer::castValue(const clang::CastExpr *expr) {
  const clang::Expr *operand = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue: {
    // In C++ an assignment is the variable that it sets.
    const clang::Expr *plain = operand->IgnoreParens();
    const auto *op = dyn_cast<clang::BinaryOperator>(plain);
    const auto *step = dyn_cast<clang::UnaryOperator>(plain);
    if ((op && op->isAssignmentOp()) ||
        (step && step->isIncrementDecrementOp()))
      return rvalue(plain);
    if (!operand->getType()->isArithmeticType() &&
        !operand->getType()->isEnumeralType())
      return error(expr) << "a value of type '"
                         << operand->getType().getAsString()
                         << "' is not supported here";
    FailureOr<LValue> source = lvalue(operand);
    return failed(source) ? MaybeValue(failure()) : read(*source, at(expr));
  }
  case clang::CK_NoOp:
    return rvalue(operand);
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
  case clang::CK_BooleanToSignedIntegral: {
    MaybeValue value = rvalue(operand);
    if (failed(value))
      return failure();
    return convert(*value, operand->getType(), expr->getType(), at(expr));
  }
  default:
    return error(expr) << "conversion from '"
                       << operand->getType().getAsString() << "' to '"
                       << expr->getType().getAsString()
                       << "' is not supported; use arrays and numbers only";
  }
}

Importer::MaybeValue Importer::convert(Value value, clang::QualType from,
                                       clang::QualType to, Location where) {
  FailureOr<Type> type = scalarType(to, where);
  if (failed(type))
    return failure();
  if (to->isBooleanType() && !from->isBooleanType()) {
    MaybeValue bit = isNotZero(value, where);
    return Value(arith::ExtUIOp::create(builder, where, *type, *bit));
  }
  bool fromFloat = isa<FloatType>(value.getType());
  bool toFloat = isa<FloatType>(*type);
  unsigned fromWidth = value.getType().getIntOrFloatBitWidth();
  unsigned toWidth = type->getIntOrFloatBitWidth();
  // Constants are converted here and now.
  auto make = [&](auto op) -> Value {
    return builder.createOrFold<decltype(op)>(where, *type, value);
  };
  bool natural = isUnsigned(fromFloat ? to : from);
  if (fromFloat != toFloat) {
    if (toFloat)
      return natural ? make(arith::UIToFPOp()) : make(arith::SIToFPOp());
    return natural ? make(arith::FPToUIOp()) : make(arith::FPToSIOp());
  }
  if (fromWidth == toWidth)
    return value;
  if (fromFloat)
    return fromWidth < toWidth ? make(arith::ExtFOp())
                               : make(arith::TruncFOp());
  if (fromWidth > toWidth)
    return make(arith::TruncIOp());
  return natural ? make(arith::ExtUIOp()) : make(arith::ExtSIOp());
}

Importer::MaybeValue Importer::unary(const clang::UnaryOperator *op) {
  if (op->isIncrementDecrementOp())
    return increment(op);
  if (op->getOpcode() == clang::UO_LNot) {
    MaybeValue bit = condition(op);
    FailureOr<Type> type = scalarType(op->getType(), at(op));
    if (failed(bit) || failed(type))
      return failure();
    return Value(arith::ExtUIOp::create(builder, at(op), *type, *bit));
  }
  bool known = op->getOpcode() == clang::UO_Plus ||
               op->getOpcode() == clang::UO_Minus ||
               op->getOpcode() == clang::UO_Not ||
               op->getOpcode() == clang::UO_Extension;
  if (!known || !op->getType()->isArithmeticType())
    return error(op) << "operator '"
                     << clang::UnaryOperator::getOpcodeStr(op->getOpcode())
                     << "' is not supported here";
  MaybeValue value = rvalue(op->getSubExpr());
  if (failed(value))
    return failure();
  if (op->getOpcode() == clang::UO_Not)
    return Value(arith::XOrIOp::create(
        builder, at(op), *value, constantLike(value->getType(), -1, at(op))));
  if (op->getOpcode() != clang::UO_Minus)
    return value;
  if (isa<FloatType>(value->getType()))
    return Value(arith::NegFOp::create(builder, at(op), *value));
  return Value(arith::SubIOp::create(
      builder, at(op), constantLike(value->getType(), 0, at(op)), *value));
}

Importer::MaybeValue Importer::increment(const clang::UnaryOperator *op) {
  if (!op->getType()->isArithmeticType())
    return error(op) << "pointer arithmetic is not supported; use subscripts";
  FailureOr<LValue> target = lvalue(op->getSubExpr());
  if (failed(target))
    return failure();
  std::optional<Affine> known = affineOf(op->getSubExpr());
  MaybeValue old = read(*target, at(op));
  if (failed(old))
    return failure();
  int64_t step = op->isIncrementOp() ? 1 : -1;
  clang::QualType type = op->getType();
  // char and short are promoted, changed and converted back, which is the same
  // as changing them in their own width; _Bool is not.
  if (type->isBooleanType())
    return error(op) << "++ and -- on _Bool are not supported";
  Value one = constantLike(old->getType(), step, at(op));
  Value changed =
      isa<FloatType>(old->getType())
          ? Value(arith::AddFOp::create(builder, at(op), *old, one))
          : Value(arith::AddIOp::create(builder, at(op), *old, one));
  if (known)
    known = add(*known, Affine(dims.constant(step)));
  bool mayWrap =
      type->isIntegerType() && (isUnsigned(type) || ast.getTypeSize(type) < 32);
  if (mayWrap)
    known = fitted(known, type, op);
  if (failed(write(*target, changed, known, at(op))))
    return failure();
  return op->isPostfix() ? *old : changed;
}

Importer::MaybeValue Importer::binary(const clang::BinaryOperator *op) {
  if (const auto *compound = dyn_cast<clang::CompoundAssignOperator>(op))
    return compoundAssign(compound);
  if (op->getOpcode() == clang::BO_Assign)
    return assign(op);
  if (op->getOpcode() == clang::BO_Comma) {
    if (failed(effect(op->getLHS())))
      return failure();
    return rvalue(op->getRHS());
  }
  if (op->isComparisonOp() || op->isLogicalOp()) {
    MaybeValue bit = condition(op);
    FailureOr<Type> type = scalarType(op->getType(), at(op));
    if (failed(bit) || failed(type))
      return failure(); // int in C, bool in C++
    return Value(arith::ExtUIOp::create(builder, at(op), *type, *bit));
  }
  if (!op->getType()->isArithmeticType() ||
      !op->getLHS()->getType()->isArithmeticType())
    return error(op) << "pointer arithmetic is not supported; use subscripts";
  MaybeValue left = rvalue(op->getLHS());
  MaybeValue right = failed(left) ? left : rvalue(op->getRHS());
  if (failed(right))
    return failure();
  // The count of a shift has a type of its own.
  if (op->isShiftOp()) {
    right = convert(*right, op->getRHS()->getType(), op->getType(), at(op));
    if (failed(right))
      return failure();
  }
  return arithmetic(op->getOpcode(), *left, *right, op->getType(), op);
}

Importer::MaybeValue Importer::arithmetic(clang::BinaryOperatorKind kind,
                                          Value left, Value right,
                                          clang::QualType type,
                                          const clang::Expr *expr) {
  Location where = at(expr);
  bool isFloat = isa<FloatType>(left.getType()), natural = isUnsigned(type);
  auto pick = [&](auto floating, auto integer) -> Value {
    using Float = decltype(floating);
    using Int = decltype(integer);
    if (isFloat)
      return Float::create(builder, where, left, right);
    return Int::create(builder, where, left, right);
  };
  auto sign = [&](auto isSigned, auto isNatural) -> Value {
    using Signed = decltype(isSigned);
    using Natural = decltype(isNatural);
    if (natural)
      return Natural::create(builder, where, left, right);
    return Signed::create(builder, where, left, right);
  };
  switch (kind) {
  case clang::BO_Add:
    return pick(arith::AddFOp(), arith::AddIOp());
  case clang::BO_Sub:
    return pick(arith::SubFOp(), arith::SubIOp());
  case clang::BO_Mul:
    return pick(arith::MulFOp(), arith::MulIOp());
  case clang::BO_Div:
    return isFloat ? pick(arith::DivFOp(), arith::DivSIOp())
                   : sign(arith::DivSIOp(), arith::DivUIOp());
  case clang::BO_Rem:
    return sign(arith::RemSIOp(), arith::RemUIOp());
  case clang::BO_Shl:
    return sign(arith::ShLIOp(), arith::ShLIOp());
  case clang::BO_Shr:
    return sign(arith::ShRSIOp(), arith::ShRUIOp());
  case clang::BO_And:
    return sign(arith::AndIOp(), arith::AndIOp());
  case clang::BO_Or:
    return sign(arith::OrIOp(), arith::OrIOp());
  case clang::BO_Xor:
    return sign(arith::XOrIOp(), arith::XOrIOp());
  default:
    return error(expr) << "operator '"
                       << clang::BinaryOperator::getOpcodeStr(kind)
                       << "' is not supported";
  }
}

Importer::MaybeValue Importer::assign(const clang::BinaryOperator *op) {
  if (!op->getType()->isArithmeticType())
    return error(op) << "assignment of type '" << op->getType().getAsString()
                     << "' is not supported; use arrays and numbers only";
  std::optional<Affine> known = affineOf(op->getRHS());
  MaybeValue value = rvalue(op->getRHS());
  FailureOr<LValue> target =
      failed(value) ? FailureOr<LValue>(failure()) : lvalue(op->getLHS());
  if (failed(target) || failed(write(*target, *value, known, at(op))))
    return failure();
  return value;
}

Importer::MaybeValue
Importer::compoundAssign(const clang::CompoundAssignOperator *op) {
  if (!op->getType()->isArithmeticType())
    return error(op) << "pointer arithmetic is not supported; use subscripts";
  clang::BinaryOperatorKind kind =
      clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode());
  clang::QualType type = op->getLHS()->getType(),
                  left = op->getComputationLHSType(),
                  computed = op->getComputationResultType();
  std::optional<Affine> known;
  if (type->isIntegerType() && !isUnsigned(type) &&
      ast.getTypeSize(type) >= 32 && ast.hasSameUnqualifiedType(type, left) &&
      (kind == clang::BO_Add || kind == clang::BO_Sub)) {
    std::optional<Affine> a = affineOf(op->getLHS()),
                          b = a ? affineOf(op->getRHS()) : a;
    if (b)
      known = add(*a, kind == clang::BO_Sub ? scale(*b, -1) : *b);
  }
  FailureOr<LValue> target = lvalue(op->getLHS());
  MaybeValue old =
      failed(target) ? MaybeValue(failure()) : read(*target, at(op));
  if (failed(old))
    return failure();
  MaybeValue widened = convert(*old, type, left, at(op));
  MaybeValue value = failed(widened) ? widened : rvalue(op->getRHS());
  if (succeeded(value) && op->isShiftAssignOp())
    value = convert(*value, op->getRHS()->getType(), left, at(op));
  if (succeeded(value))
    value = arithmetic(kind, *widened, *value, computed, op);
  if (succeeded(value))
    value = convert(*value, computed, type, at(op));
  if (failed(value) || failed(write(*target, *value, known, at(op))))
    return failure();
  return value;
}

/// A select where both arms may be evaluated, else an if with a value.
Importer::MaybeValue Importer::choose(const clang::ConditionalOperator *op) {
  FailureOr<Type> type = scalarType(op->getType(), at(op));
  if (failed(type))
    return failure();
  const clang::Expr *cond = op->getCond();
  MaybeValue bit = condition(cond);
  if (failed(bit))
    return failure();
  if (isSpeculatable(op->getTrueExpr(), cond) &&
      isSpeculatable(op->getFalseExpr(), cond)) {
    MaybeValue yes = rvalue(op->getTrueExpr());
    MaybeValue no = failed(yes) ? yes : rvalue(op->getFalseExpr());
    if (failed(no))
      return failure();
    return Value(arith::SelectOp::create(builder, at(op), *bit, *yes, *no));
  }
  Operation *branch = nullptr;
  Block *blocks[2];
  if (std::optional<Conjunction> set = conjunctionOf(cond, false)) {
    affine::AffineIfOp made = makeAffineIf(*set, *type, at(op));
    branch = made;
    blocks[0] = made.getThenBlock();
    blocks[1] = made.getElseBlock();
  } else {
    remark(op, "stays scf.if");
    auto made = scf::IfOp::create(builder, at(op), *type, *bit,
                                  /*withElseRegion=*/true);
    branch = made;
    blocks[0] = made.thenBlock();
    blocks[1] = made.elseBlock();
  }
  OpBuilder::InsertionGuard guard(builder);
  const clang::Expr *arms[] = {op->getTrueExpr(), op->getFalseExpr()};
  for (auto [block, arm] : llvm::zip(blocks, arms)) {
    builder.setInsertionPointToEnd(block);
    MaybeValue value = rvalue(arm);
    if (failed(value))
      return failure();
    if (isa<scf::IfOp>(branch))
      scf::YieldOp::create(builder, at(arm), *value);
    else
      affine::AffineYieldOp::create(builder, at(arm), *value);
    forget(arm);
  }
  return branch->getResult(0);
}

} // namespace talos::frontend
