//===- LoopInterchange.h - Parallel loops inside of sequential ones -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that several statements share and that carries no dependence of theirs
// does not hold them together: a loop inside of it does. Inside of that one the
// parallel loop can be distributed. What is shared then carries a dependence,
// so that no copies of it could run side by side.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_LOOPINTERCHANGE_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_LOOPINTERCHANGE_H

#include "talos/Poly/Scop.h"

namespace talos {

/// Whether the loop that the statements of `shared` (a child of a node with
/// `depth` loops around) have in common carries none of their dependences and
/// directly holds one loop that they share too, whose bounds do not need it.
/// It may be interchanged with that one: no dependence within one iteration of
/// the loops around has a distance in it.
bool mayMoveInward(const poly::Scop &scop, const poly::LoopTree &shared,
                   unsigned depth);

/// Interchanges such loops with the sequential loops that they hold, once each;
/// `scop` is of a distributed function, and stale if this returns true.
mlir::FailureOr<bool> moveLoopsInward(poly::Scop &scop);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_LOOPINTERCHANGE_H
