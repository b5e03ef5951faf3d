# gemm: builds and runs the kernel. What each goal needs:
#   make csim     g++ and the headers of Vitis HLS, or Talos' own of the same
#                 names: make csim HLS_INCLUDE=<prefix>/share/talos/csim
#   make csynth   Vitis (v++): synthesis, reports and gemm/gemm.xo
#   make host     g++ and XRT (Debian: libxrt-dev)
#   make hw_emu   Vitis, XRT and the platform: emulation of the hardware
#   make hw       the same: gemm.hw.xclbin, which takes hours
#   make run      a card, after `make hw`
PLATFORM ?= some_card
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

csim: gemm_csim
	./gemm_csim

gemm_csim: gemm.cpp gemm.h gemm_tb.cpp gemm_golden.cpp
	@test -e "$(HLS_INCLUDE)/hls_vector.h" || { echo "HLS_INCLUDE: no hls_vector.h \
	in '$(HLS_INCLUDE)'; source settings64.sh of Vitis, or give the directory of \
	Talos' csim headers" >&2; exit 1; }
	$(CXX) -std=c++14 -O1 -ffp-contract=off -fwrapv -Wno-unknown-pragmas \
	  -I "$(HLS_INCLUDE)" gemm.cpp gemm_tb.cpp gemm_golden.cpp -o $@

csynth: gemm/gemm.xo

gemm/gemm.xo: gemm.cpp gemm.h hls_config.cfg
	$(VPP) -c --mode hls --config hls_config.cfg --work_dir gemm

host: gemm_host

gemm_host: gemm_host.cpp gemm_golden.cpp
	$(CXX) -std=c++17 $(CXXFLAGS) -ffp-contract=off -fwrapv -I $(XRT_INCLUDE) \
	  gemm_host.cpp gemm_golden.cpp -o $@ -L "$(XILINX_XRT)/lib" -lxrt_coreutil -pthread

gemm.%.xclbin: gemm/gemm.xo connectivity.cfg
	@test -n "$(PLATFORM)" || { echo "PLATFORM: give the platform of the card, \
	make PLATFORM=<name or .xpfm file>" >&2; exit 1; }
	$(VPP) -l -t $* --platform $(PLATFORM) --config connectivity.cfg \
	  --temp_dir link.$* $(filter %.xo,$^) -o gemm.$*.link.xclbin
	$(VPP) -p -t $* --platform $(PLATFORM) gemm.$*.link.xclbin \
	  --package.out_dir package.$* -o $@

emconfig.json:
	emconfigutil --platform $(PLATFORM)

hw_emu: gemm.hw_emu.xclbin gemm_host emconfig.json
	XCL_EMULATION_MODE=hw_emu ./gemm_host gemm.hw_emu.xclbin

hw: gemm.hw.xclbin gemm_host

run: hw
	./gemm_host gemm.hw.xclbin $(DEVICE)

clean:
	$(RM) -r gemm gemm_csim gemm_host gemm.hw.xclbin gemm.hw_emu.xclbin \
	  gemm.hw.link.xclbin gemm.hw_emu.link.xclbin link.hw link.hw_emu \
	  package.hw package.hw_emu emconfig.json
