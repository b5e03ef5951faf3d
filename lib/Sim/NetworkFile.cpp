//===- NetworkFile.cpp - A network as a JSON file -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/NetworkFile.h"
#include "JsonReader.h"
#include "LeafFile.h"
#include "talos/Support/Nesting.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringRef;
using llvm::Twine;

namespace {
class NetworkReader {
public:
  explicit NetworkReader(JsonText &text) : text(text) {}
  NetworkFile read(llvm::ArrayRef<Override> rules);

private:
  void readRules(JsonItem item, llvm::ArrayRef<Override> overrides);
  void readFifos(JsonItem item);
  void readPorts(JsonItem item);
  void readBuffers(JsonItem item);
  void readReference(JsonItem item);
  Node readNode(JsonItem item);
  Node readCall(JsonReader &in);
  Segment readSegment(JsonItem item);
  std::vector<Node> readNodes(const std::vector<JsonItem> &items);

  JsonText &text;
  NetworkFile result;
  FileRules rules;
  std::optional<LeafReader> leaves;
};
} // namespace

void NetworkReader::readRules(JsonItem item,
                              llvm::ArrayRef<Override> overrides) {
  JsonReader in(item, "rules");
  for (StringRef name : FileRules::names())
    rules.set(name, in.integer(name));
  for (const Override &rule : overrides)
    if (!rules.set(rule.name, rule.value))
      in.fail("there is no rule '" + Twine(rule.name) + "' to change");
  in.finish();
  Rules &cycles = result.network.rules;
  cycles.run = rules.get("S_RUN");
  cycles.entry = rules.get("ENTRY");
  cycles.skip = rules.get("SKIP");
  cycles.fifoLatency = rules.get("FIFO_LAT");
  cycles.fifoFree = rules.get("FIFO_FREE");
  cycles.side = rules.get("SIDE");
  cycles.segment = rules.get("SEG");
  if (__builtin_add_overflow(rules.get("REGION"), rules.get("REGION_RTL"),
                             &cycles.region))
    in.fail("rules: REGION + REGION_RTL is too large");
}

void NetworkReader::readFifos(JsonItem item) {
  for (auto &[name, member] : JsonReader(item, "fifos").members()) {
    JsonReader in(member, "FIFO '" + name + "'");
    Fifo fifo;
    fifo.name = name;
    fifo.place = member.place();
    fifo.bits = in.integer("bits");
    fifo.depth = in.integer("depth");
    if (std::optional<JsonItem> crossing = in.find("crossing"))
      fifo.crossing = crossing->integer("crossing of FIFO '" + name + "'");
    fifo.from = in.string("from");
    fifo.to = in.string("to");
    if (std::optional<JsonItem> tokens = in.find("tokens"))
      fifo.tokens = tokens->integer("tokens of FIFO '" + name + "'");
    in.finish();
    result.network.fifos.push_back(std::move(fifo));
  }
}

void NetworkReader::readPorts(JsonItem item) {
  for (auto &[name, member] : JsonReader(item, "ports").members()) {
    JsonReader in(member, "port '" + name + "'");
    Port port{name, in.integer("beats"), in.integer("cycles"), member.place()};
    in.finish();
    result.network.ports.push_back(std::move(port));
  }
}

/// Buffers are for the reader of the file: nothing depends on them.
void NetworkReader::readBuffers(JsonItem item) {
  for (auto &[name, member] : JsonReader(item, "buffers").members()) {
    JsonReader in(member, "buffer '" + name + "'");
    for (StringRef key : {"dims", "banks", "copies"})
      in.ignore(key);
    in.finish();
  }
}

void NetworkReader::readReference(JsonItem item) {
  JsonReader in(item, "reference");
  result.referenceCycles = in.integer("network_cycles");
  for (auto &end : JsonReader(in.get("process_end"), "process_end").members()) {
    if (llvm::none_of(result.network.processes, [&](const Process &process) {
          return process.name == end.first;
        }))
      end.second.fail("process_end: there is no process '" + end.first + "'");
    result.referenceEnds.emplace_back(end.first,
                                      end.second.integer("process_end"));
  }
  in.finish();
}

Node NetworkReader::readCall(JsonReader &in) {
  Node node;
  node.place = in.place();
  node.when = readPredicate(in);
  node.leaf = leaves->call(in, result.network);
  if (std::optional<JsonItem> runs = in.find("runs"))
    node.runs = runs->pair("runs");
  return node;
}

