//===- PatternsHLS.cpp - Buffers, transfers and tasks as C++ --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

/// The directive of a dimension without its variable; empty: none.
static std::string partitionOf(hls::PartitionDimAttr dim) {
  std::string factor = " factor=" + std::to_string(dim.getFactor());
  switch (dim.getKind()) {
  case hls::PartitionKind::None:
    return "";
  case hls::PartitionKind::Complete:
    return "type=complete";
  case hls::PartitionKind::Reshape:
  case hls::PartitionKind::Cyclic:
    return dim.getFactor() == 1 ? "" : "type=cyclic" + factor;
  case hls::PartitionKind::Block:
    return dim.getFactor() == 1 ? "" : "type=block" + factor;
  }
  return "";
}

// Two ports means two of reading and writing each where the resource has them;
// a LUTRAM writes through one port only.
static void bindStorage(FunctionEmitter &e, StringRef name,
                        hls::StorageAttr storage, bool isConstant) {
  using Kind = hls::StorageKind;
  bool single = storage.getPorts() == 1;
  auto bind = [&](StringRef impl, StringRef twoPorts) {
    StringRef type = isConstant ? (single ? "rom_1p" : "rom_2p")
                                : (single ? "ram_1p" : twoPorts);
    e.pragma("bind_storage variable=" + name + " type=" + type +
             " impl=" + impl);
  };
  switch (storage.getKind()) {
  case Kind::Auto:
    return;
  case Kind::Registers:
    return e.pragma("array_partition variable=" + name +
                    " type=complete dim=0");
  case Kind::LUTRAM:
    return bind("lutram", "ram_2p");
  case Kind::BRAM:
    return bind("bram", "ram_t2p");
  case Kind::URAM:
    return bind("uram", "ram_t2p");
  }
}

void emit::memoryPragmas(FunctionEmitter &e, StringRef name,
                         hls::PartitionAttr partition, hls::StorageAttr storage,
                         bool isConstant) {
  if (partition)
    for (auto [dim, entry] : llvm::enumerate(partition.getDims()))
      if (std::string text = partitionOf(entry); !text.empty())
        e.pragma((entry.getKind() == hls::PartitionKind::Reshape
                      ? "array_reshape variable="
                      : "array_partition variable=") +
                 name + " " + text + " dim=" + std::to_string(dim + 1));
  if (storage)
    bindStorage(e, name, storage, isConstant);
}

/// The buffer is a table of constants.
static bool isConstant(hls::BufferOp op) {
  FlatSymbolRefAttr symbol = op.getGlobalAttr();
  auto global =
      symbol
          ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, symbol)
          : memref::GlobalOp();
  return global && global.getConstant();
}

static LogicalResult buffer(FunctionEmitter &e, hls::BufferOp op) {
  if (op.getCopies() != 1)
    return emitError(op->getLoc())
           << "buffer \"" << op.getBufferName() << "\" has " << op.getCopies()
           << " copies; only single buffers are emitted";
  if (Value port = op.getPort()) {
    e.bindArray(op.getResult(), e.array(port));
    memoryPragmas(e, e.array(port).name, op.getPartitionAttr(),
                  op.getStorageAttr(), /*isConstant=*/false);
    return success();
  }
  std::string wanted = legalIdentifier(op.getBufferName());
  if (e.names.taken(wanted))
    wanted += "_buffer";
  FlatSymbolRefAttr global = op.getGlobalAttr();
  if (failed(global ? e.declareGlobal(op.getResult(), wanted, global)
                    : e.declareArray(op.getResult(), wanted)))
    return failure();
  memoryPragmas(e, e.array(op.getResult()).name, op.getPartitionAttr(),
                op.getStorageAttr(), isConstant(op));
  return success();
}

static LogicalResult refuseTransfer(Operation *op) {
  return emitError(op->getLoc())
         << "cannot emit '" << op->getName()
         << "' as HLS C++; run hls-lower-transfers first";
}
static LogicalResult tileLoad(FunctionEmitter &, hls::TileLoadOp op) {
  return refuseTransfer(op);
}
static LogicalResult tileStore(FunctionEmitter &, hls::TileStoreOp op) {
  return refuseTransfer(op);
}

/// The pointers of an array off chip, one a port: those that are read where a
/// process only reads and others write.
static void pointersOf(const ArrayBinding &array,
                       SmallVectorImpl<Expr> &arguments, bool reads) {
  for (const std::string &port :
       reads && !array.readPorts.empty() ? array.readPorts : array.ports)
    arguments.push_back({port});
}

FailureOr<std::string> emit::callText(FunctionEmitter &e, Operation *op,
                                      ValueRange inputs) {
  SmallVector<Expr> arguments;
  for (auto [index, input] : llvm::enumerate(inputs)) {
    if (isa<hls::StreamType>(input.getType())) {
      arguments.push_back({e.stream(input)});
      continue;
    }
    if (isa<MemRefType>(input.getType())) {
      if (!e.isArray(input))
        return emitError(op->getLoc(),
                         "an operand is not an argument, buffer or local "
                         "array");
      if (e.array(input).kind == ArrayBinding::Pointer)
        pointersOf(e.array(input), arguments,
                   !isWritten(hls::argumentFor(op->getOpOperand(index))));
      else
        arguments.push_back({e.array(input).name});
      continue;
    }
    FailureOr<Expr> text = e.expr(input);
    if (failed(text))
      return failure();
    arguments.push_back(*text);
  }
  return call(e.calleeOf(op), arguments).text;
}

static LogicalResult task(FunctionEmitter &e, hls::TaskOp op) {
  FailureOr<std::string> text = callText(e, op, op.getInputs());
  if (failed(text))
    return failure();
  e.line() << *text << ";\n";
  return success();
}

void emit::addHLSPatterns(Patterns &patterns) {
  patterns.statement<hls::BufferOp, buffer>();
  patterns.statement<hls::TileLoadOp, tileLoad>();
  patterns.statement<hls::TileStoreOp, tileStore>();
  patterns.statement<hls::TaskOp, task>();
}
