//===- DataDir.h - Where data files are at run time -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device descriptions, operator libraries, tool rules and the C-simulation
// headers are files, read when the compiler runs. A file has one relative name,
// "targets/devices/u200.json" or "csim/hls_vector.h", and is looked up in this
// order; the first directory that has it wins:
//
//   1. $TALOS_DATA_DIR/<relative>            if the variable is set; the
//                                            directory has the installed layout
//   2. <libdir or bindir>/../share/talos/<relative>
//                                            beside the tool or plugin that
//                                            holds this code (dladdr), so that
//                                            an installed tree can be moved
//   3. the source tree the code was built from, where "targets/" is
//      lib/Target/data/ and "csim/" is lib/Emit/csim/
//
// The Python package is "python/talos/...": installed it lies in
// lib/python3/dist-packages/ of the same tree, else in python/ of the source.
//
// The install rules copy lib/Target/data to share/talos/targets and
// lib/Emit/csim to share/talos/csim. "python/talos" is the Python package,
// which is python/talos of the source tree, and is installed in
// lib/python3/dist-packages.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_DATADIR_H
#define TALOS_SUPPORT_DATADIR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace talos {

/// The path of the file or directory with the relative name `relative`
/// (slashes, no leading slash, no ".."). The error lists every place that was
/// searched.
llvm::Expected<std::string> findDataFile(llvm::StringRef relative);

/// The names (without directory) of all files in the data directory `relative`,
/// over all places of the search, sorted and unique.
std::vector<std::string> listDataFiles(llvm::StringRef relative);

} // namespace talos

#endif // TALOS_SUPPORT_DATADIR_H
