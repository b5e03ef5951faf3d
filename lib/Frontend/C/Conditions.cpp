//===- Conditions.cpp - Conditions of if, ?: and loops --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "Frontend/C/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace talos::frontend {

/// The condition (or its negation) as constraints that all must hold; null if
/// it is not affine or would need an "or".
std::optional<Importer::Conjunction>
Importer::conjunctionOf(const clang::Expr *expr, bool negated) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *op = dyn_cast<clang::UnaryOperator>(expr);
      op && op->getOpcode() == clang::UO_LNot)
    return conjunctionOf(op->getSubExpr(), !negated);
  const auto *op = dyn_cast<clang::BinaryOperator>(expr);
  if (op && op->isLogicalOp()) {
    if ((op->getOpcode() == clang::BO_LAnd) == negated)
      return notAffine(expr, "is a union of domains");
    std::optional<Conjunction> left = conjunctionOf(op->getLHS(), negated);
    std::optional<Conjunction> right =
        left ? conjunctionOf(op->getRHS(), negated) : std::nullopt;
    if (!right)
      return std::nullopt;
    left->exprs.append(right->exprs);
    left->equalities.append(right->equalities);
    return left;
  }
  if (!op || !op->isComparisonOp())
    return notAffine(expr, "is no comparison of affine values");
  if (!op->getLHS()->getType()->isIntegerType())
    return notAffine(expr, "does not compare integers");
  clang::BinaryOperatorKind kind = op->getOpcode();
  if (negated)
    kind = clang::BinaryOperator::negateComparisonOp(kind);
  std::optional<Affine> left = affineOf(op->getLHS());
  std::optional<Affine> right = left ? affineOf(op->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (kind == clang::BO_NE)
    return notAffine(expr, "is a union of domains");
  bool greater = kind == clang::BO_GT || kind == clang::BO_GE;
  if (kind == clang::BO_EQ && (!left->isSingle() || !right->isSingle()))
    return notAffine(expr, "compares a minimum or maximum");
  // left - right, or right - left, is not negative.
  std::optional<Affine> difference = greater || kind == clang::BO_EQ
                                         ? add(*left, scale(*right, -1))
                                         : add(*right, scale(*left, -1));
  // A minimum is not negative if every part is not; a maximum is a union.
  if (!difference || difference->kind == Affine::Kind::Max)
    return notAffine(expr, "is a union of domains");
  bool strict = kind == clang::BO_GT || kind == clang::BO_LT;
  Conjunction result;
  for (AffineExpr part : difference->exprs) {
    result.exprs.push_back(strict ? part - 1 : part);
    result.equalities.push_back(kind == clang::BO_EQ);
  }
  return result;
}

Importer::MaybeValue Importer::isNotZero(Value value, Location where) {
  Value zero = constantLike(value.getType(), 0, where);
  if (isa<FloatType>(value.getType()))
    return Value(arith::CmpFOp::create(builder, where,
                                       arith::CmpFPredicate::UNE, value, zero));
  return Value(arith::CmpIOp::create(builder, where, arith::CmpIPredicate::ne,
                                     value, zero));
}

Importer::MaybeValue Importer::condition(const clang::Expr *expr) {
  const clang::Expr *plain = expr->IgnoreParens();
  if (const auto *op = dyn_cast<clang::BinaryOperator>(plain)) {
    if (op->isComparisonOp())
      return compare(op);
    if (op->isLogicalOp())
      return logical(op);
  }
  if (const auto *op = dyn_cast<clang::UnaryOperator>(plain);
      op && op->getOpcode() == clang::UO_LNot) {
    MaybeValue value = condition(op->getSubExpr());
    if (failed(value))
      return failure();
    Value yes = arith::ConstantIntOp::create(builder, at(op), 1, 1);
    return Value(arith::XOrIOp::create(builder, at(op), *value, yes));
  }
  MaybeValue value = rvalue(expr);
  return failed(value) ? value : isNotZero(*value, at(expr));
}

