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
// may each hold a part of every box: they take beats in turn, as cyclic banks
// take elements. Of natural and padded arrays they may also hold a block of the
// rows each.
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

/// How the ports of an array share it.
enum class Distribution { Cyclic, Block };
llvm::StringRef stringify(Distribution distribution);

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

/// Blocks of one array, and arrays that use its port, have one: finds whose,
/// and gives all of them the beats that one may have.
void sharePorts(DesignSpace &space);

/// What may be chosen, the first of each domain being the plainest.
struct LayoutDomains {
  std::vector<int64_t> kinds, beats, ports, distributions;
  /// By dimension but for the last: elements of the box. Its last extent
  /// follows from the others.
  std::vector<std::vector<int64_t>> lanes;
};
LayoutDomains layoutDomains(const ArraySpace &array);

/// Variables of the layout, or their values.
template <typename N> struct LayoutVariables {
  N kind, beat, ports;
  std::vector<N> lanes;          ///< as LayoutDomains::lanes
  std::optional<N> distribution; ///< none: cyclic
};

/// The choice that these variables are.
template <typename N>
cost::PortChoice<N> portOf(const ArraySpace &array,
                           const LayoutVariables<N> &variables,
                           const cost::Numbers<N> &number) {
  if (array.isPlain())
    return {variables.beat};
  N together = number(1);
  for (const N &lanes : variables.lanes)
    together = together * lanes;
  cost::PortChoice<N> port{variables.beat};
  port.lanes = variables.lanes;
  N inTurn = variables.ports;
  if (variables.distribution) {
    port.block = eq(*variables.distribution, int64_t(Distribution::Block));
    port.portCounts = powersUpTo(array.layouts.maxPorts);
    inTurn = select(*port.block, number(1), inTurn);
  }
  port.lanes.push_back(max(floorDiv(variables.beat * inTurn, together), 1));
  port.ports = variables.ports;
  port.natural = eq(variables.kind, int64_t(LayoutKind::Natural));
  return port;
}

/// Elements that memory holds of the array. The rows of a natural one are not
/// filled up; one that is not in blocks either takes no more than in C.
template <typename N>
N elementsHeld(const ArraySpace &array, const cost::PortChoice<N> &port,
               const cost::Numbers<N> &number) {
  N held = number(1);
  for (auto [d, extent] : llvm::enumerate(array.shape.extents)) {
    N blocks = number(1);
    if (port.block && d == 0)
      blocks = select(*port.block, *port.ports, blocks);
    N lanes = port.lanes[d];
    N filled = ceilDiv(ceilDiv(number(extent), blocks), lanes) * lanes * blocks;
    bool isRow = d > 0 && d + 1 == array.shape.extents.size();
    held =
        held * (isRow ? select(*port.natural, number(extent), filled) : filled);
  }
  return held;
}

/// 1 where no block is empty: with fewer ports the others would be the same.
template <typename N>
N fillsBlocks(const ArraySpace &array, const cost::PortChoice<N> &port,
              const cost::Numbers<N> &number) {
  N extent = number(array.shape.extents.front());
  N lanes = port.lanes.front();
  N each = ceilDiv(ceilDiv(extent, *port.ports), lanes) * lanes;
  return le((*port.ports - 1) * each + 1, extent);
}

/// 1 where the variables are a layout: powers of two that fit together, no more
/// padding than allowed, and no layout twice.
template <typename N>
N isLayout(const ArraySpace &array, const LayoutVariables<N> &variables,
           const cost::Numbers<N> &number) {
  cost::PortChoice<N> port = portOf(array, variables, number);
  N others = number(1);
  for (const N &lanes : variables.lanes)
    others = others * lanes;
  N natural = *port.natural, isOne = eq(variables.ports, 1);
  N isWhole = isOne, isShared = number(1); // as one port has it; any way
  if (port.block) {
    isWhole = max(isOne, *port.block);
    isShared =
        max(1 - *port.block, (1 - isOne) * fillsBlocks(array, port, number));
  }
  N packed = eq(variables.kind, int64_t(LayoutKind::Packed));
  N isRun = eq(others, 1);
  // A box of one row is padded, not packed; rows of whole beats are natural.
  N rows = eq(mod(number(rowOf(array)), port.lanes.back()), 0);
  N isNew = max(natural, 1 - rows * isRun * isWhole);
  N fits = le(elementsHeld(array, port, number), mostElements(array));
  N isBlock = port.block ? *port.block : number(0);
  return eq(mod(variables.beat * variables.ports, others), 0) * isShared *
         max(natural * isOne, fits) * max(1 - natural, isRun * isWhole) *
         max(packed * (1 - isRun) * (1 - isBlock), (1 - packed) * isRun) *
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
