//===- TaskGraph.cpp - Tasks, their statements and arrays -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TaskGraph.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

Operation *Statement::root() const {
  if (!innerBand.empty())
    return affine::AffineForOp(innerBand.front().op).getOperation();
  if (guard)
    return affine::AffineIfOp(guard).getOperation();
  return affine::AffineStoreOp(store).getOperation();
}

const Access *Statement::writeTo(unsigned array) const {
  for (const Access &access : writes())
    if (access.array == array)
      return &access;
  return nullptr;
}

SmallVector<std::string> Statement::resultNames() const {
  SmallVector<std::string> names = {name};
  for (affine::AffineStoreOp result : joined)
    names.push_back(
        result->getAttrOfType<StringAttr>(hls::statementAttrName).str());
  return names;
}

Operation *Task::root() const {
  if (!band.empty())
    return affine::AffineForOp(band.front().op).getOperation();
  return call ? call : statements.front().root();
}

StringRef analysis::stringify(TaskKind kind) {
  switch (kind) {
  case TaskKind::Compute:
    return "compute";
  case TaskKind::Load:
    return "load";
  case TaskKind::Store:
    return "store";
  case TaskKind::Opaque:
    return "opaque";
  }
  llvm_unreachable("a kind of task");
}

StringRef analysis::stringify(Home home) {
  switch (home) {
  case Home::OffChip:
    return "off chip";
  case Home::Port:
    return "at a port";
  case Home::OnChip:
    return "on chip";
  case Home::Constant:
    return "constant";
  }
  llvm_unreachable("a home of an array");
}

StringRef analysis::stringify(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::Flow:
    return "flow";
  case EdgeKind::Anti:
    return "anti";
  case EdgeKind::Output:
    return "output";
  }
  llvm_unreachable("a kind of edge");
}

SmallVector<unsigned> TaskGraph::sharedLoopsOf(const Task &task) const {
  SmallVector<unsigned> chain;
  for (auto at = task.context; at; at = sharedLoops[*at].parent)
    chain.push_back(*at);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

bool TaskGraph::isUsedByOpaque(unsigned array) const {
  return llvm::any_of(tasksOf(TaskKind::Opaque), [&](const Task &task) {
    return llvm::any_of(
        task.uses, [&](const ArrayUse &use) { return use.array == array; });
  });
}

static EdgeKind edgeKindOf(poly::DependenceKind kind) {
  switch (kind) {
  case poly::DependenceKind::RAW:
    return EdgeKind::Flow;
  case poly::DependenceKind::WAR:
    return EdgeKind::Anti;
  case poly::DependenceKind::WAW:
    return EdgeKind::Output;
  }
  llvm_unreachable("a kind of dependence");
}

/// Several ops may name one global.
static unsigned positionOf(const TaskGraph &graph, Value value) {
  auto global = value.getDefiningOp<memref::GetGlobalOp>();
  return llvm::find_if(
             graph.arrays,
             [&](const ArrayInfo &array) {
               auto other = array.value.getDefiningOp<memref::GetGlobalOp>();
               return array.value == value ||
                      (global && other && global.getName() == other.getName());
             }) -
         graph.arrays.begin();
}

void analysis::connectTasks(TaskGraph &graph, const poly::Scop &scop) {
  llvm::DenseMap<Operation *, unsigned> taskOf; // by store or call
  for (auto [position, task] : llvm::enumerate(graph.tasks)) {
    if (task.call)
      taskOf[task.call] = position;
    for (const Statement &statement : task.statements)
      taskOf[statement.write().op] = position;
  }
  graph.edges.clear();
  for (const poly::Dependence &dependence : scop.dependences()) {
    unsigned from = taskOf.at(scop.statements()[dependence.source].op);
    unsigned to = taskOf.at(scop.statements()[dependence.target].op);
    if (from != to)
      graph.edges.push_back(
          {from, to, positionOf(graph, scop.arrays()[dependence.array].value),
           edgeKindOf(dependence.kind)});
  }
  auto key = [](const TaskEdge &edge) {
    return std::tie(edge.from, edge.to, edge.array, edge.kind);
  };
  llvm::sort(graph.edges, [&](const TaskEdge &a, const TaskEdge &b) {
    return key(a) < key(b);
  });
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()),
                    graph.edges.end());
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
