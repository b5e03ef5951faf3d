//===- Parse.cpp - Reads the text form of a model -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent with one token of look-ahead. The first error ends it.
//
//===----------------------------------------------------------------------===//
#include "NLP/Exchange/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace talos;
using namespace talos::nlp;
using llvm::StringRef;
using llvm::Twine;

namespace {
class Parser {
public:
  Parser(StringRef text, TextError &error)
      : lexer(text, error), error(error), model(std::make_unique<Model>()) {
    advance();
  }

  std::unique_ptr<Model> run() {
    if (!header() || !statements())
      return nullptr;
    return std::move(model);
  }

private:
  using Parsed = std::optional<Expr>;

  void advance() { token = lexer.next(); }

  /// A lexical error was reported by the lexer already.
  bool fail(const Token &at, const Twine &message) {
    if (error.message.empty())
      lexer.fail(at, message);
    return false;
  }
  bool unexpected(const Twine &expected) {
    return fail(token, "expected " + expected + ", found " + token.describe());
  }
  bool isWord(StringRef text) const {
    return token.kind == Token::Word && token.text == text;
  }
  bool take(StringRef text) {
    bool found = (token.kind == Token::Word || token.kind == Token::Mark) &&
                 token.text == text;
    if (found)
      advance();
    return found;
  }
  bool expect(StringRef text) {
    return take(text) || unexpected("'" + text + "'");
  }
  bool name(StringRef what, std::string &result, Token *at = nullptr) {
    bool isName = token.kind == Token::String ||
                  (token.kind == Token::Word && !isKeyword(token.text));
    if (!isName)
      return unexpected(what);
    if (at)
      *at = token;
    result = token.text;
    advance();
    return true;
  }

  bool header() {
    if (!isWord("nlp"))
      return fail(token, "expected 'nlp 1' at the start of the file, found " +
                             token.describe());
    advance();
    if (token.kind != Token::Number || token.text != "1")
      return unexpected("the version 1 of the format");
    advance();
    return true;
  }

  bool statements();
  bool block();
  bool variable(bool dependent);
  bool domain(std::vector<int64_t> &values);
  bool range(std::vector<int64_t> &values);
  bool number(int64_t &value);
  bool let();
  bool output();
  bool constraint();
  bool minimize();
  bool finish();

  Parsed expression();
  Parsed sum();
  Parsed product();
  Parsed atom();
  Parsed call(const Token &at, Op op);
  Parsed reference();
  Parsed binary(Op op, Parsed (Parser::*side)(), Expr left);

  /// Limits the recursion, so that no text exhausts the stack.
  static constexpr unsigned maxDepth = 500;

  Lexer lexer;
  TextError &error;
  std::unique_ptr<Model> model;
  Token token;
  unsigned depth = 0;
  llvm::StringMap<BlockId> blocks;
  llvm::StringMap<Expr> variables, lets;
  std::vector<std::string> variableNames;
  std::vector<Expr> objectives;
};
} // namespace

bool Parser::statements() {
  while (!isWord("end")) {
    if (token.kind == Token::End)
      return fail(token, "the file ends without 'end'; it may be cut off");
    bool good = false;
    if (take("block"))
      good = block();
    else if (take("var"))
      good = variable(/*dependent=*/false);
    else if (take("dependent"))
      good = variable(/*dependent=*/true);
    else if (take("let"))
      good = let();
    else if (take("output"))
      good = output();
    else if (take("constraint"))
      good = constraint();
    else if (take("minimize"))
      good = minimize();
    else
      return unexpected("'block', 'var', 'dependent', 'let', 'output', "
                        "'constraint', 'minimize' or 'end'");
    if (!good)
      return false;
  }
  return finish();
}

bool Parser::finish() {
  if (objectives.empty())
    return fail(token, "the model has no objective; write 'minimize 0' if any "
                       "feasible point will do");
  advance();
  if (token.kind != Token::End)
    return fail(token, "text after 'end'; remove it");
  model->setObjective(objectives);
  return error.message.empty();
}

bool Parser::block() {
  Token at;
  std::string text;
  if (!name("the name of a block", text, &at))
    return false;
  if (!blocks.try_emplace(text, model->blocks().size()).second)
    return fail(at, "block '" + text + "' is there already; rename one");
  model->addBlock(text);
  return true;
}

bool Parser::variable(bool dependent) {
  Token at;
  std::string text;
  std::vector<int64_t> values;
  if (!name("the name of a variable", text, &at))
    return false;
  if (model->blocks().empty())
    return fail(at, "variable '" + text +
                        "' stands before the first 'block'; declare its block "
                        "first");
  if (!expect("in") || !domain(values))
    return false;
  BlockId owner = model->blocks().size() - 1;
  Expr expr = dependent ? model->addDependent(owner, text, values)
                        : model->addVariable(owner, text, values);
  std::string full = model->fullName(model->variables().size() - 1);
  if (!variables.try_emplace(full, expr).second)
    return fail(at, "variable '" + full + "' is there already; rename one");
  variableNames.push_back(full);
  return true;
}

bool Parser::domain(std::vector<int64_t> &values) {
  Token brace = token;
  if (!expect("{"))
    return false;
  if (take("}"))
    return fail(brace, "the domain is empty; a variable needs a value");
  do {
    if (!range(values))
      return false;
  } while (take(","));
  return expect("}");
}

