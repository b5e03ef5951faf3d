//===- IslSchedules.cpp - What isl's schedulers propose -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IslSchedules.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/options.h"
#include "isl/schedule.h"

using namespace mlir;

namespace talos::poly {

/// Each pair of a statement and a dependence adds unknowns to isl's linear
/// programs. With more than so many pairs, coefficients grow until a step takes
/// seconds, and one in so many steps is all that is tried.
static constexpr size_t ManyPairs = 2000;
static constexpr unsigned long FewerSteps = 10;

/// Every dependence is a coincidence constraint as well: isl takes a member for
/// parallel if it carries none of those that it is told.
IslSchedules::IslSchedules(const Scop::Impl &scop, bool keepsOuter)
    : scop(scop), sizes(scop) {
  isl::union_set domain(scop.islContext(), "{ }");
  for (const StatementData &data : scop.data)
    domain = domain.unite(isl::union_set(sizes.lift(data.domain)));
  isl::union_map all = isl::union_map::empty(scop.islContext()), flow = all;
  for (const DependenceRelation &edge : scop.constraints) {
    isl::map open = edge.map;
    if (keepsOuter)
      open = isl::manage(
          isl_map_equate(open.release(), isl_dim_in, 0, isl_dim_out, 0));
    isl::union_map lifted(sizes.lift(open));
    all = all.unite(lifted);
    if (edge.kind == DependenceKind::RAW)
      flow = flow.unite(lifted);
  }
  isl_schedule_constraints *built =
      isl_schedule_constraints_on_domain(domain.copy());
  built = isl_schedule_constraints_set_validity(built, all.copy());
  built = isl_schedule_constraints_set_coincidence(built, all.copy());
  built = isl_schedule_constraints_set_proximity(built, flow.copy());
  built =
      isl_schedule_constraints_set_context(built, sizes.context().release());
  constraints = isl::manage(built);
}

isl::schedule IslSchedules::compute(ScheduleMethod method,
                                    unsigned long maxOperations) const {
  isl_ctx *ctx = scop.ctx.get();
  bool isFeautrier = method == ScheduleMethod::Feautrier;
  isl_options_set_schedule_algorithm(ctx, isFeautrier
                                              ? ISL_SCHEDULE_ALGORITHM_FEAUTRIER
                                              : ISL_SCHEDULE_ALGORITHM_ISL);
  isl_options_set_schedule_split_scaled(ctx, isFeautrier);
  isl_options_set_schedule_outer_coincidence(ctx, !isFeautrier);
  isl_options_set_schedule_serialize_sccs(ctx, method ==
                                                   ScheduleMethod::Coincidence);
  if (scop.statements.size() * scop.constraints.size() > ManyPairs)
    maxOperations /= FewerSteps;
  // isl counts from the birth of its context.
  isl_ctx_reset_operations(ctx);
  isl_ctx_set_max_operations(ctx, maxOperations);
  isl::schedule schedule = constraints.compute_schedule();
  isl_ctx_set_max_operations(ctx, 0);
  isl_ctx_reset_operations(ctx);
  isl_ctx_reset_error(ctx);
  return schedule;
}

std::optional<std::vector<Rows>>
IslSchedules::rows(ScheduleMethod method, unsigned long maxOperations) const {
  isl::schedule schedule = compute(method, maxOperations);
  std::vector<Rows> rows(scop.statements.size());
  if (schedule.is_null() || !collect(schedule.get_root(), rows))
    return std::nullopt;
  return rows;
}

bool IslSchedules::collect(const isl::schedule_node &node,
                           std::vector<Rows> &rows) const {
  if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_band) {
    isl::multi_union_pw_aff partial =
        isl::manage(isl_schedule_node_band_get_partial_schedule(node.get()));
    for (int i = 0, n = isl_schedule_node_band_n_member(node.get()); i < n; ++i)
      if (isl_schedule_node_band_member_get_coincident(node.get(), i) !=
              isl_bool_true &&
          !addMember(isl::manage(isl_multi_union_pw_aff_get_union_pw_aff(
                         partial.get(), i)),
                     rows))
        return false;
  }
  for (int i = 0, n = isl_schedule_node_n_children(node.get()); i < n; ++i)
    if (!collect(isl::manage(isl_schedule_node_get_child(node.get(), i)), rows))
      return false;
  return true;
}

/// One more time for every statement that the member is defined for.
bool IslSchedules::addMember(const isl::union_pw_aff &member,
                             std::vector<Rows> &rows) const {
  bool isAffine = true;
  member.foreach_pw_aff([&](isl::pw_aff part) {
    isl::id id = isl::manage(isl_pw_aff_get_tuple_id(part.get(), isl_dim_in));
    auto it = llvm::find_if(scop.statements, [&](const Statement &statement) {
      return statement.name == isl_id_get_name(id.get());
    });
    AffineExpr time;
    if (it != scop.statements.end() && isl_pw_aff_n_piece(part.get()) == 1)
      part.foreach_piece([&](isl::set, isl::aff aff) {
        time = affineExpr(aff);
        return isl::stat::ok();
      });
    if (time)
      rows[it - scop.statements.begin()].push_back(time);
    isAffine &= bool(time);
    return isl::stat::ok();
  });
  return isAffine;
}

/// Over the iterators, with the values of the sizes; null if a coefficient is
/// no integer, or of a parameter of the program.
AffineExpr IslSchedules::affineExpr(const isl::aff &aff) const {
  MLIRContext *context = scop.func->getContext();
  std::optional<int64_t> constant =
      toInt(isl::manage(isl_aff_get_constant_val(aff.get())));
  if (!constant)
    return {};
  AffineExpr sum = getAffineConstantExpr(*constant, context);
  auto add = [&](isl_dim_type type, unsigned position,
                 llvm::function_ref<AffineExpr()> term) {
    std::optional<int64_t> factor = toInt(
        isl::manage(isl_aff_get_coefficient_val(aff.get(), type, position)));
    if (factor == 0)
      return true;
    AffineExpr value = factor ? term() : AffineExpr();
    if (value)
      sum = sum + value * *factor;
    return bool(value);
  };
  for (int i = 0, n = isl_aff_dim(aff.get(), isl_dim_in); i < n; ++i)
    if (!add(isl_dim_in, i, [&] { return getAffineDimExpr(i, context); }))
      return {};
  for (int i = 0, n = isl_aff_dim(aff.get(), isl_dim_param); i < n; ++i)
    if (!add(isl_dim_param, i, [&]() -> AffineExpr {
          std::optional<int64_t> value =
              sizes.valueOf(isl_aff_get_dim_name(aff.get(), isl_dim_param, i));
          return value ? getAffineConstantExpr(*value, context) : AffineExpr();
        }))
      return {};
  for (int i = 0, n = isl_aff_dim(aff.get(), isl_dim_div); i < n; ++i)
    if (!add(isl_dim_div, i, [&]() -> AffineExpr {
          isl::aff quotient = isl::manage(isl_aff_get_div(aff.get(), i));
          isl::val by =
              isl::manage(isl_aff_get_denominator_val(quotient.get()));
          AffineExpr inner = affineExpr(
              isl::manage(isl_aff_scale_val(quotient.release(), by.copy())));
          return inner ? inner.floorDiv(*toInt(by)) : AffineExpr();
        }))
      return {};
  return sum;
}

} // namespace talos::poly
