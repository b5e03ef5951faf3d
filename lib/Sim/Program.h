//===- Program.h - A network with its names resolved ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call has its own pipeline, since what its conditions name depends on the
// loops around it.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_PROGRAM_H
#define TALOS_LIB_SIM_PROGRAM_H

#include "talos/Sim/Network.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

namespace talos::sim {

/// A condition over numbered variables: first the loops of the process, then
/// the counters of the leaf.
struct Test {
  llvm::SmallVector<std::pair<int64_t, unsigned>, 2> terms;
  int64_t constant, divisor, modulus;
  Condition::Relation relation;
  int64_t bound;

  bool isLinear() const {
    return divisor == 1 && modulus == 0 && relation != Condition::NE;
  }
  bool holds(llvm::ArrayRef<int64_t> values) const;
  /// Sum of the terms other than `variable`, and the constant.
  int64_t restWithout(unsigned variable, llvm::ArrayRef<int64_t> values) const;
  int64_t coefficientOf(unsigned variable) const;
};

/// A predicate over numbered variables.
struct Guard {
  std::vector<std::vector<Test>> cases;

  bool holds(llvm::ArrayRef<int64_t> values) const;
  /// The last variable that it depends on, from `first` on; -1: none.
  int lastVariable(unsigned first) const;
  bool dependsBelow(unsigned limit) const;
};

struct PipelineAccess {
  Access::Kind kind;
  unsigned index; ///< of the FIFO or port
  int64_t stage;
  Guard when;
  /// Counters of the leaf that `when` depends on are the first so many; each
  /// value of the last of them stands for `block` iterations.
  unsigned depends = 0;
  int64_t block = 1;

  bool isOfFifo() const {
    return kind == Access::Read || kind == Access::Write;
  }
};

struct Pipeline {
  llvm::SmallVector<int64_t, 4> trips;
  int64_t iterations; ///< that are executed
  /// By value of the first counters, each of which stands for `unit`
  /// iterations: ranksOf the leaf.
  std::vector<int64_t> ranks;
  int64_t unit = 1;
  std::vector<PipelineAccess> accesses; ///< ordered by stage
  unsigned loops; ///< variables of the process before the counters
};

struct NodeProgram {
  enum Kind { Call, Level, Region, Chain };
  Kind kind;
  const Node *source;
  /// Call
  const Leaf *leaf = nullptr;
  Pipeline pipeline;
  Guard when;
  unsigned number = 0; ///< of the call in its process
  /// Level
  struct Part {
    std::vector<NodeProgram> nodes;
    const Segment *source;
    int variable = -1; ///< of a loop
  };
  std::vector<Part> parts;
  /// Region: the chain, then the nodes beside it. Chain: its calls.
  std::vector<NodeProgram> nodes;
};

struct ProcessProgram {
  NodeProgram body;
  unsigned variables = 0; ///< loops
  unsigned calls = 0;
};

/// Who uses the end of a FIFO or a port.
constexpr unsigned Nobody = ~0u;
struct FifoEnds {
  unsigned writer = Nobody, reader = Nobody; ///< processes
};

struct Program {
  const Network *network;
  std::vector<ProcessProgram> processes;
  std::vector<FifoEnds> fifos;
};

/// Resolves the names of a network; the first that is not known, or is given
/// twice, is a fault.
std::optional<Fault> compile(const Network &network, Program &program);

/// The iterations of a call in which an access moves a token, as runs
/// [begin, end) in ascending order.
class Runs {
public:
  /// `loops`: values of the loops around the call.
  Runs(const Pipeline &pipeline, const PipelineAccess &access,
       llvm::ArrayRef<int64_t> loops);
  /// Moves to the next run; false: there is none.
  bool next();
  int64_t begin() const { return from; }
  int64_t end() const { return to; }

private:
  bool nextInBox();
  bool nextRow();
  void openRow();

  const Pipeline *pipeline;
  const PipelineAccess *access;
  llvm::SmallVector<int64_t, 8> values;
  int64_t from = 0, to = 0;
  int64_t boxFrom = 0, boxTo = 0;  ///< what is left of a run in all iterations
  int64_t row = -1, rows = 0;      ///< values of the counters before the last
  int64_t value = 0, valueEnd = 0; ///< of the last counter, in the row
  bool isExact = true;             ///< all values of the row hold
};

/// Tokens that an access moves in a call.
int64_t countTokens(const Pipeline &pipeline, const PipelineAccess &access,
                    llvm::ArrayRef<int64_t> loops);

} // namespace talos::sim

#endif // TALOS_LIB_SIM_PROGRAM_H
