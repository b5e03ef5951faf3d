//===- TextTable.cpp - Text that fits a terminal --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using llvm::StringRef;

/// No column is made narrower.
static constexpr size_t leastWidth = 12;

std::vector<std::string> talos::wrapped(StringRef text, size_t columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    text = rest;
    if (lines.back().empty())
      lines.back() = word.str();
    else if (lines.back().size() + 1 + word.size() <= columns)
      lines.back() += " " + word.str();
    else
      lines.push_back(word.str());
  }
  return lines;
}

void talos::printWrapped(StringRef text, size_t indent, llvm::raw_ostream &os) {
  // The first line has room that the others do not have.
  static constexpr size_t hang = 4;
  size_t at = indent;
  for (const std::string &line :
       wrapped(text, terminalColumns - indent - hang)) {
    os.indent(at) << line << "\n";
    at = indent + hang;
  }
}

std::vector<size_t> TextTable::widths() const {
  std::vector<size_t> widths(rows.front().size(), 0);
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  size_t total = 1;
  for (size_t width : widths)
    total += width + 2;
  while (total > terminalColumns + 1) { // no spaces behind the last column
    auto widest = llvm::max_element(widths);
    if (*widest <= leastWidth)
      break;
    size_t less = std::min(total - terminalColumns - 1, *widest - leastWidth);
    *widest -= less;
    total -= less;
  }
  return widths;
}

void TextTable::print(llvm::raw_ostream &os) const {
  std::vector<size_t> columns = widths();
  for (const auto &row : rows) {
    std::vector<std::vector<std::string>> cells;
    size_t height = 1;
    for (size_t i = 0; i < row.size(); ++i) {
      // A cell that fits keeps its spaces.
      cells.push_back(row[i].size() <= columns[i]
                          ? std::vector<std::string>{row[i]}
                          : wrapped(row[i], columns[i]));
      height = std::max(height, cells.back().size());
    }
    for (size_t at = 0; at < height; ++at) {
      std::string line = " ";
      for (size_t i = 0; i < row.size(); ++i) {
        std::string text = at < cells[i].size() ? cells[i][at] : "";
        text.resize(std::max(text.size(), columns[i]) + 1, ' ');
        line += " " + text;
      }
      os << StringRef(line).rtrim() << "\n";
    }
  }
  os << "\n";
}
