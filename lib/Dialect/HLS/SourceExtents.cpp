//===- SourceExtents.cpp - Arrays that are filled up ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/SourceExtents.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace talos;

bool hls::isSourceExtents(Attribute attribute, Type type) {
  auto extents = dyn_cast<DenseI64ArrayAttr>(attribute);
  auto array = dyn_cast<MemRefType>(type);
  if (!extents || !array || !array.hasStaticShape() ||
      extents.size() != array.getRank())
    return false;
  return llvm::all_of(llvm::zip_equal(extents.asArrayRef(), array.getShape()),
                      [](auto pair) {
                        auto [extent, filled] = pair;
                        return extent >= 1 && extent <= filled;
                      });
}

ArrayRef<int64_t> hls::sourceExtents(BlockArgument array) {
  auto function =
      dyn_cast<FunctionOpInterface>(array.getOwner()->getParentOp());
  return function ? sourceExtents(function, array.getArgNumber())
                  : cast<MemRefType>(array.getType()).getShape();
}

ArrayRef<int64_t> hls::sourceExtents(FunctionOpInterface function,
                                     unsigned argument) {
  auto extents =
      function.getArgAttrOfType<DenseI64ArrayAttr>(argument, extentsAttrName);
  return extents ? extents.asArrayRef()
                 : cast<MemRefType>(function.getArgumentTypes()[argument])
                       .getShape();
}
