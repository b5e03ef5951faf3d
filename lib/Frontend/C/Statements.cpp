//===- Statements.cpp - Statements but loops ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;

namespace talos::frontend {

LogicalResult Importer::statements(ArrayRef<const clang::Stmt *> list) {
  for (auto [index, stmt] : llvm::enumerate(list)) {
    ArrayRef<const clang::Stmt *> rest = list.drop_front(index + 1);
    if (const auto *branch = dyn_cast<clang::IfStmt>(stmt)) {
      bool early = leavesEarly(branch);
      if (failed(ifStatement(branch,
                             early ? rest : ArrayRef<const clang::Stmt *>())))
        return failure();
      if (early) // the rest went into the branches
        return success();
      continue;
    }
    if (const auto *compound = dyn_cast<clang::CompoundStmt>(stmt);
        compound && leavesEarly(compound)) {
      SmallVector<const clang::Stmt *> flat(compound->body());
      flat.append(rest.begin(), rest.end());
      return statements(flat);
    }
    if (failed(statement(stmt)))
      return failure();
    if (isa<clang::ReturnStmt>(stmt)) // what follows is never reached
      return success();
  }
  return success();
}

LogicalResult Importer::statement(const clang::Stmt *stmt) {
  if (const auto *compound = dyn_cast<clang::CompoundStmt>(stmt))
    return statements(SmallVector<const clang::Stmt *>(compound->body()));
  if (const auto *expr = dyn_cast<clang::Expr>(stmt))
    return effect(expr);
  if (const auto *node = dyn_cast<clang::DeclStmt>(stmt))
    return declaration(node);
  if (const auto *node = dyn_cast<clang::ForStmt>(stmt))
    return forStatement(node);
  if (const auto *node = dyn_cast<clang::WhileStmt>(stmt))
    return whileStatement(node);
  if (const auto *node = dyn_cast<clang::DoStmt>(stmt))
    return doStatement(node);
  if (const auto *node = dyn_cast<clang::IfStmt>(stmt))
    return ifStatement(node, {});
  if (const auto *node = dyn_cast<clang::ReturnStmt>(stmt))
    return returnStatement(node);
  if (const auto *node = dyn_cast<clang::AttributedStmt>(stmt))
    return statement(node->getSubStmt());
  if (const auto *node = dyn_cast<clang::LabelStmt>(stmt))
    return statement(
        node->getSubStmt()); // a name for reports: no goto leads here
  if (isa<clang::NullStmt>(stmt))
    return success();
  if (isa<clang::GotoStmt, clang::IndirectGotoStmt>(stmt))
    return error(stmt) << "goto is not supported; use loops and if";
  if (isa<clang::BreakStmt>(stmt))
    return error(stmt) << "break leaves its loop early, which is not "
                          "supported; put the condition into the loop's bounds";
  if (isa<clang::ContinueStmt>(stmt))
    return error(stmt) << "continue is not supported; put the rest of the body "
                          "into an if";
  if (isa<clang::SwitchStmt>(stmt))
    return error(stmt) << "switch is not supported; use if and else";
  return error(stmt) << "this statement (" << stmt->getStmtClassName()
                     << ") is not supported";
}

/// An expression whose value nobody wants.
LogicalResult Importer::effect(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cleanups = dyn_cast<clang::FullExpr>(expr))
    return effect(cleanups->getSubExpr());
  if (const auto *cast = dyn_cast<clang::CastExpr>(expr);
      cast && cast->getCastKind() == clang::CK_ToVoid)
    return effect(cast->getSubExpr());
  if (const auto *op = dyn_cast<clang::BinaryOperator>(expr);
      op && op->getOpcode() == clang::BO_Comma)
    return success(succeeded(effect(op->getLHS())) &&
                   succeeded(effect(op->getRHS())));
  if (!expr->HasSideEffects(ast))
    return success();
  if (const auto *node = dyn_cast<clang::CallExpr>(expr))
    return success(succeeded(call(node)));
  if (expr->getType()->isVoidType())
    return error(expr) << "this expression (" << expr->getStmtClassName()
                       << ") is not supported";
  return success(succeeded(rvalue(expr)));
}

