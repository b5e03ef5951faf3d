//===- Makefile.cpp - Builds and runs a project ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "talos/Emit/Emit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace talos::emit {

// {0} stem of the files, {1} platform or nothing, {2} what allows sums in
// another order, {3} kernel.
static constexpr llvm::StringLiteral makefileText =
    R"make(# {3}: builds and runs the kernel. What each goal needs:
#   make csim     g++ and the headers of Vitis HLS, or Talos' own of the same
#                 names: make csim HLS_INCLUDE=<prefix>/share/talos/csim
#   make csynth   Vitis (v++): synthesis, reports and {3}/{3}.xo
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

csynth: {3}/{3}.xo

{3}/{3}.xo: {0}.cpp {0}.h hls_config.cfg
	$(VPP) -c --mode hls --config hls_config.cfg --work_dir {3}

host: {0}_host

{0}_host: {0}_host.cpp {0}_golden.cpp
	$(CXX) -std=c++17 $(CXXFLAGS) -ffp-contract=off -fwrapv{2} -I $(XRT_INCLUDE) \
	  {0}_host.cpp {0}_golden.cpp -o $@ -L "$(XILINX_XRT)/lib" -lxrt_coreutil -pthread

{0}.%.xclbin: {3}/{3}.xo connectivity.cfg
	@test -n "$(PLATFORM)" || {{ echo "PLATFORM: give the platform of the card, \
	make PLATFORM=<name or .xpfm file>" >&2; exit 1; }
	$(VPP) -l -t $* --platform $(PLATFORM) --config connectivity.cfg \
	  --temp_dir link.$* $< -o {0}.$*.link.xclbin
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
	$(RM) -r {3} {0}_csim {0}_host {0}.hw.xclbin {0}.hw_emu.xclbin \
	  {0}.hw.link.xclbin {0}.hw_emu.link.xclbin link.hw link.hw_emu \
	  package.hw package.hw_emu emconfig.json
)make";

LogicalResult emitMakefile(ModuleOp module, const MemoryBanks &banks,
                           llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  bool isFloat = llvm::any_of(
      kernel->ports, [](const Port &port) { return port.element == "float"; });
  // Trees of sums round differently from the source program.
  std::string tolerance;
  if (kernel->target.getTreeReduction())
    tolerance = " -DTALOS_TOLERANCE=" +
                (isFloat ? floatTolerance : doubleTolerance).str();
  os << llvm::formatv(makefileText.data(), fileStem(kernel->name),
                      banks.platform, tolerance, kernel->name);
  return success();
}

} // namespace talos::emit
