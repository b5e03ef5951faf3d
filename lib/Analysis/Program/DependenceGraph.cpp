//===- DependenceGraph.cpp - Arrays, statements, nests --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/DependenceGraph.h"
#include "talos/Analysis/TaskGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::analysis {

/// The loop's name; without one, its depth from the outermost.
static std::string loopName(const poly::Statement &statement, unsigned depth) {
  affine::AffineForOp loop = statement.loops[depth];
  std::string name = sourceName(loop);
  return name.empty() ? "loop " + std::to_string(depth) : name;
}

DependenceGraph::DependenceGraph(std::unique_ptr<poly::Scop> scop)
    : polyhedral(std::move(scop)) {
  for (auto [i, array] : llvm::enumerate(polyhedral->arrays())) {
    ArrayNode node;
    node.name = array.name;
    node.isArgument = array.isArgument;
    node.liveIn = polyhedral->isLiveIn(i);
    node.fullyWritten = polyhedral->isFullyWritten(i);
    arrayNodes.push_back(std::move(node));
  }
  buildStatements();
  buildNests();
}

FailureOr<DependenceGraph> DependenceGraph::build(func::FuncOp func) {
  auto scop = poly::Scop::build(func);
  if (failed(scop))
    return failure();
  return DependenceGraph(std::move(*scop));
}

void DependenceGraph::buildStatements() {
  for (auto [s, statement] : llvm::enumerate(polyhedral->statements())) {
    StatementNode node;
    node.name = statement.name;
    node.instances = polyhedral->countInstances(s);
    for (unsigned a = 0; a < arrayNodes.size(); ++a) {
      if (polyhedral->reads(s, a)) {
        node.reads.push_back(a);
        arrayNodes[a].readers.push_back(s);
      }
      if (polyhedral->writes(s, a)) {
        node.writes.push_back(a);
        arrayNodes[a].writers.push_back(s);
      }
    }
    if (const poly::Reduction *reduction = polyhedral->reduction(s)) {
      node.reduction = reduction->kind;
      for (unsigned loop : reduction->loops)
        node.reductionLoops.push_back(loopName(statement, loop));
    }
    statementNodes.push_back(std::move(node));
  }
}

void DependenceGraph::buildNests() {
  for (auto [s, statement] : llvm::enumerate(polyhedral->statements())) {
    Operation *root = statement.op;
    if (!statement.loops.empty())
      root = affine::AffineForOp(statement.loops.front());
    if (nestNodes.empty() || nestNodes.back().root != root)
      nestNodes.push_back({root, {}});
    nestNodes.back().statements.push_back(s);
    statementNodes[s].nest = nestNodes.size() - 1;
  }
  auto key = [](const NestEdge &e) {
    return std::make_tuple(e.source, e.target, e.array, e.kind);
  };
  for (const poly::Dependence &edge : edges()) {
    unsigned source = statementNodes[edge.source].nest;
    unsigned target = statementNodes[edge.target].nest;
    if (source != target)
      nestEdgeList.push_back({source, target, edge.array, edge.kind});
  }
  llvm::sort(nestEdgeList,
             [&](const auto &a, const auto &b) { return key(a) < key(b); });
  nestEdgeList.erase(std::unique(nestEdgeList.begin(), nestEdgeList.end(),
                                 [&](const auto &a, const auto &b) {
                                   return key(a) == key(b);
                                 }),
                     nestEdgeList.end());
}

std::string DependenceGraph::describe(const poly::Dependence &edge) const {
  const poly::Statement &source = polyhedral->statements()[edge.source];
  std::string text;
  llvm::raw_string_ostream os(text);
  os << poly::stringify(edge.kind) << ' ' << source.name << " -> "
     << statementNodes[edge.target].name << " through "
     << arrayNodes[edge.array].name << ", distance (";
  llvm::interleaveComma(edge.distance, os,
                        [&](const poly::Distance &d) { os << d.str(); });
  os << "), ";
  if (edge.carrier)
    os << "carried by " << loopName(source, *edge.carrier);
  else
    os << "loop-independent";
  if (edge.reduction)
    os << ", reduction";
  return text;
}

//===----------------------------------------------------------------------===//
// DOT
//===----------------------------------------------------------------------===//

/// A DOT string literal.
static std::string quoted(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

void DependenceGraph::printDot(llvm::raw_ostream &os) const {
  os << "digraph " << quoted(polyhedral->function().getName()) << " {\n";
  for (auto [a, array] : llvm::enumerate(arrayNodes))
    os << "  a" << a << " [label=" << quoted(array.name) << ", shape=ellipse"
       << (array.isArgument ? "" : ", style=dashed") << "];\n";
  for (auto [n, nest] : llvm::enumerate(nestNodes)) {
    os << "  subgraph cluster_" << n << " {\n";
    for (unsigned s : nest.statements)
      os << "    s" << s << " [label=" << quoted(statementNodes[s].name)
         << ", shape=box];\n";
    os << "  }\n";
  }
  for (auto [s, statement] : llvm::enumerate(statementNodes)) {
    for (unsigned a : statement.reads)
      os << "  a" << a << " -> s" << s << ";\n";
    for (unsigned a : statement.writes)
      os << "  s" << s << " -> a" << a << ";\n";
  }
  for (const poly::Dependence &edge : edges()) {
    os << "  s" << edge.source << " -> s" << edge.target
       << " [label=" << quoted(describe(edge));
    if (edge.kind != poly::DependenceKind::RAW)
      os << ", style=dotted";
    os << "];\n";
  }
  os << "}\n";
}

} // namespace talos::analysis
