//===- BoundedEnumerator.h - Choices within a bound -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDEDENUMERATOR_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDEDENUMERATOR_H

#include "NLP/BlockEnumeration/BoundFilter.h"
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "NLP/BlockEnumeration/TableBuilder.h"

namespace talos::nlp {

/// Enumerates the choices of a block that a BoundFilter admits. Takes many
/// partial choices to the next variable together, a lane each.
class BoundedEnumerator {
public:
  /// As enumerateBlock() has them, with a filter; `order`: the variables, as
  /// they are given values. All must outlive this.
  BoundedEnumerator(const Model &model, const Ranges &ranges,
                    llvm::ArrayRef<VarId> order,
                    llvm::ArrayRef<NodeId> constraints,
                    llvm::ArrayRef<NodeId> features,
                    const EnumerationRequest &request);

  /// To be called once.
  Table run();

private:
  /// Values of the variables before a position.
  struct Partial {
    std::vector<uint32_t> digits; ///< domain indices
    Settled settled;              ///< constraints
  };

  bool hasMany(unsigned p) const {
    return prefix.domain(p).size() >= filter.wideFrom;
  }

  void load(unsigned p, const Partial &partial);
  void descend(unsigned p);
  void goOn(unsigned p);
  void choose(unsigned p, std::vector<Lane> &lanes);
  bool mayBe(unsigned p, uint32_t index);

  const EnumerationRequest &request;
  BoundFilter &filter;
  PartialAssignment prefix;
  llvm::ArrayRef<VarId> order;
  PrivateConstraints privates;
  TableBuilder rows;
  std::vector<std::vector<Partial>> positions; ///< partial choices, by position
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDEDENUMERATOR_H
