//===- ScheduleOps.cpp - Ops of scripts that schedule ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/ScheduleOps.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/OpImplementation.h"
#include "talos/Dialect/HLS/StreamedEdges.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using hls::ScheduleStep;
using namespace talos::script;
using namespace talos::transforms;
using mlir::transform::TransformState;
using Result = DiagnosedSilenceableFailure;

/// An integer, or a parameter with its type.
static ParseResult
parseNumber(OpAsmParser &parser,
            std::optional<OpAsmParser::UnresolvedOperand> &param, Type &type,
            IntegerAttr &number) {
  int64_t value;
  OptionalParseResult integer = parser.parseOptionalInteger(value);
  if (integer.has_value()) {
    number = parser.getBuilder().getI64IntegerAttr(value);
    return *integer;
  }
  OpAsmParser::UnresolvedOperand operand;
  if (parser.parseOperand(operand) || parser.parseColonType(type))
    return failure();
  param = operand;
  return success();
}

static void printNumber(OpAsmPrinter &printer, Operation *, Value param,
                        Type type, IntegerAttr number) {
  if (param)
    printer << param << " : " << type;
  else if (number)
    printer << number.getInt();
}

static ParseResult
parseOptionalNumber(OpAsmParser &parser,
                    std::optional<OpAsmParser::UnresolvedOperand> &param,
                    Type &type, IntegerAttr &number) {
  if (failed(parser.parseOptionalKeyword("by")))
    return success();
  return parseNumber(parser, param, type, number);
}

static void printOptionalNumber(OpAsmPrinter &printer, Operation *op,
                                Value param, Type type, IntegerAttr number) {
  if (!param && !number)
    return;
  printer << "by ";
  printNumber(printer, op, param, type, number);
}

#define GET_OP_CLASSES
#include "talos/Transforms/ScheduleOps.cpp.inc"

//===----------------------------------------------------------------------===//
// The function, and numbers
//===----------------------------------------------------------------------===//

/// The function that a payload op means; null, with an error at `op`.
static func::FuncOp functionOf(Operation *op, Operation *payload) {
  if (auto func = dyn_cast<func::FuncOp>(payload); func && !func.isExternal())
    return func;
  func::FuncOp only;
  unsigned count = 0;
  if (auto module = dyn_cast<ModuleOp>(payload)) {
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal() || func->hasAttr(hls::referenceAttrName))
        continue;
      if (func->hasAttr(hls::topAttrName))
        return func;
      only = func;
      ++count;
    }
    if (count == 1)
      return only;
  }
  InFlightDiagnostic error = op->emitOpError(
      "needs a function, or a module with one: a function with a body, or the "
      "one that has 'hls.top'");
  error.attachNote(payload->getLoc()) << "this is its target";
  return {};
}

/// The number of an op; none, with an error, if a parameter is no integer.
static FailureOr<int64_t> numberOf(Operation *op, Value param,
                                   IntegerAttr number,
                                   const TransformState &state) {
  if (!param)
    return number.getInt();
  ArrayRef<Attribute> params = state.getParams(param);
  auto value = params.size() == 1 ? dyn_cast<IntegerAttr>(params.front())
                                  : IntegerAttr();
  if (!value)
    return op->emitOpError("needs one integer as its parameter");
  return value.getInt();
}

static LogicalResult verifyNumber(Operation *op, Value param,
                                  IntegerAttr number) {
  if (bool(param) == bool(number))
    return op->emitOpError("needs one number, an attribute or a parameter");
  return success();
}

LogicalResult SplitOp::verify() {
  return verifyNumber(*this, getNumberParam(), getNumberAttr());
}
LogicalResult SkewOp::verify() {
  return verifyNumber(*this, getNumberParam(), getNumberAttr());
}
LogicalResult ShiftOp::verify() {
  return verifyNumber(*this, getNumberParam(), getNumberAttr());
}
/// Without a number they mean a loop or a dimension as a whole.
template <typename OpTy> static LogicalResult verifyOptionalNumber(OpTy op) {
  if (op.getNumberParam() && op.getNumberAttr())
    return op.emitOpError("has a number and a parameter");
  if (op.getNumberAttr() && op.getNumberAttr().getInt() < 1)
    return op.emitOpError("needs a factor of at least 1, got ")
           << op.getNumberAttr().getInt();
  return success();
}
LogicalResult UnrollOp::verify() { return verifyOptionalNumber(*this); }
LogicalResult PartitionOp::verify() { return verifyOptionalNumber(*this); }

//===----------------------------------------------------------------------===//
// Edits of the schedule
//===----------------------------------------------------------------------===//

static Result failed() { return Result::definiteFailure(); }

