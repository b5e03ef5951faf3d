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
#include "talos/Emit/Emit.h"

using namespace mlir;

namespace talos::emit {

// `C_kernel[i / 4][i % 4]` or `C_kernel[i]`.
static std::string lane(const Port &port) {
  std::string beat = std::to_string(port.beat);
  return port.name + "_kernel[" +
         (port.beat == 1 ? "i]" : "i / " + beat + "][i % " + beat + "]");
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
    std::string shape =
        port.memref.getRank() == 0 ? "[1]" : extents(port.memref);
    os << "static " << port.element << " " << port.name << "_expected" << shape
       << ";\n"
       << "static " << port.beatType() << " " << port.name << "_kernel["
       << port.beats() << "];\n";
    if (isCompared(port, reference))
      os << "static " << port.element << " " << port.name << "_actual["
         << port.elements() << "];\n";
  }
}

// Values for every port; those of the source program's own function over them,
// where it is linked in; then the kernel's arrays from the reference's.
static void printInputs(llvm::raw_ostream &os, const Kernel &kernel,
                        StringRef init) {
  for (const Port &port : kernel.ports) {
    if (!port.isArray()) {
      os << "  " << port.element << " " << port.name << " = next_input<"
         << port.element << ">();\n";
      continue;
    }
    os << "  for (long i = 0; i < " << port.elements() << "; ++i)\n"
       << "    " << flat(port) << "[i] = next_input<" << port.element
       << ">();\n";
  }
  os << "#ifdef TALOS_OWN_INIT\n  " << init << "(";
  llvm::interleaveComma(kernel.ports, os, [&](const Port &port) {
    os << (port.isArray() ? "" : "&") << port.name
       << (port.isArray() ? "_expected" : "");
  });
  os << ");\n#endif\n";
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
    os << port.name;
    if (port.isArray())
      os << (golden ? "_expected" : "_kernel")
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
       << "_actual, " << port.elements() << ");\n";
  }
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
  // Variables are named after the ports; the block's own names come first.
  os << "// " << kernel->name
     << ": testbench; returns 0 only if the kernel agrees with the source\n"
        "// program. Define TALOS_TOLERANCE to allow a relative error.\n"
        "#include \""
     << kernel->name
     << ".h\"\n\n#include <cfloat>\n#include <cmath>\n#include <cstdint>\n"
        "#include <cstdio>\n#include <cstring>\n\n"
     << *signature << ";\n";
  printInitPrototype(os, *kernel, initName(*reference));
  os << testbenchBlock << "\n";
  printArrays(os, *kernel, *reference);
  os << "\nint main() {\n";
  printInputs(os, *kernel, initName(*reference));
  os << "\n";
  printCall(os, legalIdentifier(reference->getName()), *kernel, true);
  printCall(os, kernel->name, *kernel, false);
  os << "\n";
  printChecks(os, *kernel, *reference);
  os << "  std::printf(\"%s\\n\", pass ? \"PASS\" : \"FAIL\");\n"
        "  return pass ? 0 : 1;\n}\n";
  return success();
}

} // namespace talos::emit
