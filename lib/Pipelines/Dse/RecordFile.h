//===- RecordFile.h - A file of JSON lines that survives ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header that says what is explored, then one object a line, each on disk
// before what follows starts. A last line that is not complete counts for
// nothing: the run that wrote it died.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DSE_RECORDFILE_H
#define TALOS_LIB_PIPELINES_DSE_RECORDFILE_H

#include "talos/Pipelines/Driver.h"
#include "talos/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace talos {

/// What a record must agree in to be taken up: the program's text and the
/// options that say what is designed, and for what.
llvm::Expected<llvm::json::Object>
describeExploration(const DriverOptions &options);

llvm::json::Object resourcesToJSON(const target::Resources &resources);
/// Nullopt unless every resource is there.
std::optional<target::Resources>
resourcesFromJSON(const llvm::json::Object *used);

class RecordFile {
public:
  /// Gives every line but the header to `read`, which returns whether it is a
  /// `what`; without a path nothing is read or kept. Fails if the file belongs
  /// to another exploration, if a line other than the last one is broken, or if
  /// it cannot be written.
  static llvm::Expected<RecordFile>
  open(llvm::StringRef path, const llvm::json::Value &header,
       llvm::StringRef what,
       llvm::function_ref<bool(const llvm::json::Value &)> read);

  /// On disk when this returns.
  llvm::Error append(const llvm::json::Value &line) const;

private:
  std::string path; ///< empty: nothing is kept
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DSE_RECORDFILE_H
