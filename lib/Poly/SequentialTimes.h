//===- SequentialTimes.h - Times that order all dependences -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From rows to times: before each row the statements that still share their
// times are cut into the strongly connected components of the dependences that
// are left, so that statements share a loop only where dependences make them. A
// component without dependences is done, and a row that carries none of a
// component's is left out of it: it is parallel there.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_SEQUENTIALTIMES_H
#define TALOS_LIB_POLY_SEQUENTIALTIMES_H

#include "IslSchedules.h"

namespace talos::poly {

class SequentialTimes {
public:
  SequentialTimes(const Scop::Impl &scop, const std::vector<Rows> &rows);

  /// Every dependence is carried by a row or by the order of components, if the
  /// rows are legal.
  bool areComplete() const { return complete; }
  /// By statement: the position of its component among those of the same loop,
  /// a row, the position inside of it, ...
  const std::vector<Rows> &order() const { return ordered; }
  /// The same with the number of components that a component waits for, one
  /// after the other, in place of its position.
  const std::vector<Rows> &levels() const { return leveled; }

private:
  /// The instances of an edge that the times so far leave unordered.
  struct OpenEdge {
    unsigned source, target;
    isl::map map;
  };
  using OpenEdges = std::vector<OpenEdge>;
  using Component = std::vector<unsigned>;

  void place(const Component &members, unsigned row, const OpenEdges &open);
  void placeComponent(const Component &members, unsigned row,
                      const OpenEdges &open);
  /// In an order that the edges allow, with the level of each.
  std::vector<std::pair<Component, unsigned>>
  componentsOf(const Component &members, const OpenEdges &open) const;
  isl::map timeOf(unsigned statement, unsigned row) const;

  const Scop::Impl &scop;
  const std::vector<Rows> &rows;
  bool complete = true;
  std::vector<Rows> ordered, leveled;
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_SEQUENTIALTIMES_H
