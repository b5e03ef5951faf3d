//===- Program.cpp - A network with its names resolved --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringMap;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// The first fault stays; everything after it is compiled all the same.
class Compiler {
public:
  Compiler(const Network &network, Program &program)
      : network(network), program(program) {}

  std::optional<Fault> run();

private:
  void fail(Place place, const Twine &message) {
    if (!fault)
      fault = Fault{place, message.str()};
  }
  template <typename Range>
  void index(const Range &range, StringRef kind, StringMap<unsigned> &names);
  Guard guardOf(const Predicate &predicate, Place place);
  void compileCall(const Node &node, NodeProgram &result);
  void compileAccess(const Leaf &leaf, const Access &access,
                     Pipeline &pipeline);
  void compileNode(const Node &node, NodeProgram &result);
  void compileLevel(const Node &node, NodeProgram &result);
  void compileRegion(const Node &node, NodeProgram &result);
  int declare(StringRef name, Place place);
  bool isInScope(StringRef name) const {
    return llvm::any_of(scope, [&](const auto &e) { return e.first == name; });
  }

  const Network &network;
  Program &program;
  StringMap<unsigned> fifos, ports, leaves, processes;
  /// Variables that may be named here: loops around, then counters.
  std::vector<std::pair<std::string, unsigned>> scope;
  ProcessProgram *process = nullptr;
  std::optional<Fault> fault;
};
} // namespace

template <typename Range>
void Compiler::index(const Range &range, StringRef kind,
                     StringMap<unsigned> &names) {
  for (auto [number, thing] : llvm::enumerate(range)) {
    if (thing.name.empty())
      fail(thing.place, "a " + kind + " has no name");
    if (!names.try_emplace(thing.name, number).second)
      fail(thing.place, "the name '" + Twine(thing.name) + "' is that of two " +
                            kind + (kind.ends_with("s") ? "es" : "s"));
  }
}

Guard Compiler::guardOf(const Predicate &predicate, Place place) {
  Guard guard;
  for (const std::vector<Condition> &conditions : predicate.cases) {
    std::vector<Test> &tests = guard.cases.emplace_back();
    for (const Condition &condition : conditions) {
      Test test{{},
                condition.constant,
                condition.divisor,
                condition.modulus,
                condition.relation,
                condition.bound};
      for (const Condition::Term &term : condition.terms) {
        auto found =
            llvm::find_if(llvm::reverse(scope), [&](const auto &entry) {
              return entry.first == term.variable;
            });
        if (found == scope.rend())
          fail(place, "a condition names '" + Twine(term.variable) +
                          "', which is no loop around it");
        else
          test.terms.emplace_back(term.coefficient, found->second);
      }
      tests.push_back(std::move(test));
    }
  }
  return guard;
}

int Compiler::declare(StringRef name, Place place) {
  if (isInScope(name))
    fail(place, "the loop '" + Twine(name) + "' is within one of that name");
  return process->variables++;
}

void Compiler::compileAccess(const Leaf &leaf, const Access &access,
                             Pipeline &pipeline) {
  const StringMap<unsigned> &names = access.isOfFifo() ? fifos : ports;
  auto found = names.find(access.of);
  if (found == names.end())
    return fail(access.place, "leaf '" + Twine(leaf.name) + "' names the " +
                                  (access.isOfFifo() ? "FIFO" : "port") + " '" +
                                  access.of + "', which is not there");
  PipelineAccess result{access.kind, found->second, access.stage,
                        guardOf(access.when, access.place)};
  result.block = pipeline.iterations;
  int last = result.when.lastVariable(pipeline.loops);
  if (last >= 0) {
    result.depends = last - pipeline.loops + 1;
    result.block = 1;
    for (size_t i = result.depends; i < pipeline.trips.size(); ++i)
      result.block *= pipeline.trips[i];
  }
  if (llvm::any_of(pipeline.accesses, [&](const PipelineAccess &other) {
        return other.kind == access.kind && other.index == result.index;
      }))
    fail(access.place, "leaf '" + Twine(leaf.name) + "' accesses '" +
                           access.of + "' twice in the same way");
  pipeline.accesses.push_back(std::move(result));
}

