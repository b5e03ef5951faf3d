//===- SourceTexts.cpp - Subscripts and bounds as text --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceTexts.h"
#include "Extract.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {

/// The user's name: the attribute, else a NameLoc, else empty.
static std::string givenName(Attribute attribute, Location loc) {
  if (auto name = dyn_cast_or_null<StringAttr>(attribute))
    return name.str();
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  return "";
}

FailureOr<unsigned> SourceTexts::arrayOf(Value memref, Operation *user) {
  Block *entry = &scop.func.getBody().front();
  auto argument = dyn_cast<BlockArgument>(memref);
  Operation *def = memref.getDefiningOp();
  auto global = dyn_cast_or_null<memref::GetGlobalOp>(def);
  bool known = argument
                   ? argument.getOwner() == entry
                   : global || (isAllocation(def) && def->getBlock() == entry);
  if (!known) {
    InFlightDiagnostic diag = user->emitError(
        "accesses memory through a view; only arguments, allocations and "
        "globals are arrays: fold the view into the subscripts");
    if (def)
      diag.attachNote(def->getLoc()) << "the view is made here";
    return diag;
  }
  for (auto [i, array] : llvm::enumerate(scop.arrays)) {
    auto other = array.value.getDefiningOp<memref::GetGlobalOp>();
    if (array.value == memref ||
        (global && other && global.getName() == other.getName()))
      return unsigned(i);
  }
  Array array;
  array.value = memref;
  array.isArgument = bool(argument);
  std::string fallback =
      (argument ? "arg" : "buf") +
      std::to_string(argument ? argument.getArgNumber() : scop.arrays.size());
  array.name = argument
                   ? givenName(scop.func.getArgAttr(argument.getArgNumber(),
                                                    hls::nameAttrName),
                               argument.getLoc())
                   : givenName(def->getAttr(hls::nameAttrName), def->getLoc());
  if (array.name.empty())
    array.name = global ? global.getName().str() : fallback;
  scop.arrayIds.push_back(uniqueIdentifier(array.name, fallback, arrayNames));
  scop.arrays.push_back(std::move(array));
  return unsigned(scop.arrays.size() - 1);
}

void SourceTexts::registerParams(Operation *op) {
  if (!isa<AffineDialect>(op->getDialect()))
    return;
  for (Value operand : op->getOperands())
    if (operand.getType().isIndex() && !matchPattern(operand, m_Constant()) &&
        !operand.getDefiningOp<AffineApplyOp>() && isParam(operand))
      paramText(operand);
}

bool SourceTexts::isParam(Value value) {
  Operation *def = value.getDefiningOp();
  return value.getParentBlock() == &scop.func.getBody().front() &&
         !(def && slicesMemory(def));
}

std::string SourceTexts::paramText(Value value) {
  for (auto [i, param] : llvm::enumerate(scop.params))
    if (param == value)
      return scop.paramIds[i];
  Attribute attribute;
  if (auto argument = dyn_cast<BlockArgument>(value))
    attribute =
        scop.func.getArgAttr(argument.getArgNumber(), hls::nameAttrName);
  else
    attribute = value.getDefiningOp()->getAttr(hls::nameAttrName);
  scop.paramIds.push_back(
      uniqueIdentifier(givenName(attribute, value.getLoc()),
                       "p" + std::to_string(scop.params.size()), names));
  scop.params.push_back(value);
  return scop.paramIds.back();
}

FailureOr<std::string> SourceTexts::operandText(Value operand,
                                                Operation *user) {
  APInt constant;
  if (matchPattern(operand, m_ConstantInt(&constant)))
    return std::to_string(constant.getSExtValue());
  for (const LoopFrame &frame : loops) {
    AffineForOp loop = frame.op;
    if (loop.getInductionVar() == operand)
      return frame.iterator;
  }
  if (isParam(operand))
    return paramText(operand);
  InFlightDiagnostic diag = user->emitError(
      "bound, condition or subscript depends on a value that is neither a "
      "loop's iterator nor a symbol of the function");
  diag.attachNote(operand.getLoc()) << "the value is computed here";
  return diag;
}

FailureOr<Strings> SourceTexts::mapTexts(AffineMap map, ValueRange operands,
                                         Operation *user) {
  SmallVector<Value> values(operands);
  fullyComposeAffineMapAndOperands(&map, &values);
  Strings dims, symbols;
  for (auto [i, value] : llvm::enumerate(values)) {
    FailureOr<std::string> text = operandText(value, user);
    if (failed(text))
      return failure();
    (i < map.getNumDims() ? dims : symbols).push_back(*text);
  }
  Strings texts;
  for (AffineExpr expr : map.getResults()) {
    texts.push_back(islText(expr, dims, symbols));
    if (texts.back().empty())
      return user->emitError("bound, condition or subscript is semi-affine: "
                             "products and quotients of symbols are not "
                             "supported");
  }
  return texts;
}

FailureOr<AccessText> SourceTexts::accessText(Value memref, AffineMap map,
                                              ValueRange operands,
                                              Operation *user) {
  FailureOr<unsigned> array = arrayOf(memref, user);
  if (failed(array))
    return failure();
  FailureOr<Strings> texts = mapTexts(map, operands, user);
  if (failed(texts))
    return failure();
  return AccessText{*array, *texts, {}};
}

bool SourceTexts::slicesMemory(Operation *op) {
  auto [it, inserted] = memory.try_emplace(op, isa<AffineLoadOp>(op));
  if (!inserted)
    return it->second;
  bool result = it->second;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp(); def && !isAllocation(def))
      result |= slicesMemory(def);
  return memory[op] = result;
}

AccessText SourceTexts::wholeArray(unsigned array, MemRefType type) const {
  AccessText access;
  access.array = array;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    std::string name = "a" + std::to_string(dim);
    while (names.contains(name)) // of an iterator or a parameter
      name += "_";
    access.constraints.push_back("0 <= " + name + " < " +
                                 std::to_string(extent));
    access.subscripts.push_back(std::move(name));
  }
  return access;
}

LogicalResult SourceTexts::boundTexts(AffineForOp loop, LoopFrame &frame) {
  FailureOr<Strings> lower =
      mapTexts(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), loop);
  FailureOr<Strings> upper =
      mapTexts(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), loop);
  if (failed(lower) || failed(upper))
    return failure();
  frame.step = loop.getStepAsInt();
  frame.lower = lower->front();
  for (const std::string &bound : llvm::drop_begin(*lower))
    frame.lower = "max(" + frame.lower + ", " + bound + ")";
  Strings parts;
  for (const std::string &bound : *lower)
    parts.push_back(frame.iterator + " >= " + bound);
  for (const std::string &bound : *upper)
    parts.push_back(frame.iterator + " < " + bound);
  if (frame.step != 1)
    parts.push_back("(" + frame.iterator + " - (" + frame.lower + ")) mod " +
                    std::to_string(frame.step) + " = 0");
  frame.constraint = llvm::join(parts, " and ");
  return success();
}

LogicalResult SourceTexts::enter(AffineForOp loop, unsigned ordinal) {
  LoopFrame frame;
  frame.op = loop;
  frame.iterator = uniqueIdentifier(
      givenName(loop->getAttr(hls::nameAttrName), loop.getLoc()),
      "i" + std::to_string(loops.size()), names);
  if (failed(boundTexts(loop, frame)))
    return failure();
  frame.ordinal = ordinal;
  loops.push_back(std::move(frame));
  return success();
}

void SourceTexts::leave() {
  names.erase(loops.back().iterator);
  loops.pop_back();
}

} // namespace talos::poly
