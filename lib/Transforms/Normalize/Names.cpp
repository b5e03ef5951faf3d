//===- Names.cpp - Names of arguments, loops and allocations --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Names.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos {

/// Keywords of C++20 with the alternative operator spellings; C++14 code that
/// uses one of the newer ones would not survive a change of standard.
static bool isKeyword(StringRef name) {
  static const llvm::StringSet<> keywords = {
      "alignas",      "alignof",      "and",           "and_eq",
      "asm",          "auto",         "bitand",        "bitor",
      "bool",         "break",        "case",          "catch",
      "char",         "char16_t",     "char32_t",      "char8_t",
      "class",        "co_await",     "co_return",     "co_yield",
      "compl",        "concept",      "const",         "const_cast",
      "consteval",    "constexpr",    "constinit",     "continue",
      "decltype",     "default",      "delete",        "do",
      "double",       "dynamic_cast", "else",          "enum",
      "explicit",     "export",       "extern",        "false",
      "float",        "for",          "friend",        "goto",
      "if",           "inline",       "int",           "long",
      "main",         "mutable",      "namespace",     "new",
      "noexcept",     "not",          "not_eq",        "nullptr",
      "operator",     "or",           "or_eq",         "private",
      "protected",    "public",       "register",      "reinterpret_cast",
      "requires",     "return",       "short",         "signed",
      "sizeof",       "static",       "static_assert", "static_cast",
      "struct",       "switch",       "template",      "this",
      "thread_local", "throw",        "true",          "try",
      "typedef",      "typeid",       "typename",      "union",
      "unsigned",     "using",        "virtual",       "void",
      "volatile",     "wchar_t",      "while",         "xor",
      "xor_eq",       "std",          "hls",           "NULL"};
  return keywords.contains(name);
}

std::string toIdentifier(StringRef name, StringRef fallback) {
  std::string result;
  for (char c : name) {
    char kept = llvm::isAlnum(c) ? c : '_';
    if (kept != '_' || (!result.empty() && result.back() != '_'))
      result += kept;
  }
  while (!result.empty() && result.back() == '_' && name.back() != '_')
    result.pop_back();
  if (result.empty())
    return fallback.str();
  if (llvm::isDigit(result.front()))
    result.insert(0, "v");
  if (isKeyword(result))
    result += '_';
  return result;
}

std::string makeUnique(StringRef name, function_ref<bool(StringRef)> taken) {
  std::string result = name.str();
  for (unsigned i = 2; taken(result); ++i)
    result = name.str() + "_" + std::to_string(i);
  return result;
}

static std::string givenName(Attribute attribute, Location loc) {
  if (auto name = dyn_cast_or_null<StringAttr>(attribute))
    return name.str();
  if (auto name = loc->findInstanceOf<NameLoc>())
    return name.getName().str();
  return "";
}

namespace {
class Namer {
public:
  explicit Namer(func::FuncOp func) : func(func) {}
  void run();

private:
  std::string claim(StringRef given, StringRef fallback);
  void nameArguments();
  void nameAllocations();
  void nameLoops(Region &region);
  StringAttr attr(StringRef name) {
    return StringAttr::get(func.getContext(), name);
  }

  func::FuncOp func;
  llvm::StringSet<> arrays; ///< of arguments and allocations, and the function
  SmallVector<std::string> enclosing; ///< names of the loops around
};
} // namespace

std::string Namer::claim(StringRef given, StringRef fallback) {
  std::string name =
      makeUnique(toIdentifier(given, fallback),
                 [&](StringRef n) { return arrays.contains(n); });
  arrays.insert(name);
  return name;
}

void Namer::nameArguments() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    std::string name = claim(
        givenName(func.getArgAttr(i, hls::nameAttrName), argument.getLoc()),
        "arg" + std::to_string(i));
    func.setArgAttr(i, hls::nameAttrName, attr(name));
  }
}

void Namer::nameAllocations() {
  unsigned count = 0;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(op))
      return;
    std::string name =
        claim(givenName(op->getAttr(hls::nameAttrName), op->getLoc()),
              "buf" + std::to_string(count++));
    op->setAttr(hls::nameAttrName, attr(name));
  });
}

void Namer::nameLoops(Region &region) {
  for (Operation &op : region.getOps()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop) {
      std::string name = makeUnique(
          toIdentifier(givenName(op.getAttr(hls::nameAttrName), op.getLoc()),
                       "i" + std::to_string(enclosing.size())),
          [&](StringRef n) { return llvm::is_contained(enclosing, n); });
      op.setAttr(hls::nameAttrName, attr(name));
      enclosing.push_back(name);
    }
    for (Region &inner : op.getRegions())
      nameLoops(inner);
    if (loop)
      enclosing.pop_back();
  }
}

void Namer::run() {
  arrays.insert(func.getSymName());
  nameArguments();
  nameAllocations();
  nameLoops(func.getBody());
}

void nameAll(func::FuncOp func) { Namer(func).run(); }

MemRefType arrayType(func::FuncOp func, StringRef name) {
  auto isNamed = [&](Attribute attr) {
    auto given = dyn_cast_or_null<StringAttr>(attr);
    return given && given.getValue() == name;
  };
  for (BlockArgument argument : func.getArguments())
    if (isNamed(func.getArgAttr(argument.getArgNumber(), hls::nameAttrName)))
      return dyn_cast<MemRefType>(argument.getType());
  MemRefType type;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(op) &&
        isNamed(op->getAttr(hls::nameAttrName)))
      type = cast<MemRefType>(op->getResult(0).getType());
  });
  return type;
}

} // namespace talos

std::string talos::nameOfArray(Value array) {
  Attribute name;
  if (auto argument = dyn_cast<BlockArgument>(array))
    name = cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
               .getArgAttr(argument.getArgNumber(), hls::nameAttrName);
  else
    name = array.getDefiningOp()->getAttr(hls::nameAttrName);
  if (auto text = dyn_cast_or_null<StringAttr>(name))
    return text.getValue().str();
  auto argument = dyn_cast<BlockArgument>(array);
  return argument ? "arg" + std::to_string(argument.getArgNumber()) : "local";
}

llvm::StringSet<> talos::statementNames(func::FuncOp func) {
  llvm::StringSet<> names;
  func.walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>(hls::statementAttrName))
      names.insert(name.getValue());
  });
  return names;
}