/// A schedule goes by names, which new orders must not change.
static void nameStatements(const poly::Scop &scop) {
  for (const poly::Statement &statement : scop.statements())
    if (statement.store)
      statement.op->setAttr(
          hls::statementAttrName,
          StringAttr::get(statement.op->getContext(), statement.name));
}

/// Edits the schedule of every function in `target`; a question leaves it.
static Result editEach(Operation *op, Value target, TransformState &state,
                       function_ref<llvm::Error(ScheduleEditor &)> edit,
                       bool isQuestion = false) {
  for (Operation *payload : state.getPayloadOps(target)) {
    func::FuncOp func = functionOf(op, payload);
    if (!func)
      return failed();
    nameAll(func);
    composeBounds(func);
    auto scop = poly::Scop::build(func);
    if (mlir::failed(scop))
      return failed();
    nameStatements(**scop);
    auto editor = ScheduleEditor::create(
        **scop, func->getAttrOfType<hls::ScheduleAttr>(hls::scheduleAttrName));
    llvm::Error error = editor ? edit(*editor) : editor.takeError();
    if (error) {
      // Two loops may lack the same statement.
      std::string text = llvm::toString(std::move(error));
      llvm::SetVector<StringRef> lines;
      for (StringRef line : llvm::split(text, '\n'))
        lines.insert(line);
      InFlightDiagnostic said = op->emitOpError() << llvm::join(lines, "; ");
      said.attachNote(func.getLoc())
          << "in function '" << func.getSymName() << "'";
      return failed();
    }
    if (!isQuestion)
      func->setAttr(hls::scheduleAttrName, editor->get());
  }
  return Result::success();
}

Result InterchangeOp::apply(transform::TransformRewriter &,
                            transform::TransformResults &,
                            TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.interchange(getFirst(), getSecond());
  });
}

Result SplitOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  FailureOr<int64_t> size =
      numberOf(*this, getNumberParam(), getNumberAttr(), state);
  if (mlir::failed(size))
    return failed();
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.split(getLoop(), *size, getOuter(), getInner());
  });
}

Result TileOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &, TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.tile(getOuter(), getInner(), getOuterSize(), getInnerSize(),
                       {getName0().str(), getName1().str(), getName2().str(),
                        getName3().str()});
  });
}

Result SkewOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &, TransformState &state) {
  FailureOr<int64_t> factor =
      numberOf(*this, getNumberParam(), getNumberAttr(), state);
  if (mlir::failed(factor))
    return failed();
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.skew(getLoop(), *factor, getBy());
  });
}

Result ShiftOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  FailureOr<int64_t> distance =
      numberOf(*this, getNumberParam(), getNumberAttr(), state);
  if (mlir::failed(distance))
    return failed();
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.shift(getLoop(), *distance);
  });
}

Result FuseOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &, TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.fuse(getFirst(), getSecond());
  });
}

Result AfterOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.after(getStatement(), getBefore(),
                        getLoop().value_or(StringRef()));
  });
}

Result DistributeOp::apply(transform::TransformRewriter &,
                           transform::TransformResults &,
                           TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.distribute(getLoop());
  });
}

Result UnrollOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &, TransformState &state) {
  FailureOr<int64_t> factor(0);
  if (getNumberParam() || getNumberAttr())
    factor = numberOf(*this, getNumberParam(), getNumberAttr(), state);
  if (mlir::failed(factor))
    return failed();
  if (getNumberParam() && *factor < 1)
    return emitOpError("needs a factor of at least 1, got ") << *factor,
           failed();
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.unroll(getLoop(), *factor);
  });
}

Result PipelineOp::apply(transform::TransformRewriter &,
                         transform::TransformResults &, TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.pipeline(getLoop(), /*ii=*/0);
  });
}

Result SetScheduleOp::apply(transform::TransformRewriter &,
                            transform::TransformResults &,
                            TransformState &state) {
  return editEach(*this, getTarget(), state, [&](ScheduleEditor &editor) {
    return editor.set(getSchedule());
  });
}

Result GenerateOp::apply(transform::TransformRewriter &,
                         transform::TransformResults &, TransformState &state) {
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    func::FuncOp func = functionOf(*this, payload);
    if (!func)
      return failed();
    auto schedule =
        func->getAttrOfType<hls::ScheduleAttr>(hls::scheduleAttrName);
    if (schedule && mlir::failed(generateSchedule(func, schedule)))
      return failed();
  }
  return Result::success();
}

//===----------------------------------------------------------------------===//
// Steps around a schedule
//===----------------------------------------------------------------------===//

