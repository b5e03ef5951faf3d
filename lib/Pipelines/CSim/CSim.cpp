//===- CSim.cpp - Builds and runs the C simulation ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/CSim.h"
#include "talos/Emit/Emit.h"
#include "talos/Support/DataDir.h"
#include "talos/Support/Process.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace talos;
using llvm::StringRef;

/// clang must know the dialect of LLVM IR that this MLIR prints.
static constexpr llvm::StringLiteral irCompiler = "clang-22";
static constexpr llvm::StringLiteral cCompiler = "gcc", symbols = "objcopy";

StringRef talos::toString(CSimStatus status) {
  switch (status) {
  case CSimStatus::NotRun:
    return "not run";
  case CSimStatus::Passed:
    return "passed";
  case CSimStatus::Mismatch:
    return "mismatch";
  case CSimStatus::ToolMissing:
    return "tool missing";
  case CSimStatus::ToolFailed:
    return "tool failed";
  }
  return "unknown";
}

std::vector<std::string> talos::kernelArguments(StringRef csim) {
  return {"-std=c++14", "-Wall", "-Wextra", "-Werror",
          // The directives are for another compiler.
          "-Wno-unknown-pragmas",
          // A comparison that is always true is the source program's, and so
          // are loops that never run.
          "-Wno-type-limits", "-Wno-aggressive-loop-optimizations",
          // g++ does not see that what guards a write and a read is the same.
          "-Wno-maybe-uninitialized", "-O1", "-ffp-contract=off",
          // Inputs of full range overflow: both sides then wrap.
          "-fwrapv", "-I", csim.str()};
}

namespace {
/// The directory of the build; removed at the end unless it is to be kept.
class WorkDirectory {
public:
  explicit WorkDirectory(StringRef keep) : temporary(keep.empty()) {
    error = temporary ? llvm::sys::fs::createUniqueDirectory("talos-csim", path)
                      : llvm::sys::fs::create_directories(path = keep);
  }
  ~WorkDirectory() {
    if (temporary && !error)
      llvm::sys::fs::remove_directories(path);
  }
  std::string file(const llvm::Twine &name) const {
    llvm::SmallString<256> result(path);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  std::error_code write(const llvm::Twine &name, StringRef text) const {
    std::error_code code;
    llvm::raw_fd_ostream os(file(name), code);
    os << text;
    os.close();
    return code ? code : os.error();
  }
  std::error_code error;

private:
  llvm::SmallString<256> path;
  bool temporary;
};

class Simulation {
public:
  Simulation(const CSimInput &input, const WorkDirectory &work, StringRef csim)
      : input(input), work(work), csim(csim) {}

  /// `limit` "0": bit for bit. The files are called after `prefix`.
  CSimRun run(StringRef name, const std::string &prefix, StringRef kernel,
              StringRef limit) {
    CSimRun result;
    result.name = name.str();
    result.limit = limit.str();
    bool built = write(prefix, kernel, result) && buildReference(result) &&
                 buildKernel(prefix, limit, result);
    if (built)
      runTestbench(prefix, result);
    return result;
  }

private:
  bool write(StringRef prefix, StringRef kernel, CSimRun &result) {
    const std::pair<std::string, StringRef> files[] = {
        {prefix.str() + ".cpp", kernel},
        {prefix.str() + "_dataflow.cpp", input.processes},
        {input.top + ".h", input.header},
        {input.top + "_tb.cpp", input.testbench},
        fromC() ? std::pair<std::string, StringRef>(referenceSource(),
                                                    input.referenceC)
                : std::pair<std::string, StringRef>(input.top + "_reference.ll",
                                                    input.referenceIR)};
    for (const auto &[name, text] : files)
      if (std::error_code code =
              text.empty() ? std::error_code() : work.write(name, text)) {
        result.status = CSimStatus::ToolFailed;
        result.message =
            "cannot write " + work.file(name) + ": " + code.message();
        return false;
      }
    return true;
  }

  /// Runs one compiler; false after filling in status and message.
  bool compile(StringRef program, llvm::ArrayRef<std::string> arguments,
               CSimRun &result) {
    ProcessResult process = runProcess(program, arguments, limits());
    result.seconds += process.seconds;
    if (process.succeeded())
      return true;
    result.status = process.status == ProcessStatus::ToolMissing
                        ? CSimStatus::ToolMissing
                        : CSimStatus::ToolFailed;
    result.message = process.message;
    if (process.status == ProcessStatus::ToolMissing)
      result.message += fromC() ? "; C simulation of C needs g++, gcc, objcopy"
                                : "; C simulation needs g++ and clang-22";
    else
      result.message += "\n" + process.command + "\n" + process.standardError;
    return false;
  }

  ProcessOptions limits() const {
    return {input.timeoutSeconds, input.memoryMegabytes};
  }
  bool fromC() const { return input.referenceIR.empty(); }

