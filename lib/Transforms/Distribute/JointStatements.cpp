//===- JointStatements.cpp - Several results, one statement ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/JointStatements.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::poly;

namespace {

/// A load or store with subscripts over the loops around it, outermost first.
struct LoopAccess {
  Value array;
  SmallVector<AffineExpr> subscripts;
  bool isWrite = false;
};

/// What decides whether a statement may be joined to others.
struct Candidate {
  unsigned statement = 0; ///< position in Scop::statements()
  SmallVector<LoopAccess> accesses;
  /// Loops that stand in a subscript that is not one loop and a constant.
  llvm::SmallBitVector mixed;
  /// Loops of its own that carry a dependence of it on itself.
  llvm::SmallBitVector carried;
};

class Joiner {
public:
  Joiner(const Scop &scop, LoopTree &root) : scop(scop), root(root) {}

  void visit(LoopTree &node, unsigned depth);
  std::vector<JointBody> bodies;

private:
  using Group = SmallVector<Candidate>;
  std::optional<Candidate> candidateOf(unsigned statement,
                                       unsigned depth) const;
  std::vector<Group> groupsOf(const LoopTree &node, unsigned depth) const;
  bool fits(const Group &group, const Candidate &other, unsigned depth) const;
  bool mayJoin(const Candidate &first, const Candidate &second,
               unsigned depth) const;
  llvm::SmallBitVector carriedBetween(unsigned first, unsigned second,
                                      unsigned depth) const;
  bool mayRecur(const poly::Statement &statement) const;
  bool becomesSum(const Group &group, const Candidate &member) const;
  bool mayRecur(const Group &group) const;
  bool forwards(const Candidate &first, const Candidate &second) const;
  void join(LoopTree &node, const Group &group, unsigned depth);
  void joinInside(const LoopTree &node, const Group &group);

  const Scop &scop;
  LoopTree &root;
};

} // namespace

/// None where a subscript uses a value that is no loop around it.
static std::optional<LoopAccess> accessOf(Operation *op,
                                          const poly::Statement &statement) {
  MemRefAccess raw(op);
  AffineValueMap map;
  raw.getAccessMap(&map);
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned o = 0; o < map.getNumOperands(); ++o) {
    const auto *loop =
        llvm::find_if(statement.loops, [&](AffineForOp candidate) {
          return candidate.getInductionVar() == map.getOperand(o);
        });
    if (loop == statement.loops.end())
      return std::nullopt;
    AffineExpr dim =
        getAffineDimExpr(loop - statement.loops.begin(), op->getContext());
    (o < map.getNumDims() ? dims : symbols).push_back(dim);
  }
  LoopAccess access{raw.memref, {}, isa<AffineStoreOp>(op)};
  for (AffineExpr expr : map.getAffineMap().getResults())
    access.subscripts.push_back(simplifyAffineExpr(
        expr.replaceDimsAndSymbols(dims, symbols), statement.loops.size(), 0));
  return access;
}

/// The loops from `depth` on of a subscript, unless it is one and a constant.
static void addMixed(AffineExpr subscript, unsigned depth,
                     llvm::SmallBitVector &mixed) {
  SmallVector<unsigned> loops;
  for (unsigned l = depth; l < mixed.size(); ++l)
    if (subscript.isFunctionOfDim(l))
      loops.push_back(l);
  bool isSimple = loops.empty();
  if (loops.size() == 1) {
    AffineExpr rest =
        subscript - getAffineDimExpr(loops.front(), subscript.getContext());
    isSimple =
        isa<AffineConstantExpr>(simplifyAffineExpr(rest, mixed.size(), 0));
  }
  for (unsigned l : loops)
    if (!isSimple)
      mixed.set(l);
}

/// The subscripts differ by constants.
static bool areAlike(const LoopAccess &a, const LoopAccess &b, unsigned loops) {
  return llvm::all_of(llvm::zip_equal(a.subscripts, b.subscripts), [&](auto p) {
    return isa<AffineConstantExpr>(
        simplifyAffineExpr(std::get<0>(p) - std::get<1>(p), loops, 0));
  });
}

/// Every access to an array that both access is alike one of the other.
static bool accessAlike(const Candidate &a, const Candidate &b,
                        unsigned loops) {
  return llvm::all_of(a.accesses, [&](const LoopAccess &mine) {
    bool isCommon = false, isAlike = false;
    for (const LoopAccess &other : b.accesses)
      if (other.array == mine.array) {
        isCommon = true;
        isAlike |= areAlike(mine, other, loops);
      }
    return !isCommon || isAlike;
  });
}

