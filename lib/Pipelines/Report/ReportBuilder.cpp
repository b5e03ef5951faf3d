//===- ReportBuilder.cpp - Collects what the report says ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBuilder.h"
#include "Pipelines/Report/ReportViews.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/Explain.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace talos;

static std::string describePartition(hls::PartitionAttr partition,
                                     ArrayRef<int64_t> shape, int64_t &banks) {
  std::string text;
  banks = 1;
  for (auto [dim, extent] : llvm::zip(partition.getDims(), shape)) {
    text += text.empty() ? "" : " x ";
    text += hls::stringifyPartitionKind(dim.getKind());
    if (dim.getKind() == hls::PartitionKind::Complete)
      banks *= extent;
    else if (dim.getKind() != hls::PartitionKind::None) {
      text += " " + std::to_string(dim.getFactor());
      if (dim.getKind() != hls::PartitionKind::Reshape)
        banks *= dim.getFactor();
    }
  }
  return text.empty() ? "-" : text;
}

static std::string describeType(MemRefType type, std::string &element) {
  llvm::raw_string_ostream(element) << type.getElementType();
  std::string shape;
  for (int64_t extent : type.getShape())
    shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  return shape.empty() ? "scalar" : shape;
}

/// As the connectivity file links the array's first port.
static int64_t memoryBankOf(Value array, int64_t banks) {
  auto argument = cast<BlockArgument>(hls::originOf(array));
  auto func = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return hls::memoryBanksOf(func, banks)[argument.getArgNumber()].front();
}

static void describePorts(const analysis::Transfer &transfer, int64_t banks,
                          ArrayRow &row) {
  row.beat = transfer.beat;
  if (hls::InterfaceAttr interface = analysis::interfaceOf(transfer.array)) {
    row.ports = interface.getPorts(row.elementBits);
    row.lanes.assign(interface.getLanes().begin(), interface.getLanes().end());
    row.portBlocks = interface.getPortBlocks();
    row.inTiles = !hls::tilesOf(transfer.array).empty();
  }
  row.beat /= row.ports;
  row.widthBits = row.beat * row.elementBits;
  row.memoryBank = memoryBankOf(transfer.array, banks);
}

/// The buffer and the transfers that fill and empty it.
static ArrayRow describeBuffer(hls::BufferOp buffer, int64_t banks) {
  ArrayRow row;
  row.source = buffer.getArrayName().str();
  row.name = buffer.getBufferName().str();
  auto type = cast<MemRefType>(buffer.getType());
  row.shape = describeType(type, row.element);
  row.words = type.getNumElements();
  row.elementBits = type.getElementTypeBitWidth();
  if (auto partition = buffer.getPartition())
    row.partition = describePartition(*partition, type.getShape(), row.banks);
  else
    row.partition = "-";
  row.storage = "auto";
  if (auto storage = buffer.getStorage())
    row.storage = hls::stringifyStorageKind(storage->getKind()).str();
  if (buffer.getPort())
    row.storage = "port";
  if (buffer.getCopies() != 1)
    row.shape += " (" + std::to_string(buffer.getCopies()) + " copies)";
  if (auto task = buffer->getParentOfType<hls::TaskOp>())
    row.task = task.getTaskName().str();
  for (Operation *user : buffer.getResult().getUsers())
    if (auto transfer = analysis::transferOf(user)) {
      (transfer->isLoad ? row.loaded : row.stored) = true;
      describePorts(*transfer, banks, row);
    }
  return row;
}

/// Of the statement, which stands in the task with its name.
static std::string placeOfStatement(hls::TaskOp task) {
  Location place = task.getLoc();
  task.walk([&](Operation *op) {
    auto name = op->getAttrOfType<StringAttr>(hls::statementAttrName);
    if (name && name.getValue() == task.getTaskName())
      place = op->getLoc();
  });
  return placeOf(place);
}

