//===- TestPasses.cpp - Passes that show the analyses ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TestPasses.h"
#include "talos/Analysis/DependenceGraph.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/NestBounds.h"
#include "talos/Analysis/NestFunction.h"
#include "talos/Analysis/RowTiles.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/ScheduleCandidates.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace talos::analysis;

namespace talos::analysis {
#define GEN_PASS_DEF_TESTDEPENDENCES
#define GEN_PASS_DEF_TESTROWTILES
#define GEN_PASS_DEF_TESTSCOP
#define GEN_PASS_DEF_TESTRESCHEDULE
#define GEN_PASS_DEF_TESTSCHEDULES
#define GEN_PASS_DEF_TESTTASKGRAPH
#include "talos/Analysis/TestPasses.h.inc"
} // namespace talos::analysis

namespace {

bool isSkipped(func::FuncOp func) {
  return func.isExternal() || func->hasAttr(talos::hls::referenceAttrName);
}

/// "S0, (S1, S2)": parentheses for a shared loop.
std::string treeText(const talos::poly::LoopTree &tree, bool root = true) {
  if (tree.isLeaf())
    return tree.statement;
  std::vector<std::string> parts;
  for (const talos::poly::LoopTree &child : tree.children)
    parts.push_back(treeText(child, false));
  std::string text = llvm::join(parts, ", ");
  return root ? text : "(" + text + ")";
}

struct TestDependences
    : talos::analysis::impl::TestDependencesBase<TestDependences> {
  using TestDependencesBase::TestDependencesBase;

  void runOnOperation() override {
    if (isSkipped(getOperation()))
      return;
    FailureOr<DependenceGraph> graph = DependenceGraph::build(getOperation());
    if (failed(graph))
      return signalPassFailure();
    if (dot)
      return graph->printDot(llvm::outs());
    showArrays(*graph);
    showStatements(*graph);
    for (const auto &edge : graph->edges())
      graph->scop().statements()[edge.source].op->emitRemark()
          << graph->describe(edge);
    for (const NestEdge &edge : graph->nestEdges())
      graph->nests()[edge.source].root->emitRemark()
          << talos::poly::stringify(edge.kind) << " nest " << edge.source
          << " -> nest " << edge.target << " through "
          << graph->arrays()[edge.array].name;
  }

  void showArrays(const DependenceGraph &graph) {
    auto names = [&](ArrayRef<unsigned> statements) {
      std::vector<std::string> list;
      for (unsigned s : statements)
        list.push_back(graph.statements()[s].name);
      return list.empty() ? "nobody" : llvm::join(list, ", ");
    };
    for (const ArrayNode &array : graph.arrays())
      getOperation()->emitRemark()
          << "array " << array.name << " written by " << names(array.writers)
          << ", read by " << names(array.readers)
          << (array.liveIn ? ", live-in" : "")
          << (array.fullyWritten ? ", fully written" : "");
  }

  void showStatements(const DependenceGraph &graph) {
    for (auto [s, statement] : llvm::enumerate(graph.statements())) {
      InFlightDiagnostic remark = graph.scop().statements()[s].op->emitRemark();
      remark << "statement " << statement.name << " of nest " << statement.nest
             << ", ";
      if (statement.instances)
        remark << *statement.instances << " instances";
      else
        remark << "unknown number of instances";
      if (statement.reduction)
        remark << ", reduction " << talos::poly::stringify(*statement.reduction)
               << " over " << llvm::join(statement.reductionLoops, ", ");
    }
  }
};

/// "8x8, 1x8, ?": a box a level; "?" where there is none of constant extent.
std::string boxesText(ArrayRef<std::optional<Footprint>> boxes) {
  std::vector<std::string> parts;
  for (const std::optional<Footprint> &box : boxes) {
    std::vector<std::string> extents;
    if (box)
      for (const FootprintDim &dim : box->dims)
        extents.push_back(std::to_string(dim.extent));
    parts.push_back(!box                ? "?"
                    : box->dims.empty() ? "1"
                                        : llvm::join(extents, "x"));
  }
  return llvm::join(parts, ", ");
}

std::string mapText(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

struct TestTaskGraph : talos::analysis::impl::TestTaskGraphBase<TestTaskGraph> {
  void runOnOperation() override {
    if (isSkipped(getOperation()))
      return;
    FailureOr<TaskGraph> graph = buildTaskGraph(getOperation());
    auto scop = talos::poly::Scop::build(getOperation());
    if (failed(graph) || failed(scop))
      return signalPassFailure();
    connectTasks(*graph, **scop);
    for (const ArrayInfo &array : graph->arrays)
      emitRemark(array.value.getLoc()) << "array " << array.name << " "
                                       << talos::analysis::stringify(array.home)
                                       << (array.liveIn ? ", loaded" : "")
                                       << (array.liveOut ? ", stored" : "");
    for (const Task &task : graph->tasks) {
      showTask(*graph, task);
      showBounds(*graph, task);
    }
    for (const TaskEdge &edge : graph->edges)
      showEdge(*graph, edge);
  }

  void showTask(const TaskGraph &graph, const Task &task) {
    InFlightDiagnostic remark = task.root()->emitRemark();
    remark << talos::analysis::stringify(task.kind) << " task " << task.name;
    for (const LoopInfo &loop : task.band)
      remark << " " << loop.name << ":" << loop.trip;
    for (const Statement &statement : task.statements) {
      remark << ", statement " << statement.name;
      for (const LoopInfo &loop : statement.innerBand)
        remark << " " << loop.name << ":" << loop.trip;
    }
    for (unsigned loop : graph.sharedLoopsOf(task))
      remark << ", in " << graph.sharedLoops[loop].name;
    for (const ArrayUse &use : task.uses)
      remark << (use.reads && use.writes ? ", updates "
                 : use.writes            ? ", writes "
                                         : ", reads ")
             << graph.arrays[use.array].name;
  }

  /// What loops around leave of the nest, and what that makes of all its runs.
  void showBounds(const TaskGraph &graph, const Task &task) {
    if (task.kind != TaskKind::Compute || !task.only().guard)
      return;
    const Statement &statement = task.only();
    auto boxes = runBoxes(graph, task);
    if (!boxes)
      return;
    SmallVector<affine::AffineForOp> loops;
    for (const LoopInfo &loop : statement.innerBand)
      loops.push_back(loop.op);
    NestBounds bounds = *nestBounds(statement.guard, loops);
    InFlightDiagnostic remark = task.root()->emitRemark();
    remark << "bounds of " << task.name;
    for (auto [loop, own] : llvm::zip(statement.innerBand, bounds.loops))
      if (own)
        remark << " " << loop.name << ": " << mapText(own->lower) << " to "
               << mapText(own->upper);
    int64_t runs = 0, iterations = 0;
    for (const RunBox &box : *boxes) {
      int64_t inBox = 1;
      for (auto [first, end] : box.loops)
        inBox *= end - first;
      runs += box.runs;
      iterations += box.runs * inBox;
    }
    remark << ", " << iterations << " iterations in " << runs << " runs, "
           << boxes->size() << " boxes";
  }

  void showEdge(const TaskGraph &graph, const TaskEdge &edge) {
    EdgeFootprint boxes = footprintOf(graph, edge);
    graph.tasks[edge.to].root()->emitRemark()
        << talos::analysis::stringify(edge.kind) << " "
        << graph.tasks[edge.from].name << " -> " << graph.tasks[edge.to].name
        << " through " << graph.arrays[edge.array].name << ", from ("
        << boxesText(boxes.from) << ") to (" << boxesText(boxes.to) << ")";
  }
};

struct TestRowTiles : talos::analysis::impl::TestRowTilesBase<TestRowTiles> {
  void runOnOperation() override {
    if (isSkipped(getOperation()))
      return;
    for (auto loop : getOperation().getOps<affine::AffineForOp>())
      if (failed(show(loop)))
        return signalPassFailure();
  }

  LogicalResult show(affine::AffineForOp loop) {
    FailureOr<NestFunction> nest = nestFunction(loop);
    if (failed(nest))
      return failure();
    std::optional<RowTiles> tiles = rowTilesOf(nest->func);
    if (!tiles) {
      loop.emitRemark("does not go from row to row");
      return success();
    }
    std::vector<std::string> names;
    for (BlockArgument argument : nest->func.getArguments())
      if (tiles->moves(argument))
        names.push_back(sourceName(nest->func, argument.getArgNumber()));
    loop.emitRemark("goes over ")
        << tiles->rows << " rows of " << llvm::join(names, ", ");
    return success();
  }
};

struct TestScop : talos::analysis::impl::TestScopBase<TestScop> {
  void runOnOperation() override {
    if (isSkipped(getOperation()))
      return;
    auto scop = talos::poly::Scop::build(getOperation());
    if (failed(scop))
      return signalPassFailure();
    for (auto [s, statement] : llvm::enumerate((*scop)->statements())) {
      statement.op->emitRemark() << "domain " << (*scop)->domainText(s);
      statement.op->emitRemark() << "reads " << (*scop)->readsText(s);
      statement.op->emitRemark() << "writes " << (*scop)->writesText(s);
      showOrders(**scop, s);
    }
    getOperation()->emitRemark()
        << "schedule " << (*scop)->text((*scop)->sourceSchedule());
    getOperation()->emitRemark()
        << "distribution " << treeText((*scop)->maximalDistribution());
    talos::poly::Legality legality =
        (*scop)->checkTree((*scop)->maximalDistribution());
    if (!legality) {
      getOperation()->emitError() << legality.str();
      signalPassFailure();
    }
  }

  void showOrders(const talos::poly::Scop &scop, unsigned s) {
    talos::poly::Legality legality = scop.checkBand(s, {});
    if (legality.status == talos::poly::Legality::Malformed) {
      scop.statements()[s].op->emitRemark() << legality.str();
      return;
    }
    std::vector<std::string> orders;
    talos::poly::StripMine mine;
    std::vector<unsigned> &order = mine.order[0];
    order.resize(scop.statements()[s].loops.size() - scop.sharedLoops(s));
    std::iota(order.begin(), order.end(), 0);
    do {
      std::string text;
      for (unsigned loop : order)
        text += std::to_string(loop);
      if (scop.checkBand(s, mine))
        orders.push_back(text);
    } while (std::next_permutation(order.begin(), order.end()));
    scop.statements()[s].op->emitRemark()
        << "legal orders " << llvm::join(orders, " ");
  }
};

struct TestReschedule
    : talos::analysis::impl::TestRescheduleBase<TestReschedule> {
  using TestRescheduleBase::TestRescheduleBase;

  void runOnOperation() override {
    if (isSkipped(getOperation()))
      return;
    auto scop = talos::poly::Scop::build(getOperation());
    if (failed(scop))
      return signalPassFailure();
    std::string text = schedule;
    // Option parsing strips outer braces.
    if (!text.empty() && text.find('{') == std::string::npos)
      text = "{ " + text + " }";
    if (failed(text.empty() ? (*scop)->generate((*scop)->sourceSchedule())
                            : (*scop)->generate(text)))
      signalPassFailure();
  }
};

struct TestSchedules : talos::analysis::impl::TestSchedulesBase<TestSchedules> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (isSkipped(func))
      return;
    auto scop = talos::poly::Scop::build(func);
    if (failed(scop))
      return signalPassFailure();
    for (const talos::poly::ScheduleCandidate &candidate :
         (*scop)->scheduleCandidates({}))
      func->emitRemark() << stringify(candidate.method) << ": "
                         << candidate.steps << " steps, " << candidate.instances
                         << " instances, " << candidate.skewed
                         << " skewed, cost " << candidate.cost << ": "
                         << candidate.text;
  }
};

} // namespace
