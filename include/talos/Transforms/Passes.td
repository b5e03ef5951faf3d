//===- Passes.td - Passes that edit the program ------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_PASSES_TD
#define TALOS_TRANSFORMS_PASSES_TD

include "talos/Transforms/NormalizePasses.td"
include "talos/Transforms/DistributePasses.td"
include "talos/Transforms/SchedulePasses.td"
include "talos/Transforms/ScaleHLSPasses.td"
include "talos/Transforms/ApplyPasses.td"
include "talos/Transforms/StreamPasses.td"

#endif // TALOS_TRANSFORMS_PASSES_TD
