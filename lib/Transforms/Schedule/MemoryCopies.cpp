//===- MemoryCopies.cpp - Read-only arrays in memory more than once -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/MemoryCopies.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

static constexpr llvm::StringLiteral Keyword = ".copies=";

bool transforms::isMemoryCopies(StringRef text) {
  return text.contains(Keyword);
}

/// Some argument takes turns with others at the port of that name.
static bool sharesPort(func::FuncOp func, StringRef name) {
  for (BlockArgument argument : func.getArguments())
    if (auto other = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                       hls::portOfAttrName))
      if (other.getValue() == name || nameOfArray(argument) == name)
        return true;
  return false;
}

/// Says what forbids copies of the array.
static LogicalResult check(func::FuncOp func, BlockArgument array) {
  std::string name = nameOfArray(array);
  auto error = [&](Location at) {
    return emitError(at) << "array '" << name
                         << "' cannot have copies in memory: ";
  };
  unsigned number = array.getArgNumber();
  hls::TargetAttr target = hls::targetOf(func);
  if (target && target.getMemory() == hls::MemoryKind::Ports)
    return error(array.getLoc())
           << "arrays are memories beside the kernel (memory = ports)";
  if (hls::ArrayBlock::of(func, number))
    return error(array.getLoc()) << "it is a block of another array";
  if (func.getArgAttr(number, hls::copyOfAttrName))
    return error(array.getLoc()) << "it is a copy of another array";
  if (sharesPort(func, name))
    return error(array.getLoc()) << "it takes turns with another one at a port";
  for (Operation *user : array.getUsers())
    if (!isa<AffineLoadOp>(user))
      return error(user->getLoc())
             << "it is written here, or accessed otherwise than by loads";
  return success();
}

/// The loads of the array that feed the store, within its block.
static SetVector<Operation *> loadsOf(AffineStoreOp store, Value array) {
  SetVector<Operation *> loads;
  SmallVector<Value> open{store.getValueToStore()};
  DenseSet<Operation *> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    auto load = dyn_cast<AffineLoadOp>(op);
    if (load && load.getMemRef() == array)
      loads.insert(op);
    op->walk([&](Operation *inner) {
      llvm::append_range(open, inner->getOperands());
    });
  }
  return loads;
}

/// By statement that reads the array, in their order, its loads that no earlier
/// one has. Loads that feed no store, as those of conditions, follow as one.
static SmallVector<SmallVector<Operation *>> readersOf(func::FuncOp func,
                                                       Value array) {
  SmallVector<SmallVector<Operation *>> readers;
  DenseSet<Operation *> taken;
  auto add = [&](ArrayRef<Operation *> loads) {
    SmallVector<Operation *> own;
    for (Operation *load : loads)
      if (taken.insert(load).second)
        own.push_back(load);
    if (!own.empty())
      readers.push_back(std::move(own));
  };
  func.walk(
      [&](AffineStoreOp store) { add(loadsOf(store, array).getArrayRef()); });
  add(SmallVector<Operation *>(array.getUsers()));
  return readers;
}

std::string transforms::memoryCopies(func::FuncOp func, unsigned most) {
  ScopedDiagnosticHandler quiet(func.getContext(),
                                [](Diagnostic &) { return success(); });
  std::string all;
  for (BlockArgument array : func.getArguments()) {
    if (!isa<MemRefType>(array.getType()) || failed(check(func, array)))
      continue;
    size_t copies = readersOf(func, array).size();
    if (copies > 1 && copies <= most)
      all += (all.empty() ? "" : ",") + nameOfArray(array) + Keyword.str() +
             std::to_string(copies);
  }
  return all;
}

LogicalResult transforms::copyInMemory(func::FuncOp func, StringRef text) {
  size_t at = text.find(Keyword);
  StringRef name = text.take_front(at);
  unsigned copies = 0;
  if (text.drop_front(at + Keyword.size()).getAsInteger(10, copies) ||
      copies < 2)
    return func.emitError("'")
           << text << "': copies of an array are 2 or more, as A.copies=2";
  BlockArgument array;
  llvm::StringSet<> names;
  for (BlockArgument argument : func.getArguments()) {
    names.insert(nameOfArray(argument));
    if (nameOfArray(argument) == name && isa<MemRefType>(argument.getType()))
      array = argument;
  }
  if (!array)
    return func.emitError("'") << text << "': function '" << func.getName()
                               << "' has no array argument '" << name << "'";
  if (failed(check(func, array)))
    return failure();
  auto readers = readersOf(func, array);
  if (readers.size() < copies)
    return emitError(array.getLoc())
           << "array '" << name << "' cannot have " << copies
           << " copies in memory: " << readers.size()
           << " statement(s) read it; ask for no more copies than that";
  for (unsigned copy = 1; copy < copies; ++copy) {
    std::string own = (name + "_copy" + Twine(copy)).str();
    while (!names.insert(own).second)
      own += "_";
    NamedAttrList attributes(func.getArgAttrDict(array.getArgNumber()));
    attributes.set(hls::nameAttrName, StringAttr::get(func.getContext(), own));
    attributes.set(hls::copyOfAttrName,
                   StringAttr::get(func.getContext(), name));
    unsigned index = func.getNumArguments();
    if (failed(func.insertArgument(index, array.getType(),
                                   attributes.getDictionary(func.getContext()),
                                   array.getLoc())))
      return failure();
    for (unsigned reader = copy; reader < readers.size(); reader += copies)
      for (Operation *load : readers[reader])
        cast<AffineLoadOp>(load).getMemrefMutable().assign(
            func.getArgument(index));
  }
  return success();
}
