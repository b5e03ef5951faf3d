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
// columns of its table. The nodes above them couple the blocks. A declared
// output of a block over several blocks is an interval column: the block's rows
// carry its range, so that the parts of the output that belong together stay
// together.
//
// Every node has a monotonicity. Nondecreasing: a smaller value in place of the
// node's, all else equal, keeps every constraint true and worsens no objective.
// Nonincreasing: a larger value does. Independent: no root depends on it.
// Dominance between rows rests on monotonicity. It follows from
// operandDirection along every path to every root, and no path passes a node
// that may be invalid.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_COUPLING_H
#define TALOS_LIB_NLP_PRESOLVE_COUPLING_H

#include "NLP/Evaluate/Program.h"
#include "NLP/Presolve/Table.h"

namespace talos::nlp {

/// A node of the model whose operands are numbers of coupling nodes.
struct CouplingNode : Node {
  NodeId origin = 0;
  Interval range;       ///< over the whole domains
  bool mayFail = false; ///< over the whole domains
  /// Neither it nor an operand may fail, and that follows from the ranges of
  /// the operands alone.
  bool plain = false;
  Direction monotonicity = Direction::Independent;
  int block = -1;            ///< feature of this block, or -1
  int owner = -1;            ///< declared output of this block, or -1
  int intervalColumnOf = -1; ///< of this block, or -1
  unsigned column = 0;       ///< number among the block's
  SmallVector<BlockId, 4> support = {}; ///< ascending

  /// The operands that the operation has; a feature has none.
  /// Templates over all kinds of nodes ask each for its own.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  ArrayRef<uint32_t> inputs() const {
    return block < 0 ? Node::inputs() : ArrayRef<uint32_t>();
  }
};

struct CouplingConstraint {
  uint32_t node;
  std::string name;
  /// Of a constraint that follows from two others: their numbers.
  std::optional<std::pair<unsigned, unsigned>> parents = std::nullopt;
};

/// The interface of a block: its features, and its interval columns (declared
/// outputs that depend on other blocks, too). Nodes above them are evaluated
/// once a store, nodes below an interval column once a row.
struct BlockView {
  std::vector<uint32_t> features; ///< by column
  /// Ascending; their columns follow those of the features.
  std::vector<uint32_t> intervalColumns;
  /// Nodes over the block from its features up to its interval columns.
  std::vector<uint32_t> below;
  std::vector<BlockId> neighbours; ///< other blocks below the interval columns

  uint32_t nodeOf(unsigned column) const {
    return column < features.size() ? features[column]
                                    : intervalColumns[column - features.size()];
  }
};

struct Coupling {
  std::vector<CouplingNode> nodes; ///< operands first
  std::vector<CouplingConstraint> constraints;
  std::vector<uint32_t> objectives;
  std::vector<BlockView> blocks;
  std::vector<NodeId> featureNodes(BlockId b) const;
};

/// Builds the nodes; describeCoupling() does the rest. `constraints`: indices
/// of the constraints over several blocks.
Coupling buildCoupling(const Model &model, const Ranges &ranges,
                       ArrayRef<unsigned> constraints);
/// Narrows the ranges of all nodes to the values of the features in the tables.
/// Private constraints make these ranges small: t0 * t1 * t2 is N, not N^3.
/// Tables without rows are ignored.
void computeNodeRanges(Coupling &coupling, ArrayRef<Table> tables);
/// Adds ranges, monotonicity and interval columns, once the tables are known,
/// none of them empty.
void describeCoupling(Coupling &coupling, ArrayRef<Table> tables);

/// Forgets the interval columns of blocks of which no constraint or objective
/// needs one.
void dropUnusedIntervalColumns(Coupling &coupling);

/// The blocks that a node depends on, by NodeId, ascending.
std::vector<SmallVector<BlockId, 4>> computeSupports(const Model &model);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_COUPLING_H