static bool haveCommonArray(const Candidate &a, const Candidate &b) {
  return llvm::any_of(a.accesses, [&](const LoopAccess &mine) {
    return llvm::any_of(b.accesses, [&](const LoopAccess &other) {
      return mine.array == other.array;
    });
  });
}

/// What a running sum, product, minimum or maximum is made of.
static bool isAssociative(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::AddIOp,
             arith::SubIOp, arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp,
             arith::MaxUIOp, arith::MinUIOp>(op);
}

/// Its name; a difference is a sum.
static StringRef sumOf(Operation *op) {
  if (isa<arith::SubFOp>(op))
    return arith::AddFOp::getOperationName();
  if (isa<arith::SubIOp>(op))
    return arith::AddIOp::getOperationName();
  return op->getName().getStringRef();
}

std::optional<Candidate> Joiner::candidateOf(unsigned statement,
                                             unsigned depth) const {
  const poly::Statement &source = scop.statements()[statement];
  if (!source.store || source.loops.empty())
    return std::nullopt;
  Candidate candidate;
  candidate.statement = statement;
  candidate.mixed.resize(source.loops.size());
  candidate.carried = carriedBetween(statement, statement, depth);
  if (candidate.carried.any() && !mayRecur(source))
    return std::nullopt;
  for (Operation *op : source.ops) {
    if (op->getBlock() != source.store->getBlock())
      return std::nullopt;
    if (!isa<AffineLoadOp, AffineStoreOp>(op))
      continue;
    std::optional<LoopAccess> access = accessOf(op, source);
    if (!access)
      return std::nullopt;
    for (AffineExpr subscript : access->subscripts)
      addMixed(subscript, depth, candidate.mixed);
    candidate.accesses.push_back(std::move(*access));
  }
  return candidate;
}

/// The loops from `depth` on that carry a dependence between the two.
llvm::SmallBitVector Joiner::carriedBetween(unsigned first, unsigned second,
                                            unsigned depth) const {
  llvm::SmallBitVector loops(scop.statements()[first].loops.size());
  for (const Dependence &d : scop.dependences())
    if (((d.source == first && d.target == second) ||
         (d.source == second && d.target == first)) &&
        d.carrier && *d.carrier >= depth)
      loops.set(*d.carrier);
  return loops;
}

/// A recurrence in a nest without a condition, and no sum: where these are kept
/// is chosen for each.
bool Joiner::mayRecur(const poly::Statement &statement) const {
  for (Operation *op = statement.op->getParentOp(); !isa<func::FuncOp>(op);
       op = op->getParentOp()) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (!loop || !loop.hasConstantBounds())
      return false;
  }
  return !scop.reduction(*scop.findStatement(statement.name));
}

/// What `second` reads of `first` in the same iteration is what that stored.
bool Joiner::forwards(const Candidate &first, const Candidate &second) const {
  const LoopAccess &stored = first.accesses.back();
  bool flows = llvm::any_of(scop.dependences(), [&](const Dependence &d) {
    return d.source == first.statement && d.target == second.statement &&
           d.kind == DependenceKind::RAW && !d.carrier;
  });
  return !flows || llvm::all_of(second.accesses, [&](const LoopAccess &access) {
    return access.array != stored.array ||
           access.subscripts == stored.subscripts;
  });
}

static bool isWithin(const llvm::SmallBitVector &some,
                     const llvm::SmallBitVector &all) {
  return !some.test(all); // none that is not in `all`
}

/// `first` stands before `second` in one block.
bool Joiner::mayJoin(const Candidate &first, const Candidate &second,
                     unsigned depth) const {
  unsigned loops = first.mixed.size();
  llvm::SmallBitVector between =
      carriedBetween(first.statement, second.statement, depth);
  return first.accesses.back().array != second.accesses.back().array &&
         first.mixed == second.mixed && first.carried == second.carried &&
         isWithin(between, first.carried) && forwards(first, second) &&
         accessAlike(first, second, loops) && accessAlike(second, first, loops);
}

bool Joiner::fits(const Group &group, const Candidate &other,
                  unsigned depth) const {
  auto blockOf = [&](const Candidate &candidate) {
    AffineStoreOp store = scop.statements()[candidate.statement].store;
    return store->getBlock();
  };
  return blockOf(group.front()) == blockOf(other) &&
         llvm::all_of(group,
                      [&](const Candidate &member) {
                        return mayJoin(member, other, depth);
                      }) &&
         llvm::any_of(group, [&](const Candidate &member) {
           return haveCommonArray(member, other);
         });
}

