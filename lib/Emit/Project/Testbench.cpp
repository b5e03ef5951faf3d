//===- Testbench.cpp - The self-checking testbench ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Project/TestProgram.h"
#include "talos/Emit/Emit.h"

using namespace mlir;

namespace talos::emit {

// The kernel's port as a row of elements.
static std::string flatPort(const Port &port) {
  return "reinterpret_cast<" + port.element + " *>(" + port.name + "_kernel)";
}

static void printRun(llvm::raw_ostream &os, const TestProgram &program) {
  const Kernel &kernel = program.getKernel();
  os << "\n";
  for (const Port &port : kernel.ports)
    if (port.isArray())
      os << "static " << port.beatType() << " " << port.name << "_kernel["
         << port.beats() << "];\n";
  os << "\nstatic void run_kernel() {\n";
  for (const Port &port : kernel.ports)
    if (port.isArray())
      os << "  pack_" << port.name << "(" << TestProgram::flat(port) << ", "
         << flatPort(port) << ");\n";
  os << "  " << kernel.name << "(";
  llvm::interleaveComma(kernel.ports, os, [&](const Port &port) {
    os << (port.isArray() ? port.name + "_kernel"
                          : TestProgram::scalarInput(port));
  });
  os << ");\n";
  for (const Port &port : kernel.ports)
    if (program.isCompared(port))
      os << "  unpack_" << port.name << "(" << flatPort(port) << ", "
         << port.name << "_actual);\n";
  os << "}\n";
}

LogicalResult emitTestbench(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<TestProgram> program = TestProgram::of(module);
  if (failed(program))
    return failure();
  const std::string &name = program->getKernel().name;
  os << "// " << name
     << ": testbench; returns 0 only if the kernel agrees with the source\n"
        "// program. Define TALOS_TOLERANCE to allow a relative error.\n"
        "#include \""
     << fileStem(name) << ".h\"\n\n";
  program->printDeclarations(os);
  printRun(os, *program);
  program->printTests(os);
  os << "\nint main() { return test_all() ? 0 : 1; }\n";
  return success();
}

} // namespace talos::emit
