//===- Tokens.cpp - As many tokens are read as are written ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace talos;
using namespace talos::sim;
using llvm::Twine;

namespace {
/// Counts the calls of a process, and what they move.
class TokenCounter {
public:
  TokenCounter(const ProcessProgram &process, std::vector<int64_t> &written,
               std::vector<int64_t> &read)
      : written(written), read(read), values(process.variables),
        calls(process.calls) {
    count(process.body);
  }

  struct CallFigures {
    int64_t executed = 0, all = 0;
    /// Tokens by access, if every call moves as many.
    std::vector<std::optional<int64_t>> tokens;
  };
  const CallFigures &of(const NodeProgram &call) const {
    return calls[call.number];
  }

private:
  void count(const NodeProgram &node);
  void countCall(const NodeProgram &node);

  std::vector<int64_t> &written, &read;
  std::vector<int64_t> values;
  std::vector<CallFigures> calls;
};
} // namespace

void TokenCounter::countCall(const NodeProgram &node) {
  CallFigures &figures = calls[node.number];
  ++figures.all;
  if (!node.when.holds(values))
    return;
  ++figures.executed;
  const Pipeline &pipeline = node.pipeline;
  figures.tokens.resize(pipeline.accesses.size());
  for (auto [known, access] :
       llvm::zip_equal(figures.tokens, pipeline.accesses)) {
    if (!access.isOfFifo())
      continue;
    int64_t tokens = known ? *known : countTokens(pipeline, access, values);
    if (!access.when.dependsBelow(pipeline.loops))
      known = tokens;
    (access.kind == Access::Write ? written : read)[access.index] += tokens;
  }
}

void TokenCounter::count(const NodeProgram &node) {
  if (node.kind == NodeProgram::Call)
    return countCall(node);
  for (const NodeProgram::Part &part : node.parts)
    for (int64_t i = 0; i < part.source->trip; ++i) {
      if (part.variable >= 0)
        values[part.variable] = i;
      for (const NodeProgram &inner : part.nodes)
        count(inner);
    }
  for (const NodeProgram &inner : node.nodes)
    count(inner);
}

/// Compares what the calls of a process say of themselves with what they do.
static std::optional<Fault> checkRuns(const NodeProgram &node,
                                      const TokenCounter &counted) {
  if (node.kind == NodeProgram::Call && node.source->runs) {
    const auto &figures = counted.of(node);
    auto [executed, all] = *node.source->runs;
    if (executed != figures.executed || all != figures.all)
      return Fault{node.source->place,
                   ("a call of '" + Twine(node.leaf->name) + "' runs " +
                    Twine(figures.executed) + " of " + Twine(figures.all) +
                    " times, not " + Twine(executed) + " of " + Twine(all) +
                    " as it says")
                       .str()};
  }
  for (const NodeProgram::Part &part : node.parts)
    for (const NodeProgram &inner : part.nodes)
      if (std::optional<Fault> fault = checkRuns(inner, counted))
        return fault;
  for (const NodeProgram &inner : node.nodes)
    if (std::optional<Fault> fault = checkRuns(inner, counted))
      return fault;
  return std::nullopt;
}

std::optional<Fault> sim::verifyTokens(const Program &program) {
  const Network &network = *program.network;
  std::vector<int64_t> written(network.fifos.size()),
      read(network.fifos.size());
  for (const ProcessProgram &process : program.processes) {
    TokenCounter counted(process, written, read);
    if (std::optional<Fault> fault = checkRuns(process.body, counted))
      return fault;
  }
  for (auto [number, fifo] : llvm::enumerate(network.fifos)) {
    const FifoEnds &ends = program.fifos[number];
    std::string name = "FIFO '" + fifo.name + "': ";
    if (written[number] != read[number])
      return Fault{fifo.place,
                   (name + "process '" +
                    Twine(network.processes[ends.writer].name) + "' writes " +
                    Twine(written[number]) + " tokens and process '" +
                    network.processes[ends.reader].name + "' reads " +
                    Twine(read[number]))
                       .str()};
    if (fifo.tokens && *fifo.tokens != written[number])
      return Fault{fifo.place,
                   (name + "the processes move " + Twine(written[number]) +
                    " tokens, not " + Twine(*fifo.tokens) + " as it says")
                       .str()};
  }
  return std::nullopt;
}
