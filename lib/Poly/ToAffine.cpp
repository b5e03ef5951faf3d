//===- ToAffine.cpp - isl relations as affine maps ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToAffine.h"

using namespace mlir;

namespace talos::poly {

static std::optional<int64_t> take(__isl_take isl_val *value) {
  return toInt(isl::manage(value));
}

/// The quotient of an affine expression, rounded down; it takes `aff`.
static AffineExpr exprOf(__isl_take isl_aff *aff, MLIRContext *context) {
  isl_val *denominator = isl_aff_get_denominator_val(aff);
  std::optional<int64_t> by = take(isl_val_copy(denominator));
  isl::aff scaled = isl::manage(isl_aff_scale_val(aff, denominator));
  std::optional<int64_t> constant =
      take(isl_aff_get_constant_val(scaled.get()));
  if (!by || !constant)
    return {};
  AffineExpr sum = getAffineConstantExpr(*constant, context);
  for (int i = 0, n = isl_aff_dim(scaled.get(), isl_dim_in); i < n; ++i) {
    std::optional<int64_t> factor =
        take(isl_aff_get_coefficient_val(scaled.get(), isl_dim_in, i));
    if (!factor)
      return {};
    sum = sum + getAffineDimExpr(i, context) * *factor;
  }
  for (int i = 0, n = isl_aff_dim(scaled.get(), isl_dim_div); i < n; ++i) {
    std::optional<int64_t> factor =
        take(isl_aff_get_coefficient_val(scaled.get(), isl_dim_div, i));
    if (!factor)
      return {};
    if (*factor == 0)
      continue;
    AffineExpr quotient = exprOf(isl_aff_get_div(scaled.get(), i), context);
    if (!quotient)
      return {};
    sum = sum + quotient * *factor;
  }
  return *by == 1 ? sum : sum.floorDiv(*by);
}

AffineMap toAffineMap(const isl::map &relation, MLIRContext *context) {
  isl_pw_multi_aff *pieces = isl_pw_multi_aff_from_map(relation.copy());
  pieces = isl_pw_multi_aff_coalesce(
      isl_pw_multi_aff_gist(pieces, relation.domain().release()));
  isl_multi_aff *one = nullptr;
  if (isl_pw_multi_aff_n_piece(pieces) == 1)
    isl_pw_multi_aff_foreach_piece(
        pieces,
        [](isl_set *domain, isl_multi_aff *piece, void *result) {
          isl_set_free(domain);
          *static_cast<isl_multi_aff **>(result) = piece;
          return isl_stat_ok;
        },
        static_cast<void *>(&one));
  isl_pw_multi_aff_free(pieces);
  if (!one)
    return {};
  unsigned dims = isl_multi_aff_dim(one, isl_dim_in);
  SmallVector<AffineExpr> results;
  for (int i = 0, n = isl_multi_aff_dim(one, isl_dim_out); i < n; ++i) {
    AffineExpr expr = exprOf(isl_multi_aff_get_aff(one, i), context);
    results.push_back(expr ? simplifyAffineExpr(expr, dims, 0) : expr);
  }
  isl_multi_aff_free(one);
  return llvm::is_contained(results, AffineExpr())
             ? AffineMap()
             : AffineMap::get(dims, 0, results, context);
}

std::optional<IntegerSet> toIntegerSet(const isl::set &set,
                                       const isl::set &within,
                                       MLIRContext *context) {
  isl_set *simple = isl_set_coalesce(isl_set_gist(set.copy(), within.copy()));
  isl_basic_set_list *parts = isl_set_get_basic_set_list(simple);
  isl_set_free(simple);
  isl_basic_set *part = isl_basic_set_list_size(parts) == 1
                            ? isl_basic_set_list_get_basic_set(parts, 0)
                            : nullptr;
  isl_basic_set_list_free(parts);
  if (!part)
    return std::nullopt;
  bool isSimple = isl_basic_set_dim(part, isl_dim_div) == 0;
  unsigned dims = isl_basic_set_dim(part, isl_dim_set);
  isl_constraint_list *all = isl_basic_set_get_constraint_list(part);
  isl_basic_set_free(part);
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  for (int i = 0, n = isl_constraint_list_size(all); isSimple && i < n; ++i) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(all, i);
    equalities.push_back(isl_constraint_is_equality(constraint) ==
                         isl_bool_true);
    exprs.push_back(exprOf(isl_constraint_get_aff(constraint), context));
    isSimple &= bool(exprs.back());
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(all);
  if (!isSimple || exprs.empty())
    return std::nullopt;
  return IntegerSet::get(dims, 0, exprs, equalities);
}

} // namespace talos::poly
