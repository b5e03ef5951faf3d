//===- Lexer.h - Tokens of the text form ------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EXCHANGE_LEXER_H
#define TALOS_LIB_NLP_EXCHANGE_LEXER_H

#include "talos/NLP/Text.h"

namespace talos::nlp {

struct Token {
  enum Kind {
    End,
    Word,   ///< an identifier or keyword
    Label,  ///< after '%'
    String, ///< in double quotes; `text` is without quotes and escapes
    Number, ///< decimal digits
    Mark,   ///< punctuation
    Bad,    ///< reported already
  };
  Kind kind = End;
  std::string text;
  size_t offset = 0;

  /// For messages.
  std::string describe() const;
};

class Lexer {
public:
  Lexer(StringRef text, TextError &error) : text(text), error(error) {}

  Token next();
  void fail(const Token &at, const Twine &message);

private:
  Token string();
  Token bad(size_t at, const Twine &message);

  StringRef text;
  TextError &error;
  size_t position = 0;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EXCHANGE_LEXER_H
