//===- Program.cpp - A distributed program as nests and arrays ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Program.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

Operation *Nest::root() const {
  if (!loops.empty())
    return affine::AffineForOp(loops.front().op).getOperation();
  if (guard)
    return affine::AffineIfOp(guard).getOperation();
  return affine::AffineStoreOp(store).getOperation();
}

SmallVector<unsigned> Program::contextsOf(const Nest &nest) const {
  SmallVector<unsigned> chain;
  for (auto at = nest.context; at; at = contexts[*at].parent)
    chain.push_back(*at);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

bool Program::isCarried(unsigned array) const {
  return llvm::any_of(regions, [&](const Region &region) {
    return llvm::any_of(region.uses, [&](const Region::Use &use) {
      return use.array == array;
    });
  });
}

static std::string locationName(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().str();
  return {};
}

std::string analysis::sourceName(Operation *op) {
  if (auto name = op->getAttrOfType<StringAttr>(hls::nameAttrName))
    return name.str();
  return locationName(op->getLoc());
}

std::string analysis::sourceName(func::FuncOp func, unsigned argument) {
  if (auto name =
          func.getArgAttrOfType<StringAttr>(argument, hls::nameAttrName))
    return name.str();
  if (func.isExternal())
    return {};
  return locationName(func.getArgument(argument).getLoc());
}

namespace {

/// Builds a Program; every member function reports its own failure.
class ProgramBuilder {
public:
  explicit ProgramBuilder(func::FuncOp func) { program.func = func; }

  FailureOr<Program> run() {
    if (failed(collectArguments()))
      return failure();
    if (failed(visitBlock(program.func.getBody().front(), std::nullopt)))
      return failure();
    markLiveness();
    return std::move(program);
  }

private:
  LogicalResult collectArguments();
  LogicalResult addArray(Value value, std::string name, Location loc,
                         bool isArgument);
  LogicalResult visitBlock(Block &block, std::optional<unsigned> context);
  LogicalResult visitOp(Operation &op, std::optional<unsigned> context);
  LogicalResult visitContext(affine::AffineForOp loop,
                             std::optional<unsigned> parent);
  LogicalResult visitRegion(Operation &call, std::optional<unsigned> context);
  LogicalResult visitNest(Operation &root, std::optional<unsigned> context);
  LogicalResult visitLoose(Operation &root, Nest &nest);
  LogicalResult descend(Operation &op, Nest &nest, Block *&body);
  LogicalResult visitBody(Block &body, Nest &nest);
  LogicalResult addAccess(Operation *op, Nest &nest);
  AffineExpr iteratorOf(Value value, const Nest &nest,
                        ArrayRef<unsigned> around, MLIRContext *context) const;
  void findAccumulation(Nest &nest);
  void markLiveness();
  bool coversArray(const Nest &nest, const Access &write) const;

  Program program;
  llvm::DenseMap<Value, unsigned> arrayOf;
};

} // namespace

LogicalResult ProgramBuilder::addArray(Value value, std::string name,
                                       Location loc, bool isArgument) {
  auto type = cast<MemRefType>(value.getType());
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return emitError(loc) << "array '" << name << "' has type " << type
                          << "; the design space needs a static shape and the "
                             "identity layout";
  if (!type.getElementType().isIntOrFloat())
    return emitError(loc)
           << "array '" << name << "' has elements of type "
           << type.getElementType()
           << "; integers and floating-point numbers are supported";
  ArrayInfo info;
  info.value = value;
  info.name = std::move(name);
  info.shape.assign(type.getShape().begin(), type.getShape().end());
  info.elementBits = type.getElementTypeBitWidth();
  info.isArgument = isArgument;
  arrayOf[value] = program.arrays.size();
  program.arrays.push_back(std::move(info));
  return success();
}

LogicalResult ProgramBuilder::collectArguments() {
  func::FuncOp func = program.func;
  if (func.isExternal())
    return func.emitError("function '")
           << func.getName() << "' has no body to compile";
  if (!func.getBody().hasOneBlock())
    return func.emitError("function '")
           << func.getName()
           << "' has several blocks; only structured control flow is supported";
  for (BlockArgument argument : func.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    std::string name = sourceName(func, argument.getArgNumber());
    if (name.empty())
      name = "arg" + std::to_string(argument.getArgNumber());
    if (failed(addArray(argument, std::move(name), argument.getLoc(), true)))
      return failure();
  }
  return success();
}

LogicalResult ProgramBuilder::visitBlock(Block &block,
                                         std::optional<unsigned> context) {
  for (Operation &op : block)
    if (failed(visitOp(op, context)))
      return failure();
  return success();
}

/// The loop runs as written: several statements, or one that is no nest.
static bool isContext(affine::AffineForOp loop) {
  unsigned stores = 0, calls = 0;
  loop.walk([&](Operation *op) {
    stores += isa<affine::AffineStoreOp>(op);
    calls += hls::isRegionCall(op);
  });
  return stores > 1 || calls > 0;
}

LogicalResult ProgramBuilder::visitOp(Operation &op,
                                      std::optional<unsigned> context) {
  if (!context && isa<memref::AllocOp, memref::AllocaOp>(op)) {
    std::string name = sourceName(&op);
    if (name.empty())
      name = "buf" + std::to_string(program.arrays.size());
    return addArray(op.getResult(0), std::move(name), op.getLoc(), false);
  }
  if (isa<memref::DeallocOp, func::ReturnOp, affine::AffineYieldOp>(op))
    return success();
  if (auto loop = dyn_cast<affine::AffineForOp>(op); loop && isContext(loop))
    return visitContext(loop, context);
  if (hls::isRegionCall(&op))
    return visitRegion(op, context);
  if (isa<affine::AffineForOp, affine::AffineStoreOp, affine::AffineIfOp>(op))
    return visitNest(op, context);
  // Pure ops and loads feed a store outside any loop of its own; they are
  // reached from there.
  if (isMemoryEffectFree(&op) || isa<affine::AffineLoadOp>(op))
    return success();
  return op.emitError("operation '")
         << op.getName()
         << "' between loop nests is not supported; only affine loops and "
            "affine stores are optimised";
}

LogicalResult ProgramBuilder::visitContext(affine::AffineForOp loop,
                                           std::optional<unsigned> parent) {
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values (iter_args); run hls-normalize "
                          "to demote them to memory");
  unsigned position = program.contexts.size();
  ContextLoop info;
  info.name = sourceName(loop);
  if (info.name.empty())
    info.name = "t" + std::to_string(position);
  info.op = loop;
  info.parent = parent;
  FailureOr<LoopCount> count = countIterations(loop);
  if (failed(count))
    return failure();
  info.entries = count->entries;
  info.iterations = count->iterations;
  program.contexts.push_back(info);
  return visitBlock(*loop.getBody(), position);
}

