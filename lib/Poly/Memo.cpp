//===- Memo.cpp - Dependences of programs that were analysed before -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memo.h"
#include "llvm/Support/raw_ostream.h"
#include <list>
#include <mutex>

using namespace mlir;

namespace talos::poly {

namespace {

/// Programs that are remembered.
constexpr size_t mostPrograms = 32;

struct Edge {
  DependenceKind kind;
  unsigned source, target, array;
  std::string map; ///< isl objects belong to one context: text does not
};

struct Facts {
  std::string key;
  std::vector<Edge> edges;
  std::vector<Dependence> dependences;
  std::vector<bool> liveIn, fullyWritten;
};

struct Memo {
  std::mutex mutex;
  std::list<Facts> programs; ///< the last one asked for comes first
};

Memo &theMemo() {
  static Memo memo;
  return memo;
}

} // namespace

std::string memoKey(const Scop::Impl &scop) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << llvm::join(scop.paramIds, ",") << "\n";
  for (auto [array, id] : llvm::zip_equal(scop.arrays, scop.arrayIds))
    os << id << " " << array.value.getType() << "\n";
  auto access = [&](char kind, const AccessText &text) {
    os << kind << text.array << "[" << llvm::join(text.subscripts, ",") << "]"
       << llvm::join(text.constraints, "&") << "\n";
  };
  for (auto [s, data] : llvm::enumerate(scop.data)) {
    os << scop.originalTime(s) << ":" << data.place.constraints()
       << (scop.statements[s].store ? " store\n" : " call\n");
    for (const AccessText &write : data.writes)
      access('w', write);
    for (const AccessText &read : data.reads)
      access('r', read);
  }
  for (const Reduction &reduction : scop.reductions)
    os << "reduction " << reduction.statement << "\n";
  return key;
}

bool recall(const std::string &key, Scop::Impl &scop) {
  Memo &memo = theMemo();
  std::lock_guard<std::mutex> lock(memo.mutex);
  auto it = llvm::find_if(memo.programs,
                          [&](const Facts &facts) { return facts.key == key; });
  if (it == memo.programs.end())
    return false;
  memo.programs.splice(memo.programs.begin(), memo.programs, it);
  for (const Edge &edge : it->edges)
    scop.edges.push_back({edge.kind, edge.source, edge.target, edge.array,
                          isl::map(scop.islContext(), edge.map)});
  scop.dependences = it->dependences;
  scop.liveIn = it->liveIn;
  scop.fullyWritten = it->fullyWritten;
  return true;
}

void remember(const std::string &key, const Scop::Impl &scop) {
  Facts facts{key, {}, scop.dependences, scop.liveIn, scop.fullyWritten};
  for (const DependenceRelation &edge : scop.edges) {
    char *text = isl_map_to_str(edge.map.get());
    facts.edges.push_back(
        {edge.kind, edge.source, edge.target, edge.array, text ? text : ""});
    free(text);
  }
  Memo &memo = theMemo();
  std::lock_guard<std::mutex> lock(memo.mutex);
  memo.programs.push_front(std::move(facts));
  if (memo.programs.size() > mostPrograms)
    memo.programs.pop_back();
}

} // namespace talos::poly
