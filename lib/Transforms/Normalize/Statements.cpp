//===- Statements.cpp - One store a statement -----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "Transforms/Distribute/ScalarCell.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

void removeDeadValues(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (op != func.getOperation() && op->use_empty() &&
        (isPure(op) || isComputation(op) || isa<AffineLoadOp>(op)) &&
        op->getNumResults() != 0)
      op->erase();
}

void removeDeadArrays(func::FuncOp func) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto alloc : llvm::make_early_inc_range(
             func.getBody().front().getOps<memref::AllocOp>())) {
      if (!llvm::all_of(alloc->getUsers(), [](Operation *user) {
            return isa<AffineStoreOp, memref::DeallocOp>(user);
          }))
        continue;
      for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
        user->erase();
      alloc.erase();
      changed = true;
      break; // the erased users may have followed it in the block
    }
    removeDeadValues(func);
  }
}

namespace {

using Stores = llvm::SmallSetVector<Operation *, 4>;

class Isolator {
public:
  explicit Isolator(func::FuncOp func)
      : func(func), entry(&func.getBody().front()) {}
  LogicalResult run();

private:
  bool isSetup(Operation *op);
  bool isRepeatable(Operation *op);
  Stores demoteShared(Operation *op);
  Operation *firstWriteAfter(AffineLoadOp load);
  Operation *lastingUntil(Operation *op);
  bool isWorthRepeating(Operation *op, const Stores &stores);
  Operation *storeInCell(Value value);
  bool canReadAt(AffineLoadOp load, Operation *store);
  void collect(Operation *op, Block *block, llvm::SetVector<Operation *> &outer,
               llvm::SetVector<Operation *> &inner);
  LogicalResult isolate(AffineStoreOp store);
  Value readLater(AffineLoadOp load, OpBuilder &builder);

  func::FuncOp func;
  Block *entry;
  DenseMap<Operation *, bool> setup;    ///< memo of isSetup
  DenseMap<Operation *, Stores> needed; ///< the stores that an op feeds
  DenseMap<Operation *, Value> cells;   ///< of loads that cannot be repeated
  /// Memo of lastingUntil.
  DenseMap<Operation *, Operation *> lasting;
};

/// Stores that may each compute a value of their block anew. More of them would
/// take more operators than a local array and its task are worth.
constexpr size_t mostCopies = 4;

/// Ops of one statement, all of which are hardware of one task. The design
/// space of so many is still built and searched in a second.
constexpr size_t maxOps = 4096;

} // namespace

/// Ops of the first block that read no memory belong to no statement.
bool Isolator::isSetup(Operation *op) {
  if (op->getBlock() != entry || !isPure(op))
    return false;
  auto [it, inserted] = setup.try_emplace(op, true);
  if (!inserted)
    return it->second;
  bool result = llvm::all_of(op->getOperands(), [&](Value operand) {
    return !operand.getDefiningOp() || isSetup(operand.getDefiningOp());
  });
  return setup[op] = result;
}

/// Loads, constants and values that no array may hold are repeated in each
/// statement; other computations are done once, as written.
bool Isolator::isRepeatable(Operation *op) {
  return isa<AffineLoadOp>(op) || matchPattern(op, m_Constant()) ||
         llvm::any_of(op->getResultTypes(), [](Type type) {
           return type.isIndex() || type.isInteger(1);
         });
}

Operation *Isolator::storeInCell(Value value) {
  Operation *def = value.getDefiningOp();
  SmallVector<OpOperand *> uses = llvm::to_vector(
      llvm::map_range(value.getUses(), [](OpOperand &use) { return &use; }));
  Value cell = makeCell(def, value.getType(), value.getLoc());
  OpBuilder builder(func.getContext());
  for (OpOperand *use : uses) {
    builder.setInsertionPoint(use->getOwner());
    use->set(loadCell(builder, value.getLoc(), cell));
  }
  builder.setInsertionPointAfter(def);
  return storeCell(builder, value.getLoc(), value, cell);
}

