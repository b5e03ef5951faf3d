//===- DesignQueries.cpp - What a design point says of a statement --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/DesignQueries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

hls::TaskPointAttr analysis::taskPointOf(hls::DesignAttr design,
                                         StringRef statement) {
  for (hls::TaskPointAttr task : design.getTasks())
    for (StringAttr name : task.getStatements())
      if (name.getValue() == statement)
        return task;
  return {};
}

hls::ArrayPointAttr analysis::streamedPointOf(hls::DesignAttr design,
                                              StringRef array) {
  for (hls::ArrayPointAttr point : design.getArrays()) {
    hls::TaskPointAttr task =
        point.getTransfer() > 0
            ? taskPointOf(design, point.getTask().getValue())
            : hls::TaskPointAttr();
    if (point.getArray().getValue() == array && task &&
        task.getConcurrency() == hls::Concurrency::Dataflow)
      return point;
  }
  return arrayPointOf(design, array, /*task=*/"");
}

hls::ArrayPointAttr analysis::arrayPointOf(hls::DesignAttr design,
                                           StringRef array, StringRef task) {
  hls::ArrayPointAttr shared;
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getArray().getValue() != array)
      continue;
    if (hls::placementOf(point).kind == hls::PlacementKind::Shared)
      shared = point;
    else if (point.getTask().getValue() == task)
      return point;
  }
  return shared;
}

hls::LoopPointAttr analysis::loopPointOf(hls::TaskPointAttr task,
                                         StringRef loop) {
  for (hls::LoopPointAttr point : task.getLoops())
    if (point.getName().getValue() == loop)
      return point;
  return {};
}

bool analysis::servesUnroll(hls::PartitionDimAttr dim, int64_t extent,
                            int64_t unroll) {
  switch (dim.getKind()) {
  case hls::PartitionKind::Complete:
    return true;
  case hls::PartitionKind::Reshape:
    return dim.getFactor() % unroll == 0;
  case hls::PartitionKind::Cyclic:
    return dim.getFactor() % unroll == 0 || dim.getFactor() == extent;
  case hls::PartitionKind::Block:
    return unroll == 1 || dim.getFactor() == extent;
  case hls::PartitionKind::None:
    return unroll == 1 || extent == 1;
  }
  return false;
}

static unsigned loopPosition(const Statement &statement, StringRef name) {
  return llvm::find_if(statement.innerBand,
                       [&](const LoopInfo &l) { return l.name == name; }) -
         statement.innerBand.begin();
}

poly::StripMine analysis::stripMineOf(const Statement &statement,
                                      hls::TaskPointAttr task) {
  poly::StripMine mine;
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    mine.factors.push_back({factors[0], factors[1], factors[2]});
  }
  for (StringAttr name : task.getOrder())
    mine.order[0].push_back(loopPosition(statement, name.getValue()));
  unsigned pipelined = loopPosition(statement, task.getPipelined().getValue());
  for (unsigned loop = 0; loop < statement.innerBand.size(); ++loop) {
    if (loop != pipelined)
      mine.order[1].push_back(loop);
    if (!statement.innerBand[loop].reduction)
      mine.order[2].push_back(loop);
  }
  if (pipelined < statement.innerBand.size())
    mine.order[1].push_back(pipelined);
  for (unsigned loop = 0; loop < statement.innerBand.size(); ++loop)
    if (statement.innerBand[loop].reduction)
      mine.order[2].push_back(loop);
  return mine;
}

SmallVector<LevelLoop> analysis::levelLoopsOf(const Statement &statement,
                                              hls::TaskPointAttr task) {
  poly::StripMine mine = stripMineOf(statement, task);
  SmallVector<LevelLoop> loops;
  for (unsigned level = 0; level < 3; ++level)
    for (unsigned loop : mine.order[level]) {
      LevelLoop entry;
      entry.loop = loop;
      entry.level = level;
      entry.trip = mine.factors[loop][level];
      for (unsigned inner = level + 1; inner < 3; ++inner)
        entry.stride *= mine.factors[loop][inner];
      entry.pipelined = level == 1 && statement.innerBand[loop].name ==
                                          task.getPipelined().getValue();
      loops.push_back(entry);
    }
  return loops;
}

Statement analysis::stripMinedStatement(const Statement &statement,
                                        hls::TaskPointAttr task) {
  MLIRContext *context = task.getContext();
  SmallVector<LevelLoop> levels = levelLoopsOf(statement, task);
  SmallVector<AffineExpr> sources(statement.innerBand.size(),
                                  getAffineConstantExpr(0, context));
  Statement mined = statement;
  mined.innerBand.clear();
  for (auto [position, level] : llvm::enumerate(levels)) {
    const LoopInfo &source = statement.innerBand[level.loop];
    mined.innerBand.push_back(
        {level.name(statement), /*op=*/{}, level.trip, source.reduction});
    sources[level.loop] = sources[level.loop] +
                          getAffineDimExpr(position, context) * level.stride;
  }
  AffineMap substitution =
      AffineMap::get(levels.size(), /*symbolCount=*/0, sources, context);
  for (Access &access : mined.accesses) {
    access.map = access.map.compose(substitution);
    for (Subscript &subscript : access.subscripts)
      subscript = Subscript();
  }
  return mined;
}

std::optional<Footprint> analysis::tileOf(const Statement &statement,
                                          hls::TaskPointAttr task,
                                          hls::ArrayPointAttr point,
                                          unsigned array) {
  Statement mined = stripMinedStatement(statement, task);
  llvm::SmallBitVector fixed(mined.innerBand.size());
  fixed.set(0, point.getTransfer());
  return footprintOf(mined, array, fixed);
}
