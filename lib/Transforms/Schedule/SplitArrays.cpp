//===- SplitArrays.cpp - Arrays and the loops over them, in blocks --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index-set splitting: a loop over a dimension of an array becomes one loop a
// block, in their order, so that the program computes what it did. The blocks
// are arrays of their own: while one is transferred, others are computed with.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PortSharing.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/MemoryCopies.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/ScratchMemory.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include <numeric>

namespace talos {
#define GEN_PASS_DEF_SPLITARRAYS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {

/// `A.1=272+138`: the dimension 1 of array A in blocks of these extents.
struct Cut {
  std::string array;
  int64_t dimension = 0;
  SmallVector<int64_t> extents;

  int64_t whole() const {
    return std::accumulate(extents.begin(), extents.end(), int64_t(0));
  }
  int64_t start(unsigned block) const {
    return std::accumulate(extents.begin(), extents.begin() + block,
                           int64_t(0));
  }
};

/// A subscript that is one iterator: its loop.
template <typename OpTy> AffineForOp loopOf(OpTy access, int64_t dimension) {
  AffineMap map = access.getAffineMap().getSubMap(dimension);
  SmallVector<Value> operands(access.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  canonicalizeMapAndOperands(&map, &operands);
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(0));
  return dim ? getForInductionVarOwner(operands[dim.getPosition()])
             : AffineForOp();
}

AffineForOp loopOf(Operation *access, int64_t dimension) {
  if (auto load = dyn_cast<AffineLoadOp>(access))
    return loopOf(load, dimension);
  return loopOf(cast<AffineStoreOp>(access), dimension);
}

class ArraySplitter {
public:
  ArraySplitter(func::FuncOp func, Cut cut)
      : func(func), cut(std::move(cut)), builder(func.getContext()) {}

  LogicalResult run();

private:
  Value findArray() const;
  LogicalResult check(Value array) const;
  bool isCuttable(AffineForOp loop) const;
  bool walksWhole(Value array, int64_t dimension,
                  SmallVectorImpl<AffineForOp> &found) const;
  void add(Value array, int64_t dimension, ArrayRef<AffineForOp> walking);
  void close();
  void splitLoops();
  void createBlocks(Value array);
  void useBlock(Operation *access);
  void eraseArrays();

  func::FuncOp func;
  Cut cut;
  OpBuilder builder;
  llvm::MapVector<Value, int64_t> arrays;  ///< that are cut, and where
  llvm::SetVector<Operation *> loops;      ///< over the cut dimensions
  DenseMap<Operation *, unsigned> blockOf; ///< of loops that are split
  DenseMap<Value, SmallVector<Value>> blocks;
  llvm::StringSet<> taken; ///< names of arrays
};

} // namespace

/// The arrays that may be cut: those of arguments, then local ones.
static SmallVector<Value> arraysOf(func::FuncOp func) {
  SmallVector<Value> arrays;
  for (BlockArgument argument : func.getArguments())
    if (isa<MemRefType>(argument.getType()))
      arrays.push_back(argument);
  for (auto op : func.getBody().front().getOps<memref::AllocOp>())
    arrays.push_back(op.getResult());
  return arrays;
}

Value ArraySplitter::findArray() const {
  for (Value array : arraysOf(func))
    if (nameOfArray(array) == cut.array)
      return array;
  return {};
}

/// Its iterations follow each other in blocks whatever it does: only values
/// that it carries would have to pass from one to the next.
bool ArraySplitter::isCuttable(AffineForOp loop) const {
  return loop && loop.hasConstantBounds() && loop.getStepAsInt() == 1 &&
         loop.getNumResults() == 0 && loop.getConstantLowerBound() >= 0 &&
         loop.getConstantUpperBound() <= cut.whole();
}

/// Whether each access to the array follows one loop there that can be cut;
/// these loops.
bool ArraySplitter::walksWhole(Value array, int64_t dimension,
                               SmallVectorImpl<AffineForOp> &found) const {
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    if (!isa<AffineLoadOp, AffineStoreOp>(user))
      return false;
    AffineForOp loop = loopOf(user, dimension);
    if (!isCuttable(loop))
      return false;
    found.push_back(loop);
  }
  return true;
}

static bool isBlock(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  return argument &&
         hls::ArrayBlock::of(
             cast<FunctionOpInterface>(argument.getOwner()->getParentOp()),
             argument.getArgNumber());
}

/// It is in memory more than once, always whole.
static bool hasCopies(func::FuncOp func, Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument)
    return false;
  if (func.getArgAttr(argument.getArgNumber(), hls::copyOfAttrName))
    return true;
  return llvm::any_of(func.getArguments(), [&](BlockArgument other) {
    auto of = func.getArgAttrOfType<StringAttr>(other.getArgNumber(),
                                                hls::copyOfAttrName);
    return of && of.getValue() == nameOfArray(array);
  });
}