bool Parser::range(std::vector<int64_t> &values) {
  Token at = token;
  int64_t first = 0, last = 0;
  if (!number(first))
    return false;
  last = first;
  if (take("..") && !number(last))
    return false;
  if (last < first)
    return fail(at, "the range " + Twine(first) + ".." + Twine(last) +
                        " is empty; write the smaller number first");
  if (!values.empty() && first <= values.back())
    return fail(at, "the values of a domain must ascend, but " + Twine(first) +
                        " follows " + Twine(values.back()));
  // Unsigned: the difference of two numbers of 64 bits.
  if (uint64_t(last) - uint64_t(first) >= uint64_t(maxDomainSize) ||
      values.size() + (uint64_t(last) - uint64_t(first)) >=
          uint64_t(maxDomainSize))
    return fail(at, "the domain has more than " + Twine(maxDomainSize) +
                        " values; bound it more tightly");
  for (int64_t value = first;; ++value) {
    values.push_back(value);
    if (value == last)
      return true;
  }
}

bool Parser::number(int64_t &value) {
  Token at = token;
  std::string text = take("-") ? "-" : "";
  if (token.kind != Token::Number)
    return unexpected("a number");
  text += token.text;
  if (StringRef(text).getAsInteger(10, value))
    return fail(at, "the number " + text + " does not fit into 64 bits");
  advance();
  return true;
}

bool Parser::let() {
  if (token.kind != Token::Label)
    return unexpected("a name with '%'");
  Token at = token;
  advance();
  if (!expect("="))
    return false;
  Parsed expr = expression();
  if (!expr)
    return false;
  if (!lets.try_emplace(at.text, *expr).second)
    return fail(at, "'%" + at.text + "' is there already; rename one");
  return true;
}

bool Parser::output() {
  Token at;
  std::string what, owner;
  if (!name("the name of an output", what) || !expect("of") ||
      !name("the name of a block", owner, &at))
    return false;
  auto found = blocks.find(owner);
  if (found == blocks.end())
    return fail(at, "no block '" + owner + "' is declared above");
  if (!expect("="))
    return false;
  Parsed expr = expression();
  if (expr)
    model->declareOutput(found->second, what, *expr);
  return expr.has_value();
}

bool Parser::constraint() {
  if (token.kind != Token::String)
    return unexpected("the name of the constraint in double quotes");
  std::string text = token.text;
  advance();
  if (!expect(":"))
    return false;
  Parsed expr = expression();
  if (expr)
    model->addConstraint(text, *expr);
  return expr.has_value();
}

bool Parser::minimize() {
  Parsed expr = expression();
  if (expr)
    objectives.push_back(*expr);
  return expr.has_value();
}

Parser::Parsed Parser::binary(Op op, Parsed (Parser::*side)(), Expr left) {
  advance();
  Parsed right = (this->*side)();
  if (!right)
    return std::nullopt;
  return model->makeExactly(op, {left, *right});
}

/// A comparison, which does not chain.
Parser::Parsed Parser::expression() {
  if (++depth > maxDepth) {
    fail(token, "the expression nests more than " + Twine(maxDepth) +
                    " deep; name parts of it with 'let'");
    return std::nullopt;
  }
  Parsed left = sum();
  if (left && token.kind == Token::Mark &&
      (token.text == "<=" || token.text == "=="))
    left = binary(token.text == "<=" ? Op::Le : Op::Eq, &Parser::sum, *left);
  --depth;
  return left;
}

Parser::Parsed Parser::sum() {
  Parsed left = product();
  while (left && token.kind == Token::Mark &&
         (token.text == "+" || token.text == "-"))
    left =
        binary(token.text == "+" ? Op::Add : Op::Sub, &Parser::product, *left);
  return left;
}

Parser::Parsed Parser::product() {
  Parsed left = atom();
  while (left && token.kind == Token::Mark && token.text == "*")
    left = binary(Op::Mul, &Parser::atom, *left);
  return left;
}

Parser::Parsed Parser::atom() {
  if (token.kind == Token::Number ||
      (token.kind == Token::Mark && token.text == "-")) {
    int64_t value = 0;
    if (!number(value))
      return std::nullopt;
    return model->constant(value);
  }
  if (take("(")) {
    Parsed inner = expression();
    if (!inner || !expect(")"))
      return std::nullopt;
    return inner;
  }
  if (token.kind == Token::Word) {
    for (Op op : {Op::FloorDiv, Op::CeilDiv, Op::Mod, Op::Gcd, Op::Min, Op::Max,
                  Op::Select, Op::CeilLog2})
      if (token.text == spelling(op)) {
        Token at = token;
        advance();
        return call(at, op);
      }
  }
  return reference();
}

Parser::Parsed Parser::call(const Token &at, Op op) {
  if (!expect("("))
    return std::nullopt;
  std::vector<Expr> operands;
  do {
    Parsed operand = expression();
    if (!operand)
      return std::nullopt;
    operands.push_back(*operand);
  } while (take(","));
  if (!expect(")"))
    return std::nullopt;
  if (operands.size() != operandCount(op)) {
    fail(at, "'" + spelling(op) + "' takes " + Twine(operandCount(op)) +
                 " operands, not " + Twine(operands.size()));
    return std::nullopt;
  }
  return model->makeExactly(op, operands);
}

Parser::Parsed Parser::reference() {
  Token at = token;
  if (at.kind == Token::Label) {
    advance();
    auto found = lets.find(at.text);
    if (found != lets.end())
      return found->second;
    fail(at, "'%" + at.text + "' is not defined above");
    return std::nullopt;
  }
  std::string text;
  if (!name("an expression", text))
    return std::nullopt;
  auto found = variables.find(text);
  if (found != variables.end())
    return found->second;
  fail(at, "no variable '" + text + "' is declared above" +
               suggest(text, variableNames));
  return std::nullopt;
}

std::unique_ptr<Model> nlp::parseModel(StringRef text, TextError &error) {
  error = {};
  return Parser(text, error).run();
}
