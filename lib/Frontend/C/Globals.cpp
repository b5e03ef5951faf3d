//===- Globals.cpp - Variables with static storage ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;

namespace talos::frontend {

/// Appends the elements of a constant array in row-major order; what the
/// initial value leaves out is zero.
static bool flatten(const clang::APValue *value, ArrayRef<int64_t> shape,
                    Type element, SmallVectorImpl<Attribute> &out) {
  if (shape.empty()) {
    if (!value || value->isAbsent())
      out.push_back(isa<FloatType>(element)
                        ? Attribute(FloatAttr::get(element, 0.0))
                        : Attribute(IntegerAttr::get(element, 0)));
    else if (value->isInt() && isa<IntegerType>(element))
      out.push_back(IntegerAttr::get(
          element,
          value->getInt().extOrTrunc(element.getIntOrFloatBitWidth())));
    else if (value->isFloat() && isa<FloatType>(element))
      out.push_back(FloatAttr::get(element, value->getFloat()));
    else
      return false;
    return true;
  }
  for (int64_t index = 0; index < shape.front(); ++index) {
    const clang::APValue *part = nullptr;
    if (value && value->isArray()) {
      if (index < value->getArrayInitializedElts())
        part = &value->getArrayInitializedElt(index);
      else if (value->hasArrayFiller())
        part = &value->getArrayFiller();
    }
    if (!flatten(part, shape.drop_front(), element, out))
      return false;
  }
  return true;
}

FailureOr<TypedAttr> Importer::initialValue(const clang::VarDecl *decl,
                                            MemRefType type, Location where) {
  SmallVector<Attribute> elements;
  const clang::VarDecl *initializing = nullptr;
  const clang::Expr *init = decl->getAnyInitializer(initializing);
  const clang::APValue *value = init ? initializing->evaluateValue() : nullptr;
  if ((init && !value) ||
      !flatten(value, type.getShape(), type.getElementType(), elements))
    return mlir::emitError(where) << "the initial value of '" << decl->getName()
                                  << "' is not a constant";
  return TypedAttr(DenseElementsAttr::get(
      RankedTensorType::get(type.getShape(), type.getElementType()), elements));
}

/// A constant scalar becomes a value, all else a memref.global.
FailureOr<Binding *> Importer::global(const clang::VarDecl *decl,
                                      Location where) {
  Location home = at(decl->getLocation());
  FailureOr<MemRefType> type =
      arrayType(decl->getType(), decl->getName(), home);
  if (failed(type))
    return failure();
  if (decl->hasExternalStorage() && !decl->getDefinition())
    return mlir::emitError(where)
           << "variable '" << decl->getName() << "' is defined in another file";
  FailureOr<TypedAttr> value = initialValue(decl, *type, home);
  if (failed(value))
    return failure();
  clang::QualType element = ast.getBaseElementType(decl->getType());
  bool constant = element.isConstQualified();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entry);
  Binding bound;
  if (constant && type->getRank() == 0) {
    auto scalar = cast<DenseElementsAttr>(*value).getSplatValue<TypedAttr>();
    bound.value = arith::ConstantOp::create(builder, home, scalar);
  } else {
    std::string name = decl->getNameAsString();
    if (decl->isStaticLocal()) // its name is the function's own
      name = active.back()->getNameAsString() + "." + name;
    auto found = module.lookupSymbol<memref::GlobalOp>(name);
    if (!found) {
      OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
      found = memref::GlobalOp::create(top, home, name,
                                       top.getStringAttr("private"), *type,
                                       *value, constant, IntegerAttr());
    }
    auto fetched =
        memref::GetGlobalOp::create(builder, home, *type, found.getSymName());
    fetched->setAttr(hls::nameAttrName, builder.getStringAttr(decl->getName()));
    Place place;
    place.memref = fetched;
    bound.place = place;
  }
  return &(bindings[decl] = bound);
}

} // namespace talos::frontend
