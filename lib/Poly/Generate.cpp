//===- Generate.cpp - From generated loops to the affine dialect ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"
#include "Extract.h"
#include "SourceTexts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {
namespace {

/// The loop of the source that a generated loop stands for.
struct Origin {
  AffineForOp loop;
  /// Same iterations but for a constant shift: attributes remain true.
  bool exact = false;
};

class Emitter {
public:
  Emitter(Scop::Impl &scop, const OuterLoops &outer, const LoopHooks &hooks,
          OpBuilder &builder)
      : scop(scop), hooks(hooks), builder(builder), ivs(outer.ivs) {
    for (unsigned d = 0; d < ivs.size(); ++d)
      iterators.push_back(builder.getAffineDimExpr(d));
    parts.resize(ivs.size(), {/*exact=*/true, ""});
    for (const Statement &statement : scop.statements) {
      names.insert(statement.name);
      for (Operation *result : statement.joined)
        if (auto name =
                result->getAttrOfType<StringAttr>(hls::statementAttrName))
          names.insert(name.getValue());
    }
  }
  void emit(const AstNode &node);

private:
  void emitFor(const AstNode &node);
  void emitIf(const AstNode &node, unsigned disjunct);
  void emitCall(const AstNode &node);
  /// The stores of a statement's copy, or its call.
  void rename(ArrayRef<Operation *> results);

  Origin originOf(const AstNode &loop, unsigned depth) const;
  void annotate(AffineForOp loop, const AstNode &node);
  AffineExpr substitute(AffineExpr expr) const {
    return simplifyAffineExpr(expr.replaceDims(iterators), ivs.size(),
                              scop.params.size());
  }
  SmallVector<Value> operands() const {
    SmallVector<Value> all(ivs);
    llvm::append_range(all, scop.params);
    return all;
  }
  AffineMap mapOf(ArrayRef<AffineExpr> exprs) const {
    return AffineMap::get(ivs.size(), scop.params.size(), exprs,
                          builder.getContext());
  }