LogicalResult ProgramBuilder::visitRegion(Operation &call,
                                          std::optional<unsigned> context) {
  auto access = call.getAttrOfType<ArrayAttr>(hls::accessAttrName);
  auto name = call.getAttrOfType<StringAttr>(hls::statementAttrName);
  if (!name || access.size() != call.getNumOperands())
    return call.emitError(
        "the call of a region needs a name (hls.stmt) and one "
        "entry of hls.access an operand");
  analysis::Region region;
  region.name = name.str();
  region.call = &call;
  region.context = context;
  region.nestsBefore = program.nests.size();
  for (auto [operand, kind] :
       llvm::zip_equal(call.getOperands(), access.getAsRange<StringAttr>())) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    auto array = arrayOf.find(operand);
    if (array == arrayOf.end())
      return call.emitError("accesses an array that is neither an argument nor "
                            "allocated at the top of the function");
    region.uses.push_back({array->second, kind.getValue().starts_with("read"),
                           kind.getValue().ends_with("write")});
  }
  program.regions.push_back(std::move(region));
  return success();
}

/// Enters a loop of a perfect nest; leaves `body` null at the statement.
LogicalResult ProgramBuilder::descend(Operation &op, Nest &nest, Block *&body) {
  auto loop = cast<affine::AffineForOp>(op);
  if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
      loop.getStepAsInt() != 1)
    return loop.emitError("loop is not of the form '0 to N step 1' with a "
                          "constant N; run hls-rectangularize first");
  if (loop.getConstantUpperBound() <= 0)
    return loop.emitError("loop never runs (trip count ")
           << loop.getConstantUpperBound() << "); remove it";
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values (iter_args); run hls-normalize "
                          "to demote them to memory");
  LoopInfo info;
  info.name = sourceName(loop);
  if (info.name.empty())
    info.name = "i" + std::to_string(nest.loops.size());
  info.op = loop;
  info.trip = loop.getConstantUpperBound();
  nest.loops.push_back(info);
  body = loop.getBody();
  return success();
}

