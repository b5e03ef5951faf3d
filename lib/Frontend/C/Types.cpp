//===- Types.cpp - Types of C ---------------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"

using namespace mlir;

namespace talos::frontend {

bool isVendorNumber(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "ap_int",        "ap_uint", "ap_fixed",   "ap_ufixed",   "ap_int_base",
      "ap_fixed_base", "half",    "ap_private", "ap_range_ref"};
  return llvm::is_contained(names, name);
}

static bool isPrecision(const clang::CXXRecordDecl &record) {
  return record.getDeclName().isIdentifier() &&
         isVendorNumber(record.getName());
}

FailureOr<Type> Importer::scalarType(clang::QualType type, Location where) {
  auto refuse = [&]() -> InFlightDiagnostic {
    return emitError(where)
           << "type '" << type.getAsString() << "' is not supported";
  };
  if (type->isUnionType())
    return refuse() << ": unions are not";
  if (type->isFunctionPointerType())
    return refuse() << ": function pointers are not";
  if (const auto *record = type->getAsCXXRecordDecl())
    return refuse() << (isPrecision(*record)
                            ? vendorNumberAdvice
                            : ": classes and structures are not; use separate "
                              "arrays and variables");
  if (type->isReferenceType())
    return refuse() << " here: references are supported as parameters, and as "
                       "names of arrays and of their elements";
  if (type.isVolatileQualified())
    return refuse() << ": volatile objects are not";
  clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = plain->getAs<clang::EnumType>())
    plain = enumeration->getDecl()->getIntegerType().getCanonicalType();
  const auto *builtin = plain->getAs<clang::BuiltinType>();
  if (builtin && builtin->getKind() == clang::BuiltinType::Float)
    return Type(builder.getF32Type());
  if (builtin && builtin->getKind() == clang::BuiltinType::Double)
    return Type(builder.getF64Type());
  uint64_t width = plain->isIntegerType() ? ast.getTypeSize(plain) : 0;
  if (builtin && width >= 8 && width <= 64)
    return Type(builder.getIntegerType(width));
  return refuse()
         << "; use float, double, _Bool, an enumeration or an integer of 8 to "
            "64 bits";
}

FailureOr<MemRefType> Importer::arrayType(clang::QualType type, StringRef name,
                                          Location where) {
  SmallVector<int64_t> shape;
  while (const clang::ArrayType *array = ast.getAsArrayType(type)) {
    std::optional<int64_t> extent;
    if (const auto *fixed = dyn_cast<clang::ConstantArrayType>(array)) {
      extent = fixed->getSize().getSExtValue();
    } else if (const auto *vla = dyn_cast<clang::VariableArrayType>(array);
               vla && vla->getSizeExpr()) {
      if (failed(checkBounds(vla->getSizeExpr())))
        return failure();
      extent = constantOf(vla->getSizeExpr());
      if (!extent)
        return emitError(where)
               << "the size of array '" << name << "', '"
               << text(vla->getSizeExpr()) << "', is not a constant: " << why;
    }
    if (!extent || *extent < 0)
      return emitError(where) << "array '" << name
                              << "' has no known size; declare each of its "
                                 "extents with a constant";
    if (*extent == 0)
      return emitError(where) << "array '" << name << "' has no elements";
    shape.push_back(*extent);
    type = array->getElementType();
  }
  FailureOr<Type> element = scalarType(type, where);
  if (failed(element))
    return failure();
  return MemRefType::get(shape, *element);
}

bool Importer::isUnsigned(clang::QualType type) const {
  return type->isUnsignedIntegerOrEnumerationType();
}

Range Importer::rangeOfType(clang::QualType type) const {
  // _Bool is kept in eight bits but holds one.
  unsigned width = type->isBooleanType() ? 1 : ast.getTypeSize(type);
  if (isUnsigned(type))
    return {0, width >= 63 ? std::numeric_limits<int64_t>::max()
                           : (int64_t(1) << width) - 1};
  return {llvm::minIntN(width), llvm::maxIntN(width)};
}

} // namespace talos::frontend
