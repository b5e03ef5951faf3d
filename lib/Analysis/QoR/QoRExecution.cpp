//===- QoRExecution.cpp - Symbolic execution of an iteration --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRExecution.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

/// Values that the operator libraries do not price: addresses and the like.
static bool isScalar(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || value.getType().isIndex() ||
         isa<arith::IndexCastOp, arith::IndexCastUIOp>(op);
}

//===----------------------------------------------------------------------===//
// What the body holds
//===----------------------------------------------------------------------===//

LogicalResult Execution::collectLoop(AffineForOp loop) {
  FailureOr<int64_t> trips = constantTrips(loop);
  if (failed(trips))
    return failure();
  if (unrolledTrips.size() >= 63)
    return loop.emitError("more than 63 unrolled loops in one iteration");
  unrolledNumbers[loop] = unrolledTrips.size();
  unrolledTrips.push_back(*trips);
  position.push_back(0);
  return collect(*loop.getBody());
}

LogicalResult Execution::checkOperator(Operation *op) {
  if (op->getNumResults() != 1 || isScalar(op->getResult(0)) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return success();
  std::string name = operatorName(op);
  if (name.empty())
    return op->emitError("operation '")
           << op->getName() << "' on " << op->getResult(0).getType()
           << " has no entry in the operator libraries; rewrite it with "
              "supported arithmetic or add an operator";
  llvm::Expected<const target::Operator *> found = target.lookup(name);
  if (!found)
    return op->emitError(llvm::toString(found.takeError()));
  operators[op] = *found;
  return success();
}

LogicalResult Execution::collect(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (&op == skipped)
      continue;
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](AffineForOp loop) { return collectLoop(loop); })
            .Case([&](affine::AffineIfOp condition) -> LogicalResult {
              guarded = true;
              if (condition.getNumResults() > 1)
                return condition.emitError("conditions of several results "
                                           "cannot be estimated");
              if (failed(collect(*condition.getThenBlock())))
                return failure();
              return condition.hasElse() ? collect(*condition.getElseBlock())
                                         : success();
            })
            .Case([&](hls::BufferOp buffer) { return collectLocal(buffer); })
            .Case([&](affine::AffineLoadOp load) {
              return collectAccess(load, load.getMemRef(), load.getAffineMap(),
                                   load.getMapOperands());
            })
            .Case([&](affine::AffineStoreOp store) -> LogicalResult {
              if (store->hasAttr(hls::copyAttrName))
                return success();
              return collectAccess(store, store.getMemRef(),
                                   store.getAffineMap(),
                                   store.getMapOperands());
            })
            .Default([&](Operation *other) -> LogicalResult {
              if (other->getNumRegions() != 0 || !isMemoryEffectFree(other))
                return other->emitError("'")
                       << other->getName()
                       << "' inside a pipelined or innermost loop cannot be "
                          "estimated";
              return checkOperator(other);
            });
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Execution::collectLocal(hls::BufferOp buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Memory memory =
      Memory::of(buffer.getBufferName(), type,
                 buffer.getPartition().value_or(hls::PartitionAttr()));
  if (!memory.inRegisters())
    return buffer.emitError("a buffer of several words a bank inside a "
                            "pipelined or innermost loop cannot be estimated");
  memory.isLocal = true;
  locals[buffer.getResult()] = std::move(memory);
  return success();
}

/// The arrays' own names, whatever buffer of the task holds them.
bool Execution::isDistinct(Value memref) const {
  auto buffer = hls::originOf(memref).getDefiningOp<hls::BufferOp>();
  return distinct && buffer &&
         llvm::is_contained(distinct.getAsValueRange<StringAttr>(),
                            buffer.getArrayName());
}

LogicalResult Execution::collectAccess(Operation *op, Value memref,
                                       AffineMap map, ValueRange values) {
  const Memory *found = nullptr;
  for (const Memories *memories : {&known, &std::as_const(locals)})
    if (auto it = memories->find(memref); it != memories->end())
      found = &it->second;
  if (!found)
    return op->emitError("access to a memory that is no buffer and no "
                         "argument of the task");
  auto [position, isNew] =
      memoryNumbers.insert({memref, unsigned(memoryList.size())});
  if (isNew) {
    memoryList.push_back(*found);
    readMemories.push_back(false);
  }
  AccessInfo access{op, position->second, isDistinct(memref), {}};
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  for (auto [number, expr] : llvm::enumerate(map.getResults())) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &flat)) ||
        flat.size() != operands.size() + 1)
      return op->emitError("subscript ")
             << number << " is not linear; the estimator cannot find its bank";
    AccessDim dim;
    dim.constant = flat.back();
    std::vector<int64_t> moving;
    for (auto [operand, coefficient] : llvm::zip(operands, flat)) {
      if (coefficient == 0)
        continue;
      AffineForOp loop = affine::getForInductionVarOwner(operand);
      auto unrolled = loop ? unrolledNumbers.find(loop) : unrolledNumbers.end();
      if (loop && unrolled != unrolledNumbers.end()) {
        dim.constant += coefficient * loop.getConstantLowerBound();
        dim.unrolled.emplace_back(unrolled->second,
                                  coefficient * loop.getStepAsInt());
        continue;
      }
      int64_t scaled = coefficient * (loop ? loop.getStepAsInt() : 1);
      if (loop)
        dim.running.push_back({loop, scaled});
      else
        dim.operands.emplace_back(operand, coefficient);
      moving.push_back(
          reinterpret_cast<intptr_t>(operand.getAsOpaquePointer()));
      moving.push_back(coefficient);
    }
    dim.moving =
        movingParts.try_emplace(moving, movingParts.size()).first->second;
    access.dims.push_back(std::move(dim));
  }
  accessOf[op] = accessList.size();
  accessList.push_back(std::move(access));
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static constexpr uint64_t runningBit = uint64_t(1) << 63;

