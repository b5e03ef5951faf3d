/*===- SessionTest.c - The C API, from C ----------------------------------===*\
|*
|* Part of the Talos Project, under the Apache License v2.0 with LLVM
|* Exceptions. See the LICENSE file for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "talos-c/Session.h"
#include "talos-c/Registration.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__,         \
              #condition);                                                     \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/* Text that callbacks append to. */
typedef struct Text {
  char *data;
  size_t size;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  text->data = realloc(text->data, text->size + part.length + 1);
  memcpy(text->data + text->size, part.data, part.length);
  text->size += part.length;
  text->data[text->size] = '\0';
}

static int holds(const Text *text, const char *part) {
  return text->data && strstr(text->data, part) != NULL;
}

static const char *const gemm = TALOS_SOURCE_DIR "/test/Kernels/mini/gemm.mlir";

static TalosOptions optionsFor(const char *top) {
  TalosOptions options = talosOptionsCreate();
  CHECK(talosOptionsSet(options, ref("top"), ref(top)));
  CHECK(talosOptionsSet(options, ref("target"), ref("u200")));
  return options;
}

/*===----------------------------------------------------------------------===*/

static void countOption(MlirStringRef name, MlirStringRef value,
                        MlirStringRef choices, MlirStringRef help,
                        void *userData) {
  if (mlirStringRefEqual(name, ref("clock-ns"))) {
    CHECK(mlirStringRefEqual(value, ref("<ns>")));
    CHECK(help.length > 10);
    ++*(int *)userData;
  }
  if (mlirStringRefEqual(name, ref("tree-reduction")))
    CHECK(value.length == 0);
  if (mlirStringRefEqual(name, ref("dsp-reuse")))
    CHECK(mlirStringRefEqual(choices, ref("optimistic,pessimistic")));
}

static void testOptions(void) {
  TalosOptions options = talosOptionsCreate();
  CHECK(talosOptionsSet(options, ref("clock-ns"), ref("4.0")));
  CHECK(talosOptionsSet(options, ref("tree-reduction"), ref("true")));
  CHECK(talosOptionsSet(options, ref("tree-reduction"), ref("false")));
  CHECK(!talosOptionsSet(options, ref("tree-reduction"), ref("maybe")));
  CHECK(!talosOptionsSet(options, ref("clock"), ref("4.0")));
  talosOptionsDestroy(options);
  int found = 0;
  talosForEachOption(countOption, &found);
  CHECK(found == 1);
}

static void testRegistration(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  talosRegisterDialects(registry);
  talosRegisterPasses();
  talosRegisterPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  CHECK(mlirContextIsRegisteredOperation(context, ref("hls.task")));
  CHECK(mlirContextIsRegisteredOperation(context, ref("affine.for")));
  CHECK(mlirStringRefEqual(
      mlirDialectHandleGetNamespace(mlirGetDialectHandle__hls__()),
      ref("hls")));
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  Text names = {0};
  talosForEachTarget(append, &names);
  CHECK(holds(&names, "u200"));
  free(names.data);
  CHECK(talosVersion().length > 0);
}

/*===----------------------------------------------------------------------===*/

typedef struct Seen {
  int files, phases, searched;
  Text first;
} Seen;

static void seeFile(MlirStringRef name, MlirStringRef text, void *userData) {
  Seen *seen = userData;
  if (seen->files++ == 0) {
    CHECK(mlirStringRefEqual(name, ref("gemm.cpp")));
    append(text, &seen->first);
  }
}

static void seeProgress(MlirStringRef phase, int64_t best, int64_t bound,
                        void *userData) {
  Seen *seen = userData;
  ++seen->phases;
  seen->searched |= mlirStringRefEqual(phase, ref("hls-explore"));
  CHECK(best == -1 || bound <= best);
}

static void testWholeWay(void) {
  TalosOptions options = optionsFor("gemm");
  TalosSession session = talosSessionCreate(options, ref(gemm));
  talosOptionsDestroy(options);
  Seen seen = {0};
  talosSessionSetProgress(session, seeProgress, &seen);
  CHECK(talosSessionRead(session) == TalosSuccess);
  CHECK(talosSessionDesign(session) == TalosSuccess);
  CHECK(talosSessionEmit(session) == TalosSuccess);
  CHECK(talosSessionCheckCycles(session) == TalosSuccess);
  CHECK(seen.phases > 5 && seen.searched);
  talosSessionForEachFile(session, seeFile, &seen);
  CHECK(seen.files >= 8);
  CHECK(holds(&seen.first, "void gemm("));
  Text report = {0}, module = {0}, bytecode = {0}, table = {0};
  talosSessionPrintReport(session, false, append, &report);
  CHECK(holds(&report, "\"schema_version\"") && !holds(&report, "timing"));
  talosSessionPrintTable(session, append, &table);
  CHECK(holds(&table, "cycles"));
  talosSessionPrintModule(session, false, append, &module);
  CHECK(holds(&module, "hls.task"));
  talosSessionPrintModule(session, true, append, &bytecode);
  CHECK(bytecode.size > 4 && memcmp(bytecode.data, "ML\xefR", 4) == 0);
  CHECK(!talosSessionIsCanceled(session));
  free(report.data), free(module.data), free(bytecode.data), free(table.data);
  free(seen.first.data);
  talosSessionDestroy(session);
}

