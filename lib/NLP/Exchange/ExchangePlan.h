//===- ExchangePlan.h - How each expression is written ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EXCHANGE_EXCHANGEPLAN_H
#define TALOS_LIB_NLP_EXCHANGE_EXCHANGEPLAN_H

#include "talos/NLP/Exchange.h"
#include "talos/NLP/Interval.h"

namespace talos::nlp {

/// One row of a table: values of the variables, then of the expression.
struct PlanRow {
  int64_t arguments[2] = {0, 0};
  bool valid = true;
  int64_t value = 0; ///< 0 where not valid
};

struct PlanNode {
  enum Kind {
    Unused,
    Number,    ///< always this value, and valid
    Choice,    ///< a variable of the model
    Table,     ///< a function of one or two variables, given by rows
    Operation, ///< of its operands
  };
  Kind kind = Unused;
  Interval range;       ///< of the written value, after clipping
  bool mayFail = false; ///< some point makes it invalid, or beyond `range`
  std::vector<VarId> arguments; ///< of a table
  std::vector<PlanRow> rows;
};

/// Decides how a model is written. Validity is monotone: an operation is valid
/// only if its operands are, so a solver gains nothing by calling a valid
/// expression invalid.
struct ExchangePlan {
  /// Values of expressions must lie in -limit..limit, tables have at most
  /// `maxRows` rows.
  ExchangePlan(const Model &model, int64_t limit, size_t maxRows);

  /// The range of operand `i` where the operation is defined; if it may fail,
  /// with a value for points where the operand is not valid.
  Interval operandRange(NodeId id, unsigned i) const;

  /// Whether the operation may see another value than operand `i` has.
  bool needsCopy(NodeId id, unsigned i) const;

  /// The values of a variable that can be written; the others are counted.
  std::vector<int64_t> domainOf(VarId v) {
    std::vector<int64_t> domain = model.variables()[v].domain;
    llvm::erase_if(domain, [&](int64_t x) { return x < -limit || x > limit; });
    clippedValues += model.variables()[v].domain.size() - domain.size();
    return domain;
  }

  std::vector<PlanNode> nodes;             ///< by NodeId
  unsigned clipped = 0, clippedValues = 0; ///< as in WriteResult
  bool objectiveCut = false;

private:
  void plan(NodeId id);
  bool tabulate(NodeId id);
  std::vector<int64_t> demands(int64_t objectiveLimit) const;

  const Model &model;
  const int64_t limit;
  const size_t maxRows;
  Ranges ranges;
  std::vector<std::vector<VarId>> supports; ///< up to 3; more: not a table
};

/// A name for a comment line: names are the user's and may hold line ends.
std::string comment(StringRef text);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EXCHANGE_EXCHANGEPLAN_H
