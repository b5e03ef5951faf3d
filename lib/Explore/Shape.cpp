//===- Shape.cpp - Statements as the cost rules see them -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "talos/Explore/DesignSpace.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// "fadd" or "dadd": the libraries name single and double precision apart.
static std::string floatName(Operation *op, StringRef stem) {
  Type type = op->getOperand(0).getType();
  if (type.isF32())
    return ("f" + stem).str();
  if (type.isF64())
    return ("d" + stem).str();
  return {};
}

/// The operator's name in the libraries (lib/Target/data/operators); empty if
/// it has none.
static std::string operatorName(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::AddFOp>([&](auto) { return floatName(op, "add"); })
      .Case<arith::SubFOp>([&](auto) { return floatName(op, "sub"); })
      .Case<arith::MulFOp>([&](auto) { return floatName(op, "mul"); })
      .Case<arith::DivFOp>([&](auto) { return floatName(op, "div"); })
      .Case<arith::NegFOp>([&](auto) { return floatName(op, "neg"); })
      .Case<arith::CmpFOp>([&](auto) { return floatName(op, "cmp"); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return floatName(op, "max"); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return floatName(op, "min"); })
      .Case<math::AbsFOp>([&](auto) { return floatName(op, "abs"); })
      .Case<math::SqrtOp>([&](auto) { return floatName(op, "sqrt"); })
      .Case<math::ExpOp>([](auto) { return "exp"; })
      .Case<math::LogOp>([](auto) { return "log"; })
      .Case<math::PowFOp>([](auto) { return "pow"; })
      .Case<arith::AddIOp>([](auto) { return "add"; })
      .Case<arith::SubIOp>([](auto) { return "sub"; })
      .Case<arith::MulIOp>([](auto) { return "mul"; })
      .Case<arith::DivSIOp, arith::DivUIOp>([](auto) { return "div"; })
      .Case<arith::RemSIOp, arith::RemUIOp>([](auto) { return "rem"; })
      .Case<arith::CmpIOp>([](auto) { return "cmp"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp>([](auto) { return "max"; })
      .Case<arith::MinSIOp, arith::MinUIOp>([](auto) { return "min"; })
      .Case<arith::AndIOp>([](auto) { return "and"; })
      .Case<arith::OrIOp>([](auto) { return "or"; })
      .Case<arith::XOrIOp>([](auto) { return "xor"; })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [](auto) { return "shift"; })
      .Case<arith::SelectOp>([](auto) { return "select"; })
      .Case<arith::ExtFOp>([](auto) { return "fpext"; })
      .Case<arith::TruncFOp>([](auto) { return "fptrunc"; })
      .Case<arith::SIToFPOp>([](auto) { return "sitofp"; })
      .Case<arith::UIToFPOp>([](auto) { return "uitofp"; })
      .Case<arith::FPToSIOp>([](auto) { return "fptosi"; })
      .Case<arith::FPToUIOp>([](auto) { return "fptoui"; })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [](auto) { return "intcast"; })
      .Default([](Operation *) { return std::string(); });
}

namespace {

/// Numbers the values that feed a store; operands come before users.
class ShapeBuilder {
public:
  ShapeBuilder(const analysis::Program &program, const analysis::Nest &nest)
      : program(program), nest(nest) {}

  FailureOr<cost::StatementShape> run() {
    shape.name = nest.name;
    for (const analysis::LoopInfo &loop : nest.loops)
      shape.loops.push_back({loop.name, loop.trip, loop.reduction});
    for (const analysis::Access &access : nest.accesses)
      addReference(access);
    shape.written = nest.accesses.size() - 1;
    affine::AffineStoreOp store = nest.store;
    FailureOr<unsigned> root = addNode(store.getValueToStore());
    if (failed(root))
      return failure();
    shape.root = *root;
    if (affine::AffineLoadOp accumulator = nest.accumulator)
      shape.accumulator = nodeOf.lookup(accumulator.getResult());
    return std::move(shape);
  }

private:
  void addReference(const analysis::Access &access) {
    cost::ReferenceShape reference;
    reference.array = access.array;
    const analysis::ArrayInfo &array = program.arrays[access.array];
    reference.extents.assign(array.shape.begin(), array.shape.end());
    for (const analysis::Subscript &subscript : access.subscripts)
      reference.loops.push_back(subscript.loop ? int(*subscript.loop) : -1);
    shape.references.push_back(std::move(reference));
  }

  FailureOr<unsigned> addNode(Value value) {
    auto known = nodeOf.find(value);
    if (known != nodeOf.end())
      return known->second;
    cost::NodeShape node;
    if (failed(describe(value, node)))
      return failure();
    nodeOf[value] = shape.nodes.size();
    shape.nodes.push_back(std::move(node));
    return unsigned(shape.nodes.size() - 1);
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
    for (auto [position, access] : llvm::enumerate(nest.accesses))
      if (access.op == op) {
        node.kind = cost::NodeShape::Reference;
        node.reference = position;
        return success();
      }
    node.kind = cost::NodeShape::Operation;
    node.op = operatorName(op);
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

  const analysis::Program &program;
  const analysis::Nest &nest;
  cost::StatementShape shape;
  llvm::DenseMap<Value, unsigned> nodeOf;
};

} // namespace

FailureOr<cost::StatementShape>
explore::statementShape(const analysis::Program &program,
                        const analysis::Nest &nest) {
  return ShapeBuilder(program, nest).run();
}
