//===- Host.cpp - The program that runs the kernel on a card --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/TextBlocks.h"
#include "Emit/Project/TestProgram.h"
#include "talos/Emit/Emit.h"

using namespace mlir;

namespace talos::emit {

static std::string bufferOf(const Port &port) { return port.name + "_buffer"; }

static std::string bytesOf(const Port &port) {
  return std::to_string(port.elements()) + " * sizeof(" + port.element + ")";
}

// One buffer object a port, in the memory that the link gave the port.
static void printCard(llvm::raw_ostream &os, const Kernel &kernel) {
  os << "\n// The kernel on a card, with a buffer for every array.\nstruct "
        "Card {"
        "\n  Card(const std::string &xclbin, unsigned index)\n"
        "      : device(index), kernel(device, device.load_xclbin(xclbin), \""
     << kernel.name << "\")";
  for (auto [index, port] : llvm::enumerate(kernel.ports))
    if (port.isArray())
      os << ",\n        " << bufferOf(port) << "(device, " << bytesOf(port)
         << ", kernel.group_id(" << index << "))";
  os << " {}\n\n  xrt::device device;\n  xrt::kernel kernel;\n";
  for (const Port &port : kernel.ports)
    if (port.isArray())
      os << "  xrt::bo " << bufferOf(port) << ";\n";
  os << "};\nstatic Card *card = nullptr;\n";
}

static void printRun(llvm::raw_ostream &os, const TestProgram &program) {
  const Kernel &kernel = program.getKernel();
  os << "\nstatic void run_kernel() {\n";
  for (const Port &port : kernel.ports)
    if (port.isArray())
      os << "  pack_" << port.name << "(" << TestProgram::flat(port)
         << ", card->" << bufferOf(port) << ".map<" << port.element
         << " *>());\n  card->" << bufferOf(port)
         << ".sync(XCL_BO_SYNC_BO_TO_DEVICE);\n";
  os << "  const auto start = std::chrono::steady_clock::now();\n"
        "  xrt::run run = card->kernel(";
  llvm::interleaveComma(kernel.ports, os, [&](const Port &port) {
    os << (port.isArray() ? "card->" + bufferOf(port)
                          : TestProgram::scalarInput(port));
  });
  os << ");\n  const ert_cmd_state state = run.wait();\n"
        "  const std::chrono::duration<double> seconds =\n"
        "      std::chrono::steady_clock::now() - start;\n"
        "  if (state != ERT_CMD_STATE_COMPLETED)\n"
        "    throw std::runtime_error(\"the kernel ended in state \" +\n"
        "                             std::to_string(int(state)));\n"
        "  report_run(seconds.count(), ";
  int64_t ports = 0;
  for (const Port &port : kernel.ports) {
    int64_t directions = int64_t(isRead(port.value)) + port.written;
    if (!port.isArray() || directions == 0)
      continue;
    os << (ports++ ? " + " : "") << (directions == 2 ? "2.0 * " : "")
       << bytesOf(port);
  }
  os << (ports ? "" : "0") << ");\n";
  for (const Port &port : kernel.ports)
    if (program.isCompared(port))
      os << "  card->" << bufferOf(port)
         << ".sync(XCL_BO_SYNC_BO_FROM_DEVICE);\n  unpack_" << port.name
         << "(card->" << bufferOf(port) << ".map<const " << port.element
         << " *>(), " << port.name << "_actual);\n";
  os << "}\n";
}

LogicalResult emitHost(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<TestProgram> program = TestProgram::of(module);
  if (failed(program))
    return failure();
  const Kernel &kernel = program->getKernel();
  os << "// " << kernel.name
     << ": host program; runs the kernel on a card, with the inputs and the\n"
        "// comparison of the testbench, and prints times.\n"
        "// Usage: "
     << fileStem(kernel.name) << "_host XCLBIN [DEVICE]\n"
     << "#include <chrono>\n#include <cstdlib>\n#include <exception>\n"
        "#include <stdexcept>\n#include <string>\n"
        "#include <xrt/xrt_bo.h>\n#include <xrt/xrt_device.h>\n"
        "#include <xrt/xrt_kernel.h>\n\n";
  program->printDeclarations(os);
  printCard(os, kernel);
  os << reportRunBlock;
  printRun(os, *program);
  program->printTests(os);
  os << hostMainBlock;
  return success();
}

} // namespace talos::emit