/// The unrolled loops that a value depends on, and one bit for all others.
uint64_t Execution::loopsOf(Value value) {
  auto it = loopMasks.find(value);
  if (it != loopMasks.end())
    return it->second;
  uint64_t mask = 0;
  if (AffineForOp loop = affine::getForInductionVarOwner(value)) {
    auto unrolled = unrolledNumbers.find(loop);
    mask = unrolled == unrolledNumbers.end() ? runningBit
                                             : uint64_t(1) << unrolled->second;
  } else if (Operation *op = value.getDefiningOp()) {
    for (Value operand : op->getOperands())
      if (!isa<MemRefType>(operand.getType()))
        mask |= loopsOf(operand);
  }
  return loopMasks[value] = mask;
}

/// Different values of an operand in one iteration.
int64_t Execution::copiesOf(Value value) {
  uint64_t mask = loopsOf(value);
  int64_t copies = 1;
  for (size_t loop = 0; loop < unrolledTrips.size(); ++loop)
    if (mask >> loop & 1)
      copies *= unrolledTrips[loop];
  return copies;
}

/// With reassociation the tool multiplies what no loop changes into the factor
/// with the fewest copies first.
void Execution::orderProducts() {
  auto isProduct = [&](Operation *op) {
    auto it = operators.find(op);
    return it != operators.end() && it->second->isRoundedProduct();
  };
  auto joins = [&](Value value, Operation *user) {
    Operation *op = value.getDefiningOp();
    return op && value.hasOneUse() && isProduct(op) &&
           operators[op] == operators[user];
  };
  for (auto &[op, library] : operators) {
    if (!isProduct(op) ||
        (op->getResult(0).hasOneUse() &&
         isProduct(*op->getResult(0).user_begin()) &&
         operators[*op->getResult(0).user_begin()] == library))
      continue;
    SmallVector<Value> scalarFactors, others, work(op->getOperands());
    std::reverse(work.begin(), work.end());
    while (!work.empty()) {
      Value value = work.pop_back_val();
      if (joins(value, op)) {
        work.push_back(value.getDefiningOp()->getOperand(1));
        work.push_back(value.getDefiningOp()->getOperand(0));
        continue;
      }
      (loopsOf(value) == 0 ? scalarFactors : others).push_back(value);
    }
    if (!scalarFactors.empty() && others.size() > 1) {
      auto fewest =
          std::min_element(others.begin(), others.end(), [&](Value a, Value b) {
            return copiesOf(a) < copiesOf(b);
          });
      std::rotate(others.begin(), fewest, fewest + 1);
    }
    scalarFactors.append(others);
    products[op] = std::move(scalarFactors);
  }
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

unsigned Execution::elementOf(const AccessInfo &access) {
  key.assign(1, access.memory);
  for (const AccessDim &dim : access.dims) {
    int64_t at = dim.constant;
    for (auto [loop, coefficient] : dim.unrolled)
      at += coefficient * position[loop];
    key.push_back(dim.moving);
    key.push_back(at);
  }
  auto [it, isNew] = elementNumbers.try_emplace(key, all.size());
  if (isNew) {
    Element element;
    element.memory = access.memory;
    element.access = &access - accessList.data();
    for (size_t i = 1; i < key.size(); i += 2) {
      element.moving.push_back(key[i]);
      element.constants.push_back(key[i + 1]);
    }
    all.push_back(std::move(element));
  }
  return it->second;
}

void Execution::load(Operation *op) {
  unsigned access = accessOf[op];
  Element &element = all[elementOf(accessList[access])];
  Id value =
      accessList[access].isDistinct ? DataFlowGraph::none : element.value;
  element.isChained |= value != DataFlowGraph::none;
  if (value == DataFlowGraph::none) {
    if (element.load == DataFlowGraph::none)
      element.load = dataFlow.addLoad(access);
    value = element.load;
    readMemories[element.memory] = true;
  }
  current[op] = {epoch, value};
}

void Execution::store(Operation *op, Value value) {
  Id id = valueOf(value);
  unsigned number = elementOf(accessList[accessOf[op]]);
  Element &element = all[number];
  bool isFirst = element.value == DataFlowGraph::none ||
                 accessList[accessOf[op]].isDistinct;
  Id previous = isFirst ? element.load : element.value;
  storeList.push_back({number, accessOf[op], previous, id});
  element.value = id;
  // Values that live within the iteration are waited for nowhere.
  if (!inGuard || memory(element.memory).isLocal)
    return;
  int64_t time = dataFlow.node(id).path + target.rules.depth.guardedTerm;
  element.guardedSum += time;
  element.guardedMost = std::max(element.guardedMost, time);
  element.value = dataFlow.addGuard();
}

Execution::Id Execution::scalarOf(Value value) {
  std::vector<int64_t> at;
  uint64_t mask = loopsOf(value);
  for (size_t loop = 0; loop < position.size(); ++loop)
    at.push_back(mask >> loop & 1 ? position[loop] : -1);
  auto [it, isNew] =
      scalars.try_emplace({value.getAsOpaquePointer(), std::move(at)}, 0);
  if (isNew)
    it->second = dataFlow.addLeaf();
  return it->second;
}

Execution::Id Execution::operationOf(Operation *op) {
  const target::Operator &library = *operators[op];
  auto add = [&](ArrayRef<Id> operands) {
    if (inGuard)
      ++executed[library.name];
    return dataFlow.addOperation(library, operands, inGuard);
  };
  auto product = products.find(op);
  if (product != products.end() && product->second.size() > 2) {
    Id id = valueOf(product->second.front());
    for (Value factor : ArrayRef(product->second).drop_front())
      id = add({id, valueOf(factor)});
    return id;
  }
  SmallVector<Id, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(valueOf(operand));
  return add(operands);
}

Execution::Id Execution::valueOf(Value value) {
  if (isScalar(value))
    return scalarOf(value);
  Operation *op = value.getDefiningOp();
  auto it = current.find(op);
  // A load or a condition keeps its value until it is executed again.
  if (it != current.end() &&
      (it->second.first == epoch ||
       isa<affine::AffineLoadOp, affine::AffineIfOp>(op)))
    return it->second.second;
  Id id;
  FloatAttr constant;
  if (op->hasTrait<OpTrait::ConstantLike>())
    id =
        current.contains(op)
            ? current[op].second
            : dataFlow.addConstant(matchPattern(op, m_Constant(&constant)) &&
                                   constant && constant.getValue().isPosZero());
  else if (operators.count(op))
    id = operationOf(op);
  else
    id = scalarOf(value); // computed outside of the region
  current[op] = {epoch, id};
  return id;
}

/// A condition with a result is a term or what stands for it, which is no
/// operator of the library: as `if` around a store.
void Execution::executeCondition(affine::AffineIfOp condition) {
  bool before = std::exchange(inGuard, true);
  std::optional<Id> result;
  auto run = [&](Block *block) {
    execute(*block);
    if (condition.getNumResults() == 0)
      return;
    Id value = valueOf(block->getTerminator()->getOperand(0));
    if (!result || dataFlow.node(*result).path < dataFlow.node(value).path)
      result = value;
  };
  run(condition.getThenBlock());
  if (condition.hasElse())
    run(condition.getElseBlock());
  if (result)
    current[condition] = {epoch, *result};
  inGuard = before;
}

void Execution::execute(Block &block) {
  ++epoch;
  for (Operation &op : block.without_terminator()) {
    if (&op == skipped)
      continue;
    if (auto loop = dyn_cast<AffineForOp>(op)) {
      unsigned number = unrolledNumbers[loop];
      for (int64_t i = 0; i < unrolledTrips[number]; ++i) {
        position[number] = i;
        execute(*loop.getBody());
      }
      ++epoch;
    } else if (auto condition = dyn_cast<affine::AffineIfOp>(op)) {
      executeCondition(condition);
    } else if (isa<affine::AffineLoadOp>(op)) {
      load(&op);
    } else if (auto write = dyn_cast<affine::AffineStoreOp>(op);
               write && !write->hasAttr(hls::copyAttrName)) {
      store(&op, write.getValueToStore());
    }
  }
}

/// Scalars of the body die with the iteration.
void Execution::dropLocals() {
  std::vector<unsigned> position;
  unsigned kept = 0;
  for (const Element &element : all) {
    bool isLocal = memory(element.memory).isLocal;
    position.push_back(isLocal ? ~0u : kept);
    kept += !isLocal;
  }
  llvm::erase_if(storeList, [&](StoreRecord &store) {
    store.element = position[store.element];
    return store.element == ~0u;
  });
  llvm::erase_if(all, [&](const Element &element) {
    return memory(element.memory).isLocal;
  });
}

LogicalResult Execution::run(Block &body, Operation *leftOut) {
  skipped = leftOut;
  distinct =
      body.getParentOp()->getAttrOfType<ArrayAttr>(hls::distinctCopiesAttrName);
  if (failed(collect(body)))
    return failure();
  if (tree && !guarded)
    orderProducts();
  // What stands beside conditions belongs to a statement under them.
  inGuard = guarded;
  execute(body);
  dropLocals();
  return success();
}
