//===- Shape.cpp - Statements as the cost rules see them --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/DesignSpace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/OpenBanks.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Analysis/ProductPairs.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

/// Numbers the values that feed a store; operands come before users.
class ShapeBuilder {
public:
  ShapeBuilder(const analysis::TaskGraph &graph,
               const analysis::Statement &statement,
               std::optional<unsigned> pairs)
      : graph(graph), statement(statement), pairs(pairs) {
    if (pairs)
      inPairs = analysis::pairedProducts(statement, *pairs);
  }

  FailureOr<cost::StatementShape> run() {
    shape.name = statement.name;
    for (const analysis::LoopInfo &loop : statement.innerBand)
      shape.loops.push_back({loop.name, loop.trip, loop.reduction});
    for (const analysis::Access &access : statement.accesses)
      addReference(access);
    shape.written = statement.accesses.size() - statement.writes().size();
    shape.guarded = statement.guard != nullptr;
    affine::AffineStoreOp store = statement.store;
    FailureOr<unsigned> root = addNode(store.getValueToStore());
    if (failed(root))
      return failure();
    shape.root = *root;
    if (failed(addJoined()))
      return failure();
    if (affine::AffineLoadOp accumulator = statement.accumulator)
      shape.accumulator = nodeOf.lookup(accumulator.getResult());
    return std::move(shape);
  }

private:
  LogicalResult addJoined() {
    for (auto [i, result] : llvm::enumerate(statement.joined)) {
      affine::AffineStoreOp store = result;
      FailureOr<unsigned> root = addNode(store.getValueToStore());
      if (failed(root))
        return failure();
      shape.joined.push_back({shape.written + 1 + unsigned(i), *root});
    }
    return success();
  }

  void addReference(const analysis::Access &access) {
    cost::ReferenceShape reference;
    reference.array = access.array;
    const analysis::ArrayInfo &array = graph.arrays[access.array];
    reference.extents.assign(array.shape.begin(), array.shape.end());
    reference.bits = array.elementBits;
    for (auto [subscript, expr] :
         llvm::zip(access.subscripts, access.map.getResults())) {
      reference.terms.push_back(termsOf(access, expr));
      ArrayRef<cost::SubscriptTerm> terms = reference.terms.back();
      // A multiple of one loop, plus what stands still in the nest, takes as
      // many addresses as the loop alone does.
      reference.loops.push_back(subscript.loop      ? int(*subscript.loop)
                                : terms.size() == 1 ? int(terms.front().loop)
                                                    : -1);
    }
    setMoving(access, reference);
    reference.openLoop = analysis::openLoop(statement, access);
    if (reference.openLoop)
      reference.openApart =
          analysis::openBanks(statement, access, *reference.openLoop)->apart;
    shape.references.push_back(std::move(reference));
  }

  /// The loops of the nest in a subscript; none where it is not linear.
  std::vector<cost::SubscriptTerm> termsOf(const analysis::Access &access,
                                           AffineExpr expr) const {
    std::vector<cost::SubscriptTerm> terms;
    std::optional<analysis::LinearForm> form = analysis::linearForm(
        expr, statement.innerBand.size(), access.map.getNumSymbols());
    if (!form)
      return terms;
    auto own =
        ArrayRef(form->coefficients).take_front(statement.innerBand.size());
    for (auto [l, coefficient] : llvm::enumerate(own))
      if (coefficient != 0)
        terms.push_back({unsigned(l), coefficient});
    return terms;
  }

  /// Finds an earlier access that differs by constants.
  void setMoving(const analysis::Access &access,
                 cost::ReferenceShape &reference) {
    reference.moving = shape.references.size();
    reference.offsets.assign(reference.extents.size(), 0);
    for (auto [before, other] :
         llvm::zip(shape.references, statement.accesses)) {
      if (other.array != access.array)
        continue;
      std::vector<int64_t> offsets;
      for (auto [mine, its] :
           llvm::zip(access.map.getResults(), other.map.getResults()))
        if (auto constant = dyn_cast<AffineConstantExpr>(
                simplifyAffineExpr(mine - its, access.map.getNumDims(),
                                   access.map.getNumSymbols())))
          offsets.push_back(constant.getValue());
      if (offsets.size() != reference.extents.size())
        continue;
      for (auto [offset, base] : llvm::zip(offsets, before.offsets))
        offset += base;
      reference.moving = before.moving;
      reference.offsets = std::move(offsets);
      return;
    }
  }

