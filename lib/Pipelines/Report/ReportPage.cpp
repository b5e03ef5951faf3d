//===- ReportPage.cpp - The report as a page with pictures ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportPage.h"
#include "talos/Support/DataDir.h"
#include "talos/Support/Process.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using llvm::StringRef;

/// A page takes a fraction of a second; this is for a machine under load.
static constexpr unsigned pageSeconds = 120;

/// Runs the package from the directory that is its first argument, whatever
/// PYTHONPATH says, and leaves no compiled files there.
static constexpr llvm::StringLiteral start =
    "import sys; sys.dont_write_bytecode = True; "
    "sys.path.insert(0, sys.argv.pop(1)); "
    "from talos.__main__ import main; sys.exit(main())";

static llvm::Expected<std::string> packageDirectory() {
  auto module = findDataFile("python/talos/report/cli.py");
  if (!module)
    return llvm::createStringError(
        "--report-html needs the Python package of Talos: %s; install Talos "
        "whole, or write the report with --report-file",
        llvm::toString(module.takeError()).c_str());
  StringRef directory = *module;
  for (int level = 0; level < 3; ++level) // talos/report/cli.py
    directory = llvm::sys::path::parent_path(directory);
  return directory.str();
}

llvm::Error talos::findReportPackage() {
  if (!llvm::sys::findProgramByName("python3"))
    return llvm::createStringError(
        "--report-html needs python3, which is not on PATH; install it "
        "(Debian: "
        "apt-get install python3), or write the report with --report-file");
  return packageDirectory().takeError();
}

llvm::Error talos::writeReportPage(StringRef json, StringRef record,
                                   StringRef page) {
  llvm::Expected<std::string> directory = packageDirectory();
  if (!directory)
    return directory.takeError();
  int file = -1;
  llvm::SmallString<128> path;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile(
          "talos-report", "json", file, path))
    return llvm::createStringError(code, "cannot create a temporary file: %s",
                                   code.message().c_str());
  llvm::scope_exit remove([&] { llvm::sys::fs::remove(path.str()); });
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << json;
  os.close();
  if (std::error_code code = os.error()) {
    os.clear_error();
    return llvm::createStringError(code, "cannot write '%s': %s", path.c_str(),
                                   code.message().c_str());
  }
  std::vector<std::string> arguments = {"-c",      start.str(),      *directory,
                                        "report",  path.str().str(), "-o",
                                        page.str()};
  if (!record.empty())
    arguments.push_back(record.str());
  ProcessResult result = runProcess("python3", arguments, {pageSeconds});
  if (result.succeeded())
    return llvm::Error::success();
  return llvm::createStringError("cannot write the page '%s': %s\n%s",
                                 page.str().c_str(), result.message.c_str(),
                                 result.standardError.c_str());
}
