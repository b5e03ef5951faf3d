//===- Legality.cpp - Proof that a schedule respects the dependences ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace talos::poly {

std::string Violation::str() const {
  std::string text = (stringify(kind) + " dependence from " + source + " to " +
                      target + " through " + array)
                         .str();
  return example.empty() ? text : text + " (" + example + ")";
}

std::string Legality::str() const {
  switch (status) {
  case Legal:
    return "";
  case Malformed:
    return message;
  case Illegal:
    return "schedule breaks the " + violations.front().str();
  }
  return "";
}

std::string examplePair(const isl::map &pairs) {
  isl::map point =
      isl::manage(isl_map_from_basic_map(isl_map_sample(pairs.copy())));
  auto side = [&](isl_dim_type dim) {
    const char *name = isl_map_get_tuple_name(point.get(), dim);
    Strings values;
    for (isl_size i = 0; i < isl_map_dim(point.get(), dim); ++i) {
      std::optional<int64_t> value = toInt(
          isl::manage(isl_map_plain_get_val_if_fixed(point.get(), dim, i)));
      values.push_back(value ? std::to_string(*value) : "?");
    }
    return std::string(name ? name : "") + "[" + commaList(values) + "]";
  };
  return side(isl_dim_in) + " -> " + side(isl_dim_out);
}

Violation Scop::Impl::violation(const DependenceRelation &edge,
                                const isl::map &pairs) const {
  return {edge.kind, statements[edge.source].name, statements[edge.target].name,
          arrays[edge.array].name, params.empty() ? examplePair(pairs) : ""};
}

/// Extends the time of `map` to `dims` dimensions with zeros and drops its
/// name.
static isl::map padded(const isl::map &map, unsigned dims) {
  isl_map *flat = isl_map_flatten_range(map.copy());
  unsigned old = isl_map_dim(flat, isl_dim_out);
  flat = isl_map_add_dims(flat, isl_dim_out, dims - old);
  for (unsigned i = old; i < dims; ++i)
    flat = isl_map_fix_si(flat, isl_dim_out, i, 0);
  return isl::manage(isl_map_reset_tuple_id(flat, isl_dim_out));
}

std::optional<Times> Scop::Impl::parseSchedule(StringRef text,
                                               std::string &why) const {
  isl::union_map parsed(islContext(), text.str());
  if (parsed.is_null()) {
    const char *message = isl_ctx_last_error_msg(ctx.get());
    why = std::string("schedule is not an isl union map: ") +
          (message ? message : "parse error");
    return std::nullopt;
  }
  unsigned dims = 0;
  parsed.foreach_map([&](isl::map map) {
    map = isl::manage(isl_map_flatten_range(map.release()));
    dims = std::max<unsigned>(dims, isl_map_dim(map.get(), isl_dim_out));
    return isl::stat::ok();
  });
  Times times(statements.size());
  parsed.foreach_map([&](isl::map map) {
    const char *name = isl_map_get_tuple_name(map.get(), isl_dim_in);
    auto it = llvm::find_if(statements, [&](const Statement &statement) {
      return name && statement.name == name;
    });
    if (it == statements.end()) {
      why = "schedule names an unknown statement '" +
            std::string(name ? name : "") + "'";
      return isl::stat::error();
    }
    if (isl_map_dim(map.get(), isl_dim_in) != isl_size(it->loops.size())) {
      why = "schedule gives statement " + it->name + " " +
            std::to_string(isl_map_dim(map.get(), isl_dim_in)) +
            " iterators; it has " + std::to_string(it->loops.size());
      return isl::stat::error();
    }
    isl::map &time = times[it - statements.begin()];
    map = padded(map, dims);
    time = time.is_null() ? map : time.unite(map);
    return isl::stat::ok();
  });
  for (unsigned s = 0; why.empty() && s < times.size(); ++s) {
    if (times[s].is_null()) {
      why = "schedule does not name statement " + statements[s].name;
      break;
    }
    times[s] = times[s].intersect_domain(data[s].domain);
    if (!data[s].domain.is_subset(times[s].domain()).is_true())
      why = "schedule leaves instances of statement " + statements[s].name +
            " without a time";
    else if (!times[s].is_single_valued().is_true())
      why = "schedule gives instances of statement " + statements[s].name +
            " several times";
  }
  return why.empty() ? std::optional<Times>(times) : std::nullopt;
}

namespace {

/// Compares times one dimension after the other: most dependences are decided
/// by the first ones.
class TimeOrder {
public:
  explicit TimeOrder(const Times &times) : times(times), dims(times.size()) {}

