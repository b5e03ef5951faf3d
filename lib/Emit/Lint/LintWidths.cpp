//===- LintWidths.cpp - Types of tokens and vectors -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

// Wider FIFOs are slow to route; several of them carry a wide value.
static constexpr int64_t maxTokenBits = 512;

/// Bits of the structs of one array: `struct name { float lanes[10]; };`.
static llvm::StringMap<int64_t> structBits(const File &file) {
  llvm::StringMap<int64_t> bits;
  llvm::ArrayRef<Token> tokens = file.tokens;
  for (size_t i = 0; i + 8 < tokens.size(); ++i)
    if (tokens[i].is("struct") && tokens[i + 2].is("{") &&
        tokens[i + 5].is("[") && tokens[i + 7].is("]"))
      bits[tokens[i + 1].text] = beatBits(tokens[i + 3].text) *
                                 integer(tokens[i + 6].text).value_or(0);
  return bits;
}

/// The type between the outermost angle brackets: the first argument of a
/// template with `arguments` of them.
static StringRef firstArgument(StringRef type) {
  type = type.drop_front(type.find('<') + 1);
  int depth = 0;
  for (auto [at, c] : llvm::enumerate(type)) {
    if (depth == 0 && (c == ',' || c == '>'))
      return type.take_front(at);
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
  }
  return type;
}

static void checkVariable(const Variable &variable,
                          const llvm::StringMap<int64_t> &structs,
                          std::vector<LintFinding> &findings) {
  StringRef type = variable.type;
  if (variable.isStream()) {
    type = firstArgument(type);
    auto known = structs.find(type);
    int64_t bits = known != structs.end() ? known->second : beatBits(type);
    if (bits > maxTokenBits)
      findings.push_back({variable.line, "stream-width",
                          "tokens of stream '" + variable.name + "' have " +
                              std::to_string(bits) + " bits, more than " +
                              std::to_string(maxTokenBits)});
  }
  if (!type.consume_front("hls::vector<") || !type.consume_back(">"))
    return;
  int64_t lanes = integer(type.rsplit(',').second).value_or(0);
  if (lanes < 1 || !llvm::isPowerOf2_64(lanes))
    findings.push_back({variable.line, "vector-lanes",
                        "the tool pads the " + std::to_string(lanes) +
                            " lanes of '" + variable.name +
                            "' to a power of two; use a struct of an array"});
}

void lint_detail::checkTokens(const File &file,
                              std::vector<LintFinding> &findings) {
  llvm::StringMap<int64_t> structs = structBits(file);
  for (const Function &function : file.functions)
    for (const std::vector<Variable> *list :
         {&function.parameters, &function.locals})
      for (const Variable &variable : *list)
        checkVariable(variable, structs, findings);
}
