//===- DeriveProcesses.cpp - Processes from stream orders -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a plan (StreamPlan.h) become processes: each is one nest of
// loops with interval 1, so nothing drains between blocks.
//
//===----------------------------------------------------------------------===//

#include "FifoArrayProcess.h"
#include "FirstUses.h"
#include "MemoryProcess.h"
#include "PackProcess.h"
#include "RegroupProcess.h"
#include "ReorderProcess.h"
#include "SpreadDepths.h"
#include "StreamPlan.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

namespace talos {
#define GEN_PASS_DEF_DERIVEPROCESSES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using poly::OrderStage;

namespace {

/// Makes the processes of one transfer, before it.
class Deriver {
public:
  Deriver(Operation *op, RegionNames &names) : builder(op, names), op(op) {}
  LogicalResult load(hls::StreamLoadOp load);
  LogicalResult store(hls::StreamStoreOp store);
  /// `collected`: the stream is added from which all is taken before the first
  /// token goes on, if it is; `late`: from which tokens are taken as rows of
  /// tiles go on.
  LogicalResult pass(hls::StreamPassOp pass,
                     SmallVectorImpl<hls::StreamOp> &collected,
                     SmallVectorImpl<hls::StreamOp> &late);

private:
  hls::StreamType typeOf(Value stream) const {
    return cast<hls::StreamType>(stream.getType());
  }
  hls::StreamType tokens(int64_t lanes, int64_t fifos = 1) const {
    return hls::StreamType::get(op->getContext(), element, lanes,
                                /*count=*/fifos > 1 ? fifos : 0);
  }
  void begin(hls::StreamOp stream) {
    named = stream;
    element = stream.getResult().getType().getElementType();
  }
  StreamPlanner planner() { return {op, named.getStreamName()}; }
  Value newStream(hls::StreamType type, StringRef what);
  FailureOr<bool> isFifo(const TokenOrder &from, const TokenOrder &to);
  Value carryOut(const StreamPlan &plan, Value from, hls::StreamType type,
                 Value to);
  LogicalResult connect(hls::OrderAttr produced, Value from,
                        const TokenOrder &used, Value to);
  LogicalResult checkSkips(const StreamPlan *plan);
  FailureOr<TokenUses> usesOf(hls::OrderAttr used);
  LogicalResult leaveOut(hls::OrderAttr used, StreamPlan *replay,
                         std::optional<IntegerSet> &kept);
  void step(const StreamPlan &plan, const StreamStep &step, Value in,
            Value out);

