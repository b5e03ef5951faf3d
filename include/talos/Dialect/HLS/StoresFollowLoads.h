//===- StoresFollowLoads.h - Arrays that may be updated in memory *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_STORESFOLLOWLOADS_H
#define TALOS_DIALECT_HLS_STORESFOLLOWLOADS_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// Unit, on an array argument: every element that the function stores follows
/// from the value that it had (poly::Scop::storesFollowLoads), as was proved
/// before some nests became tasks, which the proof does not see. Between
/// hls-schedule-nests and hls-stream-nests alone.
inline constexpr llvm::StringLiteral storesFollowLoadsAttrName =
    "hls.stores_follow_loads";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_STORESFOLLOWLOADS_H
