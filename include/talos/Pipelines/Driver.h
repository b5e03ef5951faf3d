//===- Driver.h - hlsc: a kernel in, a checked project out ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_DRIVER_H
#define TALOS_PIPELINES_DRIVER_H

#include "talos/Frontend/Import.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace talos {

/// Exit codes of hlsc (docs/Usage.md).
enum class ExitCode {
  Success = 0,
  BadInput = 1, ///< program, design file or target file refused
  Usage = 2,    ///< command line
  NoDesign = 3, ///< infeasible, or a limit was hit before any design
  Mismatch = 4, ///< C simulation disagrees with the source program
  Tool = 5,     ///< a tool is missing or failed
  Internal = 6, ///< output not writable, or an own check found a fault
  /// Model and estimator do not agree on the cycles: the design may not be what
  /// the report would say.
  Disagreement = 7,
};

enum class ReportFormat { Table, JSON, None };

/// Exploration as by Algorithm 1 of NLP-DSE, before the best design is
/// compiled.
struct DseOptions {
  bool enabled = false;
  std::vector<std::string> spaces; ///< templates that are explored, by name
  std::string record; ///< file of JSON lines; empty: nothing is kept
  /// Limits of the banks of one array, in the order in which they are tried.
  std::vector<int64_t> partitions = {1024, 512, 256, 128, 64, 32, 16, 8, 1};
  std::string backend = "estimator"; ///< or "vitis", "farm"
  unsigned timeoutSeconds = 10800;   ///< of one run of Vitis
  std::string farm;                  ///< options of python3 -m talos farm serve
};

/// The designs that no other one beats in cycles and these resources, in the
/// place of one design; without resources one is compiled.
struct ParetoOptions {
  std::vector<const target::AmountField *> amounts; ///< beside the cycles
  std::string record; ///< file of JSON lines; empty: nothing is kept
};

struct DriverOptions {
  PipelineOptions pipeline;
  frontend::ImportOptions import; ///< of C; its `top` is not used
  DseOptions dse;
  ParetoOptions pareto;
  std::string input; ///< "-" for standard input; C if its name ends in .c
  /// The program's text, where it is not in the file that `input` names.
  std::optional<std::string> inputText;
  std::string outputDir; ///< empty: nothing is written
  std::string csimDir;   ///< empty: temporary
  std::string reportFile;
  std::string reportPage; ///< HTML; empty: none
  ReportFormat report = ReportFormat::Table;
  int64_t memoryLimit = 0; ///< MB, in every phase; 0: none
  bool csim = false;
  bool writesRun = false; ///< of a network, to outputDir
  bool verbose = false;
};

/// Whether the name of an input file says that it is C.
bool isCSource(llvm::StringRef input);

/// Reads the command line (without the program's name). A code says that the
/// program ends here: after --help, --version, --list-targets, or an error that
/// was printed on `err`.
std::optional<ExitCode>
parseDriverOptions(llvm::ArrayRef<const char *> arguments,
                   DriverOptions &options, llvm::raw_ostream &out,
                   llvm::raw_ostream &err);

/// An option of hlsc as Options.td has it.
struct OptionRecord {
  llvm::StringRef name;  ///< without dashes
  llvm::StringRef value; ///< what stands for the value; empty for a flag
  llvm::StringRef help;
  llvm::StringRef choices; ///< the only values, with commas; empty: any
  bool isShort = false;    ///< written with one dash
};
std::vector<OptionRecord> driverOptionRecords();

/// Runs the whole way. Prints the report on `out`, everything else on `err`.
/// Unless it returns Success, no output file is left.
ExitCode runDriver(const DriverOptions &options, llvm::raw_ostream &out,
                   llvm::raw_ostream &err);

} // namespace talos

#endif // TALOS_PIPELINES_DRIVER_H
