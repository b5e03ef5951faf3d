//===- Conditions.cpp - Conditions as text --------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/NetworkFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringRef;

namespace {
/// condition = (sum | "(" sum ")") ["/" number] ["%" number] relation number
/// sum = ["-"] term {("+" | "-") term}; term = [number "*"] name | number
class ConditionParser {
public:
  explicit ConditionParser(StringRef text) : text(text), rest(text) {}
  llvm::Expected<Condition> parse();

private:
  bool take(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool takeNumber(int64_t &number, bool mayBeNegative = false);
  bool takeName(std::string &name);
  bool takeTerm(Condition &condition, int64_t sign);
  bool takeSum(Condition &condition);
  bool takeRelation(Condition &condition);

  StringRef text, rest;
};
} // namespace

bool ConditionParser::takeNumber(int64_t &number, bool mayBeNegative) {
  int64_t sign = mayBeNegative && take("-") ? -1 : 1;
  rest = rest.ltrim();
  if (rest.take_while(llvm::isDigit).empty() || rest.consumeInteger(10, number))
    return false;
  number *= sign;
  return true;
}

bool ConditionParser::takeName(std::string &name) {
  rest = rest.ltrim();
  if (rest.empty() || !(llvm::isAlpha(rest.front()) || rest.front() == '_'))
    return false;
  name = rest.take_while([](char c) {
               return llvm::isAlnum(c) || c == '_' || c == '.';
             })
             .str();
  rest = rest.drop_front(name.size());
  return true;
}

bool ConditionParser::takeTerm(Condition &condition, int64_t sign) {
  Condition::Term term;
  if (takeName(term.variable)) {
    term.coefficient = sign;
    condition.terms.push_back(std::move(term));
    return true;
  }
  int64_t number = 0;
  if (!takeNumber(number))
    return false;
  if (!take("*"))
    return !__builtin_add_overflow(condition.constant, sign * number,
                                   &condition.constant);
  if (!takeName(term.variable))
    return false;
  term.coefficient = sign * number;
  condition.terms.push_back(std::move(term));
  return true;
}

bool ConditionParser::takeSum(Condition &condition) {
  if (!takeTerm(condition, take("-") ? -1 : 1))
    return false;
  while (true) {
    if (take("+")) {
      if (!takeTerm(condition, 1))
        return false;
    } else if (take("-")) {
      if (!takeTerm(condition, -1))
        return false;
    } else {
      return true;
    }
  }
}

bool ConditionParser::takeRelation(Condition &condition) {
  static constexpr std::pair<StringRef, Condition::Relation> relations[] = {
      {"<=", Condition::LE}, {"<", Condition::LT},  {">=", Condition::GE},
      {">", Condition::GT},  {"==", Condition::EQ}, {"!=", Condition::NE}};
  for (auto [sign, relation] : relations)
    if (take(sign)) {
      condition.relation = relation;
      return true;
    }
  return false;
}

llvm::Expected<Condition> ConditionParser::parse() {
  Condition condition;
  bool isGrouped = take("(");
  bool good = takeSum(condition) && (!isGrouped || take(")"));
  // Without parentheses, i + j / 4 would mean something else in C.
  bool isOne = condition.terms.size() == 1 && condition.constant == 0 &&
               condition.terms.front().coefficient == 1;
  if (good && take("/"))
    good = (isGrouped || isOne) && takeNumber(condition.divisor) &&
           condition.divisor >= 1;
  if (good && take("%"))
    good = (isGrouped || isOne) && takeNumber(condition.modulus) &&
           condition.modulus >= 1;
  good = good && takeRelation(condition) &&
         takeNumber(condition.bound, /*mayBeNegative=*/true);
  if (good && rest.trim().empty())
    return condition;
  return llvm::createStringError(
      std::errc::invalid_argument,
      "the condition '%s' is not of the form 'i + 1 < 5', '2*i - j >= 0' or "
      "'(i + j) / 4 %% 2 == 1'",
      text.str().c_str());
}

llvm::Expected<Condition> sim::parseCondition(StringRef text) {
  return ConditionParser(text).parse();
}
