//===- Directives.cpp - Directives by the names of ScaleHLS ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They say what the user of a pass wants of the design. hls-explore takes them
// as it takes those of the source program.
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TaskGraph.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

namespace talos {
#define GEN_PASS_DEF_LOOPPIPELINING
#define GEN_PASS_DEF_FUNCPIPELINING
#define GEN_PASS_DEF_ARRAYPARTITION
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// How many statements the loop runs around.
static unsigned countStores(AffineForOp loop) {
  unsigned count = 0;
  loop.walk([&](affine::AffineStoreOp) { ++count; });
  return count;
}

static bool hasDirective(AffineForOp loop) {
  return loop->hasAttr(hls::pipelineAttrName) ||
         loop->hasAttr(hls::unrollAttrName);
}

/// A loop of the nest of `inner` has a directive.
static bool isDirected(AffineForOp inner) {
  for (AffineForOp loop = inner; loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (hasDirective(loop))
      return true;
  return false;
}

namespace {

struct LoopPipeliningPass
    : talos::impl::LoopPipeliningBase<LoopPipeliningPass> {
  using LoopPipeliningBase::LoopPipeliningBase;

  void runOnOperation() override {
    if (targetII < 0) {
      getOperation().emitError("loop-pipelining: target-ii must not be "
                               "negative, got ")
          << targetII.getValue();
      return signalPassFailure();
    }
    getOperation().walk([&](AffineForOp loop) {
      bool isInnermost =
          loop.getBody()->getOps<AffineForOp>().empty() &&
          !loop.getBody()
               ->walk([](AffineForOp) { return WalkResult::interrupt(); })
               .wasInterrupted();
      if (isInnermost && countStores(loop) == 1 && !isDirected(loop))
        loop->setAttr(hls::pipelineAttrName,
                      hls::PipelineAttr::get(&getContext(), targetII));
    });
  }
};

struct FuncPipeliningPass
    : talos::impl::FuncPipeliningBase<FuncPipeliningPass> {
  void runOnOperation() override {
    getOperation().walk([&](AffineForOp loop) {
      if (countStores(loop) == 1 && !hasDirective(loop))
        loop->setAttr(hls::unrollAttrName,
                      hls::UnrollAttr::get(&getContext(), /*factor=*/0));
    });
  }
};

struct ArrayPartitionPass
    : talos::impl::ArrayPartitionBase<ArrayPartitionPass> {
  using ArrayPartitionBase::ArrayPartitionBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || func->hasAttr(hls::referenceAttrName))
      return;
    nameAll(func);
    SmallVector<Attribute> pins;
    if (auto before = func->getAttrOfType<ArrayAttr>(hls::pinsAttrName))
      pins.append(before.begin(), before.end());
    for (StringRef factors : partFactors)
      if (failed(addPins(func, factors, pins)))
        return signalPassFailure();
    if (!pins.empty())
      func->setAttr(hls::pinsAttrName, ArrayAttr::get(&getContext(), pins));
  }

private:
  static LogicalResult addPins(func::FuncOp func, StringRef factors,
                               SmallVectorImpl<Attribute> &pins);
};

} // namespace

/// "A=4x1"
LogicalResult ArrayPartitionPass::addPins(func::FuncOp func, StringRef factors,
                                          SmallVectorImpl<Attribute> &pins) {
  auto [name, numbers] = factors.split('=');
  MemRefType type = arrayType(func, name);
  if (!type)
    return func.emitError("array-partition: function '")
           << func.getSymName() << "' has no array '" << name
           << "'; part-factors are written A=4x1";
  SmallVector<StringRef> parts;
  numbers.split(parts, 'x');
  if (int64_t(parts.size()) != type.getRank())
    return func.emitError("array-partition: array '")
           << name << "' has " << type.getRank()
           << " dimensions, part-factors have '" << numbers << "'";
  for (auto [dim, part] : llvm::enumerate(parts)) {
    int64_t banks;
    if (part.getAsInteger(10, banks) || banks < 0)
      return func.emitError("array-partition: '")
             << part << "' of '" << factors << "' is no number of banks";
    if (banks != 0)
      pins.push_back(StringAttr::get(func.getContext(), name + ".partition" +
                                                            Twine(dim) + "=" +
                                                            Twine(banks)));
  }
  return success();
}
