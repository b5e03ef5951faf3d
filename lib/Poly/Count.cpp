//===- Count.cpp - The number of points of a set --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points are counted by walking through all dimensions but the innermost one
// (PointWalk.h). Dimensions that no constraint relates are counted apart: a
// triangle times an interval takes no longer than the triangle. A sum of
// dimensions that is bounded may take the place of one of them, so that a
// skewed box, whose points are those of the box, is counted as one.
//
//===----------------------------------------------------------------------===//
#include "Count.h"
#include "PointWalk.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/IntEqClasses.h"

namespace talos::poly {

/// What isl may spend on one factor: about a second.
static constexpr unsigned long MaxOperations = 200'000'000;

/// Classes of dimensions that constraints relate, also through integer
/// divisions.
static llvm::IntEqClasses relatedDims(const isl::basic_set &set) {
  unsigned dims = isl_basic_set_dim(set.get(), isl_dim_set),
           divs = isl_basic_set_dim(set.get(), isl_dim_div);
  llvm::IntEqClasses classes(dims + divs);
  isl_constraint_list *all = isl_basic_set_get_constraint_list(set.get());
  for (int i = 0, n = isl_constraint_list_size(all); i < n; ++i) {
    isl_constraint *c = isl_constraint_list_get_constraint(all, i);
    std::optional<unsigned> first;
    auto meet = [&](isl_dim_type type, unsigned position, unsigned number) {
      if (isl_constraint_involves_dims(c, type, position, 1) == isl_bool_true)
        first = first ? classes.join(*first, number) : number;
    };
    for (unsigned d = 0; d < dims; ++d)
      meet(isl_dim_set, d, d);
    for (unsigned d = 0; d < divs; ++d)
      meet(isl_dim_div, d, dims + d);
    isl_constraint_free(c);
  }
  isl_constraint_list_free(all);
  classes.compress();
  return classes;
}

static unsigned relatedTo(isl_constraint *c, unsigned dims) {
  unsigned count = 0;
  for (unsigned d = 0; d < dims; ++d)
    if (isl_constraint_involves_dims(c, isl_dim_set, d, 1) == isl_bool_true)
      ++count;
  return count;
}

/// How far constraints relate dimensions: the dimensions of each beyond one.
static unsigned relations(const isl::basic_set &set) {
  unsigned dims = isl_basic_set_dim(set.get(), isl_dim_set), sum = 0;
  isl_constraint_list *all = isl_basic_set_get_constraint_list(set.get());
  for (int i = 0, n = isl_constraint_list_size(all); i < n; ++i) {
    isl_constraint *c = isl_constraint_list_get_constraint(all, i);
    sum += std::max(relatedTo(c, dims), 1u) - 1;
    isl_constraint_free(c);
  }
  isl_constraint_list_free(all);
  return sum;
}

/// The set with the sum of dimensions that `c` bounds in place of dimension
/// `dim`, which it holds once: as many points.
static isl::basic_set withSum(const isl::basic_set &set, isl_constraint *c,
                              unsigned dim) {
  isl_multi_aff *map = isl_multi_aff_identity_on_domain_space(
      isl_basic_set_get_space(set.get()));
  isl_aff *sum = isl_constraint_get_aff(c);
  sum = isl_aff_set_constant_si(sum, 0);
  map = isl_multi_aff_set_aff(map, dim, sum);
  isl_basic_set *image =
      isl_basic_set_apply(set.copy(), isl_basic_map_from_multi_aff(map));
  return isl::manage(isl_basic_set_remove_redundancies(image));
}

/// The best of the sets `withSum`, or `set` if none relates its dimensions
/// less.
static isl::basic_set withBestSum(const isl::basic_set &set) {
  unsigned dims = isl_basic_set_dim(set.get(), isl_dim_set),
           divs = isl_basic_set_dim(set.get(), isl_dim_div);
  isl::basic_set best = set;
  unsigned fewest = relations(set);
  isl_constraint_list *all = isl_basic_set_get_constraint_list(set.get());
  for (int i = 0, n = isl_constraint_list_size(all); i < n; ++i) {
    isl_constraint *c = isl_constraint_list_get_constraint(all, i);
    bool hasDivs = divs > 0 && isl_constraint_involves_dims(
                                   c, isl_dim_div, 0, divs) == isl_bool_true;
    for (unsigned d = 0; d < dims && !hasDivs && relatedTo(c, dims) > 1; ++d) {
      isl::val factor =
          isl::manage(isl_constraint_get_coefficient_val(c, isl_dim_set, d));
      if (!factor.abs().is_one().is_true())
        continue;
      isl::basic_set other = withSum(set, c, d);
      if (relations(other) >= fewest)
        continue;
      fewest = relations(other);
      best = other;
    }
    isl_constraint_free(c);
  }
  isl_constraint_list_free(all);
  return best;
}

/// As many points, in dimensions that constraints relate as little as sums of
/// them allow.
static isl::basic_set withSums(isl::basic_set set) {
  set = isl::manage(isl_basic_set_remove_redundancies(set.release()));
  unsigned before = 0;
  do {
    before = relations(set);
    set = withBestSum(set);
  } while (relations(set) < before);
  return set;
}

static std::optional<int64_t> countByIsl(isl_basic_set *set) {
  isl_ctx *ctx = isl_basic_set_get_ctx(set);
  isl_ctx_reset_operations(ctx);
  isl_ctx_set_max_operations(ctx, MaxOperations);
  isl_set *whole = isl_set_from_basic_set(isl_basic_set_copy(set));
  isl::val count = isl::manage(isl_set_count_val(whole));
  isl_set_free(whole);
  isl_ctx_set_max_operations(ctx, 0);
  isl_ctx_reset_error(ctx);
  return toInt(count);
}

/// Of one factor: the dimensions of a class.
static std::optional<int64_t> countFactor(const isl::basic_set &set,
                                          const llvm::IntEqClasses &classes,
                                          unsigned number) {
  isl_basic_set *part = set.copy();
  for (unsigned d = isl_basic_set_dim(part, isl_dim_set); d-- > 0;)
    if (classes[d] != number)
      part = isl_basic_set_project_out(part, isl_dim_set, d, 1);
  isl::basic_set factor = isl::manage(part);
  if (std::optional<PointWalk> walk = PointWalk::of(factor))
    return walk->count();
  return countByIsl(factor.get());
}

/// Invalid: none.
static Int countPoints(const isl::basic_set &given) {
  if (given.is_empty().is_true())
    return Int(0);
  isl::basic_set set = withSums(given);
  llvm::IntEqClasses classes = relatedDims(set);
  unsigned dims = isl_basic_set_dim(set.get(), isl_dim_set);
  std::vector<bool> seen(classes.getNumClasses(), false);
  Int product(1);
  for (unsigned d = 0; d < dims; ++d) {
    if (seen[classes[d]])
      continue;
    seen[classes[d]] = true;
    std::optional<int64_t> count = countFactor(set, classes, classes[d]);
    product = count ? product * Int(*count) : Int::invalid();
  }
  return product;
}

std::optional<int64_t> countPoints(const isl::set &set) {
  isl_set *disjoint = isl_set_make_disjoint(set.copy());
  isl_basic_set_list *parts = isl_set_get_basic_set_list(disjoint);
  Int sum(0);
  for (int i = 0, n = isl_basic_set_list_size(parts); i < n; ++i)
    sum = sum +
          countPoints(isl::manage(isl_basic_set_list_get_basic_set(parts, i)));
  isl_basic_set_list_free(parts);
  isl_set_free(disjoint);
  return sum.isValid() ? std::optional(sum.value()) : std::nullopt;
}

/// Boxes that are looked at, one by one: each takes some 10 us.
static constexpr int64_t MaxBoxes = 50'000;

std::optional<int64_t> countBoxes(const isl::map &images) {
  isl::set domain = images.domain().coalesce();
  std::optional<int64_t> boxes = countPoints(domain);
  if (!boxes || *boxes > MaxBoxes)
    return std::nullopt;
  std::vector<std::pair<isl::pw_aff, isl::pw_aff>> bounds;
  for (int d = 0, e = isl_map_dim(images.get(), isl_dim_out); d < e; ++d)
    bounds.emplace_back(isl::manage(isl_map_dim_min(images.copy(), d)),
                        isl::manage(isl_map_dim_max(images.copy(), d)));
  Int sum(0);
  isl::stat walked = domain.foreach_point([&](isl::point at) -> isl::stat {
    Int points(1);
    for (const auto &[first, last] : bounds) {
      std::optional<int64_t> low = toInt(first.eval(at)),
                             high = toInt(last.eval(at));
      points = low && high ? points * (Int(*high) - Int(*low) + Int(1))
                           : Int::invalid();
    }
    sum = sum + points;
    return isl::stat::ok();
  });
  return walked.is_ok() && sum.isValid() ? std::optional(sum.value())
                                         : std::nullopt;
}

} // namespace talos::poly
