//===- Project.cpp - Scripts and configuration of the vendor tools --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
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
  const std::string &name = kernel->name;
  const std::string stem = fileStem(name);
  os << "# C simulation and synthesis: vitis_hls -f run_hls.tcl\n"
     << "open_project -reset " << name << "_project\n"
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
  os << "csim_design\ncsynth_design\nexit\n";
  return success();
}

LogicalResult emitConfig(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  const std::string &name = kernel->name;
  const std::string stem = fileStem(name);
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
  const std::string instance = kernel->name + "_1";
  // v++ names the package after the work directory of hls_config.cfg.
  os << "# v++ -l -t hw --platform "
     << (banks.platform.empty()
             ? "<a platform of part " +
                   kernel->target.getPart().getValue().str() + ">"
             : banks.platform)
     << " --config connectivity.cfg \\\n#   " << kernel->name << "/"
     << kernel->name << ".xo -o " << kernel->name << ".xclbin\n"
     << "[connectivity]\nnk=" << kernel->name << ":1:" << instance << "\n";
  auto bankOf = hls::memoryBanksOf(kernel->top, banks.count);
  llvm::StringSet<> bundles;
  for (const Port &port : kernel->ports)
    for (int64_t number = 0; port.isArray() && number < port.ports();
         ++number) {
      std::string bundle = port.portBundle(number);
      if (bundles.insert(bundle).second)
        os << "sp=" << instance << ".m_axi_" << bundle << ":" << banks.memory
           << "[" << bankOf[port.value.getArgNumber()][number] << "]\n";
    }
  return success();
}

} // namespace talos::emit
