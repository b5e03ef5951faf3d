//===- Prepare.cpp - Chooses, checks and names the top function -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos {

#define GEN_PASS_DEF_PREPARE
#include "talos/Transforms/Passes.h.inc"

namespace {

/// Why a type cannot be a scalar or an element of an array; empty if it can.
std::string refuseElement(Type type) {
  if (type.isF32() || type.isF64())
    return "";
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && integer.isSignless() &&
      llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth()))
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << "type " << type << " is not supported; use "
                                 << "f32, f64, i8, i16, i32 or i64";
  return text;
}

/// More than the loops that a statement may stand in.
constexpr int64_t maxRank = 16;

/// Emitted code counts elements by int.
bool canIndex(MemRefType type) {
  Int elements = 1;
  for (int64_t extent : type.getShape())
    elements = elements * extent;
  return elements.isValid() && elements.value() <= INT32_MAX;
}

std::string refuseMemRef(MemRefType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!type.hasStaticShape())
    os << "dynamic shape in " << type << " is not supported; every extent must "
       << "be a constant";
  else if (llvm::is_contained(type.getShape(), 0))
    os << "array of type " << type << " has no elements; remove it";
  else if (type.getRank() > maxRank)
    os << "array of type " << type << " has more than " << maxRank
       << " dimensions; make one of several";
  else if (!canIndex(type))
    os << "array of type " << type << " has more than 2^31 - 1 elements, which "
       << "an int cannot index; make it smaller, or several of it";
  else if (!type.getLayout().isIdentity())
    os << "layout of " << type << " is not supported; only the identity layout "
       << "(row-major, contiguous) is";
  else if (type.getMemorySpace())
    os << "memory space of " << type << " is not supported; leave it out, the "
       << "design chooses the memory";
  else
    os << refuseElement(type.getElementType());
  return text;
}

/// `inside` allows what only computes: booleans and indices.
std::string refuseType(Type type, bool inside) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return refuseMemRef(memref);
  if (inside && (type.isInteger(1) || type.isIndex()))
    return "";
  return refuseElement(type);
}

LogicalResult checkInterface(func::FuncOp func) {
  if (func.isExternal())
    return mlir::emitError(func.getLoc())
           << "top function '" << func.getSymName()
           << "' is a declaration; its body is needed";
  if (func.getNumResults() != 0)
    return mlir::emitError(func.getLoc())
           << "top function '" << func.getSymName() << "' returns "
           << func.getNumResults()
           << " value(s); write them to memref arguments instead";
  for (BlockArgument argument : func.getArguments()) {
    std::string reason = refuseType(argument.getType(), /*inside=*/false);
    if (reason.empty())
      continue;
    return emitError(argument.getLoc())
           << "argument " << argument.getArgNumber() << " of '"
           << func.getSymName() << "': " << reason;
  }
  if (!func.getBody().hasOneBlock())
    return mlir::emitError(func.getLoc())
           << "top function '" << func.getSymName()
           << "' has several blocks; only structured affine control flow is "
              "supported";
  return success();
}

