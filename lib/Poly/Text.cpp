//===- Text.cpp - isl text from affine expressions ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::poly {

/// floor, ceil and mod take a positive constant divisor; AffineExpr's meaning
/// of a divisor that is not positive is undefined.
static std::string divisionText(AffineBinaryOpExpr expr, const Strings &dims,
                                const Strings &symbols) {
  auto divisor = dyn_cast<AffineConstantExpr>(expr.getRHS());
  std::string dividend = islText(expr.getLHS(), dims, symbols);
  if (!divisor || divisor.getValue() <= 0 || dividend.empty())
    return "";
  std::string by = std::to_string(divisor.getValue());
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return "floor((" + dividend + ")/" + by + ")";
  case AffineExprKind::CeilDiv:
    return "ceil((" + dividend + ")/" + by + ")";
  default:
    return "((" + dividend + ") mod " + by + ")";
  }
}

static std::string productText(AffineBinaryOpExpr expr, const Strings &dims,
                               const Strings &symbols) {
  AffineExpr factor = expr.getLHS();
  auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
  if (!constant) {
    factor = expr.getRHS();
    constant = dyn_cast<AffineConstantExpr>(expr.getLHS());
  }
  std::string text = constant ? islText(factor, dims, symbols) : "";
  if (text.empty())
    return "";
  return std::to_string(constant.getValue()) + "*(" + text + ")";
}

std::string islText(AffineExpr expr, const Strings &dims,
                    const Strings &symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return std::to_string(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::DimId:
    return dims[cast<AffineDimExpr>(expr).getPosition()];
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  case AffineExprKind::Add: {
    auto sum = cast<AffineBinaryOpExpr>(expr);
    std::string lhs = islText(sum.getLHS(), dims, symbols);
    std::string rhs = islText(sum.getRHS(), dims, symbols);
    return lhs.empty() || rhs.empty() ? "" : lhs + " + " + rhs;
  }
  case AffineExprKind::Mul:
    return productText(cast<AffineBinaryOpExpr>(expr), dims, symbols);
  case AffineExprKind::Mod:
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return divisionText(cast<AffineBinaryOpExpr>(expr), dims, symbols);
  }
  return "";
}

bool isIslIdentifier(StringRef name) {
  static constexpr StringRef words[] = {
      "and",     "or",    "not",   "exists", "all",     "max",  "min",
      "mod",     "rat",   "ceil",  "floor",  "ceild",   "true", "floord",
      "implies", "infty", "false", "NaN",    "infinity"};
  if (name.empty() || !(llvm::isAlpha(name[0]) || name[0] == '_'))
    return false;
  return llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         llvm::none_of(words, [&](StringRef word) {
           return word.equals_insensitive(name);
         });
}

std::string uniqueIdentifier(StringRef name, StringRef fallback,
                             llvm::StringSet<> &taken) {
  std::string base = (name.empty() ? fallback : name).str();
  for (char &c : base)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  if (!isIslIdentifier(base))
    base = "_" + base;
  std::string result = base;
  for (unsigned i = 1; !taken.insert(result).second; ++i)
    result = base + "_" + std::to_string(i);
  return result;
}

std::string commaList(const Strings &items) { return llvm::join(items, ", "); }

} // namespace talos::poly
