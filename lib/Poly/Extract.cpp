//===- Extract.cpp - From affine IR to statements as text -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"
#include "SourceTexts.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {
namespace {

class Extractor {
public:
  explicit Extractor(Scop::Impl &scop) : scop(scop), texts(scop) {}
  LogicalResult run();

private:
  LogicalResult checkFunction();
  LogicalResult visitBlock(Block &block, unsigned &ordinal);
  LogicalResult visitLoop(AffineForOp loop, unsigned &ordinal);
  LogicalResult visitIf(AffineIfOp op, unsigned &ordinal);
  LogicalResult visitLoad(AffineLoadOp load, unsigned ordinal);
  LogicalResult visitStore(AffineStoreOp store, unsigned &ordinal);
  LogicalResult visitCall(Operation *call, unsigned &ordinal);
  LogicalResult visitReturn(func::ReturnOp op);
  LogicalResult addStatement(Statement statement, StatementData data);
  LogicalResult addResult(AffineStoreOp store, const AccessText &access);

  LogicalResult nameStatement(Statement &statement);
  void collectSlice(Statement &statement);
  Place place(unsigned ordinal) const {
    return {texts.around(), conditions, ordinal};
  }

  Scop::Impl &scop;
  SourceTexts texts;
  Strings conditions;
  llvm::StringSet<> statementNames;
  DenseMap<Operation *, unsigned> order;
};

LogicalResult Extractor::checkFunction() {
  func::FuncOp func = scop.func;
  if (func.isExternal())
    return func.emitError("function has no body to analyse");
  if (!func.getBody().hasOneBlock())
    return func.emitError("function body has several blocks; only structured "
                          "affine control flow is supported");
  return success();
}

LogicalResult Extractor::run() {
  if (failed(checkFunction()))
    return failure();
  scop.func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    order[op] = order.size();
    texts.registerParams(op);
    bool isStatement = isa<AffineStoreOp>(op) || hls::isRegionCall(op);
    auto name = isStatement
                    ? op->getAttrOfType<StringAttr>(hls::statementAttrName)
                    : nullptr;
    if (name)
      statementNames.insert(name.getValue());
  });
  unsigned ordinal = 0;
  return visitBlock(scop.func.getBody().front(), ordinal);
}

