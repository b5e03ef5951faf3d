//===- ValueClassFilter.h - Values that act alike, together -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_VALUECLASSFILTER_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_VALUECLASSFILTER_H

#include "NLP/BlockEnumeration/BlockProgram.h"
#include "NLP/Evaluate/LaneOps.h"
#include <map>
#include <set>

namespace talos::nlp {

/// Excludes values of a wide variable under many partial choices at once, a
/// lane each. Values that a slot cannot tell apart form a class and share its
/// lanes.
class ValueClassFilter {
public:
  /// `program` and `domain` must outlive this. Checks that would take too much
  /// memory are left out.
  ValueClassFilter(const BlockProgram &program, VarId variable,
                   ArrayRef<int64_t> domain, ArrayRef<BoundCheck> checks);

  /// Whether there is nothing to check, or classes are too small to pay.
  bool isIdle() const { return checks.empty(); }

  /// Adds a partial choice, by the ranges of slots that do not depend on the
  /// variable.
  void add(function_ref<Interval(unsigned)> now);

  /// The domain indices that are not excluded, for each of the partial choices,
  /// which are then forgotten. `limit`: of the objective. Adds to `refuting`
  /// the constraints that excluded a value by themselves.
  std::vector<std::vector<uint32_t>> filter(int64_t limit,
                                            std::set<unsigned> &refuting);

private:
  /// A partition of the domain indices.
  struct Classes {
    std::vector<uint32_t> of;    ///< by domain index
    std::vector<uint32_t> first; ///< a domain index of each class
  };
  struct Row {
    unsigned slot;
    unsigned classes; ///< number of its Classes
    size_t at;        ///< of its lanes, class by class
  };
  struct Check {
    BoundCheck what;
    std::vector<Row> rows; ///< operands first; the last one is tested
    std::vector<unsigned> inputs, classes; ///< of the rows
    size_t work = 0;                       ///< ranges for one partial choice
    int64_t asked = 0, refuted = 0;        ///< values
    /// An estimate of the work for each refuted value.
    double rank() const {
      return double(work) * double(asked + 1) / double(refuted + 1);
    }
  };

  void describe(unsigned i);
  void describeOwn(unsigned i);
  unsigned classify(std::vector<uint32_t> keys);
  unsigned refine(ArrayRef<unsigned> parts);
  Check list(const BoundCheck &what) const;
  void listInputs(Check &check);
  LaneOperand operand(unsigned slot, size_t index) const;
  void load(const Check &check, ArrayRef<uint32_t> chosen);
  void evaluate(const Check &check, size_t lanes);
  bool ask(Check &check, uint32_t number, size_t lane, int64_t limit);
  void ask(Check &check, int64_t limit);
  bool mayBe(uint32_t number, size_t index) const {
    return !isOut[number * domain.size() + index];
  }

  const BlockProgram &program;
  ArrayRef<Slot> slots;
  VarId variable;
  ArrayRef<int64_t> domain;
  std::vector<Classes> classes;
  std::map<std::vector<uint32_t>, unsigned> numberOf; ///< of classes
  std::vector<int> classesOf; ///< by slot; -1: does not depend on it
  /// By slot that depends on the variable alone, and domain index; or none.
  std::vector<std::vector<Interval>> own;
  std::vector<size_t> rowAt;    ///< by slot: of its lanes, in the last check
  std::vector<Check> checks;    ///< those with the least rank first
  std::vector<unsigned> inputs; ///< slots that partial choices decide
  std::vector<int> inputNumber; ///< by slot; -1: none

  size_t count = 0;                    ///< of partial choices
  std::vector<Interval> given;         ///< by partial choice and input
  std::vector<uint8_t> isOut;          ///< by partial choice and domain index
  std::vector<uint32_t> open;          ///< partial choices with a value left
  std::vector<int64_t> laneLo, laneHi; ///< of inputs
  std::vector<int64_t> lo, hi;         ///< of rows
  std::vector<std::vector<bool>> isNeeded; ///< by classes
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_VALUECLASSFILTER_H