  ProcessBuilder builder;
  Operation *op;
  hls::StreamOp named; ///< gives its name and depth to what is made
  Type element;
  int64_t room = 0;         ///< tokens in front of what replays them
  bool collectsAll = false; ///< before the first token goes on
  bool isLate = false;      ///< some tokens are used in later rows alone
};

} // namespace

/// That of the stream; of results of a task, which may all wait in theirs
/// (roomOfResult), the usual one, which some stream of the region has.
static int64_t depthBeside(hls::StreamOp stream) {
  int64_t depth = stream.getDepth();
  hls::ProcessOp producer = hls::producerOf(stream);
  if (producer && producer.isTask())
    for (auto other : stream->getBlock()->getOps<hls::StreamOp>())
      depth = std::min<int64_t>(depth, other.getDepth());
  return depth;
}

Value Deriver::newStream(hls::StreamType type, StringRef what) {
  OpBuilder atStream(named);
  return hls::StreamOp::create(
      atStream, op->getLoc(), type,
      builder.unique(named.getStreamName() + "_" + what), depthBeside(named),
      /*storage=*/hls::StorageAttr());
}

/// The stream holds so many tokens at least.
static void deepen(Value stream, int64_t tokens) {
  auto op = stream.getDefiningOp<hls::StreamOp>();
  op.setDepth(std::max<int64_t>(op.getDepth(), tokens));
}

/// Results come in bursts, at the end of a nest's tiles; what memory holds
/// comes evenly.
static bool isFromNest(Value stream) {
  hls::ProcessOp producer =
      hls::producerOf(stream.getDefiningOp<hls::StreamOp>());
  return producer && isNest(producer);
}

/// Whether the FIFOs where the larger boxes move have room for those of a
/// block.
static bool holdsBoxes(const BankedReorder &reorder, Value in, Value out) {
  Value larger = reorder.split.deals ? out : in;
  int64_t depth = larger.getDefiningOp<hls::StreamOp>().getDepth();
  return reorder.split.together() > 1 && reorder.block < reorder.tokens &&
         depth >= reorder.largerBoxes();
}

void Deriver::step(const StreamPlan &plan, const StreamStep &step, Value in,
                   Value out) {
  auto name = [&](StringRef what) {
    return (what + "_" + named.getStreamName()).str();
  };
  switch (step.kind) {
  case StreamStep::Collect:
    return makeCollectProcess(builder, name("collect"), in, out,
                              step.banked.split, step.banked.tokens);
  case StreamStep::Unpack:
    return makeUnpackProcess(builder, name("unpack"), in, out, plan.produced);
  case StreamStep::Pack:
    return makePackProcess(builder, name("pack"), in, out,
                           llvm::product_of(plan.trips));
  case StreamStep::Deal:
    return makeDealProcess(builder, name("deal"), in, out, step.banked.split,
                           step.banked.tokens);
  case StreamStep::Banked: {
    deepen(out, step.banked.boxesAhead());
    BankedReorder reorder = step.banked;
    // Of what goes to memory, only the last block matters.
    reorder.inRun = isa<hls::StreamPassOp>(op) && isFromNest(in) &&
                    holdsBoxes(reorder, in, out);
    return makeBankedReorder(builder, name("reorder"), in, out, reorder);
  }
  case StreamStep::Between:
    break;
  }
  switch (step.stage.kind) {
  case OrderStage::Reorder:
    return makeReorderProcess(builder, name("reorder"), in, out, step.stage,
                              plan.produced);
  case OrderStage::Hold:
    return makeHoldProcess(
        builder, name("hold"), in, out, step.stage, plan.trips,
        op->getAttrOfType<ArrayAttr>(hls::skipsAttrName),
        op->getAttrOfType<IntegerSetAttr>(hls::unusedAttrName));
  default:
    return makeWholeArrayProcess(builder, name("buffer"), in, out, step.stage,
                                 plan.trips);
  }
}

/// Whether nothing stands between tokens in the two orders.
FailureOr<bool> Deriver::isFifo(const TokenOrder &from, const TokenOrder &to) {
  if (from.type != to.type || op->hasAttr(hls::skipsAttrName))
    return false;
  FailureOr<StreamPlan> plan = planner().between(from, to);
  if (failed(plan))
    return failure();
  return plan->steps.empty();
}

/// From stream to stream; `to` is null for one that is made, of this type where
/// whole boxes move. Returns the last.
Value Deriver::carryOut(const StreamPlan &plan, Value from,
                        hls::StreamType type, Value to) {
  for (auto [index, next] : llvm::enumerate(plan.steps)) {
    Value out = to;
    if (!to || index + 1 < plan.steps.size()) {
      int64_t lanes = typeOf(from).getLanes();
      if (next.kind == StreamStep::Unpack)
        lanes = 1;
      else if (next.kind == StreamStep::Pack)
        lanes *= llvm::product_of(plan.consumption.lanes);
      out = newStream(plan.isWide ? type : tokens(lanes), next.result);
    }
    if (next.kind == StreamStep::Between && next.stage.kind == OrderStage::Hold)
      deepen(from, room);
    step(plan, next, from, out);
    from = out;
  }
  return from;
}

/// A process that replays tokens leaves out uses; nothing else does.
LogicalResult Deriver::checkSkips(const StreamPlan *plan) {
  if (plan && plan->steps.size() == 1 &&
      plan->steps.front().kind == StreamStep::Between &&
      plan->steps.front().stage.kind == OrderStage::Hold)
    return success();
  return op->emitError("stream '")
         << named.getStreamName()
         << "': uses that are left out (hls.skips) have to be replays of "
            "tokens, each of which is used before in the order of the stream";
}

/// Tokens are new where tiles use them for the first time, if any does.
FailureOr<TokenUses> Deriver::usesOf(hls::OrderAttr used) {
  auto unused = op->getAttrOfType<IntegerSetAttr>(hls::unusedAttrName);
  if (!unused)
    return TokenUses();
  SmallVector<bool> moves;
  for (unsigned loop = 0; loop < used.getTrips().size(); ++loop)
    moves.push_back(used.getElement().getValue().isFunctionOfDim(loop));
  std::optional<TokenUses> uses =
      tokenUses(unused.getValue(), used.getTrips(), moves);
  if (!uses)
    return op->emitError("stream '")
           << named.getStreamName()
           << "': where tiles without uses (hls.unused) are left out, tokens "
              "are not new in their order";
  return *uses;
}

/// Whether a step takes all tokens before it gives the first one.
static bool takesAll(const StreamStep &step, const StreamPlan &plan) {
  if (step.kind == StreamStep::Banked)
    return step.banked.block == step.banked.tokens;
  return step.kind == StreamStep::Between &&
         (step.stage.kind == OrderStage::Buffer ||
          (step.stage.kind == OrderStage::Reorder &&
           step.stage.block == plan.produced));
}

/// Uses that the transfer leaves out are replays, or of tokens that are dropped
/// before.
LogicalResult Deriver::leaveOut(hls::OrderAttr used, StreamPlan *replay,
                                std::optional<IntegerSet> &kept) {
  if (!op->hasAttr(hls::skipsAttrName))
    return success();
  FailureOr<TokenUses> uses = usesOf(used);
  if (failed(uses))
    return failure();
  bool dropsAlone = uses->kept && firstUses(used) == used;
  if (!dropsAlone && failed(checkSkips(replay)))
    return failure();
  if (replay && uses->first)
    replay->steps.front().stage.first = *uses->first;
  kept = uses->kept;
  isLate = uses->isLater;
  return success();
}

/// From stream to stream. What is used again by several FIFOs, or comes in
/// other lanes, goes to its first use first, so that each replay is a box a
/// time.
LogicalResult Deriver::connect(hls::OrderAttr produced, Value from,
                               const TokenOrder &used, Value to) {
  hls::OrderAttr first = firstUses(used.order);
  bool isOne = typeOf(from).getLanes() == used.type.getLanes() &&
               !typeOf(from).isArray() && !used.type.isArray();
  FailureOr<StreamPlan> replay = failure();
  bool isOnce = false, skips = op->hasAttr(hls::skipsAttrName);
  if ((!isOne || skips) && first != used.order) {
    llvm::Error twice = poly::checkOnce(asOrder(first));
    isOnce = !twice;
    llvm::consumeError(std::move(twice));
  }
  if (isOnce) {
    replay = planner().replay(first, used.order);
    if (failed(replay))
      return failure();
  }
  bool replays = isOnce && !replay->steps.empty();
  std::optional<IntegerSet> kept;
  if (failed(leaveOut(used.order, replays ? &*replay : nullptr, kept)))
    return failure();
  FailureOr<StreamPlan> plan = planner().between(
      {produced, typeOf(from)}, {replays ? first : used.order, used.type});
  if (failed(plan))
    return failure();
  collectsAll = llvm::any_of(plan->steps, [&](const StreamStep &step) {
    return takesAll(step, *plan);
  });
  if (!replays && !kept) {
    carryOut(*plan, from, used.type, to);
    return success();
  }
  Value next = from;
  if (!plan->steps.empty()) {
    next = newStream(used.type, "once");
    carryOut(*plan, from, used.type, next);
  }
  if (kept) {
    Value rest = replays ? newStream(used.type, "kept") : to;
    makeDropProcess(builder, "drop_" + named.getStreamName(), next, rest,
                    first.getTrips(), *kept);
    next = rest;
  }
  if (replays)
    carryOut(*replay, next, used.type, to);
  return success();
}

/// Elements of a token in memory.
static int64_t beatOf(hls::OrderAttr order, hls::StreamType type) {
  return order.getLanes().empty() ? type.getLanes() : order.getLanes().back();
}

/// Ports that move a beat at a time.
static int64_t portsOf(hls::OrderAttr order) {
  return order.getLanes().empty()
             ? 1
             : llvm::product_of(order.getLanes().drop_back());
}

static int64_t elementsOfPort(Value array, hls::StreamType beats) {
  return cast<MemRefType>(array.getType()).getNumElements() / beats.getFifos();
}

/// Several ports move a beat each in one iteration.
static poly::StreamOrder portOrder(hls::OrderAttr order,
                                   hls::StreamType beats) {
  return beats.isArray() ? asOrder(order) : orderOf(order, beats);
}

/// Of an array that is loaded in each iteration of the outermost loop, the
/// order in one of them.
static hls::OrderAttr orderOfOne(hls::StreamLoadOp load) {
  hls::OrderAttr loaded = load.getLoaded();
  if (!load.isRepeated())
    return loaded;
  AffineMap element = loaded.getElement().getValue().dropResult(0);
  MLIRContext *context = load.getContext();
  SmallVector<AffineExpr> dims = {getAffineConstantExpr(0, context)};
  for (unsigned loop = 1; loop < element.getNumDims(); ++loop)
    dims.push_back(getAffineDimExpr(loop - 1, context));
  element = element.replaceDimsAndSymbols(dims, /*symReplacements=*/{},
                                          dims.size() - 1, /*numResultSyms=*/0);
  ArrayRef<int64_t> lanes = loaded.getLanes();
  return hls::OrderAttr::get(context, loaded.getTrips().drop_front(),
                             AffineMapAttr::get(element),
                             lanes.empty() ? lanes : lanes.drop_front());
}

LogicalResult Deriver::load(hls::StreamLoadOp load) {
  hls::StreamType type = load.getStream().getType();
  begin(load.getStream().getDefiningOp<hls::StreamOp>());
  room = load.getRoom().value_or(0);
  Value array = load.getArray();
  hls::StreamType beats =
      tokens(beatOf(load.getLoaded(), type), portsOf(load.getLoaded()));
  FailureOr<bool> isDirect =
      isFifo({load.getLoaded(), beats}, {load.getUsed(), type});
  if (failed(isDirect))
    return failure();
  Value first = *isDirect ? load.getStream() : newStream(beats, "new");
  hls::OrderAttr once = orderOfOne(load);
  int64_t repetitions = load.getRepetitions();
  if (isFlat(array, once, beats.getLanes())) {
    Value wide = newStream(tokens(portLanes(array), beats.getFifos()), "beats");
    makeFlatMemoryProcess(builder, hls::ProcessKind::Load,
                          "load_" + named.getStreamName(), array, wide,
                          repetitions);
    makeRegroupProcess(builder, "regroup_" + named.getStreamName(), wide, first,
                       elementsOfPort(array, beats), repetitions);
  } else {
    makeMemoryProcess(builder, hls::ProcessKind::Load,
                      "load_" + named.getStreamName(), array, first,
                      portOrder(once, beats), repetitions);
  }
  if (!*isDirect && failed(connect(load.getLoaded(), first,
                                   {load.getUsed(), type}, load.getStream())))
    return failure();
  op->erase();
  return success();
}

LogicalResult Deriver::store(hls::StreamStoreOp store) {
  hls::StreamType type = store.getStream().getType();
  begin(store.getStream().getDefiningOp<hls::StreamOp>());
  hls::StreamType beats =
      tokens(beatOf(store.getStored(), type), portsOf(store.getStored()));
  FailureOr<StreamPlan> plan = planner().between({store.getProduced(), type},
                                                 {store.getStored(), beats});
  if (failed(plan))
    return failure();
  Value last = carryOut(*plan, store.getStream(), beats, /*to=*/nullptr),
        array = store.getArray();
  if (isFlat(array, store.getStored(), beats.getLanes())) {
    Value wide = newStream(tokens(portLanes(array), beats.getFifos()), "beats");
    makeRegroupProcess(builder, "regroup_" + named.getStreamName(), last, wide,
                       elementsOfPort(array, beats));
    makeFlatMemoryProcess(builder, hls::ProcessKind::Store,
                          "store_" + named.getStreamName(), array, wide);
  } else {
    makeMemoryProcess(builder, hls::ProcessKind::Store,
                      "store_" + named.getStreamName(), array, last,
                      portOrder(store.getStored(), beats));
  }
  op->erase();
  return success();
}

LogicalResult Deriver::pass(hls::StreamPassOp pass,
                            SmallVectorImpl<hls::StreamOp> &collected,
                            SmallVectorImpl<hls::StreamOp> &late) {
  auto from = pass.getFrom().getDefiningOp<hls::StreamOp>(),
       to = pass.getTo().getDefiningOp<hls::StreamOp>();
  begin(to);
  hls::StreamType fromType = from.getResult().getType(),
                  toType = to.getResult().getType();
  FailureOr<bool> isOne =
      isFifo({pass.getProduced(), fromType}, {pass.getUsed(), toType});
  if (failed(isOne))
    return failure();
  if (!*isOne && failed(connect(pass.getProduced(), from.getResult(),
                                {pass.getUsed(), toType}, to.getResult())))
    return failure();
  op->erase();
  if (collectsAll)
    collected.push_back(from);
  if (isLate)
    late.push_back(from);
  if (!*isOne)
    return success();
  from.setDepth(std::max(from.getDepth(), to.getDepth()));
  to.getResult().replaceAllUsesWith(from.getResult());
  to.erase();
  return success();
}

namespace {
struct DeriveProcesses : talos::impl::DeriveProcessesBase<DeriveProcesses> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](hls::DataflowOp dataflow) {
      RegionNames names(dataflow);
      SmallVector<hls::StreamOp> collected, late;
      for (Operation &op :
           llvm::make_early_inc_range(dataflow.getBody().front())) {
        LogicalResult result = success();
        if (auto load = dyn_cast<hls::StreamLoadOp>(op))
          result = Deriver(load, names).load(load);
        else if (auto store = dyn_cast<hls::StreamStoreOp>(op))
          result = Deriver(store, names).store(store);
        else if (auto pass = dyn_cast<hls::StreamPassOp>(op))
          result = Deriver(pass, names).pass(pass, collected, late);
        if (failed(result))
          return WalkResult::interrupt();
      }
      deepenSpreads(collected, late);
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
