//===- StreamNests.cpp - Pipelined nests become a dataflow region ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of an array is what is in memory at first, or what a nest stores. It
// goes to every nest that uses it, and to memory in the end; where that are
// several, a process spreads it.
//
//===----------------------------------------------------------------------===//

#include "TaskProcess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/LoadedAgain.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Dialect/HLS/StoresFollowLoads.h"
#include "talos/Dialect/HLS/StreamedEdges.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_STREAMNESTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using poly::StreamOrder;

namespace {

/// A nest that uses a box of a value, or the store to memory.
struct Use {
  int nest; ///< -1: memory
  bool isOld;
  unsigned box = 0;
};

struct ArrayValue {
  Value array;
  int nest = -1; ///< that stores it; -1: it is in memory
  SmallVector<Use> uses = {};
};

class RegionMaker {
public:
  /// `isPart`: other nests of the function are in other networks.
  RegionMaker(func::FuncOp func, int64_t depth, std::vector<StreamedNest> nests,
              bool isPart)
      : func(func), depth(depth), nests(std::move(nests)), isPart(isPart) {}
  LogicalResult run();

private:
  const StreamedArray &usedBy(const ArrayValue &value, const Use &use) {
    return nests[use.nest].arrays[{value.array, use.box}];
  }
  StreamedArray &storedBy(int nest, Value array) {
    return nests[nest].arrays[{array, 0}];
  }
  void copySkips(const Use &use, const StreamedArray &array,
                 Operation *transfer) const;
  StringRef whereAlone() const;
  LogicalResult followValues();
  FailureOr<bool> storesFollowLoads(Value array);
  LogicalResult checkMemory(const ArrayValue &first);
  bool leavesOut(int nest) const;
  bool followsOneThatLeavesOut(int nest) const;
  LogicalResult beatsOf(Value array, int64_t &beat, int64_t &ports);
  LogicalResult memoryOrder(const ArrayValue &value, const StreamedArray &array,
                            StreamOrder &order);
  StreamOrder orderOfUse(const StreamedArray &array, int64_t ports);
  bool dealsRows(const ArrayValue &value, int64_t ports);
  int64_t commonLanes(const ArrayValue &value, const StreamedArray &array);
  hls::OrderAttr attr(const StreamOrder &order) {
    return hls::OrderAttr::get(func.getContext(), order.trips,
                               AffineMapAttr::get(order.element), order.lanes);
  }
  Value newStream(const Twine &name, hls::StreamType type, int64_t tokens);
  Value consumer(const ArrayValue &value, const Use &use);
  LogicalResult distribute(const ArrayValue &value);
  bool isLoadedAgain(Value array);
  LogicalResult loadForOne(const ArrayValue &value, StreamOrder loaded);
  SmallVector<Value> spread(const ArrayValue &value, Value from,
                            const StreamOrder &order);
  LogicalResult deliver(const ArrayValue &value, const Use &use, Value from,
                        const StreamOrder &produced);
  void makeRegion();
  LogicalResult compute(unsigned number);

  func::FuncOp func;
  int64_t depth;
  std::vector<StreamedNest> nests;
  bool isPart;
  std::vector<ArrayValue> values;
  std::vector<llvm::DenseMap<ArrayUse, ArrayStreams>> streams; ///< by nest
  std::optional<RegionNames> names;
  std::optional<ProcessBuilder> builder;
  Block *region = nullptr;
  Operation *lastStream = nullptr; ///< streams stand before all else
};

} // namespace

//===----------------------------------------------------------------------===//
// Values of arrays
//===----------------------------------------------------------------------===//

/// A proof over the program, made before nests became tasks if some did, or
/// networks.
FailureOr<bool> RegionMaker::storesFollowLoads(Value array) {
  if (isPart ||
      llvm::any_of(nests, [](const StreamedNest &nest) { return nest.task; })) {
    auto argument = dyn_cast<BlockArgument>(array);
    return argument && func.getArgAttr(argument.getArgNumber(),
                                       hls::storesFollowLoadsAttrName);
  }
  FailureOr<std::unique_ptr<poly::Scop>> scop = poly::Scop::build(func);
  if (failed(scop))
    return failure();
  for (auto [number, known] : llvm::enumerate((*scop)->arrays()))
    if (known.value == array)
      return (*scop)->storesFollowLoads(number);
  return false;
}

