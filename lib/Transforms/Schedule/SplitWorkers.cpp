//===- SplitWorkers.cpp - Nests that share the rows of a result -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index-set splitting of a loop that moves the rows of a result: a nest for
// each block of rows, with arrays of its own where the loop is a subscript. The
// nests have nothing in common but what all of them read.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/SourceExtents.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Dialect/HLS/Worker.h"
#include "talos/Support/Divisors.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace talos {
#define GEN_PASS_DEF_SPLITWORKERS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {

/// `S1=3`, or `3`: the nest with the most iterations.
struct Request {
  std::string nest;
  int64_t workers = 1;
};

/// A statement and its loops, outermost first, with all accesses.
struct Nest {
  explicit Nest(AffineForOp root);
  /// None: a nest of another form.
  AffineStoreOp store() const;
  std::string name() const;
  Int iterations() const;
  unsigned position(AffineForOp loop) const {
    return llvm::find(loops, loop) - loops.begin();
  }

  SmallVector<AffineForOp> loops;
  SmallVector<Operation *> accesses;
  bool isSimple = true;
};

/// The subscript of an access in this dimension, over loops.
AffineExpr subscript(Operation *access, int64_t dimension,
                     SmallVectorImpl<Value> &operands) {
  auto compose = [&](auto op) {
    AffineMap map = op.getAffineMap().getSubMap(dimension);
    operands.assign(op.getMapOperands().begin(), op.getMapOperands().end());
    fullyComposeAffineMapAndOperands(&map, &operands);
    canonicalizeMapAndOperands(&map, &operands);
    return map.getResult(0);
  };
  if (auto load = dyn_cast<AffineLoadOp>(access))
    return compose(load);
  return compose(cast<AffineStoreOp>(access));
}

/// The loop whose iterator the subscript is; null for any other subscript.
AffineForOp loopOf(Operation *access, int64_t dimension) {
  SmallVector<Value> operands;
  auto dim = dyn_cast<AffineDimExpr>(subscript(access, dimension, operands));
  return dim ? getForInductionVarOwner(operands[dim.getPosition()])
             : AffineForOp();
}

class WorkerSplitter {
public:
  WorkerSplitter(func::FuncOp func, Request request)
      : func(func), request(std::move(request)), builder(func.getContext()) {}
  FailureOr<std::string> run();

private:
  using Part = std::pair<Value, int64_t>; ///< of an array, along a dimension

  Nest *find();
  Nest *nestOf(Operation *op);
  InFlightDiagnostic error(Location at) const;
  LogicalResult split(Nest &nest, AffineForOp loop);
  LogicalResult splitAccesses(Nest &nest, AffineForOp loop);
  LogicalResult cut(Value array, int64_t dimension);
  LogicalResult begin(Nest &nest, AffineForOp loop);
  bool isReadOnly(Value array) const;
  void createParts(Part part);
  void createArguments(Part part, MemRefType type, int64_t worker);
  void createWorkers(Nest &nest);
  void createWorker(Nest &nest, int64_t worker);
  void takeParts(AffineForOp root, AffineForOp loop, int64_t worker);
  void shift(AffineForOp loop, int64_t start);
  std::string freeName(const std::string &name, int64_t worker);
  void eraseLocals();

  func::FuncOp func;
  Request request;
  OpBuilder builder;
  std::vector<Nest> nests;
  int64_t block = 0; ///< rows of a worker; the last one may fill up some
  llvm::MapVector<Nest *, AffineForOp> loops; ///< that are split
  llvm::MapVector<Value, int64_t> arrays;     ///< that come in parts alone
  llvm::MapVector<Part, SmallVector<Value>> parts;
};

} // namespace

