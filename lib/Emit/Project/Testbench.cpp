//===- Testbench.cpp - The self-checking testbench ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Project/TestProgram.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::emit {

static std::string memoryOf(const Port &port, int64_t number) {
  std::string name = port.name + "_kernel";
  return port.ports() == 1 ? name : name + "_" + std::to_string(number);
}

// The kernel's port as a row of elements.
static std::string flatPort(const Port &port, int64_t number) {
  return "reinterpret_cast<" + port.element + " *>(" + memoryOf(port, number) +
         ")";
}

static void printRun(llvm::raw_ostream &os, const TestProgram &program) {
  const Kernel &kernel = program.getKernel();
  os << "\n";
  SmallVector<std::string> arguments;
  for (const Port &port : kernel.ports) {
    if (!port.isArray()) {
      arguments.push_back(TestProgram::scalarInput(port));
      continue;
    }
    if (!TestProgram::isHeld(port))
      continue;
    for (int64_t number = 0; number < port.ports(); ++number)
      os << "static " << port.beatType() << " " << memoryOf(port, number)
         << (port.isMemory ? extents(port.memref)
                           : "[" + std::to_string(port.beats()) + "]")
         << ";\n";
    for (const Port::Pointer &pointer : port.pointers())
      arguments.push_back(memoryOf(port, pointer.number));
  }
  auto move = [&](const Port &port, StringRef array, bool packs) {
    os << "  "
       << TestProgram::callPacking(
              port, array,
              [&](int64_t number) { return flatPort(port, number); }, packs)
       << ";\n";
  };
  os << "\nstatic void run_kernel() {\n";
  for (const Port &port : kernel.ports) {
    if (TestProgram::isFilled(port))
      move(port, program.flat(port), /*packs=*/true);
    // What the kernel loads before it stores is no number.
    for (int64_t number = 0; port.isScratch && number < port.ports(); ++number)
      os << "  std::memset(" << flatPort(port, number) << ", 0xff, sizeof("
         << memoryOf(port, number) << "));\n";
  }
  os << "  " << kernel.name << "(" << llvm::join(arguments, ", ") << ");\n";
  for (const Port &port : kernel.ports)
    if (program.isTakenBack(port))
      move(port, program.resultOf(port), /*packs=*/false);
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