/// Edits so far are carried out first.
static Result
applyEach(Operation *op, Value target, TransformState &state,
          function_ref<LogicalResult(func::FuncOp func)> carryOut) {
  for (Operation *payload : state.getPayloadOps(target)) {
    func::FuncOp func = functionOf(op, payload);
    if (!func)
      return failed();
    auto pending =
        func->getAttrOfType<hls::ScheduleAttr>(hls::scheduleAttrName);
    if (pending && mlir::failed(generateSchedule(func, pending)))
      return failed();
    if (mlir::failed(carryOut(func)))
      return op->emitOpError("cannot be carried out on function '")
                 << func.getSymName() << "'",
             failed();
  }
  return Result::success();
}

/// What a step found that had nothing to do; empty where that is no mistake.
static StringRef whyNothing(ScheduleStep step) {
  switch (step) {
  case ScheduleStep::Expand:
    return "no array is used again by the iterations of an outer loop in a way "
           "that one element for each iteration would free";
  case ScheduleStep::SplitDomains:
    return "no statement reads, of the array that it writes, the row or the "
           "column of the element that it writes";
  case ScheduleStep::CopyPivots:
    return "no statement reads and writes row or column k of an array in the "
           "iteration k of an outer loop";
  case ScheduleStep::JoinEqualNests:
    return "no neighbours have the same body over parts of one box";
  case ScheduleStep::SkewLayouts:
    return "no array has subscripts that follow skewed loops";
  case ScheduleStep::Separate:
  case ScheduleStep::Join:
  case ScheduleStep::Widen:
  case ScheduleStep::StoreOld:
    return "";
  }
  return "";
}

/// A step that a script asks for is not left out silently.
static Result applyStepOp(Operation *op, Value target, TransformState &state,
                          ScheduleStep step) {
  return applyEach(op, target, state, [&](func::FuncOp func) -> LogicalResult {
    FailureOr<bool> changed = applyStep(func, step);
    if (mlir::failed(changed))
      return failure();
    StringRef why = whyNothing(step);
    if (*changed || why.empty())
      return success();
    return op->emitOpError("has nothing to do: ") << why << "; leave it out";
  });
}

#define TALOS_STEP(Op)                                                         \
  Result Op::apply(transform::TransformRewriter &,                             \
                   transform::TransformResults &, TransformState &state) {     \
    return applyStepOp(*this, getTarget(), state, step());                     \
  }
TALOS_STEP(SeparateOp)
TALOS_STEP(JoinOp)
TALOS_STEP(ExpandOp)
TALOS_STEP(SplitDomainsOp)
TALOS_STEP(CopyPivotsOp)
TALOS_STEP(JoinEqualNestsOp)
TALOS_STEP(SkewLayoutsOp)
TALOS_STEP(StoreOldOp)
TALOS_STEP(WidenOp)
#undef TALOS_STEP

Result PassOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &, TransformState &state) {
  return applyEach(*this, getTarget(), state, [&](func::FuncOp func) {
    return applyPass(func, getPass());
  });
}

//===----------------------------------------------------------------------===//
// Variables of the design
//===----------------------------------------------------------------------===//

/// Adds a pin; an error if the same variable has another value already.
static LogicalResult addPin(Operation *op, func::FuncOp func, StringRef pin) {
  SmallVector<Attribute> pins;
  if (auto before = func->getAttrOfType<ArrayAttr>(hls::pinsAttrName))
    pins.append(before.begin(), before.end());
  auto [name, value] = pin.split('=');
  for (Attribute other : pins) {
    StringRef text = cast<StringAttr>(other).getValue();
    if (text == pin)
      return success();
    if (text.split('=').first == name && !name.ends_with("<") &&
        !name.ends_with(">"))
      return op->emitOpError("contradicts what was fixed before: ") << text;
  }
  pins.push_back(StringAttr::get(op->getContext(), pin));
  func->setAttr(hls::pinsAttrName, ArrayAttr::get(op->getContext(), pins));
  return success();
}

Result PinOp::apply(transform::TransformRewriter &,
                    transform::TransformResults &, TransformState &state) {
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    func::FuncOp func = functionOf(*this, payload);
    if (!func || mlir::failed(addPin(*this, func, getPin())))
      return failed();
  }
  return Result::success();
}

Result PartitionOp::apply(transform::TransformRewriter &,
                          transform::TransformResults &,
                          TransformState &state) {
  for (Operation *payload : state.getPayloadOps(getTarget())) {
    func::FuncOp func = functionOf(*this, payload);
    if (!func)
      return failed();
    nameAll(func);
    MemRefType type = arrayType(func, getArray());
    if (!type)
      return emitOpError("function '")
                 << func.getSymName() << "' has no array '" << getArray()
                 << "'",
             failed();
    if (int64_t(getDim()) < 0 || int64_t(getDim()) >= type.getRank())
      return emitOpError("array '")
                 << getArray() << "' has " << type.getRank()
                 << " dimensions, counted from 0; there is no dimension "
                 << getDim(),
             failed();
    FailureOr<int64_t> banks(type.getDimSize(getDim()));
    if (getNumberParam() || getNumberAttr())
      banks = numberOf(*this, getNumberParam(), getNumberAttr(), state);
    if (mlir::failed(banks))
      return failed();
    std::string pin =
        (getArray() + ".partition" + Twine(getDim()) + "=" + Twine(*banks))
            .str();
    if (mlir::failed(addPin(*this, func, pin)))
      return failed();
  }
  return Result::success();
}

