//===- Variants.cpp - Ways to compile one program -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variants.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::fuzz;
namespace json = llvm::json;

llvm::StringRef fuzz::toString(Kind kind) {
  switch (kind) {
  case Kind::Solved:
    return "solved";
  case Kind::Pinned:
    return "pinned";
  case Kind::Perturbed:
    return "perturbed";
  case Kind::Broken:
    return "broken";
  case Kind::Tiled:
    return "tiled";
  case Kind::LaidOut:
    return "laidout";
  case Kind::InBlocks:
    return "inblocks";
  case Kind::Moved:
    return "moved";
  case Kind::Scheduled:
    return "scheduled";
  case Kind::Streamed:
    return "streamed";
  }
  return "unknown";
}

/// The tasks of the design that have loops.
static std::vector<json::Object *> loopTasks(json::Object &design) {
  std::vector<json::Object *> tasks;
  for (json::Value &task : *design.getArray("tasks"))
    if (!task.getAsObject()->getArray("loops")->empty())
      tasks.push_back(task.getAsObject());
  return tasks;
}

static json::Object &anyOf(json::Array &array, Random &random) {
  return *array[below(random, array.size())].getAsObject();
}

static int64_t anyDivisor(int64_t number, Random &random) {
  std::vector<int64_t> all = divisors(number);
  return all[below(random, all.size())];
}

void fuzz::randomLayout(PipelineOptions &options, Random &random) {
  static constexpr llvm::StringLiteral layouts[] = {"natural", "padded",
                                                    "packed", "auto"};
  options.layout = layouts[below(random, std::size(layouts))].str();
  options.padding = 100 * below(random, 2) + 25;
  options.maxPorts = 1 + below(random, 4);
}

void fuzz::randomLimits(PipelineOptions &options, Random &random) {
  std::vector<std::string> limits;
  if (below(random, 3) > 0)
    limits.push_back("DSP=" + std::to_string(2 << below(random, 6)));
  if (below(random, 3) == 0)
    limits.push_back("ports=" + std::to_string(2 + below(random, 8)));
  options.limits = llvm::join(limits, ",");
  options.maxPorts = 1 + below(random, 4);
  if (below(random, 2) == 0)
    options.layout = "padded";
  options.padding = 100 * below(random, 2) + 25;
  options.treeReduction = below(random, 3) == 0;
  if (below(random, 4) == 0)
    options.slrs = "auto";
  if (below(random, 4) == 0)
    options.spaceName = "mixed";
}

std::string fuzz::randomPins(const json::Object &given, Random &random) {
  json::Object design = given;
  std::vector<json::Object *> tasks = loopTasks(design);
  if (tasks.empty())
    return "";
  std::string pins;
  unsigned count = 1 + below(random, 3);
  for (unsigned i = 0; i < count; ++i) {
    json::Object &task = *tasks[below(random, tasks.size())];
    json::Object &loop = anyOf(*task.getArray("loops"), random);
    std::string factor = "t" + std::to_string(below(random, 3));
    int64_t value = anyDivisor(*loop.getInteger("trip"), random);
    pins += (pins.empty() ? "" : ",") + task.getString("name")->str() + "." +
            loop.getString("name")->str() + "." + factor + "=" +
            std::to_string(value);
  }
  return pins;
}

static void partitionCompletely(json::Object &design) {
  for (json::Value &value : *design.getArray("arrays")) {
    json::Array &dims = *value.getAsObject()->getArray("partition");
    json::Array complete;
    for (size_t d = 0; d < dims.size(); ++d)
      complete.push_back(json::Object{{"kind", "complete"}});
    dims = std::move(complete);
  }
}

std::string fuzz::randomTiles(const json::Object &given, Random &random) {
  json::Object design = given;
  json::Array &arrays = *design.getArray("arrays");
  if (arrays.empty())
    return "";
  std::string names;
  for (unsigned count = 1 + below(random, 2); count > 0; --count)
    names += (names.empty() ? "" : ",") +
             anyOf(arrays, random).getString("array")->str();
  return names;
}

