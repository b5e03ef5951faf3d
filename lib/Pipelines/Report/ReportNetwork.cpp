//===- ReportNetwork.cpp - What hlsc says about a network -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBuilder.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/Network.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/Top.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;

/// The network is executed. Passes have said what there is to say about it.
void talos::addNetwork(Report &report, ModuleOp module) {
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<sim::Sequence> networks = analysis::networksOf(module);
  if (failed(networks)) {
    report.notes.push_back("the network of processes cannot be executed");
    return;
  }
  NetworkRow row{{}, {}, std::move(*networks), {}};
  if (func::FuncOp top = hls::findTop(module)) {
    row.design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    row.search = top->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  }
  row.figures = sim::simulate(row.networks);
  report.network = std::move(row);
}

static bool isSplit(hls::DesignAttr design) {
  return llvm::any_of(design.getTasks(), [](hls::TaskPointAttr task) {
    return task.getSlr() > 0;
  });
}

/// "S1: i 4 x 5 x 10, k 20 x 1 x 12, order i k, II 1, SLR2": tiles, steps,
/// lanes.
static std::string describeTask(hls::TaskPointAttr task, bool isSplit) {
  std::string text = task.getName().str() + ":";
  for (hls::LoopPointAttr loop : task.getLoops()) {
    ArrayRef<int64_t> factors = loop.getFactors();
    text += " " + loop.getName().str() + " " + std::to_string(factors[0]) +
            " x " + std::to_string(factors[1]) + " x " +
            std::to_string(factors[2]) + ",";
  }
  text += " order";
  for (StringAttr name : task.getOrder())
    text += " " + name.str();
  text += ", II " + std::to_string(task.getIi());
  if (!task.getAdders().empty())
    text += ", adders " + task.getAdders().str();
  return isSplit ? text + ", SLR" + std::to_string(task.getSlr()) : text;
}

using ArraysOfTasks = llvm::MapVector<StringRef, SmallVector<StringRef>>;

/// Arrays with a point in a task, by the task: those that nests take from
/// memory again, or those of tasks with buffers.
static ArraysOfTasks arraysOf(hls::DesignAttr design, bool comeAgain) {
  ArraysOfTasks arrays;
  for (hls::ArrayPointAttr array : design.getArrays()) {
    StringRef task = array.getTask().getValue();
    if (task.empty())
      continue;
    bool isAgain =
        analysis::streamedPointOf(design, array.getArray().getValue()) == array;
    if (isAgain == comeAgain)
      arrays[task].push_back(array.getArray().getValue());
  }
  return arrays;
}

/// Tasks between streams, by the name of the first one of each process, with
/// the arrays that come to and leave their buffers, or stay in them.
static ArraysOfTasks buffersOf(hls::DesignAttr design) {
  return arraysOf(design, /*comeAgain=*/false);
}

/// Tiles that the tasks between streams compute, by process; those that hold
/// arrays whole are left out.
static llvm::MapVector<StringRef, hls::ArrayPointAttr>
tilesOf(hls::DesignAttr design) {
  llvm::MapVector<StringRef, hls::ArrayPointAttr> tiles;
  for (hls::ArrayPointAttr array : design.getArrays())
    if (array.getDepth() > 0)
      tiles.insert({array.getTask().getValue(), array});
  return tiles;
}

static llvm::json::Object tilesToJSON(hls::DesignAttr design) {
  llvm::json::Object object;
  for (const auto &[task, array] : tilesOf(design))
    object[task] = llvm::json::Object{{"array", array.getArray().getValue()},
                                      {"copies", array.getCopies()},
                                      {"elements", array.getDepth()}};
  return object;
}

static llvm::json::Object toJSON(const ArraysOfTasks &arrays) {
  llvm::json::Object object;
  for (const auto &[task, names] : arrays)
    object[task] = llvm::json::Array(names);
  return object;
}

void talos::printNetworkDesign(const NetworkRow &row, llvm::raw_ostream &os) {
  if (!row.design || !row.search)
    return;
  os << "\nmodel " << row.design.getCycles() << " cycles, "
     << hls::stringifySearchStatus(row.search.getStatus());
  if (row.search.getStatus() != hls::SearchStatus::Manual)
    os << ", proved bound " << row.search.getBound();
  // The proof is of several programs (BestProgram).
  StringRef scope = row.search.getScope().getValue();
  if (size_t at = scope.find("best of "); at != StringRef::npos)
    os << ", " << scope.drop_front(at);
  os << "\ntiles x steps x lanes of each loop:\n";
  for (hls::TaskPointAttr task : row.design.getTasks())
    os << "  " << describeTask(task, isSplit(row.design)) << "\n";
  for (const auto &[task, arrays] : arraysOf(row.design, /*comeAgain=*/true))
    os << "  " << task << " takes " << llvm::join(arrays, ", ")
       << " from memory again in each iteration of its outermost loop\n";
  ArraysOfTasks buffers = buffersOf(row.design);
  for (const auto &[task, arrays] : buffers)
    os << "  " << task << " is a task with buffers of "
       << llvm::join(arrays, ", ") << "\n";
  for (const auto &[task, array] : tilesOf(row.design))
    os << "  " << task << " computes tile by tile, " << array.getDepth()
       << " elements of " << array.getArray().getValue()
       << " each, beside what fills and empties " << array.getCopies() - 1
       << " other tile" << (array.getCopies() > 2 ? "s" : "") << "\n";
  if (analysis::runsInTurn(row.design))
    os << "nests run in turn on the same operators, values between them are in "
          "memory\n";
  else
    os << (buffers.empty() ? "every edge between nests is a stream\n"
                           : "every other edge between nests is a stream\n");
  os << "estimated:";
  for (NamedAttribute amount : row.design.getResources())
    os << " " << amount.getName().getValue() << " "
       << cast<IntegerAttr>(amount.getValue()).getInt();
  os << "\n";
}

llvm::json::Object talos::networkDesignToJSON(const NetworkRow &row) {
  llvm::json::Object tasks;
  for (hls::TaskPointAttr task : row.design.getTasks())
    tasks[task.getName().getValue()] = describeTask(task, isSplit(row.design));
  llvm::json::Object resources;
  for (NamedAttribute amount : row.design.getResources())
    resources[amount.getName().getValue()] =
        cast<IntegerAttr>(amount.getValue()).getInt();
  return llvm::json::Object{
      {"buffered", toJSON(buffersOf(row.design))},
      {"cycles", row.design.getCycles()},
      {"in_turn", analysis::runsInTurn(row.design)},
      {"loaded_again", toJSON(arraysOf(row.design, /*comeAgain=*/true))},
      {"bound", row.search.getBound()},
      {"status", hls::stringifySearchStatus(row.search.getStatus())},
      {"tasks", std::move(tasks)},
      {"tiles", tilesToJSON(row.design)},
      {"resources", std::move(resources)}};
}
