//===- Directives.cpp - Directives of the source program ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/Directives.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;
using affine::AffineForOp;
using affine::AffineStoreOp;

namespace {
class DirectiveReader {
public:
  explicit DirectiveReader(func::FuncOp top) : top(top) {}
  FailureOr<std::vector<nlp::Pin>> read();

private:
  LogicalResult readLoop(AffineForOp loop);
  LogicalResult pinPipeline(AffineForOp loop, AffineStoreOp store);
  LogicalResult pinUnroll(AffineForOp loop, AffineStoreOp store,
                          int64_t factor);
  LogicalResult readArray(Operation *array);
  void pinOrder(AffineStoreOp store);
  void pin(const Twine &name, const Twine &value) {
    pins.push_back({name.str(), nlp::Pin::Equal, value.str()});
  }

  func::FuncOp top;
  std::vector<nlp::Pin> pins;
};
} // namespace

static StringRef statementOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(hls::joinedAttrName);
  if (!name)
    name = op->getAttrOfType<StringAttr>(hls::statementAttrName);
  return name ? name.getValue() : StringRef();
}

LogicalResult DirectiveReader::pinUnroll(AffineForOp loop, AffineStoreOp store,
                                         int64_t factor) {
  if (factor == 0) {
    std::optional<uint64_t> trip = affine::getConstantTripCount(loop);
    if (!trip)
      return loop.emitError("loop '")
             << analysis::sourceName(loop)
             << "' cannot be unrolled completely: its trip count is not "
                "constant; give a factor or remove the directive";
    factor = int64_t(*trip);
  }
  pin(statementOf(store) + "." + Twine(analysis::sourceName(loop)) + ".t2",
      Twine(factor));
  return success();
}

/// The tool unrolls every loop inside of a pipelined one.
LogicalResult DirectiveReader::pinPipeline(AffineForOp loop,
                                           AffineStoreOp store) {
  for (Operation *inner = store->getParentOp(); inner != loop;
       inner = inner->getParentOp())
    if (auto unrolled = dyn_cast<AffineForOp>(inner))
      if (failed(pinUnroll(unrolled, store, /*factor=*/0)))
        return failure();
  pin(statementOf(store) + ".pipelined", analysis::sourceName(loop));
  return success();
}

LogicalResult DirectiveReader::readLoop(AffineForOp loop) {
  auto pipeline = loop->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName);
  auto unroll = loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName);
  if (!pipeline && !unroll)
    return success();
  StringRef directive = pipeline ? hls::pipelineAttrName : hls::unrollAttrName;
  SmallVector<Operation *> statements;
  loop.walk([&](Operation *op) {
    if (!statementOf(op).empty())
      statements.push_back(op);
  });
  if (statements.empty())
    return success();
  auto store = dyn_cast<AffineStoreOp>(statements.front());
  if (!store || statements.size() > 1) {
    InFlightDiagnostic diag = loop.emitError()
                              << "'" << directive << "' on loop '"
                              << analysis::sourceName(loop)
                              << "' cannot be kept: the loop runs around "
                              << (statements.size() > 1
                                      ? "statements that stay together ("
                                      : "a part that is not affine (");
    llvm::interleaveComma(statements, diag,
                          [&](Operation *op) { diag << statementOf(op); });
    return diag << "); remove it, or put it on a loop around one statement";
  }
  if (pipeline && pipeline.getIi() > 1)
    loop.emitRemark("the initiation interval ")
        << pipeline.getIi() << " that is asked for loop '"
        << analysis::sourceName(loop)
        << "' is left out: a design has the least one that dependences and "
           "ports allow";
  if (pipeline && failed(pinPipeline(loop, store)))
    return failure();
  return unroll ? pinUnroll(loop, store, unroll.getFactor()) : success();
}

LogicalResult DirectiveReader::readArray(Operation *array) {
  auto partition =
      array->getAttrOfType<hls::PartitionAttr>(hls::partitionAttrName);
  auto type = cast<MemRefType>(array->getResult(0).getType());
  // An array that no statement accesses has no variables.
  if (!partition || array->use_empty())
    return success();
  for (auto [index, dim] : llvm::enumerate(partition.getDims())) {
    if (dim.getKind() == hls::PartitionKind::Block)
      return array->emitError("array '")
             << analysis::sourceName(array)
             << "' cannot be partitioned in blocks: banks of "
             << "a design are cyclic; say cyclic or complete, or remove it";
    if (dim.getKind() == hls::PartitionKind::None)
      continue;
    bool complete = dim.getKind() == hls::PartitionKind::Complete;
    if (dim.getKind() == hls::PartitionKind::Reshape)
      return array->emitError("array '")
             << analysis::sourceName(array)
             << "' cannot be reshaped by a directive; pin '"
             << analysis::sourceName(array) << ".packed=1' instead";
    pin(Twine(analysis::sourceName(array)) + ".partition" + Twine(index),
        Twine(complete ? type.getDimSize(index) : dim.getFactor()));
  }
  return success();
}

/// Whether no other statement stands in the loop.
static bool isAlone(AffineForOp loop) {
  unsigned statements = 0;
  loop.walk([&](Operation *op) {
    statements += !statementOf(op).empty() && !op->hasAttr(hls::joinedAttrName);
  });
  return statements == 1;
}

/// The loops that the statement shares with others keep their order anyway.
void DirectiveReader::pinOrder(AffineStoreOp store) {
  std::string order;
  unsigned loops = 0;
  for (auto loop = store->getParentOfType<AffineForOp>(); loop && isAlone(loop);
       loop = loop->getParentOfType<AffineForOp>()) {
    order = analysis::sourceName(loop) + (order.empty() ? "" : ",") + order;
    ++loops;
  }
  if (loops > 1)
    pin(statementOf(store) + ".order", order);
}

FailureOr<std::vector<nlp::Pin>> DirectiveReader::read() {
  llvm::StringSet<> ordered;
  if (auto done = top->getAttrOfType<ArrayAttr>(hls::scheduledAttrName))
    for (auto schedule : done.getAsRange<Attribute>())
      if (auto times = dyn_cast<hls::ScheduleAttr>(schedule))
        for (hls::StatementScheduleAttr statement : times.getStatements())
          if (statement.getOrdered())
            ordered.insert(statement.getStatement());
  WalkResult walked = top.walk([&](Operation *op) -> WalkResult {
    if (auto loop = dyn_cast<AffineForOp>(op))
      return readLoop(loop);
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      return readArray(op);
    auto store = dyn_cast<AffineStoreOp>(op);
    if (store && !store->hasAttr(hls::joinedAttrName) &&
        ordered.contains(statementOf(store)))
      pinOrder(store);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  return std::move(pins);
}

FailureOr<std::vector<nlp::Pin>> explore::directivePins(func::FuncOp top) {
  return DirectiveReader(top).read();
}
