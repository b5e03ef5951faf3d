//===- Footprint.h - The box of an array that loops touch -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A footprint is the smallest box that holds every element that a set of
// accesses touches while some loops stand still: an affine origin in the fixed
// loops and a constant extent a dimension. Exact for linear subscripts of
// rectangular loops; other subscripts have no footprint here.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_FOOTPRINT_H
#define TALOS_ANALYSIS_FOOTPRINT_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// `constant + sum of coefficients[i] * loop i`, in elements. The shared loops
/// around a nest follow its loops.
struct LinearForm {
  llvm::SmallVector<int64_t> coefficients;
  int64_t constant = 0;
};

/// The linear form of an expression over `loops` dimensions and `sharedLoops`
/// symbols; none for expressions with a quotient, a remainder or another
/// symbol.
std::optional<LinearForm> linearForm(mlir::AffineExpr expr, unsigned loops,
                                     unsigned sharedLoops = 0);

/// The least and greatest value of `form` over the loops that are not fixed,
/// each from 0 to its trip count - 1, without the part of the fixed loops and
/// the shared loops.
std::pair<int64_t, int64_t> rangeOf(const LinearForm &form,
                                    llvm::ArrayRef<int64_t> trips,
                                    const llvm::SmallBitVector &fixed);

/// One dimension of a footprint: elements `origin` .. `origin` + extent - 1,
/// where origin is the part of the fixed loops and the shared loops plus its
/// constant.
struct FootprintDim {
  /// Coefficients of loops that are not fixed, or run once, are 0.
  LinearForm origin;
  int64_t extent = 0;
};

struct Footprint {
  llvm::SmallVector<FootprintDim> dims;
  /// Every element of the box is written, whatever the fixed loops are.
  bool fullyWritten = false;
};

/// The footprint of `array` in `statement` with the loops in `fixed` standing
/// still. A guard is left out: the box holds what the nest would touch without
/// it, but is never fully written. None if a subscript is not linear, or if two
/// accesses move differently with the fixed loops or the shared loops (no box
/// of constant extent holds both). The nest must access the array.
std::optional<Footprint> footprintOf(const Statement &statement, unsigned array,
                                     const llvm::SmallBitVector &fixed);

/// Loops of the task's nest: its band, then the statement's inner band. 0 for a
/// task that is Opaque.
unsigned levelsOf(const Task &task);

/// What the task touches of an array that it uses while the outermost `level`
/// loops of its nest stand still: of level 0 in one run of the task, of
/// levelsOf() in one iteration. As footprintOf(); a task that is Opaque has the
/// whole array at level 0.
std::optional<Footprint> footprintAt(const TaskGraph &graph, const Task &task,
                                     unsigned array, unsigned level);

/// What passes along an edge, as boxes of the array of the edge.
struct EdgeFootprint {
  /// By level of the source and of the target, from 0 to levelsOf(); none where
  /// there is no box of constant extent.
  llvm::SmallVector<std::optional<Footprint>> from, to;
};
EdgeFootprint footprintOf(const TaskGraph &graph, const TaskEdge &edge);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_FOOTPRINT_H
