//===- FuzzText.cpp - libFuzzer target of the text form of models ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes are refused with a place and a message, or are a model; a model
// prints as text that reads as the same model.
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Text.h"
#include <cstdlib>

using namespace talos::nlp;

static void require(bool condition) {
  if (!condition)
    std::abort();
}

static std::string printed(const Model &model) {
  std::string text;
  llvm::raw_string_ostream os(text);
  model.print(os);
  return text;
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  TextError error;
  std::unique_ptr<Model> model = parseModel(text, error);
  if (!model) {
    require(!error.message.empty() && error.line >= 1 && error.column >= 1);
    std::string message;
    llvm::raw_string_ostream os(message);
    printError(os, "fuzz.nlp", text, error);
    return 0;
  }
  std::string once = printed(*model);
  std::unique_ptr<Model> again = parseModel(once, error);
  require(again != nullptr);
  require(printed(*again) == once);
  return 0;
}
