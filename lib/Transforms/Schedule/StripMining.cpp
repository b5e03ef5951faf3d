//===- StripMining.cpp - Expanded arrays that fit on chip -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StripMining.h"
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
  void decide();
  /// The times of the nest's statements with the strips outermost.
  void schedule(Schedule &schedule) const;
  /// Names the loops and gives the inner one the attributes of the source's.
  void annotate(AffineForOp loop, unsigned position) const;
  bool isCut() const { return cut.has_value(); }
  bool isInside(unsigned statement) const {
    return root->isProperAncestor(scop.statements()[statement].op);
  }
  /// Positions in Scop::arrays() of what is expanded.
  void addArrays(SmallVectorImpl<unsigned> &arrays) const;

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
  struct Cut {
    unsigned position; ///< of the loop in the nest
    int64_t width;     ///< divides its trip count
  };
  std::optional<Cut> cut;
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
    cut = Cut{position, width};
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

void NestStripMiner::decide() {
  Int whole = bits(/*position=*/UINT_MAX, /*width=*/1);
  if (whole.isValid() && whole.value() <= mostBits)
    return;
  for (unsigned position = 0; position < nest.size(); ++position)
    if (mayCut(position) && cutAt(position))
      return;
  leave();
}

/// `[p, i, p, j, ...]` becomes `[p, floor(j / width), i, p, j mod width, ...]`.
void NestStripMiner::schedule(Schedule &schedule) const {
  for (auto [s, times] : llvm::enumerate(schedule)) {
    if (!isInside(s))
      continue;
    SmallVector<AffineExpr> exprs(times.getResults());
    AffineExpr &loop = exprs[2 * cut->position + 1];
    AffineExpr strip = loop.floorDiv(cut->width);
    loop = loop % cut->width;
    exprs.insert(exprs.begin() + 1, strip);
    times = AffineMap::get(times.getNumDims(), 0, exprs, times.getContext());
  }
}

void NestStripMiner::annotate(AffineForOp loop, unsigned position) const {
  AffineForOp source = nest[cut->position];
  if (position == 1)
    loop->setAttr(
        hls::nameAttrName,
        StringAttr::get(loop.getContext(), sourceName(source) + "_strip"));
  else if (position == 2 * cut->position + 2)
    loop->setDiscardableAttrs(source->getDiscardableAttrDictionary());
}

void NestStripMiner::addArrays(SmallVectorImpl<unsigned> &arrays) const {
  for (unsigned a = 0; a < scop.arrays().size(); ++a)
    if (llvm::any_of(members, [&](const Expansion *member) {
          return array(member).getResult() == scop.arrays()[a].value;
        }))
      arrays.push_back(a);
}

/// Generates the code of all strips at once.
static LogicalResult generate(Scop &scop,
                              ArrayRef<const NestStripMiner *> nests) {
  Schedule schedule = scop.sourceSchedule();
  SmallVector<unsigned> expanded;
  for (const NestStripMiner *nest : nests) {
    nest->schedule(schedule);
    nest->addArrays(expanded);
  }
  LoopHooks hooks;
  hooks.annotate = [&](AffineForOp loop, unsigned statement,
                       unsigned position) {
    for (const NestStripMiner *nest : nests)
      if (nest->isInside(statement))
        nest->annotate(loop, position);
  };
  return scop.generate(schedule, hooks, expanded);
}

LogicalResult talos::cutIntoStrips(Scop &scop,
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
  SmallVector<const NestStripMiner *> cut;
  for (auto &[root, nest] : nests) {
    nest.decide();
    if (nest.isCut())
      cut.push_back(&nest);
  }
  return cut.empty() ? success() : generate(scop, cut);
}
