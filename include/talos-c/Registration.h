/*===- Registration.h - Talos in a context of MLIR's C API ---------*- C -*-===*\
|*
|* Part of the Talos Project, under the Apache License v2.0 with LLVM
|* Exceptions. See the LICENSE file for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
#ifndef TALOS_C_REGISTRATION_H
#define TALOS_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(HLS, hls);

/// Inserts the hls dialect and every dialect that programs for Talos use: func,
/// affine, arith, math, memref, scf, cf, linalg.
MLIR_CAPI_EXPORTED void talosRegisterDialects(MlirDialectRegistry registry);

/// Registers the passes of Talos and `hls-pipeline` by their names, and those
/// of MLIR itself, for textual pass pipelines. May be called more than once.
MLIR_CAPI_EXPORTED void talosRegisterPasses(void);

/// The version as text, such as "0.1.0".
MLIR_CAPI_EXPORTED MlirStringRef talosVersion(void);

/// Calls `each` with the name of every device that has a file.
MLIR_CAPI_EXPORTED void talosForEachTarget(MlirStringCallback each,
                                           void *userData);

/// Calls `result` with the path of a data file, such as "csim/hls_vector.h"
/// (docs/Usage.md says where it is looked for), and returns true; with what is
/// wrong, and returns false.
MLIR_CAPI_EXPORTED bool talosFindDataFile(MlirStringRef name,
                                          MlirStringCallback result,
                                          void *userData);

#ifdef __cplusplus
}
#endif

#endif /* TALOS_C_REGISTRATION_H */
