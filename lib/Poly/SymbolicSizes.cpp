//===- SymbolicSizes.cpp - Relations with sizes as parameters -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicSizes.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace mlir;

namespace talos::poly {

/// Smaller constants are offsets, taps and strides.
static constexpr int64_t leastSize = 8;
/// Of a constant from a multiple of a size.
static constexpr int64_t mostOffset = 6;
static constexpr int64_t mostMultiple = 3;

static int64_t constantOf(isl_constraint *constraint) {
  return toInt(isl::manage(isl_constraint_get_constant_val(constraint)))
      .value_or(0);
}

SymbolicSizes::SymbolicSizes(const Scop::Impl &scop) : ctx(scop.islContext()) {
  std::vector<int64_t> values;
  for (const Array &array : scop.arrays)
    if (auto type = dyn_cast<MemRefType>(array.value.getType());
        type && type.hasStaticShape())
      llvm::append_range(values, type.getShape());
  llvm::sort(values);
  for (int64_t value : values)
    addSize(value);
  std::vector<int64_t> bounds;
  for (const StatementData &data : scop.data)
    data.domain.foreach_basic_set([&](isl::basic_set set) {
      isl_constraint_list *all = isl_basic_set_get_constraint_list(set.get());
      for (int i = 0, n = isl_constraint_list_size(all); i < n; ++i) {
        isl_constraint *constraint = isl_constraint_list_get_constraint(all, i);
        bounds.push_back(std::abs(constantOf(constraint)));
        isl_constraint_free(constraint);
      }
      isl_constraint_list_free(all);
      return isl::stat::ok();
    });
  llvm::sort(bounds);
  for (int64_t bound : llvm::reverse(bounds))
    addSize(bound);
  for (unsigned i = 0; i < sizes.size(); ++i)
    names.push_back("_size" + std::to_string(i));
}

void SymbolicSizes::addSize(int64_t value) {
  if (value >= leastSize && !symbolOf(value))
    sizes.push_back(value);
}

std::optional<SymbolicSizes::Symbol>
SymbolicSizes::symbolOf(int64_t constant) const {
  int64_t magnitude = std::abs(constant), sign = constant < 0 ? -1 : 1;
  for (int64_t multiple = 1; multiple <= mostMultiple; ++multiple)
    for (auto [i, size] : llvm::enumerate(sizes)) {
      int64_t offset = magnitude - multiple * size;
      if (magnitude >= leastSize &&
          std::abs(offset) <= std::min(mostOffset, size / 4))
        return Symbol{unsigned(i), sign * multiple, sign * offset};
    }
  return std::nullopt;
}

/// `position`: of the parameter of a size.
isl_constraint *
SymbolicSizes::lift(isl_constraint *constraint,
                    llvm::function_ref<int(StringRef)> position) const {
  std::optional<Symbol> symbol = symbolOf(constantOf(constraint));
  if (!symbol)
    return constraint;
  constraint = isl_constraint_set_coefficient_si(constraint, isl_dim_param,
                                                 position(names[symbol->size]),
                                                 symbol->multiple);
  return isl_constraint_set_constant_si(constraint, symbol->offset);
}

isl::map SymbolicSizes::lift(const isl::map &map) const {
  isl::map aligned = isl::manage(
      isl_map_align_params(map.copy(), isl_set_get_space(context().get())));
  auto position = [&](StringRef name) {
    return isl_map_find_dim_by_name(aligned.get(), isl_dim_param,
                                    name.str().c_str());
  };
  isl::map result =
      isl::manage(isl_map_empty(isl_map_get_space(aligned.get())));
  aligned.foreach_basic_map([&](isl::basic_map part) {
    isl_constraint_list *all = isl_basic_map_get_constraint_list(part.get());
    isl_basic_map *lifted =
        isl_basic_map_universe(isl_basic_map_get_space(part.get()));
    for (int i = 0, n = isl_constraint_list_size(all); i < n; ++i)
      lifted = isl_basic_map_add_constraint(
          lifted, lift(isl_constraint_list_get_constraint(all, i), position));
    isl_constraint_list_free(all);
    result = result.unite(isl::map(isl::manage(lifted)));
    return isl::stat::ok();
  });
  return result.coalesce();
}

isl::set SymbolicSizes::lift(const isl::set &set) const {
  isl::map map = isl::manage(isl_map_from_range(set.copy()));
  return lift(map).range();
}

isl::set SymbolicSizes::context() const {
  Strings constraints{"1 = 1"};
  for (const std::string &name : names)
    constraints.push_back(name + " >= " + std::to_string(leastSize));
  return isl::set(ctx, "[" + commaList(names) + "] -> { : " +
                           llvm::join(constraints, " and ") + " }");
}

std::optional<int64_t> SymbolicSizes::valueOf(StringRef parameter) const {
  auto it = llvm::find(names, parameter);
  if (it == names.end())
    return std::nullopt;
  return sizes[it - names.begin()];
}

} // namespace talos::poly