LogicalResult Extractor::visitBlock(Block &block, unsigned &ordinal) {
  for (Operation &op : block) {
    LogicalResult result = checkAllowed(&op);
    if (failed(result))
      return failure();
    if (auto loop = dyn_cast<AffineForOp>(op))
      result = visitLoop(loop, ordinal);
    else if (auto condition = dyn_cast<AffineIfOp>(op))
      result = visitIf(condition, ordinal);
    else if (auto load = dyn_cast<AffineLoadOp>(op))
      result = visitLoad(load, ordinal);
    else if (auto store = dyn_cast<AffineStoreOp>(op))
      result = visitStore(store, ordinal);
    else if (hls::isRegionCall(&op))
      result = visitCall(&op, ordinal);
    else if (auto ret = dyn_cast<func::ReturnOp>(op))
      result = visitReturn(ret);
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Extractor::visitLoop(AffineForOp loop, unsigned &ordinal) {
  if (failed(texts.enter(loop, ordinal)))
    return failure();
  ++ordinal;
  unsigned inner = 0;
  LogicalResult result = visitBlock(*loop.getBody(), inner);
  texts.leave();
  return result;
}

LogicalResult Extractor::visitIf(AffineIfOp op, unsigned &ordinal) {
  IntegerSet set = op.getIntegerSet();
  SmallVector<AffineExpr> exprs(set.getConstraints());
  FailureOr<Strings> constraints =
      texts.mapTexts(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                    exprs, op.getContext()),
                     op.getOperands(), op);
  if (failed(constraints))
    return failure();
  Strings parts;
  for (auto [i, text] : llvm::enumerate(*constraints))
    parts.push_back(text + (set.isEq(i) ? " = 0" : " >= 0"));
  std::string condition = "(" + llvm::join(parts, " and ") + ")";
  conditions.push_back(condition);
  LogicalResult result = visitBlock(*op.getThenBlock(), ordinal);
  conditions.pop_back();
  if (failed(result) || !op.hasElse())
    return result;
  conditions.push_back("not " + condition);
  result = visitBlock(*op.getElseBlock(), ordinal);
  conditions.pop_back();
  return result;
}

LogicalResult Extractor::visitLoad(AffineLoadOp load, unsigned ordinal) {
  FailureOr<AccessText> access = texts.accessText(
      load.getMemRef(), load.getAffineMap(), load.getMapOperands(), load);
  if (failed(access))
    return failure();
  scop.loads[load] = LoadData{load, place(ordinal), *access};
  return success();
}

LogicalResult Extractor::nameStatement(Statement &statement) {
  auto given = statement.op->getAttrOfType<StringAttr>(hls::statementAttrName);
  if (!given) {
    statement.name = uniqueIdentifier(
        "S" + std::to_string(scop.statements.size()), "S", statementNames);
    return success();
  }
  statement.name = given.str();
  if (!isIslIdentifier(statement.name))
    return statement.op->emitError()
           << "statement name \"" << statement.name
           << "\" must be an identifier of letters, digits and '_'";
  for (const Statement &other : scop.statements)
    if (other.name == statement.name) {
      InFlightDiagnostic diag = statement.op->emitError()
                                << "statement name \"" << statement.name
                                << "\" is used twice; names must be unique";
      diag.attachNote(other.op->getLoc()) << "first used here";
      return diag;
    }
  return success();
}

LogicalResult Extractor::visitStore(AffineStoreOp store, unsigned &ordinal) {
  FailureOr<AccessText> access = texts.accessText(
      store.getMemRef(), store.getAffineMap(), store.getMapOperands(), store);
  if (failed(access))
    return failure();
  if (store->hasAttr(hls::joinedAttrName))
    return addResult(store, *access);
  Statement statement;
  statement.store = store;
  statement.op = store;
  statement.array = access->array;
  StatementData data;
  data.place = place(ordinal++);
  data.writes.push_back(*access);
  return addStatement(std::move(statement), std::move(data));
}

LogicalResult Extractor::addStatement(Statement statement, StatementData data) {
  if (failed(nameStatement(statement)))
    return failure();
  for (const LoopFrame &frame : texts.around())
    statement.loops.push_back(frame.op);
  collectSlice(statement);
  if (statement.store)
    for (AffineLoadOp load : statement.loads())
      data.reads.push_back(scop.loads[load].access);
  scop.depth = std::max<unsigned>(scop.depth, texts.around().size());
  scop.statements.push_back(std::move(statement));
  scop.data.push_back(std::move(data));
  return success();
}

/// Joins the store to the statement before it.
LogicalResult Extractor::addResult(AffineStoreOp store,
                                   const AccessText &access) {
  StringRef name =
      store->getAttrOfType<StringAttr>(hls::joinedAttrName).getValue();
  Statement *statement =
      scop.statements.empty() ? nullptr : &scop.statements.back();
  if (!statement || statement->name != name || !statement->store ||
      statement->store->getBlock() != store->getBlock())
    return store.emitError("is joined to statement \"")
           << name << "\", which is not the statement before it in its block";
  StatementData &data = scop.data.back();
  if (llvm::any_of(data.writes, [&](const AccessText &other) {
        return other.array == access.array;
      }))
    return store.emitError("is joined to statement \"")
           << name
           << "\", which writes the same array; each result has an "
              "array of its own";
  statement->joined.push_back(store);
  data.writes.push_back(access);
  statement->ops.clear();
  collectSlice(*statement);
  data.reads.clear();
  for (AffineLoadOp load : statement->loads()) {
    if (load->getBlock() == store->getBlock() &&
        statement->store->isBeforeInBlock(load))
      return load.emitError("stands between the stores of statement \"")
             << name << "\", whose results are all stored at its end";
    data.reads.push_back(scop.loads[load].access);
  }
  return success();
}

LogicalResult Extractor::visitCall(Operation *call, unsigned &ordinal) {
  auto access = call->getAttrOfType<ArrayAttr>(hls::accessAttrName);
  if (!access || access.size() != call->getNumOperands())
    return call->emitError("'hls.access' needs one entry an operand");
  Statement statement;
  statement.op = call;
  StatementData data;
  data.place = place(ordinal++);
  for (auto [operand, kind] : llvm::zip_equal(
           call->getOperands(), access.getAsRange<hls::AccessAttr>())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      continue;
    if (!type.hasStaticShape())
      return call->emitError("operand of type ")
             << type << " has no static shape";
    FailureOr<unsigned> array = texts.arrayOf(operand, call);
    if (failed(array))
      return failure();
    data.reads.push_back(texts.wholeArray(*array, type));
    if (kind.writes())
      data.writes.push_back(data.reads.back());
  }
  return addStatement(std::move(statement), std::move(data));
}

LogicalResult Extractor::visitReturn(func::ReturnOp op) {
  for (Value operand : op.getOperands())
    if (Operation *def = operand.getDefiningOp();
        def && texts.slicesMemory(def))
      return op.emitError("function returns a value loaded from memory; return "
                          "it through a memref argument instead");
  return success();
}

void Extractor::collectSlice(Statement &statement) {
  Block *entry = &scop.func.getBody().front();
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> worklist{statement.op};
  for (AffineStoreOp result : statement.joined)
    worklist.push_back(result);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    bool setup = op != statement.op && op->getBlock() == entry &&
                 !texts.slicesMemory(op);
    if (setup || !seen.insert(op).second)
      continue;
    statement.ops.push_back(op);
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        worklist.push_back(def);
  }
  llvm::sort(statement.ops,
             [&](Operation *a, Operation *b) { return order[a] < order[b]; });
}

} // namespace

LogicalResult extract(Scop::Impl &scop) { return Extractor(scop).run(); }

} // namespace talos::poly
