//===- Dependences.cpp - Exact dependences and what follows from them -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace talos::poly {

StringRef stringify(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::RAW:
    return "RAW";
  case DependenceKind::WAR:
    return "WAR";
  case DependenceKind::WAW:
    return "WAW";
  }
  return "";
}

StringRef Distance::direction() const {
  if (isConstant() && *min == 0)
    return "=";
  if (min && *min > 0)
    return "<";
  if (max && *max < 0)
    return ">";
  if (min && *min == 0)
    return "<=";
  if (max && *max == 0)
    return ">=";
  return "*";
}

std::string Distance::str() const {
  if (isConstant() && *min != 0)
    return std::to_string(*min);
  return direction().str();
}

std::optional<int64_t> toInt(const isl::val &value) {
  if (value.is_null() || isl_val_is_int(value.get()) != isl_bool_true)
    return std::nullopt;
  double magnitude = isl_val_get_d(value.get());
  if (magnitude > 9.0e18 || magnitude < -9.0e18)
    return std::nullopt;
  return isl_val_get_num_si(value.get());
}

namespace {

/// The differences of the first `common` iterators of source and target.
isl::set commonDeltas(const isl::map &map, unsigned common) {
  isl_map *cut = map.copy();
  for (isl_dim_type dim : {isl_dim_in, isl_dim_out}) {
    cut = isl_map_project_out(cut, dim, common,
                              isl_map_dim(map.get(), dim) - common);
    cut = isl_map_reset_tuple_id(cut, dim);
  }
  return isl::manage(isl_map_deltas(cut));
}

StringRef tupleName(const isl::map &map, isl_dim_type dim) {
  const char *name = isl_map_get_tuple_name(map.get(), dim);
  return name ? StringRef(name) : StringRef();
}

class Analyzer {
public:
  explicit Analyzer(Scop::Impl &scop) : scop(scop) {
    for (auto [i, statement] : llvm::enumerate(scop.statements))
      statementIds[statement.name] = i;
    for (auto [i, id] : llvm::enumerate(scop.arrayIds))
      arrayIds[id] = i;
  }

  void run() {
    isl::union_map reads = scop.allReads(), writes = scop.allWrites();
    unsigned dims = 2 * scop.depth + 1;
    auto flow = [&](const isl::union_map &sinks, bool backwards) {
      return computeFlow(sinks, writes, scop.schedule, dims, backwards);
    };
    Flow raw = flow(reads, /*backwards=*/false);
    addEdges(DependenceKind::RAW, raw.full);
    addEdges(DependenceKind::WAW, flow(writes, /*backwards=*/false).full);
    // The next write after a read is the last one before it in reversed time.
    addEdges(DependenceKind::WAR, flow(reads, /*backwards=*/true).full);
    llvm::sort(scop.edges, [](const auto &a, const auto &b) {
      return std::tie(a.source, a.target, a.array, a.kind) <
             std::tie(b.source, b.target, b.array, b.kind);
    });
    for (const DependenceRelation &edge : scop.edges)
      refine(edge);
    scop.liveIn.assign(scop.arrays.size(), false);
    markArrays(raw.noSource, scop.liveIn);
    markFullyWritten();
  }

private:
  void addEdges(DependenceKind kind, const isl::union_map &full);
  void refine(const DependenceRelation &edge);
  void addVectors(const DependenceRelation &edge, const isl::map &map,
                  bool reduction);
  void markArrays(const isl::union_map &accesses, std::vector<bool> &marks);
  void markFullyWritten();

