//===- Connect.cpp - Who writes and who reads a FIFO ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::BitVector;
using llvm::Twine;

namespace {
/// Ends are numbered: writers and readers of FIFOs, loads and stores of ports.
class Connector {
public:
  explicit Connector(Program &program)
      : program(program), network(*program.network), users(ends(), Nobody) {}
  std::optional<Fault> run();

private:
  unsigned ends() const {
    return 2 * (network.fifos.size() + network.ports.size());
  }
  unsigned endOf(const PipelineAccess &access) const {
    unsigned second =
        access.kind == Access::Read || access.kind == Access::Store;
    return 2 * (access.index + (access.isOfFifo() ? 0 : network.fifos.size())) +
           second;
  }
  /// "read from FIFO 'x'".
  std::string describe(unsigned end) const;
  void fail(Place place, const Twine &message) {
    if (!fault)
      fault = Fault{place, message.str()};
  }
  BitVector endsOf(const NodeProgram &node, unsigned process);
  void joinBeside(Place place, BitVector &all, const BitVector &more);
  void checkFifo(unsigned number);
  void checkAcyclic();

  Program &program;
  const Network &network;
  std::vector<unsigned> users; ///< process by end
  std::optional<Fault> fault;
};
} // namespace

std::string Connector::describe(unsigned end) const {
  unsigned index = end / 2;
  if (index < network.fifos.size())
    return std::string(end % 2 ? "read from" : "write to") + " FIFO '" +
           network.fifos[index].name + "'";
  return std::string(end % 2 ? "store to" : "load from") + " port '" +
         network.ports[index - network.fifos.size()].name + "'";
}

void Connector::joinBeside(Place place, BitVector &all, const BitVector &more) {
  BitVector both = all;
  both &= more;
  if (both.any())
    fail(place, "nodes that run side by side " + describe(both.find_first()) +
                    ": the order of their tokens is not known");
  all |= more;
}

/// The ends that a node uses.
BitVector Connector::endsOf(const NodeProgram &node, unsigned process) {
  BitVector used(ends());
  for (const PipelineAccess &access : node.pipeline.accesses) {
    unsigned end = endOf(access);
    used.set(end);
    if (users[end] == Nobody)
      users[end] = process;
    else if (users[end] != process)
      fail(node.source->place,
           "processes '" + Twine(network.processes[users[end]].name) +
               "' and '" + network.processes[process].name + "' both " +
               describe(end) + "; one process may");
  }
  for (const NodeProgram::Part &part : node.parts) {
    BitVector beside(ends());
    for (const NodeProgram &inner : part.nodes)
      joinBeside(inner.source->place, beside, endsOf(inner, process));
    used |= beside;
  }
  BitVector nodes(ends());
  for (const NodeProgram &inner : node.nodes) {
    if (node.kind == NodeProgram::Chain)
      nodes |= endsOf(inner, process);
    else
      joinBeside(inner.source->place, nodes, endsOf(inner, process));
  }
  used |= nodes;
  return used;
}

void Connector::checkFifo(unsigned number) {
  const Fifo &fifo = network.fifos[number];
  FifoEnds &joined = program.fifos[number];
  joined = {users[2 * number], users[2 * number + 1]};
  std::string name = "FIFO '" + fifo.name + "': ";
  auto check = [&](unsigned process, const std::string &said,
                   const char *verb) {
    if (process == Nobody)
      return fail(fifo.place, name + "no process " + verb + " it");
    const std::string &found = network.processes[process].name;
    if (!said.empty() && said != found)
      fail(fifo.place, name + "process '" + found + "' " + verb + " it, not '" +
                           said + "' as it says");
  };
  check(joined.writer, fifo.from, "writes");
  check(joined.reader, fifo.to, "reads");
  if (joined.writer != Nobody && joined.writer == joined.reader)
    fail(fifo.place, name + "process '" +
                         network.processes[joined.writer].name +
                         "' writes and reads it; a FIFO joins two processes");
}

/// Follows FIFOs from their writers to their readers.
void Connector::checkAcyclic() {
  size_t count = network.processes.size();
  std::vector<std::vector<unsigned>> out(count); // FIFOs
  for (auto [number, ends] : llvm::enumerate(program.fifos))
    out[ends.writer].push_back(number);
  enum : char { New, Open, Done };
  std::vector<char> state(count, New);
  for (unsigned root = 0; root < count; ++root) {
    std::vector<std::pair<unsigned, size_t>> path; // process, next FIFO
    if (state[root] == New)
      path.emplace_back(root, 0);
    while (!path.empty()) {
      unsigned process = path.back().first;
      size_t next = path.back().second++;
      state[process] = Open;
      if (next == out[process].size()) {
        state[process] = Done;
        path.pop_back();
        continue;
      }
      unsigned fifo = out[process][next], reader = program.fifos[fifo].reader;
      if (state[reader] == New)
        path.emplace_back(reader, 0);
      if (state[reader] != Open)
        continue;
      auto from = llvm::find_if(
          path, [&](const auto &step) { return step.first == reader; });
      std::vector<std::string> names;
      for (; from != path.end(); ++from)
        names.push_back("'" + network.processes[from->first].name + "'");
      names.push_back(names.front());
      return fail(
          network.fifos[fifo].place,
          "FIFO '" + Twine(network.fifos[fifo].name) +
              "' closes a cycle of processes: " + llvm::join(names, " -> "));
    }
  }
}

std::optional<Fault> Connector::run() {
  for (auto [number, process] : llvm::enumerate(program.processes))
    endsOf(process.body, number);
  program.fifos.resize(network.fifos.size());
  for (unsigned number = 0; number < network.fifos.size(); ++number)
    checkFifo(number);
  if (!fault)
    checkAcyclic();
  return fault;
}

std::optional<Fault> sim::connect(Program &program) {
  return Connector(program).run();
}
