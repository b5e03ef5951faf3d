//===- Extract.cpp - From affine IR to statements as text -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {
namespace {

/// Names of the attributes (see HLSBase.td; this room does not know the
/// dialect).
constexpr StringLiteral nameAttr = "hls.name";
constexpr StringLiteral statementAttr = "hls.stmt";
constexpr StringLiteral accessAttr = "hls.access";

/// The user's name: the attribute, else a NameLoc, else empty.
std::string givenName(Attribute attribute, Location loc) {
  if (auto name = dyn_cast_or_null<StringAttr>(attribute))
    return name.str();
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  return "";
}

class Extractor {
public:
  explicit Extractor(Scop::Impl &scop) : scop(scop) {}
  LogicalResult run();

private:
  LogicalResult checkFunction();
  void registerParams(Operation *op);
  bool isParam(Value value);
  std::string paramText(Value value);
  LogicalResult visitBlock(Block &block, unsigned &ordinal);
  LogicalResult visitLoop(AffineForOp loop, unsigned &ordinal);
  LogicalResult visitIf(AffineIfOp op, unsigned &ordinal);
  LogicalResult visitLoad(AffineLoadOp load, unsigned ordinal);
  LogicalResult visitStore(AffineStoreOp store, unsigned &ordinal);
  LogicalResult visitCall(Operation *call, unsigned &ordinal);
  AccessText wholeArray(unsigned array, MemRefType type) const;
  LogicalResult visitReturn(func::ReturnOp op);
  LogicalResult addStatement(Statement statement, StatementData data);

  LogicalResult nameStatement(Statement &statement);
  void collectSlice(Statement &statement);
  bool slicesMemory(Operation *op);
  FailureOr<unsigned> arrayOf(Value memref, Operation *user);
  FailureOr<std::string> operandText(Value operand, Operation *user);
  /// The texts of the results of `map` applied to `operands`.
  FailureOr<Strings> mapTexts(AffineMap map, ValueRange operands,
                              Operation *user);
  FailureOr<AccessText> accessText(Value memref, AffineMap map,
                                   ValueRange operands, Operation *user);
  LogicalResult boundTexts(AffineForOp loop, LoopFrame &frame);
  Place place(unsigned ordinal) const { return {loops, conditions, ordinal}; }

  Scop::Impl &scop;
  std::vector<LoopFrame> loops;
  Strings conditions;
  llvm::StringSet<> statementNames;
  llvm::StringSet<> arrayNames;
  llvm::StringSet<> names; ///< parameters and the iterators now in scope
  DenseMap<Operation *, unsigned> order;
  DenseMap<Operation *, bool> memory; ///< memo of slicesMemory
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
    registerParams(op);
    bool isStatement = isa<AffineStoreOp>(op) || isRegionCall(op);
    auto name =
        isStatement ? op->getAttrOfType<StringAttr>(statementAttr) : nullptr;
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
    else if (isRegionCall(&op))
      result = visitCall(&op, ordinal);
    else if (auto ret = dyn_cast<func::ReturnOp>(op))
      result = visitReturn(ret);
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Extractor::boundTexts(AffineForOp loop, LoopFrame &frame) {
  FailureOr<Strings> lower =
      mapTexts(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), loop);
  FailureOr<Strings> upper =
      mapTexts(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), loop);
  if (failed(lower) || failed(upper))
    return failure();
  frame.step = loop.getStepAsInt();
  frame.lower = lower->front();
  for (const std::string &bound : llvm::drop_begin(*lower))
    frame.lower = "max(" + frame.lower + ", " + bound + ")";
  Strings parts;
  for (const std::string &bound : *lower)
    parts.push_back(frame.iterator + " >= " + bound);
  for (const std::string &bound : *upper)
    parts.push_back(frame.iterator + " < " + bound);
  if (frame.step != 1)
    parts.push_back("(" + frame.iterator + " - (" + frame.lower + ")) mod " +
                    std::to_string(frame.step) + " = 0");
  frame.constraint = llvm::join(parts, " and ");
  return success();
}

LogicalResult Extractor::visitLoop(AffineForOp loop, unsigned &ordinal) {
  LoopFrame frame;
  frame.op = loop;
  frame.iterator =
      uniqueIdentifier(givenName(loop->getAttr(nameAttr), loop.getLoc()),
                       "i" + std::to_string(loops.size()), names);
  if (failed(boundTexts(loop, frame)))
    return failure();
  frame.ordinal = ordinal++;
  std::string iterator = frame.iterator;
  loops.push_back(std::move(frame));
  unsigned inner = 0;
  LogicalResult result = visitBlock(*loop.getBody(), inner);
  loops.pop_back();
  names.erase(iterator);
  return result;
}

