//===- DataDir.cpp - Where data files are at run time ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/DataDir.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>
#include <set>

using namespace llvm;

namespace {

/// The file (tool, shared library or plugin) that holds this very function.
std::string ownFile() {
  static const char anchor = 0;
  Dl_info info;
  if (dladdr(&anchor, &info) && info.dli_fname) {
    StringRef name(info.dli_fname);
    SmallString<256> real;
    // An executable found through PATH is known to dladdr without directory.
    if (name.contains('/') && !sys::fs::real_path(name, real))
      return real.str().str();
  }
  return sys::fs::getMainExecutable(nullptr, const_cast<char *>(&anchor));
}

std::string under(StringRef directory, StringRef relative) {
  SmallString<256> path(directory);
  sys::path::append(path, relative);
  return path.str().str();
}

/// The source directory behind an installed name.
std::string inSourceTree(StringRef relative) {
  auto [room, rest] = relative.split('/');
  if (room == "targets")
    return under(TALOS_SOURCE_DIR "/lib/Target/data", rest);
  if (room == "csim")
    return under(TALOS_SOURCE_DIR "/lib/Emit/csim", rest);
  if (room == "python")
    return under(TALOS_SOURCE_DIR "/python", rest);
  return under(TALOS_SOURCE_DIR "/share", relative);
}

/// All places of `relative`, in the order of the search.
std::vector<std::string> candidates(StringRef relative) {
  std::vector<std::string> result;
  if (const char *directory = std::getenv("TALOS_DATA_DIR"))
    if (*directory)
      result.push_back(under(directory, relative));
  std::string own = ownFile();
  StringRef directory = sys::path::parent_path(own);
  // A plugin may lie in lib or in a directory below it.
  for (unsigned level = 0; level < 2 && !directory.empty(); ++level) {
    directory = sys::path::parent_path(directory);
    StringRef package = relative;
    if (package.consume_front("python/"))
      result.push_back(
          under(under(directory, "lib/python3/dist-packages"), package));
    else
      result.push_back(under(under(directory, "share/talos"), relative));
  }
  result.push_back(inSourceTree(relative));
  return result;
}

} // namespace

Expected<std::string> talos::findDataFile(StringRef relative) {
  std::vector<std::string> places = candidates(relative);
  for (const std::string &place : places)
    if (sys::fs::exists(place))
      return place;
  return createStringError(std::errc::no_such_file_or_directory,
                           "data file '%s' not found; searched: %s",
                           relative.str().c_str(),
                           llvm::join(places, ", ").c_str());
}

std::vector<std::string> talos::listDataFiles(StringRef relative) {
  std::set<std::string> names;
  for (const std::string &place : candidates(relative)) {
    std::error_code error;
    for (sys::fs::directory_iterator it(place, error), end; it != end && !error;
         it.increment(error))
      names.insert(sys::path::filename(it->path()).str());
  }
  return {names.begin(), names.end()};
}
