//===- Verify.cpp - What a network must be --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that would be wrong in a run is found before it: numbers are small
// enough that no sum overflows, and every token that is written is read.
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringRef;
using llvm::Twine;

/// Of a number of cycles, iterations or bits: sums of a network's have 64 bits.
static constexpr int64_t MaxNumber = int64_t(1) << 40;

namespace {
class Verifier {
public:
  explicit Verifier(const Network &network) : network(network) {}
  std::optional<Fault> run();

private:
  bool fail(Place place, const Twine &message) {
    if (!fault)
      fault = Fault{place, message.str()};
    return false;
  }
  bool inRange(Place place, const Twine &what, int64_t value, int64_t least,
               int64_t most = MaxNumber);
  bool checkPredicate(Place place, const Predicate &predicate);
  bool checkRules();
  bool checkFifos();
  bool checkLeaf(const Leaf &leaf);
  bool checkAccess(const Leaf &leaf, const Access &access, Int iterations);
  bool checkNode(const Node &node, Int calls);
  bool checkCall(const Node &node, Int calls);

  const Network &network;
  Int work = 0, time = 0;
  int64_t longestCrossing = 0;
  std::optional<Fault> fault;
};
} // namespace

bool Verifier::inRange(Place place, const Twine &what, int64_t value,
                       int64_t least, int64_t most) {
  if (value >= least && value <= most)
    return true;
  return fail(place, what + " is " + Twine(value) + "; expected " +
                         Twine(least) + " ... " + Twine(most));
}

bool Verifier::checkPredicate(Place place, const Predicate &predicate) {
  for (const std::vector<Condition> &conditions : predicate.cases)
    for (const Condition &c : conditions) {
      if (!inRange(place, "a constant of a condition", c.constant,
                   -MaxNumber) ||
          !inRange(place, "a bound of a condition", c.bound, -MaxNumber) ||
          !inRange(place, "a divisor of a condition", c.divisor, 1) ||
          !inRange(place, "a modulus of a condition", c.modulus, 0))
        return false;
      for (const Condition::Term &term : c.terms)
        if (!inRange(place, "a coefficient of a condition", term.coefficient,
                     -(1 << 20), 1 << 20))
          return false;
      if (c.terms.size() > 64)
        return fail(place, "a condition has more than 64 terms");
    }
  return true;
}

bool Verifier::checkRules() {
  const Rules &rules = network.rules;
  for (auto [name, value] : {std::pair<StringRef, int64_t>{"run", rules.run},
                             {"entry", rules.entry},
                             {"skip", rules.skip},
                             {"fifo_latency", rules.fifoLatency},
                             {"fifo_free", rules.fifoFree},
                             {"side", rules.side},
                             {"segment", rules.segment}})
    if (!inRange(0, "the rule '" + name + "'", value, 0, 1 << 20))
      return false;
  return inRange(0, "the rule 'region'", rules.region, -(1 << 20), 1 << 20);
}

bool Verifier::checkFifos() {
  for (const Fifo &fifo : network.fifos) {
    std::string name = "FIFO '" + fifo.name + "': ";
    if (!inRange(fifo.place, name + "the depth", fifo.depth, 1, MaxDepth) ||
        !inRange(fifo.place, name + "the crossing", fifo.crossing, 0,
                 1 << 20) ||
        !inRange(fifo.place, name + "the width", fifo.bits, 0, 1 << 20) ||
        !inRange(fifo.place, name + "the number of tokens",
                 fifo.tokens.value_or(0), 0))
      return false;
    longestCrossing = std::max(longestCrossing, fifo.crossing);
  }
  for (const Port &port : network.ports) {
    std::string name = "port '" + port.name + "': ";
    if (!inRange(port.place, name + "beats", port.beats, 1, 1 << 20) ||
        !inRange(port.place, name + "cycles", port.cycles, 1, 1 << 20))
      return false;
  }
  return true;
}

bool Verifier::checkAccess(const Leaf &leaf, const Access &access,
                           Int iterations) {
  std::string name =
      "leaf '" + leaf.name + "', access of '" + access.of + "': ";
  if (!inRange(access.place, name + "the stage", access.stage, 0))
    return false;
  if (!access.isOfFifo() && leaf.style != Style::Stalling)
    return fail(access.place,
                name + "a flushable pipeline has no access of memory, since "
                       "the tool refuses it; let the leaf be stalling");
  Int last = (iterations - Int(1)) * Int(leaf.interval) + Int(leaf.entry) +
             Int(access.stage);
  if (!last.isValid() || last.value() > leaf.latency)
    return fail(access.place, name + "the last one is after the latency, " +
                                  Twine(leaf.latency) + ", of the call");
  return checkPredicate(access.place, access.when);
}

