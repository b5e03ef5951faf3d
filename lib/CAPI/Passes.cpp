//===- Passes.cpp - Textual pass pipelines over text ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "talos-c/Registration.h"
#include "talos-c/Session.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Pipelines/Session.h"
#include "talos/Support/LargeStack.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using llvm::StringRef;

namespace {
/// One call of talosRunPasses.
struct Run {
  StringRef name, text, pipeline;
  bool asBytecode;
  TalosMessageCallback message;
  void *userData;
  std::string result;

  void say(const talos::Message &said) {
    if (!message)
      return;
    message(TalosSeverity(said.severity), wrap(StringRef(said.file)), said.line,
            said.column, wrap(StringRef(said.text)), userData);
    for (const talos::Message &note : said.notes)
      say(note);
  }
  bool run();
};
} // namespace

bool Run::run() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  talos::registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler handler(&context, [this](Diagnostic &diagnostic) {
    say(talos::toMessage(diagnostic));
    return success();
  });
  std::string wrong;
  llvm::raw_string_ostream errors(wrong);
  FailureOr<OpPassManager> passes = parsePassPipeline(pipeline, errors);
  if (failed(passes)) {
    say({talos::Message::Error,
         "",
         0,
         0,
         "pass pipeline '" + pipeline.str() +
             "': " + StringRef(wrong).trim().str(),
         {}});
    return false;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return false;
  PassManager manager(&context, passes->getOpAnchorName());
  static_cast<OpPassManager &>(manager) = std::move(*passes);
  if (failed(manager.run(*module)))
    return false;
  llvm::raw_string_ostream os(result);
  if (asBytecode)
    return succeeded(writeBytecodeToFile(*module, os));
  module->print(os);
  os << "\n";
  return true;
}

bool talosRunPasses(MlirStringRef name, MlirStringRef text,
                    MlirStringRef pipeline, bool asBytecode,
                    MlirStringCallback print, TalosMessageCallback message,
                    void *userData) {
  talosRegisterPasses();
  Run run{unwrap(name),
          unwrap(text),
          unwrap(pipeline),
          asBytecode,
          message,
          userData,
          {}};
  bool done = talos::runOnLargeStack([&] { return run.run() ? 1 : 0; }) != 0;
  if (done)
    print(wrap(StringRef(run.result)), userData);
  return done;
}
