//===- TilingPortfolio.h - Which arrays tasks hold tile by tile -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which arrays tasks hold tile by tile is no variable: each set of them is a
// nonlinear program of its own. The space as it is comes first; small sets come
// before larger ones.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILINGPORTFOLIO_H
#define TALOS_LIB_EXPLORE_SHARED_TILINGPORTFOLIO_H

#include "Explore/Shared/DesignSpace.h"
#include "talos/Explore/Portfolio.h"

namespace talos::explore {

/// Which arrays may be tiled, beside those that the space marks.
enum class Tiling {
  Never, ///< none
  /// As few as fit, and more while that saves cycles and their memory is what
  /// the design lacks: the best choice of so many.
  Auto,
  Search, ///< the best of all choices of tiled arrays
};

class TilingPortfolio : public Portfolio {
public:
  TilingPortfolio(const DesignSpace &space, Tiling tiling);

  mlir::FailureOr<std::unique_ptr<Problem>> first() const override;

  /// If all sets are tried, the conflict of one is not final.
  bool explainsFirst() const override { return tiling != Tiling::Search; }

  /// No loop is unrolled, no array has several banks.
  mlir::FailureOr<std::unique_ptr<Problem>> simplest() const override;

  /// Other adders, in a space each.
  std::vector<Subproblem> alternatives() const override;

  /// The sets of the next size, with each kind of adders.
  std::vector<Subproblem> nextGroup(const nlp::Solution &best) override;

  std::string scope() const override;

  void advise(llvm::ArrayRef<std::string> conflict,
              mlir::InFlightDiagnostic &diag) const override;

private:
  /// Adders that the tasks may have, as TaskSpace::adders.
  struct Kind {
    std::string adders;
    /// Cycles that hold however arrays are held: all that is known where time
    /// runs out before a set is tried.
    int64_t least = 0;
  };
  int64_t leastOfAll() const;
  /// Whether no larger sets are sought; the best design had so many cycles when
  /// the last group was handed out.
  bool isDone(const nlp::Solution &best, std::optional<int64_t> before) const;

  const DesignSpace &space;
  Tiling tiling;
  /// Sets of tiled arrays that were not handed out, smaller ones first; none:
  /// not listed yet.
  std::optional<std::vector<std::vector<unsigned>>> left;
  std::vector<Kind> kinds; ///< that which promises most first
  std::optional<int64_t> cyclesBefore;
  size_t mostTiled = 0; ///< arrays of the largest sets that were handed out
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILINGPORTFOLIO_H