/*===----------------------------------------------------------------------===*/

typedef struct Said {
  int count;
  TalosSeverity severity;
  unsigned line, column;
  Text file, text;
} Said;

static void hear(TalosSeverity severity, MlirStringRef file, unsigned line,
                 unsigned column, MlirStringRef text, void *userData) {
  Said *said = userData;
  if (said->count++ != 0)
    return;
  said->severity = severity;
  said->line = line;
  said->column = column;
  append(file, &said->file);
  append(text, &said->text);
}

static void forget(Said *said) {
  free(said->file.data);
  free(said->text.data);
}

static void testErrors(void) {
  TalosOptions options = optionsFor("f");
  TalosSession session = talosSessionCreateFromText(
      options, ref("broken.mlir"), ref("func.func @f() {\n  what\n}\n"));
  CHECK(talosSessionRead(session) == TalosBadInput);
  Said said = {0};
  talosSessionForEachMessage(session, hear, &said);
  CHECK(said.count >= 1 && said.severity == TalosError);
  CHECK(holds(&said.file, "broken.mlir") && said.line == 2);
  Text text = {0};
  talosSessionPrintMessages(session, append, &text);
  CHECK(holds(&text, "broken.mlir:2") && holds(&text, "  what\n"));
  free(text.data);
  forget(&said);
  talosSessionDestroy(session);

  CHECK(talosOptionsSet(options, ref("clock-ns"), ref("fast")));
  session = talosSessionCreate(options, ref(gemm));
  talosOptionsDestroy(options);
  CHECK(talosSessionRead(session) == TalosUsage);
  Said usage = {0};
  talosSessionForEachMessage(session, hear, &usage);
  CHECK(holds(&usage.text, "--clock-ns 'fast'") && usage.file.size == 0);
  forget(&usage);
  talosSessionDestroy(session);
}

/* A search that is canceled before it begins ends with a design that is one. */
static void testCancel(void) {
  TalosOptions options = optionsFor("gemm");
  TalosSession session = talosSessionCreate(
      options, ref(TALOS_SOURCE_DIR "/test/Kernels/medium/gemm.mlir"));
  talosOptionsDestroy(options);
  CHECK(talosSessionRead(session) == TalosSuccess);
  talosSessionCancel(session);
  CHECK(talosSessionIsCanceled(session));
  CHECK(talosSessionDesign(session) == TalosSuccess);
  CHECK(talosSessionEmit(session) == TalosSuccess);
  Text report = {0};
  talosSessionPrintReport(session, false, append, &report);
  CHECK(holds(&report, "\"status\": \"feasible\""));
  CHECK(holds(&report, "\"time_limited\": true"));
  free(report.data);
  talosSessionDestroy(session);
}

/*===----------------------------------------------------------------------===*/

static const char *const scale =
    "func.func @scale(%A: memref<8xf32>, %x: f32) {\n"
    "  affine.for %i = 0 to 8 {\n"
    "    %0 = affine.load %A[%i] : memref<8xf32>\n"
    "    %1 = arith.mulf %0, %x : f32\n"
    "    affine.store %1, %A[%i] : memref<8xf32>\n"
    "  }\n"
    "  return\n"
    "}\n";

static void appendProgram(MlirStringRef part, void *userData) {
  append(part, &((Said *)userData)->text);
}

static void testPasses(void) {
  Said said = {0};
  CHECK(
      talosRunPasses(ref("scale.mlir"), ref(scale),
                     ref("builtin.module(hls-prepare{top=scale},canonicalize)"),
                     false, appendProgram, hear, &said));
  CHECK(holds(&said.text, "hls.top") && said.count == 0);
  forget(&said);
  Said wrong = {0};
  CHECK(!talosRunPasses(ref("scale.mlir"), ref(scale),
                        ref("builtin.module(no-such-pass)"), false,
                        appendProgram, hear, &wrong));
  CHECK(wrong.count == 1 && holds(&wrong.text, "no-such-pass"));
  forget(&wrong);
}

int main(void) {
  testOptions();
  testRegistration();
  testWholeWay();
  testErrors();
  testCancel();
  testPasses();
  return failures != 0;
}
