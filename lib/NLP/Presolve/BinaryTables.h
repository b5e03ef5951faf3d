//===- BinaryTables.h - Which rows of two blocks fit each other -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints over exactly two blocks in extension. Rows that such constraints
// cannot tell apart form a group. The table has, for each group, the groups of
// the other block that fit. All constraints between two blocks are one table.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H
#define TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H

#include "NLP/Presolve/Coupling.h"
#include "NLP/Presolve/Table.h"
#include "llvm/ADT/BitVector.h"

namespace talos::nlp {

/// Rows of bits, one after the other in memory.
class BitMatrix {
public:
  using Word = uintptr_t; ///< as BitVector has it

  BitMatrix() = default;
  BitMatrix(size_t rows, size_t bits)
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

struct BinaryTable {
  BlockId block[2];
  std::vector<uint32_t> group[2]; ///< by side and table row
  /// By side and group: the groups of the other side that fit.
  BitMatrix partners[2];
};

/// Binary tables over the given rows. `isTabulated`, by number of the coupling
/// constraint, is set for the constraints that a table stands for; constraints
/// whose tables would be too large stay out.
std::vector<BinaryTable>
buildBinaryTables(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                  llvm::ArrayRef<std::vector<uint32_t>> rows,
                  std::vector<bool> &isTabulated);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H
