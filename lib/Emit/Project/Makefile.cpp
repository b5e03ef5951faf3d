//===- Makefile.cpp - Builds and runs a project ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/SlrKernels.h"
#include "talos/Emit/Emit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace talos::emit {

// {0} stem of the files, {1} platform or nothing, {2} what allows sums in
// another order, {3} kernel, {4} packages of all kernels, {5} the rule that
// makes them, {6} what it leaves.
static constexpr llvm::StringLiteral makefileText =
    R"make(# {3}: builds and runs the kernel. What each goal needs:
#   make csim     g++ and the headers of Vitis HLS, or Talos' own of the same
#                 names: make csim HLS_INCLUDE=<prefix>/share/talos/csim
#   make csynth   Vitis (v++): synthesis, reports and {4}
#   make host     g++ and XRT (Debian: libxrt-dev)
#   make hw_emu   Vitis, XRT and the platform: emulation of the hardware
#   make hw       the same: {0}.hw.xclbin, which takes hours
#   make run      a card, after `make hw`
PLATFORM ?= {1}
XILINX_XRT ?= /usr
# Debian has XRT's headers in a folder of their own.
XRT_INCLUDE ?= $(if $(wildcard $(XILINX_XRT)/include/xrt/xrt_bo.h),\
  $(XILINX_XRT)/include,$(XILINX_XRT)/include/xrt)
HLS_INCLUDE ?= $(XILINX_HLS)/include
CXXFLAGS ?= -O2
VPP ?= v++
DEVICE ?= 0

.PHONY: csim csynth host hw_emu hw run clean
.DELETE_ON_ERROR:

csim: {0}_csim
	./{0}_csim

{0}_csim: {0}.cpp {0}.h {0}_tb.cpp {0}_golden.cpp
	@test -e "$(HLS_INCLUDE)/hls_vector.h" || {{ echo "HLS_INCLUDE: no hls_vector.h \
	in '$(HLS_INCLUDE)'; source settings64.sh of Vitis, or give the directory of \
	Talos' csim headers" >&2; exit 1; }
	$(CXX) -std=c++14 -O1 -ffp-contract=off -fwrapv -Wno-unknown-pragmas{2} \
	  -I "$(HLS_INCLUDE)" {0}.cpp {0}_tb.cpp {0}_golden.cpp -o $@

csynth: {4}

{5}

host: {0}_host

{0}_host: {0}_host.cpp {0}_golden.cpp
	$(CXX) -std=c++17 $(CXXFLAGS) -ffp-contract=off -fwrapv{2} -I $(XRT_INCLUDE) \
	  {0}_host.cpp {0}_golden.cpp -o $@ -L "$(XILINX_XRT)/lib" -lxrt_coreutil -pthread

{0}.%.xclbin: {4} connectivity.cfg
	@test -n "$(PLATFORM)" || {{ echo "PLATFORM: give the platform of the card, \
	make PLATFORM=<name or .xpfm file>" >&2; exit 1; }
	$(VPP) -l -t $* --platform $(PLATFORM) --config connectivity.cfg \
	  --temp_dir link.$* $(filter %.xo,$^) -o {0}.$*.link.xclbin
	$(VPP) -p -t $* --platform $(PLATFORM) {0}.$*.link.xclbin \
	  --package.out_dir package.$* -o $@

emconfig.json:
	emconfigutil --platform $(PLATFORM)

hw_emu: {0}.hw_emu.xclbin {0}_host emconfig.json
	XCL_EMULATION_MODE=hw_emu ./{0}_host {0}.hw_emu.xclbin

hw: {0}.hw.xclbin {0}_host

run: hw
	./{0}_host {0}.hw.xclbin $(DEVICE)

clean:
	$(RM) -r {6} {0}_csim {0}_host {0}.hw.xclbin {0}.hw_emu.xclbin \
	  {0}.hw.link.xclbin {0}.hw_emu.link.xclbin link.hw link.hw_emu \
	  package.hw package.hw_emu emconfig.json
)make";

namespace {
/// What the Makefile says of the packages of kernels.
struct Packages {
  std::string files, rule, leaves;
};
} // namespace

static Packages packagesOf(ArrayRef<std::string> kernels, StringRef stem) {
  Packages packages;
  llvm::raw_string_ostream rule(packages.rule), files(packages.files),
      leaves(packages.leaves);
  llvm::ListSeparator separator(" "), behind(" ");
  for (const std::string &name : kernels) {
    files << separator << name << "/" << name << ".xo";
    leaves << behind << name;
    if (kernels.size() > 1)
      leaves << " hls_config_" << name << ".cfg";
  }
  std::string needed = (stem + ".cpp " + stem + ".h hls_config.cfg").str(),
              synthesize = "\t$(VPP) -c --mode hls --config hls_config";
  if (kernels.size() == 1) {
    rule << packages.files << ": " << needed << "\n"
         << synthesize << ".cfg --work_dir " << kernels.front();
    return packages;
  }
  rule << packages.files << ": %.xo: " << needed
       << "\n\tsed 's/^syn.top=.*/syn.top=$(notdir $*)/' hls_config.cfg \\\n"
          "\t  > hls_config_$(notdir $*).cfg\n"
       << synthesize << "_$(notdir $*).cfg --work_dir $(notdir $*)";
  return packages;
}

LogicalResult emitMakefile(ModuleOp module, const MemoryBanks &banks,
                           llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<SmallVector<std::string>> names = kernelNames(*kernel);
  if (failed(names))
    return failure();
  Packages packages = packagesOf(*names, fileStem(kernel->name));
  bool isFloat = llvm::any_of(
      kernel->ports, [](const Port &port) { return port.element == "float"; });
  // Trees of sums round differently from the source program.
  std::string tolerance;
  if (kernel->target.getTreeReduction())
    tolerance = " -DTALOS_TOLERANCE=" +
                (isFloat ? floatTolerance : doubleTolerance).str();
  os << llvm::formatv(makefileText.data(), fileStem(kernel->name),
                      banks.platform, tolerance, kernel->name, packages.files,
                      packages.rule, packages.leaves);
  return success();
}

} // namespace talos::emit
