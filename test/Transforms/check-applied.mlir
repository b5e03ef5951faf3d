// RUN: hls-opt %s --hls-check-applied --verify-diagnostics --split-input-file
// The applied code by hand, and what may be wrong with it.

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    // expected-error @below {{loop 'i1' has trip count 3, the design point says 4}}
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      // expected-error @below {{task "S0": the design point wants loop 'i2' here, the code has 'j2'}}
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    // expected-error @below {{loop 'i1' must be pipelined}}
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      // expected-error @below {{loop 'i2' must be unrolled completely}}
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll<factor = 2>}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      // expected-error @below {{loop 'i2' must have hls.level = 2}}
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 0, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  // expected-error @below {{must hold statement "S0" alone, in its innermost loop}}
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S7"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        // expected-error @below {{subscript of dimension 0 reaches from 1 to 8, outside the extent 8}}
        %0 = affine.load %c[%i * 2 + %j + 1] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  // expected-error @below {{of array "A": the design point wants the partition}}
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 4>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A"  : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        // expected-error @below {{loop 'i2' is unrolled by 2, but dimension 0 of buffer 'A' is not partitioned accordingly}}
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  // expected-error @below {{of array "A": the design point wants 1 copies, the code has 2}}
  %b = hls.buffer "A" {copies = 2, partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  // expected-error @below {{of array "A": the design point wants the storage 'auto'}}
  %b = hls.buffer "A" {storage = #hls.storage<uram>, partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  // expected-error @below {{moves 2 elements at a time, the design point says 1}}
  hls.tile_load %A[] to %b beat 2 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  // expected-error @below {{reads buffer 'A' before it is loaded or written; load it first}}
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Nothing is known to be missing where nothing writes a local array.
#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>, <array = "t", partition = <[<cyclic, 2>]>>]>
func.func @local(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  %t = hls.buffer "t" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.task "S0" (%b, %t) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %d: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %d[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  // expected-error @below {{of array 'A' is written by a task but never stored; store it at the end}}
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
// expected-error @below {{array 'A': the port is 64 bits wide, a beat of 1 elements of 32 bits is not}}
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  // expected-error @below {{is no task of the design point}}
  hls.task "S9" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %c[%i * 2 + %j] : memref<8xf32>
        affine.store %0, %c[%i * 2 + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A task that is carried through is no task of the design point; its buffers
// are checked all the same.
#carried = #hls.design<tasks = [], arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @carried(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #carried} {
  // expected-error @below {{is written by a task but never stored; store it at the end}}
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %i = arith.constant 3 : index
    %0 = memref.load %c[%i] : memref<8xf32>
    memref.store %0, %c[%i] : memref<8xf32>
  }
  return
}

// -----

// A loop inside of the nest that the design point says nothing about: how many
// banks it needs
#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      // expected-error @below {{loop 'q' has no constant trip count, so the banks that it needs unrolled are not known; give it constant bounds or do not unroll it}}
      affine.for %q = 0 to affine_map<(d) -> (d)>(%i) {
        %0 = affine.load %c[%q] : memref<8xf32>
      } {hls.name = "q", hls.unroll = #hls.unroll}
      %1 = affine.load %c[%i] : memref<8xf32>
      affine.store %1, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// must be known; where it never runs it needs none.
#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      affine.for %q = 0 to 0 {
        %0 = affine.load %c[%q] : memref<8xf32>
      } {hls.name = "q", hls.unroll = #hls.unroll}
      %1 = affine.load %c[%i] : memref<8xf32>
      affine.store %1, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      // expected-error @below {{loop 'i2' has no constant trip count, the design point says 2}}
      affine.for %j = 0 to affine_map<(d) -> (d)>(%i) {
        %0 = affine.load %c[%i + %j] : memref<8xf32>
        affine.store %0, %c[%i + %j] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %A[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}