/// A result of an array must not reach memory before all is loaded that is used
/// of its element. One process loads every element once, for all uses. Where
/// the result follows from the old value, it is there after that load, and
/// after what follows from other elements as the streams say.
LogicalResult RegionMaker::checkMemory(const ArrayValue &first) {
  if (first.uses.empty() ||
      llvm::any_of(first.uses, [](const Use &use) { return use.isOld; }))
    return success();
  FailureOr<bool> follows = storesFollowLoads(first.array);
  if (failed(follows))
    return failure();
  if (*follows)
    return success();
  for (const Use &use : first.uses)
    if (!use.isOld)
      return usedBy(first, use).accesses.front().op->emitError("'")
             << nameOfArray(first.array)
             << "' is used here from memory while its new elements are stored; "
                "use a copy of the array";
  return success();
}

/// Ends an error about an array that other networks may use.
StringRef RegionMaker::whereAlone() const {
  return isPart ? " in the network of this nest; what networks in turn pass on "
                  "is in memory: make the array an argument"
                : "";
}

/// Who uses which value.
LogicalResult RegionMaker::followValues() {
  llvm::DenseMap<Value, unsigned> current, original;
  auto valueOf = [&](Value array) -> ArrayValue * {
    auto known = current.find(array);
    if (known != current.end())
      return &values[known->second];
    if (!isa<BlockArgument>(array))
      return nullptr;
    original[array] = current[array] = values.size();
    values.push_back({array});
    return &values.back();
  };
  for (auto [number, nest] : llvm::enumerate(nests))
    for (auto &[box, streamed] : nest.arrays) {
      Value array = streamed.array;
      if (!streamed.isStored || streamed.needsOld) {
        ArrayValue *value = valueOf(array);
        // Under a condition the nest passes on what it does not store; of an
        // array that nobody has set before that is nothing.
        if (!value &&
            isa<affine::AffineStoreOp, hls::TileLoadOp>(
                streamed.accesses.front().op) &&
            streamed.isStored) {
          streamed.needsOld = false;
        } else if (!value) {
          return streamed.accesses.front().op->emitError("'")
                 << nameOfArray(array) << "' is used before it is stored"
                 << whereAlone();
        } else {
          value->uses.push_back(
              {int(number), streamed.isStored, streamed.number});
          streamed.isFromMemory = value->nest < 0;
        }
      }
      if (!streamed.isStored)
        continue;
      current[array] = values.size();
      values.push_back({array, int(number)});
    }
  for (BlockArgument array : func.getArguments()) {
    auto known = current.find(array);
    if (known == current.end() || values[known->second].nest < 0)
      continue;
    ArrayValue &last = values[known->second];
    last.uses.push_back({-1, false});
    auto first = original.find(array);
    if (first != original.end() && failed(checkMemory(values[first->second])))
      return failure();
  }
  for (const ArrayValue &value : values) {
    if (!value.uses.empty())
      continue;
    StreamedArray &stored = storedBy(value.nest, value.array);
    if (!nests[value.nest].task)
      return stored.accesses.front().op->emitError("'")
             << nameOfArray(value.array) << "' is stored and never used"
             << whereAlone();
    stored.isUnused = true;
  }
  llvm::erase_if(values,
                 [](const ArrayValue &value) { return value.uses.empty(); });
  return success();
}

/// Whether the nest leaves out tiles without a point of its domain.
bool RegionMaker::leavesOut(int nest) const {
  return llvm::any_of(nests[nest].loops, [](AffineForOp loop) {
    return loop->hasAttr(hls::skipsAttrName);
  });
}

/// Whether the nest, or one whose results it uses, leaves out tiles.
bool RegionMaker::followsOneThatLeavesOut(int nest) const {
  return nest >= 0 &&
         (leavesOut(nest) || llvm::any_of(values, [&](const ArrayValue &value) {
            return llvm::any_of(
                       value.uses,
                       [&](const Use &use) { return use.nest == nest; }) &&
                   followsOneThatLeavesOut(value.nest);
          }));
}

