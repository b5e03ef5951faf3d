//===- Text.h - Reads the text form of a model ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format `.nlp` is described in docs/NLP-format.md. Model::print writes it;
// what is read prints as the same bytes if print wrote it.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_TEXT_H
#define TALOS_NLP_TEXT_H

#include "talos/NLP/Model.h"
#include <memory>

namespace talos::nlp {

/// The first fault of a text. Line and column count from 1, columns in bytes.
struct TextError {
  unsigned line = 0, column = 0;
  std::string message; ///< what is wrong and what to do
};

/// Null, with `error` set, if the text is not a model.
std::unique_ptr<Model> parseModel(StringRef text, TextError &error);

/// "<file>:<line>:<column>: error: <message>", the line and a caret.
void printError(raw_ostream &os, StringRef file, StringRef text,
                const TextError &error);

/// How the text form spells an operation; empty for constants and variables.
StringRef spelling(Op op);

/// Words that are no names unless they are quoted.
bool isKeyword(StringRef word);

/// The name as the text form has it: as it is where it is an identifier
/// ([A-Za-z_][A-Za-z0-9_.$]*) and no keyword, else quoted and escaped.
std::string quoteName(StringRef name);
/// Always quoted.
std::string quoteString(StringRef text);

/// Of `names`, at most three that differ from `name` in few letters, nearest
/// first, as "; did you mean 'x' or 'y'?"; empty if none is near.
std::string suggest(StringRef name, ArrayRef<std::string> names);

/// Most values of one domain.
constexpr uint64_t maxDomainSize = 1000000;

} // namespace talos::nlp

#endif // TALOS_NLP_TEXT_H
