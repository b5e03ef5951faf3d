//===- LintModel.h - What the lint sees of a file ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_LINT_LINTMODEL_H
#define TALOS_LIB_EMIT_LINT_LINTMODEL_H

#include "talos/Emit/Lint.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>

namespace talos::emit::lint_detail {

struct Token {
  enum Kind { Word, Number, Text, Sign, Pragma, End };
  Kind kind;
  std::string text; // of a pragma: what follows `HLS`
  unsigned line;

  bool is(llvm::StringRef other) const { return kind != Text && text == other; }
};

/// Splits C++ text. Comments and preprocessor lines vanish, but `#pragma HLS`.
std::vector<Token> tokenize(llvm::StringRef source);

/// Index of a loop in Function::loops; -1 stands for the function's body.
using LoopId = int;

struct PragmaUse {
  unsigned line;
  std::string name; // lower case
  /// Lower-case argument names; the value is empty for flags.
  std::vector<std::pair<std::string, std::string>> arguments;
  LoopId loop;

  std::optional<std::string> value(llvm::StringRef argument) const;
  bool has(llvm::StringRef argument) const { return bool(value(argument)); }
};

struct Loop {
  unsigned line;
  LoopId parent;
  bool isFor;
  std::vector<Token> init, test, step;
  bool secondExit = false; // break, goto or return inside
  std::vector<Token> body;
};

struct Variable {
  std::string name;
  unsigned line;
  std::string type; // `float`, `hls::vector<float,16>`, `hls::stream<float>`
  bool isConst = false, isPointer = false, isReference = false;
  std::vector<int64_t> extents; // -1 if not a number
  unsigned scope = 0; // block of the function; 0: parameters and the body
  bool isStream() const {
    return llvm::StringRef(type).starts_with("hls::stream");
  }
};

struct Call {
  unsigned line;
  std::string callee;
  std::vector<std::vector<Token>> arguments;
};

struct Function {
  std::string name;
  unsigned line;
  bool isExternC = false;
  std::vector<Variable> parameters, locals;
  std::vector<PragmaUse> pragmas;
  std::vector<Loop> loops;
  std::vector<std::pair<std::string, unsigned>> labels;
  std::vector<Call> calls;
  std::vector<Token> body; // between the braces
  /// Statements directly in the body that are neither declarations, calls,
  /// returns nor pragmas: their lines.
  std::vector<unsigned> otherStatements;

  const Variable *find(llvm::StringRef name) const;
};

struct File {
  std::vector<Function> functions;
  std::vector<Token> tokens;
  std::vector<LintFinding> findings; // of the parser

  const Function *find(llvm::StringRef name) const;
  /// Whether the function only runs kernels, for C simulation: none itself, it
  /// needs no interfaces.
  bool runsKernels(const Function &function) const;
};

File parse(llvm::StringRef source);

/// Adds the findings about pragmas' names and arguments.
void checkPragmaForms(const File &file, std::vector<LintFinding> &findings);
/// Adds those about arrays, ports, loops, memory and calls.
void checkDirectives(const File &file, const LintOptions &options,
                     std::vector<LintFinding> &findings);
/// Adds those about names.
void checkNames(const File &file, std::vector<LintFinding> &findings);
/// Adds those about streams and dataflow regions.
void checkChannels(const File &file, std::vector<LintFinding> &findings);
/// Adds those about the types of tokens and vectors.
void checkTokens(const File &file, std::vector<LintFinding> &findings);

/// Bits of a scalar, an hls::vector or an ap_int; 0: another type.
int64_t beatBits(llvm::StringRef type);

/// The value of an integer literal, also as part of a pragma.
std::optional<int64_t> integer(llvm::StringRef text);

} // namespace talos::emit::lint_detail

#endif // TALOS_LIB_EMIT_LINT_LINTMODEL_H
