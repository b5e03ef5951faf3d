//===- ScheduleVerifiers.cpp - A schedule is consistent in itself ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be said of a schedule without its function. Whether it is legal is
// a question for talos/Poly/Scop.h.
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos::hls;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult ScheduledLoopAttr::verify(EmitError emitError, StringAttr name,
                                        PipelineAttr, UnrollAttr) {
  if (name.empty())
    return emitError() << "a loop of a schedule needs a name";
  return success();
}

LogicalResult StatementScheduleAttr::verify(EmitError emitError,
                                            StringAttr statement,
                                            AffineMapAttr time,
                                            ArrayRef<ScheduledLoopAttr> loops,
                                            bool) {
  if (statement.empty())
    return emitError() << "a schedule of a statement needs its name";
  AffineMap map = time.getValue();
  if (map.getNumSymbols() != 0)
    return emitError() << "the time of statement " << statement
                       << " must depend on its iterators alone, it has symbols";
  if (map.getNumResults() != 2 * loops.size() + 1)
    return emitError() << "the time of statement " << statement << " must have "
                       << 2 * loops.size() + 1 << " components for "
                       << loops.size()
                       << " loops: a position, and for each loop its time and "
                          "a position in it; it has "
                       << map.getNumResults();
  for (unsigned i = 0; i < map.getNumResults(); i += 2)
    if (!isa<AffineConstantExpr>(map.getResult(i)))
      return emitError() << "component " << i << " of the time of statement "
                         << statement
                         << " must be a constant, a position in a body";
  llvm::StringSet<> seen;
  for (ScheduledLoopAttr loop : loops)
    if (!seen.insert(loop.getName().getValue()).second)
      return emitError() << "loop " << loop.getName() << " of statement "
                         << statement << " stands twice";
  return success();
}

LogicalResult ScheduleAttr::verify(EmitError emitError,
                                   ArrayRef<StatementScheduleAttr> statements) {
  llvm::StringSet<> seen;
  for (StatementScheduleAttr statement : statements)
    if (!seen.insert(statement.getStatement().getValue()).second)
      return emitError() << "statement " << statement.getStatement()
                         << " stands twice in a schedule";
  return success();
}
