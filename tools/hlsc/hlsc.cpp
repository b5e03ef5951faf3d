//===- hlsc.cpp - The driver ----------------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Driver.h"
#include "talos/Support/FreedMemory.h"
#include "talos/Support/LargeStack.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  talos::giveBackLargeBlocks();
  talos::DriverOptions options;
  llvm::ArrayRef<const char *> arguments(argv + 1, argc > 0 ? argc - 1 : 0);
  if (auto code = talos::parseDriverOptions(arguments, options, llvm::outs(),
                                            llvm::errs()))
    return static_cast<int>(*code);
  return talos::runOnLargeStack([&] {
    return static_cast<int>(
        talos::runDriver(options, llvm::outs(), llvm::errs()));
  });
}