LogicalResult checkBody(func::FuncOp func) {
  WalkResult walked = func.getBody().walk([&](Operation *op) -> WalkResult {
    for (Region &region : op->getRegions())
      if (region.getBlocks().size() > 1)
        return op->emitError(
            "a region of several blocks is not supported; only "
            "structured affine control flow is");
    for (Type type : op->getResultTypes()) {
      std::string reason = refuseType(type, /*inside=*/true);
      if (!reason.empty())
        return op->emitError()
               << "result of '" << op->getName() << "': " << reason;
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// Inlines calls in `func` until none is left. `stack` holds the callees that
/// are being inlined, so that recursion is seen.
class CallInliner {
public:
  explicit CallInliner(func::FuncOp top)
      : top(top), interface(top.getContext()) {}
  LogicalResult run() {
    SmallVector<func::FuncOp> stack{top};
    return checkCalls(top, stack).failed() ? failure() : inlineAll();
  }

private:
  LogicalResult checkCalls(func::FuncOp func, SmallVector<func::FuncOp> &stack);
  LogicalResult checkCall(CallOpInterface call,
                          SmallVector<func::FuncOp> &stack);
  LogicalResult inlineAll();
  func::FuncOp callee(CallOpInterface call) {
    return dyn_cast_or_null<func::FuncOp>(call.resolveCallable());
  }

  func::FuncOp top;
  llvm::DenseSet<Operation *> checked; ///< functions whose calls were seen
  InlinerInterface interface;
};

LogicalResult CallInliner::checkCalls(func::FuncOp func,
                                      SmallVector<func::FuncOp> &stack) {
  if (!checked.insert(func).second)
    return success();
  WalkResult walked = func.walk([&](CallOpInterface call) -> WalkResult {
    return checkCall(call, stack);
  });
  return failure(walked.wasInterrupted());
}

LogicalResult CallInliner::checkCall(CallOpInterface call,
                                     SmallVector<func::FuncOp> &stack) {
  func::FuncOp target = callee(call);
  if (!isa<func::CallOp>(call.getOperation()) || !target)
    return call.emitError() << "'" << call->getName()
                            << "' cannot be inlined; only func.call of a "
                               "function in this module can";
  if (target.isExternal())
    return call.emitError() << "call of '" << target.getSymName()
                            << "' cannot be inlined: it is a declaration";
  if (!target.getBody().hasOneBlock())
    return call.emitError() << "call of '" << target.getSymName()
                            << "' cannot be inlined: it has several blocks";
  if (llvm::is_contained(stack, target))
    return call.emitError() << "call of '" << target.getSymName()
                            << "' is recursive and cannot be inlined";
  stack.push_back(target);
  LogicalResult result = checkCalls(target, stack);
  stack.pop_back();
  return result;
}

/// Calls that are inlined: functions that call each other several times become
/// exponentially many.
static constexpr unsigned maxInlined = 1024;

LogicalResult CallInliner::inlineAll() {
  for (unsigned inlined = 0;; ++inlined) {
    CallOpInterface call;
    top.walk<WalkOrder::PreOrder>([&](CallOpInterface found) {
      call = found;
      return WalkResult::interrupt();
    });
    if (!call)
      return success();
    func::FuncOp target = callee(call);
    if (inlined == maxInlined)
      return call.emitError() << "more than " << maxInlined
                              << " calls would have to be inlined; call fewer "
                                 "functions, or from loops";
    if (failed(inlineCall(interface, InlinerConfig().getCloneCallback(), call,
                          target, &target.getBody())))
      return call.emitError() << "call of '" << target.getSymName()
                              << "' cannot be inlined here";
    call->erase();
  }
}

bool isWritten(Value memory) {
  return llvm::any_of(memory.getUsers(), [&](Operation *user) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return effects && effects.getEffectOnValue<MemoryEffects::Write>(memory);
  });
}

LogicalResult checkGlobal(memref::GetGlobalOp op, memref::GlobalOp global) {
  if (!global)
    return op.emitError("global '")
           << op.getName() << "' is not defined in the module";
  if (!global.getInitialValue())
    return op.emitError("global '")
           << op.getName()
           << "' is defined in another module; define it in this one, or pass "
              "the array as an argument";
  if (global.getConstant() && isWritten(op))
    return op.emitError("global '")
           << op.getName() << "' is constant, but the function writes it";
  return success();
}

/// Every global that the function uses is fetched once, at its start.
LogicalResult gatherGlobals(func::FuncOp func) {
  SmallVector<memref::GetGlobalOp> ops;
  func.walk([&](memref::GetGlobalOp op) { ops.push_back(op); });
  llvm::MapVector<StringRef, memref::GetGlobalOp> first;
  for (memref::GetGlobalOp op : ops) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        op, op.getNameAttr());
    if (failed(checkGlobal(op, global)))
      return failure();
    auto [place, isNew] = first.insert({op.getName(), op});
    if (!isNew) {
      op.getResult().replaceAllUsesWith(place->second.getResult());
      op.erase();
    } else if (!global.getConstant() && global.isPublic()) {
      mlir::emitRemark(op.getLoc())
          << "global '" << op.getName()
          << "' becomes storage of the kernel: nothing outside of it sees what "
             "it writes there; pass the array as an argument to have it "
             "outside";
    }
  }
  Block &entry = func.getBody().front();
  for (auto &[name, op] : llvm::reverse(first))
    op->moveBefore(&entry, entry.begin());
  return success();
}

/// Upstream's lowering of linalg ops on memrefs, applied to one function.
LogicalResult lowerLinalg(func::FuncOp func) {
  SmallVector<linalg::LinalgOp> ops;
  func.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : ops) {
    if (!op.hasPureBufferSemantics())
      return op->emitError()
             << "'" << op->getName()
             << "' on tensors is not supported; bufferize first";
    rewriter.setInsertionPoint(op);
    if (failed(linalg::linalgOpToAffineLoops(rewriter, op)))
      return op->emitError()
             << "'" << op->getName() << "' cannot be lowered to affine loops";
    rewriter.eraseOp(op);
  }
  return success();
}