  /// The source may define any symbol, `main` among them, and use libraries
  /// that are not here: only the reference stays visible, and the linker drops
  /// what it does not need.
  bool buildCReference(CSimRun &result) {
    std::vector<std::string> arguments = {
        "-O1", "-ffp-contract=off",   "-fwrapv",
        "-w",  "-ffunction-sections", "-fdata-sections"};
    arguments.insert(arguments.end(), input.referenceArgs.begin(),
                     input.referenceArgs.end());
    for (const std::string &argument :
         {std::string("-c"), std::string("-o"), reference(),
          work.file(referenceSource())})
      arguments.push_back(argument);
    return compile(input.referenceIsCxx ? kernelCompiler : cCompiler, arguments,
                   result) &&
           compile(symbols,
                   {"--keep-global-symbol=" + input.sourceTop + "_reference",
                    "--keep-global-symbol=" + input.sourceTop + "_init",
                    reference()},
                   result) &&
           compile(cCompiler,
                   {"-O1", "-ffunction-sections", "-c", "-o",
                    work.file("polybench.o"), csim.str() + "/polybench.c"},
                   result);
  }

  bool buildReference(CSimRun &result) {
    if (fromC())
      return buildCReference(result);
    return compile(irCompiler,
                   {"-O1", "-ffp-contract=off", "-c", "-o", reference(),
                    work.file(input.top + "_reference.ll"),
                    "-Wno-override-module"},
                   result);
  }

  bool buildKernel(StringRef prefix, StringRef limit, CSimRun &result) {
    std::vector<std::string> arguments = kernelArguments(csim);
    for (const std::string &argument :
         {std::string("-o"), work.file(prefix + "_csim"),
          work.file(prefix +
                    (input.processes.empty() ? ".cpp" : "_dataflow.cpp")),
          work.file(input.top + "_tb.cpp"), reference(),
          std::string("-Wl,--gc-sections")})
      arguments.push_back(argument);
    if (fromC())
      arguments.push_back(work.file("polybench.o"));
    if (input.ownInit)
      arguments.push_back("-DTALOS_OWN_INIT");
    if (limit != "0")
      arguments.push_back(("-DTALOS_TOLERANCE=" + limit).str());
    return compile(kernelCompiler, arguments, result);
  }

  void runTestbench(StringRef prefix, CSimRun &result) {
    ProcessResult process =
        runProcess(work.file(prefix + "_csim"), {}, limits());
    result.seconds += process.seconds;
    result.output = process.standardOutput;
    readOutput(result);
    if (process.succeeded()) {
      result.status = CSimStatus::Passed;
      return;
    }
    bool compared = StringRef(result.output).trim().ends_with("FAIL");
    result.status = compared ? CSimStatus::Mismatch : CSimStatus::ToolFailed;
    result.message =
        compared ? "kernel and source program disagree:\n" + result.output
                 : process.message + "\n" + process.standardError;
  }

  /// Reads the lines of the testbench: "inputs: ..." before the comparisons
  /// of a set, "A: 0 of 500 elements differ, NaN or infinite 0 on one side and
  /// 3 on both, largest relative error 0", and remarks.
  static void readOutput(CSimRun &result) {
    llvm::SmallVector<StringRef> lines;
    StringRef(result.output).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines) {
      if (line.consume_front("inputs: ")) {
        result.inputs.push_back({line.str(), 0, 0});
        continue;
      }
      double error = 0;
      auto [text, figure] = line.split(", largest relative error ");
      if (figure.empty() || result.inputs.empty()) {
        if (!line.starts_with("PASS") && !line.starts_with("FAIL"))
          result.remarks.push_back(line.str());
        continue;
      }
      if (!figure.trim().getAsDouble(error))
        result.largestError = std::max(result.largestError, error);
      CSimInputSet &set = result.inputs.back();
      set.elements += numberAfter(text, " of ");
      set.silent += numberAfter(text, " on one side and ");
    }
  }

  static int64_t numberAfter(StringRef text, StringRef words) {
    int64_t number = 0;
    text.split(words).second.consumeInteger(10, number);
    return number;
  }

  std::string referenceSource() const {
    return input.top +
           (input.referenceIsCxx ? "_reference.cpp" : "_reference.c");
  }
  std::string reference() const {
    return work.file(input.top + "_reference.o");
  }

  const CSimInput &input;
  const WorkDirectory &work;
  StringRef csim;
};
} // namespace

static std::vector<CSimRun> failedRun(CSimStatus status, std::string message) {
  CSimRun run;
  run.name = "bit-exact";
  run.limit = "0";
  run.status = status;
  run.message = std::move(message);
  return {run};
}

std::vector<CSimRun> talos::simulate(const CSimInput &input) {
  llvm::Expected<std::string> csim = findDataFile("csim");
  if (!csim)
    return failedRun(CSimStatus::ToolMissing, llvm::toString(csim.takeError()));
  WorkDirectory work(input.keepDirectory);
  if (work.error)
    return failedRun(CSimStatus::ToolFailed,
                     "cannot create a directory for C simulation: " +
                         work.error.message());
  Simulation simulation(input, work, *csim);
  std::vector<CSimRun> runs;
  StringRef limit =
      input.doublePrecision ? emit::doubleTolerance : emit::floatTolerance;
  runs.push_back(
      input.reassociates
          ? simulation.run("sums added later", input.top, input.kernel, limit)
          : simulation.run("bit-exact", input.top, input.kernel, "0"));
  if (runs.back().status == CSimStatus::Passed && !input.treeKernel.empty())
    runs.push_back(simulation.run("balanced trees", input.top + "_tree",
                                  input.treeKernel, limit));
  return runs;
}
