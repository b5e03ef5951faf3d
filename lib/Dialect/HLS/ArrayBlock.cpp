//===- ArrayBlock.cpp - Arguments that are blocks of an array -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/ArrayBlock.h"
#include "mlir/IR/Builders.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using hls::ArrayBlock;

StringAttr hls::blocksOf(Operation *func) {
  auto blocks = func->getAttrOfType<StringAttr>(blocksAttrName);
  return blocks ? blocks : StringAttr::get(func->getContext(), "");
}

bool hls::isAddedArgument(FunctionOpInterface func, unsigned argument) {
  return func.getArgAttr(argument, copyOfAttrName) ||
         func.getArgAttr(argument, partOfAttrName) ||
         func.getArgAttr(argument, scratchAttrName);
}

std::string hls::portNameOf(FunctionOpInterface func, unsigned argument) {
  if (auto other = func.getArgAttrOfType<StringAttr>(argument, portOfAttrName))
    return other.str();
  if (std::optional<ArrayBlock> block = ArrayBlock::of(func, argument))
    return block->array;
  auto name = func.getArgAttrOfType<StringAttr>(argument, nameAttrName);
  return name ? name.str() : "";
}

DictionaryAttr ArrayBlock::attribute(MLIRContext *context) const {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("array", builder.getStringAttr(array)),
       builder.getNamedAttr("dim", builder.getI64IntegerAttr(dimension)),
       builder.getNamedAttr("start", builder.getI64IntegerAttr(start)),
       builder.getNamedAttr("extent", builder.getI64IntegerAttr(extent))});
}

std::optional<ArrayBlock> ArrayBlock::of(Attribute attribute) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!dictionary || dictionary.size() != 4)
    return std::nullopt;
  auto array = dictionary.getAs<StringAttr>("array");
  auto dimension = dictionary.getAs<IntegerAttr>("dim");
  auto start = dictionary.getAs<IntegerAttr>("start");
  auto extent = dictionary.getAs<IntegerAttr>("extent");
  if (!array || array.empty() || !dimension || !start || !extent)
    return std::nullopt;
  for (IntegerAttr number : {dimension, start, extent})
    if (!number.getType().isInteger(64) || number.getInt() < 0)
      return std::nullopt;
  return ArrayBlock{array.str(), dimension.getInt(), start.getInt(),
                    extent.getInt()};
}

std::optional<ArrayBlock> ArrayBlock::of(FunctionOpInterface func,
                                         unsigned argument) {
  return of(func.getArgAttr(argument, blockAttrName));
}

bool ArrayBlock::holds(ArrayRef<int64_t> shape) const {
  return dimension < int64_t(shape.size()) &&
         start + shape[dimension] <= extent;
}

MemRefType ArrayBlock::wholeType(MemRefType block) const {
  SmallVector<int64_t> shape(block.getShape());
  shape[dimension] = extent;
  return MemRefType::get(shape, block.getElementType());
}

bool hls::startsOnBeats(int64_t start, int64_t rows, ArrayRef<int64_t> shape,
                        int64_t beat) {
  int64_t row = std::accumulate(shape.begin() + 1, shape.end(), int64_t(1),
                                std::multiplies<>());
  auto isOnBeat = [&](int64_t position) { return position * row % beat == 0; };
  int64_t end = start + shape.front();
  return isOnBeat(start) && (end == rows || isOnBeat(end));
}
