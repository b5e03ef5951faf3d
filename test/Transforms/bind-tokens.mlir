// What is deeper than 2,048 tokens is bound to URAM, and the lanes of a buffer
// lie side by side in its words; what is shallow, has a storage, or accumulates
// stays as it is.
// RUN: hls-opt --split-input-file --hls-bind-tokens %s | FileCheck %s
// RUN: hls-opt --split-input-file --hls-bind-tokens %s | hls-translate --split-input-file --emit-hlscpp | FileCheck %s --check-prefix=CPP

module attributes {hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550,
                                            tool = "2023.2", tree_reduction = false>} {
// CHECK-LABEL: func.func @reversed
// CHECK: hls.stream "a" depth 3000 in <uram> : !hls.stream<f32 x 4>
// CHECK: hls.stream "b" depth 2048 : !hls.stream<f32 x 4>
// CHECK: hls.stream "c" depth 3000 in <bram> : !hls.stream<f32 x 4>
// CHECK: hls.buffer "kept" {partition = #hls.partition<[<none>, <reshape, 4>]>, storage = #hls.storage<uram>}
// CHECK: hls.buffer "sums" {partition = #hls.partition<[<none>, <complete>]>}

// CPP-LABEL: static void turn(
// CPP: float kept[3000][4];
// CPP-NEXT: #pragma HLS array_reshape variable=kept type=cyclic factor=4 dim=2
// CPP-NEXT: #pragma HLS bind_storage variable=kept type=ram_t2p impl=uram
// CPP-LABEL: void reversed(
// CPP: #pragma HLS stream variable=a depth=3000
// CPP-NEXT: #pragma HLS bind_storage variable=a type=fifo impl=uram
// CPP: #pragma HLS stream variable=b depth=2048
// CPP-NOT: bind_storage variable=b
// CPP: #pragma HLS stream variable=c depth=3000
// CPP-NEXT: #pragma HLS bind_storage variable=c type=fifo impl=bram
func.func @reversed(%A: memref<12000xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>},
                    %B: memref<12000xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 128>}) attributes {hls.top} {
  hls.dataflow {
    %a = hls.stream "a" depth 3000 : !hls.stream<f32 x 4>
    %b = hls.stream "b" depth 2048 : !hls.stream<f32 x 4>
    %c = hls.stream "c" depth 3000 in <bram> : !hls.stream<f32 x 4>
    hls.process load "load_A" (%A, %a) : memref<12000xf32>, !hls.stream<f32 x 4> {
    ^bb0(%from: memref<12000xf32>, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 3000 {
        %beat = hls.beat_read %from[%i] : memref<12000xf32> to memref<4xf32>
        hls.stream_write %beat to %to : memref<4xf32>, !hls.stream<f32 x 4>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process reorder "turn" (%a, %b) : !hls.stream<f32 x 4>, !hls.stream<f32 x 4> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: !hls.stream<f32 x 4>):
      %kept = hls.buffer "kept" {partition = #hls.partition<[#hls.dim<none>, #hls.dim<complete>]>} : memref<3000x4xf32>
      affine.for %i = 0 to 6000 {
        affine.if affine_set<(d0) : (2999 - d0 >= 0)>(%i) {
          %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
          affine.for %l = 0 to 4 {
            %0 = affine.load %t[%l] : memref<4xf32>
            affine.store %0, %kept[%i, %l] : memref<3000x4xf32>
          } {hls.unroll = #hls.unroll}
        }
        affine.if affine_set<(d0) : (d0 - 3000 >= 0)>(%i) {
          %t = hls.beat : memref<4xf32>
          affine.for %l = 0 to 4 {
            %0 = affine.load %kept[5999 - %i, %l] : memref<3000x4xf32>
            affine.store %0, %t[%l] : memref<4xf32>
          } {hls.unroll = #hls.unroll}
          hls.stream_write %t to %to : memref<4xf32>, !hls.stream<f32 x 4>
        }
      } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
    }
    hls.process compute "sums" (%b, %c) : !hls.stream<f32 x 4>, !hls.stream<f32 x 4> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: !hls.stream<f32 x 4>):
      %sums = hls.buffer "sums" {partition = #hls.partition<[#hls.dim<none>, #hls.dim<complete>]>} : memref<3000x4xf32>
      affine.for %i = 0 to 3000 {
        %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
        affine.for %l = 0 to 4 {
          %0 = affine.load %t[%l] : memref<4xf32>
          affine.store %0, %sums[%i, %l] : memref<3000x4xf32>
        } {hls.unroll = #hls.unroll}
        hls.stream_write %t to %to : memref<4xf32>, !hls.stream<f32 x 4>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
    }
    hls.process store "store_B" (%c, %B) : !hls.stream<f32 x 4>, memref<12000xf32> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: memref<12000xf32>):
      affine.for %i = 0 to 3000 {
        %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
        hls.beat_write %t to %to[%i] : memref<4xf32> to memref<12000xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  return
}
}

// -----

// Without URAM the tool chooses.
module attributes {hls.target = #hls.target<device = "zynq7020", part = "xc7z020clg400-1", clock_ps = 10000,
                                            tool = "2023.2", tree_reduction = false>} {
// CHECK-LABEL: func.func @shift
// CHECK: hls.stream "a" depth 3000 : !hls.stream<f32>
func.func @shift(%A: memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
                 %B: memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>}) attributes {hls.top} {
  hls.dataflow {
    %a = hls.stream "a" depth 3000 : !hls.stream<f32>
    hls.process load "load_A" (%A, %a) : memref<8xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<8xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = affine.load %from[%i] : memref<8xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_B" (%a, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
}

// -----

// A process as somebody may write it: nothing says that the last dimension is
// the lanes of a token.
module attributes {hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550,
                                            tool = "2023.2", tree_reduction = false>} {
// CHECK-LABEL: func.func @scaled
// CHECK: hls.buffer "kept" {storage = #hls.storage<uram>} : memref<3000x4xf32>
func.func @scaled(%x: f32 {hls.interface = #hls.interface<s_axilite>},
                  %B: memref<12000xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>}) attributes {hls.top} {
  hls.dataflow {
    %b = hls.stream "b" depth 2 : !hls.stream<f32>
    hls.process reorder "all" (%x, %b) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      %kept = hls.buffer "kept" : memref<3000x4xf32>
      affine.for %i = 0 to 3000 {
        affine.for %j = 0 to 4 {
          affine.store %v, %kept[%i, %j] : memref<3000x4xf32>
          hls.stream_write %v to %to : f32, !hls.stream<f32>
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
    hls.process store "store_B" (%b, %B) : !hls.stream<f32>, memref<12000xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<12000xf32>):
      affine.for %i = 0 to 12000 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<12000xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
}
