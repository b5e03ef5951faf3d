//===- Translate.cpp - --import-c of hls-translate ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Frontend/Import.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;

namespace talos::frontend {

void registerImportDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  hls::HLSDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect>();
}

llvm::Error addBinding(StringRef text, ImportOptions &options) {
  auto [name, number] = text.split('=');
  int64_t value = 0;
  if (name.trim().empty() || number.trim().getAsInteger(0, value))
    return llvm::createStringError("expected <parameter>=<integer>, got '" +
                                   text + "'");
  auto [entry, isNew] = options.bindings.emplace(name.trim().str(), value);
  if (!isNew && entry->second != value)
    return llvm::createStringError("parameter '" + name.trim() +
                                   "' is bound to two values");
  return llvm::Error::success();
}

llvm::Error addExtents(StringRef text, ImportOptions &options) {
  auto [name, shape] = text.split('=');
  SmallVector<StringRef> words;
  shape.split(words, 'x');
  std::vector<int64_t> extents;
  for (StringRef word : words) {
    int64_t extent = 0;
    if (word.trim().getAsInteger(10, extent) || extent < 1)
      extents.clear();
    if (extent < 1)
      break;
    extents.push_back(extent);
  }
  if (name.trim().empty() || extents.size() != words.size())
    return llvm::createStringError(
        "expected <parameter>=<n>x<m>..., each at least 1, got '" + text + "'");
  auto [entry, isNew] = options.extents.emplace(name.trim().str(), extents);
  if (!isNew && entry->second != extents)
    return llvm::createStringError("parameter '" + name.trim() +
                                   "' is given two shapes");
  return llvm::Error::success();
}

void registerTranslations() {
  static llvm::cl::OptionCategory category("Options of --import-c");
  static llvm::cl::opt<std::string> clangArgs(
      "clang-args", llvm::cl::cat(category),
      llvm::cl::desc("Arguments of Clang, such as \"-I include -DN=64\""));
  static llvm::cl::opt<std::string> top(
      "top", llvm::cl::cat(category),
      llvm::cl::desc("The function to import (default: every one with external "
                     "linkage but main)"));
  static llvm::cl::list<std::string> bind(
      "bind", llvm::cl::CommaSeparated, llvm::cl::cat(category),
      llvm::cl::desc("Values of integer parameters, such as n=64,m=32"));
  static llvm::cl::list<std::string> extent(
      "extent", llvm::cl::CommaSeparated, llvm::cl::cat(category),
      llvm::cl::desc("Extents of what pointers point to, such as A=200x240"));
  static llvm::cl::opt<bool> fromExtents(
      "bind-from-extents", llvm::cl::cat(category),
      llvm::cl::desc("Bind parameters that bound loops to what the extents of "
                     "the arrays allow"));
  static TranslateToMLIRRegistration registration(
      "import-c", "C to affine MLIR",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        ImportOptions options;
        options.top = top;
        options.bindFromExtents = fromExtents;
        llvm::BumpPtrAllocator memory;
        llvm::StringSaver saver(memory);
        SmallVector<const char *> words;
        llvm::cl::TokenizeGNUCommandLine(clangArgs, saver, words);
        options.clangArgs.assign(words.begin(), words.end());
        const llvm::MemoryBuffer *buffer =
            sources.getMemoryBuffer(sources.getMainFileID());
        for (const std::string &text : bind)
          if (llvm::Error bad = addBinding(text, options)) {
            emitError(UnknownLoc::get(context))
                << "--bind: " << llvm::toString(std::move(bad));
            return {};
          }
        for (const std::string &text : extent)
          if (llvm::Error bad = addExtents(text, options)) {
            emitError(UnknownLoc::get(context))
                << "--extent: " << llvm::toString(std::move(bad));
            return {};
          }
        return importC(buffer->getMemBufferRef(), options, context);
      },
      registerImportDialects);
}

} // namespace talos::frontend