//===----------------------------------------------------------------------===//
// Data between statements and iterations
//===----------------------------------------------------------------------===//

Result ReuseOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  std::string pin;
  Result asked = editEach(
      *this, getTarget(), state,
      [&](ScheduleEditor &editor) -> llvm::Error {
        llvm::Expected<std::string> found =
            editor.reusePin(getArray(), getLoop());
        if (!found)
          return found.takeError();
        pin = std::move(*found);
        return llvm::Error::success();
      },
      /*isQuestion=*/true);
  if (!asked.succeeded())
    return asked;
  for (Operation *payload : state.getPayloadOps(getTarget()))
    if (mlir::failed(addPin(*this, functionOf(*this, payload), pin)))
      return failed();
  return Result::success();
}

/// Adds the pair to `hls.streamed_edges`.
static void addStreamedEdge(func::FuncOp func, StringRef producer,
                            StringRef consumer) {
  Builder builder(func.getContext());
  SmallVector<Attribute> edges;
  if (auto before = func->getAttrOfType<ArrayAttr>(hls::streamedEdgesAttrName))
    edges.append(before.begin(), before.end());
  Attribute edge = builder.getStrArrayAttr({producer, consumer});
  if (!llvm::is_contained(edges, edge))
    edges.push_back(edge);
  func->setAttr(hls::streamedEdgesAttrName, builder.getArrayAttr(edges));
}

Result StreamOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &, TransformState &state) {
  Result asked = editEach(
      *this, getTarget(), state,
      [&](ScheduleEditor &editor) {
        return editor.checkStream(getProducer(), getConsumer());
      },
      /*isQuestion=*/true);
  if (!asked.succeeded())
    return asked;
  for (Operation *payload : state.getPayloadOps(getTarget()))
    addStreamedEdge(functionOf(*this, payload), getProducer(), getConsumer());
  return Result::success();
}

//===----------------------------------------------------------------------===//
// Effects and registration
//===----------------------------------------------------------------------===//

/// Ops read their handles and parameters and edit the program.
static void effectsOf(Operation *op,
                      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(op->getOpOperands(), effects);
  transform::modifiesPayload(effects);
}

#define TALOS_EFFECTS(Op)                                                      \
  void Op::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &all) {   \
    effectsOf(*this, all);                                                     \
  }
TALOS_EFFECTS(InterchangeOp)
TALOS_EFFECTS(SplitOp)
TALOS_EFFECTS(TileOp)
TALOS_EFFECTS(SkewOp)
TALOS_EFFECTS(ShiftOp)
TALOS_EFFECTS(FuseOp)
TALOS_EFFECTS(AfterOp)
TALOS_EFFECTS(DistributeOp)
TALOS_EFFECTS(UnrollOp)
TALOS_EFFECTS(PipelineOp)
TALOS_EFFECTS(PartitionOp)
TALOS_EFFECTS(PinOp)
TALOS_EFFECTS(ReuseOp)
TALOS_EFFECTS(StreamOp)
TALOS_EFFECTS(SetScheduleOp)
TALOS_EFFECTS(GenerateOp)
TALOS_EFFECTS(SeparateOp)
TALOS_EFFECTS(JoinOp)
TALOS_EFFECTS(ExpandOp)
TALOS_EFFECTS(SplitDomainsOp)
TALOS_EFFECTS(CopyPivotsOp)
TALOS_EFFECTS(JoinEqualNestsOp)
TALOS_EFFECTS(SkewLayoutsOp)
TALOS_EFFECTS(StoreOldOp)
TALOS_EFFECTS(WidenOp)
TALOS_EFFECTS(PassOp)
#undef TALOS_EFFECTS

namespace {
class ScheduleExtension
    : public transform::TransformDialectExtension<ScheduleExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleExtension)

  ScheduleExtension() {
    declareDependentDialect<hls::HLSDialect>();
    declareGeneratedDialect<affine::AffineDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "talos/Transforms/ScheduleOps.cpp.inc"
        >();
  }
};
} // namespace

void talos::registerScheduleOps(DialectRegistry &registry) {
  registry.addExtensions<ScheduleExtension>();
}
