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
#include "llvm/ADT/StringMap.h"

using namespace talos;
using namespace talos::nlp;

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

  bool statements() {
    while (!isWord("end")) {
      if (token.kind == Token::End)
        return fail(token, "the file ends without 'end'; it may be cut off");
      bool good =
          take("block")        ? block()
          : take("var")        ? variable(/*dependent=*/false)
          : take("dependent")  ? variable(/*dependent=*/true)
          : take("let")        ? let()
          : take("output")     ? output()
          : take("constraint") ? constraint()
          : take("minimize")
              ? minimize()
              : unexpected("'block', 'var', 'dependent', 'let', "
                           "'output', 'constraint', 'minimize' or 'end'");
      if (!good)
        return false;
    }
    return finish();
  }

  bool finish() {
    if (objectives.empty())
      return fail(token,
                  "the model has no objective; write 'minimize 0' if any "
                  "feasible point will do");
    advance();
    if (token.kind != Token::End)
      return fail(token, "text after 'end'; remove it");
    model->setObjective(objectives);
    return error.message.empty();
  }

  bool block() {
    Token at;
    std::string text;
    if (!name("the name of a block", text, &at))
      return false;
    return blocks.try_emplace(text, model->addBlock(text)).second ||
           fail(at, "block '" + text + "' is there already; rename one");
  }

  bool variable(bool dependent) {
    Token at;
    std::string text;
    std::vector<int64_t> values;
    if (!name("the name of a variable", text, &at))
      return false;
    if (model->blocks().empty())
      return fail(at,
                  "variable '" + text +
                      "' stands before the first 'block'; declare its block "
                      "first");
    if (!expect("in") || !domain(values))
      return false;
    BlockId owner = model->blocks().size() - 1;
    Expr expr = dependent ? model->addDependent(owner, text, values)
                          : model->addVariable(owner, text, values);
    std::string full = model->fullName(model->variables().size() - 1);
    variableNames.push_back(full);
    return variables.try_emplace(full, expr).second ||
           fail(at, "variable '" + full + "' is there already; rename one");
  }

  bool domain(std::vector<int64_t> &values) {
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

  bool range(std::vector<int64_t> &values) {
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
      return fail(at, "the values of a domain must ascend, but " +
                          Twine(first) + " follows " + Twine(values.back()));
    // Unsigned: the difference of two numbers of 64 bits.
    uint64_t more = uint64_t(last) - uint64_t(first);
    if (more >= maxDomainSize || values.size() + more >= maxDomainSize)
      return fail(at, "the domain has more than " + Twine(maxDomainSize) +
                          " values; bound it more tightly");
    allValues += more + 1;
    if (allValues > maxValues)
      return fail(at, "the domains have more than " + Twine(maxValues) +
                          " values together; bound them more tightly");
    for (int64_t value = first;; ++value) {
      values.push_back(value);
      if (value == last)
        return true;
    }
  }

  bool number(int64_t &value) {
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

  bool let() {
    Token at = token;
    if (at.kind != Token::Label)
      return unexpected("a name with '%'");
    advance();
    Expr expr;
    if (!expect("=") || !expression(expr))
      return false;
    return lets.try_emplace(at.text, expr).second ||
           fail(at, "'%" + at.text + "' is there already; rename one");
  }

  bool output() {
    Token at;
    std::string what, owner;
    if (!name("the name of an output", what) || !expect("of") ||
        !name("the name of a block", owner, &at))
      return false;
    auto found = blocks.find(owner);
    if (found == blocks.end())
      return fail(at, "no block '" + owner + "' is declared above");
    Expr expr;
    if (!expect("=") || !expression(expr))
      return false;
    model->declareOutput(found->second, what, expr);
    return true;
  }

  bool constraint() {
    if (token.kind != Token::String)
      return unexpected("the name of the constraint in double quotes");
    std::string text = token.text;
    advance();
    Expr expr;
    if (!expect(":") || !expression(expr))
      return false;
    model->addConstraint(text, expr);
    return true;
  }

  bool minimize() {
    objectives.emplace_back();
    return expression(objectives.back());
  }

  bool expression(Expr &result) {
    if (++depth > maxDepth)
      return fail(token, "the expression nests more than " + Twine(maxDepth) +
                             " deep; name parts of it with 'let'");
    bool good = infix(0, result);
    --depth;
    return good;
  }

  /// Operands of a level with the operations of that level between them. A
  /// comparison does not chain.
  bool infix(unsigned level, Expr &result) {
    static constexpr Op levels[][2] = {
        {Op::Le, Op::Eq}, {Op::Add, Op::Sub}, {Op::Mul, Op::Mul}};
    if (level == std::size(levels))
      return atom(result);
    if (!infix(level + 1, result))
      return false;
    do {
      const Op *op = llvm::find_if(
          levels[level], [&](Op each) { return take(spelling(each)); });
      if (op == std::end(levels[level]))
        break;
      Expr right;
      if (!infix(level + 1, right))
        return false;
      result = model->makeExactly(*op, {result, right});
    } while (level > 0);
    return true;
  }

  bool atom(Expr &result) {
    if (token.kind == Token::Number ||
        (token.kind == Token::Mark && token.text == "-")) {
      int64_t value = 0;
      if (!number(value))
        return false;
      result = model->constant(value);
      return true;
    }
    if (take("("))
      return expression(result) && expect(")");
    for (Op op : {Op::FloorDiv, Op::CeilDiv, Op::Mod, Op::Gcd, Op::Min, Op::Max,
                  Op::Select, Op::CeilLog2})
      if (isWord(spelling(op)))
        return call(op, result);
    return reference(result);
  }

  bool call(Op op, Expr &result) {
    Token at = token;
    advance();
    if (!expect("("))
      return false;
    std::vector<Expr> operands;
    do {
      operands.emplace_back();
      if (!expression(operands.back()))
        return false;
    } while (take(","));
    if (!expect(")"))
      return false;
    if (operands.size() != operandCount(op))
      return fail(at, "'" + spelling(op) + "' takes " +
                          Twine(operandCount(op)) + " operands, not " +
                          Twine(operands.size()));
    result = model->makeExactly(op, operands);
    return true;
  }

  bool reference(Expr &result) {
    Token at = token;
    if (at.kind == Token::Label) {
      advance();
      auto found = lets.find(at.text);
      if (found == lets.end())
        return fail(at, "'%" + at.text + "' is not defined above");
      result = found->second;
      return true;
    }
    std::string text;
    if (!name("an expression", text))
      return false;
    auto found = variables.find(text);
    if (found == variables.end())
      return fail(at, "no variable '" + text + "' is declared above" +
                          suggest(text, variableNames));
    result = found->second;
    return true;
  }

  /// Limits the recursion, so that no text exhausts the stack.
  static constexpr unsigned maxDepth = 500;
  /// Limits the memory that a short text can ask for.
  static constexpr uint64_t maxValues = 10000000;

  Lexer lexer;
  TextError &error;
  std::unique_ptr<Model> model;
  Token token;
  unsigned depth = 0;
  uint64_t allValues = 0;
  llvm::StringMap<BlockId> blocks;
  llvm::StringMap<Expr> variables, lets;
  std::vector<std::string> variableNames;
  std::vector<Expr> objectives;
};
} // namespace

std::unique_ptr<Model> nlp::parseModel(StringRef text, TextError &error) {
  error = {};
  return Parser(text, error).run();
}
