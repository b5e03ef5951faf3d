//===- Import.cpp - Runs Clang and hands its tree to the importer ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Depth.h"
#include "Frontend/C/Importer.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using llvm::StringRef;

namespace talos::frontend {

namespace {

/// Of an error that Clang has of the vendor's headers and types, what to do.
static StringRef adviceOn(StringRef message) {
  for (StringRef quoted : llvm::split(message, '\'')) {
    StringRef name = quoted;
    if (name.consume_back(".h"))
      name.consume_front("hls_");
    if (isVendorNumber(name))
      return vendorNumberAdvice;
  }
  return "";
}

/// Turns Clang's diagnostics into MLIR's. Notes join the diagnostic before.
class DiagnosticBridge : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticBridge(MLIRContext *context) : context(context) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    Location where = locate(info);
    if (level == clang::DiagnosticsEngine::Note) {
      if (current)
        current->attachNote(where) << text;
      return;
    }
    flush();
    if (level >= clang::DiagnosticsEngine::Error)
      current.emplace(mlir::emitError(where) << text << adviceOn(text));
    else if (level == clang::DiagnosticsEngine::Warning)
      current.emplace(mlir::emitWarning(where) << text);
  }

  /// Reports the last one, which could have had more notes.
  void flush() {
    if (current)
      current->report();
    current.reset();
  }

private:
  Location locate(const clang::Diagnostic &info) {
    if (!info.hasSourceManager() || info.getLocation().isInvalid())
      return UnknownLoc::get(context);
    const clang::SourceManager &sources = info.getSourceManager();
    clang::PresumedLoc where =
        sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
    if (where.isInvalid())
      return UnknownLoc::get(context);
    return FileLineColLoc::get(context, where.getFilename(), where.getLine(),
                               where.getColumn());
  }

  MLIRContext *context;
  std::optional<InFlightDiagnostic> current;
};

/// What one run of Clang is for.
struct Job {
  const ImportOptions &options;
  ModuleOp module;
  DiagnosticBridge &bridge;
  ReferenceText *reference;
  PragmaList pragmas;
  bool done = false;
};

class ImportConsumer : public clang::ASTConsumer {
public:
  explicit ImportConsumer(Job &job) : job(job) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    job.bridge.flush();
    if (ast.getDiagnostics().hasErrorOccurred())
      return;
    if (failed(checkDepth(ast)))
      return;
    std::vector<const clang::FunctionDecl *> functions = chosen(ast);
    for (const clang::FunctionDecl *function : functions) {
      Importer importer(ast, job.pragmas, job.options, job.module);
      if (failed(importer.importTop(function)))
        return;
      if (!job.reference)
        continue;
      job.reference->call += importer.reference(function);
      if (const clang::FunctionDecl *init = findInitializer(ast))
        job.reference->init +=
            importer.initializer(function, init, job.reference->initUnused);
    }
    job.done = !functions.empty();
  }

private:
  /// The functions of the file, in order; those of namespaces and classes are
  /// none of C's.
  static void collect(const clang::DeclContext *context,
                      std::vector<const clang::FunctionDecl *> &functions) {
    for (const clang::Decl *decl : context->decls()) {
      if (const auto *linkage = dyn_cast<clang::LinkageSpecDecl>(decl))
        collect(linkage, functions); // extern "C"
      else if (const auto *function = dyn_cast<clang::FunctionDecl>(decl);
               function && function->isThisDeclarationADefinition())
        functions.push_back(function);
    }
  }
  static std::vector<const clang::FunctionDecl *>
  functionsOf(const clang::ASTContext &ast) {
    std::vector<const clang::FunctionDecl *> functions;
    collect(ast.getTranslationUnitDecl(), functions);
    return functions;
  }

  /// Where C++ may hide a function from C: " (...)"; empty if it does not.
  static std::string placeOf(const clang::DeclContext *context,
                             StringRef name) {
    for (const clang::Decl *decl : context->decls()) {
      if (const auto *made = dyn_cast<clang::FunctionTemplateDecl>(decl);
          made && made->getName() == name)
        return " (it is a template, which is not supported as the top)";
      const auto *space = dyn_cast<clang::NamespaceDecl>(decl);
      if (!space)
        continue;
      for (const clang::Decl *inner : space->decls())
        if (const auto *function = dyn_cast<clang::FunctionDecl>(inner);
            function && function->getDeclName().isIdentifier() &&
            function->getName() == name)
          return (" (it is in namespace '" + space->getName() +
                  "', and the top must be outside of namespaces)")
              .str();
    }
    return "";
  }

  static bool isCandidate(const clang::FunctionDecl *function) {
    const clang::ASTContext &ast = function->getASTContext();
    return function->isThisDeclarationADefinition() && !function->isMain() &&
           ast.getSourceManager().isInMainFile(
               ast.getSourceManager().getExpansionLoc(function->getLocation()));
  }

  LogicalResult checkDepth(clang::ASTContext &ast) {
    for (const clang::FunctionDecl *function : functionsOf(ast)) {
      const clang::Stmt *deep = findTooDeep(function->getBody());
      if (!deep && !callsTooOften(function))
        continue;
      clang::PresumedLoc where = ast.getSourceManager().getPresumedLoc(
          ast.getSourceManager().getExpansionLoc(
              deep ? deep->getBeginLoc() : function->getLocation()));
      Location at =
          FileLineColLoc::get(job.module.getContext(), where.getFilename(),
                              where.getLine(), where.getColumn());
      if (!deep)
        return mlir::emitError(at)
               << "thousands of calls would be inlined in function '"
               << function->getName()
               << "'; call fewer functions, or from loops";
      return mlir::emitError(at)
             << "function '" << function->getName()
             << "' is nested too deeply here; take parts out into statements "
                "or functions of their own";
    }
    return success();
  }

  /// PolyBench's name for the function that sets the inputs.
  static const clang::FunctionDecl *findInitializer(clang::ASTContext &ast) {
    for (const clang::FunctionDecl *function : functionsOf(ast))
      if (function->getNameAsString() == "init_array")
        return function;
    return nullptr;
  }

  /// The functions to import; none after an error.
  std::vector<const clang::FunctionDecl *> chosen(clang::ASTContext &ast) {
    std::vector<const clang::FunctionDecl *> result;
    std::vector<std::string> names;
    for (const clang::FunctionDecl *function : functionsOf(ast)) {
      std::string name = function->getNameAsString();
      bool candidate = isCandidate(function);
      if (candidate)
        names.push_back(name);
      if (job.options.top.empty() ? candidate && function->isExternallyVisible()
                                  : name == job.options.top)
        result.push_back(function);
    }
    llvm::StringSet<> taken;
    for (const clang::FunctionDecl *function : result)
      if (!taken.insert(function->getNameAsString()).second) {
        mlir::emitError(job.module.getLoc())
            << "several functions are called '" << function->getName()
            << "'; overloads are not supported as the top";
        return {};
      }
    if (result.empty()) {
      // An option has no place in the program.
      InFlightDiagnostic diag =
          mlir::emitError(UnknownLoc::get(job.module.getContext()));
      StringRef file =
          cast<FileLineColLoc>(job.module.getLoc()).getFilename().getValue();
      if (job.options.top.empty())
        diag << file << " defines no function with external linkage but main";
      else
        diag << file << " defines no function '" << job.options.top << "'"
             << placeOf(ast.getTranslationUnitDecl(), job.options.top);
      diag << "; set --top to one of: "
           << (names.empty() ? "(the file defines no functions)"
                             : llvm::join(names, ", "));
    }
    return result;
  }

  Job &job;
};

