//===- OrderBanks.cpp - Banks of a block of tokens ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of a token in the order in which tokens come is a sum of digits by
// weight. Those that leave together differ in some digits: these name the bank,
// and the others count its words.
//
//===----------------------------------------------------------------------===//

#include "talos/Poly/OrderBanks.h"
#include "ScopImpl.h"
#include "Text.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/options.h"

using namespace mlir;
using namespace talos;
using namespace talos::poly;

static constexpr unsigned long MaxOperations = 50'000'000;

namespace {
struct BankDigit {
  int64_t weight, trip, stride; ///< in the number, of the bank
};
} // namespace

static int64_t valueAt(AffineMap map, int64_t n) {
  Attribute argument = IntegerAttr::get(IndexType::get(map.getContext()), n);
  SmallVector<Attribute> results;
  if (failed(map.constantFold(argument, results)))
    return -1;
  return cast<IntegerAttr>(results.front()).getInt();
}

/// Whether both expressions of n are equal for each n from 0 to below `end`.
static llvm::Expected<bool> isSame(AffineExpr a, AffineExpr b, int64_t end) {
  std::unique_ptr<isl_ctx, IslContextDeleter> ctx(isl_ctx_alloc());
  isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx.get(), MaxOperations);
  auto read = [&](AffineExpr expr) {
    std::string text = "{ [n] -> [" + islText(expr, {"n"}, {}) +
                       "] : 0 <= n < " + std::to_string(end) + " }";
    return isl::manage(isl_map_read_from_str(ctx.get(), text.c_str()));
  };
  isl::map first = read(a), second = read(b);
  isl::boolean same = first.is_equal(second);
  if (same.is_error())
    return llvm::createStringError("the banks of a block take isl too long");
  return same.is_true();
}

/// Of a loop of parts, one digit for each of the loops of production that it
/// goes through: as far as the place grows evenly. False if it does not grow.
static bool addDigits(AffineMap place, int64_t stride, int64_t trip,
                      std::vector<BankDigit> &digits) {
  int64_t first = valueAt(place, 0), inner = 1;
  while (inner < trip) {
    int64_t weight = valueAt(place, stride * inner) - first, count = 2;
    if (first < 0 || weight < 1)
      return false;
    while (inner * count < trip &&
           valueAt(place, stride * inner * count) - first == count * weight)
      ++count;
    if (trip % (inner * count) != 0)
      count = trip / inner;
    digits.push_back({weight, count, stride * inner});
    inner *= count;
  }
  return true;
}

llvm::Expected<OrderBanks> poly::banksOfLeaving(AffineMap place, int64_t block,
                                                ArrayRef<int64_t> parts) {
  std::vector<BankDigit> digits;
  int64_t stride = 1;
  for (int64_t trip : llvm::reverse(parts)) {
    if (!addDigits(place, stride, trip, digits))
      return llvm::createStringError("tokens that leave together have no place "
                                     "of their own");
    stride *= trip;
  }
  llvm::sort(digits, [](const BankDigit &a, const BankDigit &b) {
    return a.weight > b.weight;
  });
  MLIRContext *context = place.getContext();
  AffineExpr number = getAffineDimExpr(0, context),
             bank = getAffineConstantExpr(0, context), word = number;
  for (const BankDigit &digit : digits) {
    bank = bank + number.floorDiv(digit.weight) % digit.trip * digit.stride;
    word = word.floorDiv(digit.weight * digit.trip) * digit.weight +
           word % digit.weight;
  }
  OrderBanks result{AffineMap::get(1, 0, simplifyAffineExpr(bank, 1, 0)),
                    AffineMap::get(1, 0, simplifyAffineExpr(word, 1, 0))};
  llvm::Expected<bool> same =
      isSame(result.bank.compose(place).getResult(0), number % stride, block);
  if (!same)
    return same.takeError();
  if (!*same)
    return llvm::createStringError(
        "tokens that leave together meet in one bank");
  return result;
}