LogicalResult Extractor::visitIf(AffineIfOp op, unsigned &ordinal) {
  IntegerSet set = op.getIntegerSet();
  SmallVector<AffineExpr> exprs(set.getConstraints());
  FailureOr<Strings> texts =
      mapTexts(AffineMap::get(set.getNumDims(), set.getNumSymbols(), exprs,
                              op.getContext()),
               op.getOperands(), op);
  if (failed(texts))
    return failure();
  Strings parts;
  for (auto [i, text] : llvm::enumerate(*texts))
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
  FailureOr<AccessText> access = accessText(
      load.getMemRef(), load.getAffineMap(), load.getMapOperands(), load);
  if (failed(access))
    return failure();
  scop.loads[load] = LoadData{load, place(ordinal), *access};
  return success();
}

LogicalResult Extractor::nameStatement(Statement &statement) {
  auto given = statement.op->getAttrOfType<StringAttr>(statementAttr);
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
  FailureOr<AccessText> access = accessText(
      store.getMemRef(), store.getAffineMap(), store.getMapOperands(), store);
  if (failed(access))
    return failure();
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
  for (const LoopFrame &frame : loops)
    statement.loops.push_back(frame.op);
  collectSlice(statement);
  if (statement.store)
    for (AffineLoadOp load : statement.loads())
      data.reads.push_back(scop.loads[load].access);
  scop.depth = std::max<unsigned>(scop.depth, loops.size());
  scop.statements.push_back(std::move(statement));
  scop.data.push_back(std::move(data));
  return success();
}

/// Every element of the array.
AccessText Extractor::wholeArray(unsigned array, MemRefType type) const {
  AccessText access;
  access.array = array;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    std::string name = "a" + std::to_string(dim);
    while (names.contains(name)) // of an iterator or a parameter
      name += "_";
    access.constraints.push_back("0 <= " + name + " < " +
                                 std::to_string(extent));
    access.subscripts.push_back(std::move(name));
  }
  return access;
}

LogicalResult Extractor::visitCall(Operation *call, unsigned &ordinal) {
  auto access = call->getAttrOfType<ArrayAttr>(accessAttr);
  if (!access || access.size() != call->getNumOperands())
    return call->emitError("'hls.access' needs one entry an operand");
  Statement statement;
  statement.op = call;
  StatementData data;
  data.place = place(ordinal++);
  for (auto [operand, kind] :
       llvm::zip_equal(call->getOperands(), access.getAsRange<StringAttr>())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      continue;
    if (!type.hasStaticShape())
      return call->emitError("operand of type ")
             << type << " has no static shape";
    FailureOr<unsigned> array = arrayOf(operand, call);
    if (failed(array))
      return failure();
    data.reads.push_back(wholeArray(*array, type));
    if (kind.getValue().ends_with("write"))
      data.writes.push_back(data.reads.back());
  }
  return addStatement(std::move(statement), std::move(data));
}

LogicalResult Extractor::visitReturn(func::ReturnOp op) {
  for (Value operand : op.getOperands())
    if (Operation *def = operand.getDefiningOp(); def && slicesMemory(def))
      return op.emitError("function returns a value loaded from memory; return "
                          "it through a memref argument instead");
  return success();
}

bool Extractor::slicesMemory(Operation *op) {
  auto [it, inserted] = memory.try_emplace(op, isa<AffineLoadOp>(op));
  if (!inserted)
    return it->second;
  bool result = it->second;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp(); def && !isAllocation(def))
      result |= slicesMemory(def);
  return memory[op] = result;
}

