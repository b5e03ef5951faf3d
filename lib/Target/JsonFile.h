//===- JsonFile.h - Reading a data file whose every key is required -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a JSON object key by key. The first problem is kept, with the file, the
// full key and what was expected; reads after it return zero. `finish` finds
// keys that nobody asked for.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TARGET_JSONFILE_H
#define TALOS_LIB_TARGET_JSONFILE_H

#include "talos/Target/Target.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <memory>

namespace talos::target {

class JsonFile;

/// One object of the file. Lives no longer than the file.
class JsonObject {
public:
  JsonObject(JsonFile &file, const llvm::json::Object *object, std::string path)
      : file(&file), object(object), path(std::move(path)) {}

  JsonObject child(llvm::StringRef key);
  std::string text(llvm::StringRef key);
  /// A whole number >= `least`, without unit of its own.
  int64_t number(llvm::StringRef key, int64_t least = 0);
  /// An object {value, unit, source, provenance} with the unit asked for.
  int64_t quantity(llvm::StringRef key, llvm::StringRef unit,
                   int64_t least = 0);
  Provenance provenance(llvm::StringRef key);
  /// The objects of an array that must not be empty.
  std::vector<JsonObject> children(llvm::StringRef key);
  /// Whether an optional member is there.
  bool has(llvm::StringRef key) const;
  /// All keys, sorted; counts as asking for each.
  std::vector<std::string> keys();
  /// Every key must have been asked for.
  void finish();
  /// Reports a problem with a key of this object.
  void fail(llvm::StringRef key, const llvm::Twine &expected);

private:
  const llvm::json::Value *get(llvm::StringRef key, llvm::StringRef expected);

  JsonFile *file;
  const llvm::json::Object *object; ///< null after a problem
  std::string path;
  std::vector<std::string> asked;
};

class JsonFile {
public:
  static llvm::Expected<std::unique_ptr<JsonFile>> open(llvm::StringRef path);
  JsonObject root();
  /// The first problem, if any.
  llvm::Error takeError();
  /// The weakest provenance of the quantities read so far.
  Provenance weakest() const { return weakestSoFar; }

private:
  friend class JsonObject;
  std::string name;
  llvm::json::Value value = nullptr;
  std::string problem;
  Provenance weakestSoFar = Provenance::Measured;
};

} // namespace talos::target

#endif // TALOS_LIB_TARGET_JSONFILE_H
