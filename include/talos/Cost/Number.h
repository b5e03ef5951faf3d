//===- Number.h - What the rules need of a number type ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are templates over N in {Int, nlp::Expr}. Both have the vocabulary
// of Support/Int.h; `Numbers<N>` adds what differs: making a constant, and
// asking whether a value is known, so that expressions stay small.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_NUMBER_H
#define TALOS_COST_NUMBER_H

#include "talos/NLP/Model.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace talos::cost {

template <typename N> class Numbers;

template <> class Numbers<Int> {
public:
  Int operator()(int64_t value) const { return Int(value); }
  static std::optional<int64_t> known(Int value) {
    if (!value.isValid())
      return std::nullopt;
    return value.value();
  }
  /// f(value).
  std::optional<Int> tabulate(Int value,
                              llvm::function_ref<int64_t(int64_t)> f) const;
};

template <> class Numbers<nlp::Expr> {
public:
  explicit Numbers(nlp::Model &model) : model(&model) {}
  nlp::Expr operator()(int64_t value) const { return model->constant(value); }
  static std::optional<int64_t> known(nlp::Expr value) {
    const nlp::Node &node = value.getModel()->nodes()[value.node()];
    if (node.op != nlp::Op::Constant)
      return std::nullopt;
    return node.value;
  }
  /// f(value) as a table over the values that the expression can take;
  /// nullopt where these are too many.
  std::optional<nlp::Expr>
  tabulate(nlp::Expr value, llvm::function_ref<int64_t(int64_t)> f) const;

private:
  nlp::Model *model;
};

} // namespace talos::cost

#endif // TALOS_COST_NUMBER_H
