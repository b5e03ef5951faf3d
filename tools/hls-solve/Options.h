//===- Options.h - Command line of hls-solve --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_SOLVE_OPTIONS_H
#define TALOS_TOOLS_HLS_SOLVE_OPTIONS_H

#include "talos/NLP/Pins.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// docs/NLP-format.md describes them.
struct Options {
  enum Action { Solve, Print, EmitMiniZinc, EmitAMPL, Help };
  enum Solver { BuiltIn, MiniZinc, Both, Enumeration };
  Action action = Solve;
  std::string input;
  std::string output = "-";
  Solver which = BuiltIn;
  SolverOptions solver;
  std::vector<Pin> pins;
  bool json = false;
};

/// Reads the command line (without the program's name).
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

void printHelp(llvm::raw_ostream &os);

} // namespace talos::nlp

#endif // TALOS_TOOLS_HLS_SOLVE_OPTIONS_H