void Compiler::compileCall(const Node &node, NodeProgram &result) {
  result.kind = NodeProgram::Call;
  result.number = process->calls++;
  if (node.leaf >= network.leaves.size())
    return fail(node.place, "a call of a leaf that is not there");
  result.leaf = &network.leaves[node.leaf];
  result.when = guardOf(node.when, node.place);
  Pipeline &pipeline = result.pipeline;
  pipeline.loops = process->variables;
  pipeline.iterations = 1;
  size_t outside = scope.size();
  for (const Counter &counter : result.leaf->counters) {
    if (isInScope(counter.name))
      fail(result.leaf->place, "the counter '" + Twine(counter.name) +
                                   "' of leaf '" + result.leaf->name +
                                   "' is within a loop of that name");
    scope.emplace_back(counter.name, pipeline.loops + pipeline.trips.size());
    pipeline.trips.push_back(counter.trip);
    pipeline.iterations *= counter.trip;
  }
  for (const Access &access : result.leaf->accesses)
    compileAccess(*result.leaf, access, pipeline);
  pipeline.ranks = ranksOf(*result.leaf);
  if (!pipeline.ranks.empty()) {
    pipeline.unit = pipeline.iterations / int64_t(pipeline.ranks.size());
    pipeline.iterations = *iterationsOf(*result.leaf);
  }
  llvm::sort(pipeline.accesses,
             [](const PipelineAccess &a, const PipelineAccess &b) {
               return std::tie(a.stage, a.kind, a.index) <
                      std::tie(b.stage, b.kind, b.index);
             });
  scope.resize(outside);
}

void Compiler::compileLevel(const Node &node, NodeProgram &result) {
  result.kind = NodeProgram::Level;
  for (const Segment &segment : node.segments) {
    NodeProgram::Part &part = result.parts.emplace_back();
    part.source = &segment;
    size_t outside = scope.size();
    if (!segment.loop.empty()) {
      part.variable = declare(segment.loop, segment.place);
      scope.emplace_back(segment.loop, part.variable);
    }
    for (const Node &inner : segment.nodes)
      compileNode(inner, part.nodes.emplace_back());
    scope.resize(outside);
  }
}

void Compiler::compileRegion(const Node &node, NodeProgram &result) {
  result.kind = NodeProgram::Region;
  NodeProgram &chain = result.nodes.emplace_back();
  chain.kind = NodeProgram::Chain;
  chain.source = &node;
  for (const Node &inner : node.chain)
    compileNode(inner, chain.nodes.emplace_back());
  for (const Node &inner : node.side)
    compileNode(inner, result.nodes.emplace_back());
}

void Compiler::compileNode(const Node &node, NodeProgram &result) {
  result.source = &node;
  switch (node.kind) {
  case Node::Call:
    return compileCall(node, result);
  case Node::Level:
    return compileLevel(node, result);
  case Node::Region:
    return compileRegion(node, result);
  }
}

/// Counters come after all loops of the process, also those declared later.
static void placeCounters(NodeProgram &node, unsigned variables) {
  if (node.kind == NodeProgram::Call) {
    Pipeline &pipeline = node.pipeline;
    for (PipelineAccess &access : pipeline.accesses)
      for (std::vector<Test> &tests : access.when.cases)
        for (Test &test : tests)
          for (auto &[coefficient, variable] : test.terms)
            if (variable >= pipeline.loops)
              variable += variables - pipeline.loops;
    pipeline.loops = variables;
  }
  for (NodeProgram::Part &part : node.parts)
    for (NodeProgram &inner : part.nodes)
      placeCounters(inner, variables);
  for (NodeProgram &inner : node.nodes)
    placeCounters(inner, variables);
}

std::optional<Fault> Compiler::run() {
  program.network = &network;
  index(network.fifos, "FIFO", fifos);
  index(network.ports, "port", ports);
  index(network.leaves, "leaf", leaves);
  index(network.processes, "process", processes);
  for (const Process &source : network.processes) {
    process = &program.processes.emplace_back();
    compileNode(source.body, process->body);
    placeCounters(process->body, process->variables);
  }
  return fault;
}

std::optional<Fault> sim::compile(const Network &network, Program &program) {
  return Compiler(network, program).run();
}
