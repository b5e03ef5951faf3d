//===- Testbench.cpp - The self-checking testbench ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"
#include "Emit/Kernel/TextBlocks.h"
#include "Emit/Project/Steering.h"
#include "talos/Emit/Emit.h"

using namespace mlir;

namespace talos::emit {

// `C_kernel[i / 4][i % 4]` or `C_kernel[i]`.
static std::string lane(const Port &port) {
  std::string beat = std::to_string(port.beat);
  return port.name + "_kernel[" +
         (port.beat == 1 ? "i]" : "i / " + beat + "][i % " + beat + "]");
}

// The variable of a scalar port: no name of the testbench's own ends so.
static std::string scalarInput(const Port &port) {
  return port.name + "_input";
}

// The reference's array as a row of elements.
static std::string flat(const Port &port) {
  return "reinterpret_cast<" + port.element + " *>(" + port.name + "_expected)";
}

static bool isCompared(const Port &port, func::FuncOp reference) {
  return port.isArray() &&
         (port.written ||
          isWritten(reference.getArgument(port.value.getArgNumber())));
}

static void printArrays(llvm::raw_ostream &os, const Kernel &kernel,
                        func::FuncOp reference) {
  for (const Port &port : kernel.ports) {
    if (!port.isArray())
      continue;
    // The source program may see the elements in other dimensions.
    auto type = cast<MemRefType>(
        reference.getArgument(port.value.getArgNumber()).getType());
    std::string shape = type.getRank() == 0 ? "[1]" : extents(type);
    os << "static " << port.element << " " << port.name << "_expected" << shape
       << ";\n"
       << "static " << port.beatType() << " " << port.name << "_kernel["
       << port.beats() << "];\n";
    if (isCompared(port, reference))
      os << "static " << port.element << " " << port.name << "_actual["
         << port.elements() << "];\n"
         << "static long " << port.name << "_shown = 0;\n";
  }
}

// The extent of the last two dimensions of a floating-point array that is
// square in them, else 0.
static int64_t squareExtent(const Port &port) {
  if (!port.isArray() || port.memref.getRank() < 2 ||
      !isa<FloatType>(port.memref.getElementType()))
    return 0;
  ArrayRef<int64_t> shape = port.memref.getShape().take_back(2);
  return shape[0] == shape[1] ? shape[0] : 0;
}

static void printFill(llvm::raw_ostream &os, const Port &port, StringRef set) {
  if (port.isArray())
    os << "fill(" << flat(port) << ", " << port.elements() << ", " << set
       << ");\n";
  else
    os << "fill_scalar(" << scalarInput(port) << ", " << set << ");\n";
}

// Bounded values for every port, and those of the source program's own
// function over them, where it is linked in. Other sets then replace what does
// not steer the program. Last, the kernel's arrays take the reference's values.
static void printInputs(llvm::raw_ostream &os, const Kernel &kernel,
                        const llvm::BitVector &steering, StringRef init) {
  for (const Port &port : kernel.ports) {
    if (!port.isArray())
      os << "  " << port.element << " " << scalarInput(port) << ";\n";
    os << "  ";
    printFill(os, port, "bounded_set");
  }
  os << "#ifdef TALOS_OWN_INIT\n  " << init << "(";
  llvm::interleaveComma(kernel.ports, os, [&](const Port &port) {
    os << (port.isArray() ? port.name + "_expected" : "&" + scalarInput(port));
  });
  os << ");\n#endif\n";
  if (steering.all())
    os << "  (void)set;\n";
  else
    os << "  if (set != program_set) {\n";
  for (auto [index, port] : llvm::enumerate(kernel.ports)) {
    if (steering.test(index))
      continue;
    os << "    ";
    printFill(os, port, "set");
    if (int64_t extent = squareExtent(port))
      os << "    dominate(" << flat(port) << ", " << port.elements() << ", "
         << extent << ", set);\n";
  }
  if (!steering.all())
    os << "  }\n";
  for (const Port &port : kernel.ports)
    if (port.isArray())
      os << "  for (long i = 0; i < " << port.elements() << "; ++i)\n"
         << "    " << lane(port) << " = " << flat(port) << "[i];\n";
}

// The function of the source program that sets its inputs has a name beside the
// reference's: f_init beside f_reference.
static std::string initName(func::FuncOp reference) {
  StringRef name = reference.getName();
  name.consume_back("_reference");
  return legalIdentifier((name + "_init").str());
}

static void printInitPrototype(llvm::raw_ostream &os, const Kernel &kernel,
                               StringRef init) {
  os << "#ifdef TALOS_OWN_INIT // the source program sets its inputs itself\n"
     << "extern \"C\" void " << init << "(";
  llvm::interleaveComma(kernel.ports, os,
                        [&](const Port &) { os << "void *"; });
  os << ");\n#endif\n";
}

static void printCall(llvm::raw_ostream &os, StringRef function,
                      const Kernel &kernel, bool golden) {
  os << "  " << function << "(";
  llvm::interleaveComma(kernel.ports, os, [&](const Port &port) {
    if (!port.isArray())
      os << scalarInput(port);
    else
      os << port.name << (golden ? "_expected" : "_kernel")
         << (golden && port.memref.getRank() == 0 ? "[0]" : "");
  });
  os << ");\n";
}

static void printChecks(llvm::raw_ostream &os, const Kernel &kernel,
                        func::FuncOp reference) {
  os << "  bool pass = true;\n";
  for (const Port &port : kernel.ports) {
    if (!isCompared(port, reference))
      continue;
    os << "  for (long i = 0; i < " << port.elements() << "; ++i)\n"
       << "    " << port.name << "_actual[i] = " << lane(port) << ";\n"
       << "  pass &= compare(\"" << port.name << "\", reinterpret_cast<const "
       << port.element << " *>(" << port.name << "_expected), " << port.name
       << "_actual, " << port.elements() << ", " << port.name << "_shown);\n";
  }
  os << "  return pass;\n";
}

// Which sets there are, in their order.
static void printSets(llvm::raw_ostream &os, const Kernel &kernel,
                      const llvm::BitVector &steering) {
  auto run = [&](StringRef set, StringRef text) {
    os << "  pass &= test_with(" << set << ", \"" << text << "\");\n";
  };
  os << "#ifdef TALOS_OWN_INIT\n";
  run("program_set", "the source program's own");
  if (!steering.all()) {
    os << "#endif\n";
    run("bounded_set", "bounded (floating point in [0.5, 1.5], integers 1 ... "
                       "9)");
  } else {
    os << "#else\n";
    run("bounded_set", "bounded (floating point in [0.5, 1.5], integers 1 ... "
                       "9)");
    os << "#endif\n";
    return;
  }
  if (llvm::any_of(kernel.ports, squareExtent))
    run("dominant_set", "bounded, square arrays diagonally dominant");
  os << "#ifndef TALOS_TOLERANCE // sums in another order cancel and overflow "
        "otherwise\n";
  run("signed_set", "signed (also 0, -0.0 and denormal)");
  run("full_set", "full range (also the largest and the smallest)");
  os << "#endif\n";
}

static void printMain(llvm::raw_ostream &os, const Kernel &kernel,
                      func::FuncOp reference, const llvm::BitVector &steering) {
  os << "\nint main() {\n  bool pass = true;\n";
  for (unsigned index : steering.set_bits())
    os << "  std::printf(\"" << kernel.ports[index].name
       << " is bounded in every set: an address, a loop, a divisor, a shift or "
          "a\"\n              \" conversion to an integer depends on "
          "it\\n\");\n";
  printSets(os, kernel, steering);
  for (const Port &port : kernel.ports)
    if (isCompared(port, reference))
      os << "  pass &= proves(\"" << port.name << "\", " << port.name
         << "_shown, " << port.elements() << ");\n";
  os << "  std::printf(\"%s\\n\", pass ? \"PASS\" : \"FAIL\");\n"
        "  return pass ? 0 : 1;\n}\n";
}

LogicalResult emitTestbench(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<func::FuncOp> reference = findReference(module, *kernel);
  if (failed(reference))
    return failure();
  SmallVector<std::string> names;
  FailureOr<std::string> signature = referenceSignature(*reference, names);
  if (failed(signature))
    return failure();
  const llvm::BitVector steering = steeringArguments(*reference);
  os << "// " << kernel->name
     << ": testbench; returns 0 only if the kernel agrees with the source\n"
        "// program. Define TALOS_TOLERANCE to allow a relative error.\n"
        "#include \""
     << kernel->name
     << ".h\"\n\n#include <cfloat>\n#include <cmath>\n#include <cstdint>\n"
        "#include <cstdio>\n#include <cstring>\n#include <limits>\n"
        "#include <type_traits>\n\n"
     << *signature << ";\n";
  printInitPrototype(os, *kernel, initName(*reference));
  os << testbenchBlock << "\n";
  printArrays(os, *kernel, *reference);
  os << "\nstatic bool test_with(InputSet set, const char *description) {\n"
        "  std::printf(\"inputs: %s\\n\", description);\n";
  printInputs(os, *kernel, steering, initName(*reference));
  os << "\n";
  printCall(os, legalIdentifier(reference->getName()), *kernel, true);
  printCall(os, kernel->name, *kernel, false);
  os << "\n";
  printChecks(os, *kernel, *reference);
  os << "}\n";
  printMain(os, *kernel, *reference, steering);
  return success();
}

} // namespace talos::emit