bool Verifier::checkLeaf(const Leaf &leaf) {
  std::string name = "leaf '" + leaf.name + "': ";
  Int iterations = 1;
  for (const Counter &counter : leaf.counters) {
    if (!inRange(leaf.place, name + "the trip count of '" + counter.name + "'",
                 counter.trip, 1))
      return false;
    iterations = iterations * Int(counter.trip);
    if (!iterations.isValid() || iterations.value() > MaxNumber)
      return fail(leaf.place, name + "it has too many iterations");
  }
  if (leaf.skipDepth > 0)
    iterations = Int(*iterationsOf(leaf));
  if (!inRange(leaf.place, name + "the interval", leaf.interval, 1) ||
      !inRange(leaf.place, name + "the iteration latency",
               leaf.iterationLatency, 0) ||
      !inRange(leaf.place, name + "the entry", leaf.entry, 0) ||
      !inRange(leaf.place, name + "the latency", leaf.latency, 0))
    return false;
  return llvm::all_of(leaf.accesses, [&](const Access &access) {
    return checkAccess(leaf, access, iterations);
  });
}

bool Verifier::checkCall(const Node &node, Int calls) {
  if (node.leaf >= network.leaves.size())
    return fail(node.place, "a call of a leaf that is not there");
  const Leaf &leaf = network.leaves[node.leaf];
  Int iterations = 1, accesses = 0, slow = 1;
  if (std::optional<int64_t> all = iterationsOf(leaf))
    iterations = Int(*all);
  if (leaf.accesses.empty())
    iterations = 1; // nothing is executed one by one
  for (const Access &access : leaf.accesses) {
    accesses = accesses + Int(1);
    for (const Port &port : network.ports)
      if (!access.isOfFifo() && port.name == access.of)
        slow = max(slow, ceilDiv(Int(port.cycles), Int(port.beats)));
  }
  work = work + calls * max(Int(1), iterations * max(Int(1), accesses));
  // What a call adds to the longest path from event to event.
  Int fifo = Int(network.rules.fifoLatency) + Int(network.rules.fifoFree) +
             Int(longestCrossing);
  time = time + calls * (Int(leaf.latency) + Int(network.rules.skip) +
                         iterations * (slow + accesses * fifo));
  if (!work.isValid() || work.value() > MaxIterations)
    return fail(node.place,
                "here the network has more than " + Twine(MaxIterations) +
                    " accesses to execute; simulate a smaller problem");
  if (!time.isValid() || time.value() > (int64_t(1) << 60))
    return fail(node.place, "here the cycles may exceed 2^60");
  return checkPredicate(node.place, node.when);
}

bool Verifier::checkNode(const Node &node, Int calls) {
  if (node.kind == Node::Call)
    return checkCall(node, calls);
  auto check = [&](const Node &inner) { return checkNode(inner, calls); };
  if (node.kind == Node::Region) {
    time = time + calls * (Int(network.rules.side) + Int(1 << 20));
    if (node.chain.empty())
      return fail(node.place, "a region has no chain");
    return llvm::all_of(node.chain, check) && llvm::all_of(node.side, check);
  }
  if (node.segments.empty())
    return fail(node.place, "a level has no segment");
  for (const Segment &segment : node.segments) {
    if (segment.nodes.empty())
      return fail(segment.place, "a segment has no node");
    if (!inRange(segment.place, "a trip count", segment.trip, 1) ||
        !inRange(segment.place, "the cost of an iteration", segment.bodyCost, 0,
                 1 << 20))
      return false;
    if (segment.loop.empty() && segment.trip != 1)
      return fail(segment.place, "a loop has no name");
    Int inside = calls * Int(segment.trip);
    time = time + inside * Int(segment.bodyCost) +
           calls * Int(network.rules.segment);
    for (const Node &inner : segment.nodes)
      if (!checkNode(inner, inside))
        return false;
  }
  return true;
}

std::optional<Fault> Verifier::run() {
  bool good = checkRules() && checkFifos();
  for (const Leaf &leaf : network.leaves)
    good = good && checkLeaf(leaf);
  if (good && network.processes.empty())
    good = fail(0, "the network has no process");
  for (const Process &process : network.processes)
    good = good && checkNode(process.body, 1);
  return fault;
}

std::optional<Fault> sim::verifyNumbers(const Network &network) {
  return Verifier(network).run();
}

std::optional<Fault> sim::verify(const Network &network) {
  Program program;
  return prepare(network, program);
}

std::optional<Fault> sim::prepare(const Network &network, Program &program) {
  if (std::optional<Fault> fault = verifyNumbers(network))
    return fault;
  if (std::optional<Fault> fault = compile(network, program))
    return fault;
  if (std::optional<Fault> fault = connect(program))
    return fault;
  return verifyTokens(program);
}
