//===- Calls.cpp - Calls: functions of the file, math.h -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "Frontend/C/MathFunctions.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace talos::frontend {

Importer::MaybeValue Importer::call(const clang::CallExpr *expr) {
  const clang::FunctionDecl *callee = expr->getDirectCallee();
  if (!callee)
    return error(expr) << "calls through function pointers are not supported";
  const clang::FunctionDecl *definition = nullptr;
  if (callee->isDefined(definition))
    return inlined(expr, definition);
  if (!callee->getDeclName().isIdentifier())
    return error(expr) << "the call of '" << callee->getNameAsString()
                       << "' is not supported: operators of classes are not";
  StringRef name = callee->getName();
  name.consume_front("__builtin_"); // what <cmath> calls
  return mathCall(expr, name);
}

Importer::MaybeValue Importer::mathCall(const clang::CallExpr *expr,
                                        StringRef name) {
  SmallVector<Value> operands;
  bool numbers = expr->getType()->isArithmeticType();
  for (const clang::Expr *argument : expr->arguments())
    numbers &= argument->getType()->isArithmeticType();
  if (!numbers || !isMathFunction(name, expr->getNumArgs())) {
    if (expr->getDirectCallee()->isVariadic())
      return error(expr) << "the call of the variadic function '" << name
                         << "' is not supported in a kernel";
    return error(expr) << "the call of '" << name
                       << "' is not supported: the file does not define it, "
                          "and it is no known function of math.h";
  }
  for (const clang::Expr *argument : expr->arguments()) {
    MaybeValue value = rvalue(argument);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  return buildMathFunction(builder, at(expr), name, operands);
}

/// Lowers the callee's body in place of the call.
Importer::MaybeValue Importer::inlined(const clang::CallExpr *expr,
                                       const clang::FunctionDecl *callee) {
  if (llvm::is_contained(active, callee))
    return error(expr) << "the call of '" << callee->getName()
                       << "' is recursive, which hardware cannot do; use loops";
  if (callee->isVariadic())
    return error(expr) << "the call of the variadic function '"
                       << callee->getName() << "' is not supported";
  if (expr->getNumArgs() != callee->getNumParams())
    return error(expr) << "the call of '" << callee->getName() << "' has "
                       << expr->getNumArgs() << " arguments, its definition "
                       << callee->getNumParams() << " parameters";
  llvm::DenseSet<Value> arrays;
  active.push_back(callee);
  llvm::scope_exit leave([&, depth = loopDepth, branch = inBranch,
                          place = result, value = returned] {
    active.pop_back();
    loopDepth = depth;
    inBranch = branch;
    result = place;
    returned = value;
  });
  for (auto [parameter, argument] :
       llvm::zip(callee->parameters(), expr->arguments()))
    if (failed(bindArgument(parameter, argument, arrays)))
      return failure();
  loopDepth = 0;
  inBranch = false;
  result.reset();
  returned = Value();
  if (failed(statement(callee->getBody())))
    return failure();
  forget(expr); // what it set through pointers and references
  if (callee->getReturnType()->isVoidType())
    return Value();
  if (result)
    return load(*result, at(expr));
  if (returned)
    return returned;
  return error(expr) << "'" << callee->getName() << "' returns no value";
}

LogicalResult Importer::bindArgument(const clang::ParmVarDecl *parameter,
                                     const clang::Expr *argument,
                                     llvm::DenseSet<Value> &arrays) {
  clang::QualType type = parameter->getType();
  if (type->isFunctionPointerType())
    return error(argument) << "function pointers are not supported";
  if (type->isReferenceType())
    return bindReference(parameter, argument, arrays);
  if (type->isPointerType()) {
    // Extents that depend on parameters differ in type, and are compared below.
    const clang::Expr *array = argument->IgnoreParens();
    while (const auto *node = dyn_cast<clang::ImplicitCastExpr>(array)) {
      if (node->getCastKind() != clang::CK_BitCast)
        break;
      array = node->getSubExpr();
    }
    FailureOr<Place> target = pointee(array);
    if (failed(target))
      return failure();
    if (!arrays.insert(target->memref).second)
      return error(argument)
             << "one object reaches two parameters of '"
             << active.back()->getName() << "' ('" << parameter->getName()
             << "' is the second), which then are not distinct memories; pass "
                "a copy, or write the call out";
    if (failed(checkShape(parameter, *target, argument)))
      return failure();
    bindings[parameter] = Binding{{}, *target, {}};
    return success();
  }
  Location where = at(parameter->getLocation());
  FailureOr<Type> scalar = scalarType(type, where);
  if (failed(scalar))
    return failure();
  Binding bound;
  if (type->isIntegerType())
    bound.known = affineOf(argument);
  MaybeValue value = rvalue(argument);
  if (failed(value))
    return failure();
  if (modifiedIn(active.back()->getBody()).contains(parameter)) {
    bound.place = makeLocal(*scalar, parameter->getName(), where);
    store(*value, *bound.place, at(argument));
  } else {
    bound.value = *value;
  }
  bindings[parameter] = bound;
  return success();
}

/// A reference is another name of an array, an element or a variable; a
/// constant one of a value is a copy.
LogicalResult Importer::bindReference(const clang::ParmVarDecl *parameter,
                                      const clang::Expr *argument,
                                      llvm::DenseSet<Value> &arrays) {
  clang::QualType type = parameter->getType().getNonReferenceType();
  const clang::VarDecl *variable = variableOf(argument);
  bool isNamed = argument->isLValue();
  if (isNamed && variable && !type->isArrayType()) {
    FailureOr<Binding *> bound = binding(variable, at(argument));
    if (failed(bound))
      return failure();
    isNamed = (*bound)->place.has_value();
  }
  if (!isNamed) {
    MaybeValue value = rvalue(argument);
    if (failed(value))
      return failure();
    bindings[parameter] = Binding{*value, {}, {}};
    return success();
  }
  FailureOr<Place> target = place(argument);
  if (failed(target))
    return failure();
  if (!arrays.insert(target->memref).second)
    return error(argument)
           << "one object reaches two parameters of '"
           << active.back()->getName() << "' ('" << parameter->getName()
           << "' is the second), which then are not distinct memories; pass a "
              "copy, or write the call out";
  if (type->isArrayType()) {
    FailureOr<MemRefType> seen =
        arrayType(type, parameter->getName(), at(parameter->getLocation()));
    if (failed(seen))
      return failure();
    if (seen->getShape() !=
        target->type().getShape().drop_front(target->subscripts.size()))
      return error(argument) << "parameter '" << parameter->getName()
                             << "' sees the array with other extents than it "
                                "has; declare both alike";
  }
  bindings[parameter] = Binding{{}, *target, {}};
  return success();
}

/// The callee must see the inner extents that the array has.
LogicalResult Importer::checkShape(const clang::ParmVarDecl *parameter,
                                   const Place &target,
                                   const clang::Expr *argument) {
  clang::QualType pointee = parameter->getType()->getPointeeType();
  Location where = at(parameter->getLocation());
  FailureOr<MemRefType> inner = arrayType(pointee, parameter->getName(), where);
  if (failed(inner))
    return failure();
  ArrayRef<int64_t> shape =
      target.type().getShape().drop_front(target.subscripts.size());
  bool fits = inner->getElementType() == target.type().getElementType() &&
              (target.toElement
                   ? inner->getRank() == 0 && shape.empty()
                   : !shape.empty() && shape.drop_front() == inner->getShape());
  if (fits)
    return success();
  return error(argument) << "parameter '" << parameter->getName()
                         << "' sees the array with other extents or elements "
                            "than it has; declare both alike";
}

} // namespace talos::frontend
