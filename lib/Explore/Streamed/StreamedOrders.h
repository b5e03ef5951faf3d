//===- StreamedOrders.h - Orders of tokens as digits ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop in tiles, steps and lanes counts a subscript as digits. Two orders of
// an array are compared digit by digit, whatever their trip counts are.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDORDERS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDORDERS_H

#include "Explore/Streamed/StreamedCost.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <tuple>

namespace talos::explore {

/// Between a nest and whom an array comes from or goes to: boxes move in parts
/// as large as the smaller side has them.
template <typename N> struct StreamedEdge {
  std::vector<N> lanes; ///< of a part, by dimension but for the last one
  N parts;              ///< of a box of the nest
  N otherParts;         ///< of a box of the other side; memory: 1
  N fifos;              ///< of a part
};

template <typename N> class StreamedOrders {
public:
  StreamedOrders(const StreamedProgram &program, const StreamedPoint<N> &point,
                 const cost::Numbers<N> &number)
      : program(program), point(point), number(number) {}

  N lanesOf(int nest, const StreamedAccess &access) const {
    return point.nests[nest].lanes[access.dims.back()];
  }
  N elementsOf(unsigned array) const;
  /// 1: the rows of the array are whole beats.
  N hasWholeRows(unsigned array) const;
  /// Boundaries between SLRs that tokens of an operand cross.
  N boundaries(int nest, const StreamedAccess &access) const;
  /// FIFOs side by side of a box.
  N fifos(int nest, const StreamedAccess &access) const;
  /// Between the access and a nest, -1: memory, that has it as `there`.
  StreamedEdge<N> edge(int nest, const StreamedAccess &access, int other,
                       const StreamedAccess &there) const;
  /// Where an operand comes from.
  StreamedEdge<N> operandEdge(int nest, const StreamedAccess &access) const;
  /// From the results of a nest to memory.
  StreamedEdge<N> storeEdge(int nest, const StreamedAccess &result) const;

  /// Parts of an array's boxes, as the edge moves them.
  N tokensOf(int nest, const StreamedAccess &access,
             const StreamedEdge<N> &edge) const;
  /// Parts of a block that has to come before the first of them can go; 0:
  /// none, the orders are equal. Of an operand whose tokens come in rows or in
  /// the order of another nest, ...
  N blockBefore(int nest, const StreamedAccess &access) const;
  /// ... and of results that go to memory, but for whole beats, each of which
  /// is stored at its place.
  N blockBehind(int nest, const StreamedAccess &result) const;
  /// 1: a block is all of the operand.
  N collectsAll(int nest, const StreamedAccess &access) const;
  /// 1: FIFOs hold all of the operand in front of the nest. It is spread, and
  /// * a nest that uses results of this one has to collect all of it, or
  /// * one whose results this one uses takes it as its rows go on, or all of
  ///   what follows from these is collected on the way;
  /// or it is old values, and both who makes and who takes them leave out
  /// tiles.
  N holdsAll(int nest, const StreamedAccess &access) const;
  /// Boxes that a hold keeps: those of the loops inside of the outermost one
  /// that repeats them; 0 where none comes again.
  N held(int nest, const StreamedAccess &access) const;
  /// 1: beats that are tokens are loaded in the order of their first uses.
  N comesInOrder(int nest, const StreamedAccess &access) const;
  /// 1: a loop of tiles moves the operand, or it is streamed again in each
  /// iteration of the loop, the outermost one.
  N moves(int nest, const StreamedAccess &access, unsigned loop,
          unsigned order) const;
  /// How often an operand comes from memory.
  N repetitions(int nest, const StreamedAccess &access) const;
  /// 1: an operand may be streamed again, as it has several boxes, and the
  /// outermost loop of tiles has several iterations and does not move it.
  N mayComeAgain(int nest, const StreamedAccess &access) const;
  /// Boxes of an operand that is streamed again for which FIFOs have room:
  /// those that a round of all sums of a tile uses, where steps that do not
  /// move it stand outside of others. 0: none of its own.
  N roomOfRound(int nest, const StreamedAccess &access) const;
  /// A value for the order that the nest has.
  N byOrder(int nest, llvm::function_ref<N(unsigned)> figure) const;

  /// 1: tokens of an operand that the rows of sums lack are new in later ones.
  N comesLate(int nest, const StreamedAccess &access) const;

private:
  /// Of a digit that counts repetitions of an array.
  static constexpr unsigned noDim = ~0u;
  /// A loop's part as a digit of a subscript.
  struct Digit {
    int nest;             ///< whose choice it is
    unsigned loop, level; ///< 0: tiles, 1: steps, 2: parts of a box
    unsigned dim;
    N trip;
  };
  using Order = std::vector<Digit>;
  N levelOf(int nest, unsigned loop, unsigned level) const;
  std::vector<std::pair<unsigned, unsigned>> loopsOf(int nest,
                                                     unsigned order) const;
  void addParts(Order &order, int nest, const StreamedAccess &access,
                const StreamedEdge<N> &edge) const;
  Order tokens(int nest, const StreamedAccess &access, unsigned order,
               const StreamedEdge<N> &edge) const;
  Order rows(int nest, const StreamedAccess &access, unsigned order,
             const StreamedEdge<N> &edge) const;
  N timesLoaded(int nest, const StreamedAccess &access, unsigned order) const;
  void addRepetitions(Order &order, int nest, const StreamedAccess &access,
                      unsigned chosen) const;
  N productOf(const Order &order, size_t from) const;
  static std::optional<size_t> nextDigit(const Order &order, size_t digit);
  N tripOfNext(const Order &order, size_t digit) const;
  N block(const Order &to, const Order &from) const;
  N newBlockBefore(int nest, const StreamedAccess &access) const;

  const StreamedProgram &program;
  const StreamedPoint<N> &point;
  const cost::Numbers<N> &number;
  /// What blockBefore() has found: by nest, array, producer and subscripts.
  mutable std::map<std::tuple<int, unsigned, int, std::vector<unsigned>>, N>
      blocks;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDORDERS_H
