//===- FreedMemory.h - Memory that was freed --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was freed counts as resident as long as the allocator keeps it. Both do
// nothing where the allocator is another one than that of glibc.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_FREEDMEMORY_H
#define TALOS_SUPPORT_FREEDMEMORY_H

namespace talos {

/// From here on blocks of a megabyte or more go back to the system as they are
/// freed; the allocator would raise that size as it sees such blocks.
void giveBackLargeBlocks();

/// Gives what is kept now back to the system.
void giveBackFreedMemory();

} // namespace talos

#endif // TALOS_SUPPORT_FREEDMEMORY_H
