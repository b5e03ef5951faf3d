//===- JointStatements.h - Several results, one statement --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight-line statements of one loop body that are no slower together are one
// statement with several results: what they have in common is loaded and
// computed once.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_DISTRIBUTE_JOINTSTATEMENTS_H
#define TALOS_LIB_TRANSFORMS_DISTRIBUTE_JOINTSTATEMENTS_H

#include "talos/Poly/Scop.h"

namespace talos {

/// Names of statements that stay in one body, in program order.
using JointBody = std::vector<std::string>;

/// Puts leaves of `tree`, a legal one, into common loops where
///  - they stand in one block of the source;
///  - a loop that they share with nothing else carries a dependence among them
///    only if it carries one of each on itself: neither loses a parallel loop;
///  - what one reads of another in the same iteration is the element that was
///    stored, so that the value takes its place;
///  - each writes an array of its own, and they have an array in common;
///  - they access what they have in common by the same subscripts but for
///    constants, and subscripts of several loops are of the same loops;
///  - if a loop carries dependences, also one that the tree lets them share and
///    in which nothing else stands: no one is a sum, or becomes one by such a
///    value, none is under a condition, and they are few;
///  - the tree is still legal.
/// Returns their names.
std::vector<JointBody> keepTogether(const poly::Scop &scop,
                                    poly::LoopTree &tree);

/// Makes one statement of each body: values in the place of loads of what the
/// body stores, equal values once, the stores at the end and joined to the
/// first (`hls.joined`). Local arrays that nothing reads any more are left out.
void joinBodies(mlir::func::FuncOp func, mlir::ArrayRef<JointBody> bodies);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_DISTRIBUTE_JOINTSTATEMENTS_H