//===----------------------------------------------------------------------===//
// Orders in memory
//===----------------------------------------------------------------------===//

/// Elements that a port of the array moves at once, and the ports, which take
/// rows in turn.
LogicalResult RegionMaker::beatsOf(Value array, int64_t &beat, int64_t &ports) {
  auto argument = cast<BlockArgument>(array);
  beat = ports = 1;
  auto interface = func.getArgAttrOfType<hls::InterfaceAttr>(
      argument.getArgNumber(), hls::interfaceAttrName);
  if (!interface)
    return success();
  ports = interface.getPortBlocks();
  if (!interface.getLanes().empty() || (ports > 1 && !interface.getInTurn()))
    return func.emitError("array '")
           << nameOfArray(array)
           << "' has a layout of its own; arrays that are streamed lie as in C";
  auto type = cast<MemRefType>(array.getType());
  beat = std::max<int64_t>(1, interface.getWidth() /
                                  std::max(8u, type.getElementTypeBitWidth()));
  return success();
}

/// In the order of first uses, where a token is a beat; empty where an element
/// would come twice.
StreamOrder RegionMaker::orderOfUse(const StreamedArray &array, int64_t ports) {
  MLIRContext *context = func.getContext();
  StreamOrder order;
  SmallVector<AffineExpr> dims(array.order.trips.size(),
                               getAffineConstantExpr(0, context));
  for (auto [loop, trip] : llvm::enumerate(array.order.trips)) {
    if (!array.order.element.isFunctionOfDim(loop))
      continue;
    dims[loop] = getAffineDimExpr(order.trips.size(), context);
    order.trips.push_back(trip);
  }
  SmallVector<AffineExpr> subscripts;
  for (auto [dim, expr] : llvm::enumerate(array.order.element.getResults())) {
    subscripts.push_back(expr.replaceDims(dims));
    order.lanes.push_back(1);
  }
  for (unsigned dim = 0; dim + 1 < subscripts.size(); ++dim) {
    int64_t together = dim == 0 ? ports : 1;
    order.lanes[dim] = together;
    if (array.lanes[dim] == together)
      continue;
    subscripts[dim] = subscripts[dim] +
                      getAffineDimExpr(order.trips.size(), context) * together;
    order.trips.push_back(array.lanes[dim] / together);
  }
  order.lanes.back() = array.tokens.getLanes();
  if (order.trips.empty())
    order.trips.push_back(1);
  order.element = AffineMap::get(order.trips.size(), 0, subscripts, context);
  llvm::Error twice = poly::checkOnce(order);
  if (!twice)
    return order;
  llvm::consumeError(std::move(twice));
  return {};
}

/// Lanes along the rows that all uses of a value have alike; 0: none.
int64_t RegionMaker::commonLanes(const ArrayValue &value,
                                 const StreamedArray &array) {
  int64_t lanes = array.lanes.back(),
          row = cast<MemRefType>(value.array.getType()).getShape().back();
  bool same = llvm::all_of(value.uses, [&](const Use &use) {
    return use.nest < 0 || usedBy(value, use).lanes.back() == lanes;
  });
  return same && row % lanes == 0 && array.tokens.getLanes() == lanes ? lanes
                                                                      : 0;
}

/// Every nest accesses boxes with rows of all ports.
bool RegionMaker::dealsRows(const ArrayValue &value, int64_t ports) {
  auto type = cast<MemRefType>(value.array.getType());
  auto isWhole = [&](const StreamedArray &array) {
    return array.tokens.getLanes() == array.lanes.back() &&
           array.lanes.front() % ports == 0;
  };
  return type.getRank() > 1 && type.getDimSize(0) % ports == 0 &&
         (value.nest < 0 || isWhole(storedBy(value.nest, value.array))) &&
         llvm::all_of(value.uses, [&](const Use &use) {
           return use.nest < 0 || isWhole(usedBy(value, use));
         });
}

