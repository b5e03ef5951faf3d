// RUN: hls-opt %s --hls-check-applied --verify-diagnostics --split-input-file
// Load and store tasks by hand, and what may be wrong with them.

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 4 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      // expected-error @below {{subscript of dimension 0 reaches from 1 to 2, outside the extent 2}}
      %beat = hls.beat_read %a[%i + 1] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 4 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{moves 8 elements of the buffer's 8, but not each of them once}}
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 3 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{moves 4 elements of the buffer's 8}}
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 1 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 4 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        // expected-error @below {{subscript of dimension 0 reaches from 1 to 8, outside the extent 8}}
        affine.store %0, %c[%i * 4 + %l + 1] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 2, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 4 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  // expected-error @below {{moves 4 elements at a time, the design point says 2}}
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{stores buffer 'A' before it is written}}
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %c[%i * 4 + %l] : memref<8xf32>
        affine.store %0, %beat[%l] : memref<4xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #good} {
  // expected-error @below {{of array 'A' is written by a task but never stored; store it at the end}}
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<8xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        %0 = affine.load %beat[%l] : memref<4xf32>
        affine.store %0, %c[%i * 4 + %l] : memref<8xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 1, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{must move the buffer by one access in its loops}}
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %a[%i] : memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#good = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 1, partition = <[<none>]>>]>
func.func @good(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.design = #good} {
  %b = hls.buffer "A" : memref<8xf32>
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 8 {
      // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %0 = affine.load %a[%i] : memref<8xf32>
        affine.store %0, %c[%i] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %a[%i] : memref<8xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#tile = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [4, 2, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", task = "S0", define = 1, transfer = 1, beat = 2, partition = <[<none>]>>]>
func.func @tile(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.design = #tile} {
  hls.task "S0" (%A) : memref<8xf32> {
  ^bb0(%a: memref<8xf32>):
    affine.for %i = 0 to 4 {
      %o = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      %b = hls.buffer "A_S0" {array = "A"} : memref<2xf32>
      hls.task load "A" (%b, %a, %o) : memref<2xf32>, memref<8xf32>, index {
      ^bb0(%to: memref<2xf32>, %from: memref<8xf32>, %offset: index):
        %beat = hls.beat_read %from[%offset floordiv 2] : memref<8xf32> to memref<2xf32>
        affine.for %l = 0 to 2 {
          %0 = affine.load %beat[%l] : memref<2xf32>
          affine.store %0, %to[%l] : memref<2xf32>
        } {hls.name = "lane", hls.unroll = #hls.unroll}
      }
      affine.for %j = 0 to 2 {
        %0 = affine.load %b[%j] : memref<2xf32>
        affine.store %0, %b[%j] {hls.stmt = "S0"} : memref<2xf32>
      } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
      hls.task store "A" (%b, %a, %o) : memref<2xf32>, memref<8xf32>, index {
      ^bb0(%from: memref<2xf32>, %to: memref<8xf32>, %offset: index):
        %beat = hls.beat : memref<2xf32>
        affine.for %l = 0 to 2 {
          %0 = affine.load %from[%l] : memref<2xf32>
          affine.store %0, %beat[%l] : memref<2xf32>
        } {hls.name = "lane", hls.unroll = #hls.unroll}
        hls.beat_write %beat to %to[%offset floordiv 2] : memref<2xf32> to memref<8xf32>
      }
    } {hls.name = "i0", hls.level = 0}
  }
  return
}

// -----

#tile = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [4, 2, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", task = "S0", define = 1, transfer = 1, beat = 2, partition = <[<none>]>>]>
func.func @tile(%A: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>}) attributes {hls.top, hls.design = #tile} {
  hls.task "S0" (%A) : memref<8xf32> {
  ^bb0(%a: memref<8xf32>):
    affine.for %i = 0 to 4 {
      %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
      %b = hls.buffer "A_S0" {array = "A"} : memref<2xf32>
      hls.task load "A" (%b, %a, %o) : memref<2xf32>, memref<8xf32>, index {
      ^bb0(%to: memref<2xf32>, %from: memref<8xf32>, %offset: index):
        // expected-error @below {{subscript of dimension 0 reaches from 0 to 6, outside the extent 4}}
        %beat = hls.beat_read %from[%offset floordiv 2] : memref<8xf32> to memref<2xf32>
        affine.for %l = 0 to 2 {
          %0 = affine.load %beat[%l] : memref<2xf32>
          affine.store %0, %to[%l] : memref<2xf32>
        } {hls.name = "lane", hls.unroll = #hls.unroll}
      }
      affine.for %j = 0 to 2 {
        %0 = affine.load %b[%j] : memref<2xf32>
        affine.store %0, %b[%j] {hls.stmt = "S0"} : memref<2xf32>
      } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
      hls.task store "A" (%b, %a, %o) : memref<2xf32>, memref<8xf32>, index {
      ^bb0(%from: memref<2xf32>, %to: memref<8xf32>, %offset: index):
        %beat = hls.beat : memref<2xf32>
        affine.for %l = 0 to 2 {
          %0 = affine.load %from[%l] : memref<2xf32>
          affine.store %0, %beat[%l] : memref<2xf32>
        } {hls.name = "lane", hls.unroll = #hls.unroll}
        hls.beat_write %beat to %to[%offset floordiv 2] : memref<2xf32> to memref<8xf32>
      }
    } {hls.name = "i0", hls.level = 0}
  }
  return
}

// -----

#moved = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 2, padded = 2, factors = [1, 2, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "x", task = "S0", partition = <[<none>]>>]>
// The loop around the task moves the tile: x[k] and x[k + 1] for k <= 4 - t.
func.func @moved(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #moved} {
  affine.for %t = 0 to 3 {
    affine.for %k = 0 to affine_map<(d0) -> (5 - d0)>(%t) {
      hls.task "S0" (%x, %k) : memref<6xf32>, index {
      ^bb0(%y: memref<6xf32>, %l: index):
        %b = hls.buffer "x_S0" {array = "x"} : memref<2xf32>
        hls.task load "x" (%b, %y, %l) : memref<2xf32>, memref<6xf32>, index {
        ^bb0(%to: memref<2xf32>, %from: memref<6xf32>, %offset: index):
          affine.for %i = 0 to 2 {
            %0 = affine.load %from[%offset + %i] : memref<6xf32>
            affine.store %0, %to[%i] : memref<2xf32>
          }
        }
        affine.for %i = 0 to 2 {
          %0 = affine.load %b[%i] : memref<2xf32>
          affine.store %0, %b[%i] {hls.stmt = "S0"} : memref<2xf32>
        } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
      }
    }
  }
  return
}

// -----

#moved = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 2, padded = 2, factors = [1, 2, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "x", task = "S0", partition = <[<none>]>>]>
// The loop around the task moves the tile: x[k] and x[k + 1] for k <= 4 - t.
func.func @moved(%x: memref<5xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #moved} {
  affine.for %t = 0 to 3 {
    affine.for %k = 0 to affine_map<(d0) -> (5 - d0)>(%t) {
      hls.task "S0" (%x, %k) : memref<5xf32>, index {
      ^bb0(%y: memref<5xf32>, %l: index):
        %b = hls.buffer "x_S0" {array = "x"} : memref<2xf32>
        hls.task load "x" (%b, %y, %l) : memref<2xf32>, memref<5xf32>, index {
        ^bb0(%to: memref<2xf32>, %from: memref<5xf32>, %offset: index):
          affine.for %i = 0 to 2 {
            // expected-error @below {{subscript of dimension 0 leaves the extent 5 in some iteration of the loops and conditions around it}}
            %0 = affine.load %from[%offset + %i] : memref<5xf32>
            affine.store %0, %to[%i] : memref<2xf32>
          }
        }
        affine.for %i = 0 to 2 {
          %0 = affine.load %b[%i] : memref<2xf32>
          affine.store %0, %b[%i] {hls.stmt = "S0"} : memref<2xf32>
        } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
      }
    }
  }
  return
}

// -----
// The last beat of the row reaches beyond its end: a condition keeps it inside.
#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----
// One element too few.
#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
        affine.if affine_set<(d0, d1) : (5 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----
// A second condition.
#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0, d1 - 1 >= 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 == 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
        } else {
          %0 = affine.load %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----
// The same twice.
#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
        // expected-error @below {{in a transfer may only keep subscripts of the buffer inside of it}}
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %beat[%l] : memref<4xf32>
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
          }
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----
// No condition.
#tail = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i"], pipelined = "i">],
  arrays = [<array = "A", beat = 4, partition = <[<none>]>>]>
func.func @tail(%A: memref<7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>}) attributes {hls.top, hls.design = #tail} {
  %b = hls.buffer "A" : memref<7xf32>
  hls.task load "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat_read %a[%i] : memref<7xf32> to memref<4xf32>
      affine.for %l = 0 to 4 {
          %0 = affine.load %beat[%l] : memref<4xf32>
          // expected-error @below {{subscript of dimension 0 reaches from 0 to 7, outside the extent 7}}
          affine.store %0, %c[%i * 4 + %l] : memref<7xf32>
      } {hls.name = "lane", hls.unroll = #hls.unroll}
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  hls.task "S0" (%b) : memref<7xf32> {
  ^bb0(%c: memref<7xf32>):
    affine.for %i = 0 to 7 {
      %0 = affine.load %c[%i] : memref<7xf32>
      affine.store %0, %c[%i] {hls.stmt = "S0"} : memref<7xf32>
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.task store "A" (%b, %A) : memref<7xf32>, memref<7xf32> {
  ^bb0(%c: memref<7xf32>, %a: memref<7xf32>):
    affine.for %i = 0 to 2 {
      %beat = hls.beat : memref<4xf32>
      affine.for %l = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%i, %l) {
          %0 = affine.load %c[%i * 4 + %l] : memref<7xf32>
          affine.store %0, %beat[%l] : memref<4xf32>
        }
      } {hls.name = "lane", hls.unroll = #hls.unroll}
      hls.beat_write %beat to %a[%i] : memref<4xf32> to memref<7xf32>
    } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}
