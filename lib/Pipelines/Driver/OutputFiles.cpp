//===- OutputFiles.cpp - The files of a project ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/OutputFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using llvm::SmallString;
using llvm::StringRef;

static std::string pathIn(StringRef directory, const llvm::Twine &name) {
  SmallString<256> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

static llvm::Error failedTo(StringRef what, StringRef path,
                            std::error_code code) {
  return llvm::createStringError(code, "cannot %s '%s': %s", what.str().c_str(),
                                 path.str().c_str(), code.message().c_str());
}

static llvm::Error writeOne(StringRef path, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return failedTo("create", path, code);
  os << text;
  os.close();
  code = os.error();
  os.clear_error();
  return code ? failedTo("write", path, code) : llvm::Error::success();
}

llvm::Error talos::writeOutputFiles(StringRef directory,
                                    llvm::ArrayRef<OutputFile> files) {
  if (std::error_code code = llvm::sys::fs::create_directories(directory))
    return failedTo("create directory", directory, code);
  // First everything beside its place, then the renames: a full disk leaves
  // the former files untouched.
  static constexpr llvm::StringLiteral suffix = ".new";
  llvm::Error error = llvm::Error::success();
  for (const OutputFile &file : files)
    if ((error = writeOne(pathIn(directory, file.name + suffix), file.text)))
      break;
  if (!error)
    for (const OutputFile &file : files) {
      std::string path = pathIn(directory, file.name);
      if (std::error_code code =
              llvm::sys::fs::rename(path + suffix.str(), path)) {
        error = failedTo("rename to", path, code);
        break;
      }
    }
  if (error)
    for (const OutputFile &file : files)
      llvm::sys::fs::remove(pathIn(directory, file.name + suffix));
  return error;
}
