//===- Import.h - C to affine MLIR ------------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads C with Clang's libraries and builds func, affine, scf, arith, math and
// memref ops with the locations of the source. What C means is kept exactly:
// promotions, double literals in float expressions, truncation. Loops, bounds,
// conditions and subscripts that are affine become affine ops; the others stay
// scf and memref ops, each with a remark that says why.
//
// The distinct array parameters of the top function are distinct memories.
// Functions it calls are inlined. What the front-end does not understand is an
// error at its place, and then there is no module.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_FRONTEND_IMPORT_H
#define TALOS_FRONTEND_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <map>
#include <string>
#include <vector>

namespace talos::frontend {

struct ImportOptions {
  /// The function to import. Empty: every function of the file itself that has
  /// external linkage and is not `main`.
  std::string top;
  /// Arguments of the Clang driver, such as -I and -D.
  std::vector<std::string> clangArgs;
  /// Values of integer parameters of the top function. A bound parameter is a
  /// constant and leaves the interface.
  std::map<std::string, int64_t> bindings;
  /// Gives a parameter that bounds loops and is not in `bindings` the largest
  /// value with which the subscripts of those loops stay inside their arrays.
  bool bindFromExtents = false;
  /// Extents of what parameters point to, by name; the last ones of an array
  /// that the type has may be left out. `float *A` takes all as one product.
  std::map<std::string, std::vector<int64_t>> extents;
};

/// C text to be compiled behind the source, where it can call static functions.
struct ReferenceText {
  /// Defines `<top>_reference`: the function with the interface of the module,
  /// bound parameters filled in, arrays as `void *`.
  std::string call;
  /// Defines `<top>_init`, which sets what the parameters of the same interface
  /// point to (scalars too) by the source's own `init_array`; empty if there is
  /// none, or it cannot be called (`initUnused`).
  std::string init;
  /// Why the source's `init_array` cannot be called so; empty if it can, or if
  /// there is none.
  std::string initUnused;
};

/// The file is C++ by its name.
bool isCxx(llvm::StringRef path);

/// Inserts the dialects of imported modules.
void registerImportDialects(mlir::DialectRegistry &registry);

/// Imports the file of C, or of C++ in the subset of C (docs/Frontend.md), in
/// `source`, whose identifier is its path. Errors,
/// Clang's own among them, are diagnostics at file, line and column; then the
/// result is null. `reference`, where given, is filled in.
mlir::OwningOpRef<mlir::ModuleOp> importC(llvm::MemoryBufferRef source,
                                          const ImportOptions &options,
                                          mlir::MLIRContext *context,
                                          ReferenceText *reference = nullptr);

/// Reads one "name=value" of a list of bindings; an error says what is wrong.
llvm::Error addBinding(llvm::StringRef text, ImportOptions &options);

/// Reads one "name=200x240" of a list of extents; an error says what is wrong.
llvm::Error addExtents(llvm::StringRef text, ImportOptions &options);

/// Registers `--import-c` of hls-translate and its options.
void registerTranslations();

} // namespace talos::frontend

#endif // TALOS_FRONTEND_IMPORT_H
