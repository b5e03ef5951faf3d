//===- hls-lint.cpp - Checks HLS C++ against the tool's rules -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Emit/Lint.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::OptionCategory category("Options of hls-lint");
static cl::list<std::string> files(cl::Positional, cl::OneOrMore,
                                   cl::cat(category),
                                   cl::desc("<HLS C++ files>"));
static cl::opt<int64_t> maxPortBits("max-port-bits", cl::cat(category),
                                    cl::init(1024),
                                    cl::desc("Widest m_axi port in bits"));

// 0: no finding, 1: findings, 2: a file cannot be read.
/// As those of hlsc (docs/Usage.md).
enum Exit { Success, BadInput, Usage, Findings = 6 };

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Talos: checks HLS C++ against the rules of Vitis HLS\n",
          &errs()))
    return Usage;
  bool clean = true;
  for (const std::string &path : files) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> text =
        MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
    if (!text) {
      errs() << path << ": error: " << text.getError().message() << "\n";
      return BadInput;
    }
    for (const talos::emit::LintFinding &finding :
         talos::emit::lint((*text)->getBuffer(), {maxPortBits})) {
      outs() << path << ":" << finding.line << ": " << finding.rule << ": "
             << finding.message << "\n";
      clean = false;
    }
  }
  return clean ? Success : Findings;
}
