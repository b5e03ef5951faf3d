//===- ReaderCopies.h - Copies of an array for its readers ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_READERCOPIES_H
#define TALOS_ANALYSIS_READERCOPIES_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// Which buffer each reader of an array reads where there are copies of it.
/// Readers are the tasks that only read the array, and its store, which has
/// buffer 0. Tasks that write the array read buffer 0, and write all.
struct ReaderCopies {
  unsigned count = 1; ///< buffers; 1: copies serve nobody
  /// By task: the buffer that it reads. 0 of a task that does not read.
  llvm::SmallVector<unsigned> ofTask;
  /// By buffer: the task that has it first. None where the store has it alone.
  llvm::SmallVector<std::optional<unsigned>> firstReader;
};

/// Readers that wait for each other anyway share a buffer. Tables of constants
/// and arrays that parts of the program use whole have one buffer.
ReaderCopies readerCopies(const TaskGraph &graph, unsigned array);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_READERCOPIES_H
