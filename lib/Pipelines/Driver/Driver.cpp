//===- Driver.cpp - hlsc: a kernel in, a checked project out --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Driver.h"
#include "Pipelines/Dse/ParetoRun.h"
#include "Pipelines/Report/ReportPage.h"
#include "talos/Pipelines/Report.h"
#include "talos/Pipelines/Session.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace talos;

static ExitCode printReports(const DriverOptions &options, Session &session,
                             llvm::raw_ostream &out, llvm::raw_ostream &err) {
  if (options.report == ReportFormat::Table)
    printReport(session.report(), out);
  else if (options.report == ReportFormat::JSON)
    out << session.reportJSON(/*times=*/true);
  if (options.verbose)
    for (const PhaseTime &phase : session.report().phases)
      err << llvm::format("hlsc: %-14s %8.3f s\n", phase.name.c_str(),
                          phase.seconds);
  if (options.reportFile.empty())
    return ExitCode::Success;
  std::error_code code;
  llvm::ToolOutputFile file(options.reportFile, code,
                            llvm::sys::fs::OF_TextWithCRLF);
  if (code)
    return session.fail(ExitCode::Internal, "cannot create '" +
                                                options.reportFile +
                                                "': " + code.message());
  file.os() << session.reportJSON(/*times=*/true);
  file.keep();
  return ExitCode::Success;
}

static ExitCode writePage(const DriverOptions &options, Session &session) {
  if (options.reportPage.empty())
    return ExitCode::Success;
  if (llvm::Error error =
          writeReportPage(session.reportJSON(/*times=*/false),
                          options.dse.record, options.reportPage))
    return session.fail(ExitCode::Tool, llvm::toString(std::move(error)));
  return ExitCode::Success;
}

ExitCode talos::runDriver(const DriverOptions &options, llvm::raw_ostream &out,
                          llvm::raw_ostream &err) {
  if (!options.pareto.amounts.empty())
    return exploreFront(options, out, err);
  // Before a search that may take long.
  if (!options.reportPage.empty())
    if (llvm::Error error = findReportPackage()) {
      err << "hlsc: error: " << llvm::toString(std::move(error)) << "\n";
      return ExitCode::Tool;
    }
  Session session(options, {err, {}, {}});
  // A report as JSON stands alone on its stream.
  llvm::raw_ostream &rows = options.report == ReportFormat::JSON ? err : out;
  if (ExitCode code = session.explore(rows); code != ExitCode::Success)
    return code;
  for (ExitCode (Session::*step)() :
       {&Session::read, &Session::design, &Session::emit})
    if (ExitCode code = (session.*step)(); code != ExitCode::Success)
      return code;
  if (options.csim)
    if (ExitCode code = session.simulate(); code != ExitCode::Success)
      return code;
  if (!options.outputDir.empty())
    if (ExitCode code = session.write(options.outputDir);
        code != ExitCode::Success)
      return code;
  if (ExitCode code = printReports(options, session, out, err);
      code != ExitCode::Success)
    return code;
  if (ExitCode code = writePage(options, session); code != ExitCode::Success)
    return code;
  return session.checkCycles();
}
