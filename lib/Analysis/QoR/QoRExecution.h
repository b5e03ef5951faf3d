//===- QoRExecution.h - Symbolic execution of an iteration ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs through all unrolled iterations of a loop body. An address is a part
// that moves with the loops that run and a constant that the unrolled loops
// give; two accesses meet in one element if both are equal. A load finds the
// value stored before it, in this iteration, or becomes a leaf of the graph.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QOREXECUTION_H
#define TALOS_LIB_ANALYSIS_QOR_QOREXECUTION_H

#include "Analysis/QoR/QoRRegion.h"
#include "llvm/ADT/MapVector.h"

namespace talos::analysis {

struct AccessTerm {
  mlir::affine::AffineForOp loop; ///< null: a value that stands still
  int64_t coefficient = 0;
};

/// One subscript: terms of loops that run, terms of unrolled loops (by number),
/// a constant.
struct AccessDim {
  unsigned moving = 0; ///< number of the part that moves
  llvm::SmallVector<AccessTerm, 2> running;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> unrolled;
  /// Operands of the task, with their coefficients: they stand still.
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 1> operands;
  int64_t constant = 0;
};

struct AccessInfo {
  mlir::Operation *op = nullptr;
  unsigned memory = 0;
  /// A directive says that copies of one iteration access different elements.
  bool isDistinct = false;
  llvm::SmallVector<AccessDim, 3> dims;
};

/// An element of a memory as this iteration sees it.
struct Element {
  unsigned memory = 0;
  unsigned access = 0; ///< of its first access
  llvm::SmallVector<int64_t, 3> constants;
  std::vector<unsigned> moving;
  DataFlowGraph::Id load = DataFlowGraph::none;  ///< its value from before
  DataFlowGraph::Id value = DataFlowGraph::none; ///< the last one stored
  /// This iteration reads what it has stored, so that stores under conditions
  /// wait for each other.
  bool isChained = false;
  int64_t guardedSum = 0, guardedMost = 0; ///< cycles of these stores

  int64_t guardedTime() const { return isChained ? guardedSum : guardedMost; }
};

/// A store of this iteration.
struct StoreRecord {
  unsigned element = 0, access = 0;
  DataFlowGraph::Id previous = DataFlowGraph::none; ///< what it replaces
  DataFlowGraph::Id value = DataFlowGraph::none;
};

class Execution {
public:
  Execution(const Memories &memories, const target::Target &target, bool tree)
      : known(memories), target(target), tree(tree) {}

  /// The op `skipped` of the body is left out.
  mlir::LogicalResult run(mlir::Block &body, mlir::Operation *skipped);

  bool isGuarded() const { return guarded; }
  DataFlowGraph &graph() { return dataFlow; }
  const std::vector<Element> &elements() const { return all; }
  const std::vector<AccessInfo> &accesses() const { return accessList; }
  const std::vector<StoreRecord> &stores() const { return storeList; }
  /// Trip counts of the unrolled loops by number.
  llvm::ArrayRef<int64_t> unrolled() const { return unrolledTrips; }
  std::optional<unsigned> unrolledNumber(mlir::Operation *loop) const {
    auto it = unrolledNumbers.find(loop);
    return it == unrolledNumbers.end() ? std::nullopt
                                       : std::optional<unsigned>(it->second);
  }
  const Memory &memory(unsigned number) const { return memoryList[number]; }
  const Memory &memoryOf(const Element &e) const { return memory(e.memory); }
  /// Some element of the memory is read before this iteration writes it.
  bool isRead(unsigned memory) const { return readMemories[memory]; }
  /// Operations when nothing is shared between unrolled iterations.
  std::map<std::string, int64_t> guardedOperations() const { return executed; }

private:
  using Id = DataFlowGraph::Id;
  mlir::LogicalResult collect(mlir::Block &block);
  mlir::LogicalResult collectLoop(mlir::affine::AffineForOp loop);
  mlir::LogicalResult collectAccess(mlir::Operation *op, mlir::Value memref,
                                    mlir::AffineMap map,
                                    mlir::ValueRange operands);
  mlir::LogicalResult collectLocal(hls::BufferOp buffer);
  mlir::LogicalResult checkOperator(mlir::Operation *op);
  bool isDistinct(mlir::Value memref) const;
  void dropLocals();
  void orderProducts();
  uint64_t loopsOf(mlir::Value value);
  int64_t copiesOf(mlir::Value value);
  void execute(mlir::Block &block);
  void executeCondition(mlir::affine::AffineIfOp condition);
  unsigned elementOf(const AccessInfo &access);
  void load(mlir::Operation *op);
  void store(mlir::Operation *op, mlir::Value value);
  Id valueOf(mlir::Value value);
  Id scalarOf(mlir::Value value);
  Id operationOf(mlir::Operation *op);

  const Memories &known;
  mlir::Operation *skipped = nullptr;
  mlir::ArrayAttr distinct; ///< arrays whose copies are, or null
  Memories locals;          ///< registers declared in the body
  const target::Target &target;
  bool tree, guarded = false, inGuard = false;
  DataFlowGraph dataFlow;
  std::vector<AccessInfo> accessList;
  llvm::DenseMap<mlir::Operation *, unsigned> accessOf;
  llvm::MapVector<mlir::Value, unsigned> memoryNumbers;
  std::vector<Memory> memoryList;
  std::vector<bool> readMemories;
  std::map<std::vector<int64_t>, unsigned> movingParts;
  llvm::DenseMap<mlir::Operation *, unsigned> unrolledNumbers;
  std::vector<int64_t> unrolledTrips, position;
  std::vector<Element> all;
  std::vector<StoreRecord> storeList;
  struct KeyHash {
    size_t operator()(const std::vector<int64_t> &key) const {
      size_t h = key.size();
      for (int64_t v : key)
        h = (h ^ size_t(v)) * 0x9E3779B97F4A7C15ull + (h >> 31);
      return h;
    }
  };
  std::unordered_map<std::vector<int64_t>, unsigned, KeyHash> elementNumbers;
  llvm::DenseMap<mlir::Operation *, const target::Operator *> operators;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> products;
  llvm::DenseMap<mlir::Value, uint64_t> loopMasks;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, Id>> current;
  std::map<std::pair<const void *, std::vector<int64_t>>, Id> scalars;
  std::map<std::string, int64_t> executed;
  unsigned epoch = 0; ///< counts executions of innermost bodies
  std::vector<int64_t> key;
};

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QOREXECUTION_H