std::string fuzz::randomBlocks(const json::Object &report, Random &random) {
  std::vector<std::string> cuts, moved;
  for (const json::Value &value : *report.getArray("arrays")) {
    const json::Object &array = *value.getAsObject();
    if (array.getInteger("width_bits") == 0)
      continue;
    moved.push_back(array.getString("name")->str());
    // "20 x 30 f32"
    llvm::SmallVector<llvm::StringRef> extents;
    array.getString("shape")->rsplit(' ').first.split(extents, " x ");
    for (auto [dimension, text] : llvm::enumerate(extents)) {
      int64_t extent = 0;
      if (text.getAsInteger(10, extent) || extent < 2)
        continue;
      int64_t first = 1 + int64_t(below(random, extent - 1));
      cuts.push_back(array.getString("name")->str() + "." +
                     std::to_string(dimension) + "=" + std::to_string(first) +
                     "+" + std::to_string(extent - first));
    }
  }
  if (!moved.empty() && below(random, 4) == 0)
    return moved[below(random, moved.size())] + ".copies=2";
  std::string blocks = cuts.empty() ? "" : cuts[below(random, cuts.size())];
  if (moved.size() < 2 || below(random, 3) != 0)
    return blocks;
  size_t late = below(random, moved.size()),
         other = below(random, moved.size());
  return blocks + (blocks.empty() ? "" : ",") + moved[late] + "@" +
         moved[other == late ? (late + 1) % moved.size() : other];
}

void fuzz::moveTransfers(json::Object &design, Random &random) {
  partitionCompletely(design);
  for (json::Value &value : *design.getArray("arrays")) {
    json::Object &array = *value.getAsObject();
    for (json::Object *task : loopTasks(design)) {
      if (task->getString("name") != array.getString("task"))
        continue;
      // Few loops around a transfer are legal more often.
      size_t levels = task->getArray("order")->size() + 1;
      int64_t depth = std::min(below(random, levels), below(random, levels));
      array["define"] = array["transfer"] = depth;
      array["beat"] = 1;
      array.erase("lanes"); // of tiles that memory holds
    }
  }
}

/// "S0", the first statement of the task.
static std::string statementOf(json::Object &task) {
  return task.getArray("statements")->front().getAsString()->str();
}

static json::Object &loopAt(json::Object &task, size_t position) {
  return *(*task.getArray("loops"))[position].getAsObject();
}

/// "S0.i", a loop around the first statement of the task.
static std::string loopOf(json::Object &task, size_t position) {
  return "\"" + statementOf(task) + "." +
         loopAt(task, position).getString("name")->str() + "\"";
}

/// An op about two loops of a task.
static std::string pairEdit(const std::string &loop, const std::string &inner,
                            const std::string &suffix, Random &random) {
  std::string number = std::to_string(1 + below(random, 4));
  switch (below(random, 4)) {
  case 0:
  case 1:
    return "interchange " + loop + ", " + inner;
  case 2:
    return "tile " + loop + ", " + inner + " by " + number + ", 2 into \"o" +
           suffix + "\", \"p" + suffix + "\", \"q" + suffix + "\", \"r" +
           suffix + "\"";
  default:
    return "skew " + loop + " by " + number + " of " + inner;
  }
}

/// Banks of a dimension of some array; "" without arrays.
static std::string partitionEdit(json::Object &design, Random &random) {
  json::Array &arrays = *design.getArray("arrays");
  if (arrays.empty())
    return "";
  json::Object &array = anyOf(arrays, random);
  size_t dims = array.getArray("partition")->size();
  if (dims == 0)
    return "";
  return "partition \"" + array.getString("array")->str() + "\" dim " +
         std::to_string(below(random, dims)) + " by " +
         std::to_string(1 + below(random, 4));
}

/// One op of a script; `fresh` makes new names different from others.
static std::string anyEdit(json::Object &design,
                           llvm::ArrayRef<json::Object *> tasks, unsigned fresh,
                           Random &random) {
  json::Object &task = *tasks[below(random, tasks.size())];
  json::Object &other = *tasks[below(random, tasks.size())];
  size_t loops = task.getArray("loops")->size(), at = below(random, loops);
  std::string loop = loopOf(task, at), suffix = std::to_string(fresh),
              number = std::to_string(1 + below(random, 4));
  if (loops > 1 && below(random, 2) == 0)
    return pairEdit(loop, loopOf(task, (at + 1) % loops), suffix, random);
  switch (below(random, 8)) {
  case 0:
    return "split " + loop + " by " + number + " into \"o" + suffix +
           "\", \"p" + suffix + "\"";
  case 1:
    return "shift " + loop + " by " + number;
  case 2:
    return "fuse " + loop + ", " + loopOf(other, 0);
  case 3:
    return "distribute " + loop;
  case 4:
    return "after \"" + statementOf(other) + "\", \"" + statementOf(task) +
           "\"" + (below(random, 2) == 0 ? "" : " at " + loop);
  case 5:
    return "pipeline " + loop;
  case 6:
    if (std::string text = partitionEdit(design, random); !text.empty())
      return text;
    [[fallthrough]];
  default: {
    int64_t trip = *loopAt(task, at).getInteger("trip");
    return "unroll " + loop + " by " + std::to_string(anyDivisor(trip, random));
  }
  }
}

