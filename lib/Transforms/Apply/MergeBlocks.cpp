//===- MergeBlocks.cpp - One argument for the blocks of an array ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_MERGEBLOCKS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using hls::ArrayBlock;

namespace {

class BlockMerger {
public:
  explicit BlockMerger(func::FuncOp func)
      : func(func), builder(func.getContext()) {}
  LogicalResult run();

private:
  LogicalResult check(unsigned index, const ArrayBlock &block);
  LogicalResult checkUses(Value block);
  void insertWhole(unsigned index, const ArrayBlock &block);
  void redirect(Value block, Value whole, const ArrayBlock &place);
  template <typename OpTy>
  void shift(OpTy transfer, const ArrayBlock &place, int64_t rank);

  func::FuncOp func;
  OpBuilder builder;
};

} // namespace

/// Blocks of one array stand side by side and have one port.
LogicalResult BlockMerger::check(unsigned index, const ArrayBlock &block) {
  auto error = [place = func.getArgument(index).getLoc()] {
    return emitError(place);
  };
  int64_t next = 0;
  Attribute port = func.getArgAttr(index, hls::interfaceAttrName);
  auto interface = dyn_cast_or_null<hls::InterfaceAttr>(port);
  for (; index < func.getNumArguments(); ++index) {
    std::optional<ArrayBlock> other = ArrayBlock::of(func, index);
    if (!other || other->array != block.array)
      break;
    auto own = func.getArgAttrOfType<hls::InterfaceAttr>(
        index, hls::interfaceAttrName);
    if (func.getArgAttr(index, hls::tilesAttrName))
      return error() << "blocks of array '" << block.array
                     << "' are no tiles; leave the lanes of tiles out";
    if (!own || !interface || own.getWidth() != interface.getWidth() ||
        own.getLanes() != interface.getLanes())
      return error() << "blocks of array '" << block.array
                     << "' share its port, so that their beats and lanes must "
                        "be the same";
    if (own.getPortBlocks() > 1)
      return error() << "blocks of array '" << block.array
                     << "' are moved one after the other; each of its ports "
                        "must hold a part of all of them (port_blocks = 1)";
    if (other->start != next || other->dimension != block.dimension ||
        other->extent != block.extent)
      return error() << "the blocks of array '" << block.array
                     << "' must be one after the other";
    next += cast<MemRefType>(func.getArgument(index).getType())
                .getDimSize(block.dimension);
    if (failed(checkUses(func.getArgument(index))))
      return failure();
  }
  if (next != block.extent)
    return error() << "the blocks of array '" << block.array << "' have "
                   << next << " of its " << block.extent << " positions";
  return success();
}

LogicalResult BlockMerger::checkUses(Value block) {
  for (OpOperand &use : block.getUses()) {
    if (auto task = dyn_cast<hls::TaskOp>(use.getOwner())) {
      if (failed(checkUses(task.getBody().getArgument(use.getOperandNumber()))))
        return failure();
    } else if (!isa<hls::TileLoadOp, hls::TileStoreOp>(use.getOwner())) {
      return use.getOwner()->emitOpError(
          "accesses a block of an off-chip array; run hls-apply-buffers first");
    }
  }
  return success();
}

void BlockMerger::insertWhole(unsigned index, const ArrayBlock &block) {
  Value first = func.getArgument(index);
  NamedAttrList attributes(func.getArgAttrDict(index));
  attributes.erase(hls::blockAttrName);
  attributes.set(hls::nameAttrName, builder.getStringAttr(block.array));
  auto interface =
      cast<hls::InterfaceAttr>(attributes.get(hls::interfaceAttrName));
  StringAttr bundle = interface.getBundle();
  if (!attributes.get(hls::portOfAttrName))
    bundle = builder.getStringAttr("gmem_" + block.array);
  attributes.set(hls::interfaceAttrName,
                 hls::InterfaceAttr::get(func.getContext(), interface.getMode(),
                                         bundle, interface.getWidth(),
                                         interface.getLanes(),
                                         interface.getPortBlocks()));
  (void)func.insertArgument(
      index, block.wholeType(cast<MemRefType>(first.getType())),
      attributes.getDictionary(func.getContext()), first.getLoc());
}

/// The transfer's box, from where the block begins.
template <typename OpTy>
void BlockMerger::shift(OpTy transfer, const ArrayBlock &place, int64_t rank) {
  builder.setInsertionPoint(transfer);
  Location loc = transfer.getLoc();
  SmallVector<Value> offsets(transfer.getOffsets());
  if (offsets.empty() && place.start == 0 &&
      transfer.getArray().getType() == transfer.getBuffer().getType())
    return;
  while (int64_t(offsets.size()) < rank)
    offsets.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  Value &offset = offsets[place.dimension];
  AffineExpr sum = builder.getAffineDimExpr(0) + place.start;
  offset = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(1, 0, sum), {OpFoldResult(offset)}));
  transfer.getOffsetsMutable().assign(offsets);
}

void BlockMerger::redirect(Value block, Value whole, const ArrayBlock &place) {
  int64_t rank = cast<MemRefType>(whole.getType()).getRank();
  for (OpOperand &use : llvm::make_early_inc_range(block.getUses())) {
    Operation *user = use.getOwner();
    use.set(whole);
    if (auto task = dyn_cast<hls::TaskOp>(user)) {
      Value inner = task.getBody().getArgument(use.getOperandNumber());
      inner.setType(whole.getType());
      redirect(inner, inner, place);
    } else if (auto load = dyn_cast<hls::TileLoadOp>(user)) {
      shift(load, place, rank);
    } else {
      shift(cast<hls::TileStoreOp>(user), place, rank);
    }
  }
}

LogicalResult BlockMerger::run() {
  for (unsigned index = 0; index < func.getNumArguments(); ++index) {
    std::optional<ArrayBlock> block = ArrayBlock::of(func, index);
    if (!block)
      continue;
    if (failed(check(index, *block)))
      return failure();
    std::string array = block->array;
    insertWhole(index, *block);
    while (index + 1 < func.getNumArguments() &&
           (block = ArrayBlock::of(func, index + 1)) && block->array == array) {
      redirect(func.getArgument(index + 1), func.getArgument(index), *block);
      (void)func.eraseArgument(index + 1);
    }
  }
  return success();
}

namespace {
struct MergeBlocks : talos::impl::MergeBlocksBase<MergeBlocks> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func->hasAttr(hls::topAttrName) && failed(BlockMerger(func).run()))
      signalPassFailure();
  }
};
} // namespace
