//===- MemoryBanks.cpp - Which bank of memory a port lies in --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

using namespace mlir;
using namespace talos;

namespace {
/// An array behind one argument or several blocks, with those that use its
/// port.
struct Array {
  SmallVector<unsigned> arguments;
  int64_t ports = 1;
  int64_t bits = 0; ///< on one port; 0 where nothing accesses it
  SmallVector<int64_t> banks = {};
};
} // namespace

static SmallVector<Array> arraysOf(FunctionOpInterface func) {
  SmallVector<Array> arrays;
  llvm::StringMap<size_t> named;
  for (BlockArgument argument : func.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    unsigned number = argument.getArgNumber();
    if (!type)
      continue;
    std::string name = hls::portNameOf(func, number);
    size_t place = arrays.size();
    if (!name.empty())
      place = named.try_emplace(name, place).first->second;
    if (place == arrays.size())
      arrays.emplace_back();
    Array &array = arrays[place];
    array.arguments.push_back(number);
    int64_t bits = type.getElementType().isIntOrFloat()
                       ? type.getElementTypeBitWidth()
                       : 64;
    if (auto port = dyn_cast_or_null<hls::InterfaceAttr>(
            func.getArgAttr(number, hls::interfaceAttrName)))
      array.ports = std::max<int64_t>(1, port.getPorts(bits));
    if (!argument.use_empty())
      array.bits += type.getNumElements() * bits / array.ports;
  }
  return arrays;
}

/// The bank that holds least, the first of several.
static int64_t leastFilled(ArrayRef<int64_t> held) {
  return std::min_element(held.begin(), held.end()) - held.begin();
}

SmallVector<SmallVector<int64_t>> hls::memoryBanksOf(FunctionOpInterface func,
                                                     int64_t banks) {
  SmallVector<Array> arrays = arraysOf(func);
  int64_t ports = 0;
  for (const Array &array : arrays)
    ports += array.ports;
  SmallVector<Array *> order;
  for (Array &array : arrays)
    order.push_back(&array);
  banks = std::max<int64_t>(1, banks);
  bool isShared = ports > banks;
  if (isShared)
    llvm::sort(order, [](Array *a, Array *b) { // equal ones in their order
      return a->bits != b->bits ? a->bits > b->bits : a < b;
    });
  SmallVector<int64_t> held(banks, 0);
  int64_t next = 0;
  for (Array *array : order)
    for (int64_t port = 0; port < array->ports; ++port) {
      int64_t bank = isShared ? leastFilled(held) : next++;
      held[bank] += std::max<int64_t>(1, array->bits);
      array->banks.push_back(bank);
    }
  SmallVector<SmallVector<int64_t>> result(func.getNumArguments());
  for (const Array &array : arrays)
    for (unsigned argument : array.arguments)
      result[argument] = array.banks;
  return result;
}
