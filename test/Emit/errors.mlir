// What cannot be emitted is refused where it stands, and no file is written.
// RUN: hls-translate --emit-hlscpp --split-input-file --verify-diagnostics %s

// Operations and types.
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = affine.load %A[0] : memref<8xf32>
  // expected-error @below {{cannot emit 'math.roundeven' as HLS C++; lower it to affine, scf, arith, math or memref operations first}}
  %1 = math.roundeven %0 : f32
  affine.store %1, %A[0] : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{cannot emit 'affine.parallel'}}
  affine.parallel (%i) = (0) to (8) {
  }
  return
}

// -----

memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 0x7FC00000]>
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{an element of the global @table has no exact C++ literal}}
  %t = memref.get_global @table : memref<2xf32>
  %0 = affine.load %t[0] : memref<2xf32>
  affine.store %0, %A[0] : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{cannot emit 'func.call'}}
  func.call @g() : () -> ()
  return
}
func.func private @g() {
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = affine.load %A[0] : memref<8xf32>
  // expected-error @below {{type 'f16' has no C++ type here; use f32, f64, index or an integer of 1, 8, 16, 32 or 64 bits}}
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.addf %1, %1 : f16
  %3 = arith.extf %2 : f16 to f32
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.addf %3, %4 : f32
  affine.store %5, %A[0] : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{type 'i24' has no C++ type here}}
  %0 = arith.constant 3 : i24
  %1 = arith.sitofp %0 : i24 to f32
  affine.store %1, %A[0] : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{has no exact C++ literal here (NaN, or a type other than}}
  %0 = arith.constant 0x7FC00000 : f32
  affine.store %0, %A[0] : memref<8xf32>
  return
}

// -----

// Arrays.
func.func @f(%n: i32 {hls.interface = #hls.interface<s_axilite>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = arith.index_cast %n : i32 to index
  // expected-error @below {{memref 'memref<?xf32>' has a dynamic shape; HLS needs static extents}}
  %1 = memref.alloc(%0) : memref<?xf32>
  return
}

// -----

// expected-error @below {{element type 'f16' has no C++ type here; use f32, f64 or an integer of 1, 8, 16, 32 or 64 bits}}
func.func @f(%A: memref<8xf16> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 16>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{memref 'memref<0xf32>' has no elements}}
  %1 = memref.alloc() : memref<0xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{element access to port 'A', whose beats hold 2 elements; use a buffer or a port of one element's width}}
  %0 = affine.load %A[0] : memref<8xf32>
  affine.store %0, %A[1] : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{buffer "A" has 2 copies; only single buffers are emitted}}
  %0 = hls.buffer "A" {copies = 2 : i64} : memref<8xf32>
  return
}

// -----

// Transfers.
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{cannot emit 'hls.tile_load' as HLS C++; run hls-lower-transfers first}}
  hls.tile_load %A[] to %0 beat 2 : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{cannot emit 'hls.tile_store' as HLS C++; run hls-lower-transfers first}}
  hls.tile_store %0 to %A[] beat 2 : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  // expected-error @below {{beat 4 differs from port 'A', whose width holds 2 elements}}
  %0 = hls.beat_read %A[0] : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %a = memref.alloc() : memref<8xf32>
  %0 = hls.beat : memref<2xf32>
  // expected-error @below {{beats are those of an argument of the top function}}
  hls.beat_write %0 to %a[0] : memref<2xf32> to memref<8xf32>
  return
}

// -----

// The top function.
// expected-error @below {{no function has 'hls.top'; run hls-prepare with the name of the top function first}}
module {
  func.func @f() {
    return
  }
}

// -----

func.func @f() attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}
// expected-error @below {{second function with 'hls.top'; the first is @f}}
func.func @g() attributes {hls.top} {
  return
}

// -----

// expected-error @below {{neither the top function nor the module has hls.target}}
func.func @f() attributes {hls.top} {
  return
}

// -----

// expected-error @below {{argument 'arg0' has no hls.interface; run the apply passes first}}
func.func @f(%A: memref<8xf32>) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

// expected-error @below {{the top function must not return values; store them through memref arguments}}
func.func @f() -> f32 attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %0 = arith.constant 1.0 : f32
  return %0 : f32
}

// -----

// expected-error @below {{argument 'arg0' of type 'index' cannot be a kernel port; use f32, f64, i1, i8, i16, i32, i64 or a memref of them}}
func.func @f(%n: index {hls.interface = #hls.interface<s_axilite>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

// expected-error @below {{the lanes of argument 'A' must be one a dimension and hold whole beats of 4 elements}}
func.func @f(%A: memref<8x9xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128, lanes = [4]>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

// expected-error @below {{the lanes of argument 'A' must be one a dimension and hold whole beats of 4 elements}}
func.func @f(%A: memref<8x9xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128, lanes = [2, 1]>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

// expected-error @below {{array argument 'A' holds index values, whose width is open; use i32 or i64}}
func.func @f(%A: memref<8xindex> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  return
}

// -----

func.func @f(%A: memref<3x7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  hls.task "t" (%A) : memref<3x7xf32> {
  ^bb0(%a: memref<3x7xf32>):
    // expected-error @below {{rows of port 'A' do not start on beats of 4 elements; a load or store task moves them}}
    %beat = hls.beat_read %a[0, 0] : memref<3x7xf32> to memref<4xf32>
  }
  return
}

// -----

// Dataflow regions.
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  hls.dataflow {
  }
  // expected-error @below {{'affine.for' stands beside a dataflow region; the top function is then the region alone}}
  affine.for %i = 0 to 4 {
  }
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}, %x: f32 {hls.interface = #hls.interface<s_axilite>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  hls.dataflow {
    hls.process store "p" (%A, %x) : memref<8xf32>, f32 {
    ^bb0(%to: memref<8xf32>, %v: f32):
      affine.for %i = 0 to 4 {
        // expected-error @below {{the bounds of a loop of a process vary, and it has no hls.trip_count; run hls-annotate-trip-counts}}
        affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
          affine.store %v, %to[%j] : memref<8xf32>
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64, lanes = [4]>},
             %B: memref<8xf32> {hls.name = "B", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 128>}) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32 x 4>
    hls.process load "load" (%A, %a) : memref<8xf32>, !hls.stream<f32 x 4> {
    ^bb0(%from: memref<8xf32>, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 2 {
        %v = hls.beat_read %from[%i] {lanes = array<i64: 4>} : memref<8xf32> to memref<4xf32>
        // expected-error @below {{the beat comes from several ports of an array; a token is that of one port}}
        hls.stream_write %v to %to : memref<4xf32>, !hls.stream<f32 x 4>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store" (%a, %B) : !hls.stream<f32 x 4>, memref<8xf32> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: memref<8xf32>):
      affine.for %i = 0 to 2 {
        %v = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
        hls.beat_write %v to %to[%i] : memref<4xf32> to memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
