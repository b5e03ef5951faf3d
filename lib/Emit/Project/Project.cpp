//===- Project.cpp - Scripts and configuration of the vendor tools --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/SlrKernels.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace talos::emit {

static std::string nanoseconds(hls::TargetAttr target) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.3f", target.getClockPs() / 1000.0);
  return text;
}

LogicalResult emitTcl(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<SmallVector<std::string>> names = kernelNames(*kernel);
  if (failed(names))
    return failure();
  const std::string stem = fileStem(kernel->name);
  os << "# C simulation and synthesis: vitis_hls -f run_hls.tcl\n";
  for (const std::string &name : *names) {
    os << "open_project -reset " << name << "_project\n"
       << "set_top " << name << "\n"
       << "add_files " << stem << ".cpp\n"
       << "add_files -tb " << stem << "_tb.cpp\n"
       << "add_files -tb " << stem << "_golden.cpp\n"
       << "open_solution -reset solution -flow_target "
       << (kernel->hasMemories() ? "vivado" : "vitis") << "\n"
       << "set_part {" << kernel->target.getPart().getValue() << "}\n"
       << "create_clock -period " << nanoseconds(kernel->target)
       << " -name default\n";
    if (kernel->target.getTreeReduction())
      os << "config_compile -unsafe_math_optimizations\n";
    // The testbench runs all kernels together.
    os << (name == names->front() ? "csim_design\n" : "") << "csynth_design\n"
       << (names->size() > 1 ? "close_project\n" : "");
  }
  os << "exit\n";
  return success();
}

LogicalResult emitConfig(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<SmallVector<std::string>> names = kernelNames(*kernel);
  if (failed(names))
    return failure();
  const std::string &name = names->front();
  const std::string stem = fileStem(kernel->name);
  if (names->size() > 1)
    os << "# Of the first kernel; syn.top names another one of "
       << llvm::join(*names, ", ") << ".\n";
  os << "# v++ -c --mode hls --config hls_config.cfg --work_dir " << name
     << "\n# vitis-run --mode hls --csim --config hls_config.cfg --work_dir "
     << name << "\n"
     << "part=" << kernel->target.getPart().getValue() << "\n\n[hls]\n"
     << "flow_target=" << (kernel->hasMemories() ? "vivado" : "vitis") << "\n"
     << "clock=" << nanoseconds(kernel->target) << "ns\n"
     << "syn.top=" << name << "\n"
     << "syn.file=" << stem << ".cpp\n"
     << "tb.file=" << stem << "_tb.cpp\n"
     << "tb.file=" << stem << "_golden.cpp\n";
  if (kernel->target.getTreeReduction())
    os << "syn.compile.unsafe_math_optimizations=1\n";
  os << "package.output.format="
     << (kernel->hasMemories() ? "ip_catalog" : "xo") << "\n"
     << "package.output.syn=true\n";
  return success();
}

/// The linker's FIFOs of AXI streams hold a power of two of tokens, from 16 to
/// 32,768 (AMD PG085, AXI4-Stream Data FIFO).
static constexpr int64_t leastLinkDepth = 16, mostLinkDepth = 32768;

/// Where each kernel stands, and the streams between them.
static LogicalResult placeKernels(ArrayRef<SlrKernel> kernels,
                                  llvm::raw_ostream &os) {
  auto isTaker = [](const SlrKernel &kernel, hls::StreamOp stream) {
    return llvm::any_of(kernel.links, [&](const SlrKernel::Link &link) {
      return link.stream == stream && !link.isOutput;
    });
  };
  for (const SlrKernel &kernel : kernels)
    os << "slr=" << kernel.name << "_1:SLR" << kernel.slr << "\n";
  for (const SlrKernel &kernel : kernels)
    for (const SlrKernel::Link &link : kernel.links) {
      if (!link.isOutput)
        continue;
      hls::StreamOp stream = link.stream;
      int64_t depth = std::max<int64_t>(leastLinkDepth,
                                        llvm::PowerOf2Ceil(stream.getDepth()));
      if (depth > mostLinkDepth)
        return stream.emitOpError()
               << "'" << link.name << "' joins two kernels and holds "
               << stream.getDepth() << " tokens; the linker's FIFOs hold "
               << mostLinkDepth << ": put both ends into one SLR";
      const SlrKernel &taker =
          *llvm::find_if(kernels, [&](const SlrKernel &other) {
            return isTaker(other, stream);
          });
      for (const std::string &port : axisPorts(link))
        os << "stream_connect=" << kernel.name << "_1." << port << ":"
           << taker.name << "_1." << port << ":" << depth << "\n";
    }
  return success();
}

LogicalResult emitConnectivity(ModuleOp module, const MemoryBanks &banks,
                               llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  if (banks.count < 1 || banks.memory.empty())
    return emitError(kernel->top.getLoc())
           << "the connectivity file needs the platform's memory and its "
              "number of banks, got "
           << banks.count << " of '" << banks.memory << "'";
  FailureOr<SmallVector<std::string>> names = kernelNames(*kernel);
  FailureOr<std::vector<SlrKernel>> kernels = slrKernelsOf(*kernel);
  if (failed(names) || failed(kernels))
    return failure();
  // v++ names the package after the work directory of hls_config.cfg.
  os << "# v++ -l -t hw --platform "
     << (banks.platform.empty()
             ? "<a platform of part " +
                   kernel->target.getPart().getValue().str() + ">"
             : banks.platform)
     << " --config connectivity.cfg \\\n#  ";
  for (const std::string &name : *names)
    os << " " << name << "/" << name << ".xo";
  os << " -o " << kernel->name << ".xclbin\n[connectivity]\n";
  for (const std::string &name : *names)
    os << "nk=" << name << ":1:" << name << "_1\n";
  auto bankOf = hls::memoryBanksOf(kernel->top, banks.count);
  llvm::StringSet<> bundles;
  auto connect = [&](const std::string &name, const Port &port,
                     int64_t number) {
    std::string bundle = name + "_1.m_axi_" + port.portBundle(number);
    if (bundles.insert(bundle).second)
      os << "sp=" << bundle << ":" << banks.memory << "["
         << bankOf[port.value.getArgNumber()][number] << "]\n";
  };
  for (const SlrKernel &own : *kernels)
    for (const SlrKernel::Argument &argument : own.arguments)
      for (const Port::Pointer &pointer : argument.pointers)
        connect(own.name, kernel->ports[argument.port], pointer.number);
  for (const Port &port : kernel->ports)
    for (int64_t number = 0; kernels->empty() && port.isArray() &&
                             !port.isInParts && number < port.ports();
         ++number)
      connect(kernel->name, port, number);
  return placeKernels(*kernels, os);
}

} // namespace talos::emit
