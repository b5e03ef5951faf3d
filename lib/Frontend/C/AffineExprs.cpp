//===- AffineExprs.cpp - Integer expressions that are affine --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"

using namespace mlir;

namespace talos::frontend {

/// Constants beyond this are not followed, so that sums of a few of them do not
/// overflow.
static constexpr int64_t largestConstant = int64_t(1) << 40;

std::nullopt_t Importer::notAffine(const clang::Expr *expr, StringRef reason) {
  why = ("'" + text(expr) + "' " + reason).str();
  return std::nullopt;
}

/// `value` as it is after conversion to `type`; signed arithmetic of int and
/// wider does not overflow in a valid program, all other may wrap.
std::optional<Affine> Importer::fitted(std::optional<Affine> value,
                                       clang::QualType type,
                                       const clang::Expr *expr) {
  if (!value)
    return value;
  Range range = dims.range(*value), all = rangeOfType(type);
  if (range.within(*all.low, *all.high))
    return value;
  return notAffine(expr,
                   "may wrap around in type '" + type.getAsString() + "'");
}

std::optional<int64_t> Importer::constantOf(const clang::Expr *expr) {
  std::optional<Affine> value = affineOf(expr);
  if (value && value->constant())
    return value->constant();
  if (value)
    notAffine(expr, "is not a constant");
  return std::nullopt;
}

std::optional<Affine> Importer::affineOf(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (!expr->getType()->isIntegralOrEnumerationType())
    return notAffine(expr, "is not an integer");
  clang::Expr::EvalResult constant;
  if (!expr->isValueDependent() && !expr->HasSideEffects(ast) &&
      expr->EvaluateAsInt(constant, ast)) {
    llvm::APSInt value = constant.Val.getInt();
    std::optional<int64_t> small = value.tryExtValue();
    if (small && *small <= largestConstant && *small >= -largestConstant)
      return Affine(dims.constant(*small));
    return notAffine(expr, "is too large a constant");
  }
  if (const auto *cast = dyn_cast<clang::CastExpr>(expr)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue)
      return affineOf(cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_NoOp)
      return affineOf(cast->getSubExpr());
    if (cast->getCastKind() != clang::CK_IntegralCast)
      return notAffine(expr, "is converted from another type");
    clang::QualType from = cast->getSubExpr()->getType();
    std::optional<Affine> value = affineOf(cast->getSubExpr());
    Range inner = rangeOfType(from), outer = rangeOfType(cast->getType());
    if (inner.within(*outer.low, *outer.high))
      return value;
    return fitted(value, cast->getType(), expr);
  }
  if (const auto *reference = dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto *decl = dyn_cast<clang::VarDecl>(reference->getDecl());
    auto found = decl ? bindings.find(decl) : bindings.end();
    if (found != bindings.end() && found->second.known)
      return found->second.known;
    return notAffine(expr, "has no affine value here");
  }
  if (isa<clang::ArraySubscriptExpr>(expr))
    return notAffine(expr, "is read from memory");
  if (isa<clang::CallExpr>(expr))
    return notAffine(expr, "is the result of a call");
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(expr))
    return affineOfChoice(choice);
  if (const auto *op = dyn_cast<clang::UnaryOperator>(expr)) {
    if (op->getOpcode() == clang::UO_Plus)
      return affineOf(op->getSubExpr());
    if (op->getOpcode() != clang::UO_Minus)
      return notAffine(expr, "is no affine operation");
    std::optional<Affine> value = affineOf(op->getSubExpr());
    if (!value)
      return value;
    value = scale(*value, -1);
    return isUnsigned(op->getType()) ? fitted(value, op->getType(), expr)
                                     : value;
  }
  if (const auto *op = dyn_cast<clang::BinaryOperator>(expr)) {
    std::optional<Affine> value = affineOfBinary(op);
    return isUnsigned(op->getType()) ? fitted(value, op->getType(), expr)
                                     : value;
  }
  return notAffine(expr, "is no affine operation");
}

