//===- JsonReader.h - Reads an object key by key ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first fault is kept; what is read after it is zero or empty. `finish`
// finds keys that nobody asked for.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_JSONREADER_H
#define TALOS_LIB_SIM_JSONREADER_H

#include "talos/Sim/Network.h"
#include "talos/Support/JsonPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace talos::sim {

/// A text and what is in it.
struct JsonText {
  explicit JsonText(const llvm::json::Value &root, llvm::StringRef text)
      : root(root), places(text) {}
  void fail(size_t offset, const llvm::Twine &message) {
    if (!fault)
      fault = Fault{Place(offset + 1), message.str()};
  }

  const llvm::json::Value &root;
  JsonPlaces places;
  std::optional<Fault> fault;
};

/// A value of the text.
struct JsonItem {
  JsonText *text;
  const llvm::json::Value *value; ///< null after a fault
  unsigned number = 0;            ///< in JsonText::places

  static JsonItem rootOf(JsonText &text) { return {&text, &text.root, 0}; }
  size_t offset() const { return text->places[number].offset; }
  Place place() const { return offset() + 1; }
  void fail(const llvm::Twine &message) const {
    if (value)
      text->fail(offset(), message);
  }
  int64_t integer(const llvm::Twine &what) const;
  std::string string(const llvm::Twine &what) const;
  std::vector<JsonItem> elements(const llvm::Twine &what) const;
  /// Two integers.
  std::pair<int64_t, int64_t> pair(const llvm::Twine &what) const;
};

/// An object of the text.
class JsonReader {
public:
  JsonReader(JsonItem item, const llvm::Twine &what);

  /// A member that must be there.
  JsonItem get(llvm::StringRef key);
  std::optional<JsonItem> find(llvm::StringRef key);
  int64_t integer(llvm::StringRef key) { return get(key).integer(name(key)); }
  std::string string(llvm::StringRef key) { return get(key).string(name(key)); }
  int64_t integer(llvm::StringRef key, int64_t absent);
  std::string string(llvm::StringRef key, llvm::StringRef absent);
  std::vector<JsonItem> elements(llvm::StringRef key) {
    return get(key).elements(name(key));
  }
  /// All members, in the order of the text; counts as asking for each.
  std::vector<std::pair<std::string, JsonItem>> members();
  /// Reads a member without a use, if it is there.
  void ignore(llvm::StringRef key) { find(key); }
  /// Every key must have been asked for.
  void finish();

  Place place() const { return item.place(); }
  void fail(const llvm::Twine &message) const { item.fail(message); }

private:
  std::string name(llvm::StringRef key) const {
    return what + ", \"" + key.str() + "\"";
  }

  JsonItem item;
  std::string what;
  const llvm::json::Object *object;
  std::vector<std::string> asked;
};

} // namespace talos::sim

#endif // TALOS_LIB_SIM_JSONREADER_H
