//===- hls_vector.h - hls::vector for C simulation --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functional part of the tool's hls::vector that emitted kernels use: N
// elements moved as one beat. Plain C++14; an index out of range ends the
// program.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_CSIM_HLS_VECTOR_H
#define TALOS_CSIM_HLS_VECTOR_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace hls {

template <typename T, std::size_t N> class vector {
  static_assert(N > 0, "hls::vector needs at least one element");

public:
  using value_type = T;
  using size_type = std::size_t;

  // Left uninitialised, as in hardware.
  vector() = default;
  // Every lane holds `value`.
  vector(const T &value) {
    for (T &lane : lanes)
      lane = value;
  }
  vector(std::initializer_list<T> values) {
    if (values.size() != N)
      fail(values.size(), "initialised with");
    size_type i = 0;
    for (const T &value : values)
      lanes[i++] = value;
  }

  static constexpr size_type size() { return N; }
  T &operator[](size_type i) { return lanes[check(i)]; }
  const T &operator[](size_type i) const { return lanes[check(i)]; }
  T *begin() { return lanes; }
  T *end() { return lanes + N; }
  const T *begin() const { return lanes; }
  const T *end() const { return lanes + N; }

  bool operator==(const vector &other) const {
    for (size_type i = 0; i < N; ++i)
      if (!(lanes[i] == other.lanes[i]))
        return false;
    return true;
  }
  bool operator!=(const vector &other) const { return !(*this == other); }

private:
  static void fail(size_type i, const char *what) {
    std::fprintf(stderr, "hls::vector of %zu lanes %s %zu\n", N, what, i);
    std::abort();
  }
  static size_type check(size_type i) {
    if (i >= N)
      fail(i, "accessed at lane");
    return i;
  }

  T lanes[N];
};

} // namespace hls

#endif // TALOS_CSIM_HLS_VECTOR_H