static arith::CmpFPredicate floatPredicate(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_LT:
    return arith::CmpFPredicate::OLT;
  case clang::BO_LE:
    return arith::CmpFPredicate::OLE;
  case clang::BO_GT:
    return arith::CmpFPredicate::OGT;
  case clang::BO_GE:
    return arith::CmpFPredicate::OGE;
  case clang::BO_EQ:
    return arith::CmpFPredicate::OEQ;
  default:
    return arith::CmpFPredicate::UNE;
  }
}

static arith::CmpIPredicate intPredicate(clang::BinaryOperatorKind kind,
                                         bool isUnsigned) {
  using Predicate = arith::CmpIPredicate;
  switch (kind) {
  case clang::BO_LT:
    return isUnsigned ? Predicate::ult : Predicate::slt;
  case clang::BO_LE:
    return isUnsigned ? Predicate::ule : Predicate::sle;
  case clang::BO_GT:
    return isUnsigned ? Predicate::ugt : Predicate::sgt;
  case clang::BO_GE:
    return isUnsigned ? Predicate::uge : Predicate::sge;
  case clang::BO_EQ:
    return Predicate::eq;
  default:
    return Predicate::ne;
  }
}

Importer::MaybeValue Importer::compare(const clang::BinaryOperator *op) {
  clang::QualType type = op->getLHS()->getType();
  if (!type->isArithmeticType())
    return error(op) << "comparison of type '" << type.getAsString()
                     << "' is not supported";
  MaybeValue left = rvalue(op->getLHS());
  MaybeValue right = failed(left) ? left : rvalue(op->getRHS());
  if (failed(right))
    return failure();
  if (type->isFloatingType())
    return Value(arith::CmpFOp::create(
        builder, at(op), floatPredicate(op->getOpcode()), *left, *right));
  return Value(arith::CmpIOp::create(
      builder, at(op), intPredicate(op->getOpcode(), isUnsigned(type)), *left,
      *right));
}

/// The right side runs only where the left one leaves the result open.
Importer::MaybeValue Importer::logical(const clang::BinaryOperator *op) {
  bool isAnd = op->getOpcode() == clang::BO_LAnd;
  MaybeValue left = condition(op->getLHS());
  if (failed(left))
    return failure();
  if (isSpeculatable(op->getRHS(), nullptr)) {
    MaybeValue right = condition(op->getRHS());
    if (failed(right))
      return failure();
    if (isAnd)
      return Value(arith::AndIOp::create(builder, at(op), *left, *right));
    return Value(arith::OrIOp::create(builder, at(op), *left, *right));
  }
  auto branch = scf::IfOp::create(builder, at(op), builder.getI1Type(), *left,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  Block *asks = isAnd ? branch.thenBlock() : branch.elseBlock();
  Block *knows = isAnd ? branch.elseBlock() : branch.thenBlock();
  builder.setInsertionPointToEnd(knows);
  Value fixed = arith::ConstantIntOp::create(builder, at(op), !isAnd, 1);
  scf::YieldOp::create(builder, at(op), fixed);
  builder.setInsertionPointToEnd(asks);
  MaybeValue right = condition(op->getRHS());
  if (failed(right))
    return failure();
  scf::YieldOp::create(builder, at(op), *right);
  forget(op->getRHS());
  return branch.getResult(0);
}

namespace {
/// Whether a profile of an array access occurs in a tree of accesses.
bool containsAccess(const clang::Stmt *tree, const clang::ASTContext &ast,
                    const llvm::FoldingSetNodeID &id) {
  if (isa_and_nonnull<clang::ArraySubscriptExpr>(tree)) {
    llvm::FoldingSetNodeID own;
    tree->Profile(own, ast, /*Canonical=*/true);
    if (own == id)
      return true;
  }
  return tree && llvm::any_of(tree->children(), [&](const clang::Stmt *child) {
           return containsAccess(child, ast, id);
         });
}
} // namespace

/// Whether evaluating `expr` where C does not is harmless: it changes nothing,
/// traps nowhere, and every access in it lies inside its array, or was made by
/// `evaluated` already.
bool Importer::isSpeculatable(const clang::Expr *expr,
                              const clang::Expr *evaluated) {
  expr = expr->IgnoreParens();
  if (const auto *access = dyn_cast<clang::ArraySubscriptExpr>(expr))
    return isSafeAccess(access, evaluated);
  if (const auto *op = dyn_cast<clang::BinaryOperator>(expr)) {
    if (op->isAssignmentOp())
      return false;
    if (op->getType()->isIntegerType() && (op->getOpcode() == clang::BO_Div ||
                                           op->getOpcode() == clang::BO_Rem)) {
      std::optional<int64_t> divisor = constantOf(op->getRHS());
      if (!divisor || *divisor <= 0)
        return false;
    }
  } else if (const auto *op = dyn_cast<clang::UnaryOperator>(expr)) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_Deref)
      return false;
  } else if (const auto *call = dyn_cast<clang::CallExpr>(expr)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return callee && !callee->isDefined() &&
           isMathFunction(callee->getName(), call->getNumArgs()) &&
           llvm::all_of(call->arguments(), [&](const clang::Expr *argument) {
             return isSpeculatable(argument, evaluated);
           });
  } else if (!isa<clang::CastExpr, clang::ConditionalOperator,
                  clang::ConstantExpr, clang::DeclRefExpr,
                  clang::IntegerLiteral, clang::FloatingLiteral,
                  clang::CharacterLiteral, clang::UnaryExprOrTypeTraitExpr>(
                 expr)) {
    return false;
  }
  return llvm::all_of(expr->children(), [&](const clang::Stmt *child) {
    const auto *part = dyn_cast_or_null<clang::Expr>(child);
    return part && isSpeculatable(part, evaluated);
  });
}

