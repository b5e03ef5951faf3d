//===- PointWalk.cpp - Counting points by walking to them -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointWalk.h"
#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"

namespace talos::poly {

/// Points of the outer dimensions to walk through: about a second.
static constexpr int64_t MaxSteps = int64_t(1) << 25;

static bool forConstraints(const isl::basic_set &set,
                           llvm::function_ref<bool(isl_constraint *)> visit) {
  isl_constraint_list *all = isl_basic_set_get_constraint_list(set.get());
  bool known = all;
  for (int i = 0, n = all ? isl_constraint_list_size(all) : 0; i < n && known;
       ++i) {
    isl_constraint *c = isl_constraint_list_get_constraint(all, i);
    known = visit(c);
    isl_constraint_free(c);
  }
  isl_constraint_list_free(all);
  return known;
}

/// Over as many dimensions and divisions as its set has; `constraint` may have
/// fewer.
std::optional<PointWalk::Row>
PointWalk::rowOf(isl_constraint *constraint) const {
  Row row;
  row.isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
  std::optional<int64_t> constant =
      toInt(isl::manage(isl_constraint_get_constant_val(constraint)));
  bool known = constant.has_value();
  row.constant = constant.value_or(0);
  row.factors.resize(values.size());
  auto read = [&](isl_dim_type type, unsigned first) {
    unsigned size = isl_constraint_dim(constraint, type);
    for (unsigned i = 0; i < size && known; ++i) {
      std::optional<int64_t> factor = toInt(
          isl::manage(isl_constraint_get_coefficient_val(constraint, type, i)));
      known = factor.has_value();
      row.factors[first + i] = factor.value_or(0);
    }
  };
  read(isl_dim_set, 0);
  read(isl_dim_div, dims);
  return known ? std::optional(std::move(row)) : std::nullopt;
}

/// The innermost dimension that the row depends on, also through divisions.
unsigned PointWalk::levelOf(const Row &row) const {
  unsigned level = 0;
  for (auto [i, factor] : llvm::enumerate(row.factors))
    if (factor != 0)
      level =
          std::max<unsigned>(level, i < dims ? i : levelOfDivision[i - dims]);
  return level;
}

bool PointWalk::readDivisions(const isl::basic_set &set) {
  for (unsigned d = 0, e = isl_basic_set_dim(set.get(), isl_dim_div); d < e;
       ++d) {
    isl::aff value = isl::manage(isl_basic_set_get_div(set.get(), d));
    if (value.is_null())
      return false;
    isl::val divisor = isl::manage(isl_aff_get_denominator_val(value.get()));
    bool known = true;
    auto whole = [&](isl_val *part) {
      std::optional<int64_t> number = toInt(isl::manage(part).mul(divisor));
      known &= number.has_value();
      return number.value_or(0);
    };
    Row row;
    row.constant = whole(isl_aff_get_constant_val(value.get()));
    for (unsigned i = 0; i < dims; ++i)
      row.factors.push_back(
          whole(isl_aff_get_coefficient_val(value.get(), isl_dim_in, i)));
    for (unsigned i = 0; i < d; ++i)
      row.factors.push_back(
          whole(isl_aff_get_coefficient_val(value.get(), isl_dim_div, i)));
    std::optional<int64_t> number = toInt(divisor);
    if (!known || !number)
      return false;
    levelOfDivision.push_back(levelOf(row));
    levels[levelOfDivision.back()].divisions.push_back(d);
    divisions.push_back({std::move(row), *number});
  }
  values.resize(dims + divisions.size());
  return true;
}

/// By elimination of what is further inside, over the rationals: there may be
/// no point between the bounds of an outer dimension.
bool PointWalk::readBounds(const isl::basic_set &set) {
  isl_basic_set *outer = isl_basic_set_remove_divs(set.copy());
  bool known = true;
  for (unsigned d = dims; d-- > 0 && known;) {
    outer = isl_basic_set_remove_dims(outer, isl_dim_set, d + 1,
                                      isl_basic_set_dim(outer, isl_dim_set) -
                                          (d + 1));
    outer = isl_basic_set_remove_redundancies(outer);
    bool hasLower = false, hasUpper = false;
    auto read = [&](isl_constraint *c) {
      std::optional<Row> row = rowOf(c);
      if (!row)
        return false;
      hasLower |= row->factors[d] > 0 || (row->isEquality && row->factors[d]);
      hasUpper |= row->factors[d] < 0 || (row->isEquality && row->factors[d]);
      if (row->factors[d] != 0)
        levels[d].bounds.push_back(std::move(*row));
      return true;
    };
    known =
        forConstraints(isl::manage_copy(outer), read) && hasLower && hasUpper;
  }
  isl_basic_set_free(outer);
  return known;
}

bool PointWalk::readChecks(const isl::basic_set &set) {
  return forConstraints(set, [&](isl_constraint *c) {
    std::optional<Row> row = rowOf(c);
    if (!row)
      return false;
    bool isDivided = llvm::any_of(llvm::ArrayRef(row->factors).drop_front(dims),
                                  [](int64_t factor) { return factor != 0; });
    if (isDivided)
      levels[levelOf(*row)].checks.push_back(std::move(*row));
    return true;
  });
}

std::optional<PointWalk> PointWalk::of(const isl::basic_set &set) {
  PointWalk walk;
  walk.dims = isl_basic_set_dim(set.get(), isl_dim_set);
  walk.levels.resize(walk.dims);
  bool known =
      walk.dims > 0 && isl_basic_set_dim(set.get(), isl_dim_param) == 0 &&
      walk.readDivisions(set) && walk.readBounds(set) && walk.readChecks(set);
  return known ? std::optional(std::move(walk)) : std::nullopt;
}

Int PointWalk::evaluate(const Row &row) {
  Int sum = row.constant;
  for (auto [i, factor] : llvm::enumerate(row.factors))
    if (factor != 0)
      sum = sum + Int(factor) * Int(values[i]);
  fits &= sum.isValid();
  return sum;
}

/// First and last value of the dimension, whose own value is 0.
std::pair<Int, Int> PointWalk::rangeOf(const Level &level, unsigned dim) {
  Int first = INT64_MIN, last = INT64_MAX;
  for (const Row &row : level.bounds) {
    int64_t factor = row.factors[dim];
    Int rest = evaluate(row);
    if (factor > 0 || row.isEquality)
      first = max(first, factor > 0 ? ceilDiv(Int(0) - rest, factor)
                                    : ceilDiv(rest, -factor));
    if (factor < 0 || row.isEquality)
      last = min(last, factor < 0 ? floorDiv(rest, -factor)
                                  : floorDiv(Int(0) - rest, factor));
  }
  return {first, last};
}

bool PointWalk::holds(const Level &level) {
  for (unsigned d : level.divisions)
    values[dims + d] =
        floorDiv(evaluate(divisions[d].numerator), divisions[d].divisor)
            .value();
  return llvm::all_of(level.checks, [&](const Row &row) {
    int64_t value = evaluate(row).value();
    return row.isEquality ? value == 0 : value >= 0;
  });
}

/// The dimensions before `dim` being fixed.
Int PointWalk::countFrom(unsigned dim) {
  if (dim == dims)
    return 1;
  const Level &level = levels[dim];
  values[dim] = 0;
  auto [first, last] = rangeOf(level, dim);
  Int all = last - first + Int(1);
  if (!all.isValid())
    return all;
  if (dim + 1 == dims && level.checks.empty())
    return std::max<int64_t>(all.value(), 0);
  Int sum = 0;
  for (int64_t value = first.value(); value <= last.value(); ++value) {
    if (++steps > MaxSteps || !sum.isValid() || !fits)
      return Int::invalid();
    values[dim] = value;
    if (holds(level))
      sum = sum + countFrom(dim + 1);
  }
  return sum;
}

std::optional<int64_t> PointWalk::count() {
  Int sum = countFrom(0);
  return sum.isValid() ? std::optional(sum.value()) : std::nullopt;
}

} // namespace talos::poly
