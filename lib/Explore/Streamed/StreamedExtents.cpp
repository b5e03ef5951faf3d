//===- StreamedExtents.cpp - What extents are filled up to ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedExtents.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace talos;
using namespace talos::explore;

int64_t StreamedProgram::mostInToken(const StreamedNestInfo &nest,
                                     unsigned loop) const {
  int64_t most = INT64_MAX;
  auto look = [&](const StreamedAccess &access) {
    if (access.dims.back() == loop)
      most = std::min(most, tokenBits / arrays[access.array].bits);
  };
  for (const StreamedAccess &access : nest.accesses())
    look(access);
  return most;
}

int64_t StreamedProgram::mostElements(unsigned array) const {
  int64_t elements = 1;
  for (unsigned extent : arrays[array].extents)
    elements *= *llvm::max_element(extents[extent].choices);
  return elements;
}

/// None is more than so many times the one before it. With 2, whatever number
/// of lanes or steps would be best, there is one of at least half as many.
static bool hasDivisorsWithin(int64_t factor, int64_t extent) {
  int64_t last = 1;
  for (int64_t divisor : divisors(extent)) {
    if (divisor > factor * last)
      return false;
    last = divisor;
  }
  return true;
}

/// An extent as it is; where it has few divisors also filled up to the first
/// number that has many, and is whole beats where they go along it.
static std::vector<int64_t> choicesOf(const StreamedExtent &extent,
                                      int64_t beat, int64_t gap) {
  std::vector<int64_t> choices = {extent.trip};
  if (hasDivisorsWithin(gap, extent.trip))
    return choices;
  for (int64_t step : {beat, int64_t(1)})
    for (int64_t filled = extent.trip; filled <= extent.most; ++filled)
      if (filled % step == 0 && hasDivisorsWithin(2, filled)) {
        choices.push_back(filled);
        return choices;
      }
  return choices;
}

/// Proofs about programs with more loops than these in nests that sum take
/// longer: there an extent needs a larger gap among its divisors.
static int64_t gapOf(const StreamedProgram &program) {
  constexpr size_t fewLoops = 5;
  size_t loops = 0;
  for (const StreamedNestInfo &nest : program.nests)
    loops += nest.reduces() ? nest.loops.size() : 0;
  return loops <= fewLoops ? 2 : 3;
}

namespace {
class Finder {
public:
  explicit Finder(StreamedProgram &program) : program(program) {}
  void run(int64_t paddingPercent);

private:
  unsigned add(std::vector<std::string> names, int64_t trip,
               bool isFixed = false, int64_t beat = 1);
  void addAll();
  void join(const StreamedNestInfo &nest, const StreamedAccess &access);

  StreamedProgram &program;
  llvm::EquivalenceClasses<unsigned> same;
  std::vector<StreamedExtent> all; ///< of every loop and dimension
  std::vector<bool> isFixed;
  std::vector<int64_t> beats; ///< that go along it
};
} // namespace

unsigned Finder::add(std::vector<std::string> names, int64_t trip, bool fixed,
                     int64_t beat) {
  same.insert(all.size());
  all.push_back({std::move(names), trip, trip, {}});
  isFixed.push_back(fixed);
  beats.push_back(beat);
  return all.size() - 1;
}

/// Loops first: an extent has the name of the first one.
void Finder::addAll() {
  for (StreamedNestInfo &nest : program.nests)
    for (StreamedLoop &loop : nest.loops)
      loop.extent = add({nest.name + "." + loop.name + ".trip"}, loop.trip,
                        /*isFixed=*/loop.replaces || nest.task);
  for (StreamedArrayInfo &array : program.arrays)
    for (auto [dim, extent] : llvm::enumerate(array.shape)) {
      bool isRow = array.isOffChip && dim + 1 == array.shape.size();
      array.extents.push_back(
          add({}, extent, array.isAsInC, isRow ? array.widestBeat : 1));
    }
}

/// A subscript makes one of a loop and a dimension.
void Finder::join(const StreamedNestInfo &nest, const StreamedAccess &access) {
  for (auto [dim, loop] : llvm::enumerate(access.dims))
    same.unionSets(program.arrays[access.array].extents[dim],
                   nest.loops[loop].extent);
}

void Finder::run(int64_t paddingPercent) {
  addAll();
  for (const StreamedNestInfo &nest : program.nests) {
    for (const StreamedAccess &access : nest.accesses())
      join(nest, access);
    if (!nest.firstWorker)
      continue;
    const StreamedNestInfo &first = program.nests[*nest.firstWorker];
    for (auto [own, other] : llvm::zip_equal(nest.loops, first.loops))
      same.unionSets(own.extent, other.extent);
  }
  int64_t gap = gapOf(program);
  std::vector<unsigned> place(all.size());
  for (unsigned first = 0; first < all.size(); ++first) {
    llvm::SmallVector<unsigned> members(same.findLeader(first),
                                        same.member_end());
    llvm::sort(members);
    if (members.front() != first)
      continue;
    StreamedExtent extent = all[first];
    extent.names.clear();
    int64_t beat = 1;
    for (unsigned member : members) {
      beat = std::max(beat, beats[member]);
      llvm::append_range(extent.names, all[member].names);
    }
    // What no loop moves along is not accessed.
    if (!extent.names.empty() &&
        llvm::none_of(members, [&](unsigned i) { return isFixed[i]; }))
      extent.most += extent.trip * paddingPercent / 100;
    extent.choices = choicesOf(extent, beat, gap);
    for (unsigned member : members)
      place[member] = program.extents.size();
    program.extents.push_back(extent);
  }
  for (StreamedNestInfo &nest : program.nests)
    for (StreamedLoop &loop : nest.loops)
      loop.extent = place[loop.extent];
  for (StreamedArrayInfo &array : program.arrays)
    for (unsigned &extent : array.extents)
      extent = place[extent];
}

void explore::findExtents(StreamedProgram &program, int64_t paddingPercent) {
  Finder(program).run(paddingPercent);
}
