//===- Explainer.h - Explains the nests of a design of the shared space *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_EXPLAIN_EXPLAINER_H
#define TALOS_LIB_EXPLORE_EXPLAIN_EXPLAINER_H

#include "Explore/Shared/DesignSpace.h"

namespace talos::explore {

/// Explains every nest of a design, in program order. Fails with a located
/// diagnostic if the point is outside of the space, of what the model covers
/// (local accumulators), of the limits or of the pins.
mlir::FailureOr<std::vector<NestExplanation>>
explainDesign(const DesignSpace &space, hls::DesignAttr design,
              const ExplanationOptions &options);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_EXPLAIN_EXPLAINER_H