  Scop::Impl &scop;
  const LoopHooks &hooks;
  OpBuilder &builder;
  SmallVector<Value> ivs;
  /// Iterators of the generated loops in terms of `ivs` (shifted to 0, step 1).
  SmallVector<AffineExpr> iterators;
  struct Part {
    bool exact;
    std::string name; ///< of the source loop, if not exact
  };
  SmallVector<Part> parts; ///< of the loops around
  llvm::StringSet<> names;
  llvm::StringSet<> emitted;
};

/// isl makes no empty body, so every node has a first call.
const AstNode &firstCall(const AstNode &node) {
  return node.kind == AstNode::Call ? node : firstCall(node.children.front());
}

/// Of the statements in the node the first one of the program.
unsigned firstStatement(const AstNode &node) {
  if (node.kind == AstNode::Call)
    return node.statement;
  unsigned first = UINT_MAX;
  for (const AstNode &child : node.children)
    first = std::min(first, firstStatement(child));
  return first;
}

/// The first loop inside `loop` (at `depth`) whose bounds use its iterator.
const AstNode *firstBounded(const AstNode &loop, unsigned depth) {
  auto uses = [&](AffineExpr bound) { return bound.isFunctionOfDim(depth); };
  for (const AstNode *node = &loop; node->kind != AstNode::Call;) {
    node = &node->children.front();
    if (node->kind == AstNode::For &&
        (llvm::any_of(node->lower, uses) || llvm::any_of(node->upper, uses)))
      return node;
  }
  return nullptr;
}

/// The source loop whose iterator, and no other, the generated iterator is part
/// of in the first statement below. A tile loop that only bounds an inner loop
/// stands for what the inner one stands for.
Origin Emitter::originOf(const AstNode &loop, unsigned depth) const {
  const AstNode &call = firstCall(loop);
  Origin origin;
  unsigned users = 0;
  for (auto [i, expr] : llvm::enumerate(call.iterators)) {
    if (!expr.isFunctionOfDim(depth))
      continue;
    ++users;
    origin.loop = scop.statements[call.statement].loops[i];
    AffineExpr rest = expr - getAffineDimExpr(depth, expr.getContext());
    origin.exact = simplifyAffineExpr(rest, depth + 1, scop.params.size())
                       .isSymbolicOrConstant();
  }
  if (users == 0) {
    const AstNode *inner = firstBounded(loop, depth);
    unsigned innerDepth = depth;
    for (const AstNode *node = &loop; inner && node != inner;
         node = &node->children.front())
      innerDepth += node->kind == AstNode::For;
    return {inner ? originOf(*inner, innerDepth).loop : AffineForOp(), false};
  }
  if (users != 1)
    return {};
  auto boundedByPart = [&](AffineExpr bound) {
    for (unsigned d = 0; d < depth; ++d)
      // Loops further in than what is built yet are not known to be exact.
      if ((d >= parts.size() || !parts[d].exact) && bound.isFunctionOfDim(d))
        return true;
    return false;
  };
  origin.exact &= loop.step == origin.loop.getStepAsInt() &&
                  llvm::none_of(loop.lower, boundedByPart) &&
                  llvm::none_of(loop.upper, boundedByPart);
  return origin;
}

/// A directive speaks of a loop as a whole.
static void remarkDirectives(AffineForOp loop) {
  for (StringRef directive : {hls::pipelineAttrName, hls::unrollAttrName})
    if (loop->hasAttr(directive))
      loop.emitRemark("'")
          << directive << "' is left out: a new order of the statements runs "
          << "over parts of this loop";
}

void Emitter::annotate(AffineForOp loop, const AstNode &node) {
  Origin origin = originOf(node, ivs.size());
  Part part{origin.loop && origin.exact, ""};
  if (part.exact) {
    loop->setDiscardableAttrs(
        llvm::to_vector(origin.loop->getDiscardableAttrs()));
  } else if (origin.loop) {
    remarkDirectives(origin.loop);
    if (auto name = origin.loop->getAttrOfType<StringAttr>(hls::nameAttrName)) {
      part.name = name.str();
      auto count = llvm::count_if(
          parts, [&](const Part &p) { return p.name == part.name; });
      loop->setAttr(
          hls::nameAttrName,
          builder.getStringAttr(part.name + "_" + std::to_string(count)));
    }
  }
  parts.push_back(std::move(part));
  if (hooks.annotate)
    hooks.annotate(loop, firstStatement(node), node.position);
}

/// One lower bound becomes `0 to N step 1`; a maximum of several stays, and one
/// that varies where iterators are to be times.
void Emitter::emitFor(const AstNode &node) {
  SmallVector<AffineExpr> lower, upper;
  auto add = [&](SmallVector<AffineExpr> &list, AffineExpr expr) {
    if (!llvm::is_contained(list, substitute(expr)))
      list.push_back(substitute(expr));
  };
  for (AffineExpr bound : node.lower)
    add(lower, bound);
  for (AffineExpr bound : node.upper)
    add(upper, bound);
  AffineExpr iv = builder.getAffineDimExpr(ivs.size());
  AffineExpr iterator = iv;
  int64_t step = node.step;
  bool isTime = hooks.wholeLoops && step == 1 && lower.size() == 1 &&
                !lower[0].isSymbolicOrConstant();
  if (lower.size() == 1 && !isTime) {
    for (AffineExpr &bound : upper)
      bound = simplifyAffineExpr((bound - lower[0]).ceilDiv(step), ivs.size(),
                                 scop.params.size());
    iterator = lower[0] + iv * step;
    lower[0] = builder.getAffineConstantExpr(0);
    step = 1;
  }
  Origin origin = originOf(node, ivs.size());
  Location loc = origin.loop
                     ? origin.loop.getLoc()
                     : scop.statements[firstCall(node).statement].op->getLoc();
  AffineMap lowerMap = mapOf(lower), upperMap = mapOf(upper);
  SmallVector<Value> lowerOperands = operands(), upperOperands = operands();
  canonicalizeMapAndOperands(&lowerMap, &lowerOperands);
  canonicalizeMapAndOperands(&upperMap, &upperOperands);
  auto loop = AffineForOp::create(builder, loc, lowerOperands, lowerMap,
                                  upperOperands, upperMap, step);
  annotate(loop, node);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ivs.push_back(loop.getInductionVar());
  iterators.push_back(iterator);
  emit(node.children[0]);
  ivs.pop_back();
  iterators.pop_back();
  parts.pop_back();
}

/// A disjunction is a chain: if A {body} else {if B {body} else {...}}.
void Emitter::emitIf(const AstNode &node, unsigned disjunct) {
  if (disjunct == node.condition.size()) {
    if (node.children.size() > 1)
      emit(node.children[1]);
    return;
  }
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  for (const AstConstraint &constraint : node.condition[disjunct]) {
    exprs.push_back(substitute(constraint.expr));
    equalities.push_back(constraint.isEquality);
  }
  IntegerSet set =
      IntegerSet::get(ivs.size(), scop.params.size(), exprs, equalities);
  SmallVector<Value> setOperands = operands();
  canonicalizeSetAndOperands(&set, &setOperands);
  bool hasElse =
      disjunct + 1 < node.condition.size() || node.children.size() > 1;
  Location loc = scop.statements[firstCall(node).statement].op->getLoc();
  auto op = AffineIfOp::create(builder, loc, set, setOperands, hasElse);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.getThenBlock());
  emit(node.children[0]);
  if (!hasElse)
    return;
  builder.setInsertionPointToStart(op.getElseBlock());
  emitIf(node, disjunct + 1);
}

