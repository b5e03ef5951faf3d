/*===- Session.h - From a program to a checked project -------------*- C -*-===*\
|*
|* Part of the Talos Project, under the Apache License v2.0 with LLVM
|* Exceptions. See the LICENSE file for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What hlsc does, step by step, in the calling process: the same options give
|* the same bytes. Programs come in as C, MLIR text or MLIR bytecode, and go out
|* as text or bytecode. unittests/CAPI/SessionTest.c is a program in C.
|*
|* Limits: a time or memory limit ends the search with its best design. Other
|* phases are not ended here, since that would end the process.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TALOS_C_SESSION_H
#define TALOS_C_SESSION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Options: those of hlsc, by name (docs/Usage.md)
\*===----------------------------------------------------------------------===*/

typedef struct TalosOptions {
  void *ptr;
} TalosOptions;

MLIR_CAPI_EXPORTED TalosOptions talosOptionsCreate(void);
MLIR_CAPI_EXPORTED void talosOptionsDestroy(TalosOptions options);

/// Sets an option of hlsc by its name without dashes: "clock-ns", "4.0". Of a
/// flag the value is "true" or "false". An option that may be given more than
/// once ("pin", "D") can be set more than once. Returns false for an unknown
/// name and for a flag with another value; values are checked with the program.
MLIR_CAPI_EXPORTED bool
talosOptionsSet(TalosOptions options, MlirStringRef name, MlirStringRef value);

/// One option: `value` is what stands for its value in a help text and empty
/// for a flag; `choices` are the only values, with commas, empty for any.
typedef void (*TalosOptionCallback)(MlirStringRef name, MlirStringRef value,
                                    MlirStringRef choices, MlirStringRef help,
                                    void *userData);
/// Calls `each` for every option that there is, in the order of hlsc --help.
MLIR_CAPI_EXPORTED void talosForEachOption(TalosOptionCallback each,
                                           void *userData);

/*===----------------------------------------------------------------------===*\
|* Sessions
\*===----------------------------------------------------------------------===*/

typedef struct TalosSession {
  void *ptr;
} TalosSession;

/// How a step ended; the values are the exit codes of hlsc.
typedef enum TalosStatus {
  TalosSuccess = 0,
  TalosBadInput = 1,
  TalosUsage = 2,
  TalosNoDesign = 3,
  TalosMismatch = 4,
  TalosTool = 5,
  TalosInternal = 6,
  TalosDisagreement = 7
} TalosStatus;

typedef enum TalosSeverity {
  TalosError = 0,
  TalosWarning = 1,
  TalosRemark = 2,
  TalosNote = 3
} TalosSeverity;

/// A session for the program in `file`, C if its name ends in .c. The options
/// are copied.
MLIR_CAPI_EXPORTED TalosSession talosSessionCreate(TalosOptions options,
                                                   MlirStringRef file);
/// A session for the program `text` (MLIR text or bytecode, or C), which
/// messages and the report call `name`.
MLIR_CAPI_EXPORTED TalosSession talosSessionCreateFromText(TalosOptions options,
                                                           MlirStringRef name,
                                                           MlirStringRef text);
MLIR_CAPI_EXPORTED void talosSessionDestroy(TalosSession session);

/// What a running step knows: the phase (a pass, "parse", "emit", ...), and of
/// a search the cycles of its best design and a proved bound; -1: not known.
typedef void (*TalosProgressCallback)(MlirStringRef phase, int64_t best,
                                      int64_t bound, void *userData);
/// `each` is called on any thread, one call at a time.
MLIR_CAPI_EXPORTED void talosSessionSetProgress(TalosSession session,
                                                TalosProgressCallback each,
                                                void *userData);

/// Ends the search of a running step with the best design so far, which the
/// step then goes on with. May be called on any thread.
MLIR_CAPI_EXPORTED void talosSessionCancel(TalosSession session);
/// Whether talosSessionCancel was called.
MLIR_CAPI_EXPORTED bool talosSessionIsCanceled(TalosSession session);

/// The steps, to be called in this order; after one that did not succeed, none
/// may follow. Parses or imports the program, after a check of all options.
MLIR_CAPI_EXPORTED TalosStatus talosSessionRead(TalosSession session);
/// Prepares the program, decides, and carries the design out.
MLIR_CAPI_EXPORTED TalosStatus talosSessionDesign(TalosSession session);
/// Emits every file as text, estimates the result, and checks it by the rules
/// of the tool.
MLIR_CAPI_EXPORTED TalosStatus talosSessionEmit(TalosSession session);
/// C simulation against the source program. Once at most; may be left out.
MLIR_CAPI_EXPORTED TalosStatus talosSessionSimulate(TalosSession session);
/// Writes the project into `directory`, as hlsc -o does. The report in it has
/// the C simulation if there was one and `withSimulation`.
MLIR_CAPI_EXPORTED TalosStatus talosSessionWrite(TalosSession session,
                                                 MlirStringRef directory,
                                                 bool withSimulation);
/// Whether model and estimator agree on the cycles.
MLIR_CAPI_EXPORTED TalosStatus talosSessionCheckCycles(TalosSession session);

/// The report as JSON (docs/Usage.md), after talosSessionEmit.
MLIR_CAPI_EXPORTED void talosSessionPrintReport(TalosSession session,
                                                bool withTimes,
                                                MlirStringCallback print,
                                                void *userData);
/// The report as tables, after talosSessionEmit.
MLIR_CAPI_EXPORTED void talosSessionPrintTable(TalosSession session,
                                               MlirStringCallback print,
                                               void *userData);
/// The program as it is after the last step, after talosSessionRead.
MLIR_CAPI_EXPORTED void talosSessionPrintModule(TalosSession session,
                                                bool asBytecode,
                                                MlirStringCallback print,
                                                void *userData);

typedef void (*TalosFileCallback)(MlirStringRef name, MlirStringRef text,
                                  void *userData);
/// The files of the project but for the report, after talosSessionEmit; the
/// first is the kernel, the second its header.
MLIR_CAPI_EXPORTED void talosSessionForEachFile(TalosSession session,
                                                TalosFileCallback each,
                                                void *userData);

/// A message; `file` is empty where it is about no place. Notes follow what
/// they belong to.
typedef void (*TalosMessageCallback)(TalosSeverity severity, MlirStringRef file,
                                     unsigned line, unsigned column,
                                     MlirStringRef text, void *userData);
/// All messages so far, in order.
MLIR_CAPI_EXPORTED void talosSessionForEachMessage(TalosSession session,
                                                   TalosMessageCallback each,
                                                   void *userData);
/// The same as text, with the lines of the program that they are about.
MLIR_CAPI_EXPORTED void talosSessionPrintMessages(TalosSession session,
                                                  MlirStringCallback print,
                                                  void *userData);

/*===----------------------------------------------------------------------===*\
|* Passes alone
\*===----------------------------------------------------------------------===*/

/// Runs `pipeline` ("builtin.module(hls-prepare{top=gemm})"; passes of Talos
/// and of MLIR) over the program `text`, which messages call `name`, and prints
/// the result. The messages come as those of a session.
MLIR_CAPI_EXPORTED bool talosRunPasses(MlirStringRef name, MlirStringRef text,
                                       MlirStringRef pipeline, bool asBytecode,
                                       MlirStringCallback print,
                                       TalosMessageCallback message,
                                       void *userData);

#ifdef __cplusplus
}
#endif

#endif /* TALOS_C_SESSION_H */