/// A statement without a loop of its own: what feeds it stands beside it.
LogicalResult ProgramBuilder::visitLoose(Operation &root, Nest &nest) {
  nest.store = cast<affine::AffineStoreOp>(root);
  llvm::SetVector<Operation *> feeders; // in program order
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  if (failed(getBackwardSlice(&root, &feeders, options)))
    return failure();
  for (Operation *op : feeders)
    if (isa<affine::AffineLoadOp>(op) && failed(addAccess(op, nest)))
      return failure();
  return addAccess(&root, nest);
}

/// The op alone in its block, but for the terminator.
static bool standsAlone(Operation &op) {
  return &op.getBlock()->front() == &op &&
         op.getNextNode() == op.getBlock()->getTerminator();
}

LogicalResult ProgramBuilder::visitNest(Operation &root,
                                        std::optional<unsigned> context) {
  Nest nest;
  nest.context = context;
  Operation *op = &root;
  Block *body = nullptr;
  while (isa<affine::AffineForOp>(op) && (!body || standsAlone(*op))) {
    if (failed(descend(*op, nest, body)))
      return failure();
    op = &body->front();
  }
  if (auto guard = dyn_cast<affine::AffineIfOp>(op);
      guard && (!body || standsAlone(*op)) && !guard.hasElse()) {
    nest.guard = guard;
    body = guard.getThenBlock();
  }
  if (failed(body ? visitBody(*body, nest) : visitLoose(root, nest)))
    return failure();
  if (auto name = nest.store->getAttrOfType<StringAttr>(hls::statementAttrName))
    nest.name = name.str();
  else
    nest.name = "S" + std::to_string(program.nests.size());
  findAccumulation(nest);
  program.nests.push_back(std::move(nest));
  return success();
}

LogicalResult ProgramBuilder::visitBody(Block &body, Nest &nest) {
  for (Operation &op : body.without_terminator()) {
    if (isa<affine::AffineForOp, affine::AffineIfOp>(op))
      return op.emitError("operation '")
             << op.getName()
             << "' stands beside other statements in a nest; run "
                "hls-distribute "
                "first (a nest that cannot be distributed is not in the design "
                "space)";
    if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      if (nest.store) {
        InFlightDiagnostic diag = store.emitError(
            "second statement in one nest; run hls-distribute first (a nest "
            "that cannot be distributed is not in the design space)");
        diag.attachNote(nest.store.getLoc()) << "first statement is here";
        return diag;
      }
      nest.store = store;
      continue;
    }
    if (isa<affine::AffineLoadOp>(op)) {
      if (failed(addAccess(&op, nest)))
        return failure();
      continue;
    }
    if (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)
      return op.emitError("operation '")
             << op.getName()
             << "' has effects or regions; a statement is one affine.store and "
                "the pure operations and affine loads that feed it";
  }
  if (!nest.store)
    return body.getParentOp()->emitError(
        "stores nothing; remove it or add an affine.store");
  return addAccess(nest.store, nest);
}

/// The value as a loop of the nest (a dimension) or of the context (a symbol);
/// null if it is neither.
AffineExpr ProgramBuilder::iteratorOf(Value value, const Nest &nest,
                                      ArrayRef<unsigned> around,
                                      MLIRContext *context) const {
  for (auto [position, loop] : llvm::enumerate(nest.loops))
    if (affine::AffineForOp(loop.op).getInductionVar() == value)
      return getAffineDimExpr(position, context);
  for (auto [position, loop] : llvm::enumerate(around))
    if (affine::AffineForOp(program.contexts[loop].op).getInductionVar() ==
        value)
      return getAffineSymbolExpr(position, context);
  return {};
}

static Subscript subscriptOf(AffineExpr expr) {
  Subscript subscript;
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.isSymbolicOrConstant()) {
    subscript.simple = true;
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      subscript.offset = constant.getValue();
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    subscript.simple = true;
    subscript.loop = dim.getPosition();
  } else if (sum && sum.getKind() == AffineExprKind::Add) {
    auto loop = dyn_cast<AffineDimExpr>(sum.getLHS());
    auto offset = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (loop && offset) {
      subscript.simple = true;
      subscript.loop = loop.getPosition();
      subscript.offset = offset.getValue();
    }
  }
  return subscript;
}

