//===- hls-sim.cpp - Executes a network of processes ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Design.h"
#include "Options.h"
#include "talos/Sim/Report.h"
#include "talos/Support/LargeStack.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace talos;
using namespace talos::sim;

namespace {
/// As those of hlsc (docs/Usage.md).
enum Exit { Success, BadInput, Usage, Deadlock = 4, Output = 6 };
} // namespace

static Exit fail(Exit code, const Twine &message) {
  errs() << "hls-sim: error: " << message << "\n";
  return code;
}

static Exit write(StringRef path, function_ref<void(raw_ostream &)> body) {
  if (path.empty())
    return Success;
  std::error_code code;
  ToolOutputFile file(path, code, sys::fs::OF_Text);
  if (!code) {
    body(file.os());
    file.os().flush();
    code = file.os().error();
    file.os().clear_error();
  }
  if (code)
    return fail(Output, "cannot write '" + path + "': " + code.message());
  file.keep();
  return Success;
}

static Error setDepths(Network &network, const Options &options) {
  for (const Override &depth : options.depths)
    if (Error error = setDepth(network, depth))
      return error;
  return Error::success();
}

static std::nullopt_t refuse(Error error) {
  errs() << llvm::toString(std::move(error)) << "\n";
  return std::nullopt;
}

/// A network file with its rules, and another check after depths have changed.
static std::optional<Sequence> readFile(StringRef buffer,
                                        const Options &options) {
  Expected<NetworkFile> file =
      parseNetwork(buffer, options.input, options.rules);
  if (!file)
    return refuse(file.takeError());
  if (Error error = setDepths(file->network, options)) {
    fail(BadInput, llvm::toString(std::move(error)));
    return std::nullopt;
  }
  if (std::optional<Fault> fault = verify(file->network))
    return refuse(toError(*fault, buffer, options.input));
  Sequence sequence;
  sequence.runs.push_back(std::move(file->network));
  return sequence;
}

/// A design in MLIR, whose rules are those of its target.
static std::optional<Sequence> readMlir(std::unique_ptr<MemoryBuffer> text,
                                        const Options &options) {
  if (!options.rules.empty()) {
    fail(BadInput, "--rule is for network files; a design has the rules of its "
                   "target");
    return std::nullopt;
  }
  std::optional<Sequence> sequence = readDesign(std::move(text));
  if (!sequence)
    return std::nullopt;
  if (sequence->runs.size() > 1 && !options.trace.empty()) {
    fail(BadInput, "--trace shows one network, and this design runs " +
                       Twine(sequence->runs.size()) +
                       " one after the other; leave it out");
    return std::nullopt;
  }
  for (Network &network : sequence->runs) {
    if (Error error = setDepths(network, options)) {
      fail(BadInput, llvm::toString(std::move(error)));
      return std::nullopt;
    }
    if (std::optional<Fault> fault = verify(network)) {
      fail(BadInput, fault->message);
      return std::nullopt;
    }
  }
  return sequence;
}

/// The networks of the file, as the options change them; nullopt: an error is
/// printed.
static std::optional<Sequence> read(const Options &options) {
  auto text = MemoryBuffer::getFileOrSTDIN(options.input, /*IsText=*/true);
  if (!text) {
    fail(BadInput,
         "cannot read '" + options.input + "': " + text.getError().message());
    return std::nullopt;
  }
  if (StringRef(options.input).ends_with(".mlir"))
    return readMlir(std::move(*text), options);
  return readFile((*text)->getBuffer(), options);
}

static Exit execute(const Sequence &sequence, const Options &options) {
  Trace trace(sequence.runs.front());
  SequenceFigures figures =
      simulate(sequence, options.trace.empty() ? nullptr : &trace);
  if (figures.isDeadlock()) {
    const Network &last = sequence.runs[figures.runs.size() - 1];
    return fail(Deadlock, options.input + ": the network deadlocks: " +
                              explain(last, figures.runs.back().cycle) + "; " +
                              explainDepths(last, figures.liveness.back()));
  }
  printTables(outs(), sequence, figures);
  Exit traced = write(options.trace, [&](raw_ostream &os) {
    trace.write(os, figures.runs.front());
  });
  Exit reported = write(options.report, [&](raw_ostream &os) {
    os << formatv("{0:2}\n", toJSON(sequence, figures));
  });
  return traced != Success ? traced : reported;
}

static Exit run(const Options &options) {
  std::optional<Sequence> sequence = read(options);
  if (!sequence)
    return BadInput;
  if (!options.leastDepths)
    return execute(*sequence, options);
  for (auto [number, network] : enumerate(sequence->runs)) {
    if (sequence->runs.size() > 1)
      outs() << "run " << number + 1 << ":\n";
    printDepths(outs(), network, leastDepths(network));
  }
  return Success;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Expected<Options> options = parseOptions(argc, argv);
  if (!options)
    return fail(Usage, llvm::toString(options.takeError()));
  // JSON and the nodes of a process are read by recursion.
  return runOnLargeStack([&] { return run(*options); });
}
