//===- JsonPlaces.h - Where the values of a JSON text stand -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::json forgets where a value stood, and keeps one of several members of
// the same name.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_JSONPLACES_H
#define TALOS_SUPPORT_JSONPLACES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace talos {

struct LineAndColumn {
  unsigned line = 1, column = 1; ///< from 1, columns in bytes
};
LineAndColumn lineAndColumn(llvm::StringRef text, size_t offset);

class JsonPlaces {
public:
  /// Of a text that llvm::json parses.
  explicit JsonPlaces(llvm::StringRef text);

  struct Member {
    std::string key;
    size_t offset; ///< of the key
    unsigned value;
  };
  /// A value: where it begins, and what is in it.
  struct Value {
    size_t offset = 0;
    std::vector<Member> members;
    std::vector<unsigned> elements;
    const Member *find(llvm::StringRef key) const;
  };
  const Value &root() const { return values.front(); }
  const Value &operator[](unsigned number) const { return values[number]; }
  /// The first member whose object has another one of that name before it.
  const std::optional<Member> &duplicate() const { return second; }

private:
  unsigned scan();
  void scanMembers(unsigned value);
  void scanElements(unsigned value);
  void skipBlanks();
  llvm::StringRef scanString();

  llvm::StringRef text;
  size_t position = 0;
  std::vector<Value> values;
  std::optional<Member> second;
};

} // namespace talos

#endif // TALOS_SUPPORT_JSONPLACES_H
