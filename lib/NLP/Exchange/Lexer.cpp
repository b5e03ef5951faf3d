//===- Lexer.cpp - Tokens of the text form --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Exchange/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::nlp;

static bool startsWord(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool inWord(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

std::string Token::describe() const {
  switch (kind) {
  case End:
    return "the end of the file";
  case Label:
    return "'%" + text + "'";
  case String:
    return quoteString(text);
  case Word:
  case Number:
  case Mark:
  case Bad:
    return "'" + text + "'";
  }
  return "";
}

void Lexer::fail(const Token &at, const Twine &message) {
  StringRef before = text.take_front(at.offset);
  error.line = before.count('\n') + 1;
  size_t newline = before.rfind('\n');
  error.column = at.offset - (newline == StringRef::npos ? 0 : newline + 1) + 1;
  error.message = message.str();
}

Token Lexer::bad(size_t at, const Twine &message) {
  Token token{Token::Bad, "", at};
  fail(token, message);
  return token;
}

Token Lexer::string() {
  size_t start = position++;
  Token token{Token::String, "", start};
  while (position < text.size() && text[position] != '"' &&
         text[position] != '\n') {
    char c = text[position++];
    if (c != '\\') {
      token.text += c;
      continue;
    }
    StringRef rest = text.drop_front(position);
    if (rest.starts_with("\\") || rest.starts_with("\"")) {
      token.text += rest.front();
      ++position;
    } else if (rest.size() >= 2 && llvm::isHexDigit(rest[0]) &&
               llvm::isHexDigit(rest[1])) {
      token.text += char(llvm::hexFromNibbles(rest[0], rest[1]));
      position += 2;
    } else {
      return bad(position - 1, "unknown escape; a backslash is followed by "
                               "\\, \" or two hexadecimal digits");
    }
  }
  if (position >= text.size() || text[position] != '"')
    return bad(start, "the string has no closing quote on its line");
  ++position;
  return token;
}

Token Lexer::next() {
  for (; position < text.size(); ++position) {
    if (text[position] == '#')
      position = std::min(text.find('\n', position), text.size());
    if (position >= text.size() || !llvm::isSpace(text[position]))
      break;
  }
  size_t start = position;
  if (start >= text.size())
    return Token{Token::End, "", text.size()};
  auto run = [&](Token::Kind kind, size_t from, auto belongs) {
    position = from;
    while (position < text.size() && belongs(text[position]))
      ++position;
    return Token{kind, text.slice(from, position).str(), start};
  };
  char c = text[start];
  if (startsWord(c))
    return run(Token::Word, start, inWord);
  if (llvm::isDigit(c))
    return run(Token::Number, start, llvm::isDigit);
  if (c == '"')
    return string();
  if (c == '%') {
    Token token = run(Token::Label, start + 1, inWord);
    return token.text.empty() ? bad(start, "expected a name after '%'") : token;
  }
  for (StringRef mark :
       {"..", "<=", "==", "=", "{", "}", "(", ")", ",", ":", "+", "-", "*"})
    if (text.drop_front(start).starts_with(mark)) {
      position += mark.size();
      return Token{Token::Mark, mark.str(), start};
    }
  if (!llvm::isPrint(c))
    return bad(start, "unexpected byte 0x" +
                          llvm::utohexstr(static_cast<unsigned char>(c)) +
                          "; the file is text");
  return bad(start, "unexpected character '" + Twine(c) + "'");
}

void nlp::printError(raw_ostream &os, StringRef file, StringRef text,
                     const TextError &error) {
  os << file << ":" << error.line << ":" << error.column
     << ": error: " << error.message << "\n";
  for (unsigned line = 1; line < error.line; ++line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  constexpr size_t widest = 200;
  if (text.size() > widest || !llvm::all_of(text, llvm::isPrint))
    return;
  os << text << "\n" << std::string(error.column - 1, ' ') << "^\n";
}

std::string nlp::suggest(StringRef name, ArrayRef<std::string> names) {
  std::vector<std::pair<unsigned, StringRef>> near;
  unsigned most = std::max<size_t>(1, name.size() / 3);
  constexpr size_t longest = 200; // takes time with the square
  for (const std::string &other : names)
    if (name.size() + other.size() > 2 * longest)
      continue;
    else if (unsigned distance = name.edit_distance(other, true, most);
             distance <= most)
      near.push_back({distance, other});
  llvm::sort(near); // by distance, then by name
  unsigned least = near.empty() ? 0 : near.front().first;
  llvm::erase_if(near, [&](const auto &entry) { return entry.first > least; });
  if (near.size() > 3)
    near.resize(3);
  std::string text;
  for (auto [i, entry] : llvm::enumerate(near))
    text += (i == 0                 ? "; did you mean '"
             : i + 1 == near.size() ? "' or '"
                                    : "', '") +
            entry.second.str();
  return text.empty() ? text : text + "'?";
}