  Scop::Impl &scop;
  llvm::StringMap<unsigned> statementIds, arrayIds;
};

void Analyzer::addEdges(DependenceKind kind, const isl::union_map &full) {
  full.foreach_map([&](isl::map map) {
    isl::map pairs = isl::manage(isl_map_range_factor_domain(map.copy()));
    isl::map access = isl::manage(isl_map_range_factor_range(map.copy()));
    unsigned first = statementIds.lookup(tupleName(pairs, isl_dim_in));
    unsigned second = statementIds.lookup(tupleName(pairs, isl_dim_out));
    unsigned array = arrayIds.lookup(tupleName(access, isl_dim_out));
    if (kind == DependenceKind::WAR) {
      pairs = pairs.reverse();
      std::swap(first, second);
    }
    scop.edges.push_back({kind, first, second, array, pairs.coalesce()});
    return isl::stat::ok();
  });
}

/// The accumulation of a reduction is the part of a self dependence whose two
/// instances write the same element: the rest never reads that one.
void Analyzer::refine(const DependenceRelation &edge) {
  bool candidate = edge.source == edge.target &&
                   edge.array == scop.statements[edge.source].array &&
                   llvm::any_of(scop.reductions, [&](const Reduction &r) {
                     return r.statement == edge.source;
                   });
  if (!candidate)
    return addVectors(edge, edge.map, false);
  const isl::map &write = scop.data[edge.source].writeMaps.front();
  isl::map same = write.apply_range(write.reverse());
  addVectors(edge, edge.map.intersect(same), true);
  addVectors(edge, edge.map.subtract(same), false);
}

/// One entry for each loop that carries some instances, then one for the
/// loop-independent ones.
void Analyzer::addVectors(const DependenceRelation &edge, const isl::map &map,
                          bool reduction) {
  const auto &a = scop.statements[edge.source].loops;
  const auto &b = scop.statements[edge.target].loops;
  unsigned common = 0;
  while (common < std::min(a.size(), b.size()) && a[common] == b[common])
    ++common;
  isl::set deltas = commonDeltas(map, common);
  for (unsigned carrier = 0; carrier <= common; ++carrier) {
    isl::set carried = deltas;
    for (unsigned i = 0; i < carrier; ++i)
      carried =
          isl::manage(isl_set_fix_si(carried.release(), isl_dim_set, i, 0));
    if (carrier < common)
      carried = isl::manage(
          isl_set_lower_bound_si(carried.release(), isl_dim_set, carrier, 1));
    if (carried.is_empty().is_true())
      continue;
    Dependence dependence{edge.kind, edge.source,  edge.target, edge.array,
                          {},        std::nullopt, reduction};
    for (unsigned i = 0; i < common; ++i)
      dependence.distance.push_back(
          {toInt(isl::manage(isl_set_dim_min_val(carried.copy(), i))),
           toInt(isl::manage(isl_set_dim_max_val(carried.copy(), i)))});
    if (carrier < common)
      dependence.carrier = carrier;
    scop.dependences.push_back(std::move(dependence));
  }
}

void Analyzer::markArrays(const isl::union_map &accesses,
                          std::vector<bool> &marks) {
  accesses.foreach_map([&](isl::map map) {
    if (!map.is_empty().is_true())
      marks[arrayIds.lookup(tupleName(map, isl_dim_out))] = true;
    return isl::stat::ok();
  });
}

void Analyzer::markFullyWritten() {
  isl::union_set written(scop.islContext(), "{ }");
  for (auto [statement, data] : llvm::zip_equal(scop.statements, scop.data))
    if (statement.store)
      for (const isl::map &write : data.writeMaps)
        written = written.unite(isl::union_set(write.range()));
  for (unsigned i = 0; i < scop.arrays.size(); ++i) {
    auto type = dyn_cast<MemRefType>(scop.arrays[i].value.getType());
    bool full = type && type.hasStaticShape();
    if (full) {
      Strings names, bounds{"1 = 1"};
      for (auto [d, size] : llvm::enumerate(type.getShape())) {
        names.push_back("a" + std::to_string(d));
        bounds.push_back("0 <= " + names.back() + " < " + std::to_string(size));
      }
      isl::union_set all(scop.islContext(),
                         "{ " + scop.arrayIds[i] + "[" + commaList(names) +
                             "] : " + llvm::join(bounds, " and ") + " }");
      full = all.is_subset(written).is_true();
    }
    scop.fullyWritten.push_back(full);
  }
}

} // namespace

void Scop::Impl::computeDependences() {
  recognizeReductions();
  Analyzer(*this).run();
  for (Reduction &reduction : reductions)
    for (const Dependence &d : dependences)
      if (d.source == reduction.statement && d.reduction && d.carrier &&
          d.kind == DependenceKind::RAW)
        reduction.loops.push_back(*d.carrier);
  // X = X op rest that no loop repeats on one element reduces nothing.
  llvm::erase_if(reductions, [](const Reduction &reduction) {
    return reduction.loops.empty();
  });
  relaxSums();
}

} // namespace talos::poly
