//===- Network.h - A design as a network of processes -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A design as it runs: processes that start together and are joined by FIFOs
// alone. docs/Simulation.md describes the meaning of every member in time.
//
// To describe a process that is one flattened pipelined loop (load, spread,
// unpack, hold, compute, drain, store, ...):
//
//   Leaf leaf;                       // one pipelined loop
//   leaf.name = "hold_B";
//   leaf.counters = {{"i0", 4}, {"k0", 24}, {"j1", 11}}; // outermost first
//   leaf.iterationLatency = 3;
//   leaf.latency = *pipelineLatency(leaf, /*pre=*/0);
//   leaf.accesses = {
//       {Access::Read, "b1", /*stage=*/0, Predicate::all({lessThan("i0", 1)})},
//       {Access::Write, "b2", /*stage=*/1}};
//   unsigned index = network.addLeaf(std::move(leaf));
//   network.processes.push_back({"hold_B", Node::callOf(index)});
//
// An access moves one token in each iteration in which its predicate holds.
// Several streams that one loop reads or writes in the same iterations may be
// one FIFO with wider tokens. A loop with accesses of ports has kind Load or
// Store, is stalling, and writes what it loads at the stage rules.loadOut. A
// process of several loops is a level: its segments run one after the other.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_NETWORK_H
#define TALOS_SIM_NETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace talos::sim {

/// Where something stands in its source; the reader of the source knows what a
/// number means. 0: nowhere.
using Place = unsigned;

/// What is wrong with a network, and where.
struct Fault {
  Place place = 0;
  std::string message;
};

/// ((sum of coefficient * variable + constant) floordiv divisor) mod modulus,
/// compared with `bound`. Variables are counters of the leaf and loops of the
/// process around it.
struct Condition {
  struct Term {
    int64_t coefficient = 1;
    std::string variable;
  };
  enum Relation { LT, LE, GT, GE, EQ, NE };
  std::vector<Term> terms;
  int64_t constant = 0;
  int64_t divisor = 1; ///< >= 1
  int64_t modulus = 0; ///< >= 1; 0: none
  Relation relation = GE;
  int64_t bound = 0;
};

inline Condition compare(std::string variable, Condition::Relation relation,
                         int64_t bound) {
  Condition condition;
  condition.terms = {{1, std::move(variable)}};
  condition.relation = relation;
  condition.bound = bound;
  return condition;
}
inline Condition lessThan(std::string variable, int64_t bound) {
  return compare(std::move(variable), Condition::LT, bound);
}

/// One of the cases holds, that is, all of its conditions do; without cases it
/// always holds.
struct Predicate {
  std::vector<std::vector<Condition>> cases;

  static Predicate all(std::vector<Condition> conditions) {
    return {{std::move(conditions)}};
  }
};

/// Moves a token of a FIFO, or a beat of a port.
struct Access {
  enum Kind { Read, Write, Load, Store };
  Kind kind = Read;
  std::string of;    ///< the FIFO (Read, Write) or the port (Load, Store)
  int64_t stage = 0; ///< cycles from the issue of an iteration to the access
  Predicate when = {};
  Place place = 0;

  bool isOfFifo() const { return kind == Read || kind == Write; }
};

/// How a pipeline stalls.
enum class Style {
  Stalling,  ///< an access that has to wait freezes every stage
  Flushable, ///< stages behind the one that waits go on
};

struct Counter {
  std::string name;
  int64_t trip = 1;
};

/// A loop that is pipelined, its outer loops flattened into it; without
/// accesses, anything of fixed latency.
struct Leaf {
  enum Kind { Load, Store, Read, Write, Compute, Loop };
  std::string name;
  Kind kind = Loop;
  std::vector<Counter> counters; ///< outermost first
  int64_t interval = 1;          ///< cycles from iteration to iteration
  int64_t iterationLatency = 1;  ///< stages of an iteration
  int64_t entry = 1;             ///< cycles before the first iteration
  int64_t latency = 0;           ///< of a whole call, without stalls
  Style style = Style::Stalling;
  std::vector<Access> accesses;
  /// Values of the first `skipDepth` counters that are left out, with all
  /// iterations of the other counters; these numbers count what is left.
  Predicate skip = {};
  unsigned skipDepth = 0;
  Place place = 0;
};

