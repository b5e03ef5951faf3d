//===- SymbolicSizes.h - Relations with sizes as parameters -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's schedulers take a bound of 400 for a coefficient like any other and
// return times like 63 i + 41 j; a parameter they leave alone. Extents of
// arrays and bounds of loops become parameters here, and constants near a small
// multiple of one become that multiple and an offset. For the sizes of the
// program the relations are what they were, so that a schedule that is legal
// for all sizes is legal for it.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_SYMBOLICSIZES_H
#define TALOS_LIB_POLY_SYMBOLICSIZES_H

#include "ScopImpl.h"

namespace talos::poly {

class SymbolicSizes {
public:
  explicit SymbolicSizes(const Scop::Impl &scop);

  isl::map lift(const isl::map &map) const;
  isl::set lift(const isl::set &set) const;
  /// What schedules may assume of the parameters.
  isl::set context() const;
  /// The value of a parameter in the program; none if it is no size.
  std::optional<int64_t> valueOf(llvm::StringRef parameter) const;

private:
  /// `multiple` times a size and `offset`.
  struct Symbol {
    unsigned size = 0;
    int64_t multiple = 1, offset = 0;
  };
  std::optional<Symbol> symbolOf(int64_t constant) const;
  isl_constraint *lift(isl_constraint *constraint,
                       llvm::function_ref<int(llvm::StringRef)> position) const;
  void addSize(int64_t value);

  isl::ctx ctx;
  std::vector<int64_t> sizes;
  Strings names;
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_SYMBOLICSIZES_H
