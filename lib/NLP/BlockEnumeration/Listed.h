//===- Listed.h - Choices near the optimum ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_LISTED_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_LISTED_H

#include "NLP/BlockEnumeration/RowLimit.h"
#include "talos/Support/Threads.h"

namespace talos::nlp {

/// Lists the choices of blocks that have too many of them under growing limits
/// of the first objective.
class Listed {
public:
  /// Lists no more than so many choices.
  using List = std::function<Table(BlockId, RowLimit &, int64_t)>;

  /// `coupling`: as buildCoupling() makes it; `tables`: of the other blocks,
  /// too long and without rows where there are too many. All must outlive this.
  /// `wideFrom`: see SolverOptions.
  Listed(const Model &model, const Ranges &ranges, const Coupling &coupling,
         llvm::ArrayRef<Table> tables, size_t wideFrom, List list,
         Workers &workers);

  /// Does what guess() begins with under any cap.
  void prepare();
  /// For what follows.
  std::optional<Cap> cap;

  /// Some of the choices that are good for a block by itself: a point among
  /// them may be near the optimum. None: there are too few or too many.
  std::optional<std::vector<Table>> guess();
  /// The first objective of a point, if one is known before next().
  std::optional<int64_t> point;
  /// The tables under the first limit, or one that is higher than the last.
  /// None: the limit takes too many choices, or it is too high to say.
  std::optional<std::vector<Table>> next();

  /// With the ranges that the other blocks' tables leave.
  Coupling known;
  /// Points within it need only the choices listed last.
  int64_t limit = INT64_MIN;
  /// No point is below.
  int64_t bound = INT64_MIN;
  /// next() gave none because there is no point within the cap beyond the last
  /// limit.
  bool isExhausted = false;
  /// next() gave none because a block has no choice under these constraints, by
  /// number in the coupling.
  std::optional<BlockId> emptyBlock;
  std::vector<unsigned> refuting;

  /// Whether the constraints leave the block without a choice; false also if
  /// that takes too long to tell.
  bool isEmptyUnder(BlockId b, llvm::ArrayRef<unsigned> some);

private:
  /// What a block adds to the objective.
  struct Share {
    std::optional<uint32_t> node;
    std::optional<int64_t> least;
    int64_t limit = INT64_MIN; ///< choices that add no more are listed
    int64_t work = 0;          ///< that this took
  };

  double log10SizeOf(BlockId b) const;
  RowLimit limitOn(BlockId b, const Coupling &coupling) const;
  RowLimit limitOn(BlockId b, const Coupling &coupling, uint32_t root) const;
  std::optional<uint32_t> shareOf(BlockId b) const;
  void learnShares(llvm::ArrayRef<BlockId> some);
  int64_t reachOf(BlockId b) const;
  bool isNear(int64_t most) const;
  bool hasShare(BlockId b) const { return shares[b].least.has_value(); }
  bool allHaveShares() const;
  void startWith(int64_t first);
  std::optional<std::vector<Table>> chosen() const;
  bool listNearest();
  void listOne(BlockId b, const Coupling &narrowed);
  void listWithin();

  const Model &model;
  const Ranges &ranges;
  llvm::ArrayRef<Table> tables;
  size_t wideFrom;
  List list;
  Workers &workers;
  std::vector<BlockId> longBlocks; ///< those with the most choices last
  std::vector<Table> listed;       ///< by block
  std::vector<Share> shares;       ///< by block
  std::vector<int64_t> limitOf;    ///< what the listed choices are within
  bool isPrepared = false;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_LISTED_H