Nest::Nest(AffineForOp root) : loops(PerfectNest(root).loops) {
  for (AffineForOp loop : loops)
    isSimple &= loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
                loop.getStepAsInt() == 1 && loop.getNumResults() == 0;
  loops.back().walk([&](Operation *op) {
    if (isa<AffineLoadOp, AffineStoreOp>(op))
      accesses.push_back(op);
    else
      isSimple &= op == loops.back() ||
                  isa<AffineIfOp, AffineYieldOp, AffineApplyOp>(op) ||
                  (op->getNumRegions() == 0 && isMemoryEffectFree(op));
  });
}

AffineStoreOp Nest::store() const {
  AffineStoreOp found;
  for (Operation *access : accesses)
    if (auto store = dyn_cast<AffineStoreOp>(access)) {
      if (found)
        return {};
      found = store;
    }
  return isSimple ? found : AffineStoreOp();
}

std::string Nest::name() const {
  AffineStoreOp own = store();
  auto name = own ? own->getAttrOfType<StringAttr>(hls::statementAttrName)
                  : StringAttr();
  return name ? name.str() : std::string();
}

Int Nest::iterations() const {
  Int product(1);
  for (AffineForOp loop : loops) {
    AffineForOp own = loop;
    product = product * own.getConstantUpperBound();
  }
  return product;
}

/// None is more than twice the one before it.
static bool hasManyDivisors(int64_t extent) {
  int64_t last = 1;
  for (int64_t divisor : divisors(extent))
    if (divisor > 2 * std::exchange(last, divisor))
      return false;
  return true;
}

/// The rows of a worker. Factors of loops are divisors, of which a slightly
/// longer block may have many more. None: the last worker would have no row.
static std::optional<int64_t> blockOf(int64_t trip, int64_t workers) {
  int64_t least = llvm::divideCeil(trip, workers), most = least + least / 8;
  auto isOf = [&](int64_t block) { return block * (workers - 1) < trip; };
  for (int64_t block = least; block <= most && isOf(block); ++block)
    if (hasManyDivisors(block))
      return block;
  return isOf(least) ? std::optional(least) : std::nullopt;
}

InFlightDiagnostic WorkerSplitter::error(Location at) const {
  return emitError(at) << request.workers << " workers of nest '"
                       << request.nest << "': ";
}

/// The named one, or the one with the most iterations that has a name.
Nest *WorkerSplitter::find() {
  Nest *found = nullptr;
  for (Nest &nest : nests) {
    std::string name = nest.name();
    bool isBetter =
        request.nest.empty()
            ? !found || found->iterations().value() < nest.iterations().value()
            : name == request.nest;
    if (!name.empty() && nest.iterations().isValid() && isBetter)
      found = &nest;
  }
  if (found)
    request.nest = found->name();
  return found;
}

Nest *WorkerSplitter::nestOf(Operation *op) {
  Operation *root = func.getBody().front().findAncestorOpInBlock(*op);
  for (Nest &nest : nests)
    if (nest.loops.front() == root)
      return &nest;
  return nullptr;
}

/// It is in memory, and nothing of the function stores it.
bool WorkerSplitter::isReadOnly(Value array) const {
  return isa<BlockArgument>(array) &&
         llvm::all_of(array.getUsers(), llvm::IsaPred<AffineLoadOp>);
}

LogicalResult WorkerSplitter::begin(Nest &nest, AffineForOp loop) {
  int64_t trip = loop.getConstantUpperBound();
  std::optional<int64_t> rows = blockOf(trip, request.workers);
  if (!rows)
    return error(loop.getLoc())
           << "this loop has " << trip
           << " iterations, which are no equal blocks; ask for fewer workers";
  block = *rows;
  return split(nest, loop);
}

/// Also splits what stores or reads what then comes in parts.
LogicalResult WorkerSplitter::split(Nest &nest, AffineForOp loop) {
  auto [known, isNew] = loops.try_emplace(&nest, loop);
  if (!isNew && known->second != loop)
    return error(loop.getLoc())
           << "the nest would be split along two of its loops";
  return isNew ? splitAccesses(nest, loop) : success();
}

