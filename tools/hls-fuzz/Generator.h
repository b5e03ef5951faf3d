//===- Generator.h - Random affine C programs -------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_FUZZ_GENERATOR_H
#define TALOS_TOOLS_HLS_FUZZ_GENERATOR_H

#include <cstdint>
#include <random>
#include <string>

namespace talos::fuzz {

using Random = std::mt19937_64;

/// A number from 0 to `count` - 1. Not a distribution of the standard library:
/// their results differ between implementations.
inline uint64_t below(Random &random, uint64_t count) {
  return random() % count;
}

/// C text that defines `void <name>(...)` over one to four arrays, and
/// `void <name>_reference(...)` that calls it with arrays as `void *`: up to
/// four nested loops with constant, triangular and shifted bounds, imperfect
/// nests, conditions, local scalars and local arrays, dependences of all kinds.
/// Every subscript stays inside its array. With `partly`, some subscripts,
/// bounds and conditions around loops depend on data. The same seed gives the
/// same text.
std::string generateProgram(const std::string &name, uint64_t seed,
                            bool partly);

} // namespace talos::fuzz

#endif // TALOS_TOOLS_HLS_FUZZ_GENERATOR_H
