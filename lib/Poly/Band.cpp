//===- Band.cpp - Strip-mining and order of one statement's loops ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "talos/Dialect/HLS/Shared.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace mlir;

namespace talos::poly {

Strings Scop::Impl::iterationNumbers(unsigned statement) const {
  Strings numbers;
  for (const LoopFrame &loop : data[statement].place.loops) {
    std::string offset = loop.lower == "0"
                             ? loop.iterator
                             : loop.iterator + " - (" + loop.lower + ")";
    numbers.push_back(loop.step == 1 ? offset
                                     : "floor((" + offset + ")/" +
                                           std::to_string(loop.step) + ")");
  }
  return numbers;
}

static bool isPermutation(ArrayRef<unsigned> order, unsigned size) {
  std::vector<unsigned> sorted(order.begin(), order.end());
  llvm::sort(sorted);
  std::vector<unsigned> identity(size);
  std::iota(identity.begin(), identity.end(), 0);
  return sorted == identity;
}

unsigned Scop::Impl::sharedLoops(unsigned statement) const {
  const auto &mine = statements[statement].loops;
  unsigned shared = 0;
  for (const Statement &other : statements) {
    if (&other == &statements[statement])
      continue;
    unsigned common = 0;
    while (common < std::min(mine.size(), other.loops.size()) &&
           mine[common] == other.loops[common])
      ++common;
    shared = std::max(shared, common);
  }
  for (unsigned l = shared; l < mine.size(); ++l)
    if (affine::AffineForOp(mine[l])->hasAttr(hls::sharedAttrName))
      shared = l + 1;
  return shared;
}

unsigned Scop::sharedLoops(unsigned statement) const {
  return impl->sharedLoops(statement);
}

std::string Scop::Impl::bandError(unsigned statement, unsigned shared,
                                  const StripMine &mine) const {
  const Statement &s = statements[statement];
  unsigned own = s.loops.size() - shared;
  for (auto [level, order] : llvm::enumerate(mine.order))
    if (!order.empty() && !isPermutation(order, own))
      return "order of level " + std::to_string(level) +
             " is not a permutation of the loops of statement " + s.name;
  if (mine.factors.empty())
    return "";
  if (mine.factors.size() != own)
    return "statement " + s.name + " has " + std::to_string(own) +
           " loops of its own, not " + std::to_string(mine.factors.size());
  isl::map numbers(islContext(),
                   withParams(data[statement].place.tuple(s.name) + " -> [" +
                              commaList(iterationNumbers(statement)) + "]"));
  isl::set range = data[statement].domain.apply(numbers);
  for (auto [d, factors] : llvm::enumerate(mine.factors)) {
    Int product(1);
    for (int64_t factor : factors)
      product = factor > 0 ? product * Int(factor) : Int::invalid();
    if (!product.isValid())
      return "strip-mining factors must be positive";
    auto last =
        toInt(isl::manage(isl_set_dim_max_val(range.copy(), shared + d)));
    if (last && *last >= product.value())
      return "factors of loop " + std::to_string(d) + " of statement " +
             s.name + " cover " + std::to_string(product.value()) + " of " +
             std::to_string(*last + 1) + " iterations";
  }
  return "";
}

Strings Scop::Impl::bandTime(unsigned statement, unsigned shared,
                             const StripMine &mine) const {
  Strings numbers = iterationNumbers(statement), time;
  numbers.erase(numbers.begin(), numbers.begin() + shared);
  for (unsigned level = 0; level < 3; ++level)
    for (unsigned position = 0; position < numbers.size(); ++position) {
      unsigned d =
          mine.order[level].empty() ? position : mine.order[level][position];
      std::array<int64_t, 3> t = mine.factors.empty()
                                     ? std::array<int64_t, 3>{1, 1, 1}
                                     : mine.factors[d];
      std::string n = "(" + numbers[d] + ")", t2 = std::to_string(t[2]);
      std::string levels[3] = {
          "floor(" + n + "/" + std::to_string(t[1] * t[2]) + ")",
          "floor(" + n + "/" + t2 + ") mod " + std::to_string(t[1]),
          n + " mod " + t2};
      time.push_back(levels[level]);
    }
  return time.empty() ? Strings{"0"} : time;
}

bool Scop::Impl::isFullyPermutable(unsigned statement, unsigned shared) {
  std::optional<bool> &memo = permutable[statement];
  if (memo)
    return *memo;
  isl::map numbers(
      islContext(),
      withParams(data[statement].place.tuple(statements[statement].name) +
                 " -> [" + commaList(iterationNumbers(statement)) + "]"));
  bool result = true;
  for (const DependenceRelation &edge : constraints) {
    if (edge.source != statement || edge.target != statement)
      continue;
    isl::set deltas = isl::manage(isl_map_deltas(
        edge.map.apply_domain(numbers).apply_range(numbers).release()));
    for (unsigned d = 0; d < shared; ++d)
      deltas = isl::manage(isl_set_fix_si(deltas.release(), isl_dim_set, d, 0));
    if (deltas.is_empty().is_true())
      continue;
    for (unsigned d = shared; d < statements[statement].loops.size(); ++d) {
      auto least = toInt(isl::manage(isl_set_dim_min_val(deltas.copy(), d)));
      result &= least && *least >= 0;
    }
  }
  memo = result;
  return result;
}

} // namespace talos::poly