LogicalResult WorkerSplitter::splitAccesses(Nest &nest, AffineForOp loop) {
  for (Operation *access : nest.accesses) {
    Value array = MemRefAccess(access).memref;
    std::optional<int64_t> along;
    for (int64_t d = 0; d < cast<MemRefType>(array.getType()).getRank(); ++d) {
      SmallVector<Value> operands;
      subscript(access, d, operands);
      if (!llvm::is_contained(operands, loop.getInductionVar()))
        continue;
      if (along || loopOf(access, d) != loop)
        return error(access->getLoc())
               << "the loop that is split is more than one subscript here, "
                  "alone; each worker has a part of an array along one "
                  "dimension";
      along = d;
    }
    if (!along && isa<AffineStoreOp>(access))
      return error(access->getLoc())
             << "the loop that is split sums here; workers store elements of "
                "their own";
    if (!along)
      continue;
    if (isReadOnly(array))
      parts[{array, *along}];
    else if (failed(cut(array, *along)))
      return failure();
  }
  return success();
}

LogicalResult WorkerSplitter::cut(Value array, int64_t dimension) {
  auto [known, isNew] = arrays.try_emplace(array, dimension);
  if (!isNew)
    return known->second == dimension
               ? success()
               : error(array.getLoc()) << "array '" << nameOfArray(array)
                                       << "' would be cut in two dimensions";
  parts[{array, dimension}];
  int64_t extent = cast<MemRefType>(array.getType()).getDimSize(dimension);
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    auto refuse = [&]() {
      return error(user->getLoc())
             << "array '" << nameOfArray(array)
             << "' comes in parts along dimension " << dimension << ", and ";
    };
    Nest *nest = nestOf(user);
    if (!nest || !isa<AffineLoadOp, AffineStoreOp>(user) || !nest->store())
      return refuse() << "this may access all of it";
    AffineForOp loop = loopOf(user, dimension);
    if (!loop || nest->position(loop) == nest->loops.size())
      return refuse() << "the subscript here is not one loop";
    if (loop.getConstantUpperBound() != extent)
      return refuse() << "the loop here runs over "
                      << loop.getConstantUpperBound() << " of its " << extent
                      << " positions";
    if (failed(split(*nest, loop)))
      return failure();
  }
  return success();
}

std::string WorkerSplitter::freeName(const std::string &name, int64_t worker) {
  return makeUnique(name + "_w" + std::to_string(worker), [&](StringRef other) {
    return bool(arrayType(func, other));
  });
}

/// Behind all arguments: the source program knows the whole alone.
void WorkerSplitter::createArguments(Part part, MemRefType type,
                                     int64_t worker) {
  auto whole = cast<BlockArgument>(part.first);
  MLIRContext *context = func.getContext();
  int64_t start = worker * block;
  ArrayRef<int64_t> extents = cast<MemRefType>(whole.getType()).getShape();
  std::string name = nameOfArray(whole);
  NamedAttrList attributes(func.getArgAttrDict(whole.getArgNumber()));
  attributes.set(hls::nameAttrName,
                 StringAttr::get(context, freeName(name, worker)));
  attributes.set(
      hls::partOfAttrName,
      hls::ArrayBlock{name, part.second, start, extents[part.second]}.attribute(
          context));
  SmallVector<int64_t> own(extents);
  own[part.second] = std::min(block, extents[part.second] - start);
  if (own[part.second] < block)
    attributes.set(hls::extentsAttrName, DenseI64ArrayAttr::get(context, own));
  unsigned index = func.getNumArguments();
  (void)func.insertArgument(index, type, attributes.getDictionary(context),
                            whole.getLoc());
  parts[part].push_back(func.getArgument(index));
}

