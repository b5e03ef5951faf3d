//===- Driver.cpp - hlsc: a kernel in, a checked project out --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Driver.h"
#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Driver/OutputFiles.h"
#include "Pipelines/Driver/Progress.h"
#include "Pipelines/Driver/Watch.h"
#include "Pipelines/Dse/Dse.h"
#include "Pipelines/Report/ReportBuilder.h"
#include "Pipelines/Report/ReportPage.h"
#include "talos/Pipelines/Report.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace talos;

/// Compilers take some seconds under any --time-limit.
static constexpr unsigned leastProcessSeconds = 30;

namespace {
/// One run of hlsc. Each step returns Success or the code to end with, after
/// printing why.
class Driver {
public:
  Driver(const DriverOptions &options, llvm::raw_ostream &out,
         llvm::raw_ostream &err)
      : options(options), out(out), err(err), progress(err),
        watch({options.pipeline.timeLimit, options.memoryLimit}, progress) {}

  ExitCode run() {
    for (ExitCode (Driver::*step)() :
         {&Driver::compile, &Driver::emitFiles, &Driver::simulateKernel,
          &Driver::writeFiles, &Driver::printReports, &Driver::writePage,
          &Driver::checkCycles})
      if (ExitCode code = (this->*step)(); code != ExitCode::Success) {
        progress.stop();
        return code;
      }
    return ExitCode::Success;
  }

private:
  ExitCode fail(ExitCode code, const llvm::Twine &message) {
    progress.stop();
    err << "hlsc: error: " << message << "\n";
    return code;
  }

  ExitCode compile() {
    frontend::ImportOptions import = options.import;
    import.top = options.pipeline.top;
    if (ExitCode code = compilation.read(options.input, import, progress, err);
        code != ExitCode::Success)
      return code;
    return compilation.run(options.pipeline, progress, &watch);
  }

  ExitCode emitFiles() {
    progress.start("emit");
    if (failed(compilation.emit(files, options.csim, csimInput)))
      return ExitCode::BadInput;
    progress.start("estimate");
    report = buildReport(compilation, options);
    progress.start("lint");
    std::vector<std::string> findings = compilation.lint(files);
    for (const std::string &finding : findings)
      fail(ExitCode::Internal, "lint: " + llvm::Twine(finding));
    return findings.empty() ? ExitCode::Success : ExitCode::Internal;
  }

  ExitCode simulateKernel() {
    if (!options.csim)
      return ExitCode::Success;
    progress.start("C simulation");
    watch.leaveToProcesses();
    csimInput.keepDirectory = options.csimDir;
    if (!csimInput.initUnused.empty())
      report.notes.push_back("init_array of the source is not used for C "
                             "simulation: " +
                             csimInput.initUnused);
    csimInput.memoryMegabytes = options.memoryLimit;
    if (options.pipeline.timeLimit > 0)
      csimInput.timeoutSeconds =
          std::max(leastProcessSeconds,
                   unsigned(std::min(options.pipeline.timeLimit, 1e6)));
    report.csim = simulate(csimInput);
    const CSimRun &last = report.csim.back();
    if (last.status == CSimStatus::Passed)
      return ExitCode::Success;
    return fail(last.status == CSimStatus::Mismatch ? ExitCode::Mismatch
                                                    : ExitCode::Tool,
                "C simulation, " + llvm::Twine(last.name) + ": " +
                    last.message);
  }

  /// The directory holds no times, so that two runs write the same bytes.
  ExitCode writeFiles() {
    progress.stop();
    if (options.outputDir.empty())
      return ExitCode::Success;
    for (const OutputFile &file : files)
      report.files.push_back(file.name);
    report.files.push_back("report.json");
    report.directory = options.outputDir;
    files.push_back({"report.json", json(/*times=*/false)});
    if (llvm::Error error = writeOutputFiles(options.outputDir, files))
      return fail(ExitCode::Internal, llvm::toString(std::move(error)));
    return ExitCode::Success;
  }

  ExitCode printReports() {
    report.phases = progress.phases;
    if (options.report == ReportFormat::Table)
      printReport(report, out);
    else if (options.report == ReportFormat::JSON)
      out << json(/*times=*/true);
    if (options.verbose)
      for (const PhaseTime &phase : report.phases)
        err << llvm::format("hlsc: %-14s %8.3f s\n", phase.name.c_str(),
                            phase.seconds);
    if (options.reportFile.empty())
      return ExitCode::Success;
    std::error_code code;
    llvm::ToolOutputFile file(options.reportFile, code,
                              llvm::sys::fs::OF_TextWithCRLF);
    if (code)
      return fail(ExitCode::Internal, "cannot create '" + options.reportFile +
                                          "': " + code.message());
    file.os() << json(/*times=*/true);
    file.keep();
    return ExitCode::Success;
  }

  ExitCode writePage() {
    if (options.reportPage.empty())
      return ExitCode::Success;
    if (llvm::Error error = writeReportPage(
            json(/*times=*/false), options.dse.record, options.reportPage))
      return fail(ExitCode::Tool, llvm::toString(std::move(error)));
    return ExitCode::Success;
  }

  /// The code is what the design point says; only its figures are in doubt.
  ExitCode checkCycles() {
    if (!report.estimate)
      return ExitCode::Success;
    std::string why =
        disagreement(report.design.getCycles(), report.estimate->latency);
    if (why.empty())
      return ExitCode::Success;
    compilation.top().emitError(why);
    return ExitCode::Disagreement;
  }

  std::string json(bool times) {
    std::string text;
    llvm::raw_string_ostream(text)
        << llvm::formatv("{0:2}\n", reportToJSON(report, times));
    return text;
  }

  const DriverOptions &options;
  llvm::raw_ostream &out, &err;
  Progress progress;
  Watch watch;
  Compilation compilation;
  std::vector<OutputFile> files;
  CSimInput csimInput;
  Report report;
};
} // namespace

ExitCode talos::runDriver(const DriverOptions &options, llvm::raw_ostream &out,
                          llvm::raw_ostream &err) {
  // Before a search that may take long.
  if (!options.reportPage.empty())
    if (llvm::Error error = findReportPackage()) {
      err << "hlsc: error: " << llvm::toString(std::move(error)) << "\n";
      return ExitCode::Tool;
    }
  if (!options.dse.enabled)
    return Driver(options, out, err).run();
  DriverOptions chosen = options;
  // A report as JSON stands alone on its stream.
  llvm::raw_ostream &rows = options.report == ReportFormat::JSON ? err : out;
  if (ExitCode code = exploreDesigns(chosen, rows, err);
      code != ExitCode::Success)
    return code;
  return Driver(chosen, out, err).run();
}
