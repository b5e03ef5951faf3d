// The target stands on the function, and every later pass reads it there.
// RUN: hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 clock-ns=4.55 usable=40 limit={DSP=9,URAM=0} max-partition=8 tree-reduction" | FileCheck %s
// RUN: hls-opt %s --hls-prepare=top=scale --hls-attach-target=target=u200 --hls-attach-target=target=u55c | FileCheck %s --check-prefix=AGAIN
// RUN: cp %talos_src/lib/Target/data/devices/u200.json %t.json
// RUN: hls-opt %s --hls-prepare=top=scale --hls-attach-target=target=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.mlir
// RUN: hls-opt %t.mlir --pass-pipeline="builtin.module(func.func(hls-normalize,hls-distribute),hls-explore,func.func(hls-apply-schedule,hls-apply-buffers),hls-estimate-qor)" -o %t.qor.mlir
// RUN: rm %t.json
// RUN: not hls-opt %t.mlir --hls-explore 2>&1 | FileCheck %s --check-prefix=GONE

// RUN: not hls-opt %s --hls-attach-target=target=u200 2>&1 | FileCheck %s --check-prefix=TOP
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target=target=u199 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 clock-ns=fast" 2>&1 | FileCheck %s --check-prefix=CLOCK
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 tool=2019.1" 2>&1 | FileCheck %s --check-prefix=TOOL
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 usable=101" 2>&1 | FileCheck %s --check-prefix=USABLE
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 limit=DPS=3" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-attach-target="target=u200 max-partition=-1" 2>&1 | FileCheck %s --check-prefix=BANKS
// RUN: not hls-opt %s --hls-prepare=top=scale --hls-explore 2>&1 | FileCheck %s --check-prefix=BEFORE

// CHECK: func.func @scale
// CHECK-SAME: hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4550, tool = "2023.2", tree_reduction = true, usable = 40, limits = "DSP=9,URAM=0", max_partition = 8>
// AGAIN: hls.target = #hls.target<device = "u55c", part = "{{.*}}", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
// FILE: hls.target = #hls.target<device = "u200", {{.*}}, tree_reduction = false, file = "{{.*}}.json">
// GONE: error: {{.*}}.json: cannot be read
// TOP: error: no function has 'hls.top'; run hls-prepare with the name of the top function first
// NONE: <unknown>:0: error: the option target is needed, for instance target=u200
// UNKNOWN: <unknown>:0: error: unknown target 'u199'; known targets: u200
// CLOCK: <unknown>:0: error: clock-ns 'fast' is not a period in nanoseconds such as 4.0
// TOOL: <unknown>:0: error: device 'u200': no operator library for family 'virtexuplus' and Vitis 2019.1
// USABLE: <unknown>:0: error: usable '101' is not a percentage from 0 to 100
// LIMIT: <unknown>:0: error: limit 'DPS=3': expected DSP, BRAM_18K, URAM, LUT, FF or ports
// BANKS: <unknown>:0: error: max-partition '-1' is not a number of banks
// BEFORE: attach-target.mlir:[[#@LINE+2]]:1: error: function 'scale' has no 'hls.target'; run hls-attach-target first

func.func @scale(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %y = arith.mulf %a, %x : f32
    affine.store %y, %A[%i] : memref<16xf32>
  }
  return
}
