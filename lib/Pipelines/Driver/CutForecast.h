//===- CutForecast.h - What cuts of arrays may bring ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To solve a program whose arrays are in blocks takes longer than to solve it
// whole. From the design of the whole program one can tell which cuts, and
// which arrays that take turns at a port, are worth it: a task on a part of an
// iteration domain takes that part of the cycles, and tasks that run at the
// same time share the operators of the design.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_CUTFORECAST_H
#define TALOS_LIB_PIPELINES_DRIVER_CUTFORECAST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Analysis/QoR.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Cost/Composition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

namespace talos {

/// By array of the program, that whose port it uses.
using PortSharing = std::map<std::string, std::string>;

/// A program with one cut; what its calls take depends on the place.
class CutProgram {
public:
  /// Cycles with the first block of that extent; a guess, no bound.
  int64_t cyclesAt(int64_t first) const;
  /// The ports of loads that all other calls of their level wait for.
  std::set<std::string> longestLoadsAt(int64_t first) const;

private:
  friend class CutForecast;
  struct Call {
    int64_t cycles = 0; ///< of the whole
    int64_t dsp = 0;
    /// Dimensions of its domain that are those of the first block, and of the
    /// second one.
    unsigned firsts = 0, seconds = 0;
    std::string port = {}; ///< of a load, by itself
  };
  int64_t cyclesOf(const Call &call, int64_t first) const;
  int64_t cyclesOf(llvm::ArrayRef<cost::TaskLevel> levels, int64_t first) const;

  int64_t extent = 1; ///< of what is cut
  int64_t dsp = 0, levelOverhead = 0;
  std::vector<Call> calls;
  /// If tasks that read one array follow each other, and if they need not.
  std::vector<cost::TaskLevel> inTurn, sideBySide;
};

/// What the statements and transfers of a design take.
class CutForecast {
public:
  /// Of a design; `nests` is the program that it was decided for.
  CutForecast(const analysis::TaskGraph &nests, const analysis::QoR &design,
              const target::Target &target);

  /// The program `nests` with a dimension of that extent cut behind `first`,
  /// which is not half of it. None where a statement cannot be told by its
  /// place in the source.
  std::optional<CutProgram> program(const analysis::TaskGraph &cut,
                                    int64_t first, int64_t extent) const;
  /// Cycles of the program `nests` where arrays use the ports of others.
  int64_t cyclesWith(const analysis::TaskGraph &nests,
                     const PortSharing &sharing) const;
  /// The loaded arrays of `nests` that had best use the ports of others: one
  /// after the other, as long as that saves cycles.
  PortSharing promisingSharing(const analysis::TaskGraph &nests) const;

private:
  struct Work {
    int64_t cycles = 0, dsp = 0;
    llvm::SmallVector<int64_t> trips;
    unsigned statements = 0; ///< that have this place
  };
  class Builder;

  CutProgram programWith(const analysis::TaskGraph &nests,
                         const PortSharing &sharing) const;
  std::optional<CutProgram::Call> callOf(const analysis::Task &task,
                                         int64_t first, int64_t extent) const;

  llvm::DenseMap<mlir::Location, Work> works;
  llvm::StringMap<CutProgram::Call> tasks; ///< by name
  llvm::StringMap<int64_t> loads, stores;  ///< cycles, by buffer
  int64_t dsp, levelOverhead;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_CUTFORECAST_H