class ImportAction : public clang::ASTFrontendAction {
public:
  explicit ImportAction(Job &job) : job(job) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    // The preprocessor owns the handlers that it is given.
    compiler.getPreprocessor().AddPragmaHandler(
        makePragmaHandler(job.pragmas).release());
    return true;
  }
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<ImportConsumer>(job);
  }

private:
  Job &job;
};

} // namespace

bool isCxx(StringRef path) {
  return path.ends_with(".cpp") || path.ends_with(".cc") ||
         path.ends_with(".cxx");
}

/// Runs Clang's parser over the buffer; false after an error.
static bool runClang(llvm::MemoryBufferRef source, Job &job) {
  std::string path = source.getBufferIdentifier().str();
  // The driver finds the headers of the compiler beside this path.
  std::vector<const char *> arguments = {TALOS_CLANG_BINARY,
                                         "-fsyntax-only",
                                         "-x",
                                         isCxx(path) ? "c++" : "c",
                                         "-Wno-unknown-pragmas",
                                         "-fno-caret-diagnostics"};
  for (const std::string &argument : job.options.clangArgs)
    arguments.push_back(argument.c_str());
  arguments.push_back("--");
  arguments.push_back(path.c_str());

  auto files = llvm::vfs::getRealFileSystem();
  clang::DiagnosticOptions diagnosticOptions;
  clang::CreateInvocationOptions setup;
  setup.VFS = files;
  setup.Diags = clang::CompilerInstance::createDiagnostics(
      *files, diagnosticOptions, &job.bridge, /*ShouldOwnClient=*/false);
  std::unique_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(arguments, setup);
  job.bridge.flush();
  if (!invocation || setup.Diags->hasErrorOccurred())
    return false;

  // The driver's default leaves everything to the end of the process.
  invocation->getFrontendOpts().DisableFree = false;
  clang::CompilerInstance compiler(std::move(invocation));
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&job.bridge, /*ShouldOwnClient=*/false);
  // The preprocessor's options take the buffer.
  compiler.getPreprocessorOpts().addRemappedFile(
      path,
      llvm::MemoryBuffer::getMemBufferCopy(source.getBuffer(), path).release());
  ImportAction action(job);
  bool ran = compiler.ExecuteAction(action);
  job.bridge.flush();
  return ran && job.done;
}

/// Clang warns of every NUL byte and shows the whole line each time, which for
/// a file of nothing else takes forever.
static LogicalResult checkText(llvm::MemoryBufferRef source,
                               MLIRContext *context) {
  auto [before, after] = source.getBuffer().split('\0');
  if (before.size() == source.getBufferSize())
    return success();
  unsigned line = 1 + before.count('\n');
  unsigned column = before.size() - (before.rfind('\n') + 1) + 1;
  return mlir::emitError(FileLineColLoc::get(
             context, source.getBufferIdentifier(), line, column))
         << "a NUL byte: this is no text of C; save the program as UTF-8, or "
            "name another file";
}

OwningOpRef<ModuleOp> importC(llvm::MemoryBufferRef source,
                              const ImportOptions &options,
                              MLIRContext *context, ReferenceText *reference) {
  DialectRegistry registry;
  registerImportDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
  if (failed(checkText(source, context)))
    return {};
  OwningOpRef<ModuleOp> module = ModuleOp::create(FileLineColLoc::get(
      context, source.getBufferIdentifier(), /*line=*/1, /*column=*/1));
  DiagnosticBridge bridge(context);
  Job job{options, *module, bridge, reference, {}};
  if (!runClang(source, job) || failed(verify(*module)))
    return {};
  return module;
}

} // namespace talos::frontend
