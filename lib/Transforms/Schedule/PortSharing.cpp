//===- PortSharing.cpp - Arrays that take turns at a port -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PortSharing.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

bool transforms::isPortSharing(StringRef text) { return text.contains('@'); }

static BlockArgument findArgument(func::FuncOp func, StringRef name) {
  for (BlockArgument argument : func.getArguments()) {
    auto own = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                 hls::nameAttrName);
    if (own && own.getValue() == name && isa<MemRefType>(argument.getType()))
      return argument;
  }
  return {};
}

LogicalResult transforms::sharePort(func::FuncOp func, StringRef text) {
  StringRef name = text.split('@').first, other = text.split('@').second;
  BlockArgument array = findArgument(func, name);
  BlockArgument owner = findArgument(func, other);
  for (auto [found, wanted] : {std::pair(array, name), std::pair(owner, other)})
    if (!found)
      return func.emitError("'")
             << text << "': function '" << func.getName()
             << "' has no array argument '" << wanted
             << "'; write array@array, as C@A: C uses the port of A";
  auto error = [&] {
    return emitError(array.getLoc())
           << "array '" << name << "' cannot use the port of '" << other
           << "': ";
  };
  if (array == owner)
    return error() << "it is the same array";
  hls::TargetAttr target = hls::targetOf(func);
  if (target && target.getMemory() == hls::MemoryKind::Ports)
    return error() << "arrays are memories beside the kernel (memory = ports), "
                      "each with ports of its own";
  for (BlockArgument each : {array, owner})
    if (func.getArgAttr(each.getArgNumber(), hls::portOfAttrName))
      return error() << "'" << (each == array ? name : other)
                     << "' uses the port of another array already";
  for (BlockArgument each : func.getArguments())
    if (auto used = func.getArgAttrOfType<StringAttr>(each.getArgNumber(),
                                                      hls::portOfAttrName);
        used && used.getValue() == name)
      return error() << "another array uses the port of '" << name << "'";
  func.setArgAttr(array.getArgNumber(), hls::portOfAttrName,
                  StringAttr::get(func.getContext(), other));
  return success();
}
