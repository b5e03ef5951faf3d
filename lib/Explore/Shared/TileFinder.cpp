//===- TileFinder.cpp - Arrays that a nest may hold tile by tile ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Tiles.h"
#include "talos/Analysis/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// The subscripts of all references to an array in one of its dimensions.
using Subscripts = std::vector<analysis::LinearForm>;

/// By dimension; none if a subscript is not linear.
static std::optional<std::vector<Subscripts>>
subscriptsOf(const analysis::TaskGraph &graph,
             const analysis::Statement &statement, unsigned array) {
  std::vector<Subscripts> subscripts(graph.arrays[array].shape.size());
  for (const analysis::Access &access : statement.accesses) {
    if (access.array != array)
      continue;
    for (auto [d, expr] : llvm::enumerate(access.map.getResults())) {
      std::optional<analysis::LinearForm> form = analysis::linearForm(
          expr, statement.innerBand.size(), access.map.getNumSymbols());
      if (!form)
        return std::nullopt;
      subscripts[d].push_back(std::move(*form));
    }
  }
  return subscripts;
}

static std::vector<unsigned> loopsOf(const analysis::LinearForm &form,
                                     size_t loops) {
  std::vector<unsigned> used;
  for (unsigned l = 0; l < loops; ++l)
    if (form.coefficients[l] != 0)
      used.push_back(l);
  return used;
}

/// A sum of loops of the nest, but for shared loops and a constant.
static bool isSum(const analysis::LinearForm &form, size_t loops) {
  return llvm::all_of(ArrayRef(form.coefficients).take_front(loops),
                      [](int64_t c) { return c == 0 || c == 1; });
}

namespace {

/// The tiles of one task.
class TileFinder {
public:
  TileFinder(const analysis::TaskGraph &graph, const analysis::Task &task)
      : graph(graph), statement(task.only()), none(statement.innerBand.size()) {
    for (const analysis::LoopInfo &loop : statement.innerBand)
      trips.push_back(loop.trip);
    counts.assign(trips.begin(), trips.end());
    for (unsigned c : graph.sharedLoopsOf(task)) {
      affine::AffineForOp loop = graph.sharedLoops[c].op;
      bool isCounted =
          loop.hasConstantBounds() && loop.getConstantLowerBound() == 0;
      counts.push_back(isCounted ? loop.getConstantUpperBound() : 0);
    }
  }

  std::optional<TileSpace> tileOf(unsigned array) const;

private:
  std::optional<TileDim> dimOf(const Subscripts &forms,
                               std::set<unsigned> &held) const;
  bool isInside(const Subscripts &forms, int64_t extent) const;
  bool mayShrink(const TileSpace &tile, ArrayRef<int64_t> shape) const;

  const analysis::TaskGraph &graph;
  const analysis::Statement &statement;
  SmallVector<int64_t> trips;
  /// The same with the shared loops around; 0: not of the form '0 to N'.
  SmallVector<int64_t> counts;
  llvm::SmallBitVector none; ///< no loop stands still
};

} // namespace

/// None if shared loops move the references differently.
std::optional<TileDim> TileFinder::dimOf(const Subscripts &forms,
                                         std::set<unsigned> &held) const {
  const analysis::LinearForm &first = forms.front();
  auto sharedLoops = ArrayRef(first.coefficients).drop_front(trips.size());
  TileDim dim;
  for (int64_t coefficient : sharedLoops)
    dim.contextStride = std::gcd(dim.contextStride, coefficient);
  bool isCommon = true;
  for (const analysis::LinearForm &form : forms) {
    if (sharedLoops != ArrayRef(form.coefficients).drop_front(trips.size()))
      return std::nullopt;
    isCommon &=
        isSum(form, trips.size()) && form.coefficients == first.coefficients;
    std::vector<unsigned> loops = loopsOf(form, trips.size());
    if (!llvm::is_contained(dim.unrolled, loops))
      dim.unrolled.push_back(std::move(loops));
  }
  int64_t greatest = first.constant;
  dim.least = first.constant;
  for (const analysis::LinearForm &form : forms) {
    std::pair<int64_t, int64_t> range(form.constant, form.constant);
    if (!isCommon)
      range = analysis::rangeOf(form, trips, none);
    dim.least = std::min(dim.least, range.first);
    greatest = std::max(greatest, range.second);
  }
  dim.span = greatest - dim.least;
  if (isCommon)
    dim.loops = dim.unrolled.front();
  else
    for (const std::vector<unsigned> &loops : dim.unrolled)
      held.insert(loops.begin(), loops.end());
  return dim;
}

