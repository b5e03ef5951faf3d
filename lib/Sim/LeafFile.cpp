//===- LeafFile.cpp - The leaves of a network file ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafFile.h"
#include "talos/Sim/NetworkFile.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef ruleNames[] = {
    "S_RUN",      "ENTRY",      "SKIP",          "FIFO_LAT",
    "FIFO_FREE",  "LOAD_OUT",   "LOAD",          "LOAD_SHARED",
    "STORE",      "SIDE",       "REGION",        "SEG",
    "REGION_RTL", "BODY_PLAIN", "BODY_REGION_2", "BODY_REGION_3"};

llvm::ArrayRef<StringRef> FileRules::names() { return ruleNames; }

bool FileRules::has(StringRef name) const {
  return llvm::is_contained(ruleNames, name);
}

bool FileRules::set(StringRef name, int64_t value) {
  if (!has(name))
    return false;
  values[name] = value;
  return true;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static std::vector<Condition> readConditions(JsonItem item) {
  std::vector<Condition> conditions;
  for (const JsonItem &element : item.elements("conditions")) {
    std::string text = element.string("condition");
    if (!element.value || text.empty())
      continue;
    if (llvm::Expected<Condition> condition = parseCondition(text))
      conditions.push_back(std::move(*condition));
    else
      element.fail(llvm::toString(condition.takeError()));
  }
  return conditions;
}

Predicate sim::readPredicate(JsonReader &in) {
  Predicate predicate;
  std::optional<JsonItem> all = in.find("when"), any = in.find("when_any");
  if (all && any)
    in.fail("there are both \"when\" and \"when_any\"");
  if (all)
    return Predicate::all(readConditions(*all));
  if (any) {
    for (const JsonItem &conditions : any->elements("when_any"))
      predicate.cases.push_back(readConditions(conditions));
    if (predicate.cases.empty())
      any->fail("\"when_any\": expected a case");
  }
  return predicate;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

std::optional<int64_t> LeafReader::latencyOf(const Source &source) const {
  if (source.rule == "MERGED")
    return 0;
  if (source.rule == "PIPE")
    return pipelineLatency(source.leaf, source.pre);
  if (source.rule == "FIXED")
    return std::nullopt;
  if (source.leaf.counters.empty())
    return rules.get(source.rule);
  Int latency =
      Int(source.leaf.counters.front().trip) + Int(rules.get(source.rule));
  return latency.isValid() ? std::optional(latency.value()) : std::nullopt;
}

void LeafReader::setLatency(Source &source, std::optional<int64_t> said,
                            JsonReader &in) {
  static constexpr StringRef known[] = {"LOAD", "LOAD_SHARED", "STORE",
                                        "PIPE", "FIXED",       "MERGED"};
  std::string name = "leaf '" + source.leaf.name + "': ";
  if (!llvm::is_contained(known, source.rule))
    return in.fail(name + "\"rule\" is '" + source.rule +
                   "'; expected LOAD, LOAD_SHARED, STORE, PIPE, FIXED or "
                   "MERGED");
  std::optional<int64_t> follows = latencyOf(source);
  if (source.rule == "FIXED")
    follows = said;
  if (!follows && source.rule == "FIXED")
    return in.fail(name + "rule FIXED needs a \"latency\"");
  if (!follows)
    return in.fail(name + "the latency by rule " + source.rule +
                   " has more than 64 bits");
  if (said && *said != *follows)
    return in.fail(name + "the latency is " + Twine(*said) + ", but by rule " +
                   source.rule + " " + Twine(*follows));
  source.leaf.latency = *follows;
}

/// Whether the kind moves tokens, one an iteration.
static bool hasFifo(Leaf::Kind kind) {
  return kind == Leaf::Load || kind == Leaf::Store || kind == Leaf::Read ||
         kind == Leaf::Write;
}

/// A token comes out of a load, or a write, a number of cycles after the issue
/// of its iteration; the other kinds take it at once.
void LeafReader::addAccesses(Source &source) {
  Leaf &leaf = source.leaf;
  if (!hasFifo(leaf.kind))
    return;
  leaf.accesses.clear();
  Access access;
  access.of = source.fifo;
  access.place = leaf.place;
  if (leaf.kind == Leaf::Load) {
    access.kind = Access::Write;
    access.stage = rules.get("LOAD_OUT");
  } else if (leaf.kind == Leaf::Write) {
    access.kind = Access::Write;
    access.stage = std::max(leaf.iterationLatency - 1, int64_t(1));
  }
  leaf.accesses.push_back(access);
  if (source.port.empty())
    return;
  Access beat;
  beat.kind = leaf.kind == Leaf::Load ? Access::Load : Access::Store;
  beat.of = source.port;
  beat.place = leaf.place;
  leaf.accesses.push_back(beat);
}

void LeafReader::readCounters(JsonReader &in, Source &source) {
  for (const JsonItem &item : in.elements("counters")) {
    JsonReader counter(item, "counter");
    source.leaf.counters.push_back(
        {counter.string("name"), counter.integer("trip")});
    counter.finish();
  }
}

Access LeafReader::readAccess(JsonItem item) {
  JsonReader in(item, "access");
  Access access;
  access.place = item.place();
  static constexpr std::pair<StringRef, Access::Kind> kinds[] = {
      {"read", Access::Read},
      {"write", Access::Write},
      {"load", Access::Load},
      {"store", Access::Store}};
  for (auto [key, kind] : kinds)
    if (std::optional<JsonItem> of = in.find(key)) {
      if (!access.of.empty())
        in.fail("access: it has two kinds");
      access.kind = kind;
      access.of = of->string(key);
    }
  if (access.of.empty())
    in.fail("access: expected \"read\", \"write\", \"load\" or \"store\"");
  access.stage = in.integer("stage");
  access.when = readPredicate(in);
  in.finish();
  return access;
}

void LeafReader::readLoop(JsonReader &in, Source &source) {
  source.rule = in.string("rule", "PIPE");
  readCounters(in, source);
  for (const JsonItem &item : in.elements("accesses"))
    source.leaf.accesses.push_back(readAccess(item));
}

static Leaf::Kind kindOf(StringRef name, JsonReader &in) {
  static constexpr std::pair<StringRef, Leaf::Kind> kinds[] = {
      {"load", Leaf::Load}, {"store", Leaf::Store},
      {"read", Leaf::Read}, {"write", Leaf::Write},
      {"loop", Leaf::Loop}, {"compute", Leaf::Compute}};
  for (auto [known, kind] : kinds)
    if (known == name)
      return kind;
  in.fail("leaf, \"kind\": expected load, store, read, write, compute or loop");
  return Leaf::Compute;
}

LeafReader::Source LeafReader::readLeaf(const std::string &name,
                                        JsonItem item) {
  JsonReader in(item, "leaf '" + name + "'");
  Source source;
  Leaf &leaf = source.leaf;
  leaf.name = name;
  leaf.place = item.place();
  leaf.entry = rules.get("ENTRY");
  leaf.kind = kindOf(in.string("kind"), in);
  for (StringRef key : {"buffer", "lanes", "unroll"})
    in.ignore(key);
  if (leaf.kind == Leaf::Loop) {
    readLoop(in, source);
  } else {
    source.rule = in.string("rule");
    if (hasFifo(leaf.kind))
      source.fifo = in.string("fifo");
    if (leaf.kind == Leaf::Load || leaf.kind == Leaf::Store)
      source.port = in.string("port", "");
    if (hasFifo(leaf.kind) || source.rule == "PIPE")
      leaf.counters = {{"", in.integer("tc")}};
  }
  if (hasFifo(leaf.kind) || source.rule == "PIPE") {
    leaf.interval = in.integer("ii");
    leaf.iterationLatency = in.integer("il");
  }
  std::string style = in.string("style", "stalling");
  if (style == "flushable")
    leaf.style = Style::Flushable;
  else if (style != "stalling")
    in.fail("leaf '" + name + "', \"style\": expected stalling or flushable");
  source.pre = in.integer("pre", 0);
  std::optional<int64_t> said;
  if (std::optional<JsonItem> latency = in.find("latency"))
    said = latency->integer("latency");
  in.finish();
  setLatency(source, said, in);
  addAccesses(source);
  return source;
}

void LeafReader::read(JsonItem item, Network &network) {
  for (auto &[name, member] : JsonReader(item, "leaves").members()) {
    numbers[name] = sources.size();
    sources.push_back(readLeaf(name, member));
    network.addLeaf(sources.back().leaf);
  }
}

unsigned LeafReader::call(JsonReader &in, Network &network) {
  std::string name = in.string("leaf");
  auto found = numbers.find(name);
  if (found == numbers.end()) {
    in.fail("there is no leaf '" + name + "'");
    return 0;
  }
  std::optional<JsonItem> il = in.find("il"), pre = in.find("pre"),
                          latency = in.find("latency");
  if (!il && !pre && !latency)
    return found->second;
  Source source = sources[found->second];
  if (il)
    source.leaf.iterationLatency = il->integer("il");
  if (pre)
    source.pre = pre->integer("pre");
  std::optional<int64_t> said;
  if (latency)
    said = latency->integer("latency");
  setLatency(source, said, in);
  addAccesses(source);
  source.leaf.name += "#" + std::to_string(network.leaves.size());
  return network.addLeaf(std::move(source.leaf));
}
