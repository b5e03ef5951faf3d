//===- Expression.cpp - C++ expressions with their precedence -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Patterns/Expression.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;

namespace talos::emit {

std::string wrap(const Expr &expr, Precedence weakest) {
  return expr.precedence < weakest ? "(" + expr.text + ")" : expr.text;
}

namespace {
struct BinaryOperator {
  Precedence precedence;
  // Operands weaker than these get parentheses. Beside the grammar they heed
  // -Wparentheses: no bare mix of shifts, comparisons, bit and logical ops.
  Precedence left, right;
};
} // namespace

static BinaryOperator describe(StringRef op) {
  using P = Precedence;
  return llvm::StringSwitch<BinaryOperator>(op)
      .Cases({"*", "/", "%"}, {P::Multiplicative, P::Multiplicative, P::Unary})
      .Cases({"+", "-"}, {P::Additive, P::Additive, P::Multiplicative})
      .Cases({"<<", ">>"}, {P::Shift, P::Unary, P::Unary})
      .Cases({"<", ">", "<=", ">="}, {P::Relational, P::Additive, P::Additive})
      .Cases({"==", "!="}, {P::Equality, P::Additive, P::Additive})
      .Case("&", {P::BitAnd, P::Unary, P::Unary})
      .Case("^", {P::BitXor, P::Unary, P::Unary})
      .Case("|", {P::BitOr, P::Unary, P::Unary})
      .Case("&&", {P::LogicalAnd, P::Equality, P::Equality})
      .Default({P::LogicalOr, P::Equality, P::Equality}); // ||
}

Expr binary(const Expr &lhs, StringRef op, const Expr &rhs) {
  BinaryOperator form = describe(op);
  return {wrap(lhs, form.left) + " " + op.str() + " " + wrap(rhs, form.right),
          form.precedence};
}

Expr call(StringRef name, ArrayRef<Expr> arguments) {
  std::string text = name.str() + "(";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(arguments, os,
                        [&](const Expr &argument) { os << argument.text; });
  return {text + ")", Precedence::Postfix};
}

std::string prototype(StringRef prefix, StringRef name,
                      ArrayRef<std::string> parameters) {
  std::string start = (prefix + "void " + name + "(").str();
  std::string oneLine = start + llvm::join(parameters, ", ") + ")";
  if (oneLine.size() + 2 <= 80) // with " {"
    return oneLine;
  return start + "\n    " + llvm::join(parameters, ",\n    ") + ")";
}

std::string scalarType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isIndex())
    return "int";
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return "";
  unsigned width = integer.getWidth();
  if (width == 1)
    return "bool";
  if (width != 8 && width != 16 && width != 32 && width != 64)
    return "";
  return (integer.isUnsigned() ? "uint" : "int") + std::to_string(width) + "_t";
}

std::string unsignedType(Type type) {
  if (type.isIndex())
    return "unsigned";
  unsigned width = type.getIntOrFloatBitWidth();
  return width == 1 ? "bool" : "uint" + std::to_string(width) + "_t";
}

// The shortest decimal that reads back as `value`.
static std::string shortestDecimal(const APFloat &value) {
  for (unsigned digits = 6; digits < 18; ++digits) {
    SmallString<32> text;
    value.toString(text, digits, /*FormatMaxPadding=*/3);
    APFloat back(value.getSemantics());
    llvm::Expected<APFloat::opStatus> status =
        back.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status)
      llvm::consumeError(status.takeError());
    else if (back.bitwiseIsEqual(value))
      return std::string(text);
  }
  return "";
}

static FailureOr<Expr> floatLiteral(APFloat value, bool single) {
  if (value.isNaN())
    return failure();
  bool negative = value.isNegative();
  value.clearSign();
  std::string text;
  if (value.isInfinity()) {
    text = "INFINITY";
  } else {
    text = shortestDecimal(value);
    if (text.empty())
      return failure();
    if (StringRef(text).find_first_of(".eE") == StringRef::npos)
      text += ".0";
    if (single)
      text += "f";
  }
  if (negative)
    return Expr{"-" + text, Precedence::Unary};
  return Expr{text, Precedence::Postfix};
}

static Expr integerLiteral(const APInt &value, Type type) {
  if (type.isInteger(1))
    return {value.isZero() ? "false" : "true", Precedence::Postfix};
  bool wide = type.isInteger(64);
  if (value.isMinSignedValue() && value.getBitWidth() >= 32 && !type.isIndex())
    return {wide ? "INT64_MIN" : "INT32_MIN", Precedence::Postfix};
  std::string text = llvm::toString(value, 10, /*Signed=*/true);
  if (wide)
    text += "LL";
  return {text, value.isNegative() ? Precedence::Unary : Precedence::Postfix};
}

FailureOr<Expr> literal(TypedAttr value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    if (!scalarType(number.getType()).empty())
      return floatLiteral(number.getValue(), number.getType().isF32());
  if (auto number = dyn_cast<IntegerAttr>(value))
    if (!scalarType(number.getType()).empty())
      return integerLiteral(number.getValue(), number.getType());
  return failure();
}

} // namespace talos::emit
