//===- Doctor.cpp - hlsc doctor -------------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Doctor.h"
#include "talos/Support/DataDir.h"
#include "talos/Support/Process.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace talos;
using llvm::StringRef;

namespace {
/// A program, what does not work without it, and where it comes from.
struct Need {
  llvm::StringLiteral name, cost, remedy;
};
} // namespace

static constexpr Need programs[] = {
    {"g++", "no --csim", "apt-get install g++"},
    {"gcc", "no --csim of C programs", "apt-get install gcc"},
    {"objcopy", "no --csim of C programs", "apt-get install binutils"},
    {"minizinc", "no second solver: hls-solve --solver minizinc",
     "apt-get install minizinc"},
    {"vitis_hls", "no synthesis: --dse-backend vitis or farm, run_hls.tcl",
     "install Vitis HLS and source its settings64.sh"},
    {"v++", "no linking: hls_config.cfg, connectivity.cfg",
     "install Vitis and source its settings64.sh"},
    {"make", "no goals of an emitted Makefile", "apt-get install make"}};

static constexpr Need modules[] = {
    {"numpy", "no arrays for simulation from Python",
     "apt-get install python3-numpy"},
    {"distributed", "no farm: python3 -m talos farm, --dse-backend farm",
     "apt-get install python3-distributed"}};

static void say(llvm::raw_ostream &out, bool isThere, StringRef name,
                const llvm::Twine &text) {
  out << llvm::formatv("  {0,-8} {1,-14} {2}\n", isThere ? "ok" : "missing",
                       name, text.str());
}

static void missing(llvm::raw_ostream &out, const Need &need) {
  say(out, false, need.name, need.cost + "; " + need.remedy);
}

static void examinePrograms(llvm::raw_ostream &out) {
  out << "programs\n";
  for (const Need &need : programs) {
    if (auto path = llvm::sys::findProgramByName(need.name))
      say(out, true, need.name, *path);
    else
      missing(out, need);
  }
}

/// The package, and the modules that parts of it load.
static void examinePython(llvm::raw_ostream &out) {
  const char *given = std::getenv("TALOS_PYTHON");
  StringRef python = given ? given : TALOS_PYTHON_EXECUTABLE;
  out << "Python, " << python
      << (given ? " (TALOS_PYTHON)\n" : " (set TALOS_PYTHON for another)\n");
  llvm::Expected<std::string> package = findDataFile("python/talos");
  if (package)
    say(out, true, "talos", *package);
  else
    say(out, false, "talos",
        "no farm and no reports; install Talos again, or set PYTHONPATH: " +
            llvm::toString(package.takeError()));
  for (const Need &need : modules) {
    ProcessOptions process;
    process.timeoutSeconds = 60;
    ProcessResult result =
        runProcess(python,
                   {"-c", "import " + need.name.str() + " as m; print(m." +
                              "__version__)"},
                   process);
    if (result.succeeded())
      say(out, true, need.name, StringRef(result.standardOutput).trim());
    else
      missing(out, need);
  }
}

ExitCode talos::examine(llvm::raw_ostream &out) {
  std::vector<std::string> targets = target::listTargets();
  out << "Talos\n";
  if (targets.empty())
    say(out, false, "devices",
        "hlsc cannot work; install Talos again, or set TALOS_DATA_DIR");
  else
    say(out, true, "devices", llvm::join(targets, ", "));
  llvm::Expected<std::string> csim = findDataFile("csim");
  if (csim)
    say(out, true, "csim headers", *csim);
  else
    say(out, false, "csim headers",
        "no --csim; " + llvm::toString(csim.takeError()));
  examinePrograms(out);
  examinePython(out);
  return targets.empty() ? ExitCode::Tool : ExitCode::Success;
}
