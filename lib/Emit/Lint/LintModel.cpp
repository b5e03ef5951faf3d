//===- LintModel.cpp - What the lint sees of a file -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

std::optional<std::string> PragmaUse::value(StringRef argument) const {
  for (const auto &[name, value] : arguments)
    if (name == argument)
      return value;
  return std::nullopt;
}

const Variable *Function::find(StringRef name) const {
  for (const std::vector<Variable> *list : {&parameters, &locals})
    for (const Variable &variable : *list)
      if (variable.name == name)
        return &variable;
  return nullptr;
}

const Function *File::find(StringRef name) const {
  for (const Function &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

bool File::runsKernels(const Function &function) const {
  bool any = false;
  for (const Call &call : function.calls) {
    if (function.find(call.callee)) // a variable with its initial value
      continue;
    const Function *callee = find(call.callee);
    if (!callee || !callee->isExternC)
      return false;
    any = true;
  }
  return any && function.pragmas.empty();
}

//===----------------------------------------------------------------------===//
// Pragmas
//===----------------------------------------------------------------------===//

static PragmaUse parsePragma(const Token &token, LoopId loop) {
  PragmaUse use{token.line, "", {}, loop};
  std::string text = token.text;
  // `factor = 4` and `factor=4` are the same.
  for (size_t at; (at = text.find(" =")) != std::string::npos;)
    text.erase(at, 1);
  for (size_t at; (at = text.find("= ")) != std::string::npos;)
    text.erase(at + 1, 1);
  llvm::SmallVector<StringRef> words;
  StringRef(text).split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    word = word.trim();
    if (use.name.empty()) {
      use.name = word.lower();
      continue;
    }
    auto [name, value] = word.split('=');
    use.arguments.push_back({name.lower(), value.str()});
  }
  return use;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {
class Parser {
public:
  explicit Parser(StringRef source) { file.tokens = tokenize(source); }
  File run();

private:
  using Range = std::pair<size_t, size_t>; // [first, last)

  const Token &at(size_t i) const {
    return file.tokens[std::min(i, file.tokens.size() - 1)];
  }
  const Token &now() const { return at(pos); }
  bool accept(StringRef text) {
    if (!now().is(text))
      return false;
    ++pos;
    return true;
  }
  void fail(StringRef message) {
    if (!broken)
      file.findings.push_back({now().line, "parse", message.str()});
    broken = true;
    pos = file.tokens.size() - 1;
  }
  /// The position behind the bracket that closes the one at `open`.
  size_t behind(size_t open) const;
  std::vector<Token> slice(size_t first, size_t last) const {
    return {file.tokens.begin() + first, file.tokens.begin() + last};
  }
  std::vector<std::vector<Token>> splitAtCommas(size_t first, size_t last);

  void checkBrackets();
  void topLevel();
  bool function(size_t name);
  Variable parameter(const std::vector<Token> &tokens);
  void statement(LoopId loop, bool inBody);
  void nested(LoopId loop, bool inBody);
  void loop(LoopId parent);
  void simple(LoopId loop, bool inBody);
  bool declaration(size_t first, size_t last);
  void calls(size_t first, size_t last);
  void jump(LoopId loop, StringRef word);

  File file;
  Function *current = nullptr;
  size_t pos = 0;
  unsigned depth = 0;             ///< statements around the one at `pos`
  unsigned scope = 0, scopes = 0; // of the block now, and blocks so far
  bool broken = false, externC = false;
};

/// Brackets, or statements within statements, that are open at once; Clang
/// takes so many by default.
constexpr unsigned maxDepth = 256;
} // namespace

size_t Parser::behind(size_t open) const {
  int depth = 0;
  for (size_t i = open; i < file.tokens.size(); ++i) {
    const Token &token = file.tokens[i];
    if (token.is("(") || token.is("[") || token.is("{"))
      ++depth;
    if (token.is(")") || token.is("]") || token.is("}"))
      if (--depth == 0)
        return i + 1;
  }
  return file.tokens.size() - 1;
}

std::vector<std::vector<Token>> Parser::splitAtCommas(size_t first,
                                                      size_t last) {
  std::vector<std::vector<Token>> parts;
  int depth = 0;
  size_t start = first;
  for (size_t i = first; i < last; ++i) {
    const Token &token = at(i);
    if (token.is("(") || token.is("[") || token.is("{") || token.is("<"))
      ++depth;
    if (token.is(")") || token.is("]") || token.is("}") || token.is(">"))
      --depth;
    if (depth == 0 && token.is(",")) {
      parts.push_back(slice(start, i));
      start = i + 1;
    }
  }
  if (start < last)
    parts.push_back(slice(start, last));
  return parts;
}

// The parts of a declarator: type words, name, extents.
Variable Parser::parameter(const std::vector<Token> &tokens) {
  Variable variable;
  variable.line = tokens.empty() ? 0 : tokens.front().line;
  size_t end = 0;
  int angle = 0;
  for (; end < tokens.size(); ++end) {
    if (tokens[end].is("<"))
      ++angle;
    if (tokens[end].is(">"))
      --angle;
    if (angle == 0 && (tokens[end].is("[") || tokens[end].is("=")))
      break;
  }
  for (size_t i = 0; i < end; ++i) {
    const Token &token = tokens[i];
    if (token.is("const"))
      variable.isConst = true;
    else if (token.is("*"))
      variable.isPointer = true;
    else if (token.is("&"))
      variable.isReference = true;
    else if (token.is("static") || token.is("TALOS_LARGE"))
      continue;
    else if (i + 1 == end && token.kind == Token::Word)
      variable.name = token.text;
    else
      variable.type += token.text;
  }
  for (size_t i = end; i + 1 < tokens.size() && tokens[i].is("[");) {
    size_t close = i;
    while (close < tokens.size() && !tokens[close].is("]"))
      ++close;
    std::optional<int64_t> extent;
    if (close == i + 2)
      extent = integer(tokens[i + 1].text);
    variable.extents.push_back(extent.value_or(-1));
    i = close + 1;
  }
  return variable;
}

/// Fails at the first bracket that is nested too deeply.
void Parser::checkBrackets() {
  unsigned open = 0;
  for (pos = 0; pos + 1 < file.tokens.size(); ++pos) {
    if (now().is(")") || now().is("]") || now().is("}"))
      open -= open != 0;
    if ((now().is("(") || now().is("[") || now().is("{")) && ++open > maxDepth)
      return fail("more than " + std::to_string(maxDepth) +
                  " brackets are open here; nest them less deeply");
  }
  pos = 0;
}

File Parser::run() {
  checkBrackets();
  while (now().kind != Token::End)
    topLevel();
  return std::move(file);
}

void Parser::topLevel() {
  if (now().is("extern") && at(pos + 1).kind == Token::Text) {
    pos += 2;
    if (accept("{")) // its closing brace is skipped below
      return;
    externC = true;
    return;
  }
  if (now().is("namespace")) {
    while (now().kind != Token::End && !now().is("{"))
      ++pos;
    ++pos;
    return;
  }
  if (now().is("}") || now().kind == Token::Pragma) {
    ++pos;
    return;
  }
  // A definition: up to `;` or a function's body.
  for (size_t i = pos; i < file.tokens.size(); ++i) {
    const Token &token = at(i);
    if (token.is(";")) {
      pos = i + 1;
      externC = false;
      return;
    }
    if (token.is("{")) { // struct, enum, initialiser
      pos = behind(i);
      return;
    }
    if (token.is("(")) {
      if (i > 0 && at(i - 1).kind == Token::Word && at(behind(i)).is("{")) {
        if (!function(i - 1))
          fail("function that does not end");
        return;
      }
      i = behind(i) - 1;
    }
  }
  fail("definition that does not end");
}

bool Parser::function(size_t name) {
  size_t close = behind(name + 1);
  size_t end = behind(close);
  if (!at(end - 1).is("}"))
    return false;
  Function &made = file.functions.emplace_back();
  current = &made;
  made.name = at(name).text;
  made.line = at(name).line;
  made.isExternC = externC;
  externC = false;
  for (const std::vector<Token> &one : splitAtCommas(name + 2, close - 1))
    made.parameters.push_back(parameter(one));
  made.body = slice(close + 1, end - 1);
  pos = close + 1;
  scope = scopes = 0;
  while (pos < end - 1 && !broken)
    statement(-1, true);
  pos = std::max(pos, end);
  return true;
}

void Parser::statement(LoopId loop, bool inBody) {
  if (++depth > maxDepth)
    fail("more than " + std::to_string(maxDepth) +
         " statements stand around this one; nest them less deeply");
  else
    nested(loop, inBody);
  --depth;
}

void Parser::nested(LoopId loop, bool inBody) {
  const Token &token = now();
  if (token.kind == Token::End)
    return fail("end of the file in a function");
  if (token.kind == Token::Pragma) {
    current->pragmas.push_back(parsePragma(token, loop));
    ++pos;
    return;
  }
  if (token.kind == Token::Word && at(pos + 1).is(":")) {
    if (!token.is("default"))
      current->labels.push_back({token.text, token.line});
    pos += 2;
    return;
  }
  if (accept("{")) {
    unsigned outer = scope;
    scope = ++scopes;
    while (!now().is("}") && now().kind != Token::End)
      statement(loop, inBody);
    scope = outer;
    ++pos;
    return;
  }
  if (token.is("for") || token.is("while") || token.is("do")) {
    if (inBody)
      current->otherStatements.push_back(token.line);
    return this->loop(loop);
  }
  if (token.is("if") || token.is("switch")) {
    if (inBody)
      current->otherStatements.push_back(token.line);
    size_t close = behind(pos + 1);
    calls(pos + 1, close);
    pos = close;
    statement(loop, false);
    while (now().kind == Token::Pragma)
      statement(loop, false);
    if (accept("else"))
      statement(loop, false);
    return;
  }
  simple(loop, inBody);
}

void Parser::loop(LoopId parent) {
  LoopId id = current->loops.size();
  current->loops.push_back(
      {now().line, parent, now().is("for"), {}, {}, {}, false, {}});
  bool isDo = accept("do");
  size_t start = pos;
  if (!isDo) {
    size_t open = pos + 1, close = behind(open);
    calls(open, close);
    size_t part = 0, first = open + 1;
    std::vector<Token> *parts[] = {&current->loops[id].init,
                                   &current->loops[id].test,
                                   &current->loops[id].step};
    if (current->loops[id].isFor)
      for (size_t i = open + 1; i < close && part < 3; ++i)
        if (at(i).is(";") || i + 1 == close) {
          *parts[part++] = slice(first, i);
          first = i + 1;
        }
    pos = start = close;
  }
  statement(id, false);
  if (broken)
    return;
  current->loops[id].body = slice(start, std::min(pos, file.tokens.size() - 1));
  if (isDo && accept("while")) {
    pos = behind(pos);
    accept(";");
  }
}

void Parser::jump(LoopId loop, StringRef word) {
  // A break leaves the innermost loop, return and goto all of them.
  for (; loop >= 0; loop = current->loops[loop].parent) {
    current->loops[loop].secondExit = true;
    if (word == "break")
      return;
  }
}

void Parser::simple(LoopId loop, bool inBody) {
  size_t first = pos;
  while (!now().is(";") && now().kind != Token::End) {
    if (now().is("(") || now().is("[") || now().is("{"))
      pos = behind(pos);
    else if (now().kind == Token::Pragma || now().is("}"))
      return fail("statement without a semicolon");
    else
      ++pos;
  }
  if (now().kind == Token::End)
    return fail("statement without a semicolon");
  size_t last = pos++;
  if (first == last)
    return;
  StringRef word = at(first).text;
  if (word == "break" || word == "goto" || word == "return")
    jump(loop, word);
  calls(first, last);
  if (word == "return" || declaration(first, last) || !inBody)
    return;
  // `f(...)` or `(void)x`.
  bool isCall = (at(first + 1).is("(") && behind(first + 1) == last) ||
                (at(first).is("(") && at(first + 1).is("void"));
  if (!isCall)
    current->otherStatements.push_back(at(first).line);
}

bool Parser::declaration(size_t first, size_t last) {
  static const llvm::StringSet<> typeWords = {
      "const",   "static",   "TALOS_LARGE", "float",    "double",   "bool",
      "int",     "unsigned", "auto",        "hls",      "int8_t",   "int16_t",
      "int32_t", "int64_t",  "uint8_t",     "uint16_t", "uint32_t", "uint64_t",
      "char",    "short",    "long"};
  if (!typeWords.contains(at(first).text))
    return false;
  Variable variable = parameter(slice(first, last));
  // `stream<T> s("name")`.
  if (variable.name.empty() || at(last - 1).is(")")) {
    size_t paren = first;
    while (paren < last && !at(paren).is("("))
      ++paren;
    if (paren < last)
      variable = parameter(slice(first, paren));
  }
  if (variable.name.empty() || variable.type.empty())
    return false;
  variable.scope = scope;
  current->locals.push_back(std::move(variable));
  return true;
}

void Parser::calls(size_t first, size_t last) {
  for (size_t i = first; i + 1 < last; ++i) {
    bool member = i > first && (at(i - 1).is(".") || at(i - 1).is("->"));
    if (at(i).kind != Token::Word || !at(i + 1).is("(") || member)
      continue;
    current->calls.push_back(
        {at(i).line, at(i).text, splitAtCommas(i + 2, behind(i + 1) - 1)});
  }
}

File lint_detail::parse(StringRef source) { return Parser(source).run(); }
