//===- DigitStages.cpp - Stages between orders of digits ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiled loops over an array count its subscripts as digits: i0 * 20 + i1 * 4 +
// i2. Cut into the same digits, an order is a permutation of them, and the
// number of a token in the order of production is a sum of digits by weight. A
// block of the consumption holds the digits of some innermost loops; it is a
// block of the production as well if they are the digits of the least weights,
// and those outside are in the same order.
//
//===----------------------------------------------------------------------===//

#include "DigitStages.h"
#include "OrderDigits.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "talos/Support/Int.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::poly;

namespace {

struct Digit {
  unsigned loop = 0, dim = 0;
  int64_t unit = 1, trip = 1; ///< of the subscript
  AffineExpr value;           ///< of the iterators
  int64_t weight = 0;         ///< in the order of production
  int64_t end() const { return unit * trip; }
};

struct DigitOrder {
  std::vector<Digit> digits; ///< outermost first
  std::vector<unsigned> repeating;
};

} // namespace

/// Loops that count one subscript and follow each other are one digit.
static void mergeNeighbours(DigitOrder &order) {
  std::vector<Digit> merged;
  for (const Digit &digit : order.digits) {
    Digit *outer = merged.empty() ? nullptr : &merged.back();
    auto isBetween = [&](unsigned loop) {
      return loop > outer->loop && loop < digit.loop;
    };
    if (!outer || outer->dim != digit.dim || outer->unit != digit.end() ||
        llvm::any_of(order.repeating, isBetween)) {
      merged.push_back(digit);
      continue;
    }
    outer->value = outer->value * digit.trip + digit.value;
    outer->loop = digit.loop;
    outer->unit = digit.unit;
    outer->trip *= digit.trip;
  }
  order.digits = std::move(merged);
}

/// None where a loop moves several subscripts, or one by something else.
static std::optional<DigitOrder> digitsOf(const StreamOrder &order) {
  DigitOrder result;
  std::vector<std::optional<Digit>> ofLoop(order.trips.size());
  for (auto [dim, expr] : llvm::enumerate(order.element.getResults())) {
    SmallVector<int64_t> factors; // of the loops, then the constant
    if (failed(getFlattenedAffineExpr(expr, order.trips.size(),
                                      /*numSymbols=*/0, &factors)) ||
        factors.size() != order.trips.size() + 1 || factors.back() != 0)
      return std::nullopt;
    for (auto [loop, trip] : llvm::enumerate(order.trips)) {
      if (factors[loop] == 0 || trip == 1)
        continue;
      if (factors[loop] < 0 || ofLoop[loop])
        return std::nullopt;
      ofLoop[loop] = Digit{unsigned(loop),
                           unsigned(dim),
                           factors[loop],
                           trip,
                           getAffineDimExpr(loop, expr.getContext()),
                           0};
    }
  }
  for (auto [loop, digit] : llvm::enumerate(ofLoop))
    if (digit)
      result.digits.push_back(*digit);
    else if (order.trips[loop] > 1)
      result.repeating.push_back(loop);
  mergeNeighbours(result);
  return result;
}

/// Cuts every digit where one of either order begins or ends.
static bool cutDigits(DigitOrder &order,
                      const std::map<unsigned, std::set<int64_t>> &ends) {
  std::vector<Digit> cut;
  for (const Digit &digit : order.digits) {
    std::vector<Digit> parts; // innermost first
    int64_t from = digit.unit;
    const std::set<int64_t> &all = ends.at(digit.dim);
    for (auto at = all.upper_bound(digit.unit);
         at != all.end() && *at <= digit.end(); ++at) {
      if (*at % from != 0)
        return false;
      Digit part = digit;
      part.unit = from;
      part.trip = *at / from;
      part.value = digit.value.floorDiv(from / digit.unit);
      if (*at != digit.end())
        part.value = part.value % part.trip;
      parts.push_back(part);
      from = *at;
    }
    cut.insert(cut.end(), parts.rbegin(), parts.rend());
  }
  order.digits = std::move(cut);
  return true;
}

