//===- ReportJSON.cpp - The report for programs ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBinding.h"
#include "Pipelines/Report/ReportViews.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Pipelines/Report.h"
#include "talos/Sim/Report.h"

using namespace talos;
namespace json = llvm::json;

static json::Value arraysToJSON(const Report &report) {
  json::Array arrays;
  for (const ArrayRow &array : report.arrays)
    arrays.push_back(json::Object{{"name", array.name},
                                  {"task", array.task},
                                  {"shape", array.shape},
                                  {"element", array.element},
                                  {"words", array.words},
                                  {"element_bits", array.elementBits},
                                  {"partition", array.partition},
                                  {"banks", array.banks},
                                  {"storage", array.storage},
                                  {"beat", array.beat},
                                  {"width_bits", array.widthBits},
                                  {"ports", array.ports},
                                  {"lanes", json::Array(array.lanes)},
                                  {"port_blocks", array.portBlocks},
                                  {"in_tiles", array.inTiles},
                                  {"memory_bank", array.memoryBank},
                                  {"loaded", array.loaded},
                                  {"stored", array.stored}});
  return arrays;
}

static json::Value opaqueToJSON(const Report &report) {
  json::Array rows;
  for (const OpaqueRow &row : report.opaque)
    rows.push_back(json::Object{{"task", row.task},
                                {"place", row.place},
                                {"arrays", json::Array(row.arrays)}});
  return rows;
}

static json::Value placesToJSON(const Report &report) {
  json::Object places;
  for (const auto &[task, place] : report.places)
    places[task] = place;
  return places;
}

static json::Value resourcesToJSON(const Report &report) {
  json::Object resources;
  for (const ResourceRow &row : report.resources)
    resources[row.name] = json::Object{
        {"used", row.used}, {"usable", row.usable}, {"device", row.device}};
  return resources;
}

static json::Value portsToJSON(const Report &report) {
  json::Value limit = nullptr;
  if (report.mostPorts)
    limit = *report.mostPorts;
  return json::Object{{"used", report.ports}, {"limit", std::move(limit)}};
}

static json::Value searchToJSON(const std::optional<SearchRow> &search) {
  if (!search)
    return nullptr;
  json::Object orders;
  for (const auto &[task, count] : search->orders)
    orders[task] = count;
  return json::Object{{"status", search->status},
                      {"scope", search->scope},
                      {"bound", search->bound},
                      {"nodes", search->nodes},
                      {"bottleneck_cycles", search->bottleneckCycles},
                      {"log10_space", search->log10Space},
                      {"time_limited", search->timeLimited},
                      {"reductions", json::Array(search->reductions)},
                      {"orders", std::move(orders)}};
}

static json::Value csimToJSON(const Report &report, bool times) {
  json::Array runs;
  for (const CSimRun &run : report.csim) {
    json::Object object{{"name", run.name},
                        {"status", toString(run.status)},
                        {"allowed_error", run.limit},
                        {"largest_relative_error", run.largestError},
                        {"message", run.message}};
    json::Array inputs;
    for (const CSimInputSet &set : run.inputs)
      inputs.push_back(json::Object{{"set", set.name},
                                    {"elements", set.elements},
                                    {"not_finite_on_both", set.silent}});
    object["inputs"] = std::move(inputs);
    object["remarks"] = json::Array(run.remarks);
    if (times)
      object["seconds"] = run.seconds;
    runs.push_back(std::move(object));
  }
  return runs;
}

static json::Object pair(int64_t predicted, int64_t estimated) {
  return json::Object{{"predicted", predicted}, {"estimated", estimated}};
}

/// The model's figures and the estimator's, side by side.
static json::Value comparisonToJSON(const Report &report) {
  if (!report.estimate)
    return nullptr;
  const analysis::QoR &qor = *report.estimate;
  json::Object resources, tasks;
  for (const ResourceRow &row : report.resources)
    for (const target::ResourceField &field : target::resourceFields)
      if (row.name == field.name)
        resources[field.name] = pair(row.used, qor.resources.*field.amount);
  for (hls::TaskPointAttr point : report.design.getTasks())
    for (const analysis::TaskQoR &task : qor.tasks)
      if (task.name == point.getName().getValue())
        tasks[task.name] = pair(point.getCycles(), task.latency);
  return json::Object{{"cycles", pair(report.design.getCycles(), qor.latency)},
                      {"resources", std::move(resources)},
                      {"tasks", std::move(tasks)}};
}

/// What there is of a network, under the same keys; a design point, where it
/// was decided about.
static json::Object networkToJSON(const Report &report, bool times) {
  json::Object object{{"schema", "talos-report"},
                      {"schema_version", reportSchemaVersion},
                      {"source", report.source},
                      {"top", report.top},
                      {"target", json::Object{{"device", report.device},
                                              {"part", report.part},
                                              {"clock_ps", report.clockPs},
                                              {"tool", report.tool}}},
                      {"design", nullptr},
                      {"binding", bindingToJSON(report.binding)},
                      {"csim", csimToJSON(report, times)},
                      {"notes", json::Array(report.notes)},
                      {"files", json::Array(report.files)}};
  if (report.network) {
    object["cycles"] = report.network->figures.cycles;
    object["network"] =
        sim::toJSON(report.network->networks, report.network->figures);
    if (report.network->design)
      object["design"] = designToJSON(report.network->design);
    if (report.network->design && report.network->search)
      object["model"] = networkDesignToJSON(*report.network);
  }
  return object;
}

json::Value talos::reportToJSON(const Report &report, bool times) {
  if (!report.design)
    return networkToJSON(report, times);
  json::Object bounds;
  for (const auto &[name, value] : report.bounds)
    bounds[name] = value;
  json::Object object{
      {"schema", "talos-report"},
      {"schema_version", reportSchemaVersion},
      {"source", report.source},
      {"top", report.top},
      {"target", json::Object{{"device", report.device},
                              {"part", report.part},
                              {"clock_ps", report.clockPs},
                              {"tool", report.tool},
                              {"tree_reduction", report.treeReduction},
                              {"arrays_in", report.memory},
                              {"usable", report.usable},
                              {"slrs", report.hardware.slrs},
                              {"per_slr", toJSON(report.hardware.perSlr)},
                              {"memory", memoryToJSON(report.hardware)}}},
      {"cycles", report.design.getCycles()},
      {"bounds", std::move(bounds)},
      {"resources", resourcesToJSON(report)},
      {"ports", portsToJSON(report)},
      {"arrays", arraysToJSON(report)},
      {"carried", opaqueToJSON(report)},
      {"places", placesToJSON(report)},
      {"source_lines", sourceLinesToJSON(report)},
      {"operations", operationsToJSON(report)},
      {"library", libraryToJSON(report)},
      {"timeline", timelineToJSON(report)},
      {"design", designToJSON(report.design)},
      {"comparison", comparisonToJSON(report)},
      {"estimate", report.estimate ? analysis::qorToJSON(*report.estimate)
                                   : json::Value(nullptr)},
      {"solver", searchToJSON(report.search)},
      {"binding", bindingToJSON(report.binding)},
      {"csim", csimToJSON(report, times)},
      {"notes", json::Array(report.notes)},
      {"files", json::Array(report.files)}};
  if (times) {
    json::Object timing;
    for (const PhaseTime &phase : report.phases)
      timing[phase.name] = phase.seconds;
    object["timing_seconds"] = std::move(timing);
  }
  return object;
}
