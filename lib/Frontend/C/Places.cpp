//===- Places.cpp - Variables, arrays and their elements ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;

namespace talos::frontend {

const clang::VarDecl *Importer::variableOf(const clang::Expr *expr) const {
  const auto *reference =
      dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

const clang::VarDecl *Importer::baseOf(const clang::Expr *expr) const {
  expr = expr->IgnoreParenCasts();
  while (const auto *access = dyn_cast<clang::ArraySubscriptExpr>(expr))
    expr = access->getBase()->IgnoreParenCasts();
  if (const auto *op = dyn_cast<clang::UnaryOperator>(expr);
      op && (op->getOpcode() == clang::UO_Deref ||
             op->getOpcode() == clang::UO_AddrOf))
    return baseOf(op->getSubExpr());
  return variableOf(expr);
}

Place Importer::makeLocal(Type type, StringRef name, Location where) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    memref = MemRefType::get({}, type);
  // At the entry, so that a local of a loop takes its memory once.
  OpBuilder start = OpBuilder::atBlockBegin(entry);
  auto alloca = memref::AllocaOp::create(start, where, memref);
  alloca->setAttr(hls::nameAttrName, builder.getStringAttr(name));
  Place place;
  place.memref = alloca;
  return place;
}

FailureOr<Binding *> Importer::binding(const clang::VarDecl *decl,
                                       Location where) {
  auto found = bindings.find(decl);
  if (found != bindings.end())
    return &found->second;
  if (decl->hasGlobalStorage())
    return global(decl, where);
  return mlir::emitError(where)
         << "variable '" << decl->getName() << "' is not supported here";
}

FailureOr<Place> Importer::place(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *access = dyn_cast<clang::ArraySubscriptExpr>(expr))
    return element(access);
  if (const auto *op = dyn_cast<clang::UnaryOperator>(expr);
      op && op->getOpcode() == clang::UO_Deref) {
    FailureOr<Place> target = pointee(op->getSubExpr());
    if (failed(target))
      return failure();
    if (!target->toElement)
      target->subscripts.push_back({Affine(dims.constant(0)), Value()});
    target->toElement = false;
    return target;
  }
  if (const auto *node = dyn_cast<clang::CastExpr>(expr);
      node && node->getCastKind() == clang::CK_NoOp)
    return place(node->getSubExpr()); // adds const
  if (isa<clang::MemberExpr>(expr))
    return error(expr) << "members of structures and unions are not supported; "
                          "use separate arrays and variables";
  const auto *reference = dyn_cast<clang::DeclRefExpr>(expr);
  const auto *decl =
      reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!decl)
    return error(expr) << "'" << text(expr)
                       << "' does not name a variable or an element of an "
                          "array";
  FailureOr<Binding *> bound = binding(decl, at(expr));
  if (failed(bound))
    return failure();
  if (!(*bound)->place)
    return error(expr) << "'" << decl->getName()
                       << "' has no place in memory here";
  return *(*bound)->place;
}

/// The array or scalar that a pointer points to.
FailureOr<Place> Importer::pointee(const clang::Expr *pointer) {
  pointer = pointer->IgnoreParens();
  if (const auto *node = dyn_cast<clang::CastExpr>(pointer)) {
    switch (node->getCastKind()) {
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_LValueToRValue:
      return place(node->getSubExpr());
    case clang::CK_NoOp:
      return pointee(node->getSubExpr());
    default:
      return error(pointer)
             << "a conversion between pointers is not supported; declare the "
                "array with the type it is used with";
    }
  }
  if (const auto *op = dyn_cast<clang::UnaryOperator>(pointer);
      op && op->getOpcode() == clang::UO_AddrOf) {
    FailureOr<Place> target = place(op->getSubExpr());
    if (failed(target))
      return failure();
    if (!target->isScalar())
      return error(pointer) << "the address of an array is not supported; pass "
                               "the array itself";
    target->toElement = true;
    return target;
  }
  if (isa<clang::BinaryOperator>(pointer) || isa<clang::UnaryOperator>(pointer))
    return error(pointer)
           << "pointer arithmetic is not supported; use subscripts";
  return error(pointer) << "'" << text(pointer)
                        << "' is not supported as an array; only arrays and "
                           "parameters are";
}