/// Sets the weights of the consumer's digits; false if an element is not
/// produced and used once in a first use, or the digits differ.
static bool weigh(DigitOrder &production, DigitOrder &consumption) {
  std::map<unsigned, std::set<int64_t>> ends;
  for (const DigitOrder *order : {&production, &consumption})
    for (const Digit &digit : order->digits)
      ends[digit.dim].insert({digit.unit, digit.end()});
  if (!production.repeating.empty() || !cutDigits(production, ends) ||
      !cutDigits(consumption, ends))
    return false;
  std::map<std::pair<unsigned, int64_t>, Digit> known;
  Int weight(1);
  for (Digit &digit : llvm::reverse(production.digits)) {
    if (!weight.isValid())
      return false;
    digit.weight = weight.value();
    weight = weight * digit.trip;
    if (!known.try_emplace({digit.dim, digit.unit}, digit).second)
      return false;
  }
  // The digits of a subscript count it without gaps.
  std::map<unsigned, int64_t> next;
  for (const auto &[place, digit] : known) {
    int64_t &unit = next.try_emplace(place.first, 1).first->second;
    if (digit.unit != unit)
      return false;
    unit = digit.end();
  }
  if (!weight.isValid() || known.size() != consumption.digits.size())
    return false;
  for (Digit &digit : consumption.digits) {
    auto same = known.find({digit.dim, digit.unit});
    if (same == known.end() || same->second.trip != digit.trip)
      return false;
    digit.weight = same->second.weight;
    known.erase(same);
  }
  return true;
}

/// The n-th token that leaves a block of the last digits, from `first` on.
static AffineMap placeInBlock(ArrayRef<Digit> block, MLIRContext *context) {
  AffineExpr n = getAffineDimExpr(0, context),
             place = getAffineConstantExpr(0, context);
  int64_t inner = 1;
  for (auto [index, digit] : llvm::enumerate(llvm::reverse(block))) {
    AffineExpr value = n.floorDiv(inner);
    if (index + 1 < block.size())
      value = value % digit.trip;
    place = place + value * digit.weight;
    inner *= digit.trip;
  }
  return AffineMap::get(1, 0, simplifyAffineExpr(place, 1, 0));
}

/// Tokens of a block of this size that have come, and have not gone, at most.
static int64_t mostKept(int64_t size,
                        llvm::function_ref<int64_t(int64_t)> placeOf) {
  int64_t latest = 0, most = 0;
  for (int64_t leaving = 0; leaving < size; ++leaving) {
    latest = std::max(latest, placeOf(leaving));
    most = std::max(most, latest - leaving);
  }
  return most + 1;
}

/// Of the n-th token that leaves, as the sum of its digits by weight.
static int64_t placeByWeight(ArrayRef<Digit> digits, int64_t n) {
  int64_t place = 0;
  for (const Digit &digit : llvm::reverse(digits)) {
    place += n % digit.trip * digit.weight;
    n /= digit.trip;
  }
  return place;
}

static AffineMap sumOf(ArrayRef<Digit> digits, unsigned loops,
                       MLIRContext *context) {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (const Digit &digit : digits)
    sum = sum + digit.value * digit.weight;
  return AffineMap::get(loops, 0, simplifyAffineExpr(sum, loops, 0));
}

/// Adds what brings first uses in order. Returns false if all has come before
/// anything goes: then nothing else is needed.
static bool addReorder(ArrayRef<Digit> digits, unsigned loops,
                       MLIRContext *context, std::vector<OrderStage> &stages) {
  int64_t size = 1, greatest = 0;
  size_t first = digits.size(), sorted = digits.size();
  std::vector<int64_t> inner(digits.size());
  for (size_t i = digits.size(); i-- > 0;) {
    inner[i] = size;
    size *= digits[i].trip;
  }
  // Digits from the outside that have the weight of their places.
  for (sorted = 0; sorted < digits.size(); ++sorted)
    if (digits[sorted].weight != inner[sorted])
      break;
  if (sorted == digits.size())
    return true;
  for (first = digits.size(); first-- > 0;) {
    greatest = std::max(greatest, digits[first].weight * digits[first].trip);
    int64_t block = inner[first] * digits[first].trip;
    if (first > sorted || greatest > block || block == size)
      continue;
    ArrayRef<Digit> within = digits.drop_front(first);
    auto placeOf = [&](int64_t n) { return placeByWeight(within, n); };
    stages.push_back({OrderStage::Reorder, mostKept(block, placeOf), block,
                      placeInBlock(within, context)});
    return true;
  }
  stages.push_back(
      {OrderStage::Buffer, size, 0, sumOf(digits, loops, context)});
  return false;
}

/// By dimension how far the digits count it without gaps; empty: not so.
static std::map<unsigned, int64_t> extentsOf(const DigitOrder &order) {
  std::map<std::pair<unsigned, int64_t>, int64_t> ends;
  for (const Digit &digit : order.digits)
    if (!ends.try_emplace({digit.dim, digit.unit}, digit.end()).second)
      return {};
  std::map<unsigned, int64_t> extents;
  for (auto [place, end] : ends) {
    int64_t &extent = extents.try_emplace(place.first, 1).first->second;
    if (place.second != extent)
      return {};
    extent = end;
  }
  return extents;
}

