//===- TestProgram.h - Kernel against reference, wherever it runs -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The testbench runs the kernel as C++, the host program runs it on a card.
// Both hold the same arrays, inputs, packing and comparison, printed here. Each
// adds what a run is: the function `run_kernel`.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_PROJECT_TESTPROGRAM_H
#define TALOS_LIB_EMIT_PROJECT_TESTPROGRAM_H

#include "Emit/Kernel/Interface.h"
#include "llvm/ADT/BitVector.h"

namespace talos::emit {

class TestProgram {
public:
  /// Fails with a diagnostic if the module has no kernel or no reference.
  static mlir::FailureOr<TestProgram> of(mlir::ModuleOp module);

  /// Standard headers, the reference's prototype, inputs and comparison, the
  /// arrays and scalars of every port, and how a port holds its array.
  void printDeclarations(llvm::raw_ostream &os) const;

  /// `test_with(set, description)`, which calls `run_kernel()`, and
  /// `test_all()`: every set of inputs; true if kernel and reference agree.
  void printTests(llvm::raw_ostream &os) const;

  /// `C_expected` as a row of elements; also of what is a copy or a part of C.
  std::string flat(const Port &port) const;
  /// Whether an array may differ after a run.
  bool isCompared(const Port &port) const;
  /// Whether the kernel has a port for the array, or the part of one.
  static bool isHeld(const Port &port);
  /// Whether the host program fills what the port holds.
  static bool isFilled(const Port &port);
  /// Whether what the port holds after a run goes to `resultOf`.
  bool isTakenBack(const Port &port) const;
  /// `C_actual`; also of what is a part of C.
  std::string resultOf(const Port &port) const;
  /// `pack_A(array, A_kernel)`, or the inverse, with what `pointer` says of
  /// each port of the array.
  static std::string
  callPacking(const Port &port, llvm::StringRef array,
              llvm::function_ref<std::string(int64_t)> pointer, bool packs);
  /// The variable of a scalar port: no name of the programs' own ends so.
  static std::string scalarInput(const Port &port);

  const Kernel &getKernel() const { return kernel; }

private:
  void printInitPrototype(llvm::raw_ostream &os) const;
  void printPorts(llvm::raw_ostream &os) const;
  void printFill(llvm::raw_ostream &os, const Port &port,
                 llvm::StringRef set) const;
  void printInputs(llvm::raw_ostream &os) const;
  void printReferenceCall(llvm::raw_ostream &os) const;
  void printChecks(llvm::raw_ostream &os) const;
  void printRoundedArrays(llvm::raw_ostream &os) const;
  void printRounding(llvm::raw_ostream &os) const;
  void printSets(llvm::raw_ostream &os) const;
  std::string initName() const;

  Kernel kernel;
  mlir::func::FuncOp reference;
  std::string signature; // of the reference
  /// Ports whose values must stay bounded in every set.
  llvm::BitVector steering;
};

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_PROJECT_TESTPROGRAM_H
