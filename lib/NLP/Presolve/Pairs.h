//===- Pairs.h - Which rows of two blocks fit each other --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints over exactly two blocks as tables: rows that such constraints
// cannot tell apart form a group, and each group knows the groups of the other
// block that it fits. All constraints between two blocks are one pair.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_PAIRS_H
#define TALOS_LIB_NLP_PRESOLVE_PAIRS_H

#include "NLP/Presolve/Coupling.h"
#include "NLP/Presolve/Tabulate.h"
#include "llvm/ADT/BitVector.h"

namespace talos::nlp {

/// Sets of the same numbers, one after the other in memory.
class BitRows {
public:
  using Word = uintptr_t; ///< as BitVector has it

  BitRows() = default;
  BitRows(size_t rows, size_t bits)
      : words((bits + WordBits - 1) / WordBits), data(rows * words),
        rows(rows) {}
  size_t size() const { return rows; }
  llvm::ArrayRef<Word> operator[](size_t row) const {
    return llvm::ArrayRef(data).slice(row * words, words);
  }
  static bool test(llvm::ArrayRef<Word> row, size_t bit) {
    return row[bit / WordBits] >> bit % WordBits & 1;
  }
  void set(size_t row, size_t bit) {
    data[row * words + bit / WordBits] |= Word(1) << bit % WordBits;
  }

private:
  static constexpr size_t WordBits = 8 * sizeof(Word);
  size_t words = 0;
  std::vector<Word> data;
  size_t rows = 0;
};

struct Pair {
  BlockId block[2];
  std::vector<uint32_t> group[2]; ///< by side and table row
  /// By side and group: the groups of the other side that fit.
  BitRows partners[2];
};

/// Pairs over the given rows. `inPair`, by number of the coupling constraint,
/// is set for those that the pairs stand for; constraints whose tables would be
/// too large stay out.
std::vector<Pair> buildPairs(const Coupling &coupling,
                             llvm::ArrayRef<Table> tables,
                             llvm::ArrayRef<std::vector<uint32_t>> rows,
                             std::vector<bool> &inPair);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_PAIRS_H