LogicalResult Importer::declaration(const clang::DeclStmt *stmt) {
  for (const clang::Decl *decl : stmt->decls()) {
    if (isa<clang::TypedefNameDecl, clang::TagDecl, clang::EmptyDecl,
            clang::StaticAssertDecl>(decl))
      continue;
    const auto *var = dyn_cast<clang::VarDecl>(decl);
    if (!var)
      return mlir::emitError(at(decl->getLocation()))
             << "this declaration is not supported inside a function";
    if (var->hasGlobalStorage())
      continue; // made when it is used
    if (failed(local(var)))
      return failure();
  }
  return success();
}

/// What computes the value of a variable keeps its name for emission.
static void nameValue(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  if (op && !isa<NameLoc>(op->getLoc()) &&
      !op->hasTrait<OpTrait::ConstantLike>())
    op->setLoc(
        NameLoc::get(StringAttr::get(op->getContext(), name), op->getLoc()));
}

LogicalResult Importer::local(const clang::VarDecl *decl) {
  Location where = at(decl->getLocation());
  clang::QualType type = decl->getType();
  const clang::Expr *init = decl->getInit();
  if (type->isReferenceType()) {
    if (variableOf(init) && !type.getNonReferenceType()->isArrayType())
      return mlir::emitError(where)
             << "reference '" << decl->getName()
             << "' to a variable is not supported; use the variable itself";
    if (!init->isLValue())
      return mlir::emitError(where)
             << "reference '" << decl->getName()
             << "' to a value is not supported; declare a variable";
    FailureOr<Place> target = place(init);
    if (failed(target))
      return failure();
    bindings[decl] = Binding{{}, *target, {}};
    return success();
  }
  if (type->isPointerType()) {
    if (!init || modifiedIn(active.back()->getBody()).contains(decl))
      return mlir::emitError(where)
             << "pointer variable '" << decl->getName()
             << "' is not supported unless it names one array for good; use "
                "the array itself";
    FailureOr<Place> target = pointee(init);
    if (failed(target))
      return failure();
    bindings[decl] = Binding{{}, *target, {}};
    return success();
  }
  if (type->isArrayType()) {
    FailureOr<MemRefType> array = arrayType(type, decl->getName(), where);
    if (failed(array))
      return failure();
    Place place = makeLocal(*array, decl->getName(), where);
    bindings[decl] = Binding{{}, place, {}};
    return init ? initialize(place, init) : success();
  }
  FailureOr<Type> scalar = scalarType(type, where);
  if (failed(scalar))
    return failure();
  std::optional<Affine> known = init ? affineOf(init) : std::nullopt;
  MaybeValue value = Value();
  if (init && failed(value = rvalue(init)))
    return failure();
  Binding bound;
  bound.known = type->isIntegerType() ? known : std::nullopt;
  if (init && !modifiedIn(active.back()->getBody()).contains(decl)) {
    bound.value = *value;
    nameValue(*value, decl->getName());
  } else {
    bound.place = makeLocal(*scalar, decl->getName(), where);
    if (init)
      store(*value, *bound.place, where);
  }
  bindings[decl] = bound;
  return success();
}

