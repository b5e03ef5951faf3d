//===- Pragmas.h - The HLS directives of a source file ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_FRONTEND_C_PRAGMAS_H
#define TALOS_LIB_FRONTEND_C_PRAGMAS_H

#include "clang/Basic/SourceLocation.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
class PragmaHandler;
} // namespace clang

namespace talos::frontend {

/// `#pragma HLS unroll factor=4`: directive "unroll", keys {"factor": "4"}. A
/// word without '=' is a key with an empty value. All in lower case but for
/// values.
struct Pragma {
  clang::SourceLocation where;
  std::string directive;
  std::map<std::string, std::string> keys;
};
using PragmaList = std::vector<Pragma>;

/// Collects `#pragma HLS` into `list` while `preprocessor` runs.
std::unique_ptr<clang::PragmaHandler> makePragmaHandler(PragmaList &list);

} // namespace talos::frontend

#endif // TALOS_LIB_FRONTEND_C_PRAGMAS_H