/// The access map over the nest's loops, with applies and symbols folded in.
LogicalResult ProgramBuilder::addAccess(Operation *op, Nest &nest) {
  affine::MemRefAccess raw(op);
  auto array = arrayOf.find(raw.memref);
  if (array == arrayOf.end())
    return op->emitError("accesses an array that is neither an argument nor "
                         "allocated at the top of the function");
  affine::AffineValueMap valueMap;
  raw.getAccessMap(&valueMap);
  MLIRContext *context = op->getContext();
  SmallVector<unsigned> around = program.contextsOf(nest);
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned position = 0; position < valueMap.getNumOperands();
       ++position) {
    AffineExpr expr =
        iteratorOf(valueMap.getOperand(position), nest, around, context);
    if (!expr)
      return op->emitError("subscript uses a value that is no loop around it; "
                           "bind it to a constant first");
    (position < valueMap.getNumDims() ? dims : symbols).push_back(expr);
  }
  AffineMap map = valueMap.getAffineMap().replaceDimsAndSymbols(
      dims, symbols, nest.loops.size(), around.size());
  Access access;
  access.op = op;
  access.array = array->second;
  access.map = simplifyAffineMap(map);
  access.isWrite = isa<affine::AffineStoreOp>(op);
  for (AffineExpr expr : access.map.getResults())
    access.subscripts.push_back(subscriptOf(expr));
  nest.accesses.push_back(std::move(access));
  return success();
}

/// Ops that a reduction may use; the written element must be a direct operand.
static bool isAccumulation(Operation *op) {
  return isa_and_nonnull<arith::AddFOp, arith::MulFOp, arith::AddIOp,
                         arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp,
                         arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp,
                         arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
}

void ProgramBuilder::findAccumulation(Nest &nest) {
  const Access &write = nest.write();
  Operation *combine = nest.store.getValueToStore().getDefiningOp();
  // `X - rest` accumulates too: the subtrahends are summed with their sign.
  bool subtracts = isa_and_nonnull<arith::SubFOp, arith::SubIOp>(combine);
  if (!subtracts && !isAccumulation(combine))
    return;
  for (const Access &access : nest.accesses) {
    if (access.isWrite || access.array != write.array ||
        access.map != write.map)
      continue;
    Value loaded = access.op->getResult(0);
    bool direct = loaded == combine->getOperand(0) ||
                  (!subtracts && loaded == combine->getOperand(1));
    // The element must enter exactly once, as the running value.
    if (!direct || !loaded.hasOneUse())
      continue;
    nest.accumulator = cast<affine::AffineLoadOp>(access.op);
    break;
  }
  if (!nest.accumulator)
    return;
  for (auto [position, loop] : llvm::enumerate(nest.loops))
    loop.reduction = !write.map.isFunctionOfDim(position);
}

/// Whether the statement writes every element of the array.
bool ProgramBuilder::coversArray(const Nest &nest, const Access &write) const {
  // A context loop of variable bounds may not run before a later read does.
  bool mayWait = llvm::any_of(program.contextsOf(nest), [&](unsigned context) {
    affine::AffineForOp loop = program.contexts[context].op;
    return !loop.hasConstantBounds();
  });
  if (nest.guard || mayWait)
    return false;
  llvm::SmallBitVector fixed(nest.loops.size());
  std::optional<Footprint> box = footprintOf(nest, write.array, fixed);
  if (!box || !box->fullyWritten)
    return false;
  ArrayRef<int64_t> shape = program.arrays[write.array].shape;
  return llvm::all_of(llvm::zip(box->dims, shape), [](auto entry) {
    return std::get<0>(entry).extent == std::get<1>(entry);
  });
}

void ProgramBuilder::markLiveness() {
  SmallVector<bool> defined(program.arrays.size(), false);
  const analysis::Region *region = program.regions.begin();
  auto passRegions = [&](size_t nestsBefore) {
    for (;
         region != program.regions.end() && region->nestsBefore <= nestsBefore;
         ++region)
      for (const analysis::Region::Use &use : region->uses) {
        ArrayInfo &array = program.arrays[use.array];
        array.liveIn |= array.isArgument && !defined[use.array];
        array.liveOut |= array.isArgument && use.writes;
      }
  };
  for (auto [position, nest] : llvm::enumerate(program.nests)) {
    passRegions(position);
    for (const Access &access : nest.accesses)
      if (!access.isWrite && !defined[access.array])
        program.arrays[access.array].liveIn =
            program.arrays[access.array].isArgument;
    const Access &write = nest.write();
    ArrayInfo &array = program.arrays[write.array];
    array.liveOut |= array.isArgument;
    if (coversArray(nest, write))
      defined[write.array] = true;
  }
  passRegions(program.nests.size());
  // A whole array is stored: what the nests leave unwritten must hold its old
  // value.
  for (auto [index, array] : llvm::enumerate(program.arrays))
    if (array.liveOut && !defined[index])
      array.liveIn = true;
}

FailureOr<Program> analysis::analyzeProgram(func::FuncOp func) {
  return ProgramBuilder(func).run();
}
