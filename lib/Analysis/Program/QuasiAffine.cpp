//===- QuasiAffine.cpp - Affine functions with integer divisions ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/QuasiAffine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

QuasiAffine QuasiAffine::variable(unsigned number) {
  QuasiAffine result;
  result.terms.emplace_back(number, 1);
  return result;
}

bool QuasiAffine::operator<(const QuasiAffine &other) const {
  if (std::tie(constant, terms) != std::tie(other.constant, other.terms))
    return std::tie(constant, terms) < std::tie(other.constant, other.terms);
  return std::lexicographical_compare(
      floors.begin(), floors.end(), other.floors.begin(), other.floors.end(),
      [](const Floor &a, const Floor &b) {
        return std::tie(a.divisor, a.inner, a.factor) <
               std::tie(b.divisor, b.inner, b.factor);
      });
}

QuasiAffine QuasiAffine::operator*(int64_t factor) const {
  if (factor == 0)
    return QuasiAffine();
  QuasiAffine result = *this;
  result.constant *= factor;
  for (auto &[variable, own] : result.terms)
    own *= factor;
  for (Floor &floor : result.floors)
    floor.factor *= factor;
  return result;
}

QuasiAffine QuasiAffine::operator+(const QuasiAffine &other) const {
  std::map<unsigned, int64_t> factors;
  std::map<std::pair<int64_t, QuasiAffine>, int64_t> divisions;
  for (const QuasiAffine *part : {this, &other}) {
    for (auto [variable, factor] : part->terms)
      factors[variable] += factor;
    for (const Floor &floor : part->floors)
      divisions[{floor.divisor, floor.inner}] += floor.factor;
  }
  QuasiAffine result(constant + other.constant);
  for (auto [variable, factor] : factors)
    if (factor != 0)
      result.terms.emplace_back(variable, factor);
  for (auto &[division, factor] : divisions)
    if (factor != 0)
      result.floors.push_back({division.second, division.first, factor});
  return result;
}

QuasiAffine QuasiAffine::operator-(const QuasiAffine &other) const {
  return *this + other * -1;
}

/// Multiples of the divisor come out of the division, then the fraction is
/// reduced: floor((9 x + 4 y + 7) / 4) = 2 x + y + 1 + floor((x + 3) / 4).
QuasiAffine QuasiAffine::floorDiv(int64_t divisor) const {
  QuasiAffine whole, rest = *this;
  auto split = [&](int64_t &factor) {
    int64_t quotient = llvm::divideFloorSigned(factor, divisor);
    factor -= quotient * divisor;
    return quotient;
  };
  whole.constant = split(rest.constant);
  int64_t common = divisor;
  for (auto &[variable, factor] : rest.terms) {
    whole = whole + QuasiAffine::variable(variable) * split(factor);
    common = std::gcd(common, factor);
  }
  for (Floor &floor : rest.floors) {
    QuasiAffine alone;
    alone.floors.push_back({floor.inner, floor.divisor, 1});
    whole = whole + alone * split(floor.factor);
    common = std::gcd(common, floor.factor);
  }
  auto vanishes = [](const auto &part) { return part.factor == 0; };
  llvm::erase_if(rest.floors, vanishes);
  llvm::erase_if(rest.terms, [](auto &term) { return term.second == 0; });
  if (rest.terms.empty() && rest.floors.empty())
    return whole; // 0 <= rest < divisor
  rest.constant = llvm::divideFloorSigned(rest.constant, common);
  for (auto &[variable, factor] : rest.terms)
    factor /= common;
  for (Floor &floor : rest.floors)
    floor.factor /= common;
  if (divisor == common)
    return whole + rest;
  QuasiAffine division;
  division.floors.push_back({rest, divisor / common, 1});
  return whole + division;
}

std::optional<QuasiAffine> QuasiAffine::of(AffineExpr expr,
                                           ArrayRef<QuasiAffine> variables) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return QuasiAffine(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return variables[dim.getPosition()];
  auto pair = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!pair)
    return std::nullopt;
  std::optional<QuasiAffine> left = of(pair.getLHS(), variables);
  if (!left)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<QuasiAffine> right = of(pair.getRHS(), variables);
    return right ? std::optional(*left + *right) : std::nullopt;
  }
  auto right = dyn_cast<AffineConstantExpr>(pair.getRHS());
  if (!right)
    return std::nullopt;
  int64_t value = right.getValue();
  if (expr.getKind() == AffineExprKind::Mul)
    return *left * value;
  if (value <= 0)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return left->floorDiv(value);
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return (*left * -1).floorDiv(value) * -1;
  return *left - left->floorDiv(value) * value; // mod
}

int64_t QuasiAffine::evaluate(ArrayRef<int64_t> values) const {
  int64_t sum = constant;
  for (auto [variable, factor] : terms)
    sum += factor * values[variable];
  for (const Floor &floor : floors)
    sum += floor.factor *
           llvm::divideFloorSigned(floor.inner.evaluate(values), floor.divisor);
  return sum;
}

int64_t QuasiAffine::factorOf(unsigned variable) const {
  for (auto [own, factor] : terms)
    if (own == variable)
      return factor;
  return 0;
}

bool QuasiAffine::uses(unsigned variable) const {
  return factorOf(variable) != 0 || divides(variable);
}

bool QuasiAffine::divides(unsigned variable) const {
  return llvm::any_of(
      floors, [&](const Floor &floor) { return floor.inner.uses(variable); });
}
