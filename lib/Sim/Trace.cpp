//===- Trace.cpp - A run as a value change dump ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signals: of a FIFO how many tokens it holds; of a process whether it runs,
// and for each of its FIFOs whether it waits there. A FIFO end belongs to one
// process, and calls that use it do not overlap, so that one bit an end is all.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "talos/Sim/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace talos;
using namespace talos::sim;
using llvm::raw_ostream;

/// Notes of each FIFO that is accessed within a node that the process does it.
static void noteUsers(const NodeProgram &node, unsigned process,
                      std::vector<unsigned> &writers,
                      std::vector<unsigned> &readers) {
  for (const PipelineAccess &access : node.pipeline.accesses)
    if (access.isOfFifo())
      (access.kind == Access::Write ? writers : readers)[access.index] =
          process;
  for (const NodeProgram::Part &part : node.parts)
    for (const NodeProgram &inner : part.nodes)
      noteUsers(inner, process, writers, readers);
  for (const NodeProgram &inner : node.nodes)
    noteUsers(inner, process, writers, readers);
}

Trace::Trace(const Network &network)
    : network(network), writers(network.fifos.size(), Nobody),
      readers(network.fifos.size(), Nobody) {
  Program program;
  if (compile(network, program))
    return;
  for (auto [number, process] : llvm::enumerate(program.processes))
    noteUsers(process.body, number, writers, readers);
}

unsigned Trace::runningOf(unsigned process) const {
  return 3 * network.fifos.size() + process;
}

void Trace::moved(unsigned fifo, End end, int64_t time) {
  changes.push_back({time, occupancyOf(fifo), end == End::Write ? 1 : -1});
}

void Trace::stalled(unsigned /*process*/, unsigned fifo, End end, int64_t from,
                    int64_t to) {
  changes.push_back({from, waitsOf(fifo, end), 1});
  changes.push_back({to, waitsOf(fifo, end), -1});
}

/// The short name of a signal: digits are the printable characters.
static std::string idOf(unsigned signal) {
  std::string id;
  do {
    id += char('!' + signal % 94);
    signal /= 94;
  } while (signal != 0);
  return id;
}

/// A name without blanks.
static std::string nameOf(llvm::StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '_' ? c : '_';
  return result;
}

void Trace::declare(raw_ostream &os) const {
  auto var = [&](unsigned signal, unsigned bits, const std::string &name) {
    os << "$var wire " << bits << " " << idOf(signal) << " " << name
       << " $end\n";
  };
  os << "$timescale 1 ns $end\n$scope module fifos $end\n";
  for (auto [number, fifo] : llvm::enumerate(network.fifos))
    var(occupancyOf(number), 32, nameOf(fifo.name));
  os << "$upscope $end\n$scope module processes $end\n";
  for (auto [number, process] : llvm::enumerate(network.processes)) {
    os << "$scope module " << nameOf(process.name) << " $end\n";
    var(runningOf(number), 1, "runs");
    for (auto [fifo, source] : llvm::enumerate(network.fifos)) {
      if (readers[fifo] == number)
        var(waitsOf(fifo, End::Read), 1, "waits_for_" + nameOf(source.name));
      if (writers[fifo] == number)
        var(waitsOf(fifo, End::Write), 1,
            "waits_for_place_in_" + nameOf(source.name));
    }
    os << "$upscope $end\n";
  }
  os << "$upscope $end\n$enddefinitions $end\n";
}

void Trace::write(raw_ostream &os, const Simulation &simulation) const {
  std::vector<Change> ordered = changes;
  for (auto [number, process] : llvm::enumerate(simulation.processes)) {
    ordered.push_back({process.start, runningOf(number), 1});
    ordered.push_back({process.end, runningOf(number), -1});
  }
  llvm::sort(ordered, [](const Change &a, const Change &b) {
    return std::tie(a.time, a.signal, a.value) <
           std::tie(b.time, b.signal, b.value);
  });
  declare(os);
  unsigned isVector = 3 * network.fifos.size();
  auto print = [&](unsigned signal, int64_t value) {
    if (signal < isVector && signal % 3 == 0)
      os << "b" << llvm::toString(llvm::APInt(64, value), 2, false) << " ";
    else
      os << (value > 0 ? "1" : "0");
    os << idOf(signal) << "\n";
  };
  std::vector<int64_t> values(isVector + network.processes.size());
  os << "#0\n$dumpvars\n";
  for (unsigned signal = 0; signal < values.size(); ++signal)
    print(signal, 0);
  os << "$end\n";
  int64_t time = 0;
  for (size_t i = 0; i < ordered.size();) {
    const Change &first = ordered[i];
    int64_t before = values[first.signal];
    for (; i < ordered.size() && ordered[i].time == first.time &&
           ordered[i].signal == first.signal;
         ++i)
      values[first.signal] += ordered[i].value;
    if (values[first.signal] == before)
      continue;
    if (first.time != time)
      os << "#" << (time = first.time) << "\n";
    print(first.signal, values[first.signal]);
  }
  os << "#" << simulation.cycles << "\n";
}
