//===- FifoState.h - When the tokens of a FIFO came and went ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_FIFOSTATE_H
#define TALOS_LIB_SIM_FIFOSTATE_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace talos::sim {

/// Times at which tokens were written and read, as far as they are known. Of
/// the written ones only the last `depth` are asked for: token n waits for the
/// place of token n - depth.
class FifoState {
public:
  /// `latency`: cycles from the write of a token to the first one in which it
  /// may be read.
  FifoState(int64_t depth, int64_t latency)
      : depth(depth), latency(latency), times(2) {}

  int64_t written() const { return writes; }
  int64_t read() const { return reads; }
  /// Whether it is known when the next token can be read or written.
  bool isReadKnown() const { return reads < writes; }
  bool isWriteKnown() const { return writes - reads < depth; }
  int64_t nextArrival() const { return at(reads).write + latency; }
  /// When the place of the next token was left; writes >= depth.
  int64_t nextFreed() const { return at(writes - depth).read; }
  bool isFirstUse() const { return writes < depth; }

  void pushWrite(int64_t time) {
    // The new token may take the place of token writes - depth.
    if (writes >= int64_t(times.size()) && int64_t(times.size()) < depth)
      grow();
    at(writes++).write = time;
    merge();
  }
  void pushRead(int64_t time) {
    at(reads++).read = time;
    merge();
  }
  /// Most tokens at once, as far as both ends are known.
  int64_t most() const { return mostSoFar; }

private:
  struct Token {
    int64_t write = 0, read = 0;
  };
  Token &at(int64_t token) { return times[token & (times.size() - 1)]; }
  const Token &at(int64_t token) const {
    return times[token & (times.size() - 1)];
  }
  void grow() {
    std::vector<Token> larger(times.size() * 2);
    for (int64_t i = writes - int64_t(times.size()); i < writes; ++i)
      larger[i & (larger.size() - 1)] = at(i);
    times = std::move(larger);
  }
  /// Walks over writes and reads in the order of time, as far as that is known.
  /// A token that comes when another goes finds its place empty.
  void merge() {
    while (came < writes && gone < reads) {
      if (at(came).write < at(gone).read)
        mostSoFar = std::max(mostSoFar, ++came - gone);
      else
        ++gone;
    }
  }

  int64_t depth, latency;
  int64_t writes = 0, reads = 0;
  int64_t came = 0, gone = 0; ///< by merge
  int64_t mostSoFar = 0;
  std::vector<Token> times; ///< the last ones; its size is a power of two
};

} // namespace talos::sim

#endif // TALOS_LIB_SIM_FIFOSTATE_H