/// Says of the first access that stands in the way what does.
LogicalResult ArraySplitter::check(Value array) const {
  auto type = cast<MemRefType>(array.getType());
  auto error = [&](Location at) {
    return emitError(at) << "array '" << cut.array
                         << "' cannot be cut in dimension " << cut.dimension
                         << ": ";
  };
  if (isBlock(array))
    return error(array.getLoc()) << "it is a block of another array";
  if (hasCopies(func, array))
    return error(array.getLoc()) << "it has copies in memory";
  if (cut.dimension >= type.getRank())
    return error(array.getLoc()) << "it has rank " << type.getRank();
  if (type.getDimSize(cut.dimension) != cut.whole())
    return error(array.getLoc())
           << "the blocks have " << cut.whole() << " positions together, the "
           << "array " << type.getDimSize(cut.dimension);
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    if (!isa<AffineLoadOp, AffineStoreOp>(user))
      return error(user->getLoc())
             << "'" << user->getName() << "' may access all of it";
    AffineForOp loop = loopOf(user, cut.dimension);
    if (!loop)
      return error(user->getLoc())
             << "the subscript of this access is not one loop; name another "
                "dimension";
    if (!isCuttable(loop))
      return error(loop.getLoc())
             << "this loop has no constant bounds or carries values";
  }
  return success();
}

void ArraySplitter::add(Value array, int64_t dimension,
                        ArrayRef<AffineForOp> walking) {
  arrays[array] = dimension;
  for (AffineForOp loop : walking)
    loops.insert(loop);
}

/// Other arrays that the cut loops walk are cut as well, where all accesses
/// allow it: tasks that share no block need not wait for each other.
void ArraySplitter::close() {
  bool changed = true;
  while (std::exchange(changed, false))
    for (Value array : arraysOf(func)) {
      auto type = cast<MemRefType>(array.getType());
      if (isBlock(array) || hasCopies(func, array))
        continue; // of a block: cut in another dimension
      for (int64_t d = 0; d < type.getRank() && !arrays.contains(array); ++d) {
        SmallVector<AffineForOp> walking;
        if (type.getDimSize(d) != cut.whole() ||
            !walksWhole(array, d, walking) ||
            llvm::none_of(walking, [&](AffineForOp loop) {
              return loops.contains(loop);
            }))
          continue;
        add(array, d, walking);
        changed = true;
      }
    }
}

/// Each loop, the outermost first, once for every block that it enters; from 0,
/// with the start in the subscripts.
void ArraySplitter::splitLoops() {
  while (!loops.empty()) {
    auto outermost = llvm::find_if(loops, [&](Operation *loop) {
      return llvm::none_of(loops, [&](Operation *other) {
        return other->isProperAncestor(loop);
      });
    });
    auto loop = cast<AffineForOp>(*outermost);
    loops.remove(loop);
    builder.setInsertionPoint(loop);
    for (unsigned k = 0; k < cut.extents.size(); ++k) {
      int64_t first = std::max(cut.start(k), loop.getConstantLowerBound());
      int64_t end =
          std::min(cut.start(k) + cut.extents[k], loop.getConstantUpperBound());
      if (first >= end)
        continue;
      IRMapping mapping;
      auto copy = cast<AffineForOp>(builder.clone(*loop, mapping));
      copy.setConstantLowerBound(first);
      copy.setConstantUpperBound(end);
      blockOf[copy] = k;
      loop.getBody()->walk([&](AffineForOp inner) {
        if (loops.contains(inner))
          loops.insert(
              getForInductionVarOwner(mapping.lookup(inner.getInductionVar())));
      });
    }
    loop.getBody()->walk([&](AffineForOp inner) { loops.remove(inner); });
    loop.erase();
  }
}

void ArraySplitter::createBlocks(Value array) {
  auto type = cast<MemRefType>(array.getType());
  int64_t dimension = arrays[array];
  std::string name = nameOfArray(array);
  auto argument = dyn_cast<BlockArgument>(array);
  for (unsigned k = 0; k < cut.extents.size(); ++k) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = cut.extents[k];
    auto part = MemRefType::get(shape, type.getElementType());
    std::string own = name + "_" + std::to_string(k);
    while (!taken.insert(own).second)
      own += "_";
    if (!argument) {
      builder.setInsertionPoint(array.getDefiningOp());
      auto alloc = memref::AllocOp::create(builder, array.getLoc(), part);
      alloc->setDiscardableAttrs(
          array.getDefiningOp()->getDiscardableAttrDictionary());
      alloc->setAttr(hls::nameAttrName, builder.getStringAttr(own));
      blocks[array].push_back(alloc);
      continue;
    }
    NamedAttrList attributes(func.getArgAttrDict(argument.getArgNumber()));
    attributes.set(hls::nameAttrName, builder.getStringAttr(own));
    attributes.set(
        hls::blockAttrName,
        hls::ArrayBlock{name, dimension, cut.start(k), cut.whole()}.attribute(
            func.getContext()));
    unsigned index = argument.getArgNumber() + 1 + k;
    (void)func.insertArgument(index, part,
                              attributes.getDictionary(func.getContext()),
                              array.getLoc());
    blocks[array].push_back(func.getArgument(index));
  }
}

