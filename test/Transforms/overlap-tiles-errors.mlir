// RUN: hls-opt %s --hls-overlap-tiles --split-input-file --verify-diagnostics

func.func @three(%A: memref<8x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      // expected-error @below {{'hls.buffer' op has 3 copies; a tile is stored before the next one is loaded into its buffer, so that 2 serve all}}
      %b = hls.buffer "A" {copies = 3 : i64} : memref<1x8xf32>
      hls.tile_load %a[%i, %c0] to %b beat 1 : memref<8x8xf32> to memref<1x8xf32>
      hls.tile_store %b to %a[%i, %c0] beat 1 : memref<1x8xf32> to memref<8x8xf32>
    }
  }
  return
}

// -----

// What the first iteration stores, the second one loads.
func.func @again(%A: memref<8x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 3 {
        %b = hls.buffer "A" {copies = 2 : i64} : memref<1x8xf32>
        // expected-error @below {{loads what the iteration before of the loops around it may store: the transfers of 'A' cannot overlap; give the buffers of this loop one copy}}
        hls.tile_load %a[%i, %c0] to %b beat 1 : memref<8x8xf32> to memref<1x8xf32>
        hls.tile_store %b to %a[%i, %c0] beat 1 : memref<1x8xf32> to memref<8x8xf32>
      }
    }
  }
  return
}

// -----

// Tiles of two rows that move by one.
func.func @halo(%A: memref<9x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<9x8xf32> {
  ^bb0(%a: memref<9x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      %b = hls.buffer "A" {copies = 2 : i64} : memref<2x8xf32>
      // expected-error @below {{loads what the iteration before of the loops around it may store}}
      hls.tile_load %a[%i, %c0] to %b beat 1 : memref<9x8xf32> to memref<2x8xf32>
      hls.tile_store %b to %a[%i, %c0] beat 1 : memref<2x8xf32> to memref<9x8xf32>
    }
  }
  return
}

// -----

// The same with transfers that are tasks.
func.func @lowered(%A: memref<9x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<9x8xf32> {
  ^bb0(%a: memref<9x8xf32>):
    affine.for %i = 0 to 4 {
      %o = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      %b = hls.buffer "A" {copies = 2 : i64} : memref<3x8xf32>
      // expected-error @below {{loads what the iteration before of the loops around it may store}}
      hls.task load "A" (%b, %a, %o) : memref<3x8xf32>, memref<9x8xf32>, index names ["buffer", "A", "offset0"] {
      ^bb0(%to: memref<3x8xf32>, %from: memref<9x8xf32>, %at: index):
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 8 {
            %0 = affine.load %from[%at + %r, %s] : memref<9x8xf32>
            affine.store %0, %to[%r, %s] : memref<3x8xf32>
          }
        }
      }
      hls.task store "A" (%b, %a, %o) : memref<3x8xf32>, memref<9x8xf32>, index names ["buffer", "A", "offset0"] {
      ^bb0(%from: memref<3x8xf32>, %to: memref<9x8xf32>, %at: index):
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 8 {
            %0 = affine.load %from[%r, %s] : memref<3x8xf32>
            affine.store %0, %to[%at + %r, %s] : memref<9x8xf32>
          }
        }
      }
    }
  }
  return
}

// -----

func.func @some(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) {
  hls.task "S" (%A, %B) : memref<8x8xf32>, memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>, %b: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      %x = hls.buffer "A" {copies = 2 : i64} : memref<1x8xf32>
      %y = hls.buffer "B" : memref<1x8xf32>
      hls.tile_load %a[%i, %c0] to %x beat 1 : memref<8x8xf32> to memref<1x8xf32>
      // expected-error @below {{moves a buffer of one copy beside others of two; the transfers of one loop overlap: give all of its buffers copies}}
      hls.tile_load %b[%i, %c0] to %y beat 1 : memref<8x8xf32> to memref<1x8xf32>
    }
  }
  return
}

// -----

func.func @depths(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) {
  hls.task "S" (%A, %B) : memref<8x8xf32>, memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>, %b: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      %x = hls.buffer "A_S" {array = "A", copies = 2 : i64} : memref<1x8xf32>
      hls.tile_load %a[%i, %c0] to %x beat 1 : memref<8x8xf32> to memref<1x8xf32>
      affine.for %j = 0 to 8 {
        // expected-error @below {{'hls.buffer' op has copies, as buffer 'A_S' at another depth has; the transfers of one loop overlap}}
        %y = hls.buffer "B" {copies = 2 : i64} : memref<1x1xf32>
        hls.tile_load %b[%i, %j] to %y beat 1 : memref<8x8xf32> to memref<1x1xf32>
      }
    }
  }
  return
}

// -----

func.func @once(%A: memref<8x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>):
    // expected-error @below {{'hls.buffer' op has copies, but no loop of its task fills it again; give it one}}
    %b = hls.buffer "A" {copies = 2 : i64} : memref<8x8xf32>
    hls.tile_load %a[] to %b beat 1 : memref<8x8xf32> to memref<8x8xf32>
  }
  return
}

// -----

func.func @few(%A: memref<8x8xf32> {hls.name = "A"}) {
  hls.task "S" (%A) : memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    // expected-error @below {{has too few iterations for transfers that overlap: a tile each for the load, the nest and the store; give the buffers one copy}}
    affine.for %i = 0 to 2 {
      %b = hls.buffer "A" {copies = 2 : i64} : memref<4x8xf32>
      %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
      hls.tile_load %a[%o, %c0] to %b beat 1 : memref<8x8xf32> to memref<4x8xf32>
    }
  }
  return
}

// -----

func.func @varies(%A: memref<8x8xf32> {hls.name = "A"}) {
  affine.for %n = 0 to 8 {
    hls.task "S" (%A, %n) : memref<8x8xf32>, index {
    ^bb0(%a: memref<8x8xf32>, %m: index):
      %c0 = arith.constant 0 : index
      // expected-error @below {{runs around transfers that overlap; it needs constant bounds and no values that it carries}}
      affine.for %i = 0 to %m {
        %b = hls.buffer "A" {copies = 2 : i64} : memref<1x8xf32>
        hls.tile_load %a[%i, %c0] to %b beat 1 : memref<8x8xf32> to memref<1x8xf32>
      }
    }
  }
  return
}
