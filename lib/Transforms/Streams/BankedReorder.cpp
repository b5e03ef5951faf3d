//===- BankedReorder.cpp - Reorders that move whole boxes -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankedReorder.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;

int64_t BankedReorder::boxesAhead() const {
  int64_t boxes = largerBoxes();
  return split.deals && block < tokens && boxes <= mostBoxesAhead ? boxes : 0;
}

namespace {

class BankedProcess {
public:
  BankedProcess(ProcessBuilder &builder, const BankedReorder &reorder,
                hls::StreamType type)
      : builder(builder), reorder(reorder), type(type),
        together(reorder.split.together()), fifos(reorder.split.fifos()),
        boxes(reorder.largerBoxes()), blocks(reorder.tokens / reorder.block) {}
  void run(const Twine &name, Value in, Value out);

private:
  bool overlaps() const { return blocks > 1; }
  bool comesTogether() const { return together > 1 && !reorder.split.deals; }
  bool goesTogether() const { return together > 1 && reorder.split.deals; }
  void openLoops();
  Block *when(AffineExpr moves, bool comes);
  void move(Value stream, bool comes);
  AffineMap placeOf(AffineExpr step, AffineExpr part, bool comes, unsigned fifo,
                    unsigned dims) const;

  ProcessBuilder &builder;
  const BankedReorder &reorder;
  hls::StreamType type;
  int64_t together, fifos, boxes, blocks;
  int64_t stepsIn = 0; ///< of one block alone, before it leaves
  Value kept;
  SmallVector<Value> at;
};

} // namespace

void BankedProcess::openLoops() {
  if (!overlaps()) {
    stepsIn = comesTogether() ? boxes : reorder.block;
    int64_t stepsOut = goesTogether() ? boxes : reorder.block;
    at = builder.loops({stepsIn + stepsOut}, hls::PipelineStyle::Flushable);
    return;
  }
  SmallVector<int64_t> trips = {blocks + 1, boxes};
  if (together > 1)
    trips.insert(reorder.inRun ? trips.begin() + 1 : trips.end(), together);
  at = builder.loops(trips, hls::PipelineStyle::Flushable);
}

/// `moves`: of the first loop. Inserts there from then on.
Block *BankedProcess::when(AffineExpr moves, bool comes) {
  SmallVector<AffineExpr> all = {moves};
  SmallVector<bool> equal = {false};
  if (overlaps() && (comes ? comesTogether() : goesTogether())) {
    int64_t part = reorder.inRun && comes ? together - 1 : 0;
    all.push_back(builder.getAffineDimExpr(reorder.inRun ? 1 : 2) - part);
    equal.push_back(true);
  }
  auto op = builder.when(IntegerSet::get(at.size(), 0, all, equal), at,
                         /*hasElse=*/false);
  return op.getThenBlock();
}

/// In the buffer: half, word, bank, FIFO, where there are several. `step`
/// counts boxes if they move together, else tokens.
AffineMap BankedProcess::placeOf(AffineExpr step, AffineExpr part, bool comes,
                                 unsigned fifo, unsigned dims) const {
  AffineExpr word = step, bank = part;
  if (!comes) {
    AffineExpr leaving = goesTogether() ? step * together + part : step;
    AffineExpr came = reorder.place.getResult(0).replaceDims({leaving});
    word = comesTogether() ? came.floorDiv(together) : came;
    bank = comesTogether() ? came % together : part;
    if (goesTogether())
      word = reorder.banks.word.getResult(0).replaceDims({came});
  } else if (goesTogether()) {
    word = reorder.banks.word.getResult(0).replaceDims({step});
    bank = reorder.banks.bank.getResult(0).replaceDims({step});
  }
  SmallVector<AffineExpr> place;
  if (overlaps())
    place.push_back((builder.getAffineDimExpr(0) + (comes ? 0 : 1)) % 2);
  place.push_back(simplifyAffineExpr(word, dims, 0));
  if (together > 1)
    place.push_back(simplifyAffineExpr(bank, dims, 0));
  if (fifos > 1)
    place.push_back(builder.getAffineDimExpr(fifo));
  return AffineMap::get(dims, 0, place, builder.getContext());
}

/// Moves what comes or goes in an iteration; inserts there.
void BankedProcess::move(Value stream, bool comes) {
  bool isTogether = comes ? comesTogether() : goesTogether();
  AffineExpr step = builder.getAffineDimExpr(0) - (comes ? 0 : stepsIn);
  if (overlaps()) {
    AffineExpr first = builder.getAffineDimExpr(1),
               second = builder.getAffineDimExpr(2);
    if (together == 1 || (isTogether && !reorder.inRun))
      step = first;
    else if (isTogether)
      step = second;
    else
      step = first * (reorder.inRun ? boxes : together) + second;
  }
  SmallVector<Value> inside(at);
  AffineExpr zero = builder.getAffineConstantExpr(0), part = zero,
             number = zero;
  if (isTogether) {
    part = builder.getAffineDimExpr(inside.size());
    inside.push_back(builder.unrolled(together));
  }
  unsigned fifo = inside.size();
  if (fifos > 1) {
    number = builder.getAffineDimExpr(fifo);
    inside.push_back(builder.unrolled(fifos));
  }
  AffineMap place = placeOf(step, part, comes, fifo, inside.size()), which;
  SmallVector<Value> operands;
  if (cast<hls::StreamType>(stream.getType()).isArray()) {
    if (isTogether)
      number = reorder.split.fifo.getResult(0).replaceDims({part, number});
    which = AffineMap::get(inside.size(), 0, number);
    operands = inside;
    affine::canonicalizeMapAndOperands(&which, &operands);
  }
  if (comes)
    builder.keep(type, builder.read(stream, which, operands), kept, place,
                 inside);
  else
    builder.write(builder.recall(type, kept, place, inside), stream, which,
                  operands);
}

void BankedProcess::run(const Twine &name, Value in, Value out) {
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Reorder, name, {in, out});
  SmallVector<int64_t> extents;
  unsigned banked = 0;
  if (overlaps())
    extents.push_back(2);
  extents.push_back(boxes);
  for (int64_t count : {together, fifos})
    if (count > 1) {
      extents.push_back(count);
      ++banked;
    }
  kept = builder.buffer("kept", type, extents, banked);
  openLoops();
  AffineExpr outer = builder.getAffineDimExpr(0);
  OpBuilder::InsertPoint inLoop = builder.saveInsertionPoint();
  AffineExpr comes = overlaps() ? blocks - 1 - outer : stepsIn - 1 - outer,
             goes = overlaps() ? outer - 1 : outer - stepsIn;
  Block *body = when(comes, /*comes=*/true);
  builder.setInsertionPointToStart(body);
  move(process.getBody().getArgument(0), /*comes=*/true);
  builder.setInsertionPoint(inLoop.getBlock()->getTerminator());
  body = when(goes, /*comes=*/false);
  builder.setInsertionPointToStart(body);
  move(process.getBody().getArgument(1), /*comes=*/false);
}

void talos::makeBankedReorder(ProcessBuilder &builder, const Twine &name,
                              Value in, Value out,
                              const BankedReorder &reorder) {
  BankedProcess(builder, reorder, cast<hls::StreamType>(in.getType()))
      .run(name, in, out);
}
