//===- Extents.cpp - Parameters from the extents of arrays ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"

using namespace mlir;

namespace talos::frontend {

namespace {
/// The largest value of a parameter, and the access that limits it.
struct Extent {
  int64_t value;
  const clang::Expr *access;
};

/// While the pass runs, each free parameter and each loop variable stands for a
/// dimension of its own. A loop up to n + c with a subscript i + k in a
/// dimension of extent E keeps n + c - 1 + k <= E - 1.
class ExtentFinder {
public:
  using Ask = llvm::function_ref<std::optional<Affine>(const clang::Expr *)>;
  using AskExtent =
      llvm::function_ref<std::optional<int64_t>(const clang::Expr *)>;
  /// Both questions must outlive this object.
  ExtentFinder(Ask affineOf, AskExtent extentOf)
      : affineOf(affineOf), extentOf(extentOf) {}

  /// `largest` is the largest value that `variable` takes.
  void limit(const clang::Stmt *stmt, AffineExpr variable, AffineExpr largest) {
    if (!stmt)
      return;
    if (const auto *access = dyn_cast<clang::ArraySubscriptExpr>(stmt)) {
      std::optional<Affine> index = affineOf(access->getIdx());
      std::optional<int64_t> extent =
          extentOf(access->getBase()->IgnoreParenImpCasts());
      if (index && index->isSingle() && extent)
        if (auto offset =
                dyn_cast<AffineConstantExpr>(index->single() - variable))
          add(largest + offset.getValue(), *extent, access);
    }
    auto branch = [&](const clang::Expr *condition, const clang::Stmt *taken,
                      const clang::Stmt *other) {
      limit(condition, variable, largest);
      limit(taken, variable, tightened(condition, variable, largest));
      limit(other, variable, largest);
    };
    if (const auto *choice = dyn_cast<clang::IfStmt>(stmt))
      return branch(choice->getCond(), choice->getThen(), choice->getElse());
    if (const auto *both = dyn_cast<clang::BinaryOperator>(stmt);
        both && both->getOpcode() == clang::BO_LAnd)
      return branch(both->getLHS(), both->getRHS(), nullptr);
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(stmt))
      return branch(choice->getCond(), choice->getTrueExpr(),
                    choice->getFalseExpr());
    for (const clang::Stmt *child : stmt->children())
      limit(child, variable, largest);
  }

  llvm::MapVector<unsigned, Extent> found; ///< by dimension

private:
  /// a - b, if that is a constant.
  static std::optional<int64_t> difference(AffineExpr a, AffineExpr b) {
    AffineMap map = AffineMap::inferFromExprList(
                        ArrayRef<ArrayRef<AffineExpr>>({a - b}), a.getContext())
                        .front();
    auto constant =
        dyn_cast<AffineConstantExpr>(simplifyAffineMap(map).getResult(0));
    return constant ? std::optional(constant.getValue()) : std::nullopt;
  }

  /// The largest value that `variable` has where the condition holds, as far as
  /// one of its parts `variable + c < e` (or `<=`, or the other way round)
  /// says.
  AffineExpr tightened(const clang::Expr *condition, AffineExpr variable,
                       AffineExpr largest) {
    condition = condition->IgnoreParenImpCasts();
    const auto *op = dyn_cast<clang::BinaryOperator>(condition);
    if (op && op->getOpcode() == clang::BO_LAnd)
      return tightened(op->getRHS(), variable,
                       tightened(op->getLHS(), variable, largest));
    if (!op || !op->isRelationalOp())
      return largest;
    clang::BinaryOperatorKind kind = op->getOpcode();
    bool isBelow = kind == clang::BO_LT || kind == clang::BO_LE;
    std::optional<Affine> low = affineOf(isBelow ? op->getLHS() : op->getRHS());
    std::optional<Affine> high =
        affineOf(isBelow ? op->getRHS() : op->getLHS());
    if (!low || !high || !low->isSingle() || !high->isSingle())
      return largest;
    std::optional<int64_t> offset = difference(low->single(), variable);
    if (!offset)
      return largest;
    bool isStrict = kind == clang::BO_LT || kind == clang::BO_GT;
    AffineExpr most = high->single() - (*offset + isStrict);
    return difference(largest, most).value_or(0) > 0 ? most : largest;
  }