  /// Every target of a pair runs strictly after its source.
  bool isKept(const DependenceRelation &edge) {
    isl::map open = edge.map; // pairs whose times are equal so far
    unsigned size = isl_map_dim(times[edge.source].get(), isl_dim_out);
    for (unsigned d = 0; d < size; ++d) {
      const Dim &source = dim(edge.source, d), &target = dim(edge.target, d);
      if (source.constant && target.constant) {
        if (*source.constant != *target.constant)
          return *source.constant < *target.constant;
        continue;
      }
      isl::map after = isl::manage(
          isl_map_lex_gt_map(source.time.copy(), target.time.copy()));
      if (!open.is_disjoint(after).is_true())
        return false;
      open = open.intersect(source.time.apply_range(target.time.reverse()));
      if (open.is_empty().is_true())
        return true;
    }
    return false;
  }

private:
  struct Dim {
    isl::map time; ///< of this dimension alone
    std::optional<int64_t> constant;
  };

  const Dim &dim(unsigned statement, unsigned d) {
    std::vector<Dim> &known = dims[statement];
    while (known.size() <= d) {
      isl_map *time = times[statement].copy();
      unsigned here = known.size(), size = isl_map_dim(time, isl_dim_out);
      time = isl_map_project_out(time, isl_dim_out, here + 1, size - here - 1);
      time = isl_map_project_out(time, isl_dim_out, 0, here);
      auto constant = toInt(
          isl::manage(isl_map_plain_get_val_if_fixed(time, isl_dim_out, 0)));
      known.push_back({isl::manage(time), constant});
    }
    return known[d];
  }

  const Times &times;
  std::vector<std::vector<Dim>> dims; ///< by statement
};

} // namespace

Legality
Scop::Impl::check(const Times &times,
                  function_ref<bool(const DependenceRelation &)> counts) const {
  Legality result;
  TimeOrder order(times);
  for (const DependenceRelation &edge : constraints) {
    if (!counts(edge) || order.isKept(edge))
      continue;
    // Broken: the target does not run strictly after the source.
    isl::map notAfter = isl::manage(isl_map_lex_ge_map(
        times[edge.source].copy(), times[edge.target].copy()));
    isl::map broken = edge.map.intersect(notAfter);
    if (broken.is_empty().is_true())
      continue;
    result.status = Legality::Illegal;
    result.violations.push_back(violation(edge, broken));
  }
  return result;
}

static Legality malformed(std::string why) {
  Legality result;
  result.status = Legality::Malformed;
  result.message = std::move(why);
  return result;
}

Legality Scop::checkSchedule(StringRef schedule) const {
  std::string why;
  std::optional<Times> times = impl->parseSchedule(schedule, why);
  if (!times)
    return malformed(std::move(why));
  return analyzed().check(*times, [](const auto &) { return true; });
}

std::optional<Times> Scop::Impl::checkedTimes(const Schedule &schedule,
                                              ArrayRef<unsigned> expanded,
                                              Legality &legality) const {
  std::string why = scheduleError(schedule);
  if (!why.empty()) {
    legality = malformed(std::move(why));
    return std::nullopt;
  }
  unsigned length = 0;
  for (AffineMap map : schedule)
    length = std::max(length, map.getNumResults());
  Times times;
  for (auto [s, map] : llvm::enumerate(schedule))
    times.push_back(
        padded(isl::map(islContext(), withParams(timeText(s, map))), length)
            .intersect_domain(data[s].domain));
  legality = check(times, [&](const DependenceRelation &edge) {
    return edge.kind == DependenceKind::RAW ||
           !llvm::is_contained(expanded, edge.array);
  });
  return legality ? std::optional<Times>(std::move(times)) : std::nullopt;
}

Legality Scop::checkSchedule(const Schedule &schedule,
                             ArrayRef<unsigned> expanded) const {
  Legality legality;
  analyzed().checkedTimes(schedule, expanded, legality);
  return legality;
}

Legality Scop::checkTree(const LoopTree &tree) const {
  Schedule schedule = treeSchedule(tree);
  if (schedule.empty() && !impl->statements.empty())
    return malformed("tree does not hold every statement once, or shares more "
                     "loops than a statement has");
  return checkSchedule(schedule);
}

Legality Scop::checkBand(unsigned statement, const StripMine &mine) const {
  unsigned shared = impl->sharedLoops(statement);
  std::string why = impl->bandError(statement, shared, mine);
  if (!why.empty())
    return malformed(std::move(why));
  if (analyzed().isFullyPermutable(statement, shared))
    return {};
  Times times(impl->statements.size());
  const Place &place = impl->data[statement].place;
  Strings time;
  for (const LoopFrame &loop : ArrayRef(place.loops).take_front(shared))
    time.push_back(loop.iterator);
  llvm::append_range(time, impl->bandTime(statement, shared, mine));
  times[statement] =
      isl::map(impl->islContext(),
               impl->withParams(place.tuple(impl->statements[statement].name) +
                                " -> [" + commaList(time) + "]"));
  return analyzed().check(times, [&](const DependenceRelation &edge) {
    return edge.source == statement && edge.target == statement;
  });
}

} // namespace talos::poly
