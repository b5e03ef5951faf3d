//===- PatternsStreams.cpp - Streams and processes as C++ -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Dataflow.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

static LogicalResult stream(FunctionEmitter &e, hls::StreamOp op) {
  std::string name = e.names.take(op.getStreamName());
  e.line() << streamVariable(e, op, name) << ";\n";
  e.pragma("stream variable=" + name + " depth=" + Twine(op.getDepth()));
  if (hls::StorageAttr storage = op.getStorageAttr();
      storage && storage.getKind() != hls::StorageKind::Auto)
    e.pragma("bind_storage variable=" + name +
             " type=fifo impl=" + hls::stringifyStorageKind(storage.getKind()));
  e.bindStream(op.getResult(), name);
  return success();
}

/// `a` or `a[i2]`.
static FailureOr<std::string> fifo(FunctionEmitter &e, Value stream,
                                   AffineMap map, ValueRange operands) {
  FailureOr<SmallVector<Expr>> place = e.affineMap(map, operands);
  if (failed(place))
    return failure();
  return e.stream(stream) +
         (place->empty() ? "" : "[" + place->front().text + "]");
}

static LogicalResult read(FunctionEmitter &e, hls::StreamReadOp op) {
  FailureOr<std::string> from =
      fifo(e, op.getStream(), op.getMap(), op.getMapOperands());
  if (failed(from))
    return failure();
  Value token = op.getToken();
  if (token.use_empty()) { // taken, but not looked at
    e.line() << *from << ".read();\n";
    return success();
  }
  hls::StreamType type = op.getStream().getType();
  std::string name = e.names.take(userName(token, "token"));
  e.line() << "const " << e.tokenType(type.getElementType(), type.getLanes())
           << " " << name << " = " << *from << ".read();\n";
  if (isa<MemRefType>(token.getType()))
    e.bindToken(token, name);
  else
    e.bind(token, {name});
  return success();
}

static LogicalResult write(FunctionEmitter &e, hls::StreamWriteOp op) {
  FailureOr<std::string> to =
      fifo(e, op.getStream(), op.getMap(), op.getMapOperands());
  if (failed(to))
    return failure();
  if (!isa<MemRefType>(op.getToken().getType())) {
    FailureOr<Expr> token = e.expr(op.getToken());
    if (failed(token))
      return failure();
    e.line() << *to << ".write(" << token->text << ");\n";
    return success();
  }
  const ArrayBinding &token = e.array(op.getToken());
  if (token.kind == ArrayBinding::Beats)
    return emitError(op->getLoc())
           << "the beat comes from several ports of an array; a token is that "
              "of one port";
  e.line() << *to << ".write(" << token.whole() << ");\n";
  return success();
}

static LogicalResult process(FunctionEmitter &e, hls::ProcessOp op) {
  FailureOr<std::string> text = callText(e, op, op.getInputs());
  if (failed(text))
    return failure();
  e.line() << *text << ";\n";
  return success();
}

static LogicalResult refuseTransfer(Operation *op) {
  return emitError(op->getLoc())
         << "cannot emit '" << op->getName()
         << "' as HLS C++; run hls-derive-processes first";
}
static LogicalResult streamLoad(FunctionEmitter &, hls::StreamLoadOp op) {
  return refuseTransfer(op);
}
static LogicalResult streamStore(FunctionEmitter &, hls::StreamStoreOp op) {
  return refuseTransfer(op);
}

static LogicalResult dataflow(FunctionEmitter &e, hls::DataflowOp op) {
  e.pragma("dataflow");
  return e.block(op.getBody().front());
}

/// A call a run, of the one instance of the region's function. The interfaces
/// of the ports are named as its parameters are.
static LogicalResult sequence(FunctionEmitter &e, hls::SequenceOp op) {
  StringRef callee = e.calleeOf(op);
  e.pragma("allocation function instances=" + callee + " limit=1");
  SmallVector<std::string> ports;
  auto top = cast<FunctionOpInterface>(op->getParentOp());
  for (BlockArgument argument : top.getArguments()) {
    if (!e.isArray(argument)) {
      FailureOr<Expr> name = e.expr(argument);
      if (failed(name))
        return failure();
      ports.push_back(name->text);
      continue;
    }
    const ArrayBinding &array = e.array(argument);
    for (auto [number, name] : llvm::enumerate(array.ports)) {
      if (!array.readPorts.empty())
        ports.push_back(array.readPorts[number]);
      ports.push_back(name);
    }
  }
  for (int64_t run = 0; run < op.getRunCount(); ++run) {
    std::string arguments = llvm::join(ports, ", ");
    for (unsigned number = 0; number < op.getParameters().size(); ++number)
      arguments += (arguments.empty() ? "" : ", ") +
                   std::to_string(op.getValue(run, number));
    e.line() << callee << "(" << arguments << ");\n";
  }
  return success();
}

void emit::addStreamPatterns(Patterns &patterns) {
  patterns.statement<hls::StreamOp, stream>();
  patterns.statement<hls::StreamReadOp, read>();
  patterns.statement<hls::StreamWriteOp, write>();
  patterns.statement<hls::ProcessOp, process>();
  patterns.statement<hls::StreamLoadOp, streamLoad>();
  patterns.statement<hls::StreamStoreOp, streamStore>();
  patterns.statement<hls::DataflowOp, dataflow>();
  patterns.statement<hls::SequenceOp, sequence>();
}