void WorkerSplitter::createParts(Part part) {
  auto [array, dimension] = part;
  auto type = cast<MemRefType>(array.getType());
  for (int64_t worker = 0; worker < request.workers; ++worker) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = block;
    auto own = MemRefType::get(shape, type.getElementType());
    if (isa<BlockArgument>(array)) {
      createArguments(part, own, worker);
      continue;
    }
    Operation *whole = array.getDefiningOp();
    builder.setInsertionPoint(whole);
    Operation *alloc = builder.clone(*whole);
    alloc->getResult(0).setType(own);
    alloc->setAttr(hls::nameAttrName,
                   builder.getStringAttr(freeName(nameOfArray(array), worker)));
    parts[part].push_back(alloc->getResult(0));
  }
}

/// Its accesses along the loop go to the worker's parts, whose first position
/// is 0.
void WorkerSplitter::takeParts(AffineForOp root, AffineForOp loop,
                               int64_t worker) {
  auto retarget = [&](auto access) {
    Value array = access.getMemRef();
    int64_t rank = cast<MemRefType>(array.getType()).getRank();
    for (int64_t d = 0; d < rank; ++d) {
      if (loopOf(access, d) != loop)
        continue;
      AffineMap map = access.getAffineMap();
      SmallVector<Value> operands(access.getMapOperands());
      fullyComposeAffineMapAndOperands(&map, &operands);
      canonicalizeMapAndOperands(&map, &operands);
      access.setMap(map);
      access.getIndicesMutable().assign(operands);
      access.getMemrefMutable().assign(parts[{array, d}][worker]);
      return;
    }
  };
  root.walk([&](AffineLoadOp load) { retarget(load); });
  root.walk([&](AffineStoreOp store) { retarget(store); });
}

/// What else the iterator is used for sees the source program's values.
void WorkerSplitter::shift(AffineForOp loop, int64_t start) {
  Value iterator = loop.getInductionVar();
  auto shifted = [&](unsigned dims, unsigned symbols, OperandRange operands) {
    SmallVector<AffineExpr> all;
    for (unsigned i = 0; i < dims + symbols; ++i) {
      AffineExpr own = i < dims ? builder.getAffineDimExpr(i)
                                : builder.getAffineSymbolExpr(i - dims);
      all.push_back(operands[i] == iterator ? own + start : own);
    }
    return all;
  };
  Value value;
  for (OpOperand &use : llvm::make_early_inc_range(iterator.getUses())) {
    Operation *user = use.getOwner();
    if (isa<AffineLoadOp, AffineStoreOp>(user))
      continue;
    if (auto guard = dyn_cast<AffineIfOp>(user)) {
      IntegerSet set = guard.getIntegerSet();
      unsigned dims = set.getNumDims(), symbols = set.getNumSymbols();
      // Another use by the same condition is shifted with the first one.
      auto operands = guard->getOperands();
      if (use.getOperandNumber() !=
          llvm::find(operands, iterator) - operands.begin())
        continue;
      auto exprs = shifted(dims, symbols, guard->getOperands());
      guard.setIntegerSet(set.replaceDimsAndSymbols(
          ArrayRef(exprs).take_front(dims), ArrayRef(exprs).drop_front(dims),
          dims, symbols));
      continue;
    }
    if (!value) {
      builder.setInsertionPointToStart(loop.getBody());
      value = AffineApplyOp::create(
          builder, loop.getLoc(),
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) + start),
          ValueRange(iterator));
    }
    if (user != value.getDefiningOp())
      use.set(value);
  }
}

void WorkerSplitter::createWorker(Nest &nest, int64_t worker) {
  AffineForOp root = nest.loops.front();
  IRMapping mapping;
  builder.setInsertionPoint(root);
  auto copy = cast<AffineForOp>(builder.clone(*root, mapping));
  auto loop =
      getForInductionVarOwner(mapping.lookup(loops[&nest].getInductionVar()));
  loop.setConstantUpperBound(block);
  std::string name =
      makeUnique(nest.name() + "_w" + std::to_string(worker),
                 [names = statementNames(func)](StringRef other) {
                   return names.contains(other);
                 });
  Operation *store = mapping.lookup(nest.store().getOperation());
  store->setAttr(hls::statementAttrName, builder.getStringAttr(name));
  store->setAttr(
      hls::workerAttrName,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("nest", builder.getStringAttr(nest.name())),
           builder.getNamedAttr("number", builder.getI64IntegerAttr(worker))}));
  takeParts(copy, loop, worker);
  if (worker > 0)
    shift(loop, worker * block);
}

