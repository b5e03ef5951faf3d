//===- PatternsArith.cpp - arith operations as C++ ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers are stored as signed types; an unsigned operation casts. Additions,
// subtractions and products wrap as in MLIR, so they go through the unsigned
// type unless `nsw` or `index` says that they do not overflow.
//
//===----------------------------------------------------------------------===//

#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "talos/Dialect/HLS/FactorBits.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

static FailureOr<SmallVector<Expr>> operands(FunctionEmitter &e,
                                             Operation *op) {
  SmallVector<Expr> all;
  for (Value operand : op->getOperands()) {
    FailureOr<Expr> one = e.expr(operand);
    if (failed(one))
      return failure();
    all.push_back(*one);
  }
  return all;
}

static bool isNarrow(Type type) {
  return !type.isIndex() && type.getIntOrFloatBitWidth() < 32;
}
static Expr asUnsigned(const Expr &expr, Type type) {
  return call(unsignedType(type), {expr});
}
static Expr asSigned(const Expr &expr, Type type) {
  return call(scalarType(type), {expr});
}

static FailureOr<Expr> constant(FunctionEmitter &e, arith::ConstantOp op) {
  FailureOr<Expr> text = literal(op.getValue());
  if (failed(text))
    return emitError(op->getLoc())
           << "constant " << op.getValue()
           << " has no exact C++ literal here (NaN, or a type "
              "other than f32, f64, index, i1, i8 ... i64)";
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    e.needs.cmath |= number.getValue().isInfinity();
  return text;
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

template <typename OpTy> static constexpr const char *floatOperator() {
  if constexpr (std::is_same_v<OpTy, arith::AddFOp>)
    return "+";
  else if constexpr (std::is_same_v<OpTy, arith::SubFOp>)
    return "-";
  else if constexpr (std::is_same_v<OpTy, arith::MulFOp>)
    return "*";
  else
    return "/";
}

template <typename OpTy>
static FailureOr<Expr> floatBinary(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  return binary((*args)[0], floatOperator<OpTy>(), (*args)[1]);
}

static FailureOr<Expr> negate(FunctionEmitter &e, arith::NegFOp op) {
  FailureOr<Expr> arg = e.expr(op.getOperand());
  if (failed(arg))
    return failure();
  return Expr{"-" + wrap(*arg, Precedence::Postfix), Precedence::Unary};
}

template <typename OpTy>
static FailureOr<Expr> floatCall(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  // fmax and fmin drop a NaN; maximum and minimum keep it.
  e.needs.cmath = true;
  if constexpr (std::is_same_v<OpTy, arith::RemFOp>)
    return call("std::fmod", *args);
  else if constexpr (std::is_same_v<OpTy, arith::MaxNumFOp>)
    return call("std::fmax", *args);
  else if constexpr (std::is_same_v<OpTy, arith::MinNumFOp>)
    return call("std::fmin", *args);
  e.needs.floatExtrema = true;
  return call(std::is_same_v<OpTy, arith::MaximumFOp> ? "float_maximum"
                                                      : "float_minimum",
              *args);
}

static FailureOr<Expr> compareFloat(FunctionEmitter &e, arith::CmpFOp op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  const Expr &a = (*args)[0], &b = (*args)[1];
  auto negated = [](const Expr &expr) {
    return Expr{"!" + wrap(expr, Precedence::Postfix), Precedence::Unary};
  };
  auto unordered = [&] {
    e.needs.cmath = true;
    return binary(call("std::isnan", {a}), "||", call("std::isnan", {b}));
  };
  auto differ = binary(binary(a, "<", b), "||", binary(a, ">", b));
  using P = arith::CmpFPredicate;
  switch (op.getPredicate()) {
  case P::AlwaysFalse:
    return Expr{"false"};
  case P::AlwaysTrue:
    return Expr{"true"};
  case P::OEQ:
    return binary(a, "==", b);
  case P::OGT:
    return binary(a, ">", b);
  case P::OGE:
    return binary(a, ">=", b);
  case P::OLT:
    return binary(a, "<", b);
  case P::OLE:
    return binary(a, "<=", b);
  case P::ONE:
    return differ;
  case P::ORD:
    return negated(unordered());
  case P::UEQ:
    return negated(differ);
  case P::UGT:
    return negated(binary(a, "<=", b));
  case P::UGE:
    return negated(binary(a, "<", b));
  case P::ULT:
    return negated(binary(a, ">=", b));
  case P::ULE:
    return negated(binary(a, ">", b));
  case P::UNE:
    return binary(a, "!=", b);
  case P::UNO:
    return unordered();
  }
  return emitError(op->getLoc(), "unknown comparison predicate");
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// A factor of `bits` bits, in a form that shows the tool so many: a cast, or
/// the sign extended from the highest of them.
static Expr narrowed(const Expr &factor, Type type, unsigned bits) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (bits <= 16)
    return call(bits <= 8 ? "int8_t" : "int16_t", {factor});
  std::string above = std::to_string(width - bits);
  return binary(asSigned(binary(asUnsigned(factor, type), "<<", {above}), type),
                ">>", {above});
}

/// An extension of `bits` at most shows the tool its width.
static bool isExtended(Value factor, unsigned bits) {
  auto ext = factor.getDefiningOp<arith::ExtSIOp>();
  return ext && ext.getIn().getType().getIntOrFloatBitWidth() <= bits;
}

/// Factors that `hls.factor_bits` says are narrower than they look.
static void narrowFactors(arith::MulIOp op, MutableArrayRef<Expr> factors) {
  std::optional<unsigned> bits = hls::factorBitsOf(op);
  if (!bits || *bits >= op.getType().getIntOrFloatBitWidth())
    return;
  for (auto [factor, operand] : llvm::zip_equal(factors, op.getOperands()))
    if (!matchPattern(operand, m_Constant()) && !isExtended(operand, *bits))
      factor = narrowed(factor, op.getType(), *bits);
}

template <typename OpTy>
static FailureOr<Expr> wrapping(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  constexpr bool isMul = std::is_same_v<OpTy, arith::MulIOp>;
  if constexpr (isMul)
    narrowFactors(op, *args);
  const Expr &a = (*args)[0], &b = (*args)[1];
  StringRef sign = isMul                                 ? "*"
                   : std::is_same_v<OpTy, arith::AddIOp> ? "+"
                                                         : "-";
  Type type = op.getType();
  if (type.isInteger(1)) // arithmetic modulo 2
    return binary(a, isMul ? "&&" : "!=", b);
  bool exact = type.isIndex() ||
               arith::bitEnumContainsAll(op.getOverflowFlags(),
                                         arith::IntegerOverflowFlags::nsw);
  if (isNarrow(type)) // promoted to int, where it cannot overflow
    return asSigned(binary(a, sign, b), type);
  if (exact)
    return binary(a, sign, b);
  return asSigned(binary(asUnsigned(a, type), sign, asUnsigned(b, type)), type);
}

template <typename OpTy>
static FailureOr<Expr> divide(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  const Expr &a = (*args)[0], &b = (*args)[1];
  Type type = op.getType();
  constexpr bool isUnsigned = std::is_same_v<OpTy, arith::DivUIOp> ||
                              std::is_same_v<OpTy, arith::RemUIOp>;
  constexpr bool isRest = std::is_same_v<OpTy, arith::RemSIOp> ||
                          std::is_same_v<OpTy, arith::RemUIOp>;
  StringRef sign = isRest ? "%" : "/";
  if (isUnsigned)
    return asSigned(binary(asUnsigned(a, type), sign, asUnsigned(b, type)),
                    type);
  Expr quotient = binary(a, sign, b);
  return isNarrow(type) ? asSigned(quotient, type) : quotient;
}

template <typename OpTy>
static FailureOr<Expr> roundedDivide(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  e.needs.integerDivision = true;
  bool isFloor = std::is_same_v<OpTy, arith::FloorDivSIOp>;
  return call((isFloor ? "floor_div<" : "ceil_div<") +
                  scalarType(op.getType()) + ">",
              *args);
}

template <typename OpTy>
static FailureOr<Expr> bitwise(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  constexpr bool isAnd = std::is_same_v<OpTy, arith::AndIOp>;
  constexpr bool isOr = std::is_same_v<OpTy, arith::OrIOp>;
  StringRef sign = op.getType().isInteger(1) ? (isAnd  ? "&&"
                                                : isOr ? "||"
                                                       : "!=")
                                             : (isAnd  ? "&"
                                                : isOr ? "|"
                                                       : "^");
  return binary((*args)[0], sign, (*args)[1]);
}

template <typename OpTy>
static FailureOr<Expr> shift(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  Type type = op.getType();
  if (std::is_same_v<OpTy, arith::ShRSIOp>)
    return binary((*args)[0], ">>", (*args)[1]);
  StringRef sign = std::is_same_v<OpTy, arith::ShLIOp> ? "<<" : ">>";
  return asSigned(binary(asUnsigned((*args)[0], type), sign, (*args)[1]), type);
}

template <typename OpTy>
static FailureOr<Expr> extremum(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  e.needs.algorithm = true;
  constexpr bool isUnsigned = std::is_same_v<OpTy, arith::MaxUIOp> ||
                              std::is_same_v<OpTy, arith::MinUIOp>;
  constexpr bool isMax = std::is_same_v<OpTy, arith::MaxSIOp> ||
                         std::is_same_v<OpTy, arith::MaxUIOp>;
  Type type = op.getType();
  std::string name = isMax ? "std::max<" : "std::min<";
  name += (isUnsigned ? unsignedType(type) : scalarType(type)) + ">";
  return isUnsigned ? asSigned(call(name, *args), type) : call(name, *args);
}

static FailureOr<Expr> compareInteger(FunctionEmitter &e, arith::CmpIOp op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  Type type = op.getLhs().getType();
  using P = arith::CmpIPredicate;
  auto unsignedCompare = [&](StringRef sign) {
    return binary(asUnsigned((*args)[0], type), sign,
                  asUnsigned((*args)[1], type));
  };
  auto signedCompare = [&](StringRef sign) {
    // As a signed number, true is -1.
    return type.isInteger(1) ? binary((*args)[1], sign, (*args)[0])
                             : binary((*args)[0], sign, (*args)[1]);
  };
  switch (op.getPredicate()) {
  case P::eq:
    return binary((*args)[0], "==", (*args)[1]);
  case P::ne:
    return binary((*args)[0], "!=", (*args)[1]);
  case P::slt:
    return signedCompare("<");
  case P::sle:
    return signedCompare("<=");
  case P::sgt:
    return signedCompare(">");
  case P::sge:
    return signedCompare(">=");
  case P::ult:
    return unsignedCompare("<");
  case P::ule:
    return unsignedCompare("<=");
  case P::ugt:
    return unsignedCompare(">");
  case P::uge:
    return unsignedCompare(">=");
  }
  return emitError(op->getLoc(), "unknown comparison predicate");
}

//===----------------------------------------------------------------------===//
// Select and casts
//===----------------------------------------------------------------------===//

static FailureOr<Expr> select(FunctionEmitter &e, arith::SelectOp op) {
  FailureOr<SmallVector<Expr>> args = operands(e, op);
  if (failed(args))
    return failure();
  auto part = [&](unsigned i) {
    return wrap((*args)[i], Precedence::LogicalOr);
  };
  return Expr{part(0) + " ? " + part(1) + " : " + part(2),
              Precedence::Conditional};
}

template <typename OpTy>
static FailureOr<Expr> cast(FunctionEmitter &e, OpTy op) {
  FailureOr<Expr> arg = e.expr(op.getIn());
  if (failed(arg))
    return failure();
  Type from = op.getIn().getType(), to = op.getType();
  FailureOr<std::string> name = e.type(to, op);
  if (failed(name))
    return failure();
  constexpr bool fromUnsigned = std::is_same_v<OpTy, arith::ExtUIOp> ||
                                std::is_same_v<OpTy, arith::UIToFPOp> ||
                                std::is_same_v<OpTy, arith::IndexCastUIOp>;
  constexpr bool fromSigned = std::is_same_v<OpTy, arith::ExtSIOp> ||
                              std::is_same_v<OpTy, arith::SIToFPOp> ||
                              std::is_same_v<OpTy, arith::IndexCastOp>;
  if (fromUnsigned && !from.isInteger(1))
    return call(*name, {asUnsigned(*arg, from)});
  if (fromSigned && from.isInteger(1)) // as a signed number, true is -1
    return Expr{"-" + call(*name, {*arg}).text, Precedence::Unary};
  if (to.isInteger(1)) // the lowest bit; a float's only values are 0 and +-1
    return binary(binary(call("int64_t", {*arg}), "&", {"1"}), "!=", {"0"});
  if (std::is_same_v<OpTy, arith::FPToUIOp>)
    return call(*name, {asUnsigned(*arg, to)});
  return call(*name, {*arg});
}

void emit::addArithPatterns(Patterns &p) {
  using namespace arith;
  p.expression<ConstantOp, constant>();
  p.expression<AddFOp, floatBinary>();
  p.expression<SubFOp, floatBinary>();
  p.expression<MulFOp, floatBinary>();
  p.expression<DivFOp, floatBinary>();
  p.expression<NegFOp, negate>();
  p.expression<RemFOp, floatCall>();
  p.expression<MaximumFOp, floatCall>();
  p.expression<MinimumFOp, floatCall>();
  p.expression<MaxNumFOp, floatCall>();
  p.expression<MinNumFOp, floatCall>();
  p.expression<CmpFOp, compareFloat>();
  p.expression<AddIOp, wrapping>();
  p.expression<SubIOp, wrapping>();
  p.expression<MulIOp, wrapping>();
  p.expression<DivSIOp, divide>();
  p.expression<DivUIOp, divide>();
  p.expression<RemSIOp, divide>();
  p.expression<RemUIOp, divide>();
  p.expression<FloorDivSIOp, roundedDivide>();
  p.expression<CeilDivSIOp, roundedDivide>();
  p.expression<AndIOp, bitwise>();
  p.expression<OrIOp, bitwise>();
  p.expression<XOrIOp, bitwise>();
  p.expression<ShLIOp, shift>();
  p.expression<ShRSIOp, shift>();
  p.expression<ShRUIOp, shift>();
  p.expression<MaxSIOp, extremum>();
  p.expression<MaxUIOp, extremum>();
  p.expression<MinSIOp, extremum>();
  p.expression<MinUIOp, extremum>();
  p.expression<CmpIOp, compareInteger>();
  p.expression<SelectOp, select>();
  p.expression<ExtFOp, cast>();
  p.expression<TruncFOp, cast>();
  p.expression<ExtSIOp, cast>();
  p.expression<ExtUIOp, cast>();
  p.expression<TruncIOp, cast>();
  p.expression<SIToFPOp, cast>();
  p.expression<UIToFPOp, cast>();
  p.expression<FPToSIOp, cast>();
  p.expression<FPToUIOp, cast>();
  p.expression<IndexCastOp, cast>();
  p.expression<IndexCastUIOp, cast>();
}
