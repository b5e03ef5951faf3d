//===- FullEnumerator.h - All choices of a block ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_FULLENUMERATOR_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_FULLENUMERATOR_H

#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "NLP/BlockEnumeration/TableBuilder.h"
#include <random>

namespace talos::nlp {

/// Enumerates all choices of a block depth first, one variable after the other.
class FullEnumerator {
public:
  /// As enumerateBlock() has them; `order`: the variables, as they are given
  /// values. All must outlive this.
  FullEnumerator(const Model &model, const Ranges &ranges,
                 llvm::ArrayRef<VarId> order,
                 llvm::ArrayRef<NodeId> constraints,
                 llvm::ArrayRef<NodeId> features,
                 const EnumerationRequest &request)
      : request(request), prefix(model, order), order(order),
        privates(model, ranges, prefix, order, constraints),
        rows(model, order, features, request.most) {}

  /// To be called once.
  Table run();

private:
  bool seemsTooLarge();
  double probe(std::minstd_rand &random);
  void descend(unsigned p);

  const EnumerationRequest &request;
  PartialAssignment prefix;
  llvm::ArrayRef<VarId> order;
  PrivateConstraints privates;
  TableBuilder rows;
  int64_t steps = 0;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_FULLENUMERATOR_H