void WorkerSplitter::createWorkers(Nest &nest) {
  for (int64_t worker = 0; worker < request.workers; ++worker)
    createWorker(nest, worker);
  nest.loops.front().erase();
}

void WorkerSplitter::eraseLocals() {
  for (auto [array, dimension] : arrays) {
    if (isa<BlockArgument>(array))
      continue;
    for (Operation *user : llvm::make_early_inc_range(array.getUsers())) {
      builder.setInsertionPoint(user);
      for (Value part : parts[{array, dimension}])
        memref::DeallocOp::create(builder, user->getLoc(), part);
      user->erase();
    }
    array.getDefiningOp()->erase();
  }
}

/// What was split, as `hls.blocks` says it.
FailureOr<std::string> WorkerSplitter::run() {
  for (auto root : func.getOps<AffineForOp>())
    nests.emplace_back(root);
  std::string named = request.nest;
  Nest *nest = find();
  if (!nest)
    return func.emitError("workers: function '")
           << func.getName()
           << (named.empty() ? "' has no nest"
                             : "' has no nest '" + named + "'")
           << " of constant loops around one store, which could be split";
  AffineStoreOp store = nest->store();
  if (store.getMemRefType().getRank() == 0)
    return error(store.getLoc()) << "it stores a single element";
  AffineForOp loop = loopOf(store, 0);
  if (!loop || nest->position(loop) == nest->loops.size())
    return error(store.getLoc())
           << "the first subscript of the stored array is not one loop";
  if (failed(begin(*nest, loop)))
    return failure();
  std::string said =
      request.nest + ".workers=" + std::to_string(request.workers);
  SmallVector<Value> whole(func.getArguments());
  for (auto &[part, values] : parts)
    if (!isa<BlockArgument>(part.first))
      createParts(part);
  for (Value argument : whole)
    for (auto &[part, values] : parts)
      if (part.first == argument)
        createParts(part);
  for (auto &[each, split] : loops)
    createWorkers(*each);
  eraseLocals();
  return said;
}

/// `3`, or `S1=3,S5=2`; of a part that is neither, none.
static std::optional<Request> readRequest(StringRef text) {
  auto [nest, number] =
      text.contains('=') ? text.split('=') : std::pair(StringRef(), text);
  Request request{nest.str(), 0};
  if (number.getAsInteger(10, request.workers) || request.workers < 1 ||
      request.workers > INT32_MAX || (text.contains('=') && nest.empty()))
    return std::nullopt;
  return request;
}

namespace {
struct SplitWorkers : talos::impl::SplitWorkersBase<SplitWorkers> {
  using SplitWorkersBase::SplitWorkersBase;
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
    if (!func->hasAttr(hls::topAttrName) || workers.empty())
      return;
    std::string all = hls::blocksOf(func).str();
    SmallVector<StringRef> texts;
    StringRef(workers).split(texts, ',');
    for (StringRef text : texts) {
      std::optional<Request> request = readRequest(text);
      if (!request) {
        func.emitError("workers '")
            << text << "': expected a number, as 3, or that of a nest, as S1=3";
        return signalPassFailure();
      }
      if (request->workers == 1)
        continue;
      FailureOr<std::string> said = WorkerSplitter(func, *request).run();
      if (failed(said))
        return signalPassFailure();
      all += (all.empty() ? "" : ",") + *said;
    }
    if (!all.empty())
      func->setAttr(hls::blocksAttrName, StringAttr::get(&getContext(), all));
  }
};
} // namespace
