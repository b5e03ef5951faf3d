// REQUIRES: plugin
// The dialect and the passes load into an mlir-opt that knows nothing of Talos.
// RUN: mlir-opt --load-dialect-plugin=%talos_plugin --load-pass-plugin=%talos_plugin \
// RUN:   --pass-pipeline="builtin.module(func.func(canonicalize))" %s | FileCheck %s
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: hls

// CHECK: hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
func.func @f(%A: memref<8xf32>) {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 4 : memref<8xf32> to memref<8xf32>
  hls.tile_store %b to %A[] beat 4 : memref<8xf32> to memref<8xf32>
  return
}
// The ops of scripts come with the plugin.
// RUN: split-file %S/../Transforms/schedule-ops.mlir %t
// RUN: mlir-opt --load-dialect-plugin=%talos_plugin --load-pass-plugin=%talos_plugin %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=SCRIPT
// SCRIPT: affine.for %[[K:.*]] = 0 to 8 {
// SCRIPT-NEXT: affine.for %[[J:.*]] = 0 to 12 {
