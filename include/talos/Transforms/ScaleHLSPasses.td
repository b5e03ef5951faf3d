//===- ScaleHLSPasses.td - Passes by the names of ScaleHLS -*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/ScaleHLS.md says which pass of ScaleHLS is which of Talos or of MLIR.
// These are the ones that have no other name.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCALEHLSPASSES_TD
#define TALOS_TRANSFORMS_SCALEHLSPASSES_TD

include "mlir/Pass/PassBase.td"

def LoopOrderOpt : Pass<"affine-loop-order-opt", "::mlir::func::FuncOp"> {
  let summary = "Move loops that carry dependences outward, or permute all loops";
  let description = [{
    Before: a function of affine loops.

    After: of the loops that a statement shares with no other one, those that
    carry a dependence of it come first, where that is legal; otherwise the
    statement is left alone. With `perm-map`, a permutation for statements of so
    many such loops: its i-th element is the new position of the i-th loop. The
    new schedule is the last one in `hls.scheduled`.

    An error: a `perm-map` that is no permutation, fits no statement, or breaks
    a dependence.

    Shown by test/Transforms/scalehls.mlir and scalehls-errors.mlir.
  }];
  let options = [ListOption<"permMap", "perm-map", "unsigned",
                            "New position of every loop, the outermost first">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def SimplifyAffineIf : Pass<"simplify-affine-if", "::mlir::func::FuncOp"> {
  let summary = "Remove conditions that always or never hold";
  let description = [{
    Before: any function. After: an affine.if without results whose condition
    the bounds of the loops and the conditions around it imply, or exclude, is
    replaced by the branch that is taken.

    Shown by test/Transforms/scalehls.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LoopPipelining : Pass<"loop-pipelining", "::mlir::func::FuncOp"> {
  let summary = "Pipeline the innermost loops in the design";
  let description = [{
    Before: a function of affine loops. After: every loop without loops inside,
    around one statement and without directives on the loops of its nest, has
    `hls.pipeline`: a design is solved for that has it. Of the initiation
    interval, hls-explore takes the least one.

    Shown by test/Transforms/scalehls.mlir.
  }];
  let options = [Option<"targetII", "target-ii", "int64_t", "0",
                        "Initiation interval; 0: the least one">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def FuncPipelining : Pass<"func-pipelining", "::mlir::func::FuncOp"> {
  let summary = "Unroll all loops of the function in the design";
  let description = [{
    Before: a function of affine loops. After: every loop around one statement
    has `hls.unroll`, as the tool unrolls all loops of a pipelined function: a
    design is solved for that has it.

    Shown by test/Transforms/scalehls.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def ArrayPartition : Pass<"array-partition", "::mlir::func::FuncOp"> {
  let summary = "Fix the banks of arrays in the design";
  let description = [{
    Before: a function of affine loops. After: `hls.pins` has the partition of
    every array of `part-factors`, which are written `A=4x1`: a number of cyclic
    banks for each dimension, 0 to leave it open. Arrays that are not named are
    solved for, as without the pass.

    An error: factors without an array, of an unknown array, or of another
    number of dimensions.

    Shown by test/Transforms/scalehls.mlir and scalehls-errors.mlir.
  }];
  let options = [ListOption<"partFactors", "part-factors", "std::string",
                            "Banks of arrays: A=4x1">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

#endif // TALOS_TRANSFORMS_SCALEHLSPASSES_TD
