//===- StreamedProblem.h - The nonlinear program of a network ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROBLEM_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROBLEM_H

#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Streamed/StreamedCost.h"
#include "Explore/Streamed/StreamedSlrs.h"
#include "talos/Explore/Template.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// Variables, constraints and objectives as docs/NLP.md has them ("The space of
/// networks").
class StreamedProblem : public Problem {
public:
  StreamedProblem(mlir::func::FuncOp func, StreamedProgram program,
                  const target::Target &target, const target::Amounts &usable,
                  int64_t maxPorts, const SlrBudget &slrs, bool breaksSymmetry,
                  std::optional<int64_t> within);
  mlir::FailureOr<hls::DesignAttr>
  designOf(const nlp::Solution &solution) const override;
  /// Every variable; adders by their words, too.
  std::vector<nlp::PinTarget> pinTargets();

private:
  int64_t longest(unsigned extent) const;
  std::vector<int64_t> divisorsOf(unsigned extent) const;
  int64_t mostLanes(const StreamedNestInfo &nest, unsigned loop) const;
  void addExtents();
  void addNest(unsigned nest);
  void addTasks(unsigned nest);
  void addWorkerTargets(std::vector<nlp::PinTarget> &targets) const;
  void addPorts(int64_t maxPorts);
  void addBeat(unsigned array, const nlp::Expr &lanes,
               const std::optional<nlp::Expr> &portBits);
  void addBeats();
  void addAgain();
  void limitPortsOfCopies(int64_t maxPorts);
  void alignLanes();
  void fitBoxes();
  void matchRuns(const StreamedFigures<nlp::Expr> &figures);
  void limit(const StreamedFigures<nlp::Expr> &figures,
             const target::Amounts &usable, const SlrBudget &slrs);
  void limitNests(const StreamedFigures<nlp::Expr> &figures,
                  const target::Resources &usable, int64_t within);
  void assignSlrs(bool breaksSymmetry);

  mlir::func::FuncOp func;
  StreamedProgram program;
  const target::Target &target;
  StreamedPoint<nlp::Expr> point;
  std::vector<ModelVariables> tasks; ///< by nest; empty where it is no task
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROBLEM_H
