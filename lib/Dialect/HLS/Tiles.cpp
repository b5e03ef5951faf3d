//===- Tiles.cpp - Arrays that memory holds tile by tile ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Tiles.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos;

bool hls::isTiles(Attribute attribute, Type type) {
  auto tiles = dyn_cast<DenseI64ArrayAttr>(attribute);
  auto array = dyn_cast<MemRefType>(type);
  if (!tiles || !array || !array.hasStaticShape() || array.getRank() == 0 ||
      tiles.size() != array.getRank())
    return false;
  return llvm::all_of(llvm::zip(tiles.asArrayRef(), array.getShape()),
                      [](auto pair) {
                        auto [tile, extent] = pair;
                        return tile >= 1 && tile <= extent;
                      });
}

ArrayRef<int64_t> hls::tilesOf(Value array) {
  auto argument = dyn_cast<BlockArgument>(originOf(array));
  auto func = argument ? dyn_cast_or_null<FunctionOpInterface>(
                             argument.getOwner()->getParentOp())
                       : FunctionOpInterface();
  if (!func)
    return {};
  auto tiles = func.getArgAttrOfType<DenseI64ArrayAttr>(argument.getArgNumber(),
                                                        tilesAttrName);
  return tiles ? tiles.asArrayRef() : ArrayRef<int64_t>();
}
