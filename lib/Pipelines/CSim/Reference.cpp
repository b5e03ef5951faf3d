//===- Reference.cpp - The source program by upstream MLIR alone ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Pipelines/CSim.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace talos;

static func::FuncOp findReference(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>())
    if (func->hasAttr(hls::referenceAttrName))
      return func;
  return {};
}

/// A module of its own with the reference and the globals it may use, without
/// a trace of the hls dialect.
static OwningOpRef<ModuleOp> isolate(func::FuncOp reference) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(reference.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  for (auto global :
       reference->getParentOfType<ModuleOp>().getOps<memref::GlobalOp>())
    builder.clone(*global);
  auto func = cast<func::FuncOp>(builder.clone(*reference));
  func.setPublic();
  func.setAllArgAttrs(ArrayRef<DictionaryAttr>());
  func.walk([](Operation *op) {
    SmallVector<StringAttr> names;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      names.push_back(attribute.getName());
    for (StringAttr name : names)
      op->removeDiscardableAttr(name);
    // Inputs of full range overflow: as in C with -fwrapv, integers then wrap.
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      op->setAttr(flags.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      op->getContext(), arith::IntegerOverflowFlags::none));
  });
  return module;
}

static void addLowering(PassManager &manager) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createConvertLinalgToAffineLoopsPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  ConvertFuncToLLVMPassOptions bare;
  bare.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(bare));
  manager.addPass(createReconcileUnrealizedCastsPass());
}

FailureOr<std::string> talos::lowerReference(ModuleOp module) {
  func::FuncOp reference = findReference(module);
  if (!reference)
    return module.emitError(
        "no function has hls.reference_of; C simulation needs the copy of the "
        "source program that hls-prepare keeps");
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);

  OwningOpRef<ModuleOp> lowered = isolate(reference);
  PassManager manager(context);
  addLowering(manager);
  if (failed(manager.run(*lowered)))
    return reference.emitError(
        "upstream MLIR cannot lower the source program to LLVM; C simulation "
        "needs this (leave out --csim to go without)");
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(*lowered, llvmContext, "reference");
  if (!translated)
    return reference.emitError(
        "upstream MLIR cannot translate the source program to LLVM IR");
  std::string text;
  llvm::raw_string_ostream(text) << *translated;
  return text;
}