/// As tokens are used for the first time, where a token is a beat and one nest
/// alone uses them; else row by row, in tokens of the lanes of all uses if
/// these are the same ones, or in beats.
LogicalResult RegionMaker::memoryOrder(const ArrayValue &value,
                                       const StreamedArray &array,
                                       StreamOrder &order) {
  int64_t beat = 1, ports = 1;
  if (failed(beatsOf(value.array, beat, ports)))
    return failure();
  if (ports > 1 && !dealsRows(value, ports))
    return func.emitError("array '")
           << nameOfArray(value.array) << "' has " << ports
           << " ports that take its rows in turn; every nest has to access "
              "boxes of a multiple of as many rows, with lanes along them; "
              "choose fewer ports";
  auto type = cast<MemRefType>(value.array.getType());
  int64_t lanes = array.tokens.getLanes(), row = type.getShape().back();
  bool alongRows = lanes == 1 || array.lanes.back() == lanes;
  if (value.uses.size() == 1 && beat == lanes && alongRows &&
      array.first.back().isMultipleOf(lanes) && row % beat == 0) {
    order = orderOfUse(array, ports);
    if (!order.trips.empty())
      return success();
  }
  int64_t common = commonLanes(value, array), token = beat;
  if (common > 0)
    token = common;
  else if (row % beat != 0)
    return func.emitError("a row of array '")
           << nameOfArray(value.array) << "' has " << row
           << " elements, no whole beats of " << beat
           << "; choose another width of its port";
  MLIRContext *context = func.getContext();
  SmallVector<AffineExpr> subscripts;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    bool isLast = dim + 1 == type.getShape().size();
    int64_t lanes = isLast ? token : dim == 0 ? ports : 1;
    order.trips.push_back(extent / lanes);
    subscripts.push_back(getAffineDimExpr(dim, context) * lanes);
    order.lanes.push_back(lanes);
  }
  order.element = AffineMap::get(order.trips.size(), 0, subscripts, context);
  return success();
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// `tokens`: as many at least.
Value RegionMaker::newStream(const Twine &name, hls::StreamType type,
                             int64_t tokens) {
  auto at = OpBuilder::atBlockBegin(region);
  if (lastStream)
    at.setInsertionPointAfter(lastStream);
  lastStream = hls::StreamOp::create(
      at, func.getLoc(), type, names->unique(name), std::max(depth, tokens),
      /*storage=*/hls::StorageAttr());
  return lastStream->getResult(0);
}

/// The stream from which a nest takes the value.
Value RegionMaker::consumer(const ArrayValue &value, const Use &use) {
  const StreamedArray &array = usedBy(value, use);
  std::string name = nameOfArray(value.array);
  ArrayStreams &ends = streams[use.nest][array.use()];
  Value &end = use.isOld ? ends.old : ends.operand;
  // Old values of a tile come while the one before is computed. Where both who
  // makes them and who takes them leave out tiles, one is slow when the other
  // is fast: all of them have room.
  int64_t together = 1;
  if (use.isOld && leavesOut(use.nest) && followsOneThatLeavesOut(value.nest))
    together = llvm::product_of(array.order.trips);
  else if (use.isOld)
    for (unsigned loop : nests[use.nest].accumulated(array))
      together *= nests[use.nest].trips[loop];
  end =
      newStream(name + (use.isOld ? "_old" : "_used"), array.tokens, together);
  return end;
}

/// All that is produced goes to each use.
SmallVector<Value> RegionMaker::spread(const ArrayValue &value, Value from,
                                       const StreamOrder &order) {
  auto type = cast<hls::StreamType>(from.getType());
  SmallVector<Value> ends = {from};
  for (size_t i = 0; i < value.uses.size(); ++i)
    ends.push_back(
        newStream(nameOfArray(value.array) + "_spread", type, depth));
  hls::ProcessOp process = builder->process(
      hls::ProcessKind::Spread, "spread_" + nameOfArray(value.array), ends);
  int64_t tokens = 1;
  for (int64_t trip : order.trips)
    tokens *= trip;
  builder->loops({tokens}, hls::PipelineStyle::Flushable);
  SmallVector<Value> at;
  AffineMap fifo;
  if (type.isArray()) {
    at.push_back(builder->unrolled(type.getCount()));
    fifo = builder->getMultiDimIdentityMap(1);
  }
  Value token = builder->read(process.getBody().getArgument(0), fifo, at);
  for (BlockArgument to : process.getBody().getArguments().drop_front())
    builder->write(token, to, fifo, at);
  return SmallVector<Value>(ArrayRef(ends).drop_front());
}