std::vector<Joiner::Group> Joiner::groupsOf(const LoopTree &node,
                                            unsigned depth) const {
  SmallVector<unsigned> leaves;
  for (const LoopTree &child : node.children)
    if (child.isLeaf())
      leaves.push_back(*scop.findStatement(child.statement));
  llvm::sort(leaves);
  std::vector<Group> groups;
  for (unsigned leaf : leaves) {
    std::optional<Candidate> candidate = candidateOf(leaf, depth);
    if (!candidate)
      continue;
    auto group = llvm::find_if(groups, [&](const Group &some) {
      return fits(some, *candidate, depth);
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group());
    group->push_back(std::move(*candidate));
  }
  return groups;
}

/// Results that may wait for each other: as many as whose cycles can be listed.
static constexpr size_t mostRecurrent = 5;

bool Joiner::mayRecur(const Group &group) const {
  return group.size() <= mostRecurrent &&
         llvm::all_of(group, [&](const Candidate &member) {
           return mayRecur(scop.statements()[member.statement]) &&
                  !becomesSum(group, member);
         });
}

/// With the values of the others in the place of what it reads of them, the
/// member is `X = X op rest`.
bool Joiner::becomesSum(const Group &group, const Candidate &member) const {
  const poly::Statement &target = scop.statements()[member.statement];
  const LoopAccess &stored = member.accesses.back();
  bool isRepeated = false; // the element, by some loop
  for (unsigned l = 0; l < member.mixed.size(); ++l)
    isRepeated |= llvm::none_of(stored.subscripts, [&](AffineExpr subscript) {
      return subscript.isFunctionOfDim(l);
    });
  if (!isRepeated)
    return false;
  llvm::SmallDenseSet<Operation *> seen;
  StringRef kind; // of the sum, once an operator was seen
  SmallVector<Value> worklist = {AffineStoreOp(target.store).getValueToStore()};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    auto load = dyn_cast<AffineLoadOp>(op);
    if (load && MemRefAccess(load) == MemRefAccess(target.store))
      return true;
    if (isAssociative(op) && (kind.empty() || kind == sumOf(op))) {
      kind = sumOf(op);
      llvm::append_range(worklist, op->getOperands());
    }
    for (const Candidate &other : group) {
      AffineStoreOp store = scop.statements()[other.statement].store;
      if (load && MemRefAccess(load) == MemRefAccess(store))
        worklist.push_back(store.getValueToStore());
    }
  }
  return false;
}

/// Statements of a shared loop without loops of their own stay where they are:
/// it becomes theirs if nothing else stands in it.
void Joiner::joinInside(const LoopTree &node, const Group &group) {
  if (node.children.size() != group.size() || !mayRecur(group))
    return;
  JointBody &names = bodies.emplace_back();
  for (const Candidate &member : group)
    names.push_back(scop.statements()[member.statement].name);
}

/// All in the place of the last member, or of the first; else as it was.
void Joiner::join(LoopTree &node, const Group &group, unsigned depth) {
  if (group.front().mixed.size() == depth)
    return joinInside(node, group);
  JointBody names;
  LoopTree joint;
  for (const Candidate &member : group) {
    names.push_back(scop.statements()[member.statement].name);
    joint.children.emplace_back().statement = names.back();
  }
  for (unsigned l = depth + 1; l < group.front().mixed.size(); ++l) {
    LoopTree outer;
    outer.children.push_back(std::move(joint));
    joint = std::move(outer);
  }
  std::vector<LoopTree> before = node.children;
  auto isMember = [&](const LoopTree &child) {
    return child.isLeaf() && llvm::is_contained(names, child.statement);
  };
  for (bool atLast : {true, false}) {
    unsigned seen = 0;
    node.children.clear();
    for (const LoopTree &child : before) {
      if (!isMember(child))
        node.children.push_back(child);
      else if (++seen == (atLast ? names.size() : 1))
        node.children.push_back(joint);
    }
    // Alone in a shared loop, it has that loop for its own.
    bool isAlone = depth > 0 && node.children.size() == 1;
    bool recurs = isAlone || group.front().carried.any();
    if ((!recurs || mayRecur(group)) && scop.checkTree(root)) {
      bodies.push_back(std::move(names));
      return;
    }
  }
  node.children = std::move(before);
}

void Joiner::visit(LoopTree &node, unsigned depth) {
  for (LoopTree &child : node.children)
    if (!child.isLeaf())
      visit(child, depth + 1);
  for (const Group &group : groupsOf(node, depth))
    if (group.size() > 1)
      join(node, group, depth);
}

std::vector<JointBody> talos::keepTogether(const Scop &scop, LoopTree &tree) {
  Joiner joiner(scop, tree);
  joiner.visit(tree, /*depth=*/0);
  return std::move(joiner.bodies);
}
