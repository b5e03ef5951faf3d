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
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::emit {

static std::string bufferOf(const Port &port, int64_t number) {
  return port.portName(number) + "_buffer";
}

// What one port holds of the array.
static std::string bytesOf(const Port &port) {
  return std::to_string(port.beats() * port.beat) + " * sizeof(" +
         port.element + ")";
}

// One buffer object a port, in the memory that the link gave the port.
static void printCard(llvm::raw_ostream &os, const Kernel &kernel) {
  os << "\n// The kernel on a card, with a buffer for every port.\nstruct "
        "Card {"
        "\n  Card(const std::string &xclbin, unsigned index)\n"
        "      : device(index), kernel(device, device.load_xclbin(xclbin), \""
     << kernel.name << "\")";
  std::string members;
  int64_t argument = 0;
  for (const Port &port : kernel.ports) {
    argument += port.isArray() ? 0 : 1;
    int64_t last = -1; // two pointers of one port share its buffer
    for (const Port::Pointer &pointer : port.pointers()) {
      int64_t here = argument++;
      if (pointer.number == last)
        continue;
      last = pointer.number;
      os << ",\n        " << bufferOf(port, last) << "(device, "
         << bytesOf(port) << ", kernel.group_id(" << here << "))";
      members += "  xrt::bo " + bufferOf(port, last) + ";\n";
    }
  }
  os << " {}\n\n  xrt::device device;\n  xrt::kernel kernel;\n"
     << members << "};\nstatic Card *card = nullptr;\n";
}

static void printSync(llvm::raw_ostream &os, const Port &port,
                      StringRef direction) {
  for (int64_t number = 0; number < port.ports(); ++number)
    os << "  card->" << bufferOf(port, number) << ".sync(" << direction
       << ");\n";
}

// The array to the memories of its ports, or back.
static void printMove(llvm::raw_ostream &os, const Port &port, StringRef array,
                      bool packs) {
  std::string type = (packs ? "" : "const ") + port.element + " *";
  os << "  "
     << TestProgram::callPacking(
            port, array,
            [&](int64_t number) {
              return "card->" + bufferOf(port, number) + ".map<" + type + ">()";
            },
            packs)
     << ";\n";
}

// Bytes that a run moves between memory and card.
static std::string bytesMoved(const Kernel &kernel) {
  std::string sum;
  for (const Port &port : kernel.ports) {
    int64_t directions =
        port.isArray() ? int64_t(isRead(port.value)) + port.written : 0;
    if (directions == 0)
      continue;
    int64_t times = directions * port.ports();
    sum += (sum.empty() ? "" : " + ") +
           (times == 1 ? "" : std::to_string(times) + ".0 * ") + bytesOf(port);
  }
  return sum.empty() ? "0" : sum;
}

static void printRun(llvm::raw_ostream &os, const TestProgram &program) {
  const Kernel &kernel = program.getKernel();
  os << "\nstatic void run_kernel() {\n";
  SmallVector<std::string> arguments;
  for (const Port &port : kernel.ports) {
    if (!port.isArray()) {
      arguments.push_back(TestProgram::scalarInput(port));
      continue;
    }
    printMove(os, port, program.flat(port), /*packs=*/true);
    printSync(os, port, "XCL_BO_SYNC_BO_TO_DEVICE");
    for (const Port::Pointer &pointer : port.pointers())
      arguments.push_back("card->" + bufferOf(port, pointer.number));
  }
  os << "  const auto start = std::chrono::steady_clock::now();\n"
        "  xrt::run run = card->kernel("
     << llvm::join(arguments, ", ")
     << ");\n  const ert_cmd_state state = run.wait();\n"
        "  const std::chrono::duration<double> seconds =\n"
        "      std::chrono::steady_clock::now() - start;\n"
        "  if (state != ERT_CMD_STATE_COMPLETED)\n"
        "    throw std::runtime_error(\"the kernel ended in state \" +\n"
        "                             std::to_string(int(state)));\n"
        "  report_run(seconds.count(), "
     << bytesMoved(kernel) << ");\n";
  for (const Port &port : kernel.ports) {
    if (!program.isCompared(port))
      continue;
    printSync(os, port, "XCL_BO_SYNC_BO_FROM_DEVICE");
    printMove(os, port, port.name + "_actual", /*packs=*/false);
  }
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
