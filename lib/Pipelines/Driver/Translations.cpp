//===- Translations.cpp - The translations of every room ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Emit/Emit.h"
#include "talos/Frontend/Import.h"
#include "talos/Pipelines/Registration.h"

// A file of its own, so that tools without translations do not load Clang.
void talos::registerTranslations() {
  emit::registerTranslations();
  frontend::registerTranslations();
}
