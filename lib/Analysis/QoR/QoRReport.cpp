//===- QoRReport.cpp - The estimate as attributes, table and JSON ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "talos/Analysis/QoR.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

namespace {
/// Collects the entries of one `hls.qor`.
class Entries {
public:
  explicit Entries(Operation *op) : op(op), builder(op->getContext()) {}
  ~Entries() {
    op->setAttr(hls::qorAttrName, builder.getDictionaryAttr(entries));
  }
  void add(StringRef key, int64_t value) {
    entries.push_back(
        builder.getNamedAttr(key, builder.getI64IntegerAttr(value)));
  }
  void add(StringRef key, StringRef text) {
    if (!text.empty())
      entries.push_back(builder.getNamedAttr(key, builder.getStringAttr(text)));
  }

private:
  Operation *op;
  Builder builder;
  SmallVector<NamedAttribute> entries;
};
} // namespace

static void annotate(const TransferQoR &transfer) {
  Entries entries(transfer.op);
  entries.add("beats", transfer.beats);
  entries.add("ii", transfer.ii);
  entries.add("depth", transfer.depth);
  entries.add("latency", transfer.latency);
}

static void annotate(const LoopQoR &loop) {
  Entries entries(loop.op);
  entries.add("trips", loop.trips);
  entries.add("outer", loop.outer);
  entries.add("depth", loop.depth);
  entries.add("latency", loop.latency);
  if (!loop.pipelined)
    return;
  entries.add("ii", loop.ii);
  entries.add("reason", loop.reason);
}

