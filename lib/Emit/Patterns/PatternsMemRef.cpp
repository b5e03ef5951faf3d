//===- PatternsMemRef.cpp - memref operations as C++ ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Loops.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

template <typename OpTy>
static LogicalResult allocate(FunctionEmitter &e, OpTy op) {
  if (failed(e.declareArray(op.getResult(), userName(op.getResult(), "tmp"))))
    return failure();
  memoryPragmas(
      e, e.array(op.getResult()).name,
      op->template getAttrOfType<hls::PartitionAttr>(hls::partitionAttrName),
      op->template getAttrOfType<hls::StorageAttr>(hls::storageAttrName));
  return success();
}

static LogicalResult global(FunctionEmitter &e, memref::GetGlobalOp op) {
  return e.declareGlobal(
      op.getResult(), legalIdentifier(userName(op.getResult(), op.getName())),
      op.getNameAttr());
}

static LogicalResult deallocate(FunctionEmitter &, memref::DeallocOp) {
  return success(); // a local array ends with its scope
}

static FailureOr<SmallVector<Expr>> indices(FunctionEmitter &e,
                                            ValueRange values) {
  SmallVector<Expr> all;
  for (Value value : values) {
    FailureOr<Expr> one = e.expr(value);
    if (failed(one))
      return failure();
    all.push_back(*one);
  }
  return all;
}

static FailureOr<Expr> load(FunctionEmitter &e, memref::LoadOp op) {
  FailureOr<SmallVector<Expr>> place = indices(e, op.getIndices());
  if (failed(place))
    return failure();
  return e.element(op, op.getMemRef(), *place);
}

static LogicalResult store(FunctionEmitter &e, memref::StoreOp op) {
  FailureOr<SmallVector<Expr>> place = indices(e, op.getIndices());
  FailureOr<Expr> value = e.expr(op.getValueToStore());
  if (failed(place) || failed(value))
    return failure();
  FailureOr<Expr> element = e.element(op, op.getMemRef(), *place);
  if (failed(element))
    return failure();
  e.line() << element->text << " = " << value->text << ";"
           << statementComment(op) << "\n";
  return success();
}

static LogicalResult copy(FunctionEmitter &e, memref::CopyOp op) {
  auto type = cast<MemRefType>(op.getSource().getType());
  SmallVector<Expr> counters;
  for (int64_t extent : type.getShape()) {
    e.names.push();
    std::string name = e.names.take("c");
    e.label("loop_copy");
    e.open("for (int " + name + " = 0; " + name + " < " +
           std::to_string(extent) + "; ++" + name + ")");
    counters.push_back({name});
  }
  FailureOr<Expr> from = e.element(op, op.getSource(), counters);
  FailureOr<Expr> to = e.element(op, op.getTarget(), counters);
  if (failed(from) || failed(to))
    return failure();
  e.line() << to->text << " = " << from->text << ";\n";
  for (size_t i = 0; i < counters.size(); ++i) {
    e.close();
    e.names.pop();
  }
  return success();
}

void emit::addMemRefPatterns(Patterns &patterns) {
  patterns.statement<memref::AllocOp, allocate>();
  patterns.statement<memref::AllocaOp, allocate>();
  patterns.statement<memref::GetGlobalOp, global>();
  patterns.statement<memref::DeallocOp, deallocate>();
  patterns.expression<memref::LoadOp, load>();
  patterns.statement<memref::StoreOp, store>();
  patterns.statement<memref::CopyOp, copy>();
}
