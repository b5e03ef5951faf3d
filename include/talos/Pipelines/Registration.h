//===- Registration.h - Everything Talos registers --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_REGISTRATION_H
#define TALOS_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace talos {

/// Inserts the hls dialect.
void registerDialects(mlir::DialectRegistry &registry);

/// Inserts the hls dialect and those that input programs use.
void registerInputDialects(mlir::DialectRegistry &registry);

/// Registers the passes and named pipelines of every room.
void registerPasses();

/// Registers pipelines by the names that passes have in ScaleHLS
/// (docs/ScaleHLS.md). registerPasses does so, too.
void registerScaleHLSPipelines();

/// Registers the translations of every room (hls-translate).
void registerTranslations();

} // namespace talos

#endif // TALOS_PIPELINES_REGISTRATION_H
