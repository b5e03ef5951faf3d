//===- Divisors.h - Divisors of a trip count --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_DIVISORS_H
#define TALOS_SUPPORT_DIVISORS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace talos {

/// The divisors of `number` (>= 1), ascending.
inline std::vector<int64_t> divisors(int64_t number) {
  std::vector<int64_t> result;
  for (int64_t d = 1; d <= number / d; ++d) {
    if (number % d != 0)
      continue;
    result.push_back(d);
    if (d != number / d)
      result.push_back(number / d);
  }
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace talos

#endif // TALOS_SUPPORT_DIVISORS_H
