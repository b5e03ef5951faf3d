//===- PrintDependences.cpp - The dependence graph for people -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/DependenceGraph.h"
#include "talos/Analysis/Passes.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace talos::analysis {
#define GEN_PASS_DEF_PRINTDEPENDENCES
#include "talos/Analysis/Passes.h.inc"
} // namespace talos::analysis

std::string analysis::rangeText(const poly::Distance &distance) {
  if (distance.isConstant())
    return std::to_string(*distance.min);
  if (!distance.min && !distance.max)
    return "*";
  return (distance.min ? std::to_string(*distance.min) : "") + ".." +
         (distance.max ? std::to_string(*distance.max) : "");
}

/// "(f(a), f(b))"
template <typename Range, typename Function>
static std::string vectorText(const Range &range, Function text) {
  return "(" + llvm::join(llvm::map_range(range, text), ", ") + ")";
}

static std::string namesOf(const DependenceGraph &graph,
                           ArrayRef<unsigned> statements) {
  return llvm::join(
      llvm::map_range(statements,
                      [&](unsigned s) { return graph.statements()[s].name; }),
      ", ");
}

static void printArrays(const DependenceGraph &graph, raw_ostream &os) {
  os << "arrays:\n";
  for (const ArrayNode &array : graph.arrays()) {
    os << "  " << array.name;
    if (!array.isArgument)
      os << ", local";
    if (!array.writers.empty())
      os << ", written by " << namesOf(graph, array.writers);
    if (!array.readers.empty())
      os << ", read by " << namesOf(graph, array.readers);
    os << "\n";
  }
}

/// Nests and which of them depend on which.
static void printCoarse(const DependenceGraph &graph, raw_ostream &os) {
  os << "nests:\n";
  for (auto [n, nest] : llvm::enumerate(graph.nests())) {
    os << "  nest " << n << ":\n";
    for (unsigned s : nest.statements) {
      const StatementNode &statement = graph.statements()[s];
      os << "    " << statement.name << " in "
         << vectorText(
                graph.scop().statements()[s].loops,
                [](affine::AffineForOp loop) { return sourceName(loop); });
      if (statement.instances)
        os << ", " << *statement.instances << " instances";
      if (statement.reduction)
        os << ", reduction (" << poly::stringify(*statement.reduction)
           << ") over " << llvm::join(statement.reductionLoops, ", ");
      os << "\n";
    }
  }
  llvm::MapVector<std::pair<unsigned, unsigned>, std::string> edges;
  for (const NestEdge &edge : graph.nestEdges()) {
    std::string &text = edges[{edge.source, edge.target}];
    text += (text.empty() ? "" : ", ") + poly::stringify(edge.kind).str() +
            " through " + graph.arrays()[edge.array].name;
  }
  os << "between nests:\n";
  for (auto &[ends, text] : edges)
    os << "  nest " << ends.first << " -> nest " << ends.second << ": " << text
       << "\n";
}

static void printFine(const DependenceGraph &graph, raw_ostream &os) {
  os << "between statements:\n";
  for (const poly::Dependence &edge : graph.edges()) {
    const poly::Statement &source = graph.scop().statements()[edge.source];
    os << "  " << poly::stringify(edge.kind) << " " << source.name << " -> "
       << graph.statements()[edge.target].name << " through "
       << graph.arrays()[edge.array].name;
    if (!edge.distance.empty()) {
      ArrayRef loops(source.loops.begin(), edge.distance.size());
      os << ": distance " << vectorText(edge.distance, rangeText)
         << ", direction "
         << vectorText(
                edge.distance,
                [](const poly::Distance &d) { return d.direction().str(); })
         << " over " << vectorText(loops, [](affine::AffineForOp loop) {
              return sourceName(loop);
            });
    }
    os << (edge.carrier ? ", carried by " + sourceName(affine::AffineForOp(
                                                source.loops[*edge.carrier]))
                        : std::string(", in the order of the text"))
       << (edge.reduction ? ", a reduction" : "") << "\n";
  }
}

namespace {
struct PrintDependencesPass
    : talos::analysis::impl::PrintDependencesBase<PrintDependencesPass> {
  using PrintDependencesBase::PrintDependencesBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && !func->hasAttr(hls::referenceAttrName) &&
          failed(print(func, llvm::outs())))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult print(func::FuncOp func, raw_ostream &os) const {
    FailureOr<DependenceGraph> graph = DependenceGraph::build(func);
    if (failed(graph))
      return failure();
    if (dot) {
      graph->printDot(os);
      return success();
    }
    os << "function " << func.getSymName() << "\n";
    printArrays(*graph, os);
    printCoarse(*graph, os);
    printFine(*graph, os);
    return success();
  }
};
} // namespace