std::vector<Node> NetworkReader::readNodes(const std::vector<JsonItem> &items) {
  std::vector<Node> nodes;
  for (const JsonItem &item : items)
    nodes.push_back(readNode(item));
  return nodes;
}

Segment NetworkReader::readSegment(JsonItem item) {
  JsonReader in(item, "segment");
  Segment segment;
  segment.place = item.place();
  if (in.find("loop")) {
    segment.loop = in.string("loop");
    segment.trip = in.integer("trip");
    std::string body = in.string("body");
    if (StringRef(body).starts_with("BODY_") && rules.has(body))
      segment.bodyCost = rules.get(body);
    else
      in.fail("segment, \"body\": expected BODY_PLAIN, BODY_REGION_2 or "
              "BODY_REGION_3");
    in.ignore("swap");
  }
  segment.nodes = readNodes(in.elements("par"));
  in.finish();
  return segment;
}

Node NetworkReader::readNode(JsonItem item) {
  JsonReader in(item, "node");
  Node node;
  node.place = item.place();
  if (std::optional<JsonItem> level = in.find("level")) {
    node.kind = Node::Level;
    for (const JsonItem &segment : level->elements("level"))
      node.segments.push_back(readSegment(segment));
  } else if (std::optional<JsonItem> region = in.find("region")) {
    node.kind = Node::Region;
    JsonReader parts(*region, "region");
    node.chain = readNodes(parts.elements("chain"));
    node.side = readNodes(parts.elements("side"));
    parts.finish();
  } else if (in.find("leaf")) {
    node = readCall(in);
  } else {
    in.fail("node: expected \"leaf\", \"level\" or \"region\"");
  }
  in.finish();
  return node;
}

NetworkFile NetworkReader::read(llvm::ArrayRef<Override> overrides) {
  JsonReader in(JsonItem::rootOf(text), "network");
  if (in.string("format") != "dataflow-network/1")
    in.get("format").fail("expected the format \"dataflow-network/1\"");
  result.network.name = in.string("design");
  for (StringRef key : {"computes", "source", "rtl_cycles", "csynth_cycles"})
    in.ignore(key);
  readRules(in.get("rules"), overrides);
  readFifos(in.get("fifos"));
  if (std::optional<JsonItem> ports = in.find("ports"))
    readPorts(*ports);
  if (std::optional<JsonItem> buffers = in.find("buffers"))
    readBuffers(*buffers);
  leaves.emplace(rules);
  leaves->read(in.get("leaves"), result.network);
  for (auto &[name, member] :
       JsonReader(in.get("processes"), "processes").members())
    result.network.processes.push_back(
        {name, readNode(member), member.place()});
  if (std::optional<JsonItem> reference = in.find("reference"))
    readReference(*reference);
  in.finish();
  return std::move(result);
}

llvm::Error sim::toError(const Fault &fault, StringRef text,
                         StringRef fileName) {
  std::string where = fileName.str();
  if (fault.place != 0) {
    LineAndColumn place = lineAndColumn(text, fault.place - 1);
    where +=
        ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  return llvm::createStringError(std::errc::invalid_argument, "%s: error: %s",
                                 where.c_str(), fault.message.c_str());
}

llvm::Expected<NetworkFile> sim::parseNetwork(StringRef text,
                                              StringRef fileName,
                                              llvm::ArrayRef<Override> rules) {
  llvm::Expected<llvm::json::Value> value = parseJson(text);
  if (!value)
    return llvm::createStringError(
        std::errc::invalid_argument, "%s: error: not a JSON file: %s",
        fileName.str().c_str(), llvm::toString(value.takeError()).c_str());
  JsonText places(*value, text);
  if (const auto &second = places.places.duplicate())
    places.fail(second->offset,
                "the key \"" + Twine(second->key) + "\" is there twice");
  NetworkFile file = NetworkReader(places).read(rules);
  if (places.fault)
    return toError(*places.fault, text, fileName);
  return std::move(file);
}

llvm::Error sim::setDepth(Network &network, const Override &depth) {
  bool isFound = false;
  for (Fifo &fifo : network.fifos)
    if (depth.name == "*" || depth.name == fifo.name) {
      fifo.depth = depth.value;
      isFound = true;
    }
  if (isFound)
    return llvm::Error::success();
  return llvm::createStringError(std::errc::invalid_argument,
                                 "there is no FIFO '%s' to give a depth",
                                 depth.name.c_str());
}