/// `= {...}` of an array; elements that are not listed become zero.
LogicalResult Importer::initialize(const Place &place,
                                   const clang::Expr *init) {
  init = init->IgnoreParens();
  if (isa<clang::ImplicitValueInitExpr>(init)) {
    fillZero(place, 0, at(init));
    return success();
  }
  if (place.isScalar()) {
    MaybeValue value = rvalue(init);
    if (failed(value))
      return failure();
    store(*value, place, at(init));
    return success();
  }
  const auto *list = dyn_cast<clang::InitListExpr>(init);
  if (!list)
    return error(init) << "this initial value of an array is not supported; "
                          "use a list in braces";
  int64_t extent = place.type().getDimSize(place.subscripts.size());
  unsigned listed = list->getNumInits();
  for (unsigned index = 0; index < listed; ++index) {
    Place part = place;
    part.subscripts.push_back({Affine(dims.constant(index)), Value()});
    if (failed(initialize(part, list->getInit(index))))
      return failure();
  }
  if (listed >= extent)
    return success();
  if (list->hasArrayFiller() &&
      !isa<clang::ImplicitValueInitExpr>(list->getArrayFiller()))
    return error(init) << "this initial value of an array is not supported; "
                          "list its elements one by one";
  fillZero(place, listed, at(init));
  return success();
}

/// Zero from element `first` of the outermost dimension that is left.
void Importer::fillZero(const Place &place, int64_t first, Location where) {
  if (place.isScalar()) {
    store(constantLike(place.type().getElementType(), 0, where), place, where);
    return;
  }
  int64_t extent = place.type().getDimSize(place.subscripts.size());
  auto loop = affine::AffineForOp::create(builder, where, first, extent);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Place part = place;
  part.subscripts.push_back(
      {dims.add(loop.getInductionVar(), {first, extent - 1}), Value()});
  fillZero(part, 0, where);
}

affine::AffineIfOp Importer::makeAffineIf(const Conjunction &set,
                                          TypeRange results, Location where) {
  SmallVector<Value> operands;
  AffineMap map = dims.map(set.exprs, operands);
  IntegerSet domain = IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                                      map.getResults(), set.equalities);
  auto made = affine::AffineIfOp::create(builder, where, results, domain,
                                         operands, /*withElseRegion=*/true);
  return made;
}

LogicalResult Importer::ifStatement(const clang::IfStmt *stmt,
                                    ArrayRef<const clang::Stmt *> rest) {
  Branches branches;
  branches.whole = stmt;
  auto fill = [&](const clang::Stmt *first, auto &list) {
    if (first)
      list.push_back(first);
    if (!alwaysReturns(first))
      list.append(rest.begin(), rest.end());
  };
  fill(stmt->getThen(), branches.yes);
  fill(stmt->getElse(), branches.no);
  clang::Expr::EvalResult constant;
  if (!stmt->getCond()->HasSideEffects(ast) &&
      stmt->getCond()->EvaluateAsInt(constant, ast))
    return statements(constant.Val.getInt() != 0 ? branches.yes : branches.no);
  return choose(stmt->getCond(), branches);
}

/// The operands of a chain of `&&`.
static void listOperands(const clang::Expr *cond,
                         SmallVectorImpl<const clang::Expr *> &operands) {
  const auto *op = dyn_cast<clang::BinaryOperator>(cond->IgnoreParenImpCasts());
  if (!op || op->getOpcode() != clang::BO_LAnd) {
    operands.push_back(cond);
    return;
  }
  listOperands(op->getLHS(), operands);
  listOperands(op->getRHS(), operands);
}

/// Enters an affine.if in which the condition holds, which must be affine, or
/// its negation.
void Importer::enterIf(const clang::Expr *cond, Location where) {
  std::optional<Conjunction> set = conjunctionOf(cond, /*negated=*/false);
  bool negated = !set;
  if (negated)
    set = conjunctionOf(cond, /*negated=*/true);
  affine::AffineIfOp made = makeAffineIf(*set, TypeRange(), where);
  Block *block = negated ? made.getElseBlock() : made.getThenBlock();
  builder.setInsertionPoint(block->getTerminator());
  if (!negated)
    made.getElseRegion().getBlocks().clear();
}

