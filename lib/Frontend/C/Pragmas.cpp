//===- Pragmas.cpp - Collects the HLS directives of a source file ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Pragmas.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace talos::frontend {

namespace {
class HLSPragmaHandler : public clang::PragmaHandler {
public:
  explicit HLSPragmaHandler(PragmaList &list)
      : clang::PragmaHandler("HLS"), list(list) {}

  void HandlePragma(clang::Preprocessor &preprocessor,
                    clang::PragmaIntroducer introducer,
                    clang::Token &) override {
    std::vector<std::string> words;
    clang::Token token;
    for (preprocessor.Lex(token); token.isNot(clang::tok::eod);
         preprocessor.Lex(token))
      words.push_back(preprocessor.getSpelling(token));
    if (words.empty())
      return;
    Pragma pragma{introducer.Loc, llvm::StringRef(words[0]).lower(), {}};
    for (size_t i = 1; i < words.size(); ++i) {
      std::string key = llvm::StringRef(words[i]).lower(), value;
      if (i + 2 < words.size() && words[i + 1] == "=") {
        value = words[i + 2];
        i += 2;
      }
      pragma.keys[key] = value;
    }
    list.push_back(std::move(pragma));
  }

private:
  PragmaList &list;
};
} // namespace

std::unique_ptr<clang::PragmaHandler> makePragmaHandler(PragmaList &list) {
  return std::make_unique<HLSPragmaHandler>(list);
}

} // namespace talos::frontend