/// Tokens that the outermost loops that both orders have alike have inside, and
/// the common part of the first ones that differ: no token leaves its block.
static int64_t tokensInside(ArrayRef<Digit> from, ArrayRef<Digit> to,
                            int64_t tokens) {
  for (auto [a, b] : llvm::zip(from, to)) {
    if (a.dim != b.dim || a.end() != b.end())
      break;
    tokens /= std::gcd(a.trip, b.trip);
    if (a.trip != b.trip)
      break;
  }
  return tokens;
}

/// The iterators of the n-th token of a block of the consumption.
static SmallVector<AffineExpr>
iteratorsInBlock(ArrayRef<int64_t> trips, int64_t block, MLIRContext *context) {
  AffineExpr n = getAffineDimExpr(0, context);
  SmallVector<AffineExpr> iterators(trips.size());
  int64_t inner = 1;
  for (size_t loop = trips.size(); loop-- > 0; inner *= trips[loop]) {
    iterators[loop] =
        inner < block ? n.floorDiv(inner) : getAffineConstantExpr(0, context);
    if (inner < block && inner * trips[loop] < block)
      iterators[loop] = iterators[loop] % trips[loop];
  }
  return iterators;
}

/// Of the n-th token that leaves, by its subscripts.
static int64_t placeBySubscripts(ArrayRef<Digit> from, ArrayRef<Digit> to,
                                 int64_t n) {
  std::map<unsigned, int64_t> subscripts;
  int64_t place = 0, weight = 1;
  for (const Digit &digit : llvm::reverse(to)) {
    subscripts[digit.dim] += n % digit.trip * digit.unit;
    n /= digit.trip;
  }
  for (const Digit &digit : llvm::reverse(from)) {
    place += subscripts[digit.dim] / digit.unit % digit.trip * weight;
    weight *= digit.trip;
  }
  return place;
}

/// Of so many tokens whose digits cannot be cut alike no smaller block is
/// sought: isl takes long to find one.
static constexpr int64_t manyTokens = 2048;

/// Where there are many tokens and both orders have each element once as first
/// use: all tokens come before any goes, of each block that both have alike.
static std::optional<std::vector<OrderStage>>
wholeBlocks(const DigitOrder &from, const DigitOrder &to,
            const StreamOrder &production, const StreamOrder &consumption) {
  std::map<unsigned, int64_t> extents = extentsOf(from);
  Int tokens(1);
  for (int64_t trip : production.trips)
    tokens = tokens * trip;
  AffineMap number = numberAsExpression(production, consumption);
  if (!from.repeating.empty() || extents.empty() || extents != extentsOf(to) ||
      !number || !tokens.isValid() || tokens.value() < manyTokens)
    return std::nullopt;
  int64_t block = to.repeating.empty()
                      ? tokensInside(from.digits, to.digits, tokens.value())
                      : tokens.value();
  if (block == tokens.value())
    return std::vector<OrderStage>{{OrderStage::Buffer, block, 0, number}};
  AffineExpr place = number.getResult(0).replaceDims(iteratorsInBlock(
      consumption.trips, block, consumption.element.getContext()));
  auto placeOf = [&](int64_t n) {
    return placeBySubscripts(from.digits, to.digits, n);
  };
  return std::vector<OrderStage>{
      {OrderStage::Reorder, mostKept(block, placeOf), block,
       AffineMap::get(1, 0, simplifyAffineExpr(place, 1, 0))}};
}

std::optional<std::vector<OrderStage>>
poly::stagesOfDigits(const StreamOrder &production,
                     const StreamOrder &consumption) {
  std::optional<DigitOrder> from = digitsOf(production),
                            to = digitsOf(consumption);
  if (!from || !to)
    return std::nullopt;
  DigitOrder cutFrom = *from, cutTo = *to;
  if (!weigh(cutFrom, cutTo))
    return wholeBlocks(*from, *to, production, consumption);
  *to = cutTo;
  MLIRContext *context = consumption.element.getContext();
  unsigned loops = consumption.trips.size();
  std::vector<OrderStage> stages;
  if (!addReorder(to->digits, loops, context, stages) || to->repeating.empty())
    return stages;
  // Tokens that come again are those of the loops inside of the outermost one
  // that repeats them.
  std::vector<Digit> again;
  int64_t tokens = 1;
  for (Digit digit : llvm::reverse(to->digits)) {
    if (digit.loop < to->repeating.front())
      break;
    digit.weight = tokens;
    tokens *= digit.trip;
    again.insert(again.begin(), digit);
  }
  SmallVector<AffineExpr> zero;
  for (unsigned loop : to->repeating)
    zero.push_back(getAffineDimExpr(loop, context));
  stages.push_back(
      {OrderStage::Hold, tokens, 0, sumOf(again, loops, context),
       IntegerSet::get(loops, 0, zero, SmallVector<bool>(zero.size(), true))});
  return stages;
}
