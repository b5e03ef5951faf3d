//===- Schedule.h - Editing and carrying out schedules ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is data, `#hls.schedule`: of every statement the time of its
// instances and the names of its loops. Edits of it are proved legal one by
// one; the code of all of them together is generated once.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCHEDULE_H
#define TALOS_TRANSFORMS_SCHEDULE_H

#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include "llvm/Support/Error.h"

namespace talos::transforms {

/// The schedule that the function has, with the directives of its loops.
hls::ScheduleAttr scheduleOf(const poly::Scop &scop);

/// Of the statements of `scop`, in their order. An error names a statement that
/// one side lacks, or whose loops differ in number.
llvm::Expected<poly::Schedule> timesOf(const poly::Scop &scop,
                                       hls::ScheduleAttr schedule);

/// Gives the function this schedule: proves it legal, generates the loops with
/// their names and directives, and adds it to `hls.scheduled`. An error at the
/// function names the dependence that forbids it.
mlir::LogicalResult generateSchedule(mlir::func::FuncOp func,
                                     hls::ScheduleAttr schedule);

/// Bits that an array may take, since tiles need room as well: half of what
/// the target has; 0 without a target.
mlir::FailureOr<int64_t> limitOfBits(mlir::func::FuncOp func);

/// Carries out a step that prepares or follows a schedule, and adds it to
/// `hls.scheduled` if it changed the function, which is what it says. An error
/// says what the function lacks for it.
mlir::FailureOr<bool> applyStep(mlir::func::FuncOp func,
                                hls::ScheduleStep step);

/// Runs the pass, which adds its name to `hls.scheduled` if it changed the
/// function. An error if there is none of that name.
mlir::LogicalResult applyPass(mlir::func::FuncOp func, llvm::StringRef name);

/// Adds a schedule, a step or the name of a pass to `hls.scheduled`: a script
/// of all of them, in their order, gives the same function
/// (hls-print-schedule).
void recordScheduled(mlir::func::FuncOp func, mlir::Attribute step);
void recordScheduled(mlir::func::FuncOp func, hls::ScheduleStep step);
bool isScheduled(mlir::func::FuncOp func, hls::ScheduleStep step);

/// Of a pass that brings nests to another form: the function, if it is the top,
/// is changed; where `change` says that it was, what is new gets a name, and
/// the pass is recorded.
void changeTop(mlir::func::FuncOp func, mlir::StringRef pass,
               llvm::function_ref<bool(mlir::func::FuncOp)> change);
/// The same for each nest at the top of the function, in program order.
void changeNests(mlir::func::FuncOp func, mlir::StringRef pass,
                 llvm::function_ref<bool(mlir::affine::AffineForOp)> change);

/// Edits a schedule. Loops are given as "S0.k", statements by name. An edit
/// that is not possible, or breaks a dependence, changes nothing, and its error
/// says why. What is done to a loop is done to all statements in it.
class ScheduleEditor {
public:
  using Error = llvm::Error;
  using Ref = llvm::StringRef;

  /// Begins with `schedule`, or the one of the source if that is null. `scop`
  /// must outlive the editor.
  static llvm::Expected<ScheduleEditor> create(const poly::Scop &scop,
                                               hls::ScheduleAttr schedule);
  hls::ScheduleAttr get() const;
  /// Takes over a whole schedule.
  Error set(hls::ScheduleAttr schedule);

  // Orders of one statement's instances.
  Error interchange(Ref first, Ref second);
  /// `loop` becomes loops over blocks of `size` iterations, and in a block.
  Error split(Ref loop, int64_t size, Ref outer, Ref inner);
  /// Of two loops, one directly in the other. `names`: both loops over blocks,
  /// then both loops in a block.
  Error tile(Ref outer, Ref inner, int64_t outerSize, int64_t innerSize,
             llvm::ArrayRef<std::string> names);
  /// The time of `loop` becomes its time + `factor` * the time of `by`.
  Error skew(Ref loop, int64_t factor, Ref by);
  /// Moves the iterations of this statement alone.
  Error shift(Ref loop, int64_t distance);

  // Which statements share loops, and their order in a body.
  /// The statements in `second` move into the loop `first`, behind its own.
  /// They have its name then, and a loop of theirs that had it takes the old
  /// one.
  Error fuse(Ref first, Ref second);
  /// The statement runs directly behind `before` in the body of `loop`, a loop
  /// of the latter, or of the function if that is empty.
  Error after(Ref statement, Ref before, Ref loop);
  /// What stands in the body of the loop one after the other gets a loop each.
  Error distribute(Ref loop);

  // Directives of loops around one statement.
  /// 0: completely.
  Error unroll(Ref loop, int64_t factor);
  Error pipeline(Ref loop, int64_t ii);

  // Data between statements and iterations: these change no order.
  /// Why what `producer` stores cannot come to `consumer` through a stream.
  Error checkStream(Ref producer, Ref consumer) const;
  /// The pin that makes the task of the loop's statement hold what an iteration
  /// of the loop uses of the array; an error if it holds the same in all.
  llvm::Expected<std::string> reusePin(Ref array, Ref loop) const;

private:
  struct Loop {
    std::string name;
    mlir::AffineExpr time;
    hls::PipelineAttr pipeline;
    hls::UnrollAttr unroll;
  };
  /// positions[0], loops[0], positions[1], loops[1], ..., positions.back().
  struct Times {
    llvm::SmallVector<int64_t> positions;
    llvm::SmallVector<Loop> loops;
    bool ordered = false;
  };
  struct LoopRef {
    unsigned statement = 0, depth = 0;
  };
  using State = std::vector<Times>; ///< in the order of Scop::statements()

  explicit ScheduleEditor(const poly::Scop &scop) : scop(&scop) {}
  mlir::MLIRContext *context() const;

  llvm::Expected<unsigned> findStatement(Ref name) const;
  llvm::Expected<LoopRef> findLoop(Ref name) const;
  /// The statements in the loop.
  std::vector<unsigned> membersOf(LoopRef loop) const;
  /// Two loops of one statement that the same statements stand in.
  Error checkPair(LoopRef first, LoopRef second, Ref firstName,
                  Ref secondName) const;
  Error checkName(Ref name, llvm::ArrayRef<unsigned> members,
                  Ref replaced) const;
  Error splitLoop(State &edited, LoopRef loop, int64_t size, Ref outer,
                  Ref inner) const;
  Error checkDirective(LoopRef loop, Ref name) const;
  /// Gives the statement `to` the names and directives of `from` and the loops
  /// around it. An inner loop of such a name takes the one that is free then.
  static void shareNames(State &edited, LoopRef from, unsigned to);

  /// Takes over what is legal.
  Error accept(State edited);
  hls::ScheduleAttr attributeOf(const State &state) const;

  const poly::Scop *scop;
  State state;
};

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_SCHEDULE_H