struct PreparePass : impl::PrepareBase<PreparePass> {
  using PrepareBase::PrepareBase;

  void runOnOperation() override {
    FailureOr<func::FuncOp> func = findTop();
    if (failed(func) || failed(checkReferenceName(*func)) ||
        failed(checkInterface(*func)) || failed(CallInliner(*func).run()) ||
        failed(lowerLinalg(*func)) || failed(gatherGlobals(*func)) ||
        failed(checkBody(*func)))
      return signalPassFailure();
    addReference(*func);
    (*func)->setAttr(hls::topAttrName, UnitAttr::get(&getContext()));
    // What stands beside the top is none of the design.
    for (func::FuncOp other : getOperation().getOps<func::FuncOp>())
      if (other != *func)
        other.setPrivate();
    nameAll(*func);
  }

private:
  FailureOr<func::FuncOp> findTop();
  LogicalResult checkReferenceName(func::FuncOp func);
  void addReference(func::FuncOp func);
};

FailureOr<func::FuncOp> PreparePass::findTop() {
  ModuleOp module = getOperation();
  auto found = module.lookupSymbol<func::FuncOp>(top);
  if (!found) {
    SmallVector<std::string> names;
    for (func::FuncOp func : module.getOps<func::FuncOp>())
      names.push_back(func.getSymName().str());
    // An option has no place in the program.
    InFlightDiagnostic diag = mlir::emitError(UnknownLoc::get(&getContext()));
    if (top.empty())
      diag << "no top function given";
    else
      diag << "no function '" << top << "' in the module";
    return diag << "; set top to one of: "
                << (names.empty() ? "(the module has no functions)"
                                  : llvm::join(names, ", "));
  }
  for (func::FuncOp func : module.getOps<func::FuncOp>())
    if (func != found && func->hasAttr(hls::topAttrName))
      return mlir::emitError(func.getLoc())
             << "'" << func.getSymName()
             << "' has hls.top, but the top function is '" << top
             << "'; a module has one top";
  return found;
}

LogicalResult PreparePass::checkReferenceName(func::FuncOp func) {
  std::string name = (func.getSymName() + "_reference").str();
  Operation *other = getOperation().lookupSymbol(name);
  if (!other)
    return success();
  return mlir::emitError(other->getLoc())
         << "the name '" << name << "' is needed for the reference copy of '"
         << func.getSymName()
         << "'; rename this symbol, or start from a module "
            "that hls-prepare has not seen";
}

void PreparePass::addReference(func::FuncOp func) {
  func::FuncOp copy = func.clone();
  copy.setName((func.getSymName() + "_reference").str());
  copy.setPrivate();
  copy->removeAttr(hls::topAttrName);
  copy->setAttr(hls::referenceAttrName, FlatSymbolRefAttr::get(func));
  OpBuilder builder(&getContext());
  builder.setInsertionPointAfter(func);
  builder.insert(copy);
}

} // namespace
} // namespace talos
