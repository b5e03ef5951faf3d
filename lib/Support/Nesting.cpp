//===- Nesting.cpp - How deep brackets are nested -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Nesting.h"

using namespace talos;
using llvm::StringRef;

llvm::Error talos::checkNesting(StringRef text) {
  unsigned depth = 0, line = 1, column = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    ++column;
    if (c == '\n') {
      ++line;
      column = 0;
    }
    if (c == '"')
      isQuoted = !isQuoted;
    if (isQuoted) {
      if (c == '\\' && i + 1 < text.size() && text[i + 1] != '\n') {
        ++i;
        ++column;
      }
      continue;
    }
    if (c == ')' || c == ']' || c == '}')
      depth -= depth != 0;
    if ((c == '(' || c == '[' || c == '{') && ++depth > maxNesting)
      return llvm::createStringError(
          std::errc::invalid_argument,
          "[%u:%u]: more than %u brackets are open here; nest them less deeply",
          line, column, maxNesting);
  }
  return llvm::Error::success();
}

llvm::Expected<llvm::json::Value> talos::parseJson(StringRef text) {
  if (llvm::Error error = checkNesting(text))
    return std::move(error);
  return llvm::json::parse(text);
}
