//===- hls-fuzz.cpp - Random programs against gcc -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes random affine C programs, compiles each with the design that the solver
// finds, with pinned, perturbed and broken ones, and compares what C simulation
// computes with what gcc computes, bit for bit. Exits with 1 after any
// mismatch, crash or wrong refusal; what failed stays in the directory.
//
//===----------------------------------------------------------------------===//

#include "Batch.h"
#include "Contractions.h"
#include "Generator.h"
#include "Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using namespace talos::fuzz;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options of hls-fuzz");

static cl::opt<unsigned> programs("programs", cl::cat(category), cl::init(300),
                                  cl::desc("Programs to make"));
static cl::opt<uint64_t> seed("seed", cl::cat(category), cl::init(1),
                              cl::desc("Seed of the first program; the next "
                                       "ones count up"));
static cl::opt<bool>
    partly("partly", cl::cat(category),
           cl::desc("Programs that are affine in part: subscripts, "
                    "bounds and conditions on data"));
static cl::opt<unsigned>
    schedules("schedules", cl::cat(category), cl::init(0),
              cl::desc("Compile each program in the order of so many random "
                       "scripts, and in no other way"));
static cl::opt<bool>
    streamed("streamed", cl::cat(category),
             cl::desc("Programs of contractions, compiled into "
                      "networks of processes (--space streamed), "
                      "and in no other way"));
static cl::opt<unsigned> batch("batch", cl::cat(category), cl::init(25),
                               cl::desc("Programs built together"));
static cl::opt<std::string> target("target", cl::cat(category),
                                   cl::init("u200"),
                                   cl::desc("Device to compile for"));
static cl::opt<std::string> keep("keep", cl::cat(category),
                                 cl::desc("Directory for all files (default: a "
                                          "temporary one, removed without a "
                                          "failure)"));
static cl::opt<bool> print("print", cl::cat(category),
                           cl::desc("Print the program of --seed, do no more"));

/// As those of hlsc (docs/Usage.md).
enum Exit { Success, Usage = 2, Mismatch = 4, Internal = 6 };

static void add(Tally &sum, const Tally &part) {
  for (unsigned kind = 0; kind < sum.equal.size(); ++kind) {
    sum.equal[kind] += part.equal[kind];
    sum.refused[kind] += part.refused[kind];
  }
  sum.apart += part.apart;
  llvm::append_range(sum.cycles, part.cycles);
  sum.failures.insert(sum.failures.end(), part.failures.begin(),
                      part.failures.end());
}

/// How far the model is from the simulator, in percent of the latter.
static void printDeviations(const Tally &tally) {
  double sum = 0, worst = 0;
  std::string where;
  for (const NetworkCycles &network : tally.cycles) {
    double deviation = 100.0 * std::abs(network.model - network.simulated) /
                       std::max<int64_t>(1, network.simulated);
    sum += deviation;
    if (deviation > worst) {
      worst = deviation;
      where = network.name;
    }
  }
  if (!tally.cycles.empty())
    llvm::outs() << llvm::format(
        "model against hls-sim: %.1f %% mean, %.1f %% worst (%s)\n",
        sum / tally.cycles.size(), worst, where.c_str());
}

static bool chooseDirectory(FuzzOptions &options) {
  llvm::SmallString<256> path(keep);
  std::error_code code =
      keep.empty() ? llvm::sys::fs::createUniqueDirectory("hls-fuzz", path)
                   : llvm::sys::fs::create_directories(path);
  if (code)
    llvm::errs() << "hls-fuzz: error: cannot create '" << path
                 << "': " << code.message() << "\n";
  llvm::sys::fs::make_absolute(path);
  options.directory = path.str().str();
  return !code;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv, "random programs against gcc\n",
                                   &llvm::errs()))
    return Usage;
  if (print) {
    std::string name = "p" + std::to_string(seed);
    llvm::outs() << (streamed ? generateContractions(name, seed)
                              : generateProgram(name, seed, partly));
    return 0;
  }
  if (batch == 0) {
    llvm::errs() << "hls-fuzz: error: --batch must be at least 1\n";
    return Usage;
  }
  FuzzOptions options;
  options.firstSeed = seed;
  options.programs = programs;
  options.partly = partly;
  options.schedules = schedules;
  options.streamed = streamed;
  options.target = ::target;
  if (!chooseDirectory(options))
    return Internal;
  Tally sum;
  for (unsigned first = 0; first < programs; first += batch) {
    Tally part =
        runBatch(options, first, std::min<unsigned>(batch, programs - first));
    add(sum, part);
    for (const std::string &failure : part.failures)
      llvm::outs() << "FAIL " << failure << "\n";
    llvm::outs().flush();
    if (part.failures.empty() && keep.empty())
      llvm::sys::fs::remove_directories(options.directory + "/batch" +
                                        std::to_string(first));
  }
  llvm::outs() << programs << " programs\n";
  for (Kind kind : kinds)
    llvm::outs() << llvm::format("%-10s", toString(kind).str().c_str())
                 << sum.equal[unsigned(kind)] << " agree with gcc, "
                 << sum.refused[unsigned(kind)] << " refused\n";
  llvm::outs() << sum.apart
               << " whose cycles are not known (model and estimator differ)\n"
               << sum.failures.size() << " failures\n";
  printDeviations(sum);
  if (sum.failures.empty() && keep.empty())
    llvm::sys::fs::remove_directories(options.directory);
  else if (!sum.failures.empty())
    llvm::outs() << "files: " << options.directory << "\n";
  return sum.failures.empty() ? Success : Mismatch;
}
