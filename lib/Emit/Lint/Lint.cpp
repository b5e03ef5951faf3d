//===- Lint.cpp - Rules of the HLS tool on C++ text -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Emit/Lint.h"
#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

std::vector<talos::emit::LintFinding>
talos::emit::lint(llvm::StringRef cppSource, const LintOptions &options) {
  lint_detail::File file = lint_detail::parse(cppSource);
  std::vector<LintFinding> findings = std::move(file.findings);
  lint_detail::checkPragmaForms(file, findings);
  lint_detail::checkDirectives(file, options, findings);
  lint_detail::checkNames(file, findings);
  lint_detail::checkChannels(file, findings);
  lint_detail::checkTokens(file, findings);
  llvm::sort(findings, [](const LintFinding &a, const LintFinding &b) {
    return std::tie(a.line, a.rule, a.message) <
           std::tie(b.line, b.rule, b.message);
  });
  return findings;
}
