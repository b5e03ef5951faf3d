//===- Host.cpp - The program that runs the kernel on a card --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/SlrKernels.h"
#include "Emit/Kernel/TextBlocks.h"
#include "Emit/Project/TestProgram.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

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

namespace {
/// A kernel on the card: its C++ name, and the ports that it takes.
struct CardKernel {
  std::string variable, name;
  std::vector<SlrKernel::Argument> arguments;
};
} // namespace

static FailureOr<std::vector<CardKernel>> cardKernelsOf(const Kernel &whole) {
  FailureOr<std::vector<SlrKernel>> kernels = slrKernelsOf(whole);
  if (failed(kernels))
    return failure();
  std::vector<CardKernel> result;
  for (SlrKernel &kernel : *kernels)
    result.push_back({"kernel_slr" + std::to_string(kernel.slr), kernel.name,
                      std::move(kernel.arguments)});
  if (!result.empty())
    return result;
  result.push_back({"kernel", whole.name, {}});
  for (auto [number, port] : llvm::enumerate(whole.ports))
    result.back().arguments.push_back({unsigned(number), port.pointers()});
  return result;
}

// One buffer object a port, in the memory that the link gave the port.
static void printCard(llvm::raw_ostream &os, const Kernel &whole,
                      ArrayRef<CardKernel> kernels) {
  os << (kernels.size() == 1 ? "\n// The kernel" : "\n// The kernels")
     << " on a card, with a buffer for every port.\nstruct Card {"
        "\n  Card(const std::string &xclbin, unsigned index)\n"
        "      : device(index), ";
  StringRef loaded = "device.load_xclbin(xclbin)";
  std::string members;
  if (kernels.size() > 1) {
    os << "image(" << loaded << "), ";
    members = "  xrt::uuid image;\n";
    loaded = "image";
  }
  llvm::ListSeparator separator(",\n        ");
  for (const CardKernel &kernel : kernels) {
    os << separator << kernel.variable << "(device, " << loaded << ", \""
       << kernel.name << "\")";
    members += "  xrt::kernel " + kernel.variable + ";\n";
  }
  llvm::StringSet<> known; // two pointers of one port share its buffer
  for (const CardKernel &kernel : kernels) {
    int64_t place = 0;
    for (const SlrKernel::Argument &argument : kernel.arguments) {
      const Port &port = whole.ports[argument.port];
      place += port.isArray() ? 0 : 1;
      for (const Port::Pointer &pointer : argument.pointers) {
        int64_t here = place++;
        std::string buffer = bufferOf(port, pointer.number);
        if (!known.insert(buffer).second)
          continue;
        os << ",\n        " << buffer << "(device, " << bytesOf(port) << ", "
           << kernel.variable << ".group_id(" << here << "))";
        members += "  xrt::bo " + buffer + ";\n";
      }
    }
  }
  os << " {}\n\n  xrt::device device;\n"
     << members << "};\nstatic Card *card = nullptr;\n";
}

// Starts all kernels, which wait for each other's tokens, and awaits them.
static void printCalls(llvm::raw_ostream &os, const Kernel &whole,
                       ArrayRef<CardKernel> kernels) {
  std::string waits, states;
  for (const CardKernel &kernel : kernels) {
    SmallVector<std::string> arguments;
    for (const SlrKernel::Argument &argument : kernel.arguments) {
      const Port &port = whole.ports[argument.port];
      if (!port.isArray())
        arguments.push_back(TestProgram::scalarInput(port));
      for (const Port::Pointer &pointer : argument.pointers)
        arguments.push_back("card->" + bufferOf(port, pointer.number));
    }
    std::string suffix = kernel.variable.substr(strlen("kernel"));
    os << "  xrt::run run" << suffix << " = card->" << kernel.variable << "("
       << llvm::join(arguments, ", ") << ");\n";
    waits += "  const ert_cmd_state state" + suffix + " = run" + suffix +
             ".wait();\n";
    states += "  if (state" + suffix +
              " != ERT_CMD_STATE_COMPLETED)\n"
              "    throw std::runtime_error(\"the kernel ended in state \" +\n"
              "                             std::to_string(int(state" +
              suffix + ")));\n";
  }
  os << waits
     << "  const std::chrono::duration<double> seconds =\n"
        "      std::chrono::steady_clock::now() - start;\n"
     << states;
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

static void printRun(llvm::raw_ostream &os, const TestProgram &program,
                     ArrayRef<CardKernel> kernels) {
  const Kernel &kernel = program.getKernel();
  os << "\nstatic void run_kernel() {\n";
  auto isTaken = [&](unsigned number) {
    return llvm::any_of(kernels, [&](const CardKernel &own) {
      return llvm::any_of(own.arguments,
                          [&](const SlrKernel::Argument &argument) {
                            return argument.port == number;
                          });
    });
  };
  for (auto [number, port] : llvm::enumerate(kernel.ports)) {
    if (!TestProgram::isFilled(port) || !isTaken(number))
      continue;
    printMove(os, port, program.flat(port), /*packs=*/true);
    printSync(os, port, "XCL_BO_SYNC_BO_TO_DEVICE");
  }
  os << "  const auto start = std::chrono::steady_clock::now();\n";
  printCalls(os, kernel, kernels);
  os << "  report_run(seconds.count(), " << bytesMoved(kernel) << ");\n";
  for (const Port &port : kernel.ports) {
    if (!program.isTakenBack(port))
      continue;
    printSync(os, port, "XCL_BO_SYNC_BO_FROM_DEVICE");
    printMove(os, port, program.resultOf(port), /*packs=*/false);
  }
  os << "}\n";
}

LogicalResult emitHost(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<TestProgram> program = TestProgram::of(module);
  if (failed(program))
    return failure();
  const Kernel &kernel = program->getKernel();
  FailureOr<std::vector<CardKernel>> kernels = cardKernelsOf(kernel);
  if (failed(kernels))
    return failure();
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
  printCard(os, kernel, *kernels);
  os << reportRunBlock;
  printRun(os, *program, *kernels);
  program->printTests(os);
  os << hostMainBlock;
  return success();
}

} // namespace talos::emit
