//===- Doctor.h - hlsc doctor -----------------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_DOCTOR_H
#define TALOS_LIB_PIPELINES_DRIVER_DOCTOR_H

#include "talos/Pipelines/Driver.h"

namespace talos {

/// Prints what is installed, what is missing, and what that costs. Success,
/// unless hlsc itself cannot work.
ExitCode examine(llvm::raw_ostream &out);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_DOCTOR_H
