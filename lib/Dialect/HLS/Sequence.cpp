//===- Sequence.cpp - Runs of a dataflow region ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Sequence.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos::hls;

DataflowOp SequenceOp::getDataflow() {
  return *getBody().getOps<DataflowOp>().begin();
}

LogicalResult SequenceOp::verify() {
  if (!isa_and_nonnull<FunctionOpInterface>((*this)->getParentOp()))
    return emitOpError() << "must stand in the body of the top function, in no "
                            "loop and under no condition";
  if (getInstance().empty())
    return emitOpError() << "needs a name";
  if (getRuns().empty())
    return emitOpError() << "'" << getInstance() << "' has no runs";
  llvm::StringSet<> names;
  for (auto name : getParameters().getAsRange<StringAttr>())
    if (name.empty() || !names.insert(name.getValue()).second)
      return emitOpError() << "'" << getInstance()
                           << "' needs a name of its own for each parameter, "
                              "got "
                           << name;
  for (auto [number, run] : llvm::enumerate(getRuns())) {
    ArrayRef<int64_t> values = cast<DenseI64ArrayAttr>(run);
    if (values.size() != getParameters().size())
      return emitOpError() << "'" << getInstance() << "' has "
                           << getParameters().size() << " parameters, run "
                           << number << " has values of " << values.size();
    for (int64_t value : values)
      if (value < 0 || value > INT32_MAX)
        return emitOpError()
               << "a parameter is a number from 0 to 2147483647, "
                  "run "
               << number << " of '" << getInstance() << "' has " << value;
  }
  return success();
}

LogicalResult SequenceOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getParameters().size() ||
      !llvm::all_of(body.getArgumentTypes(),
                    [](Type type) { return type.isIndex(); }))
    return emitOpError() << "'" << getInstance()
                         << "' needs one block argument of type index for each "
                            "of its "
                         << getParameters().size() << " parameters";
  auto inside = body.without_terminator();
  if (llvm::hasSingleElement(inside) && isa<DataflowOp>(*inside.begin()))
    return success();
  return emitOpError() << "'" << getInstance()
                       << "' holds one hls.dataflow and nothing else";
}

SmallVector<DataflowOp> talos::hls::dataflowsOf(func::FuncOp func) {
  SmallVector<DataflowOp> regions;
  if (func.isExternal())
    return regions;
  for (Operation &op : func.getBody().front()) {
    if (auto dataflow = dyn_cast<DataflowOp>(op))
      regions.push_back(dataflow);
    else if (auto sequence = dyn_cast<SequenceOp>(op))
      regions.push_back(sequence.getDataflow());
  }
  return regions;
}

SequenceOp talos::hls::sequenceOf(DataflowOp dataflow) {
  return dyn_cast_or_null<SequenceOp>(dataflow->getParentOp());
}

StringRef talos::hls::parameterName(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto sequence =
      argument
          ? dyn_cast_or_null<SequenceOp>(argument.getOwner()->getParentOp())
          : SequenceOp();
  return sequence ? cast<StringAttr>(
                        sequence.getParameters()[argument.getArgNumber()])
                        .getValue()
                  : "";
}
