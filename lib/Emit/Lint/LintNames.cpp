//===- LintNames.cpp - Names that do not compile --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/ReservedNames.h"
#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

/// A parameter without a name ends with a word of its type.
static bool hasName(const Variable &variable) {
  bool longType =
      llvm::is_contained({"unsigned", "signed", "long", "short"},
                         variable.type) &&
      llvm::is_contained({"int", "char", "long", "short"}, variable.name);
  return !variable.type.empty() && !variable.name.empty() && !longType;
}

static void checkReserved(StringRef name, unsigned line,
                          std::vector<LintFinding> &findings) {
  if (isReservedName(name))
    findings.push_back(
        {line, "name-reserved",
         "'" + name.str() + "' is a keyword of C++ or a macro of its headers"});
}

static void checkFunction(const File &file, const Function &function,
                          std::vector<LintFinding> &findings) {
  checkReserved(function.name, function.line, findings);
  if (function.isExternC && isLibraryFunction(function.name))
    findings.push_back({function.line, "name-reserved",
                        "'" + function.name +
                            "' is a function of the C library or a type of "
                            "the tool's headers"});
  std::map<std::pair<unsigned, std::string>, unsigned> first;
  for (const auto *list : {&function.parameters, &function.locals})
    for (const Variable &variable : *list) {
      if (!hasName(variable))
        continue;
      checkReserved(variable.name, variable.line, findings);
      auto [at, isNew] =
          first.try_emplace({variable.scope, variable.name}, variable.line);
      if (!isNew)
        findings.push_back({variable.line, "name-twice",
                            "'" + variable.name + "' is declared at line " +
                                std::to_string(at->second) + " already"});
    }
  for (const Loop &loop : function.loops)
    if (loop.init.size() > 2 && loop.init[2].is("="))
      checkReserved(loop.init[1].text, loop.line, findings);
  for (const Call &call : function.calls)
    if (function.find(call.callee) && file.find(call.callee))
      findings.push_back({call.line, "name-hidden",
                          "'" + call.callee +
                              "' is a variable here, which hides the function "
                              "of that name"});
}

void lint_detail::checkNames(const File &file,
                             std::vector<LintFinding> &findings) {
  for (const Function &function : file.functions)
    checkFunction(file, function, findings);
}