LogicalResult Importer::choose(const clang::Expr *cond,
                               const Branches &branches) {
  std::optional<Conjunction> set = conjunctionOf(cond, /*negated=*/false);
  bool swapped = false;
  if (!set) {
    std::string reason = why;
    set = conjunctionOf(cond, /*negated=*/true);
    swapped = set.has_value();
    why = reason;
  }
  ArrayRef<const clang::Stmt *> yes = branches.yes, no = branches.no;
  Location where = at(branches.whole);
  if (set) {
    if (swapped)
      std::swap(yes, no);
    affine::AffineIfOp made = makeAffineIf(*set, TypeRange(), where);
    LogicalResult done = bothBranches(made.getThenBlock(), yes,
                                      made.getElseBlock(), no, branches);
    if (succeeded(done) && no.empty())
      made.getElseRegion().getBlocks().clear();
    return done;
  }
  // "a && b" without else is "if (a) if (b)".
  SmallVector<const clang::Expr *> operands;
  listOperands(cond, operands);
  auto isAffine = [&](const clang::Expr *operand) {
    return conjunctionOf(operand, false) || conjunctionOf(operand, true);
  };
  std::string reason = why;
  bool allAffine = operands.size() > 1 && llvm::all_of(operands, isAffine);
  why = reason;
  if (no.empty() && allAffine) {
    OpBuilder::InsertionGuard guard(builder);
    for (const clang::Expr *operand : ArrayRef(operands).drop_back())
      enterIf(operand, where);
    return choose(operands.back(), branches);
  }
  // The affine part guards the rest.
  const auto *op = dyn_cast<clang::BinaryOperator>(cond->IgnoreParenImpCasts());
  if (op && op->getOpcode() == clang::BO_LAnd && no.empty() &&
      conjunctionOf(op->getLHS(), false)) {
    set = conjunctionOf(op->getLHS(), false);
    affine::AffineIfOp made = makeAffineIf(*set, TypeRange(), where);
    made.getElseRegion().getBlocks().clear();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(made.getThenBlock()->getTerminator());
    return choose(op->getRHS(), branches);
  }
  remark(branches.whole, "stays scf.if");
  MaybeValue bit = condition(cond);
  if (failed(bit))
    return failure();
  auto made = scf::IfOp::create(builder, where, *bit,
                                /*withElseRegion=*/!no.empty());
  return bothBranches(made.thenBlock(), yes,
                      no.empty() ? nullptr : made.elseBlock(), no, branches);
}

/// Lowers both lists; what either changes is unknown afterwards.
LogicalResult Importer::bothBranches(Block *yes,
                                     ArrayRef<const clang::Stmt *> yesList,
                                     Block *no,
                                     ArrayRef<const clang::Stmt *> noList,
                                     const Branches &branches) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::DenseMap<const clang::VarDecl *, Binding> before = bindings;
  bool outer = inBranch;
  inBranch = true;
  builder.setInsertionPoint(yes->getTerminator());
  LogicalResult done = statements(yesList);
  for (auto &[decl, bound] : before)
    bindings[decl].known = bound.known;
  if (succeeded(done) && no) {
    builder.setInsertionPoint(no->getTerminator());
    done = statements(noList);
  }
  inBranch = outer;
  for (ArrayRef<const clang::Stmt *> list : {yesList, noList})
    for (const clang::Stmt *stmt : list)
      forget(stmt);
  forget(branches.whole);
  return done;
}

LogicalResult Importer::returnStatement(const clang::ReturnStmt *stmt) {
  if (loopDepth != 0)
    return error(stmt) << "return inside a loop leaves it early, which is not "
                          "supported; put the condition into the loop's bounds";
  const clang::Expr *expr = stmt->getRetValue();
  if (!expr || expr->getType()->isVoidType())
    return expr ? effect(expr) : success();
  MaybeValue value = rvalue(expr);
  if (failed(value))
    return failure();
  if (!inBranch) {
    returned = *value;
    return success();
  }
  if (!result)
    result = makeLocal(value->getType(),
                       active.back()->getNameAsString() + "_result", at(stmt));
  store(*value, *result, at(stmt));
  return success();
}

} // namespace talos::frontend
