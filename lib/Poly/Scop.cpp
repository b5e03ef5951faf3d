//===- Scop.cpp - The polyhedral view of one function ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Count.h"
#include "Extract.h"
#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"

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
  impl->computeDependences();
  impl->permutable.resize(impl->statements.size());
  return std::unique_ptr<Scop>(new Scop(std::move(impl)));
}

func::FuncOp Scop::function() const { return impl->func; }
ArrayRef<Statement> Scop::statements() const { return impl->statements; }
ArrayRef<Array> Scop::arrays() const { return impl->arrays; }
ArrayRef<Dependence> Scop::dependences() const { return impl->dependences; }
ArrayRef<Reduction> Scop::reductions() const { return impl->reductions; }

template <typename T>
static std::optional<unsigned> findByName(const std::vector<T> &items,
                                          StringRef name) {
  for (auto [i, item] : llvm::enumerate(items))
    if (item.name == name)
      return unsigned(i);
  return std::nullopt;
}
std::optional<unsigned> Scop::findStatement(StringRef name) const {
  return findByName(impl->statements, name);
}
std::optional<unsigned> Scop::findArray(StringRef name) const {
  return findByName(impl->arrays, name);
}

unsigned Scop::commonLoops(unsigned a, unsigned b) const {
  const auto &left = impl->statements[a].loops,
             &right = impl->statements[b].loops;
  unsigned common = 0;
  while (common < std::min(left.size(), right.size()) &&
         left[common] == right[common])
    ++common;
  return common;
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
std::string Scop::originalSchedule() const {
  Strings times;
  for (unsigned s = 0; s < impl->statements.size(); ++s)
    times.push_back(impl->originalTime(s));
  return impl->withParams(llvm::join(times, "; "));
}
std::string Scop::dependencesText(DependenceKind kind) const {
  isl::union_map all = isl::union_map::empty(impl->islContext());
  for (const DependenceRelation &edge : impl->edges)
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

bool Scop::carriesDependence(AffineForOp loop) const {
  return llvm::any_of(impl->dependences, [&](const Dependence &d) {
    return d.carrier && impl->statements[d.source].loops[*d.carrier] == loop;
  });
}

bool Scop::carriesFlow(AffineForOp loop) const {
  return llvm::any_of(impl->dependences, [&](const Dependence &d) {
    return d.kind == DependenceKind::RAW && d.carrier &&
           impl->statements[d.source].loops[*d.carrier] == loop;
  });
}

const Reduction *Scop::reduction(unsigned statement) const {
  for (const Reduction &reduction : impl->reductions)
    if (reduction.statement == statement)
      return &reduction;
  return nullptr;
}

bool Scop::isLiveIn(unsigned array) const { return impl->liveIn[array]; }
bool Scop::isFullyWritten(unsigned array) const {
  return impl->fullyWritten[array];
}
bool Scop::reads(unsigned statement, unsigned array) const {
  return llvm::any_of(impl->data[statement].reads, [&](const AccessText &read) {
    return read.array == array;
  });
}
bool Scop::writes(unsigned statement, unsigned array) const {
  return impl->writeMapOf(statement, array) != nullptr;
}
bool Scop::isRead(unsigned array) const {
  return llvm::any_of(llvm::seq<unsigned>(0, impl->statements.size()),
                      [&](unsigned s) { return reads(s, array); });
}
bool Scop::isWritten(unsigned array) const {
  return llvm::any_of(llvm::seq<unsigned>(0, impl->statements.size()),
                      [&](unsigned s) { return writes(s, array); });
}

LogicalResult Scop::generate(StringRef schedule) {
  std::string why;
  std::optional<Times> times = impl->parseSchedule(schedule, why);
  if (!times)
    return impl->func.emitError() << why;
  Legality legality = impl->check(*times, [](const auto &) { return true; });
  if (!legality)
    return impl->func.emitError() << legality.str();
  return impl->generate(*times);
}

} // namespace talos::poly
