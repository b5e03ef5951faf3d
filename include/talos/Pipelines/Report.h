//===- Report.h - What hlsc says about a design -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One structure, printed as tables for people and as JSON for programs. The
// JSON schema is described in docs/Usage.md; its version changes with it.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_REPORT_H
#define TALOS_PIPELINES_REPORT_H

#include "talos/Analysis/QoR.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Pipelines/CSim.h"
#include "talos/Sim/Sequence.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace talos {

/// Version of the JSON report: "1" until a key changes its meaning or goes.
inline constexpr int64_t reportSchemaVersion = 1;

struct ResourceRow {
  std::string name; ///< DSP, BRAM_18K, URAM, LUT, FF
  int64_t used = 0;
  int64_t usable = 0; ///< what the design may use
  int64_t device = 0; ///< what the device has
};

struct ArrayRow {
  std::string name, task, shape, element;
  std::string source;    ///< the array whose elements the buffer holds
  std::string partition; ///< "cyclic 4 x none"
  std::string storage;
  int64_t words = 1;       ///< elements of one copy
  int64_t elementBits = 0; ///< of one of them
  int64_t banks = 1;
  int64_t beat = 1;  ///< elements of one bus beat
  int64_t ports = 1; ///< AXI ports, each with beats of its own
  /// Elements of a box, where memory does not hold the array as in C.
  std::vector<int64_t> lanes;
  int64_t portBlocks = 1; ///< blocks of rows, each behind a port of its own
  bool inTiles = false;   ///< memory holds it in the tiles that tasks move
  int64_t widthBits = 0;  ///< of the port; 0: no port
  /// Bank or channel of the memory that the first port is linked to; the others
  /// follow.
  int64_t memoryBank = 0;
  bool loaded = false, stored = false;
};

/// A line of the input, counted from 1.
struct SourceLine {
  int64_t line = 0;
  std::string text;
};

/// What the search did; absent when the design was given.
struct SearchRow {
  std::string status; ///< optimal, feasible
  std::string scope;  ///< the designs that it speaks of; empty: not known
  int64_t bound = 0;  ///< proved lower bound of the cycles
  int64_t nodes = 0;
  /// Of the design that the bottleneck search began with, where it did.
  std::optional<int64_t> bottleneckCycles;
  double log10Space = 0; ///< of the unreduced space
  bool timeLimited = false;
  std::vector<std::string> reductions;
  /// Legal orders of the level-0 loops, by task.
  std::vector<std::pair<std::string, int64_t>> orders;
};

/// A task that is carried through as written: no figure covers it.
struct OpaqueRow {
  std::string task;  ///< R0, R1, ...
  std::string place; ///< "file:line:column" of what is not affine
  std::vector<std::string> arrays;
};

struct PhaseTime {
  std::string name;
  double seconds = 0;
};

/// A design that is a network of processes, as hls-sim executes it.
struct NetworkRow {
  hls::DesignAttr design; ///< null: nothing was decided
  hls::SearchAttr search;
  sim::Sequence networks;
  sim::SequenceFigures figures;
};

/// What was decided about it, and how; nothing where nothing was.
void printNetworkDesign(const NetworkRow &row, llvm::raw_ostream &os);
llvm::json::Object networkDesignToJSON(const NetworkRow &row);

struct Report {
  std::string source, top;
  std::string device, part, tool;
  int64_t clockPs = 0;
  bool treeReduction = false;
  std::string memory; ///< of the arrays of the top function: m_axi or ports
  target::Device hardware; ///< what stands in its data file
  /// The operators that the design uses.
  std::vector<target::Operator> library;
  /// Operations of the program, by operator; empty: not known.
  std::vector<std::pair<std::string, int64_t>> operations;
  hls::DesignAttr design;
  std::vector<OpaqueRow> opaque; ///< in program order
  /// "file:line:column" of the statements, by task.
  std::vector<std::pair<std::string, std::string>> places;
  /// The part of the input that these places lie in.
  std::vector<SourceLine> sourceLines;
  std::vector<ArrayRow> arrays;
  std::vector<ResourceRow> resources;
  std::string usable; ///< what stands in ResourceRow::usable, in words
  int64_t ports = 0;  ///< AXI ports of all arrays
  std::optional<int64_t> mostPorts; ///< none: no limit was given
  /// Lower bounds and the source program's own cycles, by name, in cycles.
  std::vector<std::pair<std::string, int64_t>> bounds;
  std::optional<SearchRow> search;
  mlir::ArrayAttr binding; ///< `hls.binding`; null: not asked for
  /// Of a network: then there is no design point, and no figure of tasks.
  std::optional<NetworkRow> network;
  /// The final IR scheduled by itself; absent where it cannot be (a note says
  /// why).
  std::optional<analysis::QoR> estimate;
  std::vector<std::string> notes;
  std::vector<CSimRun> csim;      ///< empty: not asked for
  std::vector<std::string> files; ///< written below `directory`
  std::string directory;          ///< empty: nothing was written
  std::vector<PhaseTime> phases;  ///< in order
};

/// Tables for people.
void printReport(const Report &report, llvm::raw_ostream &os);

/// The versioned JSON; `times` adds what differs from run to run.
llvm::json::Value reportToJSON(const Report &report, bool times);

} // namespace talos

#endif // TALOS_PIPELINES_REPORT_H