  /// `largest` < extent, where `largest` is a parameter plus a constant.
  void add(AffineExpr largest, int64_t extent, const clang::Expr *access) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(largest);
    auto dim = dyn_cast<AffineDimExpr>(sum ? sum.getLHS() : largest);
    auto offset =
        sum ? dyn_cast<AffineConstantExpr>(sum.getRHS()) : AffineConstantExpr();
    if (!dim || (sum && (sum.getKind() != AffineExprKind::Add || !offset)))
      return;
    int64_t value = extent - 1 - (offset ? offset.getValue() : 0);
    auto [entry, isNew] = found.insert({dim.getPosition(), {value, access}});
    if (!isNew && value < entry->second.value)
      entry->second = {value, access};
  }

  Ask affineOf;
  AskExtent extentOf;
};
} // namespace

/// Every loop of `stmt`, the outer ones first.
static void collectLoops(const clang::Stmt *stmt,
                         SmallVectorImpl<const clang::Stmt *> &loops) {
  if (!stmt)
    return;
  if (isa<clang::ForStmt, clang::WhileStmt>(stmt))
    loops.push_back(stmt);
  for (const clang::Stmt *child : stmt->children())
    collectLoops(child, loops);
}

void Importer::bindFromExtents(const clang::FunctionDecl *function) {
  SmallVector<const clang::ParmVarDecl *> parameters;
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (parameter->getType()->isIntegerType() && !bindings.count(parameter) &&
        !modifiedIn(function->getBody()).contains(parameter)) {
      bindings[parameter].known = dims.add(Value(), Range());
      parameters.push_back(parameter);
    }
  auto shape = [&](const clang::Stmt *stmt) -> std::optional<CountedLoop> {
    if (const auto *loop = dyn_cast<clang::ForStmt>(stmt))
      return shapeOf(loop);
    return shapeOf(cast<clang::WhileStmt>(stmt));
  };
  auto ask = [&](const clang::Expr *expr) { return affineOf(expr); };
  auto askExtent = [&](const clang::Expr *array) { return extentOf(array); };
  ExtentFinder finder(ask, askExtent);
  SmallVector<const clang::Stmt *> loops;
  collectLoops(function->getBody(), loops);
  VariableSet variables;
  for (const clang::Stmt *stmt : loops) {
    std::optional<CountedLoop> loop = shape(stmt);
    if (!loop || (loop->step < 0 && !loop->init))
      continue;
    SmallVector<Affine> largest;
    if (loop->step < 0) {
      if (std::optional<Affine> start = affineOf(loop->init))
        largest.push_back(*start);
    } else {
      for (const CountedLoop::Limit &limit : loop->limits)
        if (std::optional<Affine> end = affineOf(limit.bound))
          largest.push_back(*add(
              *end,
              Affine(dims.constant(limit.relation == clang::BO_LE ? 0 : -1))));
    }
    Affine iterator = dims.add(Value(), Range());
    bindings[loop->variable].known = iterator;
    variables.insert(loop->variable);
    for (const Affine &value : largest)
      for (AffineExpr expr : value.exprs)
        for (const clang::Stmt *part : loop->body)
          finder.limit(part, iterator.single(), expr);
  }
  for (const clang::VarDecl *variable : variables)
    bindings.erase(variable);
  for (auto [dim, parameter] : llvm::enumerate(parameters)) {
    auto entry = finder.found.find(dim);
    if (entry == finder.found.end() || entry->second.value < 0) {
      bindings.erase(parameter);
      continue;
    }
    bindings[parameter].known = Affine(dims.constant(entry->second.value));
    fixed[parameter] = entry->second.value;
    mlir::emitRemark(at(parameter->getLocation()))
        << "parameter '" << parameter->getName() << "' is bound to "
        << entry->second.value << ", with which '" << text(entry->second.access)
        << "' and all others stay inside their "
        << "arrays";
  }
  dims = Dimensions(dims.context);
}

} // namespace talos::frontend
