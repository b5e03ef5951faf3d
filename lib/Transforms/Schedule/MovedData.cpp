//===- MovedData.cpp - What a script says of data between statements ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Names.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::transforms;
using llvm::Error;
using llvm::Expected;
using poly::DependenceKind;

static Error refuse(const Twine &message) {
  return llvm::createStringError(message);
}

Error ScheduleEditor::checkStream(Ref producer, Ref consumer) const {
  Expected<unsigned> from = findStatement(producer),
                     to = findStatement(consumer);
  if (!from || !to)
    return llvm::joinErrors(from.takeError(), to.takeError());
  if (*from == *to)
    return refuse("statement '" + producer + "' cannot stream to itself");
  const Times &first = state[*from], &second = state[*to];
  if (!first.loops.empty() && !second.loops.empty() &&
      first.positions.front() == second.positions.front())
    return refuse("'" + producer + "' and '" + consumer +
                  "' run in one loop '" + first.loops.front().name +
                  "'; a stream joins nests of their own: distribute the loop "
                  "first");
  llvm::SetVector<unsigned> arrays;
  for (const poly::Dependence &edge : scop->dependences())
    if (edge.kind == DependenceKind::RAW && edge.source == *from &&
        edge.target == *to)
      arrays.insert(edge.array);
  if (arrays.empty())
    return refuse("'" + consumer + "' reads nothing that '" + producer +
                  "' stores");
  for (const poly::Dependence &edge : scop->dependences())
    if (edge.kind == DependenceKind::RAW && edge.target == *to &&
        edge.source != *from && edge.source != *to &&
        arrays.contains(edge.array))
      return refuse("'" + consumer + "' reads values of '" +
                    scop->arrays()[edge.array].name + "' that '" +
                    scop->statements()[edge.source].name +
                    "' stores as well; a stream has one producer");
  return Error::success();
}

/// Whether a subscript follows the iterator.
static bool follows(affine::AffineLoadOp load, Value iterator) {
  AffineMap map = load.getAffineMap();
  for (auto [d, operand] : llvm::enumerate(load.getMapOperands()))
    if (operand == iterator && d < map.getNumDims() && map.isFunctionOfDim(d))
      return true;
  return false;
}

Expected<std::string> ScheduleEditor::reusePin(Ref array, Ref loop) const {
  Expected<LoopRef> at = findLoop(loop);
  if (!at)
    return at.takeError();
  const poly::Statement &statement = scop->statements()[at->statement];
  SmallVector<affine::AffineLoadOp> loads;
  for (affine::AffineLoadOp load : statement.loads())
    if (nameOfArray(load.getMemRef()) == array)
      loads.push_back(load);
  if (loads.empty())
    return refuse("statement '" + statement.name + "' reads no array '" +
                  array + "'");
  auto moves = [&](const Loop &candidate) {
    for (auto [d, source] : llvm::enumerate(statement.loops)) {
      Value iterator = affine::AffineForOp(source).getInductionVar();
      if (candidate.time.isFunctionOfDim(d) &&
          llvm::any_of(loads, [&](affine::AffineLoadOp load) {
            return follows(load, iterator);
          }))
        return true;
    }
    return false;
  };
  ArrayRef<Loop> loops = state[at->statement].loops;
  if (!moves(loops[at->depth])) {
    SmallVector<StringRef> names;
    for (const Loop &candidate : loops)
      if (moves(candidate))
        names.push_back(candidate.name);
    return refuse("the elements of '" + array + "' that '" + statement.name +
                  "' reads are the same in all iterations of '" + loop +
                  "': a buffer that each of them fills is of no use; name a "
                  "loop that they follow" +
                  (names.empty() ? "" : ": " + llvm::join(names, ", ")));
  }
  return (statement.name + "." + array + ".transfer=" + loops[at->depth].name)
      .str();
}
