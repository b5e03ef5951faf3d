//===- StreamedReorders.cpp - Blocks that a reorder passes on -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between nests whose orders differ a reorder keeps blocks: one comes while the
// one before leaves. Of boxes and their parts the larger ones may move in a
// run, so that most of a block neither waits for the next one nor delays it.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// Whether a reorder moves the larger boxes of results one after the other, the
/// last ones of a block as it ends and the first ones as the next one begins
/// (BankedReorder::inRun): they come from a nest alone, and FIFOs have room for
/// those of a block.
template <typename N>
N StreamedComposer<N>::movesInRun(const StreamedAccess &access,
                                  const Pace<N> &pace) const {
  if (access.producer < 0 || access.isThere || isSpread(access))
    return number(0);
  N parts = pace.edge.parts, otherParts = pace.edge.otherParts,
    room = max(sumsOfTile(access.producer) * 2, number(usualDepth)),
    hasRoom = select(
        le(parts, 1),
        min(1 - le(otherParts, 1), le(ceilDiv(pace.size, otherParts), room)),
        le(ceilDiv(pace.size, parts), mostAhead));
  return select(max(eq(pace.size, 0), eq(pace.size, pace.all)), number(0),
                hasRoom);
}

/// Whether these are those that leave.
template <typename N>
N StreamedComposer<N>::leaveInRun(const StreamedAccess &access,
                                  const Pace<N> &pace) const {
  return select(le(pace.edge.parts, 1), number(0), movesInRun(access, pace));
}

/// ... or those that come.
template <typename N>
N StreamedComposer<N>::comeInRun(const StreamedAccess &access,
                                 const Pace<N> &pace) const {
  return select(le(pace.edge.parts, 1), movesInRun(access, pace), number(0));
}

/// In which so many parts leave, of the block that has come first.
template <typename N>
N StreamedComposer<N>::timeOfBlock(const StreamedAccess &access,
                                   const Pace<N> &pace, N parts) const {
  N ofBlock = min(parts, pace.size);
  return select(leaveInRun(access, pace), ceilDiv(ofBlock, pace.edge.parts),
                ofBlock);
}

/// Parts that come between the first box and the last one.
template <typename N>
N StreamedComposer<N>::partsBehindFirst(const StreamedAccess &access,
                                        const Pace<N> &pace) const {
  return max(pace.all - select(leaveInRun(access, pace),
                               max(pace.size, number(1)), number(1)),
             1);
}

/// In which the boxes of a block, or of a tile, come in a run.
template <typename N>
N StreamedComposer<N>::madeInRun(int nest, const StreamedAccess &access) const {
  Pace<N> pace = paceOf(nest, access);
  if (!comesInBursts(access))
    return number(0);
  return select(comeInRun(access, pace),
                min(boxesOfBlock(pace), sumsOfTile(access.producer)) *
                    interval(access.producer),
                number(0));
}

/// Parts of an operand that come before so large a part of all results leaves:
/// a block leaves a reorder as the next one comes, boxes of several parts with
/// the first of them. Where boxes come in a run, parts leave before that, but
/// for as many as these are.
template <typename N>
N StreamedComposer<N>::partBefore(int nest, const StreamedAccess &access,
                                  N part, N all) const {
  Pace<N> pace = paceOf(nest, access);
  N used = ceilDiv(part * pace.all, all), block = max(pace.size, 1),
    whole = ceilDiv(used, block) * block,
    withNext =
        max(used - (whole - boxesOfBlock(pace)), 0) * pace.edge.otherParts;
  return min(select(comeInRun(access, pace), whole + withNext,
                    used + ceilDiv(pace.size, pace.edge.parts)),
             pace.all);
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
