//===- LLVM.h - Names of LLVM that the room uses as its own -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_LLVM_H
#define TALOS_NLP_LLVM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace talos::nlp {

using llvm::ArrayRef;
using llvm::BitVector;
using llvm::DenseMap;
using llvm::DenseSet;
using llvm::function_ref;
using llvm::MutableArrayRef;
using llvm::raw_ostream;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

/// Holds sums and products of two numbers of 64 bits.
using Wide = __int128;

/// Sorts, and leaves one of equal elements.
template <typename Container> void sortUnique(Container &elements) {
  llvm::sort(elements);
  elements.erase(llvm::unique(elements), elements.end());
}

} // namespace talos::nlp

#endif // TALOS_NLP_LLVM_H
