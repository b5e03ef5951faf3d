//===- LeafFile.h - The leaves of a network file ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_LEAFFILE_H
#define TALOS_LIB_SIM_LEAFFILE_H

#include "JsonReader.h"
#include "llvm/ADT/StringMap.h"

namespace talos::sim {

/// The cycles that the file calls by a name.
class FileRules {
public:
  static llvm::ArrayRef<llvm::StringRef> names();
  bool has(llvm::StringRef name) const;
  int64_t get(llvm::StringRef name) const { return values.lookup(name); }
  /// False: there is no such rule.
  bool set(llvm::StringRef name, int64_t value);

private:
  llvm::StringMap<int64_t> values;
};

/// The keys "when" and "when_any".
Predicate readPredicate(JsonReader &in);

/// Makes leaves of the network of what the file says of a leaf and of a call,
/// which may differ in some numbers.
class LeafReader {
public:
  explicit LeafReader(const FileRules &rules) : rules(rules) {}

  void read(JsonItem item, Network &network);
  /// The leaf that a call names, or a copy with what the call changes.
  unsigned call(JsonReader &in, Network &network);

private:
  /// As in the file.
  struct Source {
    Leaf leaf;
    std::string rule;
    int64_t pre = 0;
    std::string fifo, port;
  };
  Source readLeaf(const std::string &name, JsonItem item);
  void readCounters(JsonReader &in, Source &source);
  void readLoop(JsonReader &in, Source &source);
  Access readAccess(JsonItem item);
  void addAccesses(Source &source);
  /// Sets the latency by the rule; `said` must be the same.
  void setLatency(Source &source, std::optional<int64_t> said, JsonReader &in);
  std::optional<int64_t> latencyOf(const Source &source) const;

  const FileRules &rules;
  std::vector<Source> sources;
  llvm::StringMap<unsigned> numbers;
};

} // namespace talos::sim

#endif // TALOS_LIB_SIM_LEAFFILE_H
