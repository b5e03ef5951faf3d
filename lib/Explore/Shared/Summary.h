//===- Summary.h - Facts of a program, for reports --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_SUMMARY_H
#define TALOS_LIB_EXPLORE_SHARED_SUMMARY_H

#include "Explore/Shared/DesignSpace.h"
#include "talos/Explore/Space.h"

namespace talos::explore {

SpaceSummary summaryOf(const DesignSpace &space);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_SUMMARY_H
