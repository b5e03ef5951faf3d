//===- Channels.h - Sums and maxima over many blocks ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of many nests is coupled in two ways: neighbours share arrays, and
// all share budgets and the objective. The latter see the blocks through a few
// sums and maxima only, the channels. Each channel has terms over few blocks,
// and what objectives and budgets make of the channels grows with each of them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_CHANNELS_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_CHANNELS_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// A term is valid everywhere and not negative.
struct Term {
  uint32_t node;
  unsigned channel;
};

/// sum of weights x channels + constant; weights are not negative.
struct LinearForm {
  std::vector<int64_t> weights; ///< by channel
  int64_t constant = 0;
};

/// `form <= limit`
struct LinearBudget {
  LinearForm form;
  int64_t limit = 0;
};

class Channels {
public:
  /// `inPair`: constraints that are known otherwise. None: the program has
  /// another shape.
  static std::optional<Channels> find(const Coupling &coupling,
                                      const std::vector<bool> &inPair);

  std::vector<bool> isMax; ///< by channel; the others are sums
  std::vector<Term> terms;
  std::vector<uint32_t> localConstraints; ///< nodes over few blocks
  LinearForm objective;                   ///< the first one
  std::vector<LinearBudget> budgets;

  unsigned size() const { return isMax.size(); }
  int64_t join(unsigned channel, int64_t a, int64_t b) const {
    return isMax[channel] ? std::max(a, b) : a + b;
  }
  /// The objectives where the channels have these values; none if a constraint
  /// over channels does not hold.
  std::optional<std::vector<int64_t>>
  objectives(llvm::ArrayRef<int64_t> values) const;

private:
  friend class ChannelFinder;
  struct Node {
    Op op = Op::Constant;
    int64_t value = 0;
    int channel = -1;
    unsigned x[3] = {0, 0, 0};
  };
  std::vector<Node> above; ///< operands first
  std::vector<unsigned> objectiveRoots, constraintRoots;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_CHANNELS_H
