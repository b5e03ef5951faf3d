//===- ReportViews.cpp - What pictures of a report need -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportViews.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
namespace json = llvm::json;

/// Lines shown before the first and behind the last place of the program.
static constexpr int64_t contextLines = 2;

std::string talos::placeOf(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "?";
  return place.getFilename().str() + ":" + std::to_string(place.getLine()) +
         ":" + std::to_string(place.getColumn());
}

//===----------------------------------------------------------------------===//
// Collected
//===----------------------------------------------------------------------===//

namespace {
/// The lines of one file between the first and the last place that is added.
class LineRange {
public:
  explicit LineRange(StringRef file) : file(file) {}

  void add(StringRef place) {
    auto [name, line] = place.rsplit(':').first.rsplit(':');
    int64_t number = 0;
    if (name != file || line.getAsInteger(10, number))
      return;
    first = first == 0 ? number : std::min(first, number);
    last = std::max(last, number);
  }

  std::vector<SourceLine> of(StringRef text) const {
    std::vector<SourceLine> lines;
    if (first == 0)
      return lines;
    for (int64_t number = 1; !text.empty() && number <= last + contextLines;
         ++number) {
      auto [line, rest] = text.split('\n');
      if (number >= first - contextLines)
        lines.push_back({number, line.rtrim().str()});
      text = rest;
    }
    return lines;
  }

private:
  StringRef file;
  int64_t first = 0, last = 0; ///< 0: none yet
};
} // namespace

void talos::addViews(Report &report, func::FuncOp top,
                     const target::Target &target, StringRef text) {
  report.hardware = target.device;
  report.operations = countOperations(top);
  LineRange range(report.source);
  range.add(placeOf(top.getLoc()));
  for (const auto &[task, place] : report.places)
    range.add(place);
  for (const OpaqueRow &row : report.opaque)
    range.add(row.place);
  report.sourceLines = range.of(text);
  if (!report.estimate)
    return;
  for (const analysis::OperatorCount &use : report.estimate->operators)
    for (const target::Operator &op : target.library.operators)
      if (op.name == use.name)
        report.library.push_back(op);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

json::Value talos::toJSON(const target::Resources &resources) {
  json::Object object;
  for (const target::ResourceField &field : target::resourceFields)
    object[field.name] = resources.*field.amount;
  return object;
}

json::Value talos::memoryToJSON(const target::Device &device) {
  return json::Object{{"kind", device.memory.kind},
                      {"banks", device.memory.banks},
                      {"width_bits", device.memory.width}};
}

json::Value talos::sourceLinesToJSON(const Report &report) {
  json::Array lines;
  for (const SourceLine &line : report.sourceLines)
    lines.push_back(
        json::Object{{"line", line.line}, {"text", json::fixUTF8(line.text)}});
  return lines;
}

json::Value talos::operationsToJSON(const Report &report) {
  json::Object operations;
  for (const auto &[name, count] : report.operations)
    operations[name] = count;
  return operations;
}

json::Value talos::libraryToJSON(const Report &report) {
  json::Object library;
  for (const target::Operator &op : report.library)
    library[op.name] =
        json::Object{{"latency", op.latency},
                     {"DSP", op.dsp},
                     {"LUT", op.lut},
                     {"FF", op.ff},
                     {"provenance", target::toString(op.provenance)}};
  return library;
}

json::Value talos::timelineToJSON(const Report &report) {
  if (!report.estimate)
    return nullptr;
  json::Array rows;
  for (const analysis::CallQoR &call : report.estimate->calls) {
    json::Object row{{"kind", analysis::stringify(call.kind)},
                     {"name", call.name},
                     {"start", call.start},
                     {"end", call.end},
                     {"cycles", call.latency},
                     {"executions", call.executions},
                     {"place", placeOf(call.op->getLoc())}};
    if (auto task = dyn_cast<hls::TaskOp>(call.op); task && task.isOpaque())
      row["carried"] = true;
    if (call.loop)
      row["loop"] = int64_t(*call.loop);
    if (call.kind == analysis::CallQoR::Loop) {
      row["entries"] = call.entries;
    } else {
      row["phase"] = int64_t(call.phase);
      row["reads"] = json::Array(call.reads);
      row["writes"] = json::Array(call.writes);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}