/// Whether `op`, or an op inside of it, may write to the array of `load`.
static bool mayWrite(Operation *op, AffineLoadOp load) {
  return op
      ->walk([&](Operation *other) {
        auto writer = dyn_cast<AffineStoreOp>(other);
        bool found = writer ? writer.getMemRef() == load.getMemRef()
                            : hls::isRegionCall(other) &&
                                  llvm::is_contained(other->getOperands(),
                                                     Value(load.getMemRef()));
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The op of the block of `load` that overwrites what it reads; null if none.
Operation *Isolator::firstWriteAfter(AffineLoadOp load) {
  Operation *op = load->getNextNode();
  while (op && !mayWrite(op, load))
    op = op->getNextNode();
  return op;
}

/// The first op of its block behind which `op` cannot be computed again; null
/// if it can be until the end. Of what stands in other blocks nothing is known:
/// it is read where it is.
Operation *Isolator::lastingUntil(Operation *op) {
  auto [it, isNew] = lasting.try_emplace(op, nullptr);
  if (!isNew)
    return it->second;
  Operation *first = nullptr;
  if (auto load = dyn_cast<AffineLoadOp>(op))
    first = firstWriteAfter(load);
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || def->getBlock() != op->getBlock())
      continue;
    Operation *other = lastingUntil(def);
    if (other && (!first || other->isBeforeInBlock(first)))
      first = other;
  }
  return lasting[op] = first;
}

/// Whether the stores share all loops with `op` and can compute it again: they
/// then need no array that holds its value in every iteration.
bool Isolator::isWorthRepeating(Operation *op, const Stores &stores) {
  if (stores.size() > mostCopies)
    return false;
  Operation *end = lastingUntil(op);
  return llvm::all_of(stores, [&](Operation *store) {
    return store->getBlock() == op->getBlock() &&
           (!end || store == end || store->isBeforeInBlock(end));
  });
}

/// The stores that `op` feeds, after its value was sent through a cell if that
/// is several stores or one of another block. Users come before their operands.
Stores Isolator::demoteShared(Operation *op) {
  Stores stores;
  for (Operation *user : op->getUsers()) {
    if (isa<AffineStoreOp>(user))
      stores.insert(user);
    else if (auto it = needed.find(user); it != needed.end())
      stores.insert(it->second.begin(), it->second.end());
  }
  bool own = stores.size() <= 1 &&
             (stores.empty() || stores[0]->getBlock() == op->getBlock());
  if (own || isRepeatable(op) || isWorthRepeating(op, stores))
    return stores;
  Stores cellStores;
  for (Value result : op->getResults())
    if (!result.use_empty())
      cellStores.insert(storeInCell(result));
  return cellStores;
}

/// No write to the array can come between `load` and `store`.
bool Isolator::canReadAt(AffineLoadOp load, Operation *store) {
  Operation *ancestor = load->getBlock()->findAncestorOpInBlock(*store);
  for (Operation *op = load->getNextNode(); op != ancestor;
       op = op->getNextNode())
    if (mayWrite(op, load))
      return false;
  return ancestor == store || !mayWrite(ancestor, load);
}

/// The ops that feed `op`, operands first, by whether they stand in `block`.
void Isolator::collect(Operation *op, Block *block,
                       llvm::SetVector<Operation *> &outer,
                       llvm::SetVector<Operation *> &inner) {
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || isa<memref::AllocOp>(def) || isSetup(def) ||
        outer.contains(def) || inner.contains(def))
      continue;
    collect(def, block, outer, inner);
    (def->getBlock() == block ? inner : outer).insert(def);
  }
}

Value Isolator::readLater(AffineLoadOp load, OpBuilder &builder) {
  Value &cell = cells[load];
  if (!cell) {
    cell = makeCell(load, load.getType(), load.getLoc());
    OpBuilder after(func.getContext());
    after.setInsertionPointAfter(load);
    storeCell(after, load.getLoc(), load, cell);
  }
  return loadCell(builder, load.getLoc(), cell);
}

namespace {
/// The copies that a statement has, by what they compute.
using Copies = llvm::DenseMap<llvm::hash_code, SmallVector<Operation *, 1>>;
} // namespace

/// Copies `op`, or maps its results to those of an equal copy: nothing is
/// written between the copies of one statement, so equal loads read the same.
static void copyOnce(Operation *op, OpBuilder &builder, IRMapping &mapping,
                     Copies &copies) {
  Operation *copy = builder.clone(*op, mapping);
  llvm::hash_code hash = OperationEquivalence::computeHash(
      copy, OperationEquivalence::directHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  SmallVector<Operation *, 1> &alike = copies[hash];
  auto *equal = llvm::find_if(alike, [&](Operation *earlier) {
    return OperationEquivalence::isEquivalentTo(
        earlier, copy, OperationEquivalence::IgnoreLocations);
  });
  if (equal == alike.end()) {
    alike.push_back(copy);
    return;
  }
  mapping.map(op->getResults(), (*equal)->getResults());
  copy->erase();
}

LogicalResult Isolator::isolate(AffineStoreOp store) {
  llvm::SetVector<Operation *> outer, inner;
  collect(store, store->getBlock(), outer, inner);
  if (outer.size() + inner.size() > maxOps)
    return store.emitError("the value stored here takes ")
           << outer.size() + inner.size() << " operations, more than " << maxOps
           << "; store parts of it in arrays";
  SmallVector<Operation *> ops = inner.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  ops.insert(ops.begin(), outer.begin(), outer.end());
  OpBuilder builder(store);
  IRMapping mapping;
  Copies copies;
  for (Operation *op : ops) {
    auto load = dyn_cast<AffineLoadOp>(op);
    if (load && !canReadAt(load, store))
      mapping.map(load.getResult(), readLater(load, builder));
    else
      copyOnce(op, builder, mapping, copies);
  }
  for (OpOperand &operand : store->getOpOperands())
    operand.set(mapping.lookupOrDefault(operand.get()));
  return success();
}

LogicalResult Isolator::run() {
  removeDeadValues(func);
  SmallVector<Operation *> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<AffineLoadOp>(op) ||
        ((isPure(op) || isComputation(op)) && op->getNumResults() != 0))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (!isSetup(op))
      needed[op] = demoteShared(op);
  SmallVector<AffineStoreOp> stores;
  func.walk<WalkOrder::PreOrder>(
      [&](AffineStoreOp store) { stores.push_back(store); });
  for (AffineStoreOp store : stores)
    if (failed(isolate(store)))
      return failure();
  removeDeadValues(func);
  return success();
}

LogicalResult isolateStatements(func::FuncOp func) {
  return Isolator(func).run();
}

SmallVector<Operation *> opsAround(Operation *op) {
  SmallVector<Operation *> around;
  for (op = op->getParentOp(); isa<AffineForOp, AffineIfOp>(op);
       op = op->getParentOp())
    around.push_back(op);
  std::reverse(around.begin(), around.end());
  return around;
}

} // namespace talos