/// What a nest leaves out of its loops it leaves out of the uses of an operand
/// as well, if the loop that does so moves it or stands around one that does.
void RegionMaker::copySkips(const Use &use, const StreamedArray &array,
                            Operation *transfer) const {
  if (array.isStored)
    return;
  for (auto [number, loop] : llvm::enumerate(nests[use.nest].loops))
    if (Attribute skips = loop->getAttr(hls::skipsAttrName);
        skips && number < array.order.trips.size()) {
      transfer->setAttr(hls::skipsAttrName, skips);
      if (Attribute unused = loop->getAttr(hls::unusedAttrName))
        transfer->setAttr(hls::unusedAttrName, unused);
    }
}

/// From a stream to a nest or to memory.
LogicalResult RegionMaker::deliver(const ArrayValue &value, const Use &use,
                                   Value from, const StreamOrder &produced) {
  builder->setInsertionPoint(region->getTerminator());
  if (use.nest >= 0) {
    Value to = consumer(value, use);
    const StreamedArray &array = usedBy(value, use);
    auto pass = hls::StreamPassOp::create(*builder, func.getLoc(), from, to,
                                          attr(produced), attr(array.order));
    copySkips(use, array, pass);
    return success();
  }
  StreamOrder stored;
  ArrayValue alone{value.array, value.nest, {use}};
  if (failed(memoryOrder(alone, storedBy(value.nest, value.array), stored)))
    return failure();
  hls::StreamStoreOp::create(*builder, func.getLoc(), from, value.array,
                             attr(produced), attr(stored));
  return success();
}

bool RegionMaker::isLoadedAgain(Value array) {
  auto argument = cast<BlockArgument>(array);
  return static_cast<bool>(
      func.getArgAttr(argument.getArgNumber(), hls::loadedAgainAttrName));
}

static LogicalResult refuseAgain(const StreamedArray &array, const Twine &why) {
  return array.accesses.front().op->emitError("array '")
         << nameOfArray(array.array) << "' is loaded again (hls.loaded_again), "
         << "but " << why << "; load it once";
}

/// The iterator of the outermost loop becomes a subscript, so that tokens that
/// come again are others.
static void countRepetitions(StreamOrder &order) {
  MLIRContext *context = order.element.getContext();
  order.element = order.element.insertResult(getAffineDimExpr(0, context), 0);
  order.lanes.insert(order.lanes.begin(), 1);
}

/// Boxes of an operand that a round of all sums of a tile uses, where steps
/// that do not move it stand outside of others: so many come while the steps
/// use those before them again. 0 where none do.
static int64_t boxesOfRound(const StreamedNest &nest,
                            const StreamedArray &operand) {
  int64_t boxes = 1;
  bool isAgain = false, comeAgain = false;
  for (const auto &[use, stored] : nest.arrays)
    if (stored.isStored)
      for (unsigned step : nest.accumulated(stored)) {
        bool moves = llvm::is_contained(operand.moving, step);
        boxes *= moves ? nest.trips[step] : 1;
        comeAgain |= moves && isAgain && nest.trips[step] > 1;
        isAgain |= !moves && nest.trips[step] > 1;
      }
  return comeAgain ? boxes : 0;
}

/// From memory to the one nest that uses it, once or in each iteration of the
/// outermost loop.
LogicalResult RegionMaker::loadForOne(const ArrayValue &value,
                                      StreamOrder loaded) {
  const Use &use = value.uses.front();
  const StreamedArray &array = usedBy(value, use);
  StreamOrder used = array.order;
  IntegerAttr room;
  if (isLoadedAgain(value.array)) {
    if (use.isOld)
      return refuseAgain(array, "its nest stores it");
    if (array.moving.empty())
      return refuseAgain(array, "all of it is one box");
    if (used.element.isFunctionOfDim(0))
      return refuseAgain(array, "the outermost loop of its nest moves it");
    loaded.trips.insert(loaded.trips.begin(), used.trips.front());
    loaded.element = loaded.element.shiftDims(1);
    countRepetitions(loaded);
    countRepetitions(used);
    if (int64_t boxes = boxesOfRound(nests[use.nest], array))
      room = builder->getI64IntegerAttr(boxes);
  }
  Value to = consumer(value, use);
  auto load = hls::StreamLoadOp::create(*builder, func.getLoc(), value.array,
                                        to, attr(loaded), attr(used), room);
  copySkips(use, array, load);
  return success();
}

