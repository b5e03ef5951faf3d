//===- Interface.h - The top function and its ports -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_INTERFACE_H
#define TALOS_LIB_EMIT_KERNEL_INTERFACE_H

#include "Emit/Kernel/Names.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace talos::emit {

/// An argument of the top function.
struct Port {
  mlir::BlockArgument value;
  std::string name;        // in C++
  std::string element;     // C++ type of the scalar or of an array's element
  mlir::MemRefType memref; // null for a scalar
  /// Of the array in the source program; memory may hold a larger one.
  llvm::SmallVector<int64_t> extents;
  std::string bundle; // m_axi only
  int64_t beat = 1;   // elements of one bus beat
  /// How memory holds the array, as #hls.interface says; empty: as in C.
  llvm::SmallVector<int64_t> lanes;
  llvm::SmallVector<int64_t> tiles; ///< as hls.tiles says; empty: none
  int64_t blocks = 1;               ///< each on a port of its own, likewise
  bool inTurn = false;              ///< a block has the rows of its remainder
  bool written = false;
  bool isMemory = false; ///< beside the kernel (ap_memory)
  bool isBool = false;   ///< each element is 0 or 1, in a byte
  /// The port of the array that it is a copy of (`hls.copy_of`) or a part of
  /// (`hls.part_of`), by number; the source program knows the array alone.
  std::optional<unsigned> copyOf = std::nullopt;
  /// Where it is a part: which.
  std::optional<hls::ArrayBlock> part = std::nullopt;
  /// Others hold parts of it, and the kernel has no port for the array itself.
  bool isInParts = false;
  /// A local array of the source program in memory (`hls.scratch`): no host
  /// program fills it or reads it.
  bool isScratch = false;
  /// In a dataflow region one process reads the array and another one writes
  /// it: each has a pointer of its own, through one bundle. Empty otherwise;
  /// else the names of the pointers that are read.
  llvm::SmallVector<std::string> readNames;

  /// A parameter of the top function for an array.
  struct Pointer {
    std::string name;
    int64_t number; ///< of the port
    bool written;
    /// `const float *A`.
    std::string parameter(const Port &port) const;
  };
  /// In the order of the parameters.
  llvm::SmallVector<Pointer> pointers() const;

  bool isArray() const { return bool(memref); }
  /// Elements of the array of the source program.
  int64_t elements() const { return mlir::ShapedType::getNumElements(extents); }
  /// Memory holds more than these.
  bool isFilledUp() const {
    return llvm::ArrayRef(extents) != memref.getShape();
  }
  /// Bus beats of the whole array on one of its ports.
  int64_t beats() const;
  /// Extents of what `beats` are: of the array, or of one of its blocks.
  llvm::SmallVector<int64_t> blockShape() const;
  /// AXI ports of the array.
  int64_t ports() const;
  /// Names of its ports in C++: `A`, or `A_0`, `A_1`, ...
  llvm::SmallVector<std::string> names;
  const std::string &portName(int64_t number) const { return names[number]; }
  /// `gmem_A`, or `gmem_A_1` of several ports.
  std::string portBundle(int64_t number) const;
  /// Beats do not start where rows do.
  bool isRealigned() const;
  /// `float` or `hls::vector<float, 16>`.
  std::string beatType() const;
  /// `const hls::vector<float, 16> *A` or `float alpha`; of an array one a
  /// port; of a memory `float A[20][30]`.
  llvm::SmallVector<std::string> parameters() const;
};

/// The function with `hls.top` and what its C++ signature needs.
struct Kernel {
  mlir::func::FuncOp top;
  std::string name;
  hls::TargetAttr target;
  std::vector<Port> ports;

  /// `extern "C" void gemm(float alpha, ...)`.
  std::string signature() const;
  /// The ports of what the source program has as arguments, in its order: all
  /// but copies, parts and scratch memory.
  llvm::ArrayRef<Port> arguments() const;
  /// Some array is a memory beside the kernel.
  bool hasMemories() const;
  /// The port of an argument of the top function.
  const Port &port(mlir::Value argument) const;
};

/// Finds and checks the top function: exactly one, with a body, without
/// results, with `hls.target`; arguments with `hls.interface` and types that
/// C++ can hold.
mlir::FailureOr<Kernel> describeKernel(mlir::ModuleOp module);

/// The function with `hls.reference_of`; a diagnostic if there is none or it
/// does not have the top function's argument types.
mlir::FailureOr<mlir::func::FuncOp> findReference(mlir::ModuleOp module,
                                                  const Kernel &kernel);

/// `float A[20][30]`, `float &x` for rank 0; `const` if not written.
std::string arrayParameter(mlir::MemRefType type, llvm::StringRef name,
                           bool written);

/// `extern "C" void gemm_reference(...)` of the reference function with plain
/// arrays; fills the C++ names of the parameters.
mlir::FailureOr<std::string>
referenceSignature(mlir::func::FuncOp reference,
                   llvm::SmallVectorImpl<std::string> &names);

/// `float` or `hls::vector<float, 16>`: what a port of so many elements a beat
/// moves at once. The tool pads vectors to powers of two; other tokens of
/// streams are of a struct, `float_x10` (FileNeeds::tokens).
std::string beatType(llvm::StringRef element, int64_t elements);

/// A struct of an array takes the place of an hls::vector.
inline bool isStructToken(int64_t elements) {
  return !llvm::isPowerOf2_64(elements);
}

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_INTERFACE_H
