//===- Footprint.cpp - The box of an array that loops touch ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Footprint.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

std::optional<LinearForm> analysis::linearForm(AffineExpr expr, unsigned loops,
                                               unsigned sharedLoops) {
  bool isKnown = true;
  expr.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      isKnown &= symbol.getPosition() < sharedLoops;
  });
  if (!isKnown)
    return std::nullopt;
  SmallVector<int64_t> flat;
  // A quotient or remainder adds local variables to the flattened form.
  if (failed(getFlattenedAffineExpr(expr, loops, sharedLoops, &flat)) ||
      flat.size() != loops + sharedLoops + 1)
    return std::nullopt;
  LinearForm form;
  form.constant = flat.pop_back_val();
  form.coefficients = std::move(flat);
  return form;
}

/// Shared loops stand still in every nest.
static bool isFixed(unsigned loop, const llvm::SmallBitVector &fixed) {
  return loop >= fixed.size() || fixed.test(loop);
}

std::pair<int64_t, int64_t>
analysis::rangeOf(const LinearForm &form, ArrayRef<int64_t> trips,
                  const llvm::SmallBitVector &fixed) {
  int64_t least = form.constant, greatest = form.constant;
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
    if (isFixed(loop, fixed))
      continue;
    int64_t reach = coefficient * (trips[loop] - 1);
    (reach < 0 ? least : greatest) += reach;
  }
  return {least, greatest};
}

/// Whether the moving loops of a subscript reach every value of its range: each
/// stride is at most one more than what the smaller strides reach.
static bool isDense(const LinearForm &form, ArrayRef<int64_t> trips,
                    const llvm::SmallBitVector &fixed) {
  SmallVector<std::pair<int64_t, int64_t>> strides; // stride, trip count
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    if (!isFixed(loop, fixed) && coefficient != 0 && trips[loop] > 1)
      strides.emplace_back(std::abs(coefficient), trips[loop]);
  llvm::sort(strides);
  int64_t reach = 0;
  for (auto [stride, trip] : strides) {
    if (stride > reach + 1)
      return false;
    reach += stride * (trip - 1);
  }
  return true;
}

/// Whether one write access reaches every element of the box it spans: dense in
/// every dimension, and no loop moves two dimensions at once.
static bool writesWholeBox(ArrayRef<LinearForm> forms, ArrayRef<int64_t> trips,
                           const llvm::SmallBitVector &fixed) {
  llvm::SmallBitVector used(trips.size());
  for (const LinearForm &form : forms) {
    if (!isDense(form, trips, fixed))
      return false;
    for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
      if (isFixed(loop, fixed) || coefficient == 0 || trips[loop] == 1)
        continue;
      if (used.test(loop))
        return false;
      used.set(loop);
    }
  }
  return true;
}

/// The part of `form` that the fixed loops make; a loop that runs once makes
/// none.
static LinearForm fixedPart(const LinearForm &form, ArrayRef<int64_t> trips,
                            const llvm::SmallBitVector &fixed) {
  LinearForm part = form;
  part.constant = 0;
  for (auto [loop, coefficient] : llvm::enumerate(part.coefficients))
    if (!isFixed(loop, fixed) || (loop < trips.size() && trips[loop] == 1))
      coefficient = 0;
  return part;
}

/// Widens `box` by the box of one access; false if they move differently.
static bool widen(Footprint &box, ArrayRef<LinearForm> forms,
                  ArrayRef<int64_t> trips, const llvm::SmallBitVector &fixed) {
  bool first = box.dims.empty();
  for (auto [dim, form] : llvm::enumerate(forms)) {
    LinearForm part = fixedPart(form, trips, fixed);
    auto [least, greatest] = rangeOf(form, trips, fixed);
    if (first)
      box.dims.push_back({part, 0});
    FootprintDim &entry = box.dims[dim];
    if (entry.origin.coefficients != part.coefficients)
      return false;
    if (!first) {
      greatest = std::max(greatest, entry.origin.constant + entry.extent - 1);
      least = std::min(least, entry.origin.constant);
    }
    entry.origin.constant = least;
    entry.extent = greatest - least + 1;
  }
  return true;
}

std::optional<Footprint>
analysis::footprintOf(const Statement &statement, unsigned array,
                      const llvm::SmallBitVector &fixed) {
  unsigned loops = statement.innerBand.size();
  auto trips = llvm::map_to_vector(statement.innerBand,
                                   [](const LoopInfo &l) { return l.trip; });
  Footprint box;
  SmallVector<LinearForm> written;
  for (const Access &access : statement.accesses) {
    if (access.array != array)
      continue;
    SmallVector<LinearForm> forms;
    for (AffineExpr expr : access.map.getResults()) {
      std::optional<LinearForm> form =
          linearForm(expr, loops, access.map.getNumSymbols());
      if (!form)
        return std::nullopt;
      forms.push_back(std::move(*form));
    }
    if (!widen(box, forms, trips, fixed))
      return std::nullopt;
    if (access.isWrite)
      written = std::move(forms);
  }
  if (statement.guard || !statement.writeTo(array) ||
      !writesWholeBox(written, trips, fixed))
    return box;
  // The write fills its own box; it must be as large as the common one.
  Footprint own;
  widen(own, written, trips, fixed);
  box.fullyWritten = true;
  for (auto [mine, all] : llvm::zip(own.dims, box.dims))
    box.fullyWritten &= mine.extent == all.extent;
  return box;
}

unsigned analysis::levelsOf(const Task &task) {
  return task.kind == TaskKind::Opaque ? 0 : task.only().innerBand.size();
}

static Footprint wholeArray(const ArrayInfo &array) {
  Footprint box;
  for (int64_t extent : array.shape)
    box.dims.push_back({{}, extent});
  return box;
}

std::optional<Footprint> analysis::footprintAt(const TaskGraph &graph,
                                               const Task &task, unsigned array,
                                               unsigned level) {
  if (task.kind == TaskKind::Opaque)
    return wholeArray(graph.arrays[array]);
  llvm::SmallBitVector fixed(levelsOf(task));
  fixed.set(0, level);
  return footprintOf(task.only(), array, fixed);
}

EdgeFootprint analysis::footprintOf(const TaskGraph &graph,
                                    const TaskEdge &edge) {
  auto boxesOf = [&](const Task &task) {
    llvm::SmallVector<std::optional<Footprint>> boxes;
    for (unsigned level = 0; level <= levelsOf(task); ++level)
      boxes.push_back(footprintAt(graph, task, edge.array, level));
    return boxes;
  };
  return {boxesOf(graph.tasks[edge.from]), boxesOf(graph.tasks[edge.to])};
}
