//===- hls_stream.h - hls::stream for C simulation --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functional part of the tool's hls::stream with a bounded depth. Tasks run
// one after the other in C simulation, so a write to a full stream or a read
// from an empty one would never end: it ends the program with a message.
// A depth of 0 (the default) is unbounded, for streams whose depth only a
// pragma tells.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_CSIM_HLS_STREAM_H
#define TALOS_CSIM_HLS_STREAM_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

namespace hls {

template <typename T, std::size_t Depth = 0> class stream {
public:
  using value_type = T;

  stream() : name("unnamed") {}
  explicit stream(const char *name) : name(name) {}
  // A copy would be a second channel.
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;
  ~stream() {
    if (!items.empty())
      std::fprintf(stderr, "hls::stream '%s' still holds %zu elements\n",
                   name.c_str(), items.size());
  }

  bool empty() const { return items.empty(); }
  bool full() const { return Depth != 0 && items.size() >= Depth; }
  std::size_t size() const { return items.size(); }
  static constexpr std::size_t capacity() { return Depth; }

  void write(const T &value) {
    if (full())
      fail("write to full");
    items.push_back(value);
  }
  bool write_nb(const T &value) {
    if (full())
      return false;
    items.push_back(value);
    return true;
  }
  T read() {
    if (empty())
      fail("read from empty");
    T value = items.front();
    items.pop_front();
    return value;
  }
  void read(T &value) { value = read(); }
  bool read_nb(T &value) {
    if (empty())
      return false;
    value = read();
    return true;
  }
  void operator<<(const T &value) { write(value); }
  void operator>>(T &value) { value = read(); }

private:
  void fail(const char *what) const {
    std::fprintf(stderr, "%s hls::stream '%s' (depth %zu): deadlock\n", what,
                 name.c_str(), Depth);
    std::abort();
  }

  std::string name;
  std::deque<T> items;
};

} // namespace hls

#endif // TALOS_CSIM_HLS_STREAM_H