/// Extents are those of the memory: a parameter of an inlined function may
/// claim more rows than its argument has.
bool Importer::isSafeAccess(const clang::ArraySubscriptExpr *access,
                            const clang::Expr *evaluated) {
  if (evaluated) {
    llvm::FoldingSetNodeID id;
    access->Profile(id, ast, /*Canonical=*/true);
    if (containsAccess(evaluated, ast, id))
      return true;
  }
  SmallVector<const clang::Expr *> indices; // the last one first
  const clang::Expr *base = access;
  while (const auto *next = dyn_cast<clang::ArraySubscriptExpr>(base)) {
    indices.push_back(next->getIdx());
    base = next->getBase()->IgnoreParenImpCasts();
  }
  auto found = bindings.find(variableOf(base));
  if (found == bindings.end() || !found->second.place ||
      found->second.place->toElement)
    return false;
  const Place &place = *found->second.place;
  ArrayRef<int64_t> shape =
      place.type().getShape().drop_front(place.subscripts.size());
  if (shape.size() != indices.size())
    return false;
  for (auto [extent, index] : llvm::zip(shape, llvm::reverse(indices))) {
    std::optional<Affine> value = affineOf(index);
    if (!value || !dims.range(*value).within(0, extent - 1))
      return false;
  }
  return true;
}

/// The extent of the outermost dimension of what `array` names.
std::optional<int64_t> Importer::extentOf(const clang::Expr *array) {
  clang::QualType type = array->getType();
  if (const auto *reference = dyn_cast<clang::DeclRefExpr>(array))
    if (const auto *param = dyn_cast<clang::ParmVarDecl>(reference->getDecl()))
      type = param->getOriginalType();
  const clang::ArrayType *shape = ast.getAsArrayType(type);
  if (const auto *fixed = dyn_cast_or_null<clang::ConstantArrayType>(shape))
    return fixed->getSize().getSExtValue();
  if (const auto *vla = dyn_cast_or_null<clang::VariableArrayType>(shape))
    return vla->getSizeExpr() ? constantOf(vla->getSizeExpr()) : std::nullopt;
  return std::nullopt;
}

} // namespace talos::frontend
