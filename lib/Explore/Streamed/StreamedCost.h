//===- StreamedCost.h - Cycles and resources of a network -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/NLP.md says of the space `streamed`, over N in {Int, nlp::Expr}.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOST_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOST_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/Cost/Composition.h"

namespace talos::explore {

/// Of one nest, by loop: tiles, steps in a tile, lanes.
template <typename N> struct StreamedChoice {
  std::vector<N> tiles, steps, lanes;
  N order;  ///< position in StreamedNestInfo::orders
  N slr;    ///< its number, from 0
  N adders; ///< position in StreamedNestInfo::adders
};

/// Of what `figure` says of each implementation of adders, that of the choice.
template <typename N>
N byAdders(const StreamedNestInfo &nest, const StreamedChoice<N> &choice,
           const cost::Numbers<N> &number,
           llvm::function_ref<int64_t(size_t)> figure) {
  N result = number(figure(0));
  for (size_t impl = 1; impl < nest.adders.size(); ++impl)
    if (figure(impl) != figure(0))
      result = select(eq(choice.adders, impl), number(figure(impl)), result);
  return result;
}

/// Of the tasks of a nest that has some: cycles, buffers and operators.
template <typename N> struct StreamedTaskCost {
  N cycles;
  cost::DesignResources<N> resources;
};

template <typename N> struct StreamedPoint {
  std::vector<StreamedChoice<N>> nests;
  /// By nest; none where it is no task.
  std::vector<std::optional<StreamedTaskCost<N>>> tasks;
  std::vector<N> ports;   ///< by array
  std::vector<N> beats;   ///< by array: elements that a port moves at once
  std::vector<N> again;   ///< by array: 1 where it is streamed again
  std::vector<N> extents; ///< as they are filled up
};

/// Tokens of a FIFO without a need of its own; boxes that leave a reorder have
/// room for a block of at most so many.
constexpr int64_t usualDepth = 16, mostAhead = 64;

/// Resources of a part of a network.
template <typename N> struct StreamedAmounts {
  N dsp, bram, uram, lut, ff;
};

/// What a nest takes at least, as its own choices alone say.
template <typename N> struct StreamedLeast {
  N cycles;   ///< of its iterations
  N dsp, lut; ///< of its operators
};

template <typename N> struct StreamedFigures {
  N cycles;
  /// By nest: of an iteration; its first and last one.
  std::vector<N> intervals, starts, ends;
  N dsp, bram, uram, lut, ff;
  N ports; ///< AXI ports of all arrays, in each kernel that moves them
  std::vector<StreamedLeast<N>> least; ///< by nest
  /// By nest, where nests are assigned to SLRs: of these figures.
  std::vector<StreamedAmounts<N>> ofNests;
};

template <typename N>
StreamedFigures<N>
streamedFigures(const StreamedProgram &program, const StreamedPoint<N> &point,
                const target::Target &target, const cost::Numbers<N> &number);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOST_H