void Extractor::collectSlice(Statement &statement) {
  Block *entry = &scop.func.getBody().front();
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> worklist{statement.op};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    bool setup =
        op != statement.op && op->getBlock() == entry && !slicesMemory(op);
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

FailureOr<unsigned> Extractor::arrayOf(Value memref, Operation *user) {
  Block *entry = &scop.func.getBody().front();
  auto argument = dyn_cast<BlockArgument>(memref);
  Operation *def = memref.getDefiningOp();
  auto global = dyn_cast_or_null<memref::GetGlobalOp>(def);
  bool known = argument
                   ? argument.getOwner() == entry
                   : global || (isAllocation(def) && def->getBlock() == entry);
  if (!known) {
    InFlightDiagnostic diag = user->emitError(
        "accesses memory through a view; only arguments, allocations and "
        "globals are arrays: fold the view into the subscripts");
    if (def)
      diag.attachNote(def->getLoc()) << "the view is made here";
    return diag;
  }
  for (auto [i, array] : llvm::enumerate(scop.arrays)) {
    auto other = array.value.getDefiningOp<memref::GetGlobalOp>();
    if (array.value == memref ||
        (global && other && global.getName() == other.getName()))
      return unsigned(i);
  }
  Array array;
  array.value = memref;
  array.isArgument = bool(argument);
  std::string fallback =
      (argument ? "arg" : "buf") +
      std::to_string(argument ? argument.getArgNumber() : scop.arrays.size());
  array.name =
      argument
          ? givenName(scop.func.getArgAttr(argument.getArgNumber(), nameAttr),
                      argument.getLoc())
          : givenName(def->getAttr(nameAttr), def->getLoc());
  if (array.name.empty())
    array.name = global ? global.getName().str() : fallback;
  scop.arrayIds.push_back(uniqueIdentifier(array.name, fallback, arrayNames));
  scop.arrays.push_back(std::move(array));
  return unsigned(scop.arrays.size() - 1);
}

/// All parameters are named before any iterator, so that no iterator of one
/// nest takes the name of a parameter that another one meets first.
void Extractor::registerParams(Operation *op) {
  if (!isa<AffineDialect>(op->getDialect()))
    return;
  for (Value operand : op->getOperands())
    if (operand.getType().isIndex() && !matchPattern(operand, m_Constant()) &&
        !operand.getDefiningOp<AffineApplyOp>() && isParam(operand))
      paramText(operand);
}

bool Extractor::isParam(Value value) {
  Operation *def = value.getDefiningOp();
  return value.getParentBlock() == &scop.func.getBody().front() &&
         !(def && slicesMemory(def));
}

std::string Extractor::paramText(Value value) {
  for (auto [i, param] : llvm::enumerate(scop.params))
    if (param == value)
      return scop.paramIds[i];
  Attribute attribute;
  if (auto argument = dyn_cast<BlockArgument>(value))
    attribute = scop.func.getArgAttr(argument.getArgNumber(), nameAttr);
  else
    attribute = value.getDefiningOp()->getAttr(nameAttr);
  scop.paramIds.push_back(
      uniqueIdentifier(givenName(attribute, value.getLoc()),
                       "p" + std::to_string(scop.params.size()), names));
  scop.params.push_back(value);
  return scop.paramIds.back();
}

FailureOr<std::string> Extractor::operandText(Value operand, Operation *user) {
  APInt constant;
  if (matchPattern(operand, m_ConstantInt(&constant)))
    return std::to_string(constant.getSExtValue());
  for (const LoopFrame &frame : loops) {
    AffineForOp loop = frame.op;
    if (loop.getInductionVar() == operand)
      return frame.iterator;
  }
  if (isParam(operand))
    return paramText(operand);
  InFlightDiagnostic diag = user->emitError(
      "bound, condition or subscript depends on a value that is neither a "
      "loop's iterator nor a symbol of the function");
  diag.attachNote(operand.getLoc()) << "the value is computed here";
  return diag;
}

FailureOr<Strings> Extractor::mapTexts(AffineMap map, ValueRange operands,
                                       Operation *user) {
  SmallVector<Value> values(operands);
  fullyComposeAffineMapAndOperands(&map, &values);
  Strings dims, symbols;
  for (auto [i, value] : llvm::enumerate(values)) {
    FailureOr<std::string> text = operandText(value, user);
    if (failed(text))
      return failure();
    (i < map.getNumDims() ? dims : symbols).push_back(*text);
  }
  Strings texts;
  for (AffineExpr expr : map.getResults()) {
    texts.push_back(islText(expr, dims, symbols));
    if (texts.back().empty())
      return user->emitError("bound, condition or subscript is semi-affine: "
                             "products and quotients of symbols are not "
                             "supported");
  }
  return texts;
}

FailureOr<AccessText> Extractor::accessText(Value memref, AffineMap map,
                                            ValueRange operands,
                                            Operation *user) {
  FailureOr<unsigned> array = arrayOf(memref, user);
  if (failed(array))
    return failure();
  FailureOr<Strings> texts = mapTexts(map, operands, user);
  if (failed(texts))
    return failure();
  return AccessText{*array, *texts, {}};
}

} // namespace

LogicalResult extract(Scop::Impl &scop) { return Extractor(scop).run(); }

} // namespace talos::poly
