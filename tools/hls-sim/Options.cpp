//===- Options.cpp - Command line of hls-sim ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace talos::sim;

static cl::OptionCategory category("hls-sim");
static cl::opt<std::string> input(
    cl::Positional, cl::Required, cl::cat(category),
    cl::desc("<network.json or design.mlir, or - for a network's standard "
             "input>"));
static cl::opt<std::string>
    trace("trace", cl::cat(category), cl::value_desc("file"),
          cl::desc("Write what happens as a value change dump"));
static cl::opt<std::string> report("report", cl::cat(category),
                                   cl::value_desc("file"),
                                   cl::desc("Write the figures as JSON"));
static cl::list<std::string>
    depths("depth", cl::cat(category), cl::value_desc("FIFO=n"),
           cl::desc("Give a FIFO, or with '*' every one, another depth"));
static cl::list<std::string>
    rules("rule", cl::cat(category), cl::value_desc("NAME=n"),
          cl::desc("Give a rule of a network file another value"));
static cl::opt<bool> leastDepths(
    "least-depths", cl::cat(category),
    cl::desc("Print the least depths that are proved free of deadlock, and "
             "execute nothing"));

static Error readOverrides(StringRef option, ArrayRef<std::string> texts,
                           std::vector<Override> &result) {
  for (const std::string &text : texts) {
    auto [name, number] = StringRef(text).rsplit('=');
    Override entry{name.str(), 0};
    if (name.empty() || number.getAsInteger(10, entry.value))
      return createStringError(std::errc::invalid_argument,
                               "'--%s %s': expected name=number",
                               option.str().c_str(), text.c_str());
    result.push_back(std::move(entry));
  }
  return Error::success();
}

Expected<Options> talos::sim::parseOptions(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  std::string text;
  raw_string_ostream errors(text);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Talos: executes a network of processes\n", &errors))
    return createStringError(std::errc::invalid_argument, "%s",
                             StringRef(text).rtrim().str().c_str());
  Options options{input, trace, report, {}, {}, leastDepths};
  if (leastDepths && (!trace.empty() || !report.empty()))
    return createStringError(std::errc::invalid_argument,
                             "--least-depths executes nothing, so there is "
                             "nothing for --trace or --report to write");
  if (Error error = readOverrides("depth", depths, options.depths))
    return std::move(error);
  if (Error error = readOverrides("rule", rules, options.rules))
    return std::move(error);
  return options;
}
