//===- Layouts.h - How memory holds arrays, and their ports -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array that a port moves whole lies in memory as in C (natural), with rows
// filled up to whole beats (padded), or in boxes of elements (packed). The box
// of a padded array is a part of a row. With padding and packing several ports
// may each hold a part of every box.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_LAYOUTS_H
#define TALOS_LIB_EXPLORE_SHARED_LAYOUTS_H

#include "Explore/Shared/Design.h"

namespace talos::explore {

/// Powers of two from 1 to `most`.
std::vector<int64_t> powersUpTo(int64_t most);

enum class LayoutKind { Natural, Padded, Packed };
llvm::StringRef stringify(LayoutKind kind);

/// Sets what the space offers of the array; `fixed` is the layout that the
/// program asks for, empty where it does not.
void setLayouts(const DesignSpace &space, llvm::StringRef fixed,
                ArraySpace &array);

/// Elements that memory may hold of the array, those that are filled up with
/// it.
int64_t mostElements(const ArraySpace &array);

/// Elements of a row of the array, or of that which it is a block of.
int64_t rowOf(const ArraySpace &array);

/// Of a block that lies in memory as in C: its rows begin at multiples of so
/// many elements; 0: at the start of the array.
int64_t naturalStart(const ArraySpace &array);

/// Blocks of one array have one port: finds whose, and gives all of them the
/// beats that one may have.
void shareBlockPorts(DesignSpace &space);

/// What may be chosen, the first of each domain being the plainest.
struct LayoutDomains {
  std::vector<int64_t> kinds, beats, ports;
  /// By dimension but for the last: elements of the box. Its last extent
  /// follows from the others.
  std::vector<std::vector<int64_t>> lanes;
};
LayoutDomains layoutDomains(const ArraySpace &array);

/// Variables of the layout, or their values.
template <typename N> struct LayoutVariables {
  N kind, beat, ports;
  std::vector<N> lanes; ///< as LayoutDomains::lanes
};

/// The choice that these variables are.
template <typename N>
cost::PortChoice<N> portOf(const ArraySpace &array,
                           const LayoutVariables<N> &variables,
                           const cost::Numbers<N> &number) {
  if (array.isNatural())
    return {variables.beat};
  N together = number(1);
  for (const N &lanes : variables.lanes)
    together = together * lanes;
  cost::PortChoice<N> port{variables.beat};
  port.lanes = variables.lanes;
  port.lanes.push_back(
      max(floorDiv(variables.beat * variables.ports, together), 1));
  port.ports = variables.ports;
  port.natural = eq(variables.kind, int64_t(LayoutKind::Natural));
  return port;
}

/// 1 where the variables are a layout: powers of two that fit together, no more
/// padding than allowed, and no layout twice.
template <typename N>
N isLayout(const ArraySpace &array, const LayoutVariables<N> &variables,
           const cost::Numbers<N> &number) {
  cost::PortChoice<N> port = portOf(array, variables, number);
  N others = number(1), held = number(1);
  for (const N &lanes : variables.lanes)
    others = others * lanes;
  for (auto [extent, lanes] : llvm::zip(array.shape.extents, port.lanes))
    held = held * (ceilDiv(number(extent), lanes) * lanes);
  N natural = *port.natural;
  N packed = eq(variables.kind, int64_t(LayoutKind::Packed));
  N isRun = eq(others, 1);
  // A box of one row is padded, not packed; rows of whole beats are natural.
  N rows = eq(mod(number(rowOf(array)), port.lanes.back()), 0);
  N isNew = max(natural, 1 - rows * isRun * eq(variables.ports, 1));
  N fits = le(held, mostElements(array));
  return eq(mod(variables.beat * variables.ports, others), 0) *
         max(natural, fits) * max(1 - natural, isRun * eq(variables.ports, 1)) *
         max(packed * (1 - isRun), (1 - packed) * isRun) *
         (array.layouts.natural ? isNew : number(1));
}

/// 1 where the block begins on a beat, or a box, of the array that it is a part
/// of.
template <typename N>
N startsOnBeat(const ArraySpace &array, const cost::PortChoice<N> &port,
               const cost::Numbers<N> &number) {
  const hls::ArrayBlock &block = *array.block;
  N natural = eq(mod(number(naturalStart(array)), port.beat), 0);
  if (port.lanes.empty())
    return natural;
  N inBoxes =
      eq(mod(number(block.start), port.lanes[size_t(block.dimension)]), 0);
  return max(*port.natural * natural, (1 - *port.natural) * inBoxes);
}

/// The variables whose choice a port is.
LayoutVariables<Int> layoutOf(const cost::PortChoice<Int> &port);

/// Widens what the space offers of each array by the layout that it has.
void offerLayouts(DesignSpace &space, const DesignChoices<Int> &choices);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_LAYOUTS_H
