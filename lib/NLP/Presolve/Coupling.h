//===- Coupling.h - What connects the blocks of a model ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objective and the constraints over several blocks, cut where an
// expression depends on one block alone: those nodes are the block's features,
// columns of its table. What is above them couples the blocks. A declared
// output of a block over several blocks is a cut: the block's rows carry its
// range, so that the parts of the output that belong together stay together.
//
// Every node has a wish: Lower means that replacing its value by a smaller one
// (all else equal) keeps every constraint true and worsens no objective; Higher
// the opposite; Same promises neither. Wishes are the ground of all dominance:
// they follow from operandDirection along every path to every root and never
// pass a node that may be invalid.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_COUPLING_H
#define TALOS_LIB_NLP_PRESOLVE_COUPLING_H

#include "NLP/Presolve/Tabulate.h"
#include "talos/NLP/Interval.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace talos::nlp {

enum class Wish : uint8_t { None, Lower, Higher, Same };

struct CNode {
  Op op;
  int64_t value = 0;
  uint32_t x[3] = {0, 0, 0};
  NodeId origin = 0;
  Interval start;       ///< over the whole domains
  bool mayFail = false; ///< over the whole domains
  bool plain = false;   ///< neither it nor an operand may fail
  Wish wish = Wish::None;
  int block = -1;      ///< feature of this block, or -1
  int owner = -1;      ///< declared output of this block, or -1
  int cutOf = -1;      ///< cut of this block, or -1
  unsigned column = 0; ///< of a feature or a cut among the block's
  llvm::SmallVector<BlockId, 4> support; ///< ascending
};

struct CRoot {
  uint32_t node;
  std::string name;
  /// Of a constraint that follows from two others: their numbers.
  std::optional<std::pair<unsigned, unsigned>> parents = std::nullopt;
};

/// What a block shows of itself: its features, and the declared outputs that
/// other blocks have a say in (cuts). Whatever stands above them is evaluated
/// once a state, what is below a cut once a row.
struct BlockView {
  std::vector<uint32_t> features;  ///< by column
  std::vector<uint32_t> cuts;      ///< ascending; column features.size() + i
  std::vector<uint32_t> below;     ///< nodes over b from features to cuts
  std::vector<BlockId> neighbours; ///< the other blocks below the cuts
};

struct Coupling {
  std::vector<CNode> nodes; ///< operands first
  std::vector<CRoot> constraints;
  std::vector<uint32_t> objectives;
  std::vector<BlockView> blocks;
  std::vector<NodeId> featureNodes(BlockId b) const;
};

/// The nodes only. `constraints`: indices of the constraints that couple.
Coupling buildCoupling(const Model &model, const Ranges &ranges,
                       llvm::ArrayRef<unsigned> constraints);
/// The ranges of all nodes under those that the features take: private
/// constraints cut these, often from overflow to sense (t0 * t1 * t2 is N, not
/// N^3). Tables without rows say nothing.
void computeStarts(Coupling &coupling, llvm::ArrayRef<Table> tables);
/// The rest (ranges, wishes, cuts), once it is known what the features really
/// take: the tables, none of them empty.
void conclude(Coupling &coupling, llvm::ArrayRef<Table> tables);

/// Forgets the cuts of blocks of which no constraint or objective needs one.
void dropUnusedCuts(Coupling &coupling);

/// `roots` and what they need of nodes that `isIn` admits, down to features;
/// ascending. As much work as there are nodes in it.
std::vector<uint32_t> coneOf(
    const Coupling &coupling, llvm::ArrayRef<uint32_t> roots,
    llvm::function_ref<bool(const CNode &)> isIn = [](const CNode &) {
      return true;
    });

/// The blocks that a node depends on, by NodeId, ascending.
std::vector<llvm::SmallVector<BlockId, 4>> computeSupports(const Model &model);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_COUPLING_H