/// Folds the affine.apply that stand for iterators into the op's subscripts.
void composeSubscripts(Operation *op) {
  unsigned first;
  if (isa<AffineLoadOp>(op))
    first = 1; // after the memref
  else if (isa<AffineStoreOp>(op))
    first = 2; // after the value and the memref
  else if (isa<AffineApplyOp>(op))
    first = 0;
  else
    return;
  AffineMap map = op->getAttrOfType<AffineMapAttr>("map").getValue();
  SmallVector<Value> all(op->getOperands());
  SmallVector<Value> indices(llvm::drop_begin(all, first));
  fullyComposeAffineMapAndOperands(&map, &indices);
  canonicalizeMapAndOperands(&map, &indices);
  all.resize(first);
  llvm::append_range(all, indices);
  op->setOperands(all);
  op->setAttr("map", AffineMapAttr::get(map));
}

void Emitter::rename(ArrayRef<Operation *> results) {
  for (Operation *result : results) {
    std::string name =
        result->getAttrOfType<StringAttr>(hls::statementAttrName).str();
    result->setAttr(
        hls::statementAttrName,
        builder.getStringAttr(uniqueIdentifier(name + "_1", name, names)));
    if (result != results.front())
      result->setAttr(hls::joinedAttrName,
                      results.front()->getAttr(hls::statementAttrName));
  }
}

void Emitter::emitCall(const AstNode &node) {
  const Statement &statement = scop.statements[node.statement];
  IRMapping mapping;
  SmallVector<Operation *> applies;
  for (auto [i, expr] : llvm::enumerate(node.iterators)) {
    AffineForOp loop = statement.loops[i];
    AffineMap map = mapOf(substitute(expr));
    SmallVector<Value> mapOperands = operands();
    canonicalizeMapAndOperands(&map, &mapOperands);
    applies.push_back(AffineApplyOp::create(builder, statement.op->getLoc(),
                                            map, mapOperands));
    mapping.map(loop.getInductionVar(), applies.back()->getResult(0));
  }
  SmallVector<Operation *> results; // or the call
  for (Operation *op : statement.ops) {
    Operation *clone = builder.clone(*op, mapping);
    composeSubscripts(clone);
    if (clone->hasAttr(hls::statementAttrName))
      results.push_back(clone);
  }
  for (Operation *apply : applies) {
    Value operand =
        apply->getNumOperands() == 1 ? apply->getOperand(0) : Value();
    auto map = cast<AffineApplyOp>(apply).getAffineMap();
    if (operand && map.isIdentity())
      apply->getResult(0).replaceAllUsesWith(operand);
    if (apply->use_empty())
      apply->erase();
  }
  // A statement in several places keeps its name in the first one only.
  if (!results.empty() && !emitted.insert(statement.name).second)
    rename(results);
}

void Emitter::emit(const AstNode &node) {
  switch (node.kind) {
  case AstNode::Block:
    for (const AstNode &child : node.children)
      emit(child);
    return;
  case AstNode::For:
    return emitFor(node);
  case AstNode::If:
    return emitIf(node, 0);
  case AstNode::Call:
    return emitCall(node);
  }
}

} // namespace

LogicalResult Scop::Impl::generateByIsl(const Times &times,
                                        const OuterLoops &outer,
                                        const LoopHooks &hooks,
                                        OpBuilder &builder) {
  std::string why;
  std::optional<AstNode> ast =
      buildAst(*this, times, outer, hooks.wholeLoops, why);
  if (!ast)
    return func.emitError() << why;
  Emitter(*this, outer, hooks, builder).emit(*ast);
  return success();
}

/// Erases ops of the function's block that only the statements used.
static void eraseSlices(Scop::Impl &scop, ArrayRef<Operation *> slices) {
  for (Operation *op : llvm::reverse(slices))
    if (isOpTriviallyDead(op))
      op->erase();
}

LogicalResult
Scop::Impl::replaceNests(function_ref<LogicalResult(OpBuilder &)> emit) {
  Block *entry = &func.getBody().front();
  SmallVector<Operation *> roots, frees, slices;
  for (Operation &op : *entry) {
    if (isa<AffineForOp, AffineIfOp, AffineStoreOp>(op) ||
        hls::isRegionCall(&op))
      roots.push_back(&op);
    else if (isDeallocation(&op))
      frees.push_back(&op);
    else if (!isAllocation(&op) && !op.hasTrait<OpTrait::IsTerminator>())
      slices.push_back(&op);
  }
  // Everything that the statements use stands before the terminator.
  for (Operation *free : frees)
    free->moveBefore(entry->getTerminator());
  OpBuilder builder(frees.empty() ? entry->getTerminator() : frees.front());
  if (failed(emit(builder)))
    return failure();
  for (Operation *root : llvm::reverse(roots))
    root->erase();
  eraseSlices(*this, slices);
  return success();
}

} // namespace talos::poly
