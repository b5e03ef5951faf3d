//===- Dataflow.h - Processes as C++ functions ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_DATAFLOW_H
#define TALOS_LIB_EMIT_KERNEL_DATAFLOW_H

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"

namespace talos::emit {

/// The dataflow region of the top function, which an hls.sequence may run; null
/// if it has none. Fails with a diagnostic where something else than constants
/// stands beside the region.
mlir::FailureOr<hls::DataflowOp> dataflowOf(mlir::func::FuncOp top);

/// Gives every process the C++ name of its function, and that of a sequence.
void nameProcesses(hls::DataflowOp dataflow, NameScope &globals,
                   llvm::DenseMap<mlir::Operation *, std::string> &calls);

/// Binds the arguments of the process in `e`; returns its parameters.
mlir::FailureOr<llvm::SmallVector<std::string>>
bindProcess(FunctionEmitter &e, const Kernel &kernel, hls::ProcessOp process);

/// Binds the ports of the top function in its body.
void bindPorts(FunctionEmitter &e, const Kernel &kernel);

/// Binds the parameters of the sequence to names of their own; returns these.
llvm::SmallVector<std::string> bindParameters(FunctionEmitter &e,
                                              hls::SequenceOp sequence);

/// Scalars and pointers of the top function, in the order of its parameters.
llvm::SmallVector<std::string> pointerNames(const Kernel &kernel);

/// `(void)name;` for every port that nothing uses.
void voidUnusedPorts(FunctionEmitter &e, const Kernel &kernel);

/// `hls::stream<float> name("name")`, or `hls::stream<float> name[3]`.
std::string streamVariable(FunctionEmitter &e, hls::StreamOp stream,
                           llvm::StringRef name);

/// `hls::stream<float> &name`, or `hls::stream<float> name[3]`.
std::string streamParameter(FunctionEmitter &e, hls::StreamOp stream,
                            llvm::StringRef name);

/// Binds an argument of a process, or of a task in it; returns its parameter.
std::string streamParameter(FunctionEmitter &e, mlir::BlockArgument argument);

/// The pointers to the beats of an array, named as in the top function.
ArrayBinding pointerTo(const Port &port);

/// `(void)name;` where nothing uses the value.
void voidUnused(FunctionEmitter &e, mlir::Value value, llvm::StringRef name);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_DATAFLOW_H
