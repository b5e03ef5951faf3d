//===- DependenceGraph.h - Arrays, statements, nests ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who depends on whom in a function, at three levels: arrays (who writes and
// reads them), statements (exact RAW, WAR and WAW dependences with distance
// vectors, reductions), and nests (the roots of the function's body).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_DEPENDENCEGRAPH_H
#define TALOS_ANALYSIS_DEPENDENCEGRAPH_H

#include "talos/Poly/Scop.h"
#include "llvm/Support/raw_ostream.h"

namespace talos::analysis {

/// An array and the statements (positions) that use it.
struct ArrayNode {
  std::string name;
  llvm::SmallVector<unsigned> writers, readers;
  bool isArgument = false;
  bool liveIn = false;       ///< some element is read before it is written
  bool fullyWritten = false; ///< the function writes every element
};

struct StatementNode {
  std::string name;
  unsigned nest = 0;                  ///< position in DependenceGraph::nests
  llvm::SmallVector<unsigned> reads;  ///< arrays, each once, in program order
  llvm::SmallVector<unsigned> writes; ///< arrays; one unless it is a call
  std::optional<int64_t> instances;
  std::optional<poly::ReductionKind> reduction;
  llvm::SmallVector<std::string> reductionLoops;
};

/// A root of the function's body with its statements.
struct NestNode {
  mlir::Operation *root = nullptr; ///< the outermost loop, or the store
  llvm::SmallVector<unsigned> statements;
};

/// A dependence between different nests through an array, whatever statements
/// cause it.
struct NestEdge {
  unsigned source = 0, target = 0, array = 0;
  poly::DependenceKind kind = poly::DependenceKind::RAW;
};

/// What is known of a distance: "3", "1..7", "1.." or "*".
std::string rangeText(const poly::Distance &distance);

class DependenceGraph {
public:
  /// Extracts `func`; fails with the located error of poly::Scop::build.
  static mlir::FailureOr<DependenceGraph> build(mlir::func::FuncOp func);

  const poly::Scop &scop() const { return *polyhedral; }
  llvm::ArrayRef<ArrayNode> arrays() const { return arrayNodes; }
  llvm::ArrayRef<StatementNode> statements() const { return statementNodes; }
  llvm::ArrayRef<NestNode> nests() const { return nestNodes; }
  /// Dependences between statements, sorted.
  llvm::ArrayRef<poly::Dependence> edges() const {
    return polyhedral->dependences();
  }
  /// Dependences between nests, sorted, without duplicates.
  llvm::ArrayRef<NestEdge> nestEdges() const { return nestEdgeList; }

  /// "RAW S0 -> S1 through C, distance (=, 1), carried by k".
  std::string describe(const poly::Dependence &edge) const;

  /// Graphviz: a cluster a nest, boxes for statements, ellipses for arrays
  /// (dashed if local); solid edges for data flow through arrays, dotted ones
  /// for WAR and WAW between statements.
  void printDot(llvm::raw_ostream &os) const;

private:
  explicit DependenceGraph(std::unique_ptr<poly::Scop> scop);
  void buildStatements();
  void buildNests();

  std::unique_ptr<poly::Scop> polyhedral;
  std::vector<ArrayNode> arrayNodes;
  std::vector<StatementNode> statementNodes;
  std::vector<NestNode> nestNodes;
  std::vector<NestEdge> nestEdgeList;
};

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_DEPENDENCEGRAPH_H
