//===- StripMining.cpp - Expanded arrays that fit on chip -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StripMining.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Support/Divisors.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using analysis::sourceName;
using namespace talos::poly;

bool talos::losesDimension(MemRefType type) {
  return type.getNumElements() == 1 && type.getRank() <= 1;
}

SmallVector<AffineForOp> talos::loopsAround(memref::AllocOp alloc,
                                            unsigned loops) {
  SmallVector<AffineForOp> around;
  for (Operation *user : alloc->getUsers())
    if (!isa<memref::DeallocOp>(user)) {
      getAffineForIVs(*user, &around);
      break;
    }
  around.resize(loops);
  return around;
}

/// Cuts `loop`, which with those up to `root` makes a perfect nest, into strips
/// of `width`, which divides its trip count, and runs those outermost.
static void stripMine(AffineForOp root, AffineForOp loop, int64_t width) {
  OpBuilder builder(root);
  auto strips = AffineForOp::create(builder, loop.getLoc(), 0,
                                    loop.getConstantUpperBound() / width);
  strips->setAttr(hls::nameAttrName,
                  builder.getStringAttr(sourceName(loop) + "_strip"));
  root->moveBefore(strips.getBody()->getTerminator());
  loop.setConstantUpperBound(width);
  builder.setInsertionPointToStart(loop.getBody());
  AffineExpr strip = builder.getAffineDimExpr(0);
  auto iteration = AffineApplyOp::create(
      builder, loop.getLoc(),
      AffineMap::get(2, 0, strip * width + builder.getAffineDimExpr(1)),
      ValueRange{strips.getInductionVar(), loop.getInductionVar()});
  loop.getInductionVar().replaceAllUsesExcept(iteration, iteration);
  auto func = strips->getParentOfType<func::FuncOp>();
  transforms::composeBounds(func);
  func.walk([](AffineForOp inner) {
    transforms::composeSubscripts(inner.getBody());
  });
}

namespace {

/// The arrays that one nest expands.
class NestStripMiner {
public:
  NestStripMiner(const Scop &scop, ArrayRef<memref::AllocOp> allocations,
                 AffineForOp root, int64_t mostBits)
      : scop(scop), allocations(allocations), root(root), mostBits(mostBits) {
    getPerfectlyNestedLoops(nest, root);
  }

  void add(Expansion &expansion) { members.push_back(&expansion); }
  void cut();

private:
  memref::AllocOp array(const Expansion *member) const {
    return allocations[member->allocation];
  }
  /// Of all arrays, if the loop at `position` had so many iterations.
  Int bits(unsigned position, int64_t width) const;
  /// The dependence goes with the expansion by the loop at `position`.
  bool isRemoved(const Dependence &dependence, unsigned position) const;
  bool mayCut(unsigned position) const;
  bool cutAt(unsigned position);
  void leave();
  std::string names() const;

  const Scop &scop;
  ArrayRef<memref::AllocOp> allocations;
  AffineForOp root;
  int64_t mostBits;
  SmallVector<AffineForOp> nest;
  SmallVector<Expansion *> members;
};

} // namespace

Int NestStripMiner::bits(unsigned position, int64_t width) const {
  Int sum;
  for (const Expansion *member : members) {
    memref::AllocOp alloc = array(member);
    Int bits = Int(alloc.getType().getNumElements()) *
               int64_t(alloc.getType().getElementTypeBitWidth());
    SmallVector<AffineForOp> around =
        loopsAround(alloc, member->first + member->loops);
    for (unsigned l = member->first; l < around.size(); ++l)
      bits = bits * (l == position ? width : around[l].getConstantUpperBound());
    sum = sum + bits;
  }
  return sum;
}

bool NestStripMiner::isRemoved(const Dependence &dependence,
                               unsigned position) const {
  Value value = scop.arrays()[dependence.array].value;
  return llvm::any_of(members, [&](const Expansion *member) {
    return member->covers(position) && array(member).getResult() == value;
  });
}

bool NestStripMiner::mayCut(unsigned position) const {
  if (llvm::none_of(members, [&](const Expansion *member) {
        return member->covers(position);
      }))
    return false;
  return llvm::all_of(scop.dependences(), [&](const Dependence &dependence) {
    auto isInside = [&](unsigned statement) {
      return root->isProperAncestor(scop.statements()[statement].op);
    };
    if (!isInside(dependence.source) || !isInside(dependence.target) ||
        isRemoved(dependence, position))
      return true;
    const Distance &distance = dependence.distance[position];
    return distance.min && *distance.min >= 0;
  });
}

std::string NestStripMiner::names() const {
  return llvm::join(llvm::map_range(members,
                                    [&](const Expansion *member) {
                                      return "'" + sourceName(array(member)) +
                                             "'";
                                    }),
                    ", ");
}

bool NestStripMiner::cutAt(unsigned position) {
  AffineForOp loop = nest[position];
  int64_t trip = loop.getConstantUpperBound();
  for (int64_t width : llvm::reverse(divisors(trip))) {
    Int taken = bits(position, width);
    if (!taken.isValid() || taken.value() > mostBits)
      continue;
    loop.emitRemark() << "loop '" << sourceName(loop) << "' runs in "
                      << trip / width << " strips of " << width
                      << " around its nest, so that the expanded arrays "
                      << names() << " take " << taken.value()
                      << " bits (at most " << mostBits << ")";
    stripMine(root, loop, width);
    for (Expansion *member : members)
      ++member->first;
    return true;
  }
  return false;
}

void NestStripMiner::leave() {
  root.emitRemark() << "the arrays " << names()
                    << " are not expanded: they would take more than "
                    << mostBits
                    << " bits, and no loop that they need can run in strips "
                       "around this nest";
  for (Expansion *member : members)
    member->loops = 0;
}

void NestStripMiner::cut() {
  Int whole = bits(/*position=*/UINT_MAX, /*width=*/1);
  if (whole.isValid() && whole.value() <= mostBits)
    return;
  for (unsigned position = 0; position < nest.size(); ++position)
    if (mayCut(position) && cutAt(position))
      return;
  leave();
}

void talos::cutIntoStrips(const Scop &scop,
                          ArrayRef<memref::AllocOp> allocations,
                          MutableArrayRef<Expansion> expansions,
                          int64_t mostBits) {
  SmallVector<std::pair<AffineForOp, NestStripMiner>> nests;
  for (Expansion &expansion : expansions) {
    if (expansion.loops == 0)
      continue;
    AffineForOp root =
        loopsAround(allocations[expansion.allocation], 1).front();
    auto found =
        llvm::find_if(nests, [&](auto &entry) { return entry.first == root; });
    if (found == nests.end()) {
      nests.emplace_back(root,
                         NestStripMiner(scop, allocations, root, mostBits));
      found = std::prev(nests.end());
    }
    found->second.add(expansion);
  }
  for (auto &[root, nest] : nests)
    nest.cut();
}