/// Brings a value from where it is to all its uses.
LogicalResult RegionMaker::distribute(const ArrayValue &value) {
  builder->setInsertionPoint(region->getTerminator());
  if (value.nest >= 0) {
    const StreamedArray &array = storedBy(value.nest, value.array);
    Value from = streams[value.nest][array.use()].result;
    SmallVector<Value> ends = {from};
    if (value.uses.size() > 1)
      ends = spread(value, from, array.order);
    for (auto [use, end] : llvm::zip_equal(value.uses, ends))
      if (failed(deliver(value, use, end, array.order)))
        return failure();
    return success();
  }
  const Use &first = value.uses.front();
  const StreamedArray &array = usedBy(value, first);
  StreamOrder loaded;
  if (failed(memoryOrder(value, array, loaded)))
    return failure();
  if (value.uses.size() == 1)
    return loadForOne(value, std::move(loaded));
  if (isLoadedAgain(value.array))
    return refuseAgain(array, "several nests read it");
  int64_t ports = llvm::product_of(ArrayRef(loaded.lanes).drop_back());
  auto beats =
      hls::StreamType::get(func.getContext(), array.tokens.getElementType(),
                           loaded.lanes.back(), ports > 1 ? ports : 0);
  Value all = newStream(nameOfArray(value.array) + "_beats", beats, depth);
  hls::StreamLoadOp::create(*builder, func.getLoc(), value.array, all,
                            attr(loaded), attr(loaded),
                            /*room=*/IntegerAttr());
  SmallVector<Value> ends = spread(value, all, loaded);
  for (auto [use, end] : llvm::zip_equal(value.uses, ends))
    if (failed(deliver(value, use, end, loaded)))
      return failure();
  return success();
}

/// The process of a nest. Results that are complete at the same time have room
/// in their stream while the next ones begin.
LogicalResult RegionMaker::compute(unsigned number) {
  StreamedNest &nest = nests[number];
  std::string name = "compute";
  for (auto &[box, streamed] : nest.arrays) {
    if (!streamed.isStored || streamed.isUnused)
      continue;
    int64_t together = 2;
    for (unsigned loop : nest.accumulated(streamed))
      together *= nest.trips[loop];
    bool isLast = streamed.repeating.empty() || streamed.moving.empty() ||
                  streamed.moving.front() > streamed.repeating.front();
    std::string array = nameOfArray(streamed.array);
    int64_t room = isLast ? depth : together;
    if (nest.task)
      room = roomOfResult(nest, streamed, depth);
    streams[number][box].result =
        newStream(array + "_result", streamed.tokens, room);
    name += "_" + array;
  }
  if (nest.task) {
    makeTaskProcess(*builder, nest, streams[number]);
    return success();
  }
  Attribute slr = nest.pipelined()->removeAttr(hls::slrAttrName);
  makeComputeProcess(*builder, name, nest, streams[number]);
  auto process = cast<hls::ProcessOp>(region->getTerminator()->getPrevNode());
  if (slr)
    process->setAttr(hls::slrAttrName, slr);
  return transforms::balanceReduction(process);
}

/// Arguments without an interface get one: a port of single elements.
static void addInterfaces(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  for (BlockArgument argument : func.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (func.getArgAttr(index, hls::interfaceAttrName))
      continue;
    auto array = dyn_cast<MemRefType>(argument.getType());
    std::string bundle = array ? "gmem_" + nameOfArray(argument) : "";
    int64_t width = array ? std::max(8u, array.getElementTypeBitWidth()) : 0;
    func.setArgAttr(
        index, hls::interfaceAttrName,
        hls::InterfaceAttr::get(
            context,
            array ? hls::InterfaceMode::MAxi : hls::InterfaceMode::SAxiLite,
            StringAttr::get(context, bundle), width, ArrayRef<int64_t>(),
            /*port_blocks=*/1));
  }
}

