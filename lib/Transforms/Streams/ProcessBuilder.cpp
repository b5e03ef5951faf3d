//===- ProcessBuilder.cpp - Parts of processes ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessBuilder.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

RegionNames::RegionNames(hls::DataflowOp dataflow) {
  for (auto stream : dataflow.getBody().getOps<hls::StreamOp>())
    names.insert(stream.getStreamName());
  for (auto process : dataflow.getBody().getOps<hls::ProcessOp>())
    names.insert(process.getProcessName());
}

std::string RegionNames::unique(const Twine &wanted) {
  std::string stem = wanted.str(), name = stem;
  for (unsigned i = 1; !names.insert(name).second; ++i)
    name = stem + "_" + std::to_string(i);
  return name;
}

hls::ProcessOp ProcessBuilder::process(hls::ProcessKind kind, const Twine &name,
                                       ValueRange inputs) {
  setInsertionPoint(before);
  auto result =
      hls::ProcessOp::create(*this, loc, kind, names.unique(name), inputs);
  Block &body = result.getBody().emplaceBlock();
  for (Value input : inputs)
    body.addArgument(input.getType(), loc);
  hls::ProcessOp::ensureTerminator(result.getBody(), *this, loc);
  setInsertionPointToStart(&body);
  return result;
}

SmallVector<Value> ProcessBuilder::loops(ArrayRef<int64_t> trips,
                                         hls::PipelineStyle style,
                                         int64_t repetitions) {
  SmallVector<int64_t> all(trips);
  if (repetitions > 1)
    all.insert(all.begin(), repetitions);
  SmallVector<Value> iterators;
  AffineForOp loop;
  for (int64_t trip : all) {
    loop = AffineForOp::create(*this, loc, 0, trip);
    loop->setAttr(hls::nameAttrName,
                  getStringAttr("i" + std::to_string(iterators.size())));
    iterators.push_back(loop.getInductionVar());
    setInsertionPointToStart(loop.getBody());
  }
  if (repetitions > 1)
    iterators.erase(iterators.begin());
  loop->setAttr(hls::pipelineAttrName,
                hls::PipelineAttr::get(getContext(), /*ii=*/1, style));
  return iterators;
}