static OpaqueRow describeOpaque(hls::TaskOp task) {
  OpaqueRow row{task.getTaskName().str(), placeOf(task.getLoc()), {}};
  for (Value input : task.getInputs())
    if (auto buffer = input.getDefiningOp<hls::BufferOp>())
      row.arrays.push_back(buffer.getBufferName().str());
  return row;
}

static void addResources(Report &report, Compilation &compilation) {
  const target::Resources &device = compilation.target.device.total;
  target::Amounts usable = compilation.usable();
  report.usable = compilation.target.usableInWords(
      hls::targetOf(compilation.top()).getUsable());
  for (const target::ResourceField &field : target::resourceFields)
    if (auto used = report.design.getResources().getAs<IntegerAttr>(field.name))
      report.resources.push_back({field.name.str(), used.getInt(),
                                  usable.*field.amount, device.*field.amount});
  if (auto ports = report.design.getResources().getAs<IntegerAttr>("ports"))
    report.ports = ports.getInt();
  if (usable.ports != target::anyPorts)
    report.mostPorts = usable.ports;
}

static void addSearch(Report &report, hls::SearchAttr search) {
  const std::pair<const char *, std::optional<int64_t>> bounds[] = {
      {"source program", search.getSourceCycles()},
      {"DSP bound", search.getDspBound()},
      {"bandwidth bound", search.getBandwidthBound()},
      {"lower bound of any design", search.getLowerBound()},
      {"lower bound of this design", search.getDesignLowerBound()}};
  for (auto [name, cycles] : bounds)
    if (cycles)
      report.bounds.emplace_back(name, *cycles);
  if (search.getStatus() == hls::SearchStatus::Manual)
    return;
  SearchRow row;
  row.status = hls::stringifySearchStatus(search.getStatus()).str();
  row.scope = search.getScope().str();
  row.bound = search.getBound();
  row.nodes = search.getNodes();
  row.bottleneckCycles = search.getBottleneck();
  if (FloatAttr size = search.getLog10Space())
    row.log10Space = size.getValueAsDouble();
  row.timeLimited = search.getTimeLimited();
  for (StringAttr reduction : search.getReductions())
    row.reductions.push_back(reduction.str());
  for (NamedAttribute entry : search.getOrders())
    row.orders.emplace_back(entry.getName().str(),
                            cast<IntegerAttr>(entry.getValue()).getInt());
  report.search = std::move(row);
}

static void notePairs(Report &report) {
  std::string tasks;
  for (hls::TaskPointAttr task : report.design.getTasks())
    if (!task.getPairs().empty())
      tasks += (tasks.empty() ? "" : ", ") + task.getName().str() +
               " (copies of " + task.getPairs().str() + ")";
  if (!tasks.empty())
    report.notes.push_back("products of 8 bits in pairs, each in one "
                           "multiplier: " +
                           tasks +
                           "; that the tool takes one DSP for it is assumed");
}

/// Operations that are bound to an implementation whose figures were not
/// measured.
static void noteVariants(Report &report, ModuleOp module,
                         const target::Target &target) {
  std::set<std::string> names;
  module.walk([&](Operation *op) {
    if (hls::implOf(op).empty())
      return;
    llvm::Expected<const target::Operator *> found =
        target.lookup(analysis::operatorName(op));
    if (!found)
      llvm::consumeError(found.takeError());
    else if ((*found)->provenance != target::Provenance::Measured)
      names.insert((*found)->name + " (" +
                   target::toString((*found)->provenance).str() + ")");
  });
  if (!names.empty())
    report.notes.push_back("operators bound to an implementation whose figures "
                           "are documented or assumed, not measured: " +
                           llvm::join(names, ", "));
}

