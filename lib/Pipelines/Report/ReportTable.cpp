//===- ReportTable.cpp - The report for people ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBinding.h"
#include "talos/Pipelines/Report.h"
#include "talos/Sim/Report.h"
#include "talos/Support/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using llvm::StringRef;

/// 1234567 as "1,234,567".
static std::string grouped(int64_t value) {
  std::string text = std::to_string(value);
  size_t first = value < 0 ? 1 : 0;
  for (size_t i = text.size(); i > first + 3;)
    text.insert(i -= 3, ",");
  return text;
}

template <typename... Ts>
static std::string formatted(const char *format, Ts... values) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, values...);
  return text;
}

static std::string joined(llvm::ArrayRef<mlir::StringAttr> names) {
  std::string text;
  for (mlir::StringAttr name : names)
    text += (text.empty() ? "" : " ") + name.getValue().str();
  return text;
}

/// The line of "file:line:column", with the file where it is another one than
/// the input.
static std::string lineOf(StringRef place, const Report &report) {
  StringRef line = place.rsplit(':').first;
  line.consume_front(report.source + ":");
  return line.str();
}

static std::string lineOfTask(StringRef task, const Report &report) {
  for (const auto &[name, place] : report.places)
    if (name == task)
      return lineOf(place, report);
  return "?";
}

static void printTasks(const Report &report, llvm::raw_ostream &os) {
  TextTable table({"task", "line", "loop: t0 x t1 x t2", "order", "pipelined",
                   "II", "cycles"});
  for (hls::TaskPointAttr task : report.design.getTasks()) {
    std::string loops;
    for (hls::LoopPointAttr loop : task.getLoops()) {
      auto factors = loop.getFactors();
      loops += (loops.empty() ? "" : ", ") + loop.getName().getValue().str() +
               ": " + std::to_string(factors[0]) + " x " +
               std::to_string(factors[1]) + " x " + std::to_string(factors[2]);
      if (loop.getPadded() != loop.getTrip())
        loops += " (pads " + std::to_string(loop.getTrip()) + ")";
    }
    StringRef pipelined = task.getPipelined().getValue();
    StringRef name = task.getName().getValue();
    table.add({joined(task.getStatements()), lineOfTask(name, report),
               loops.empty() ? "-" : loops,
               task.getOrder().empty() ? "-" : joined(task.getOrder()),
               pipelined.empty() ? "-" : pipelined.str(),
               pipelined.empty() ? "-" : std::to_string(task.getIi()),
               task.getCycles() == 0 ? "?" : grouped(task.getCycles())});
  }
  for (const OpaqueRow &row : report.opaque)
    table.add({row.task, lineOf(row.place, report), "as written, not affine",
               "-", "-", "-", "unknown"});
  table.print(os);
}

/// `512 bit (16)`; of several ports `4 x 512 bit (16)`, and `a block each`
/// where they do not take beats in turn; with a layout behind it `boxes of 4 x
/// 16`, `padded` where a box is a part of a row, or `in tiles`.
static std::string portOf(const ArrayRow &array) {
  if (array.widthBits == 0)
    return "-";
  std::string text =
      array.ports == 1 ? "" : std::to_string(array.ports) + " x ";
  text += std::to_string(array.widthBits) + " bit (" +
          std::to_string(array.beat) + ")";
  if (array.portBlocks > 1)
    text += ", a block each";
  if (array.lanes.empty())
    return text;
  if (array.inTiles)
    return text + ", in tiles";
  if (llvm::all_of(llvm::ArrayRef(array.lanes).drop_back(),
                   [](int64_t lanes) { return lanes == 1; }))
    return text + ", padded";
  std::string box;
  for (int64_t lanes : array.lanes)
    box += (box.empty() ? "" : " x ") + std::to_string(lanes);
  return text + ", boxes of " + box;
}

static void printArrays(const Report &report, llvm::raw_ostream &os) {
  TextTable table({"array", "buffer", "partition", "banks", "storage", "port",
                   "transfers"});
  for (const ArrayRow &array : report.arrays) {
    std::string transfers = array.loaded && array.stored ? "load, store"
                            : array.loaded               ? "load"
                            : array.stored               ? "store"
                                                         : "-";
    table.add({array.name + (array.task.empty() ? "" : " in " + array.task),
               array.shape + " " + array.element, array.partition,
               grouped(array.banks), array.storage, portOf(array), transfers});
  }
  if (table.hasRows())
    table.print(os);
}

/// A resource as the estimator counts it on the final IR.
static std::string estimated(const Report &report, llvm::StringRef name) {
  for (const target::ResourceField &field : target::resourceFields)
    if (report.estimate && field.name == name)
      return grouped(report.estimate->resources.*field.amount);
  return "-";
}

