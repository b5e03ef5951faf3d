//===- JsonFuzz.cpp - Any text is read as JSON or refused -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Support/Nesting.h"
#include "talos/Target/Target.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace talos;

/// What MLIR interns stays in its context.
static constexpr unsigned RunsOfContext = 1000;

static void readDesign(llvm::StringRef text) {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % RunsOfContext == 0) {
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<hls::HLSDialect>();
    context->getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  }
  llvm::Expected<llvm::json::Value> value = parseJson(text);
  if (!value)
    return llvm::consumeError(value.takeError());
  (void)designFromJSON(*value, context.get(), [] {
    return mlir::emitError(mlir::UnknownLoc::get(context.get()));
  });
}

static void readPins(llvm::StringRef text) {
  if (llvm::Error deep = checkNesting(text))
    return llvm::consumeError(std::move(deep));
  if (auto pins = nlp::parsePinsJSON(text, "pins.json"); !pins)
    llvm::consumeError(pins.takeError());
}

/// Devices are read from files.
static void readDevice(llvm::StringRef text) {
  static const std::string path =
      "/tmp/talos-fuzz-" + std::to_string(getpid()) + ".json";
  std::error_code failed;
  llvm::raw_fd_ostream(path, failed) << text;
  if (auto device = target::loadDevice(path); !device)
    llvm::consumeError(device.takeError());
  llvm::sys::fs::remove(path);
}

/// The first byte says what the rest is.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  llvm::StringRef text(reinterpret_cast<const char *>(data) + 1, size - 1);
  switch (data[0] % 3) {
  case 0:
    readDesign(text);
    break;
  case 1:
    readPins(text);
    break;
  default:
    readDevice(text);
  }
  return 0;
}