/// The access goes to the block that its loop is over.
void ArraySplitter::useBlock(Operation *access) {
  auto retarget = [&](auto op) {
    int64_t dimension = arrays[op.getMemRef()];
    unsigned block = blockOf.lookup(loopOf(access, dimension));
    AffineMap map = op.getAffineMap();
    SmallVector<AffineExpr> subscripts(map.getResults());
    subscripts[dimension] = subscripts[dimension] - cut.start(block);
    op.getMemrefMutable().assign(blocks[op.getMemRef()][block]);
    op.setMap(AffineMap::get(map.getNumDims(), map.getNumSymbols(), subscripts,
                             func.getContext()));
  };
  if (auto load = dyn_cast<AffineLoadOp>(access))
    retarget(load);
  else
    retarget(cast<AffineStoreOp>(access));
}

void ArraySplitter::eraseArrays() {
  for (auto [array, dimension] : arrays) {
    for (Operation *user : llvm::make_early_inc_range(array.getUsers())) {
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        builder.setInsertionPoint(dealloc);
        for (Value block : blocks[array])
          memref::DeallocOp::create(builder, dealloc.getLoc(), block);
        dealloc.erase();
        continue;
      }
      useBlock(user);
    }
    if (auto argument = dyn_cast<BlockArgument>(array))
      (void)func.eraseArgument(argument.getArgNumber());
    else
      array.getDefiningOp()->erase();
  }
}

LogicalResult ArraySplitter::run() {
  Value array = findArray();
  if (!array)
    return func.emitError("no array '")
           << cut.array << "' to cut: function '" << func.getName()
           << "' has no such argument or allocation";
  if (failed(check(array)))
    return failure();
  for (Value other : arraysOf(func))
    taken.insert(nameOfArray(other));
  SmallVector<AffineForOp> walking;
  walksWhole(array, cut.dimension, walking);
  add(array, cut.dimension, walking);
  close();
  splitLoops();
  for (auto [each, dimension] : arrays)
    createBlocks(each);
  eraseArrays();
  return success();
}

/// None where the text is no cut.
static std::optional<Cut> readCut(StringRef text) {
  auto [place, extents] = text.split('=');
  auto [array, dimension] = place.rsplit('.');
  Cut cut{array.str(), 0, {}};
  if (array.empty() || dimension.getAsInteger(10, cut.dimension) ||
      cut.dimension < 0)
    return std::nullopt;
  SmallVector<StringRef> parts;
  extents.split(parts, '+');
  for (StringRef part : parts)
    if (part.getAsInteger(10, cut.extents.emplace_back()) ||
        cut.extents.back() < 1 || cut.extents.back() > INT32_MAX)
      return std::nullopt;
  return cut;
}

namespace {
struct SplitArrays : talos::impl::SplitArraysBase<SplitArrays> {
  using SplitArraysBase::SplitArraysBase;
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
    if (!func->hasAttr(hls::topAttrName) || blocks.empty())
      return;
    SmallVector<StringRef> cuts;
    StringRef(blocks).split(cuts, ',');
    for (StringRef text : cuts)
      if (transforms::isPortSharing(text) &&
          failed(transforms::sharePort(func, text)))
        return signalPassFailure();
    for (StringRef text : cuts)
      if (transforms::isMemoryCopies(text) &&
          failed(transforms::copyInMemory(func, text)))
        return signalPassFailure();
    for (StringRef text : cuts)
      if (transforms::isScratchMemory(text) &&
          failed(transforms::moveToScratch(func, text)))
        return signalPassFailure();
    for (StringRef text : cuts)
      if (!transforms::isPortSharing(text) &&
          !transforms::isMemoryCopies(text) &&
          !transforms::isScratchMemory(text) && failed(split(func, text)))
        return signalPassFailure();
    func->setAttr(hls::blocksAttrName,
                  StringAttr::get(func.getContext(), blocks));
  }

  static LogicalResult split(func::FuncOp func, StringRef text) {
    std::optional<Cut> cut = readCut(text);
    if (!cut)
      return func.emitError("'")
             << text
             << "' is no cut of an array; write array.dimension=extent+extent, "
                "as A.0=200+190, array.copies=number, as A.copies=2, "
                "array.scratch, as E.scratch, or array@array, as C@A";
    return ArraySplitter(func, std::move(*cut)).run();
  }
};
} // namespace