static void addNotes(Report &report, const target::Target &target,
                     hls::SearchAttr search) {
  std::vector<std::string> opaque;
  for (const OpaqueRow &row : report.opaque)
    opaque.push_back(row.task + " (" + row.place + ")");
  if (!opaque.empty())
    report.notes.push_back(
        "not affine, carried through as written: " + llvm::join(opaque, ", ") +
        "; their cycles and operators are not known, so that the figures of "
        "the "
        "design are lower bounds");
  notePairs(report);
  if (!target.libraryIsExact)
    report.notes.push_back(
        "operators are those of " + std::to_string(target.library.clockPs) +
        " ps, the library's greatest clock period that is not longer");
  if (search && !search.getAssumed().empty()) {
    std::string assumed;
    llvm::raw_string_ostream os(assumed);
    llvm::interleaveComma(search.getAssumed(), os,
                          [&](StringAttr name) { os << name.getValue(); });
    report.notes.push_back(
        "these operators rest on documented or assumed, not measured, data: " +
        assumed);
  }
}

static void addCuts(Report &report, const BlockSearch &cuts) {
  if (cuts.tried.empty())
    return;
  std::string tried = std::to_string(cuts.tried.size()) +
                      (cuts.tried.size() == 1 ? " try" : " tries") +
                      " to cut or copy arrays or share ports";
  report.notes.push_back(cuts.taken.empty() ? "none of " + tried + " is faster"
                                            : "cut by --blocks " + cuts.taken +
                                                  ", the fastest of " + tried);
}

/// Schedules the final IR. What the estimator cannot read is no error of the
/// design: a note says so.
static void addEstimate(Report &report, func::FuncOp top,
                        const target::Target &target) {
  std::string message;
  ScopedDiagnosticHandler handler(top.getContext(), [&](Diagnostic &diag) {
    if (message.empty())
      message = diag.str();
    return success();
  });
  FailureOr<analysis::QoR> qor =
      analysis::estimateQoR(top, target, report.treeReduction);
  if (failed(qor)) {
    report.notes.push_back("no estimate on the final IR: " + message);
    return;
  }
  report.estimate = std::move(*qor);
}

std::string talos::disagreement(int64_t predicted, int64_t estimated) {
  Int apart = Int(estimated) - Int(predicted);
  if (predicted == 0 ||
      (apart.isValid() && std::abs(apart.value()) <= predicted / 100))
    return "";
  return "the model predicts " + std::to_string(predicted) +
         " cycles, the final IR is estimated at " + std::to_string(estimated) +
         "; they must agree within 1 %. The design computes what the program "
         "does, but its cycles are not known: please report the program, or "
         "look for another design with pins or another template (--pin, "
         "--space)";
}

Report talos::buildReport(Compilation &compilation,
                          const DriverOptions &options) {
  Report report;
  func::FuncOp top = compilation.top();
  const target::Target &target = compilation.target;
  report.source = compilation.path;
  report.top = top.getName().str();
  report.device = target.device.name;
  report.part = target.device.part;
  hls::TargetAttr attr = hls::targetOf(top);
  report.tool = attr.getTool().str();
  report.clockPs = attr.getClockPs();
  report.treeReduction = attr.getTreeReduction();
  report.memory = hls::stringifyMemoryKind(attr.getMemory()).str();
  if (compilation.isNetwork(report.top)) {
    addNetwork(report, *compilation.module);
    if (options.pipeline.explain)
      report.binding = top->getAttrOfType<ArrayAttr>(hls::bindingAttrName);
    noteVariants(report, *compilation.module, target);
    return report;
  }
  report.design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  top.walk([&](hls::BufferOp buffer) {
    report.arrays.push_back(describeBuffer(
        buffer, std::max<int64_t>(1, target.device.memory.banks)));
  });
  top.walk([&](hls::TaskOp task) {
    if (task.isOpaque())
      report.opaque.push_back(describeOpaque(task));
    else if (!task.isTransfer() && !task->getParentOfType<hls::TaskOp>())
      report.places.emplace_back(task.getTaskName().str(),
                                 placeOfStatement(task));
  });
  addResources(report, compilation);
  auto search = top->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  if (search)
    addSearch(report, search);
  if (options.pipeline.explain)
    report.binding = top->getAttrOfType<ArrayAttr>(hls::bindingAttrName);
  addNotes(report, target, search);
  noteVariants(report, *compilation.module, target);
  addCuts(report, compilation.cuts);
  addEstimate(report, top, target);
  addViews(report, top, target, compilation.text());
  return report;
}
