//===- OperatorNames.cpp - Ops and the operator libraries -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/OperatorNames.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "talos/Dialect/HLS/FactorBits.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace talos;

/// "fadd" or "dadd": the libraries name single and double precision apart.
static std::string floatName(Operation *op, StringRef stem) {
  Type type = op->getOperand(0).getType();
  if (!type.isF32() && !type.isF64())
    return {};
  std::string name = ((type.isF32() ? "f" : "d") + stem).str();
  StringRef impl = hls::implOf(op);
  return impl.empty() ? name : name + "." + impl.str();
}

/// Bits that hold the value as a signed number, as far as the op that makes it
/// says: an extension, a constant, a mask.
static unsigned signedBits(Value value) {
  unsigned width =
      value.getType().isIndex() ? 64 : value.getType().getIntOrFloatBitWidth();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSignificantBits();
  if (auto ext = value.getDefiningOp<arith::ExtSIOp>())
    return ext.getIn().getType().getIntOrFloatBitWidth();
  if (auto ext = value.getDefiningOp<arith::ExtUIOp>())
    return ext.getIn().getType().getIntOrFloatBitWidth() + 1;
  if (auto mask = value.getDefiningOp<arith::AndIOp>())
    for (Value operand : mask->getOperands())
      if (matchPattern(operand, m_ConstantInt(&constant)) &&
          constant.isNonNegative())
        return std::min(width, constant.getActiveBits() + 1);
  return width;
}

unsigned analysis::factorBits(arith::MulIOp op) {
  unsigned bits = std::max(signedBits(op.getLhs()), signedBits(op.getRhs()));
  return std::min(bits, hls::factorBitsOf(op).value_or(bits));
}

/// "mul18": both factors fit the narrower input of a DSP; "mul27x18": one does,
/// and hls.factor_bits says that the other one fits the wider input.
static std::string multiplierName(arith::MulIOp op) {
  unsigned most = analysis::factorBits(op);
  if (most <= analysis::narrowFactorBits)
    return analysis::narrowMultiplier.str();
  unsigned least = std::min(signedBits(op.getLhs()), signedBits(op.getRhs()));
  bool isPacked = hls::factorBitsOf(op) && most <= analysis::wideFactorBits &&
                  least <= analysis::narrowFactorBits;
  return isPacked ? analysis::packedMultiplier.str() : "mul";
}

bool analysis::isOpenAdder(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp>(op) &&
         !hls::boundOperation(op).empty() && hls::implOf(op).empty();
}

std::string analysis::operatorName(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::AddFOp>([&](auto) { return floatName(op, "add"); })
      .Case<arith::SubFOp>([&](auto) { return floatName(op, "sub"); })
      .Case<arith::MulFOp>([&](auto) { return floatName(op, "mul"); })
      .Case<arith::DivFOp>([&](auto) { return floatName(op, "div"); })
      .Case<arith::NegFOp>([&](auto) { return floatName(op, "neg"); })
      .Case<arith::CmpFOp>([&](auto) { return floatName(op, "cmp"); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return floatName(op, "max"); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return floatName(op, "min"); })
      .Case<math::AbsFOp>([&](auto) { return floatName(op, "abs"); })
      .Case<math::SqrtOp>([&](auto) { return floatName(op, "sqrt"); })
      .Case<math::ExpOp>([](auto) { return "exp"; })
      .Case<math::LogOp>([](auto) { return "log"; })
      .Case<math::PowFOp>([](auto) { return "pow"; })
      .Case<arith::AddIOp>([](auto) { return "add"; })
      .Case<arith::SubIOp>([](auto) { return "sub"; })
      .Case<arith::MulIOp>([](auto mul) { return multiplierName(mul); })
      .Case<arith::DivSIOp, arith::DivUIOp>([](auto) { return "div"; })
      .Case<arith::RemSIOp, arith::RemUIOp>([](auto) { return "rem"; })
      .Case<arith::CmpIOp>([](auto) { return "cmp"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp>([](auto) { return "max"; })
      .Case<arith::MinSIOp, arith::MinUIOp>([](auto) { return "min"; })
      .Case<arith::AndIOp>([](auto) { return "and"; })
      .Case<arith::OrIOp>([](auto) { return "or"; })
      .Case<arith::XOrIOp>([](auto) { return "xor"; })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [](auto) { return "shift"; })
      .Case<arith::SelectOp>([](auto) { return "select"; })
      .Case<arith::ExtFOp>([](auto) { return "fpext"; })
      .Case<arith::TruncFOp>([](auto) { return "fptrunc"; })
      .Case<arith::SIToFPOp>([](auto) { return "sitofp"; })
      .Case<arith::UIToFPOp>([](auto) { return "uitofp"; })
      .Case<arith::FPToSIOp>([](auto) { return "fptosi"; })
      .Case<arith::FPToUIOp>([](auto) { return "fptoui"; })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [](auto) { return "intcast"; })
      .Default([](Operation *) { return std::string(); });
}
