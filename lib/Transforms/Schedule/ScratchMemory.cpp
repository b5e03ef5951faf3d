//===- ScratchMemory.cpp - Local arrays in memory off chip ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/ScratchMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Names.h"

using namespace mlir;
using namespace talos;

static constexpr llvm::StringLiteral Suffix = ".scratch";

bool transforms::isScratchMemory(StringRef text) {
  return text.ends_with(Suffix);
}

/// Says what forbids that the array lies in memory.
static LogicalResult check(func::FuncOp func, memref::AllocOp array) {
  auto error = [&](Location at) {
    return emitError(at) << "array '" << nameOfArray(array)
                         << "' cannot lie in memory off chip: ";
  };
  hls::TargetAttr target = hls::targetOf(func);
  if (target && target.getMemory() == hls::MemoryKind::Ports)
    return error(array.getLoc())
           << "arrays are memories beside the kernel (memory = ports)";
  for (Operation *user : array->getUsers())
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::DeallocOp>(
            user))
      return error(user->getLoc())
             << "it is accessed here otherwise than by loads and stores";
  return success();
}

std::string transforms::scratchMemory(func::FuncOp func) {
  ScopedDiagnosticHandler quiet(func.getContext(),
                                [](Diagnostic &) { return success(); });
  std::string all;
  for (auto array : func.getBody().front().getOps<memref::AllocOp>())
    if (array.getType().getNumElements() > 1 && succeeded(check(func, array)))
      all += (all.empty() ? "" : ",") + nameOfArray(array) + Suffix.str();
  return all;
}

LogicalResult transforms::moveToScratch(func::FuncOp func, StringRef text) {
  StringRef name = text.drop_back(Suffix.size());
  memref::AllocOp array;
  for (auto own : func.getBody().front().getOps<memref::AllocOp>())
    if (nameOfArray(own) == name)
      array = own;
  if (!array)
    return func.emitError("'") << text << "': function '" << func.getName()
                               << "' has no local array '" << name << "'";
  if (failed(check(func, array)))
    return failure();
  MLIRContext *context = func.getContext();
  NamedAttrList attributes;
  attributes.set(hls::nameAttrName, StringAttr::get(context, name));
  attributes.set(hls::scratchAttrName, UnitAttr::get(context));
  unsigned index = func.getNumArguments();
  if (failed(func.insertArgument(index, array.getType(),
                                 attributes.getDictionary(context),
                                 array.getLoc())))
    return failure();
  for (Operation *user : llvm::make_early_inc_range(array->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  array.replaceAllUsesWith(Value(func.getArgument(index)));
  array.erase();
  return success();
}
