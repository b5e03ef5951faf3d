//===- Scop.cpp - The polyhedral view of one function ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Count.h"
#include "Extract.h"
#include "Nests.h"
#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {

SmallVector<AffineLoadOp> Statement::loads() const {
  SmallVector<AffineLoadOp> result;
  for (Operation *op : ops)
    if (auto load = dyn_cast<AffineLoadOp>(op))
      result.push_back(load);
  return result;
}

Scop::Scop(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Scop::~Scop() = default;

FailureOr<std::unique_ptr<Scop>> Scop::build(func::FuncOp func) {
  auto impl = std::make_unique<Impl>();
  impl->func = func;
  if (failed(extract(*impl)))
    return failure();
  impl->buildRelations();
  if (failed(impl->checkLoads()))
    return failure();
  impl->permutable.resize(impl->statements.size());
  return std::unique_ptr<Scop>(new Scop(std::move(impl)));
}

Scop::Impl &Scop::analyzed() const {
  if (!impl->hasDependences)
    impl->computeDependences();
  impl->hasDependences = true;
  return *impl;
}

func::FuncOp Scop::function() const { return impl->func; }
ArrayRef<Statement> Scop::statements() const { return impl->statements; }
ArrayRef<Array> Scop::arrays() const { return impl->arrays; }
ArrayRef<Dependence> Scop::dependences() const {
  return analyzed().dependences;
}

std::optional<unsigned> Scop::findStatement(StringRef name) const {
  for (auto [s, statement] : llvm::enumerate(impl->statements))
    if (statement.name == name)
      return unsigned(s);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

template <typename T> static std::string islString(const T &object) {
  char *text = nullptr;
  if constexpr (std::is_same_v<T, isl::set>)
    text = isl_set_to_str(object.get());
  else
    text = isl_union_map_to_str(object.get());
  std::string result = text ? text : "";
  free(text);
  return result;
}

std::string Scop::domainText(unsigned statement) const {
  return islString(impl->data[statement].domain.coalesce());
}
std::string Scop::readsText(unsigned statement) const {
  isl::union_map reads = isl::union_map::empty(impl->islContext());
  for (const isl::map &read : impl->data[statement].readMaps)
    reads = reads.unite(read);
  return islString(reads);
}
std::string Scop::writesText(unsigned statement) const {
  isl::union_map writes = isl::union_map::empty(impl->islContext());
  for (const isl::map &write : impl->data[statement].writeMaps)
    writes = writes.unite(write);
  return islString(writes);
}
std::string Scop::text(const Schedule &schedule) const {
  return impl->scheduleText(schedule);
}
std::string Scop::dependencesText(DependenceKind kind) const {
  isl::union_map all = isl::union_map::empty(impl->islContext());
  for (const DependenceRelation &edge : analyzed().edges)
    if (edge.kind == kind)
      all = all.unite(edge.map);
  return islString(all);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

std::optional<int64_t> Scop::countInstances(unsigned statement) const {
  const isl::set &domain = impl->data[statement].domain;
  if (!domain.is_bounded().is_true() || !impl->params.empty())
    return std::nullopt;
  return countPoints(domain);
}

//===----------------------------------------------------------------------===//
// Loops and arrays
//===----------------------------------------------------------------------===//

const Reduction *Scop::reduction(unsigned statement) const {
  for (const Reduction &reduction : analyzed().reductions)
    if (reduction.statement == statement)
      return &reduction;
  return nullptr;
}

bool Scop::isLiveIn(unsigned array) const { return analyzed().liveIn[array]; }
bool Scop::isFullyWritten(unsigned array) const {
  return analyzed().fullyWritten[array];
}
bool Scop::lastIterationWritesAll(unsigned array, unsigned loops) const {
  isl::set all, last;
  for (auto [s, statement] : llvm::enumerate(impl->statements)) {
    const isl::map *write = impl->writeMapOf(s, array);
    if (!write)
      continue;
    isl::map inLast = *write;
    for (unsigned d = 0; d < loops; ++d)
      inLast = isl::manage(isl_map_fix_si(
          inLast.release(), isl_dim_in, d,
          AffineForOp(statement.loops[d]).getConstantUpperBound() - 1));
    all = all.is_null() ? write->range() : all.unite(write->range());
    last = last.is_null() ? inLast.range() : last.unite(inLast.range());
  }
  return !all.is_null() && all.is_subset(last).is_true();
}
/// From the elements of each array, as the statements so far leave it, to those
/// of one array that their values follow from, as they are at first.
static isl::map originsOf(const std::vector<StatementData> &statements,
                          unsigned array, isl::map unwritten) {
  std::map<unsigned, isl::map> origins;
  origins.emplace(array, unwritten);
  for (const StatementData &data : statements)
    for (auto [access, write] : llvm::zip_equal(data.writes, data.writeMaps)) {
      isl::map found;
      for (auto [used, read] : llvm::zip_equal(data.reads, data.readMaps)) {
        auto known = origins.find(used.array);
        if (known == origins.end())
          continue;
        isl::map from =
            write.reverse().apply_range(read).apply_range(known->second);
        found = found.is_null() ? from : found.unite(from);
      }
      // What it does not write stays as it is.
      auto old = origins.find(access.array);
      if (old != origins.end()) {
        isl::map kept = isl::manage(isl_map_subtract_domain(
            old->second.copy(), write.range().release()));
        found = found.is_null() ? kept : found.unite(kept);
      }
      if (!found.is_null())
        origins.insert_or_assign(access.array, found);
    }
  return origins.at(array);
}

static isl::map identityOf(const isl::set &elements) {
  return isl::manage(isl_set_identity(elements.copy()));
}

bool Scop::storesFollowLoads(unsigned array) const {
  isl::set written;
  for (unsigned s = 0; s < impl->statements.size(); ++s)
    if (const isl::map *write = impl->writeMapOf(s, array))
      written =
          written.is_null() ? write->range() : written.unite(write->range());
  if (written.is_null())
    return true;
  isl::map unwritten = identityOf(written);
  for (const StatementData &data : impl->data)
    for (auto [access, read] : llvm::zip_equal(data.reads, data.readMaps))
      if (access.array == array)
        unwritten = unwritten.unite(identityOf(read.range()));
  isl::map origins = originsOf(impl->data, array, unwritten);
  return identityOf(written).is_subset(origins).is_true();
}

bool Scop::reads(unsigned statement, unsigned array) const {
  return llvm::any_of(impl->data[statement].reads, [&](const AccessText &read) {
    return read.array == array;
  });
}
bool Scop::writes(unsigned statement, unsigned array) const {
  return impl->writeMapOf(statement, array) != nullptr;
}
LogicalResult Scop::generate(const Schedule &schedule, const LoopHooks &hooks,
                             ArrayRef<unsigned> expanded) {
  Legality legality;
  std::optional<Times> times =
      analyzed().checkedTimes(schedule, expanded, legality);
  if (!times)
    return impl->func.emitError() << legality.str();
  return impl->replaceNests([&](OpBuilder &builder) {
    return NestGenerator(*impl, schedule, *times, hooks).run(builder);
  });
}

LogicalResult Scop::generate(StringRef schedule) {
  std::string why;
  std::optional<Times> times = impl->parseSchedule(schedule, why);
  if (!times)
    return impl->func.emitError() << why;
  Legality legality =
      analyzed().check(*times, [](const auto &) { return true; });
  if (!legality)
    return impl->func.emitError() << legality.str();
  OuterLoops none;
  none.context = isl::set(impl->islContext(), "{ : }");
  return impl->replaceNests([&](OpBuilder &builder) {
    return impl->generateByIsl(*times, none, /*hooks=*/{}, builder);
  });
}

} // namespace talos::poly
