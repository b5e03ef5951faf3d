// RUN: hls-opt %s --hls-pack-products | FileCheck %s --implicit-check-not=hls.factor_bits --implicit-check-not="step 2"

// Left alone: a factor of 9 bits (W), an odd number of copies (O), factors that
// both change or both stand still (V, U), a condition (G), a loop that the tool
// unrolls in part (P).
// CHECK-COUNT-6: arith.muli
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
func.func @left(%i: index, %c: memref<8xi32>, %a: memref<8xi8>, %b: memref<8xi8>) attributes {hls.top, hls.target = #target} {
  hls.task "W"(%c, %a, %b) : memref<8xi32>, memref<8xi8>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>):
    affine.for %j = 0 to 8 {
      %0 = affine.load %y[0] : memref<8xi8>
      %1 = arith.extsi %0 : i8 to i32
      %2 = affine.load %z[%j] : memref<8xi8>
      %3 = arith.extui %2 : i8 to i32
      %4 = arith.muli %1, %3 : i32
      affine.store %4, %x[%j] : memref<8xi32>
    } {hls.name = "j2", hls.unroll = #hls.unroll}
  }
  hls.task "O"(%c, %a, %b) : memref<8xi32>, memref<8xi8>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>):
    affine.for %j = 0 to 7 {
      %0 = affine.load %y[0] : memref<8xi8>
      %1 = arith.extsi %0 : i8 to i32
      %2 = affine.load %z[%j] : memref<8xi8>
      %3 = arith.extsi %2 : i8 to i32
      %4 = arith.muli %1, %3 : i32
      affine.store %4, %x[%j] : memref<8xi32>
    } {hls.name = "j2", hls.unroll = #hls.unroll}
  }
  hls.task "V"(%c, %a, %b) : memref<8xi32>, memref<8xi8>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>):
    affine.for %j = 0 to 8 {
      %0 = affine.load %y[%j] : memref<8xi8>
      %1 = arith.extsi %0 : i8 to i32
      %2 = affine.load %z[%j] : memref<8xi8>
      %3 = arith.extsi %2 : i8 to i32
      %4 = arith.muli %1, %3 : i32
      affine.store %4, %x[%j] : memref<8xi32>
    } {hls.name = "j2", hls.unroll = #hls.unroll}
  }
  hls.task "U"(%c, %a, %b) : memref<8xi32>, memref<8xi8>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>):
    affine.for %j = 0 to 8 {
      %0 = affine.load %y[1] : memref<8xi8>
      %1 = arith.extsi %0 : i8 to i32
      %2 = affine.load %z[2] : memref<8xi8>
      %3 = arith.extsi %2 : i8 to i32
      %4 = arith.muli %1, %3 : i32
      affine.store %4, %x[%j] : memref<8xi32>
    } {hls.name = "j2", hls.unroll = #hls.unroll}
  }
  hls.task "G"(%c, %a, %b, %i) : memref<8xi32>, memref<8xi8>, memref<8xi8>, index {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>, %k: index):
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%j)[%k] {
        %0 = affine.load %y[0] : memref<8xi8>
        %1 = arith.extsi %0 : i8 to i32
        %2 = affine.load %z[%j] : memref<8xi8>
        %3 = arith.extsi %2 : i8 to i32
        %4 = arith.muli %1, %3 : i32
        affine.store %4, %x[%j] : memref<8xi32>
      }
    } {hls.name = "j2", hls.unroll = #hls.unroll}
  }
  hls.task "P"(%c, %a, %b) : memref<8xi32>, memref<8xi8>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>, %z: memref<8xi8>):
    affine.for %j = 0 to 8 {
      %0 = affine.load %y[0] : memref<8xi8>
      %1 = arith.extsi %0 : i8 to i32
      %2 = affine.load %z[%j] : memref<8xi8>
      %3 = arith.extsi %2 : i8 to i32
      %4 = arith.muli %1, %3 : i32
      affine.store %4, %x[%j] : memref<8xi32>
    } {hls.name = "j2", hls.unroll = #hls.unroll<factor = 2>}
  }
  return
}