Value ProcessBuilder::unrolled(int64_t trip) {
  auto loop = AffineForOp::create(*this, loc, 0, trip);
  loop->setAttr(hls::unrollAttrName,
                hls::UnrollAttr::get(getContext(), /*factor=*/0));
  setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

Value ProcessBuilder::read(Value stream, AffineMap fifo, ValueRange operands) {
  auto type = cast<hls::StreamType>(stream.getType());
  return hls::StreamReadOp::create(*this, loc, type.getTokenType(), stream,
                                   fifo ? fifo : AffineMap::get(getContext()),
                                   operands);
}

void ProcessBuilder::write(Value token, Value stream, AffineMap fifo,
                           ValueRange operands) {
  hls::StreamWriteOp::create(*this, loc, token, stream,
                             fifo ? fifo : AffineMap::get(getContext()),
                             operands);
}

Value ProcessBuilder::registers(StringRef name, Type element,
                                ArrayRef<int64_t> shape, unsigned memory) {
  MLIRContext *context = getContext();
  SmallVector<int64_t> extents(shape);
  hls::PartitionAttr partition;
  hls::StorageAttr storage;
  if (extents.empty()) {
    extents.push_back(1);
    storage = hls::StorageAttr::get(context, hls::StorageKind::Registers,
                                    /*ports=*/2);
  } else if (memory > 0) {
    SmallVector<hls::PartitionDimAttr> dims;
    for (unsigned dim = 0; dim < extents.size(); ++dim)
      dims.push_back(
          hls::PartitionDimAttr::get(context,
                                     dim < memory ? hls::PartitionKind::Complete
                                                  : hls::PartitionKind::None,
                                     dim < memory ? 0 : 1));
    partition = hls::PartitionAttr::get(context, dims);
  }
  return hls::BufferOp::create(*this, loc, MemRefType::get(extents, element),
                               name, /*array=*/StringAttr(), partition, storage,
                               /*copies=*/1, /*global=*/FlatSymbolRefAttr(),
                               /*port=*/Value());
}

Value ProcessBuilder::buffer(StringRef name, hls::StreamType type,
                             ArrayRef<int64_t> tokens, unsigned banked) {
  SmallVector<int64_t> extents(tokens);
  if (type.getLanes() > 1) {
    extents.push_back(type.getLanes());
    ++banked;
  }
  hls::PartitionAttr partition;
  if (banked > 0) {
    SmallVector<hls::PartitionDimAttr> dims;
    for (unsigned dim = 0; dim < extents.size(); ++dim) {
      bool isBank = dim + banked >= extents.size();
      dims.push_back(hls::PartitionDimAttr::get(
          getContext(),
          isBank ? hls::PartitionKind::Complete : hls::PartitionKind::None,
          /*factor=*/isBank ? 0 : 1));
    }
    partition = hls::PartitionAttr::get(getContext(), dims);
  }
  return hls::BufferOp::create(
      *this, loc, MemRefType::get(extents, type.getElementType()), name,
      /*array=*/StringAttr(), partition, /*storage=*/hls::StorageAttr(),
      /*copies=*/1, /*global=*/FlatSymbolRefAttr(),
      /*port=*/Value());
}

/// The lane is the last subscript on both sides.
void ProcessBuilder::copy(hls::StreamType type, Value from, AffineMap fromMap,
                          ValueRange fromOperands, Value to, AffineMap toMap,
                          ValueRange toOperands) {
  OpBuilder::InsertionGuard guard(*this);
  Value lane = unrolled(type.getLanes());
  auto withLane = [&](AffineMap map, ValueRange operands) {
    SmallVector<AffineExpr> results(map.getResults());
    results.push_back(getAffineDimExpr(map.getNumDims()));
    SmallVector<Value> values(operands);
    values.push_back(lane);
    return std::pair(
        AffineMap::get(map.getNumDims() + 1, 0, results, getContext()), values);
  };
  auto [source, sourceOperands] = withLane(fromMap, fromOperands);
  auto [target, targetOperands] = withLane(toMap, toOperands);
  Value element =
      affine::AffineLoadOp::create(*this, loc, from, source, sourceOperands);
  affine::AffineStoreOp::create(*this, loc, element, to, target,
                                targetOperands);
}

void ProcessBuilder::keep(hls::StreamType type, Value token, Value memory,
                          AffineMap place, ValueRange operands) {
  if (type.getLanes() == 1)
    affine::AffineStoreOp::create(*this, loc, token, memory, place, operands);
  else
    copy(type, token, AffineMap::get(getContext()), {}, memory, place,
         operands);
}

Value ProcessBuilder::recall(hls::StreamType type, Value memory,
                             AffineMap place, ValueRange operands) {
  if (type.getLanes() == 1)
    return affine::AffineLoadOp::create(*this, loc, memory, place, operands);
  Value token = hls::BeatOp::create(*this, loc, type.getTokenType());
  copy(type, memory, place, operands, token, AffineMap::get(getContext()), {});
  return token;
}

void ProcessBuilder::keepRun(hls::StreamType type, Value token, Value memory,
                             AffineExpr first, ValueRange operands) {
  if (type.getLanes() == 1)
    return keep(type, token, memory, AffineMap::get(operands.size(), 0, first),
                operands);
  OpBuilder::InsertionGuard guard(*this);
  SmallVector<Value> inside(operands);
  inside.push_back(unrolled(type.getLanes()));
  Value element = affine::AffineLoadOp::create(
      *this, loc, token, getMultiDimIdentityMap(1), inside.back());
  affine::AffineStoreOp::create(
      *this, loc, element, memory,
      AffineMap::get(inside.size(), 0,
                     first + getAffineDimExpr(operands.size())),
      inside);
}

Value ProcessBuilder::recallRun(hls::StreamType type, Value memory,
                                AffineExpr first, ValueRange operands) {
  if (type.getLanes() == 1)
    return recall(type, memory, AffineMap::get(operands.size(), 0, first),
                  operands);
  Value token = hls::BeatOp::create(*this, loc, type.getTokenType());
  OpBuilder::InsertionGuard guard(*this);
  SmallVector<Value> inside(operands);
  inside.push_back(unrolled(type.getLanes()));
  Value element = affine::AffineLoadOp::create(
      *this, loc, memory,
      AffineMap::get(inside.size(), 0,
                     first + getAffineDimExpr(operands.size())),
      inside);
  affine::AffineStoreOp::create(*this, loc, element, token,
                                getMultiDimIdentityMap(1), inside.back());
  return token;
}

affine::AffineIfOp ProcessBuilder::when(IntegerSet set, ValueRange operands,
                                        bool hasElse) {
  return affine::AffineIfOp::create(*this, loc, set, operands, hasElse);
}

IntegerSet talos::allZero(MLIRContext *context, unsigned iterators) {
  SmallVector<AffineExpr> zeros;
  for (unsigned dim = 0; dim < iterators; ++dim)
    zeros.push_back(getAffineDimExpr(dim, context));
  return IntegerSet::get(iterators, 0, zeros,
                         SmallVector<bool>(iterators, true));
}
