//===- OutputFiles.h - The files of a project -------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_OUTPUTFILES_H
#define TALOS_LIB_PIPELINES_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace talos {

struct OutputFile {
  std::string name, text;
};

/// Writes all files into `directory` (created with its parents) or, if one
/// cannot be written, none of them.
llvm::Error writeOutputFiles(llvm::StringRef directory,
                             llvm::ArrayRef<OutputFile> files);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_OUTPUTFILES_H
