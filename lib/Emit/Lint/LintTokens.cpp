//===- LintTokens.cpp - C++ text to tokens --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

std::optional<int64_t> lint_detail::integer(StringRef text) {
  int64_t value;
  text = text.rtrim("uUlL");
  if (text.getAsInteger(0, value))
    return std::nullopt;
  return value;
}

namespace {
class Lexer {
public:
  explicit Lexer(StringRef source) : rest(source) {}
  std::vector<Token> run();

private:
  void add(Token::Kind kind, StringRef text) {
    tokens.push_back({kind, text.str(), line});
  }
  void skip(size_t count) {
    line += rest.take_front(count).count('\n');
    rest = rest.drop_front(count);
  }
  void directive();
  void quoted(char quote);

  StringRef rest;
  unsigned line = 1;
  std::vector<Token> tokens;
};
} // namespace

void Lexer::directive() {
  std::string text;
  unsigned start = line;
  while (true) { // joined with the next line by a backslash
    size_t end = rest.find('\n');
    StringRef part = rest.take_front(end);
    skip(end == StringRef::npos ? rest.size() : end + 1);
    bool more = part.rtrim().ends_with("\\");
    text += more ? part.rtrim().drop_back().str() + " " : part.str();
    if (!more)
      break;
  }
  StringRef words = StringRef(text).drop_front().ltrim();
  if (!words.consume_front("pragma"))
    return;
  words = words.ltrim();
  if (words.take_front(3).lower() != "hls")
    return;
  words = words.drop_front(3).take_until([](char c) { return c == '/'; });
  tokens.push_back({Token::Pragma, words.trim().str(), start});
}

void Lexer::quoted(char quote) {
  size_t end = 1;
  while (end < rest.size() && rest[end] != quote)
    end += rest[end] == '\\' ? 2 : 1;
  end = std::min(end + 1, rest.size());
  add(Token::Text, rest.take_front(end));
  skip(end);
}

std::vector<Token> Lexer::run() {
  static const char *const signs[] = {
      "<<=", ">>=", "::", "->", "++", "--", "+=", "-=", "*=", "/=", "%=",
      "&=",  "|=",  "^=", "==", "!=", "<=", ">=", "&&", "||", "<<"};
  while (!rest.empty()) {
    char c = rest.front();
    if (llvm::isSpace(c)) {
      skip(1);
    } else if (rest.starts_with("//")) {
      skip(std::min(rest.find('\n'), rest.size()));
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      skip(end == StringRef::npos ? rest.size() : end + 2);
    } else if (c == '#') {
      directive();
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (llvm::isDigit(c)) {
      StringRef number = rest.take_while(
          [](char d) { return llvm::isAlnum(d) || d == '.' || d == '\''; });
      add(Token::Number, number);
      skip(number.size());
    } else if (llvm::isAlpha(c) || c == '_') {
      StringRef word =
          rest.take_while([](char d) { return llvm::isAlnum(d) || d == '_'; });
      add(Token::Word, word);
      skip(word.size());
    } else {
      StringRef sign = rest.take_front(1);
      for (const char *longer : signs)
        if (rest.starts_with(longer)) {
          sign = longer;
          break;
        }
      add(Token::Sign, sign);
      skip(sign.size());
    }
  }
  add(Token::End, "");
  return std::move(tokens);
}

std::vector<Token> lint_detail::tokenize(StringRef source) {
  return Lexer(source).run();
}