std::optional<Affine>
Importer::affineOfBinary(const clang::BinaryOperator *op) {
  clang::BinaryOperatorKind kind = op->getOpcode();
  if (!op->isAdditiveOp() && !op->isMultiplicativeOp() &&
      kind != clang::BO_Shl && kind != clang::BO_Shr && kind != clang::BO_And)
    return notAffine(op, "is no affine operation");
  std::optional<Affine> left = affineOf(op->getLHS());
  std::optional<Affine> right = left ? affineOf(op->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (op->isAdditiveOp()) {
    std::optional<Affine> sum =
        add(*left, kind == clang::BO_Sub ? scale(*right, -1) : *right);
    return sum ? sum : notAffine(op, "adds a minimum and a maximum");
  }
  std::optional<int64_t> factor = right->constant();
  if (kind == clang::BO_Mul) {
    if (std::optional<int64_t> other = left->constant())
      return scale(*right, *other);
    return factor ? std::optional<Affine>(scale(*left, *factor))
                  : notAffine(op, "multiplies two variables");
  }
  if (kind == clang::BO_Shl && factor && *factor >= 0 && *factor < 31)
    return scale(*left, int64_t(1) << *factor);
  return affineOfDivision(op, *left, *right);
}

/// Quotients and remainders by positive constants. C truncates, affine maps
/// round down: the same where the left side is known not to be negative.
std::optional<Affine>
Importer::affineOfDivision(const clang::BinaryOperator *op, const Affine &left,
                           const Affine &right) {
  clang::BinaryOperatorKind kind = op->getOpcode();
  std::optional<int64_t> divisor = right.constant();
  bool shift = kind == clang::BO_Shr;
  if (!divisor || *divisor < (shift ? 0 : 1) || (shift && *divisor > 40))
    return notAffine(op, "divides by what is not a positive constant");
  if (kind == clang::BO_Shl)
    return notAffine(op, "is no affine operation");
  if (!left.isSingle())
    return notAffine(op, "divides a minimum or maximum");
  Range range = dims.range(left);
  bool natural = range.low && *range.low >= 0;
  if (!natural && !shift)
    return notAffine(op, "divides what may be negative");
  AffineExpr value = left.single();
  if (shift)
    return Affine(value.floorDiv(int64_t(1) << *divisor));
  if (kind == clang::BO_Div)
    return Affine(value.floorDiv(*divisor));
  if (kind == clang::BO_Rem)
    return Affine(value % *divisor);
  if (llvm::isPowerOf2_64(*divisor + 1)) // a & (2^n - 1)
    return Affine(value % (*divisor + 1));
  return notAffine(op, "is no affine operation");
}

/// `a < b ? a : b` and its kin.
std::optional<Affine>
Importer::affineOfChoice(const clang::ConditionalOperator *op) {
  clang::Expr::EvalResult constant;
  if (op->getCond()->EvaluateAsInt(constant, ast))
    return affineOf(constant.Val.getInt() != 0 ? op->getTrueExpr()
                                               : op->getFalseExpr());
  const auto *compare =
      dyn_cast<clang::BinaryOperator>(op->getCond()->IgnoreParenImpCasts());
  if (!compare || !compare->isRelationalOp())
    return notAffine(op, "is neither a minimum nor a maximum");
  std::optional<Affine> left = affineOf(compare->getLHS()),
                        right = left ? affineOf(compare->getRHS()) : left,
                        yes = right ? affineOf(op->getTrueExpr()) : right,
                        no = yes ? affineOf(op->getFalseExpr()) : yes;
  if (!no)
    return std::nullopt;
  bool less = compare->getOpcode() == clang::BO_LT ||
              compare->getOpcode() == clang::BO_LE;
  bool straight = *yes == *left && *no == *right;
  if (!straight && !(*yes == *right && *no == *left))
    return notAffine(op, "is neither a minimum nor a maximum");
  std::optional<Affine> value = combine(
      less == straight ? Affine::Kind::Min : Affine::Kind::Max, *left, *right);
  return value ? value : notAffine(op, "mixes minima and maxima");
}

} // namespace talos::frontend
