//===- hls_stream.h - hls::stream for C simulation --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functional part of the tool's hls::stream. A depth of 0 (the default) is
// unbounded, for streams whose depth only a pragma tells. Where processes run
// one after the other, a write to a full stream or a read from an empty one
// would never end: it ends the program with a message. Where they run side by
// side (talos_dataflow.h), it waits.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_CSIM_HLS_STREAM_H
#define TALOS_CSIM_HLS_STREAM_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

namespace talos {

/// What does not depend on the tokens.
class StreamBase {
public:
  StreamBase(const char *name, std::size_t bound) : name(name), bound(bound) {}
  virtual std::size_t size() const = 0;
  bool is_empty() const { return size() == 0; }
  bool is_full() const { return bound != 0 && size() >= bound; }
  const char *get_name() const { return name.c_str(); }
  void set_name(const char *other) { name = other; }
  /// Tokens that it holds; 0: any number.
  std::size_t get_bound() const { return bound; }
  void set_bound(std::size_t tokens) { bound = tokens; }

protected:
  ~StreamBase() = default;

  std::string name;
  std::size_t bound;
};

enum class StreamWait { ForToken, ForRoom };

/// Who lets other processes go on while one waits for a stream.
class StreamWaiter {
public:
  virtual ~StreamWaiter() = default;
  virtual void wait(const StreamBase &stream, StreamWait what) = 0;
};
inline StreamWaiter *&stream_waiter() {
  static StreamWaiter *waiter = nullptr;
  return waiter;
}

} // namespace talos

namespace hls {

template <typename T, std::size_t Depth = 0>
class stream : public talos::StreamBase {
public:
  using value_type = T;

  stream() : StreamBase("unnamed", Depth) {}
  explicit stream(const char *name) : StreamBase(name, Depth) {}
  // A copy would be a second channel.
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;
  ~stream() {
    if (!items.empty())
      std::fprintf(stderr, "hls::stream '%s' still holds %zu elements\n",
                   name.c_str(), items.size());
  }

  bool empty() const { return items.empty(); }
  bool full() const { return is_full(); }
  std::size_t size() const override { return items.size(); }
  static constexpr std::size_t capacity() { return Depth; }

  void write(const T &value) {
    if (full())
      wait(talos::StreamWait::ForRoom);
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
      wait(talos::StreamWait::ForToken);
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
  void wait(talos::StreamWait what) const {
    if (talos::StreamWaiter *waiter = talos::stream_waiter()) {
      waiter->wait(*this, what);
      return;
    }
    std::fprintf(stderr, "%s hls::stream '%s' (depth %zu): deadlock\n",
                 what == talos::StreamWait::ForToken ? "read from empty"
                                                     : "write to full",
                 get_name(), get_bound());
    std::abort();
  }

  std::deque<T> items;
};

} // namespace hls

#endif // TALOS_CSIM_HLS_STREAM_H
