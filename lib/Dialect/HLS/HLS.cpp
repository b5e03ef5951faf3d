//===- HLS.cpp - The hls dialect ------------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/HLS.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace talos::hls;

namespace talos::hls::detail {

template <typename T>
static void printBracketed(AsmPrinter &printer, llvm::ArrayRef<T> values) {
  printer << '[';
  llvm::interleaveComma(values, printer.getStream(), [&](const T &value) {
    if constexpr (std::is_integral_v<T>)
      printer << value;
    else if constexpr (std::is_same_v<T, StringAttr>)
      printer.printAttribute(value);
    else
      printer.printStrippedAttrOrType(value);
  });
  printer << ']';
}

template <typename T>
static FailureOr<SmallVector<T>> parseBracketed(AsmParser &parser) {
  SmallVector<T> values;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<T> value = FieldParser<T>::parse(parser);
    if (failed(value))
      return failure();
    values.push_back(*value);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  return values;
}

} // namespace talos::hls::detail

static bool hasFactor(PartitionKind kind) {
  return kind != PartitionKind::None && kind != PartitionKind::Complete;
}

/// `kind` or `kind, factor`.
static ParseResult parsePartitionDim(AsmParser &parser, PartitionKind &kind,
                                     int64_t &factor) {
  FailureOr<PartitionKind> parsed = FieldParser<PartitionKind>::parse(parser);
  if (failed(parsed))
    return failure();
  kind = *parsed;
  if (succeeded(parser.parseOptionalComma()))
    return parser.parseInteger(factor);
  if (hasFactor(kind))
    return parser.emitError(parser.getCurrentLocation())
           << "a " << stringifyPartitionKind(kind)
           << " partition needs a factor, as in <"
           << stringifyPartitionKind(kind) << ", 4>";
  factor = kind == PartitionKind::None ? 1 : 0;
  return success();
}

static void printPartitionDim(AsmPrinter &printer, PartitionKind kind,
                              int64_t factor) {
  printer << stringifyPartitionKind(kind);
  if (hasFactor(kind))
    printer << ", " << factor;
}

/// The kind of a task stands before its name; `compute` is not written.
static ParseResult parseTaskKind(OpAsmParser &parser, TaskKindAttr &kind) {
  StringRef keyword;
  auto value = TaskKind::Compute;
  SMLoc at = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    std::optional<TaskKind> known = symbolizeTaskKind(keyword);
    if (!known)
      return parser.emitError(at) << "expected the name of a task or its kind "
                                     "(compute, load, store, opaque), got '"
                                  << keyword << "'";
    value = *known;
  }
  kind = TaskKindAttr::get(parser.getContext(), value);
  return success();
}

static void printTaskKind(OpAsmPrinter &printer, Operation *,
                          TaskKindAttr kind) {
  if (kind.getValue() != TaskKind::Compute)
    printer << ' ' << stringifyTaskKind(kind.getValue());
}

/// `[%i * 15 + %j]`, as in affine.load.
static ParseResult
parseBeatSubscript(OpAsmParser &parser, AffineMapAttr &map,
                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  NamedAttrList ignored;
  return parser.parseAffineMapOfSSAIds(operands, map, "map", ignored);
}

static void printBeatSubscript(OpAsmPrinter &printer, Operation *,
                               AffineMapAttr map, OperandRange operands) {
  printer << '[';
  printer.printAffineMapOfSSAIds(map, operands);
  printer << ']';
}

/// The kind of a process stands before its name.
static ParseResult parseProcessKind(OpAsmParser &parser,
                                    ProcessKindAttr &kind) {
  StringRef keyword;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ProcessKind> known = symbolizeProcessKind(keyword);
  if (!known)
    return parser.emitError(at)
           << "'" << keyword
           << "' is no kind of process; use load, spread, unpack, pack, hold, "
              "reorder, compute, merge, drain or store";
  kind = ProcessKindAttr::get(parser.getContext(), *known);
  return success();
}

static void printProcessKind(OpAsmPrinter &printer, Operation *,
                             ProcessKindAttr kind) {
  printer << stringifyProcessKind(kind.getValue());
}

/// `[%i]` of an array of FIFOs, nothing of a single one.
static ParseResult
parseFifoSubscript(OpAsmParser &parser, AffineMapAttr &map,
                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  NamedAttrList ignored;
  return parser.parseAffineMapOfSSAIds(operands, map, "map", ignored,
                                       OpAsmParser::Delimiter::OptionalSquare);
}

static void printFifoSubscript(OpAsmPrinter &printer, Operation *op,
                               AffineMapAttr map, OperandRange operands) {
  if (map.getValue().getNumResults() > 0)
    printBeatSubscript(printer, op, map, operands);
}

#include "talos/Dialect/HLS/HLSDialect.cpp.inc"
#include "talos/Dialect/HLS/HLSEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "talos/Dialect/HLS/HLSAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "talos/Dialect/HLS/HLSTypes.cpp.inc"
#define GET_OP_CLASSES
#include "talos/Dialect/HLS/HLSOps.cpp.inc"

Value talos::hls::originOf(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *around = argument.getOwner()->getParentOp();
    if (auto task = dyn_cast_or_null<TaskOp>(around))
      value = task.getInputs()[argument.getArgNumber()];
    else if (auto process = dyn_cast_or_null<ProcessOp>(around))
      value = process.getInputs()[argument.getArgNumber()];
    else
      break;
  }
  return value;
}

Value talos::hls::argumentFor(OpOperand &operand) {
  if (isa<TaskOp, ProcessOp>(operand.getOwner()))
    return operand.getOwner()->getRegion(0).getArgument(
        operand.getOperandNumber());
  return {};
}

void HLSDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "talos/Dialect/HLS/HLSAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "talos/Dialect/HLS/HLSTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "talos/Dialect/HLS/HLSOps.cpp.inc"
      >();
}
