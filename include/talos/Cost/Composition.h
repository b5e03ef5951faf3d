//===- Composition.h - What tasks take together -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the tasks of a program run beside each other decides what they take
// together: which wait for which, and which share operators. A composition is
// one such way; the space of a template chooses it. `phased` is the first one.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_COMPOSITION_H
#define TALOS_COST_COMPOSITION_H

#include "talos/Cost/Cost.h"

namespace talos::cost {

struct ArrayUse {
  unsigned array = 0;
  bool written = false;
};

/// What a composition asks of a task: a load, a statement's task or a store.
template <typename N> struct TaskFigures {
  N latency;                             ///< from its start to its end
  std::vector<ArrayUse> uses;            ///< one an array
  std::vector<OperatorUse<N>> operators; ///< none of a transfer
  bool sharesOperators = true;           ///< false: guarded statements
  /// The innermost shared loop around the task, a position in
  /// ProgramFigures::sharedLoops; none at the top.
  std::optional<unsigned> sharedLoop = std::nullopt;
  /// Of a transfer from or to a bank of memory that others want as well.
  std::optional<unsigned> bank = std::nullopt;
  N bytes = N(); ///< that it moves there, as ArrayCost::bytes
  N setUp = N(); ///< and what it takes beside moving them
};

/// The tasks of the top function and what connects them: of two tasks that use
/// one array and of which one writes it, the later one waits.
template <typename N> struct ProgramFigures {
  std::vector<TaskFigures<N>> tasks; ///< in program order
  std::vector<SharedLoopShape> sharedLoops = {};
  /// 1: tasks that only read the array need not wait for each other, as it is
  /// held in registers or each of them has a copy.
  std::vector<N> readSideBySide;
  target::ByteTime byteTime = {}; ///< of a bank of memory
};

enum class Reuse {
  /// Tasks that never run at the same time share operators, as the tool has it.
  /// Guarded tasks share none.
  Optimistic,
  Pessimistic, ///< every task has operators of its own
};

class Composition {
public:
  virtual ~Composition();

  /// Cycles of the top function.
  virtual Int latency(const ProgramFigures<Int> &program,
                      const target::ToolRules &rules,
                      const Numbers<Int> &number) const = 0;
  virtual nlp::Expr latency(const ProgramFigures<nlp::Expr> &program,
                            const target::ToolRules &rules,
                            const Numbers<nlp::Expr> &number) const = 0;

  /// Operator instances of the design, by name (`operations` is the sum).
  virtual std::vector<OperatorUse<Int>>
  operators(const ProgramFigures<Int> &program, Reuse reuse,
            const Numbers<Int> &number) const = 0;
  virtual std::vector<OperatorUse<nlp::Expr>>
  operators(const ProgramFigures<nlp::Expr> &program, Reuse reuse,
            const Numbers<nlp::Expr> &number) const = 0;
};

/// Tasks start level by level, as soon as nothing earlier conflicts: two tasks
/// conflict over an array in RAM, and over one in registers that one of them
/// writes. Tasks of one level run at the same time; levels share operators.
/// Transfers of one level that share a bank of memory take the time of all of
/// their bytes. Where it is known the levels are plain numbers and the latency
/// is a sum of maxima. Tasks of different shared loops never overlap: a shared
/// loop is a barrier in the body around it. It costs entries * levelOverhead +
/// iterations * (cycles of its own tasks + 1), where loops inside of it count
/// for themselves, over the whole program.
const Composition &phased();

/// Tasks that `phased` starts at the same time.
struct TaskLevel {
  std::vector<unsigned> tasks; ///< positions in ProgramFigures::tasks
  int64_t runs = 1;            ///< iterations of the shared loops around
};
/// In program order, body by body.
std::vector<TaskLevel> phasedLevels(const ProgramFigures<Int> &program);

template <typename N> struct DesignResources {
  N dsp, bram, uram, lut, ff;
};

/// Everything summed up; `operators` as Composition::operators returns them.
template <typename N>
DesignResources<N> designResources(const std::vector<OperatorUse<N>> &operators,
                                   const std::vector<TaskCost<N>> &tasks,
                                   const std::vector<ArrayCost<N>> &arrays,
                                   const target::Target &target,
                                   const Numbers<N> &number);

} // namespace talos::cost

#endif // TALOS_COST_COMPOSITION_H
