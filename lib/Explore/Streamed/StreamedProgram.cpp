//===- StreamedProgram.cpp - Nests that streams join ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedProgram.h"

using namespace talos;
using namespace talos::explore;

std::vector<StreamedAccess> StreamedProgram::incoming(int nest) const {
  std::vector<StreamedAccess> all = nests[nest].operands;
  for (const StreamedResult &result : nests[nest].results())
    if (result.needsOld)
      all.push_back(result);
  return all;
}

bool StreamedProgram::dependsOn(int nest, int on) const {
  return llvm::any_of(incoming(nest), [&](const StreamedAccess &access) {
    return access.producer >= 0 &&
           (access.producer == on || dependsOn(access.producer, on));
  });
}

bool StreamedTask::comesInTiles(unsigned array) const {
  return isTiled() && moves[llvm::find(numbers, int(array)) - numbers.begin()];
}

bool StreamedProgram::takes(int nest, const StreamedAccess &what) const {
  return llvm::any_of(incoming(nest), [&](const StreamedAccess &access) {
    return access.isSpreadWith(what) ||
           (access.producer >= 0 && takes(access.producer, what));
  });
}

void StreamedProgram::forEachBetween(
    int from, int to,
    llvm::function_ref<void(int, const StreamedAccess &)> what) const {
  for (int user = from + 1; user <= to; ++user)
    if (user == to || dependsOn(to, user))
      for (const StreamedAccess &access : incoming(user))
        if (access.producer == from ||
            (access.producer >= 0 && dependsOn(access.producer, from)))
          what(user, access);
}

bool StreamedProgram::followsTriangle(int nest) const {
  return nest >= 0 &&
         (nests[nest].outside ||
          llvm::any_of(incoming(nest), [&](const StreamedAccess &access) {
            return followsTriangle(access.producer);
          }));
}

bool StreamedProgram::growsInRows(int nest) const {
  if (nest < 0)
    return false;
  if (nests[nest].rowsOfSums())
    return nests[nest].rowCoefficient() > 0;
  return !nests[nest].reduces() &&
         llvm::any_of(incoming(nest), [&](const StreamedAccess &access) {
           return growsInRows(access.producer);
         });
}

int StreamedProgram::originOf(int nest, const StreamedAccess &access) const {
  if (access.producer >= 0)
    return access.producer;
  for (int first = 0; first < nest; ++first)
    for (const StreamedAccess &other : incoming(first))
      if (other.producer < 0 && other.array == access.array)
        return first;
  return nest;
}

bool StreamedAccess::has(unsigned loop) const {
  return llvm::is_contained(dims, loop);
}

Int StreamedArrayInfo::elements() const {
  Int elements = 1;
  for (int64_t extent : shape)
    elements = elements * extent;
  return elements;
}

std::vector<StreamedResult> StreamedNestInfo::results() const {
  std::vector<StreamedResult> all = {result};
  llvm::append_range(all, others);
  return all;
}

const StreamedResult &StreamedNestInfo::resultOf(unsigned array) const {
  for (const StreamedResult &other : others)
    if (other.array == array)
      return other;
  return result;
}

bool StreamedNestInfo::storesLast(unsigned array) const {
  return llvm::any_of(results(), [&](const StreamedResult &own) {
    return own.isLast && own.array == array;
  });
}

std::vector<StreamedAccess> StreamedNestInfo::accesses() const {
  std::vector<StreamedAccess> all = operands;
  llvm::append_range(all, results());
  return all;
}

bool StreamedNestInfo::reduces() const {
  return llvm::any_of(loops, [](const StreamedLoop &l) { return l.reduces; });
}

std::optional<unsigned> StreamedNestInfo::rowsOfSums() const {
  if (!outside ||
      loops[outside->first].reduces == loops[outside->second].reduces)
    return std::nullopt;
  return loops[outside->first].reduces ? outside->second : outside->first;
}

int64_t StreamedNestInfo::rowCoefficient() const {
  std::optional<unsigned> row = rowsOfSums();
  if (!row)
    return 0;
  return *row == outside->first ? outside->a : outside->b;
}

std::vector<unsigned> StreamedNestInfo::parallel() const {
  std::vector<unsigned> result;
  for (auto [number, loop] : llvm::enumerate(loops))
    if (!loop.reduces)
      result.push_back(number);
  return result;
}
