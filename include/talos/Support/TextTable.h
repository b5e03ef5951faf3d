//===- TextTable.h - Text that fits a terminal ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_TEXTTABLE_H
#define TALOS_SUPPORT_TEXTTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace talos {

/// Columns of what hlsc prints for people.
inline constexpr size_t terminalColumns = 100;

/// The words of `text` in lines of at most `columns`; a longer word has a line
/// of its own.
std::vector<std::string> wrapped(llvm::StringRef text, size_t columns);

/// Prints `text` in lines of at most `terminalColumns`, the first one behind
/// `indent` spaces, the others behind four more.
void printWrapped(llvm::StringRef text, size_t indent, llvm::raw_ostream &os);

/// Rows of text, printed with aligned columns. Where they need more than
/// `terminalColumns`, the widest columns are broken into lines.
class TextTable {
public:
  explicit TextTable(std::vector<std::string> header) {
    add(std::move(header));
  }
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  bool hasRows() const { return rows.size() > 1; }
  void print(llvm::raw_ostream &os) const;

private:
  std::vector<size_t> widths() const;

  std::vector<std::vector<std::string>> rows;
};

} // namespace talos

#endif // TALOS_SUPPORT_TEXTTABLE_H
