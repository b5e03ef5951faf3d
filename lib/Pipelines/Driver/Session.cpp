//===- Session.cpp - One run of hlsc, step by step ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Session.h"
#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Driver/OutputFiles.h"
#include "Pipelines/Driver/Progress.h"
#include "Pipelines/Driver/Watch.h"
#include "Pipelines/Dse/Dse.h"
#include "Pipelines/Report/ReportBuilder.h"
#include "talos/Sim/Report.h"

using namespace talos;
using llvm::StringRef;

/// Compilers take some seconds under any --time-limit.
static constexpr unsigned leastProcessSeconds = 30;

static std::string toText(const Report &report, bool times) {
  return llvm::formatv("{0:2}\n", reportToJSON(report, times));
}

struct Session::Implementation {
  Implementation(DriverOptions options, SessionClient client)
      : options(std::move(options)), client(std::move(client)),
        progress(this->client.err) {
    progress.observer = this->client.progress;
    compilation.observer = this->client.message;
  }

  DriverOptions options;
  SessionClient client;
  Progress progress;
  std::atomic<bool> canceled{false};
  std::optional<Watch> watch; ///< from read() on
  Compilation compilation;
  std::vector<OutputFile> files;
  Report plain;  ///< without C simulation
  Report report; ///< all that is known
};

Session::Session(DriverOptions options, SessionClient client)
    : self(std::make_unique<Implementation>(std::move(options),
                                            std::move(client))) {}
Session::~Session() = default;

ExitCode Session::fail(ExitCode code, const llvm::Twine &text) {
  self->progress.stop();
  std::string said = text.str();
  self->client.err << "hlsc: error: " << said << "\n";
  if (self->client.message)
    self->client.message({Message::Error, "", 0, 0, said, {}});
  return code;
}

ExitCode Session::explore(llvm::raw_ostream &rows) {
  if (!self->options.dse.enabled)
    return ExitCode::Success;
  if (!self->client.message)
    return exploreDesigns(self->options, rows, self->client.err,
                          self->canceled);
  std::string said;
  llvm::raw_string_ostream err(said);
  ExitCode code = exploreDesigns(self->options, rows, err, self->canceled);
  self->client.err << said;
  if (code != ExitCode::Success)
    self->client.message(
        {Message::Error, "", 0, 0, StringRef(said).trim().str(), {}});
  return code;
}

ExitCode Session::read() {
  self->watch.emplace(RunLimits{self->options.pipeline.timeLimit,
                                self->options.memoryLimit,
                                self->client.mayEndProcess, &self->canceled},
                      self->progress);
  ExitCode code =
      self->compilation.read(self->options, self->progress, self->client.err);
  self->progress.stop();
  return code;
}

ExitCode Session::design() {
  PipelineOptions &options = self->options.pipeline;
  self->compilation.chooseSpace(options);
  bool isNetwork = self->compilation.makesNetwork(options);
  if (isNetwork && !self->options.reportPage.empty())
    return fail(ExitCode::BadInput,
                "a network of processes has no design point for --report-page "
                "to show; --report-file writes its figures");
  Compilation &compilation = self->compilation;
  Progress &progress = self->progress;
  const Watch *watch = &*self->watch;
  ExitCode code = compilation.runSpace(options, progress, watch);
  self->progress.stop();
  if (code == ExitCode::Success && !self->options.reportPage.empty() &&
      !compilation.comparedSpaces.empty() && compilation.isNetwork(options.top))
    return fail(ExitCode::BadInput,
                "the better design is a network of processes, which "
                "--report-page does not show; choose --space shared, or "
                "--report-file");
  // A library may keep sessions for long: without a thread each.
  if (!self->client.mayEndProcess)
    self->watch.reset();
  return code;
}

static std::string traceOf(const sim::Network &network) {
  sim::Trace trace(network);
  std::string text;
  llvm::raw_string_ostream os(text);
  trace.write(os, sim::simulate(network, &trace));
  return text;
}