static void printResources(const Report &report, llvm::raw_ostream &os) {
  TextTable table(
      {"resource", "used", "estimated", "usable", "device", "of device"});
  for (const ResourceRow &row : report.resources) {
    double percent = row.device == 0 ? 0 : 100.0 * row.used / row.device;
    table.add({row.name, grouped(row.used), estimated(report, row.name),
               grouped(row.usable), grouped(row.device),
               formatted("%.1f %%", percent)});
  }
  table.print(os);
  std::string ports = "AXI ports: " + grouped(report.ports);
  if (report.mostPorts)
    ports += ", at most " + grouped(*report.mostPorts);
  printWrapped("usable is " + report.usable, 2, os);
  printWrapped(ports, 2, os);
  os << "\n";
}

static void printCycles(const Report &report, llvm::raw_ostream &os) {
  int64_t cycles = report.design.getCycles();
  TextTable table({"cycles", "", "design is"});
  auto add = [&](StringRef name, int64_t value) {
    std::string ratio =
        value == 0 || cycles == 0 ? "-"
        : value > cycles
            ? formatted("%.1f times faster", double(value) / cycles)
            : formatted("%.2f times as long", double(cycles) / value);
    table.add({name.str(), grouped(value), ratio});
  };
  table.add({report.opaque.empty() ? "design" : "design, at least",
             cycles == 0 ? "unknown" : grouped(cycles),
             formatted("%.1f us", cycles * report.clockPs / 1e6)});
  if (report.estimate)
    table.add(
        {"estimated on the final IR", grouped(report.estimate->latency), ""});
  for (const auto &[name, value] : report.bounds)
    add(name, value);
  table.print(os);
}

static void printSearch(const Report &report, llvm::raw_ostream &os) {
  if (!report.search) {
    os << "  design point given; nothing was solved\n";
    return;
  }
  const SearchRow &search = *report.search;
  std::string text = "solver: " + search.status;
  if (!search.scope.empty())
    text += " of " + search.scope;
  text += "; bound " + grouped(search.bound) + " cycles, space 10^" +
          formatted("%.1f", search.log10Space) + " points, " +
          grouped(search.nodes) + " nodes";
  for (const PhaseTime &phase : report.phases)
    if (phase.name == "hls-explore")
      text += formatted(", %.3f s", phase.seconds);
  printWrapped(text, 2, os);
  if (search.bottleneckCycles)
    printWrapped(
        "bottleneck search: " + grouped(*search.bottleneckCycles) +
            " cycles; exact search: " + grouped(report.design.getCycles()) +
            ", " +
            formatted("%.2f times fewer", double(*search.bottleneckCycles) /
                                              report.design.getCycles()),
        2, os);
  if (search.timeLimited)
    os << "  a limit of time or memory cut the search: another run may "
          "differ\n";
}

static void printCSim(const Report &report, llvm::raw_ostream &os) {
  for (const CSimRun &run : report.csim) {
    os << "  C simulation, " << run.name << ": " << toString(run.status)
       << formatted(", largest relative error %.3g", run.largestError)
       << " (allowed " << run.limit << ")" << formatted(", %.1f s", run.seconds)
       << "\n";
    for (const CSimInputSet &set : run.inputs)
      printWrapped("inputs " + set.name + ": " + grouped(set.elements) +
                       " elements compared, " + grouped(set.silent) +
                       " of them NaN or infinite on both sides",
                   4, os);
    for (const std::string &remark : run.remarks)
      printWrapped(remark, 4, os);
  }
  if (report.csim.empty())
    os << "  C simulation: not run (--csim)\n";
}

static void printFiles(const Report &report, llvm::raw_ostream &os) {
  if (report.directory.empty())
    return;
  printWrapped("written to " + report.directory + ": " +
                   llvm::join(report.files, ", "),
               2, os);
}

void talos::printReport(const Report &report, llvm::raw_ostream &os) {
  printWrapped(
      report.top + " on " + report.device + " (" + report.part + "), " +
          formatted("%.2f ns", report.clockPs / 1000.0) + ", Vitis HLS " +
          report.tool + ", " +
          (report.treeReduction ? "tree reduction" : "no reassociation") +
          (report.memory == "ports" ? ", arrays are memories at the ports"
                                    : ""),
      0, os);
  os << "\n";
  if (report.network)
    sim::printTables(os, report.network->networks, report.network->figures);
  if (report.network)
    printNetworkDesign(*report.network, os);
  if (!report.design) {
    printBinding(report.binding, os);
    printCSim(report, os);
    for (const std::string &note : report.notes)
      printWrapped("note: " + note, 2, os);
    return printFiles(report, os);
  }
  printTasks(report, os);
  printArrays(report, os);
  printResources(report, os);
  printCycles(report, os);
  printSearch(report, os);
  printCSim(report, os);
  printBinding(report.binding, os);
  for (const std::string &note : report.notes)
    printWrapped("note: " + note, 2, os);
  printFiles(report, os);
}
