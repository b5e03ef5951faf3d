//===- NestFunction.cpp - A nest as a function of its own -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/NestFunction.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "talos/Poly/Scop.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

namespace {
class Extractor {
public:
  explicit Extractor(AffineForOp root)
      : root(root), source(root->getParentOfType<func::FuncOp>()) {}
  FailureOr<NestFunction> run();

private:
  LogicalResult sortValues();
  bool isOwn(Value array) const;
  bool isSetBefore(Value array) const;
  void create();
  void addFill(OpBuilder &builder, IRMapping &mapping);
  LogicalResult markOverwritten();

  AffineForOp root;
  func::FuncOp source;
  SmallVector<Operation *> copied; ///< constants, allocations of its own
  NestFunction result;
};
} // namespace

/// Allocated, and used by the nest alone.
bool Extractor::isOwn(Value array) const {
  Operation *op = array.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op) &&
         llvm::all_of(array.getUsers(), [&](Operation *user) {
           return isa<memref::DeallocOp>(user) || root->isAncestor(user);
         });
}

bool Extractor::isSetBefore(Value array) const {
  if (isa<BlockArgument>(array))
    return true;
  return llvm::any_of(array.getUsers(), [&](Operation *user) {
    Operation *there = root->getBlock()->findAncestorOpInBlock(*user);
    return there && there->isBeforeInBlock(root);
  });
}

LogicalResult Extractor::sortValues() {
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(root->getRegions(), outside);
  for (Value operand : root->getOperands())
    outside.insert(operand);
  SmallVector<Value> allocated, scalars;
  for (Value value : outside) {
    Operation *op = value.getDefiningOp();
    bool isArray = isa<MemRefType>(value.getType());
    if ((isArray && isOwn(value)) ||
        (op && op->hasTrait<OpTrait::ConstantLike>()))
      copied.push_back(op);
    else if (isArray)
      (op ? allocated : result.operands).push_back(value);
    else if (!op)
      scalars.push_back(value);
    else
      return op->emitError("a nest that fits no stream takes this value from "
                           "outside; a task takes scalars that are arguments "
                           "or constants");
  }
  llvm::sort(result.operands, [](Value a, Value b) {
    return cast<BlockArgument>(a).getArgNumber() <
           cast<BlockArgument>(b).getArgNumber();
  });
  llvm::sort(allocated, [](Value a, Value b) {
    return a.getDefiningOp()->isBeforeInBlock(b.getDefiningOp());
  });
  llvm::append_range(result.operands, allocated);
  llvm::append_range(result.operands, scalars);
  return success();
}

/// What the nest starts with, where that is a constant, as a nest in front.
void Extractor::addFill(OpBuilder &builder, IRMapping &mapping) {
  affine::AffineStoreOp update;
  root.walk([&](affine::AffineStoreOp store) {
    if (store->hasAttr(hls::initialAttrName))
      update = store;
  });
  if (!update)
    return;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = update.getLoc();
  Value constant = arith::ConstantOp::create(
      builder, loc, update->getAttrOfType<TypedAttr>(hls::initialAttrName));
  SmallVector<Value> at;
  for (auto [dim, extent] :
       llvm::enumerate(update.getMemRefType().getShape())) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    loop->setAttr(hls::nameAttrName,
                  builder.getStringAttr("d" + std::to_string(dim)));
    at.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  auto fill = affine::AffineStoreOp::create(
      builder, loc, constant, mapping.lookup(update.getMemRef()), at);
  if (auto name = update->getAttrOfType<StringAttr>(hls::statementAttrName))
    fill->setAttr(hls::statementAttrName,
                  builder.getStringAttr(name.getValue() + "_fill"));
}

/// A loop of one iteration that only holds several nests together.
static bool isHolder(AffineForOp loop) {
  return loop.getInductionVar().use_empty() &&
         loop.getBody()->getOperations().size() > 2;
}

void Extractor::create() {
  MLIRContext *context = root.getContext();
  Location loc = root.getLoc();
  result.module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockBegin(result.module->getBody());
  result.func = func::FuncOp::create(
      builder, loc, source.getName(),
      FunctionType::get(context, ValueRange(result.operands).getTypes(), {}));
  for (StringRef name :
       {StringRef(hls::topAttrName), StringRef(hls::targetAttrName)})
    if (Attribute attr = source->getAttr(name))
      result.func->setAttr(name, attr);
  Block *body = result.func.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [number, operand] : llvm::enumerate(result.operands)) {
    mapping.map(operand, body->getArgument(number));
    auto argument = dyn_cast<BlockArgument>(operand);
    std::string name = argument ? sourceName(source, argument.getArgNumber())
                                : sourceName(operand.getDefiningOp());
    if (!name.empty())
      result.func.setArgAttr(number, hls::nameAttrName,
                             builder.getStringAttr(name));
  }
  for (Operation *op : copied)
    builder.clone(*op, mapping);
  addFill(builder, mapping);
  auto copy = cast<AffineForOp>(builder.clone(*root, mapping));
  copy.walk([](affine::AffineStoreOp store) {
    store->removeAttr(hls::initialAttrName);
  });
  if (isHolder(copy))
    (void)affine::promoteIfSingleIteration(copy);
  func::ReturnOp::create(builder, loc);
}

LogicalResult Extractor::markOverwritten() {
  FailureOr<std::unique_ptr<poly::Scop>> scop = poly::Scop::build(result.func);
  if (failed(scop))
    return failure();
  for (auto [number, operand] : llvm::enumerate(result.operands))
    if (isa<MemRefType>(operand.getType()) &&
        (!isSetBefore(operand) ||
         isOverwritten(**scop, result.func.getArgument(number))))
      result.func.setArgAttr(number, hls::overwrittenAttrName,
                             UnitAttr::get(root.getContext()));
  return success();
}

FailureOr<NestFunction> Extractor::run() {
  if (failed(sortValues()))
    return failure();
  create();
  if (failed(markOverwritten()))
    return failure();
  return std::move(result);
}

FailureOr<NestFunction> analysis::nestFunction(AffineForOp root) {
  return Extractor(root).run();
}
