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

/// `kind` or `kind, factor`: only cyclic and block have a factor.
static ParseResult parsePartitionDim(AsmParser &parser, PartitionKind &kind,
                                     int64_t &factor) {
  FailureOr<PartitionKind> parsed = FieldParser<PartitionKind>::parse(parser);
  if (failed(parsed))
    return failure();
  kind = *parsed;
  if (succeeded(parser.parseOptionalComma()))
    return parser.parseInteger(factor);
  if (kind == PartitionKind::Cyclic || kind == PartitionKind::Block)
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
  if (kind == PartitionKind::Cyclic || kind == PartitionKind::Block)
    printer << ", " << factor;
}

#include "talos/Dialect/HLS/HLSDialect.cpp.inc"
#include "talos/Dialect/HLS/HLSEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "talos/Dialect/HLS/HLSAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "talos/Dialect/HLS/HLSOps.cpp.inc"

void HLSDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "talos/Dialect/HLS/HLSAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "talos/Dialect/HLS/HLSOps.cpp.inc"
      >();
}