/// What hls-sim writes of the network; notes say what there is not.
static void addRun(Report &report, std::vector<OutputFile> &files) {
  if (!report.network) {
    report.notes.push_back("--simulate has nothing to write: the design has no "
                           "streams, and its cycles are estimated");
    return;
  }
  const sim::Sequence &networks = report.network->networks;
  files.push_back(
      {"stalls.json",
       llvm::formatv("{0:2}\n",
                     sim::toJSON(networks, report.network->figures))});
  if (networks.runs.size() == 1)
    files.push_back({report.top + ".vcd", traceOf(networks.runs.front())});
  else
    report.notes.push_back(llvm::formatv(
        "no trace: it shows one network, and this design runs {0} "
        "one after the other",
        networks.runs.size()));
}

ExitCode Session::emit() {
  self->progress.start("emit");
  if (failed(self->compilation.emit(self->files))) {
    self->progress.stop();
    return ExitCode::BadInput;
  }
  self->progress.start("estimate");
  self->report = buildReport(self->compilation, self->options);
  if (!self->compilation.comparedSpaces.empty())
    self->report.notes.push_back(self->compilation.comparedSpaces);
  self->progress.start("lint");
  std::vector<std::string> findings = self->compilation.lint(self->files);
  self->progress.stop();
  for (const std::string &finding : findings)
    fail(ExitCode::Internal, "lint: " + llvm::Twine(finding));
  self->report.phases = self->progress.phases;
  self->plain = self->report;
  return findings.empty() ? ExitCode::Success : ExitCode::Internal;
}

ExitCode Session::simulate() {
  const DriverOptions &options = self->options;
  self->progress.start("C simulation");
  CSimInput input;
  if (failed(self->compilation.addSimulation(input, self->files))) {
    self->progress.stop();
    return ExitCode::BadInput;
  }
  if (self->watch)
    self->watch->leaveToProcesses();
  input.keepDirectory = options.csimDir;
  if (!input.initUnused.empty())
    self->report.notes.push_back("init_array of the source is not used for C "
                                 "simulation: " +
                                 input.initUnused);
  input.memoryMegabytes = options.memoryLimit;
  if (options.pipeline.timeLimit > 0)
    input.timeoutSeconds =
        std::max(leastProcessSeconds,
                 unsigned(std::min(options.pipeline.timeLimit, 1e6)));
  self->report.csim = talos::simulate(input);
  self->progress.stop();
  self->report.phases = self->progress.phases;
  const CSimRun &last = self->report.csim.back();
  if (last.status == CSimStatus::Passed)
    return ExitCode::Success;
  return fail(last.status == CSimStatus::Mismatch ? ExitCode::Mismatch
                                                  : ExitCode::Tool,
              "C simulation, " + llvm::Twine(last.name) + ": " + last.message);
}

/// The directory holds no times, so that two runs write the same bytes.
ExitCode Session::write(StringRef directory, bool withSimulation) {
  Report &report = self->report;
  std::vector<OutputFile> files = self->files;
  if (self->options.writesRun)
    addRun(report, files);
  report.files.clear();
  for (const OutputFile &file : files)
    report.files.push_back(file.name);
  report.files.push_back("report.json");
  report.directory = directory.str();
  Report written = withSimulation ? report : self->plain;
  written.files = report.files;
  written.directory = report.directory;
  files.push_back({"report.json", toText(written, /*times=*/false)});
  if (llvm::Error error = writeOutputFiles(directory, files))
    return fail(ExitCode::Internal, llvm::toString(std::move(error)));
  return ExitCode::Success;
}

/// The code is what the design point says; only its figures are in doubt.
ExitCode Session::checkCycles() {
  const Report &report = self->report;
  if (!report.estimate)
    return ExitCode::Success;
  std::string why =
      disagreement(report.design.getCycles(), report.estimate->latency);
  if (why.empty())
    return ExitCode::Success;
  self->compilation.top().emitError(why);
  return ExitCode::Disagreement;
}

void Session::cancel() { self->canceled = true; }

const Report &Session::report() const { return self->report; }

std::string Session::reportJSON(bool times) const {
  return toText(self->report, times);
}

std::vector<ProjectFile> Session::files() const {
  std::vector<ProjectFile> result;
  for (const OutputFile &file : self->files)
    result.push_back({file.name, file.text});
  return result;
}

mlir::ModuleOp Session::module() const { return *self->compilation.module; }
