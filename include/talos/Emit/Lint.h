//===- Lint.h - Rules of the HLS tool on C++ text ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks emitted (or any) HLS C++ text against the rules of Vitis HLS, with a
// small tokenizer and statement parser: no compiler is needed. It knows C++ as
// emitted kernels use it; what it cannot follow is a finding as well.
//
// Rules (the `rule` of a finding):
//   parse                text that the parser cannot follow
//   pragma-unknown       name of an HLS pragma
//   pragma-argument      arguments of a pragma: names, values, required ones
//   pragma-place         directive of a loop outside a loop
//   partition-port       array_partition of an m_axi port
//   partition-variable   directive on an array that the function does not have
//   partition-dim        dim above the array's rank
//   partition-factor     factor missing, below 1 or above the extent
//   storage-kind         type and impl of bind_storage exclude each other
//   port-interface       port of the top without m_axi/s_axilite, or of a
//                        stream without axis, or no port; not of a function
//                        that only runs kernels, for C simulation
//   port-bundle          m_axi port without a bundle of its own; a pointer that
//                        is read and one that is written may share a bundle
//   port-depth           m_axi port without a depth of at least 1
//   port-width           beat not a power of two from 8 to `maxPortBits` bits
//   pipeline-ii          II below 1
//   loop-canonical       pipelined or unrolled loop without int counter,
//                        constant bounds and step, or with a second exit;
//                        with loop_tripcount and no unroll any bounds
//   inner-bounds         loop under a pipeline without constant bounds
//   recursion, dynamic-memory, std-container
//   name-reserved        keyword, macro of a standard header, or, of a function
//                        with C linkage, a function of the C library
//   name-twice           variable declared twice in a block
//   name-hidden          call of a function whose name a variable here has
//   label-unique         label defined twice in a function
//   stream-ends          hls::stream without exactly one producer and consumer
//                        (processes, or kernels); one that is a port of a
//                        kernel without exactly one process at it there
//   stream-width         token of more than 512 bits
//   vector-lanes         hls::vector whose lanes are no power of two
//   dataflow-body        dataflow region that is not declarations and calls
//                        (a call under a condition or in a loop)
//   dataflow-feedback    stream that is written after it was read; between
//                        kernels it closes a cycle of them
//   dataflow-port        pointer of the top function that two processes get
//   region-instance      dataflow region that loads and stores, called several
//                        times: without `allocation` of one instance, with
//                        other ports, or in a dataflow region
//   dataflow-channel     array of a dataflow region with two producers, two
//                        consumers, or read before it is written
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EMIT_LINT_H
#define TALOS_EMIT_LINT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace talos::emit {

struct LintFinding {
  unsigned line; // 1-based
  std::string rule;
  std::string message;
};

struct LintOptions {
  /// Widest m_axi port in bits: 1024 is the protocol's limit, 512 that of the
  /// memory controllers of Alveo platforms.
  int64_t maxPortBits = 1024;
};

/// The findings in the order of lines; none if the text keeps every rule.
std::vector<LintFinding> lint(llvm::StringRef cppSource,
                              const LintOptions &options = LintOptions());

} // namespace talos::emit

#endif // TALOS_EMIT_LINT_H
