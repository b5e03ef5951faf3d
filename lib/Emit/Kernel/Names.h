//===- Names.h - Unique C++ identifiers -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_NAMES_H
#define TALOS_LIB_EMIT_KERNEL_NAMES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace talos::emit {

/// `wanted` with every character that C++ forbids replaced by '_', and a
/// trailing '_' when it is a keyword, a macro of the emitted files or reserved.
std::string legalIdentifier(llvm::StringRef wanted);

/// Likewise for a function with C linkage, which must not be one of the C
/// library or a type of the tool's headers.
std::string legalFunctionName(llvm::StringRef wanted);

/// The user's name of a value: `hls.name` on the argument, loop or operation,
/// else its NameLoc, else `fallback`.
std::string userName(mlir::Value value, llvm::StringRef fallback);

/// The name of an element where an array is one thing for each: `t_0` of `t`.
std::string elementName(llvm::StringRef array, int64_t number);

/// Names of nested C++ scopes. A name is unique among those visible, so that
/// the emitted code shadows nothing.
class NameScope {
public:
  explicit NameScope(const NameScope *parent = nullptr) : parent(parent) {
    frames.emplace_back();
  }
  /// Takes `wanted` if it is free, else wanted_1, wanted_2, ...
  std::string take(llvm::StringRef wanted);
  /// The same of an array, with the names of its elements.
  std::string takeArray(llvm::StringRef wanted, int64_t elements);
  bool taken(llvm::StringRef name) const;
  /// Takes a name that may be taken again in an inner scope: a function must
  /// not be called like a port.
  void reserve(llvm::StringRef name) { reserved.insert(name); }
  void push() { frames.emplace_back(); }
  void pop() { frames.pop_back(); }

private:
  bool isFree(const std::string &name, int64_t elements) const;

  const NameScope *parent;
  std::vector<llvm::StringSet<>> frames;
  llvm::StringSet<> reserved;
};

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_NAMES_H