FailureOr<Place> Importer::element(const clang::ArraySubscriptExpr *expr) {
  FailureOr<Place> array = pointee(expr->getBase());
  if (failed(array))
    return failure();
  const clang::Expr *index = expr->getIdx();
  if (array->toElement) {
    array->toElement = false;
    if (constantOf(index) == 0)
      return array;
    return error(expr) << "'" << text(expr->getBase())
                       << "' points to memory of unknown size; give its "
                          "extents with --extent "
                       << text(expr->getBase())
                       << "=<n>, or declare the parameter as an array with "
                          "constant extents";
  }
  if (array->isScalar())
    return error(expr) << "'" << text(expr->getBase()) << "' is no array";
  Subscript subscript{affineOf(index), Value()};
  if (subscript.affine && !subscript.affine->isSingle()) {
    subscript.index = dims.materialize(builder, at(index), *subscript.affine);
    subscript.affine.reset();
    why = "'" + text(index) + "' is a minimum or maximum";
  } else if (!subscript.affine) {
    std::string reason = why;
    MaybeValue value = rvalue(index);
    if (failed(value))
      return failure();
    subscript.index = indexOf(*value, index->getType(), at(index));
    why = reason;
  }
  if (!subscript.affine)
    remark(expr, "stays a memref access");
  array->subscripts.push_back(std::move(subscript));
  return array;
}

/// Subscripts as operands of an affine access; false if one is not affine.
static bool affineSubscripts(const Place &place,
                             SmallVectorImpl<AffineExpr> &exprs) {
  for (const Subscript &subscript : place.subscripts) {
    if (!subscript.affine)
      return false;
    exprs.push_back(subscript.affine->single());
  }
  return true;
}

static SmallVector<Value> indices(OpBuilder &builder, const Dimensions &dims,
                                  const Place &place, Location where) {
  SmallVector<Value> result;
  for (const Subscript &subscript : place.subscripts)
    result.push_back(subscript.affine
                         ? dims.materialize(builder, where, *subscript.affine)
                         : subscript.index);
  return result;
}

Importer::MaybeValue Importer::load(const Place &place, Location where) {
  if (!place.isScalar())
    return mlir::emitError(where) << "an array is not supported as a value";
  SmallVector<AffineExpr> exprs;
  if (!affineSubscripts(place, exprs))
    return Value(memref::LoadOp::create(builder, where, place.memref,
                                        indices(builder, dims, place, where)));
  SmallVector<Value> operands;
  AffineMap map = dims.map(exprs, operands);
  return Value(affine::AffineLoadOp::create(builder, where, place.memref, map,
                                            operands));
}

void Importer::store(Value value, const Place &place, Location where) {
  SmallVector<AffineExpr> exprs;
  if (!affineSubscripts(place, exprs)) {
    memref::StoreOp::create(builder, where, value, place.memref,
                            indices(builder, dims, place, where));
    return;
  }
  SmallVector<Value> operands;
  AffineMap map = dims.map(exprs, operands);
  affine::AffineStoreOp::create(builder, where, value, place.memref, map,
                                operands);
}

FailureOr<LValue> Importer::lvalue(const clang::Expr *expr) {
  LValue result;
  const auto *reference = dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
  result.variable =
      reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (result.variable) {
    if (failed(binding(result.variable, at(expr))))
      return failure();
    return result;
  }
  FailureOr<Place> target = place(expr);
  if (failed(target))
    return failure();
  result.place = *target;
  return result;
}

Importer::MaybeValue Importer::read(const LValue &source, Location where) {
  if (!source.variable)
    return load(source.place, where);
  const Binding &bound = bindings.find(source.variable)->second;
  if (bound.value && !(bound.known && bound.known->constant()))
    return bound.value;
  if (bound.known) {
    FailureOr<Type> type = scalarType(source.variable->getType(), where);
    if (failed(type))
      return failure();
    if (std::optional<int64_t> constant = bound.known->constant())
      return constantLike(*type, *constant, where);
    return integerOf(dims.materialize(builder, where, *bound.known), *type,
                     where);
  }
  if (bound.place)
    return load(*bound.place, where);
  return mlir::emitError(where)
         << "'" << source.variable->getName() << "' is read before it is set";
}

LogicalResult Importer::write(const LValue &target, Value value,
                              std::optional<Affine> known, Location where) {
  if (target.variable) {
    Binding &bound = bindings.find(target.variable)->second;
    if (!bound.place || !bound.place->isScalar())
      return mlir::emitError(where) << "'" << target.variable->getName()
                                    << "' cannot be assigned here";
    store(value, *bound.place, where);
    bool whole = target.variable->getType()->isIntegerType() &&
                 !target.variable->hasGlobalStorage();
    bound.known = whole ? known : std::nullopt;
    return success();
  }
  if (!target.place.isScalar())
    return mlir::emitError(where) << "an array cannot be assigned";
  store(value, target.place, where);
  return success();
}

} // namespace talos::frontend