void analysis::annotateQoR(func::FuncOp func, const QoR &qor) {
  {
    Entries entries(func);
    entries.add("latency", qor.latency);
    entries.add("phases", qor.phases.size());
    for (const target::ResourceField &field : target::resourceFields)
      entries.add(field.name, qor.resources.*field.amount);
  }
  for (const TransferQoR &transfer : qor.transfers)
    annotate(transfer);
  for (const BufferQoR &buffer : qor.buffers) {
    Entries entries(buffer.op);
    entries.add("banks", buffer.banks);
    entries.add("words", buffer.words);
    entries.add("storage", buffer.storage);
    entries.add("BRAM_18K", buffer.bram);
    entries.add("URAM", buffer.uram);
  }
  for (const SharedLoopQoR &context : qor.sharedLoops) {
    Entries entries(context.op);
    entries.add("entries", context.entries);
    entries.add("iterations", context.iterations);
    entries.add("latency", context.body);
  }
  for (const TaskQoR &task : qor.tasks) {
    for (const LoopQoR &loop : task.loops)
      if (loop.op != hls::TaskOp(task.op).getOperation())
        annotate(loop);
    for (const TransferQoR &transfer : task.transfers)
      annotate(transfer);
    Entries entries(task.op);
    entries.add("latency", task.latency);
    if (task.executions != 1)
      entries.add("executions", task.executions);
    for (const OperatorCount &use : task.operators)
      entries.add(use.name, use.units);
  }
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static void printLoops(const QoR &qor, llvm::raw_ostream &os) {
  os << "task            cycles  loop                        trips   II "
        "(target)  depth\n";
  for (const TaskQoR &task : qor.tasks) {
    for (const LoopQoR &loop : task.loops) {
      bool isFirst = &loop == &task.loops.front();
      os << llvm::left_justify(isFirst ? task.name : "", 12);
      if (isFirst)
        os << llvm::format("%10lld", (long long)task.latency);
      else
        os.indent(10);
      std::string trips = std::to_string(loop.trips);
      if (loop.outer != 1)
        trips = std::to_string(loop.outer) + " x " + trips;
      os << "  " << llvm::left_justify(loop.name, 20)
         << llvm::right_justify(trips, 13);
      if (loop.pipelined)
        os << llvm::format("%5lld %8lld", (long long)loop.ii,
                           (long long)loop.targetII);
      else
        os << "    -        -";
      os << llvm::format("%7lld\n", (long long)loop.depth);
      if (!loop.reason.empty())
        os << "            " << loop.reason << "\n";
    }
    for (const OperatorCount &use : task.operators)
      os << "            " << use.name << ": " << use.operations
         << " operations an iteration on " << use.units << " units\n";
  }
}

void analysis::printQoR(const QoR &qor, llvm::raw_ostream &os) {
  os << "estimated on the final IR: " << qor.latency << " cycles, "
     << qor.resources.dsp << " DSP, " << qor.resources.bram18k << " BRAM_18K, "
     << qor.resources.uram << " URAM, " << qor.resources.lut << " LUT, "
     << qor.resources.ff << " FF\n\n";
  printLoops(qor, os);
  for (const SharedLoopQoR &context : qor.sharedLoops)
    os << "loop " << context.name << " around tasks: " << context.iterations
       << " iterations of " << context.body << " cycles, entered "
       << context.entries << (context.entries == 1 ? " time\n" : " times\n");
  os << "\ntransfer             cycles     beats   II  depth\n";
  auto print = [&](const TransferQoR &t) {
    os << llvm::left_justify((t.isLoad ? "load " : "store ") + t.array, 17)
       << llvm::format("%10lld%10lld%5lld%7lld\n", (long long)t.latency,
                       (long long)t.beats, (long long)t.ii, (long long)t.depth);
  };
  for (const TransferQoR &transfer : qor.transfers)
    print(transfer);
  for (const TaskQoR &task : qor.tasks)
    for (const TransferQoR &transfer : task.transfers)
      print(transfer);
  os << "\nbuffer       storage      banks     words  BRAM_18K  URAM\n";
  for (const BufferQoR &b : qor.buffers)
    os << llvm::left_justify(b.name, 12) << " "
       << llvm::left_justify(b.storage, 9)
       << llvm::format("%8lld%10lld%10lld%6lld\n", (long long)b.banks,
                       (long long)b.words, (long long)b.bram,
                       (long long)b.uram);
  os << "\n";
  for (auto [i, phase] : llvm::enumerate(qor.phases))
    os << "phase " << i << ": " << llvm::join(phase, ", ") << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value toJSON(const std::vector<OperatorCount> &operators) {
  json::Object object;
  for (const OperatorCount &use : operators)
    object[use.name] =
        json::Object{{"operations", use.operations}, {"units", use.units}};
  return object;
}

static json::Value toJSON(const std::vector<TransferQoR> &transfers) {
  json::Array rows;
  for (const TransferQoR &t : transfers)
    rows.push_back(json::Object{{"array", t.array},
                                {"kind", t.isLoad ? "load" : "store"},
                                {"beats", t.beats},
                                {"ii", t.ii},
                                {"depth", t.depth},
                                {"cycles", t.latency}});
  return rows;
}

static json::Value toJSON(const LoopQoR &loop) {
  return json::Object{{"name", loop.name},    {"pipelined", loop.pipelined},
                      {"trips", loop.trips},  {"outer", loop.outer},
                      {"ii", loop.ii},        {"target_ii", loop.targetII},
                      {"depth", loop.depth},  {"cycles", loop.latency},
                      {"reason", loop.reason}};
}

json::Value analysis::qorToJSON(const QoR &qor) {
  json::Array tasks, buffers, phases;
  for (const TaskQoR &task : qor.tasks) {
    json::Array loops;
    for (const LoopQoR &loop : task.loops)
      loops.push_back(toJSON(loop));
    json::Object row{{"name", task.name},
                     {"cycles", task.latency},
                     {"guarded", task.guarded},
                     {"loops", std::move(loops)},
                     {"transfers", toJSON(task.transfers)},
                     {"operators", toJSON(task.operators)}};
    if (task.opaque)
      row["carried"] = true;
    if (task.executions != 1)
      row["executions"] = task.executions;
    tasks.push_back(std::move(row));
  }
  for (const BufferQoR &b : qor.buffers)
    buffers.push_back(json::Object{{"name", b.name},
                                   {"storage", b.storage},
                                   {"banks", b.banks},
                                   {"words", b.words},
                                   {"BRAM_18K", b.bram},
                                   {"URAM", b.uram}});
  for (const std::vector<std::string> &phase : qor.phases)
    phases.push_back(json::Array(phase));
  json::Array sharedLoops;
  for (const SharedLoopQoR &context : qor.sharedLoops)
    sharedLoops.push_back(json::Object{{"name", context.name},
                                       {"entries", context.entries},
                                       {"iterations", context.iterations},
                                       {"cycles", context.body}});
  json::Object resources;
  for (const target::ResourceField &field : target::resourceFields)
    resources[field.name] = qor.resources.*field.amount;
  json::Object object{
      {"cycles", qor.latency},         {"resources", std::move(resources)},
      {"tasks", std::move(tasks)},     {"transfers", toJSON(qor.transfers)},
      {"buffers", std::move(buffers)}, {"operators", toJSON(qor.operators)},
      {"phases", std::move(phases)}};
  if (!sharedLoops.empty())
    object["loops"] = std::move(sharedLoops);
  return object;
}
