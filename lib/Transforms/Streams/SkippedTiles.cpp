//===- SkippedTiles.cpp - Tiles outside of a nest's domain ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkippedTiles.h"
#include "FirstUses.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "talos/Analysis/GuardRows.h"

using namespace mlir;
using namespace talos;
using analysis::LevelLoop;
using analysis::Statement;

namespace {
class Finder {
public:
  Finder(const Statement &statement, ArrayRef<LevelLoop> levels)
      : statement(statement), levels(levels),
        context(statement.store->getContext()) {}
  SkippedTiles run();

private:
  bool findTiles();
  bool boundsSumAlone(const analysis::GuardRow &row) const;
  SmallVector<AffineExpr> innerRounds() const;
  std::optional<IntegerSet>
  unusedTiles(ArrayRef<analysis::GuardRow> rows) const;
  std::optional<SmallVector<AffineExpr>> mustHold() const;
  AffineExpr sumWhere(llvm::function_ref<bool(unsigned loop)> counts) const;
  AffineExpr below(const analysis::GuardRow &row) const;
  void add(AffineExpr outside, ArrayRef<AffineExpr> others);

  const Statement &statement;
  ArrayRef<LevelLoop> levels;
  MLIRContext *context;
  SmallVector<unsigned> tiles; ///< loops of the band that have tiles, in order
  SkippedTiles result;
};
} // namespace

/// The outermost loops of the nest that run more than once, down to the tiles
/// of the one loop that sums.
bool Finder::findTiles() {
  for (auto [position, level] : llvm::enumerate(levels)) {
    if (level.level != 0 || level.trip == 1)
      continue;
    if (level.pipelined)
      return false;
    tiles.push_back(position);
  }
  auto reduces = [&](unsigned tile) {
    return statement.innerBand[levels[tile].loop].reduction;
  };
  if (tiles.empty() || llvm::count_if(tiles, reduces) != 1 ||
      !reduces(tiles.back()))
    return false;
  result.level = tiles.back();
  return true;
}

AffineExpr
Finder::sumWhere(llvm::function_ref<bool(unsigned loop)> counts) const {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (auto [dim, tile] : llvm::enumerate(tiles))
    if (counts(levels[tile].loop))
      sum = sum + getAffineDimExpr(dim, context);
  return sum;
}

/// Rounds of a sum but for the first and the last one.
SmallVector<AffineExpr> Finder::innerRounds() const {
  AffineExpr sums = getAffineDimExpr(tiles.size() - 1, context);
  return {sums - 1,
          getAffineConstantExpr(levels[tiles.back()].trip - 2, context) - sums};
}

static bool hasLoop(const analysis::Access &access, unsigned loop) {
  return llvm::any_of(access.subscripts,
                      [&](const analysis::Subscript &subscript) {
                        return subscript.loop && *subscript.loop == loop;
                      });
}

static int64_t loopsOf(const analysis::GuardRow &row) {
  return llvm::count_if(ArrayRef(row).drop_back(),
                        [](int64_t factor) { return factor != 0; });
}

/// Where no operand is used; none: tokens move in the order of the whole box.
std::optional<IntegerSet>
Finder::unusedTiles(ArrayRef<analysis::GuardRow> rows) const {
  if (rows.size() != 1 || loopsOf(rows.front()) != 2)
    return std::nullopt;
  AffineExpr outside = simplifyAffineExpr(below(rows.front()), tiles.size(), 0);
  IntegerSet unused = IntegerSet::get(tiles.size(), 0, outside, {false});
  SmallVector<int64_t> trips;
  for (unsigned tile : tiles)
    trips.push_back(levels[tile].trip);
  for (const analysis::Access &access : statement.accesses) {
    if (access.isWrite || access.array == statement.write().array)
      continue;
    SmallVector<bool> moves;
    for (unsigned tile : tiles)
      moves.push_back(hasLoop(access, levels[tile].loop));
    if (!moves.back() || !tokenUses(unused, trips, moves))
      return std::nullopt;
  }
  return unused;
}

/// What is not negative in tiles that move no token; none: every tile does.
std::optional<SmallVector<AffineExpr>> Finder::mustHold() const {
  SmallVector<AffineExpr> result = innerRounds();
  for (const analysis::Access &access : statement.accesses) {
    if (access.isWrite || access.array == statement.write().array)
      continue;
    AffineExpr lacked =
        sumWhere([&](unsigned loop) { return !hasLoop(access, loop); });
    if (isa<AffineConstantExpr>(lacked))
      return std::nullopt;
    if (!llvm::is_contained(result, lacked - 1))
      result.push_back(lacked - 1);
  }
  return result;
}

/// Not negative in tiles where the row is negative at all points.
AffineExpr Finder::below(const analysis::GuardRow &row) const {
  AffineExpr most = getAffineConstantExpr(row.back(), context);
  for (auto [loop, info] : llvm::enumerate(statement.innerBand)) {
    int64_t extent = info.trip; // of a tile
    for (auto [dim, tile] : llvm::enumerate(tiles))
      if (levels[tile].loop == loop) {
        extent = levels[tile].stride;
        most = most + getAffineDimExpr(dim, context) * (row[loop] * extent);
      }
    most = most + std::max<int64_t>(row[loop], 0) * (extent - 1);
  }
  return -most - 1;
}

/// Unless no tile is in the set.
void Finder::add(AffineExpr outside, ArrayRef<AffineExpr> others) {
  SmallVector<AffineExpr> all(others);
  all.push_back(simplifyAffineExpr(outside, tiles.size(), 0));
  IntegerSet set = IntegerSet::get(tiles.size(), 0, all,
                                   SmallVector<bool>(all.size(), false));
  affine::FlatAffineValueConstraints box(set);
  for (auto [dim, tile] : llvm::enumerate(tiles)) {
    box.addBound(presburger::BoundType::LB, dim, int64_t(0));
    box.addBound(presburger::BoundType::UB, dim, levels[tile].trip - 1);
  }
  if (!box.isIntegerEmpty())
    result.sets.push_back(IntegerSetAttr::get(set));
}

bool Finder::boundsSumAlone(const analysis::GuardRow &row) const {
  for (auto [loop, info] : llvm::enumerate(statement.innerBand))
    if (row[loop] != 0 && !info.reduction)
      return false;
  return loopsOf(row) == 1;
}

SkippedTiles Finder::run() {
  std::vector<analysis::GuardRow> rows = analysis::guardRows(statement);
  // What bounds a loop that sums alone leaves hardly a tile out, and must not
  // hide what follows from another constraint.
  if (rows.size() > 1)
    llvm::erase_if(rows, [&](const analysis::GuardRow &row) {
      return boundsSumAlone(row);
    });
  if (rows.empty() || !findTiles())
    return {};
  std::optional<IntegerSet> unused = unusedTiles(rows);
  std::optional<SmallVector<AffineExpr>> others =
      unused ? innerRounds() : mustHold();
  if (!others)
    return {};
  for (const analysis::GuardRow &row : rows)
    add(below(row), *others);
  if (unused && !result.sets.empty())
    result.unused = IntegerSetAttr::get(*unused);
  return std::move(result);
}

SkippedTiles talos::skippedTiles(const Statement &statement,
                                 ArrayRef<LevelLoop> levels) {
  return Finder(statement, levels).run();
}
