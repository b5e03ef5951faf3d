//===- Loops.cpp - Loops --------------------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;

namespace talos::frontend {

/// A parameter whose value nobody gave must not decide how often a loop runs.
LogicalResult Importer::checkBounds(const clang::Expr *expr) {
  if (!expr)
    return success();
  if (const auto *reference = dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto *decl = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (decl && unbound.contains(decl))
      return error(expr)
             << "the parameter '" << decl->getName()
             << "' bounds a loop or an array, but its value is not known; give "
                "it with --bind "
             << decl->getName()
             << "=<value>, or with --bind-from-extents, or make the bound a "
                "constant (PolyBench: -DPOLYBENCH_USE_SCALAR_LB)";
  }
  for (const clang::Stmt *child : expr->children())
    if (const auto *part = dyn_cast_or_null<clang::Expr>(child);
        part && failed(checkBounds(part)))
      return failure();
  return success();
}

void Importer::remark(const clang::Stmt *node, StringRef what) {
  mlir::emitRemark(at(node)) << what << ": " << why;
}

LogicalResult Importer::forStatement(const clang::ForStmt *stmt) {
  why = "it does not count a variable by a constant step";
  if (std::optional<CountedLoop> loop = shapeOf(stmt)) {
    if (!loop->init && stmt->getInit() && failed(statement(stmt->getInit())))
      return failure();
    bool done = false;
    if (failed(counted(*loop, done)))
      return failure();
    if (done)
      return success();
    if (loop->init && failed(statement(stmt->getInit())))
      return failure();
  } else if (stmt->getInit() && failed(statement(stmt->getInit()))) {
    return failure();
  }
  if (!stmt->getCond())
    return error(stmt) << "a loop without condition never ends";
  SmallVector<const clang::Stmt *> body{stmt->getBody()};
  if (stmt->getInc())
    body.push_back(stmt->getInc());
  return plainLoop(stmt, stmt->getCond(), body, /*bodyFirst=*/false);
}

LogicalResult Importer::whileStatement(const clang::WhileStmt *stmt) {
  why = "it does not count a variable by a constant step";
  if (std::optional<CountedLoop> loop = shapeOf(stmt)) {
    bool done = false;
    if (failed(counted(*loop, done)))
      return failure();
    if (done)
      return success();
  }
  return plainLoop(stmt, stmt->getCond(), {stmt->getBody()},
                   /*bodyFirst=*/false);
}

LogicalResult Importer::doStatement(const clang::DoStmt *stmt) {
  why = "it does not count a variable by a constant step";
  // do { ... } while (0) is a block.
  clang::Expr::EvalResult constant;
  if (stmt->getCond()->EvaluateAsInt(constant, ast) &&
      constant.Val.getInt() == 0)
    return statement(stmt->getBody());
  return plainLoop(stmt, stmt->getCond(), {stmt->getBody()},
                   /*bodyFirst=*/true);
}

/// Tries affine.for, then scf.for; `done` stays false where neither holds the
/// loop, and then nothing was built.
LogicalResult Importer::counted(const CountedLoop &loop, bool &done) {
  for (const CountedLoop::Limit &limit : loop.limits)
    if (failed(checkBounds(limit.bound)))
      return failure();
  if (loop.init && failed(checkBounds(loop.init)))
    return failure();
  std::optional<Affine> start;
  if (loop.init) {
    start = affineOf(loop.init);
  } else if (auto found = bindings.find(loop.variable);
             found != bindings.end()) {
    start = found->second.known;
    why = "'" + loop.variable->getNameAsString() +
          "' has no affine value where the loop starts";
  }
  std::string reason = why;
  llvm::DenseMap<const clang::VarDecl *, Binding> before = bindings;
  forget(loop.whole);
  std::optional<Affine> bound;
  if (start) {
    bound = boundOf(loop, *start);
    if (!bound)
      reason = why;
  }
  if (start && bound && fitsAffineFor(loop, *start, *bound)) {
    done = true;
    return affineLoop(loop, *start, *bound);
  }
  if (start && bound)
    reason = why;
  done = isCountable(loop);
  if (!done) { // the caller starts over
    for (auto &[decl, bind] : before)
      bindings[decl].known = bind.known;
    return success();
  }
  why = reason;
  remark(loop.whole, "the loop stays scf.for");
  return scfLoop(loop);
}

/// The end that the loop does not reach: exclusive for a positive step,
/// inclusive (the smallest value that is still taken) for a negative one.
std::optional<Affine> Importer::boundOf(const CountedLoop &loop,
                                        const Affine &start) {
  bool up = loop.step > 0;
  std::optional<Affine> bound;
  for (const CountedLoop::Limit &limit : loop.limits) {
    std::optional<Affine> end = affineOf(limit.bound);
    if (!end)
      return std::nullopt;
    // Compared as unsigned, a negative value would be a large one.
    Range range = dims.range(start);
    if (isUnsigned(limit.type) && !isUnsigned(loop.variable->getType()) &&
        !(up && range.low && *range.low >= 0))
      return notAffine(limit.bound, "is compared as an unsigned number");
    if (limit.relation == clang::BO_NE && std::abs(loop.step) != 1) {
      std::optional<Affine> distance = add(*end, scale(start, -1));
      if (!distance || !distance->constant() ||
          *distance->constant() % loop.step != 0 ||
          *distance->constant() / loop.step < 0)
        return notAffine(limit.bound, "is not known to be met exactly");
    }
    if (limit.relation == clang::BO_LE || limit.relation == clang::BO_GT ||
        (!up && limit.relation == clang::BO_NE))
      end = add(*end, Affine(dims.constant(1)));
    if (limit.relation == clang::BO_NE) {
      // Past the end it would run on and wrap around.
      Range last = dims.range(*end);
      bool natural = isUnsigned(loop.variable->getType());
      bool ordered =
          up ? range.high && last.low && *range.high <= *last.low
             : range.low && last.high && *range.low >= *last.high - 1;
      if (natural && !ordered)
        return notAffine(limit.bound, "may lie before the loop's start");
    }
    bound = bound ? combine(up ? Affine::Kind::Min : Affine::Kind::Max, *bound,
                            *end)
                  : end;
    if (!bound)
      return notAffine(limit.bound, "mixes minima and maxima");
  }
  return bound;
}

/// Whether bounds of an affine.for can say it, and the variable never leaves
/// its type: int and wider signed types do not overflow in a valid program.
bool Importer::fitsAffineFor(const CountedLoop &loop, const Affine &start,
                             const Affine &bound) {
  bool up = loop.step > 0;
  Affine::Kind badStart = up ? Affine::Kind::Min : Affine::Kind::Max;
  Affine::Kind badBound = up ? Affine::Kind::Max : Affine::Kind::Min;
  if (start.kind == badStart || bound.kind == badBound) {
    why = "a bound is a union of domains";
    return false;
  }
  clang::QualType type = loop.variable->getType();
  if (!isUnsigned(type) && ast.getTypeSize(type) >= 32)
    return true;
  Range all = rangeOfType(type), first = dims.range(start),
        end = dims.range(bound);
  std::optional<int64_t> last = up ? end.high : end.low;
  bool fits =
      first.low && first.high && last &&
      Range{*last + loop.step - (up ? 1 : 0), *last + loop.step - (up ? 1 : 0)}
          .within(*all.low, *all.high);
  if (!fits)
    why = "'" + loop.variable->getNameAsString() +
          "' may wrap around in type '" + type.getAsString() + "'";
  return fits;
}

LogicalResult Importer::affineLoop(const CountedLoop &loop, const Affine &start,
                                   const Affine &bound) {
  // A negative step counts a hidden iterator k upwards: i = start - |step| * k,
  // or i = -k where the start is a minimum.
  bool up = loop.step > 0, single = start.isSingle();
  int64_t width = std::abs(loop.step), step = width;
  Affine low = start, high = bound;
  if (!up && single) {
    Affine count =
        *add(*add(start, scale(bound, -1)), Affine(dims.constant(width)));
    low = Affine(dims.constant(0));
    high = count;
    for (AffineExpr &expr : high.exprs)
      expr = expr.floorDiv(width);
    step = 1;
  } else if (!up) {
    low = scale(start, -1);
    high = *add(scale(bound, -1), Affine(dims.constant(1)));
  }
  SmallVector<Value> lowOperands, highOperands;
  AffineMap lowMap = dims.map(low.exprs, lowOperands);
  AffineMap highMap = dims.map(high.exprs, highOperands);
  auto made = affine::AffineForOp::create(builder, at(loop.whole), lowOperands,
                                          lowMap, highOperands, highMap, step);
  Range from = dims.range(low), to = dims.range(high);
  if (to.high)
    to.high = *to.high - 1;
  Affine iterator = dims.add(made.getInductionVar(), {from.low, to.high});
  Affine value = iterator;
  if (!up)
    value = single ? *add(start, scale(iterator, -width)) : scale(iterator, -1);
  bindings[loop.variable].known = value;
  if (failed(loopBody(loop, made, made.getBody())))
    return failure();
  Value trips = arith::CeilDivSIOp::create(
      builder, at(loop.whole),
      arith::SubIOp::create(builder, at(loop.whole),
                            dims.materialize(builder, at(loop.whole), high),
                            dims.materialize(builder, at(loop.whole), low)),
      arith::ConstantIndexOp::create(builder, at(loop.whole), step));
  Value first = dims.materialize(builder, at(loop.whole), start);
  if (failed(setFinalValue(loop, first, trips)))
    return failure();
  std::optional<int64_t> a = low.constant(), b = high.constant();
  if (a && b && start.constant())
    bindings[loop.variable].known = Affine(dims.constant(
        *start.constant() +
        loop.step *
            std::max<int64_t>(0, llvm::divideCeilSigned(*b - *a, step))));
  return success();
}

/// Lowers the body into `block` before its terminator, if it has one.
LogicalResult Importer::loopBody(const CountedLoop &loop, Operation *op,
                                 Block *block) {
  op->setAttr(hls::nameAttrName,
              builder.getStringAttr(loop.variable->getName()));
  if (loop.pragmas)
    applyLoopPragmas(loop.pragmas, op);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(block->getTerminator());
  ++loopDepth;
  LogicalResult done = statements(loop.body);
  --loopDepth;
  forget(loop.whole);
  bindings[loop.variable].known.reset();
  return done;
}

/// Stores the variable's value behind the loop: `first` plus the step once for
/// each of the `trips`, which count as none when negative.
LogicalResult Importer::setFinalValue(const CountedLoop &loop, Value first,
                                      Value trips) {
  auto found = bindings.find(loop.variable);
  if (loop.declares || !found->second.place)
    return success();
  Location where = at(loop.whole);
  FailureOr<Type> type = scalarType(loop.variable->getType(), where);
  if (failed(type))
    return failure();
  Value zero = arith::ConstantIndexOp::create(builder, where, 0);
  Value step = arith::ConstantIndexOp::create(builder, where, loop.step);
  Value count = arith::MaxSIOp::create(builder, where, trips, zero);
  Value moved = arith::MulIOp::create(builder, where, count, step);
  Value last = arith::AddIOp::create(builder, where, first, moved);
  store(integerOf(last, *type, where), *found->second.place, where);
  return success();
}

} // namespace talos::frontend