/// The nests of the function, in order.
static FailureOr<std::vector<StreamedNest>> nestsOf(func::FuncOp func) {
  std::vector<StreamedNest> nests;
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (auto loop = dyn_cast<AffineForOp>(op)) {
      FailureOr<StreamedNest> nest = analyzeNest(loop);
      if (failed(nest))
        return failure();
      nests.push_back(std::move(*nest));
    } else if (auto task = dyn_cast<hls::TaskOp>(op)) {
      FailureOr<StreamedNest> nest = analyzeTask(task);
      if (failed(nest))
        return failure();
      nests.push_back(std::move(*nest));
    } else if (!isPure(&op) &&
               !isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op)) {
      return op.emitError("'")
             << op.getName() << "' cannot stand beside nests that are streamed";
    }
  }
  if (nests.empty())
    return func.emitError("function '")
           << func.getName() << "' has no nest to stream";
  return nests;
}

/// Whether the nest keeps sums, or stores elements again and again.
static bool accumulates(const StreamedNest &nest) {
  return llvm::any_of(nest.arrays, [](const auto &array) {
    return array.second.isStored && !array.second.repeating.empty();
  });
}

/// Networks that run in turn: one for each nest that accumulates, with the
/// nests before it, which make its operands.
static std::vector<std::vector<StreamedNest>>
inTurn(std::vector<StreamedNest> nests) {
  std::vector<std::vector<StreamedNest>> networks(1);
  for (StreamedNest &nest : nests) {
    bool isNext =
        !networks.back().empty() && accumulates(networks.back().back());
    if (isNext)
      networks.emplace_back();
    networks.back().push_back(std::move(nest));
  }
  return networks;
}

LogicalResult RegionMaker::run() {
  if (failed(followValues()))
    return failure();
  streams.resize(nests.size());
  OpBuilder atEnd(func.getBody().front().getTerminator());
  auto dataflow = hls::DataflowOp::create(atEnd, func.getLoc());
  Block &body = dataflow.getBody().emplaceBlock();
  hls::DataflowOp::ensureTerminator(dataflow.getBody(), atEnd, func.getLoc());
  region = &body;
  names.emplace(dataflow);
  builder.emplace(body.getTerminator(), *names);
  for (const ArrayValue &value : values)
    if (value.nest < 0 && failed(distribute(value)))
      return failure();
  for (unsigned number = 0; number < nests.size(); ++number) {
    if (failed(compute(number)))
      return failure();
    for (const ArrayValue &value : values)
      if (value.nest == int(number) && failed(distribute(value)))
        return failure();
  }
  return success();
}

namespace {
struct StreamNests : talos::impl::StreamNestsBase<StreamNests> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    if (depth < 1) {
      func.emitError("hls-stream-nests: a stream has a depth of at least 1");
      return signalPassFailure();
    }
    if (failed(makeNetworks(func)))
      return signalPassFailure();
    func->removeAttr(hls::streamedEdgesAttrName); // every edge is a stream
    for (unsigned number = 0; number < func.getNumArguments(); ++number) {
      func.removeArgAttr(number, hls::storesFollowLoadsAttrName);
      func.removeArgAttr(number, hls::loadedAgainAttrName);
    }
  }

  LogicalResult makeNetworks(func::FuncOp func) {
    addInterfaces(func);
    FailureOr<std::vector<StreamedNest>> nests = nestsOf(func);
    if (failed(nests))
      return failure();
    std::vector<std::vector<StreamedNest>> networks;
    auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    if (runInTurn || (design && analysis::runsInTurn(design)))
      networks = inTurn(std::move(*nests));
    else
      networks.push_back(std::move(*nests));
    for (std::vector<StreamedNest> &network : networks)
      if (failed(
              RegionMaker(func, depth, std::move(network), networks.size() > 1)
                  .run()))
        return failure();
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
      if (isa<memref::DeallocOp>(op) ||
          (isOpTriviallyDead(&op) && !isa<hls::DataflowOp>(op)))
        op.erase();
    return success();
  }
};
} // namespace
