//===- Layouts.cpp - How memory holds arrays, and their ports -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/TileLayouts.h"
#include "Explore/Shared/Tiles.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

using namespace talos;
using namespace talos::explore;

llvm::StringRef explore::stringify(LayoutKind kind) {
  switch (kind) {
  case LayoutKind::Natural:
    return "natural";
  case LayoutKind::Padded:
    return "padded";
  case LayoutKind::Packed:
    return "packed";
  }
  llvm_unreachable("a kind of layout");
}

llvm::StringRef explore::stringify(Distribution distribution) {
  return distribution == Distribution::Block ? "block" : "cyclic";
}

std::vector<int64_t> explore::powersUpTo(int64_t most) {
  std::vector<int64_t> powers{1};
  while (powers.back() * 2 <= most)
    powers.push_back(powers.back() * 2);
  return powers;
}

int64_t explore::mostElements(const ArraySpace &array) {
  Int elements = elementsOf(array);
  Int most =
      elements + floorDiv(elements * array.layouts.paddingPercent, Int(100));
  return most.isValid() ? most.value() : INT64_MAX;
}

/// As wide as a row needs, or with boxes of several rows as the array needs.
static void setWidestBeat(const DesignSpace &space, ArraySpace &array) {
  const std::vector<int64_t> &extents = array.shape.extents;
  int64_t elements = extents.empty()        ? 1
                     : array.layouts.packed ? elementsOf(array)
                                            : extents.back();
  array.shape.widestBeat =
      cost::widestBeatOf(elements, array.shape.elementBits, space.target.rules);
}

void explore::setLayouts(const DesignSpace &space, llvm::StringRef fixed,
                         ArraySpace &array) {
  array.layouts = space.layouts;
  array.isFixed = !fixed.empty();
  if (array.isFixed) {
    array.layouts.natural = fixed == stringify(LayoutKind::Natural);
    array.layouts.padded = fixed == stringify(LayoutKind::Padded);
    array.layouts.packed = fixed == stringify(LayoutKind::Packed);
  }
  if (array.shape.extents.empty()) { // nothing to lay out
    array.layouts.natural = true;
    array.layouts.padded = array.layouts.packed = false;
    array.layouts.maxPorts = 1;
  }
  // A part of a row is the plainest box: it needs no padding, and no second
  // row.
  array.layouts.padded |= array.layouts.packed;
  setWidestBeat(space, array);
}

LayoutDomains explore::layoutDomains(const ArraySpace &array) {
  LayoutDomains domains;
  const LayoutOptions &layouts = array.layouts;
  if (layouts.natural)
    domains.kinds.push_back(int64_t(LayoutKind::Natural));
  if (layouts.padded)
    domains.kinds.push_back(int64_t(LayoutKind::Padded));
  if (layouts.packed && array.shape.extents.size() > 1)
    domains.kinds.push_back(int64_t(LayoutKind::Packed));
  domains.beats = powersUpTo(array.shape.widestBeat);
  bool mayShare = layouts.padded || layouts.packed || array.mayBlock();
  domains.ports = powersUpTo(mayShare ? layouts.maxPorts : 1);
  if (array.mayBlock())
    domains.distributions = {int64_t(Distribution::Cyclic),
                             int64_t(Distribution::Block)};
  for (size_t d = 0; d + 1 < array.shape.extents.size(); ++d) {
    int64_t rows = llvm::PowerOf2Ceil(array.shape.extents[d]);
    int64_t most = array.shape.widestBeat * domains.ports.back();
    domains.lanes.push_back(
        powersUpTo(layouts.packed ? std::min(rows, most) : 1));
  }
  return domains;
}

int64_t explore::rowOf(const ArraySpace &array) {
  const std::vector<int64_t> &extents = array.shape.extents;
  bool isCut =
      array.block && array.block->dimension + 1 == int64_t(extents.size());
  return isCut ? array.block->extent : extents.back();
}

int64_t explore::naturalStart(const ArraySpace &array) {
  const std::vector<int64_t> &extents = array.shape.extents;
  const hls::ArrayBlock &block = *array.block;
  auto cut = extents.begin() + block.dimension;
  // A run of the array: its rows need not start on beats.
  if (std::all_of(extents.begin(), cut, [](int64_t e) { return e == 1; }))
    return std::accumulate(cut + 1, extents.end(), block.start,
                           std::multiplies<>());
  bool isLast = cut + 1 == extents.end();
  return std::gcd(rowOf(array), isLast ? block.start : 0);
}

void explore::sharePorts(DesignSpace &space) {
  std::map<std::string, std::vector<unsigned>> sharing;
  for (auto [a, array] : llvm::enumerate(space.arrays))
    if (!array.port.empty() && (array.shape.loaded || array.shape.stored))
      sharing[array.port].push_back(a);
  for (auto &[name, members] : sharing) {
    int64_t widest = 1;
    bool isMixed = false;
    for (unsigned a : members) {
      const ArraySpace &array = space.arrays[a];
      widest =
          std::max(widest, array.shape.widestBeat * array.shape.elementBits);
      isMixed |= array.usesOtherPort;
    }
    // What no other port shares has its own.
    if (members.size() == 1 && !space.arrays[members.front()].block)
      continue;
    auto owner = llvm::find_if(
        members, [&](unsigned a) { return !space.arrays[a].usesOtherPort; });
    for (unsigned a : members) {
      ArraySpace &array = space.arrays[a];
      array.portOwner = owner == members.end() ? members.front() : *owner;
      array.shape.widestBeat = widest / array.shape.elementBits;
      if (isMixed)
        array.layouts.maxPorts = 1;
    }
  }
}

LayoutVariables<Int> explore::layoutOf(const cost::PortChoice<Int> &port) {
  LayoutVariables<Int> variables{
      int64_t(LayoutKind::Natural), port.beat, 1, {}, std::nullopt};
  if (port.lanes.empty())
    return variables;
  variables.ports = *port.ports;
  if (port.block)
    variables.distribution = port.block;
  variables.lanes.assign(port.lanes.begin(), port.lanes.end() - 1);
  bool isRun = llvm::all_of(variables.lanes,
                            [](Int lanes) { return lanes.value() == 1; });
  if (!port.natural || port.natural->value() == 0)
    variables.kind = int64_t(isRun ? LayoutKind::Padded : LayoutKind::Packed);
  return variables;
}

void explore::offerLayouts(DesignSpace &space,
                           const DesignChoices<Int> &choices) {
  offerTileLayouts(space, choices);
  for (auto [array, port] : llvm::zip(space.arrays, choices.ports)) {
    if (!port || port->lanes.empty())
      continue;
    LayoutVariables<Int> has = layoutOf(*port);
    switch (LayoutKind(has.kind.value())) {
    case LayoutKind::Natural:
      array.layouts.natural = true;
      break;
    case LayoutKind::Padded:
      array.layouts.padded = true;
      break;
    case LayoutKind::Packed:
      array.layouts.packed = true;
      break;
    }
    array.layouts.maxPorts =
        std::max(array.layouts.maxPorts, has.ports.value());
    array.layouts.paddingPercent = INT32_MAX;
    setWidestBeat(space, array);
    array.shape.widestBeat = std::max(array.shape.widestBeat, has.beat.value());
  }
}