std::string fuzz::randomSchedule(const json::Object &given, Random &random) {
  json::Object design = given;
  std::vector<json::Object *> tasks = loopTasks(design);
  // Copies of arrays that a design has are no statements of the program.
  llvm::erase_if(tasks, [](json::Object *task) {
    json::Array *statements = task->getArray("statements");
    return statements->empty() ||
           !statements->front().getAsString()->starts_with("S");
  });
  if (tasks.empty())
    return "";
  std::string script = "module attributes {transform.with_named_sequence} {\n"
                       "  transform.named_sequence @__transform_main("
                       "%f: !transform.any_op {transform.readonly}) {\n";
  // Few edits are legal more often.
  unsigned count = 1 + std::min(below(random, 4), below(random, 4));
  for (unsigned edits = count; edits > 0; --edits)
    script += "    transform.hls." + anyEdit(design, tasks, edits, random) +
              " in %f : !transform.any_op\n";
  return script + "    transform.yield\n  }\n}\n";
}

/// Other factors of the same loop; level 1 is the pipelined loop's alone.
static void refactor(json::Object &task, json::Object &loop, Random &random) {
  int64_t trip = *loop.getInteger("trip");
  int64_t inner = anyDivisor(trip, random), middle = 1;
  if (task.getString("pipelined") == loop.getString("name"))
    middle = anyDivisor(trip / inner, random);
  loop["factors"] = json::Array{trip / inner / middle, middle, inner};
}

/// Another loop is pipelined; level 1 of the old one runs as level 0.
static void repipeline(json::Object &task, Random &random) {
  json::Array &loops = *task.getArray("loops");
  for (json::Value &loop : loops) {
    json::Array &factors = *loop.getAsObject()->getArray("factors");
    int64_t outer = *factors[0].getAsInteger() * *factors[1].getAsInteger();
    factors[0] = outer;
    factors[1] = 1;
  }
  task["pipelined"] = *anyOf(loops, random).getString("name");
}

void fuzz::perturb(json::Object &design, Random &random) {
  std::vector<json::Object *> tasks = loopTasks(design);
  if (tasks.empty())
    return;
  json::Object &task = *tasks[below(random, tasks.size())];
  if (below(random, 2) == 0) {
    json::Array &order = *task.getArray("order");
    for (size_t last = order.size(); last > 1; --last)
      std::swap(order[last - 1], order[below(random, last)]);
  }
  if (below(random, 3) == 0)
    repipeline(task, random);
  if (below(random, 2) == 0) {
    partitionCompletely(design);
    refactor(task, anyOf(*task.getArray("loops"), random), random);
  }
}

bool fuzz::breakDesign(json::Object &design, Random &random) {
  std::vector<json::Object *> tasks = loopTasks(design);
  json::Array &arrays = *design.getArray("arrays");
  if (tasks.empty() || arrays.empty())
    return false;
  json::Object &task = *tasks[below(random, tasks.size())];
  json::Object &loop = anyOf(*task.getArray("loops"), random);
  int64_t trip = *loop.getInteger("trip");
  switch (below(random, 7)) {
  case 0:
    loop["trip"] = trip + 1;
    return true;
  case 1:
    loop["factors"] = json::Array{trip + 1, 1, 1};
    return true;
  case 2:
    loop["factors"] = json::Array{0, 1, trip};
    return true;
  case 3:
    task["pipelined"] = "no_such_loop";
    return true;
  case 4:
    task.getArray("order")->pop_back();
    return true;
  case 5:
    task["statements"] = json::Array{"no_such_statement"};
    return true;
  default:
    arrays.erase(arrays.begin() + below(random, arrays.size()));
    return true;
  }
}
