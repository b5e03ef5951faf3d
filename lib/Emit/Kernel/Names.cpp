//===- Names.cpp - Unique C++ identifiers ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Names.h"
#include "Emit/Kernel/ReservedNames.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::emit {

std::string legalIdentifier(StringRef wanted) {
  std::string name;
  for (char c : wanted) {
    char next = llvm::isAlnum(c) ? c : '_';
    // "__" is reserved everywhere in C++.
    if (next == '_' && !name.empty() && name.back() == '_')
      continue;
    name += next;
  }
  if (name.empty() || llvm::isDigit(name.front()) || name == "_")
    name = "v" + (name == "_" ? std::string() : name);
  // A leading '_' is reserved at global scope.
  if (name.front() == '_')
    name.erase(0, 1);
  if (llvm::isDigit(name.front()))
    name = "v" + name;
  return isReservedName(name) || isEmittedName(name) ? name + "_" : name;
}

std::string legalFunctionName(StringRef wanted) {
  std::string name = legalIdentifier(wanted);
  return isLibraryFunction(name) ? name + "_" : name;
}

std::string fileStem(StringRef top) {
  StringRef stem = top.rtrim('_');
  // What the emitted files and the tool's headers include.
  static constexpr StringLiteral headers[] = {
      "assert",   "complex", "ctype",  "errno",  "fenv",    "float",  "iso646",
      "inttypes", "limits",  "locale", "math",   "setjmp",  "signal", "stdarg",
      "stddef",   "stdint",  "stdio",  "stdlib", "stdbool", "string", "time",
      "tgmath",   "unistd",  "uchar",  "wchar",  "wctype"};
  return llvm::is_contained(headers, stem) ? (stem + "_kernel").str()
                                           : stem.str();
}

static StringRef nameOfLocation(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().getValue();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (auto named = dyn_cast<NameLoc>(part))
        return named.getName().getValue();
  return "";
}

std::string userName(Value value, StringRef fallback) {
  StringAttr given;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    if (auto function = dyn_cast_or_null<FunctionOpInterface>(parent))
      given = function.getArgAttrOfType<StringAttr>(arg.getArgNumber(),
                                                    hls::nameAttrName);
    else if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(parent))
      if (llvm::is_contained(
              loop.getLoopInductionVars().value_or(SmallVector<Value>()),
              value))
        given = parent->getAttrOfType<StringAttr>(hls::nameAttrName);
  } else {
    Operation *op = value.getDefiningOp();
    if (!isa<LoopLikeOpInterface>(op))
      given = op->getAttrOfType<StringAttr>(hls::nameAttrName);
  }
  if (given && !given.getValue().empty())
    return legalIdentifier(given.getValue());
  StringRef located = nameOfLocation(value.getLoc());
  auto arg = dyn_cast<BlockArgument>(value);
  if (located.empty() && arg)
    if (auto loop =
            dyn_cast<LoopLikeOpInterface>(arg.getOwner()->getParentOp()))
      located = nameOfLocation(loop.getLoc());
  return legalIdentifier(located.empty() ? fallback : located);
}

bool NameScope::taken(StringRef name) const {
  for (const llvm::StringSet<> &frame : frames)
    if (frame.contains(name))
      return true;
  return parent && parent->taken(name);
}

std::string elementName(StringRef array, int64_t number) {
  return (array + "_" + llvm::Twine(number)).str();
}

bool NameScope::isFree(const std::string &name, int64_t elements) const {
  auto isTaken = [&](const std::string &own) {
    return taken(own) || reserved.contains(own);
  };
  return !isTaken(name) &&
         llvm::none_of(llvm::seq(elements), [&](int64_t number) {
           return isTaken(elementName(name, number));
         });
}

std::string NameScope::takeArray(StringRef wanted, int64_t elements) {
  std::string name = legalIdentifier(wanted);
  std::string stem = name.back() == '_' ? name : name + "_";
  for (unsigned i = 1; !isFree(name, elements); ++i)
    name = stem + std::to_string(i);
  frames.back().insert(name);
  for (int64_t number : llvm::seq(elements))
    frames.back().insert(elementName(name, number));
  return name;
}

std::string NameScope::take(StringRef wanted) { return takeArray(wanted, 0); }

} // namespace talos::emit