  FailureOr<unsigned> addNode(Value value) {
    auto known = nodeOf.find(value);
    if (known != nodeOf.end())
      return known->second;
    auto product = value.getDefiningOp<arith::MulIOp>();
    if (product && llvm::is_contained(inPairs, product)) {
      FailureOr<unsigned> word = addPaired(product);
      if (succeeded(word))
        nodeOf[value] = *word;
      return word;
    }
    cost::NodeShape node;
    if (failed(describe(value, node)))
      return failure();
    nodeOf[value] = shape.nodes.size();
    shape.nodes.push_back(std::move(node));
    return unsigned(shape.nodes.size() - 1);
  }

  unsigned addOperation(StringRef name, ArrayRef<unsigned> operands,
                        bool once = false) {
    cost::NodeShape node;
    node.kind = cost::NodeShape::Operation;
    node.op = name.str();
    node.operands.assign(operands.begin(), operands.end());
    if (once)
      node.pairs = int(*pairs);
    shape.nodes.push_back(std::move(node));
    return shape.nodes.size() - 1;
  }

  /// A factor as hls-pack-products has it: narrow, then of a word's width.
  FailureOr<unsigned> addFactor(Value factor) {
    Type narrow =
        IntegerType::get(factor.getContext(), analysis::pairedFactorBits);
    auto ext = factor.getDefiningOp<arith::ExtSIOp>();
    bool isExtended = ext && ext.getIn().getType() == narrow;
    FailureOr<unsigned> node = addNode(isExtended ? ext.getIn() : factor);
    if (failed(node))
      return failure();
    if (!isExtended && factor.getType() != narrow)
      node = addOperation("intcast", {*node});
    return addOperation("intcast", {*node});
  }

  /// The value of one of the two products: the lower one is the word shifted to
  /// the left and back, the upper one is rounded and shifted.
  FailureOr<unsigned> addPaired(arith::MulIOp product) {
    FailureOr<unsigned> first = addFactor(product.getLhs());
    FailureOr<unsigned> second = addFactor(product.getRhs());
    if (failed(first) || failed(second))
      return failure();
    affine::AffineForOp loop = statement.innerBand[*pairs].op;
    bool sharesFirst =
        analysis::sharedFactor(product, loop.getInductionVar(),
                               analysis::writtenMemories(statement)) == 0u;
    unsigned shared = sharesFirst ? *first : *second;
    unsigned own = sharesFirst ? *second : *first;
    unsigned shifted = addOperation("shift", {own}, /*once=*/true);
    unsigned both = addOperation("add", {shifted, own}, /*once=*/true);
    unsigned word = addOperation(analysis::packedMultiplier, {both, shared},
                                 /*once=*/true);
    unsigned lower = addOperation("shift", {word}, /*once=*/true);
    unsigned upper = addOperation("add", {word}, /*once=*/true);
    unsigned value = addOperation("shift", {lower, upper});
    return product.getType().getIntOrFloatBitWidth() < 64
               ? addOperation("intcast", {value})
               : value;
  }

  LogicalResult describe(Value value, cost::NodeShape &node) {
    Operation *op = value.getDefiningOp();
    node.kind = cost::NodeShape::Scalar;
    if (!op || value.getType().isIndex() ||
        isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return success();
    if (isa<arith::ConstantOp>(op)) {
      node.kind = cost::NodeShape::Constant;
      return success();
    }
    // The top function computes it; a lone store takes along what feeds it.
    Operation *root = statement.root();
    if (!root->isAncestor(op) && !isa<affine::AffineStoreOp>(root) &&
        !analysis::operatorName(op).empty())
      return success();
    for (auto [position, access] : llvm::enumerate(statement.accesses))
      if (access.op == op) {
        node.kind = cost::NodeShape::Reference;
        node.reference = position;
        return success();
      }
    node.kind = cost::NodeShape::Operation;
    node.op = analysis::operatorName(op);
    if (node.op.empty())
      return op->emitError("operation '")
             << op->getName() << "' on " << value.getType()
             << " has no entry in the operator libraries; rewrite it with "
                "supported arithmetic or add an operator";
    for (Value operand : op->getOperands()) {
      FailureOr<unsigned> position = addNode(operand);
      if (failed(position))
        return failure();
      node.operands.push_back(*position);
    }
    return success();
  }

  const analysis::TaskGraph &graph;
  const analysis::Statement &statement;
  std::optional<unsigned> pairs;
  SmallVector<arith::MulIOp> inPairs; ///< products of two copies in one
  cost::StatementShape shape;
  llvm::DenseMap<Value, unsigned> nodeOf;
};

} // namespace

FailureOr<cost::StatementShape>
explore::statementShape(const analysis::TaskGraph &graph,
                        const analysis::Statement &statement,
                        std::optional<unsigned> pairs) {
  return ShapeBuilder(graph, statement, pairs).run();
}
