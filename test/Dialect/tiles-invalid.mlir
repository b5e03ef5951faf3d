// RUN: hls-opt %s -split-input-file -verify-diagnostics
// Arrays that memory holds in tiles: what the dialect refuses.

// expected-error@+1 {{argument 0: 'hls.tiles' are the extents of tiles (array<i64>), one a dimension of an array and no more than it has, got array<i64: 4> on 'memref<8x8xf32>'}}
func.func @rank(%a: memref<8x8xf32> {hls.tiles = array<i64: 4>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64, lanes = [1, 2]>}) {
  return
}

// -----

// expected-error@+1 {{argument 0: 'hls.tiles' are the extents of tiles (array<i64>), one a dimension of an array and no more than it has, got array<i64: 4, 9> on 'memref<8x8xf32>'}}
func.func @larger(%a: memref<8x8xf32> {hls.tiles = array<i64: 4, 9>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64, lanes = [1, 2]>}) {
  return
}

// -----

// expected-error@+1 {{argument 0: 'hls.tiles' needs an m_axi 'hls.interface' of one port with lanes, the box of a beat}}
func.func @lanes(%a: memref<8x8xf32> {hls.tiles = array<i64: 4, 4>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64>}) {
  return
}

// -----

// expected-error@+1 {{argument 0: 'hls.tiles' needs an m_axi 'hls.interface' of one port with lanes, the box of a beat}}
func.func @ports(%a: memref<8x8xf32> {hls.tiles = array<i64: 4, 4>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64, lanes = [2, 2]>}) {
  return
}

// -----

// expected-error@+1 {{'hls.tiles' may only stand on an argument of a function}}
func.func @place() attributes {hls.tiles = array<i64: 4, 4>} {
  return
}

// -----

func.func @buffer(%a: memref<8x8xf32> {hls.tiles = array<i64: 4, 4>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64, lanes = [1, 2]>}) {
  %b = hls.buffer "b" : memref<4x8xf32>
  // expected-error@+1 {{memory holds the array in tiles of other extents than those of the buffer, 'memref<4x8xf32>'}}
  hls.tile_load %a[] to %b beat 2 : memref<8x8xf32> to memref<4x8xf32>
  return
}

// -----

func.func @subscripts(%a: memref<8x8xf32> {hls.tiles = array<i64: 4, 4>, hls.interface = #hls.interface<m_axi, bundle = "a", width = 64, lanes = [1, 2]>}) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{needs two subscripts a dimension (2), got 2}}
    %beat = hls.beat_read %a[%i, %i] : memref<8x8xf32> to memref<2xf32>
  }
  return
}
