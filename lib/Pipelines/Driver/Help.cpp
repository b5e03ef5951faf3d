//===- Help.cpp - hlsc --help and --version -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/OptionValues.h"
#include "TalosRevision.inc"

using namespace talos;
using llvm::StringRef;

/// Columns of the text, and the one where explanations start.
static constexpr size_t Columns = 100, Margin = 28;

/// The order in which groups are shown.
static constexpr OptionID groups[] = {
    OPT_help_ProgramGroup, OPT_help_TargetGroup, OPT_help_DesignGroup,
    OPT_help_SearchGroup,  OPT_help_ManyGroup,   OPT_help_OutputGroup,
    OPT_help_OtherGroup};

static constexpr llvm::StringLiteral usage =
    R"(Talos: C or affine MLIR to checked Vitis HLS C++

usage: hlsc [options] <kernel.mlir | kernel.c | kernel.cpp>
       hlsc doctor          what is installed, what is missing, what that costs

examples:
  hlsc gemm.mlir --top gemm --target u200 --clock-ns 4.0 -o out/
      decide, transform, emit, and report
  hlsc lu.c --top kernel_lu --bind n=40 --target u200 --csim
      from C, and compare the result with the C program
  hlsc gemm.mlir --top gemm --target u200 --limit DSP=500 --explain
      within 500 DSPs, and say what limits the design
  hlsc gemm.mlir --top gemm --target u200 --pareto cycles,DSP
      all designs that no other one beats
)";

/// Prints `text` from column Margin on, `column` being the present one.
static void printWrapped(StringRef text, size_t column, llvm::raw_ostream &os) {
  if (column + 2 > Margin) {
    os << "\n";
    column = 0;
  }
  os.indent(Margin - column);
  column = Margin;
  while (!text.empty()) {
    StringRef word = text.take_until([](char c) { return c == ' '; });
    if (column > Margin && column + 1 + word.size() > Columns) {
      os << "\n";
      os.indent(Margin);
      column = Margin;
    }
    if (column > Margin) {
      os << " ";
      ++column;
    }
    os << word;
    column += word.size();
    text = text.drop_front(word.size()).ltrim();
  }
  os << "\n";
}

void talos::printHelp(const HlscOptions &table, llvm::raw_ostream &os) {
  os << usage;
  for (OptionID group : groups) {
    os << "\n" << table.getOptionHelpText(group) << ":\n";
    for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
      const char *help = table.getOptionHelpText(id);
      const llvm::opt::Option its = table.getOption(id).getGroup();
      if (!help || !its.isValid() || its.getID() != unsigned(group))
        continue;
      std::string spelled = "  " + table.getOptionPrefixedName(id).str();
      if (const char *value = table.getOptionMetaVar(id))
        spelled += std::string(" ") + value;
      os << spelled;
      printWrapped(help, spelled.size(), os);
    }
  }
  os << "\nDocumentation: docs/Usage.md, or man hlsc where Talos is "
        "installed.\n";
}

void talos::printVersion(llvm::raw_ostream &os) {
  StringRef revision = TALOS_REVISION;
  os << "Talos " << TALOS_VERSION;
  if (!revision.empty())
    os << " (" << revision << ")";
  os << "\n";
}
