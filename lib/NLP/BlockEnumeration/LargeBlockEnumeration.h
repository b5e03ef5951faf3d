//===- LargeBlockEnumeration.h - Under growing bounds -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_LARGEBLOCKENUMERATION_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_LARGEBLOCKENUMERATION_H

#include "NLP/BlockEnumeration/BoundFilter.h"
#include "talos/Support/Threads.h"

namespace talos::nlp {

/// Enumerates the choices of large blocks, which have too many to enumerate
/// them all, under growing limits of the first objective.
class LargeBlockEnumeration {
public:
  /// Enumerates a block with a filter, up to so many choices.
  using Enumerate = std::function<Table(BlockId, BoundFilter &, int64_t)>;

  /// `coupling`: as buildCoupling() makes it; `tables`: without rows for large
  /// blocks, where isTooLarge is set. All must outlive this. `wideFrom`: see
  /// SolverOptions.
  LargeBlockEnumeration(const Model &model, const Ranges &ranges,
                        const Coupling &coupling, ArrayRef<Table> tables,
                        size_t wideFrom, Enumerate enumerate, Workers &workers);

  /// The first part of promisingChoices(), which takes no bound of the
  /// objective.
  void prepare();
  /// To be set before the functions below are called, if there is a bound.
  std::optional<ObjectiveBound> objectiveBound;

  /// Tables with some choices of large blocks, each good for its block by
  /// itself: a point among them may be near the optimum. None: too few or too
  /// many.
  std::optional<std::vector<Table>> promisingChoices();
  /// The first objective of a point, if one is known before next().
  std::optional<int64_t> point;
  /// The tables under the first limit, then under a higher limit in each call.
  /// None: there are too many choices within the limit, or it is too high.
  std::optional<std::vector<Table>> next();

  /// The coupling with the ranges that the tables leave.
  Coupling known;
  /// The tables of the last next() hold all points within this limit.
  int64_t limit = INT64_MIN;
  /// The first objective of all points is at least this.
  int64_t bound = INT64_MIN;
  /// next() gave none because no point above the last limit is within the bound
  /// of the objective.
  bool isExhausted = false;
  /// next() gave none because this block has no choice under the coupling
  /// constraints in `refuting`.
  std::optional<BlockId> emptyBlock;
  std::vector<unsigned> refuting;

  /// Whether these constraints leave the block without a choice; false also if
  /// the answer takes too long.
  bool isEmptyUnder(BlockId b, ArrayRef<unsigned> some);

private:
  /// The part of the objective that a block adds.
  struct Share {
    std::optional<uint32_t> node;
    std::optional<int64_t> least;
    int64_t limit = INT64_MIN; ///< choices that add no more are in the table
    int64_t work = 0;          ///< lanes of this enumeration
  };

  double log10SizeOf(BlockId b) const;
  BoundFilter filterOf(BlockId b, const Coupling &coupling) const;
  BoundFilter filterOf(BlockId b, const Coupling &coupling,
                       uint32_t root) const;
  std::optional<uint32_t> shareOf(BlockId b) const;
  void learnShares(ArrayRef<BlockId> some);
  int64_t reachOf(BlockId b) const;
  bool isNear(int64_t most) const;
  bool hasShare(BlockId b) const { return shares[b].least.has_value(); }
  bool allHaveShares() const;
  void startWith(int64_t first);
  std::optional<std::vector<Table>> chosen() const;
  void raiseBound();
  bool enumerateNearest();
  void enumerateOne(BlockId b, const Coupling &narrowed);
  void enumerateWithinLimit();
  void chooseGrowth();

  const Model &model;
  const Ranges &ranges;
  ArrayRef<Table> tables;
  size_t wideFrom;
  Enumerate enumerate;
  Workers &workers;
  std::vector<BlockId> largeBlocks; ///< ascending by size
  std::vector<Table> enumerated;    ///< by block
  std::vector<Share> shares;        ///< by block
  std::vector<int64_t> limitOf;     ///< by block: limit of the enumeration
  size_t rowsBefore = 0;            ///< of large blocks, at the last limit
  int64_t growth; ///< of what the next limit is above the bound
  bool isPrepared = false;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_LARGEBLOCKENUMERATION_H