/// Of each value of the first `skipDepth` counters, in their order, how many
/// before it are not left out; -1: it is. Empty: nothing is left out.
std::vector<int64_t> ranksOf(const Leaf &leaf);

/// That are not left out; nullopt if they overflow.
std::optional<int64_t> iterationsOf(const Leaf &leaf);

/// (iterations - 1) interval + iterationLatency + 1 + pre, the latency of a
/// call of a pipelined loop; nullopt if it overflows.
std::optional<int64_t> pipelineLatency(const Leaf &leaf, int64_t pre);

struct Segment;

/// A part of a process that starts and ends.
struct Node {
  enum Kind { Call, Level, Region };
  Kind kind = Call;
  Place place = 0;

  // Call
  unsigned leaf = 0; ///< index into Network::leaves
  /// Where it does not hold, the call moves no token and takes rules.skip.
  Predicate when = {};
  /// Executed calls and all calls of a run, as a check.
  std::optional<std::pair<int64_t, int64_t>> runs = {};

  // Level: its segments run one after the other.
  std::vector<Segment> segments = {};

  // Region: the calls of the chain run one after the other, beside the others.
  std::vector<Node> chain = {}, side = {};

  static Node callOf(unsigned leaf);
  static Node levelOf(std::vector<Segment> segments);
};

/// Nodes that run side by side, once or in each iteration of a loop.
struct Segment {
  std::vector<Node> nodes;
  std::string loop;     ///< its variable; empty: no loop
  int64_t trip = 1;     ///< of the loop
  int64_t bodyCost = 0; ///< cycles that an iteration takes beside its nodes
  Place place = 0;
};

struct Process {
  std::string name;
  Node body;
  Place place = 0;
};

/// The one process that writes and the one that reads it follow from the
/// accesses.
struct Fifo {
  std::string name;
  int64_t bits = 0;
  int64_t depth = 2;
  /// Cycles of a token on its way, beside the latency of every FIFO.
  int64_t crossing = 0;
  /// In the whole run, as a check.
  std::optional<int64_t> tokens = {};
  /// Who is said to write and to read, as a check; empty: not said.
  std::string from = {}, to = {};
  Place place = 0;
};

/// A port to memory. One process may load from it and one store to it.
struct Port {
  std::string name;
  /// At most so many beats in so many cycles, each way.
  int64_t beats = 1, cycles = 1;
  Place place = 0;
  /// Ports that move a beat each in every access: parts of one array.
  int64_t parts = 1;
};

/// Cycles; docs/Simulation.md says what each is, and where its value is from.
struct Rules {
  int64_t run = 0;
  int64_t entry = 1;
  int64_t skip = 1;
  int64_t fifoLatency = 2;
  int64_t fifoFree = 1;
  int64_t side = 1;
  int64_t region = 1;
  int64_t segment = 1;
};

struct Network {
  std::string name;
  Rules rules;
  std::vector<Fifo> fifos;
  std::vector<Port> ports;
  int64_t banks = 0; ///< of the memory; each moves what a port can
  std::vector<Leaf> leaves;
  std::vector<Process> processes;

  unsigned addLeaf(Leaf leaf) {
    leaves.push_back(std::move(leaf));
    return leaves.size() - 1;
  }
};

/// Iterations of leaves and calls that a network may have: more take minutes.
constexpr int64_t MaxIterations = 10'000'000'000;
/// Of one FIFO.
constexpr int64_t MaxDepth = int64_t(1) << 24;

/// The first fault of a network: a name that is not known or not unique, a
/// number out of range, a FIFO without exactly one process at each end, calls
/// side by side that use the same end, processes in a cycle, tokens written
/// that are not those read, more than MaxIterations.
std::optional<Fault> verify(const Network &network);

} // namespace talos::sim

#endif // TALOS_SIM_NETWORK_H