/// Whether the box stays inside the array in the iterations that the guard
/// leaves out as well.
bool TileFinder::isInside(const Subscripts &forms, int64_t extent) const {
  llvm::SmallBitVector moving(counts.size());
  return llvm::all_of(forms, [&](const analysis::LinearForm &form) {
    for (auto [coefficient, count] : llvm::zip(form.coefficients, counts))
      if (coefficient != 0 && count == 0)
        return false;
    auto [least, greatest] = analysis::rangeOf(form, counts, moving);
    return least >= 0 && greatest < extent;
  });
}

/// Whether there is a tile that is smaller than the array.
bool TileFinder::mayShrink(const TileSpace &tile,
                           ArrayRef<int64_t> shape) const {
  return llvm::any_of(llvm::zip(tile.dims, shape), [&](auto entry) {
    auto &[dim, extent] = entry;
    int64_t whole = 1 + dim.span;
    for (unsigned l : dim.loops) {
      if (trips[l] > 1 && !llvm::is_contained(tile.held, l))
        return true;
      whole += trips[l] - 1;
    }
    return whole < extent;
  });
}

std::optional<TileSpace> TileFinder::tileOf(unsigned array) const {
  ArrayRef<int64_t> shape = graph.arrays[array].shape;
  auto subscripts = subscriptsOf(graph, statement, array);
  if (!subscripts)
    return std::nullopt;
  TileSpace tile{array, {}, {}, false, false};
  std::set<unsigned> held;
  size_t loops = 0;
  for (auto [forms, extent] : llvm::zip(*subscripts, shape)) {
    if (statement.guard && !isInside(forms, extent))
      return std::nullopt;
    std::optional<TileDim> dim = dimOf(forms, held);
    if (!dim)
      return std::nullopt;
    loops += dim->loops.size();
    tile.dims.push_back(std::move(*dim));
  }
  tile.held.assign(held.begin(), held.end());
  if (!mayShrink(tile, shape))
    return std::nullopt;
  for (const analysis::Access &access : statement.accesses)
    if (access.array == array)
      (access.isWrite ? tile.stored : tile.loaded) = true;
  // A statement that leaves gaps in what it writes needs the old values.
  std::set<unsigned> distinct;
  for (const TileDim &dim : tile.dims)
    distinct.insert(dim.loops.begin(), dim.loops.end());
  bool fills = !statement.guard && held.empty() && distinct.size() == loops &&
               llvm::all_of(tile.dims, [](const TileDim &dim) {
                 return dim.loops.size() <= 1;
               });
  tile.loaded |= tile.stored && !fills;
  return tile;
}

std::vector<TileSpace> explore::tilesOf(const analysis::TaskGraph &graph,
                                        const analysis::Task &task) {
  std::vector<TileSpace> tiles;
  if (task.only().innerBand.empty())
    return tiles;
  TileFinder finder(graph, task);
  for (const analysis::ArrayUse &use : task.uses) {
    const analysis::ArrayInfo &info = graph.arrays[use.array];
    // An opaque task works on whole arrays.
    if (info.home != analysis::Home::OffChip || info.shape.empty() ||
        graph.isUsedByOpaque(use.array))
      continue;
    if (std::optional<TileSpace> tile = finder.tileOf(use.array))
      tiles.push_back(std::move(*tile));
  }
  return tiles;
}
