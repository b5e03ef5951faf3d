// RUN: hls-opt %s --hls-check-applied --verify-diagnostics --split-input-file
// Applied local sums by hand: right (the first three), and what may be wrong.

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 8 {
      %4 = affine.load %t[%p] : memref<8xf32>

      affine.store %4, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 8 {
      %4 = affine.load %t[%p] : memref<8xf32>
      %5 = affine.load %c[%p] : memref<8xf32>
      %6 = arith.addf %5, %4 : f32

      affine.store %6, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before stores zeros to the whole array}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from neither the element's old value nor zero}}
        affine.store %one, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{must start from the element that it replaces}}
        affine.store %next, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 8 {
      %4 = affine.load %t[%p] : memref<8xf32>

      affine.store %4, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{must start from the element that it replaces}}
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 8 {
      %4 = affine.load %t[%p] : memref<8xf32>
      %5 = affine.load %c[%p] : memref<8xf32>
      %6 = arith.addf %5, %4 : f32

      affine.store %6, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 7 {
      %4 = affine.load %t[%p] : memref<8xf32>
        // expected-error @below {{runs 7 times for 8 sums}}
      affine.store %4, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 7 {
      %4 = affine.load %t[%p] : memref<8xf32>
        // expected-error @below {{brings a sum to another element}}
      affine.store %4, %c[%p + 1] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        // expected-error @below {{must go to the buffer of sums}}
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %p = 0 to 8 {
      %4 = affine.load %t[%p] : memref<8xf32>

      affine.store %4, %c[%p] : memref<8xf32>
    } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
        // expected-error @below {{the design point wants the accumulator 'local', the code has other accumulators}}
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = direct>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
        // expected-error @below {{the design point wants the accumulator 'direct', the code has other accumulators}}
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        // expected-error @below {{runs inside a local sum but is no reduction loop}}
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A last nest whose loop is not of constant length.
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local_add>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    %t = hls.buffer "x_sums" {hls.accumulator} : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %old, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %t[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
    affine.for %o = 0 to 2 {
      // expected-error @below {{loop 'i_x' has no constant trip count, so the local sums cannot be counted; give it constant bounds}}
      affine.for %p = affine_map<(d) -> (d * 3)>(%o) to affine_map<(d) -> (d * 5 + 3)>(%o) {
        %4 = affine.load %t[%p] : memref<8xf32>
        affine.store %4, %c[%p] : memref<8xf32>
      } {hls.name = "i_x", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Zeros of a task that is carried through: to every element,
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 4 {
        affine.store %zero, %c[%k + %i * 4] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// in a loop whose length is not constant,
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to affine_map<(d) -> (d * 2 + 3)>(%i) {
        affine.store %zero, %c[%k + %i * 3] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before stores zeros to the whole array}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// to some of them twice,
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 4 {
        affine.store %zero, %c[%k] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before stores zeros to the whole array}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// to every other one,
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 4 {
        affine.store %zero, %c[%k * 2] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before stores zeros to the whole array}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// and never.
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 0 {
      affine.for %k = 0 to 8 {
        affine.store %zero, %c[%k] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        // expected-error @below {{starts from zero, but no task before stores zeros to the whole array}}
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Backwards is right.
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>],
  order = ["i", "j"], pipelined = "i", accumulator = local>], arrays = [<array = "x", partition = <[<cyclic, 2>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 6>]>} : memref<8x6xf32>
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %a beat 1 : memref<8x6xf32> to memref<8x6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 4 {
        affine.store %zero, %c[%i - %k * 2 + 6] : memref<8xf32>
      }
    }
  }
  hls.task "S0" (%a, %b) : memref<8x6xf32>, memref<8xf32> {
  ^bb0(%m: memref<8x6xf32>, %c: memref<8xf32>):
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 2 {
        %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %old = affine.load %c[%i * 2 + %k] : memref<8xf32>
        %next = affine.load %c[%i + %k] : memref<8xf32>
        affine.store %zero, %s[] : memref<f32>
        affine.for %j = 0 to 6 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %m[%i * 2 + %k, %j] : memref<8x6xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
        } {hls.name = "j2", hls.level = 2, hls.unroll = #hls.unroll, hls.reduction}
        %3 = affine.load %s[] : memref<f32>
        affine.store %3, %c[%i * 2 + %k] : memref<8xf32>
      } {hls.name = "i2", hls.level = 2, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1, hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A sum in a register: right, then kept around another loop than the pipelined one.
#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "j", trip = 6, padded = 6, factors = [2, 3, 1]>],
  order = ["j"], pipelined = "j", accumulator = register>], arrays = [<array = "x", partition = <[<none>]>>, <array = "A", partition = <[<none>]>>]>
func.func @f(%A: memref<6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<1xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" : memref<6xf32>
  %b = hls.buffer "x" : memref<1xf32>
  hls.tile_load %A[] to %a beat 1 : memref<6xf32> to memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<1xf32> to memref<1xf32>
  hls.task "S0" (%a, %b) : memref<6xf32>, memref<1xf32> {
  ^bb0(%m: memref<6xf32>, %c: memref<1xf32>):
    affine.for %i = 0 to 2 {
      %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
      %old = affine.load %c[0] : memref<1xf32>
      affine.store %old, %s[] : memref<f32>
      affine.for %j = 0 to 3 {
        %0 = affine.load %s[] : memref<f32>
        %1 = affine.load %m[%i * 3 + %j] : memref<6xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
      } {hls.name = "j1", hls.level = 1, hls.pipeline = #hls.pipeline, hls.reduction}
      %3 = affine.load %s[] : memref<f32>
      affine.store %3, %c[0] : memref<1xf32>
    } {hls.name = "j0", hls.level = 0, hls.reduction}
  }
  hls.tile_store %b to %x[] beat 1 : memref<1xf32> to memref<1xf32>
  return
}

// -----

#d = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "j", trip = 6, padded = 6, factors = [2, 3, 1]>],
  order = ["j"], pipelined = "j", accumulator = register>], arrays = [<array = "x", partition = <[<none>]>>, <array = "A", partition = <[<none>]>>]>
func.func @f(%A: memref<6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
             %x: memref<1xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #d} {
  %a = hls.buffer "A" : memref<6xf32>
  %b = hls.buffer "x" : memref<1xf32>
  hls.tile_load %A[] to %a beat 1 : memref<6xf32> to memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<1xf32> to memref<1xf32>
  hls.task "S0" (%a, %b) : memref<6xf32>, memref<1xf32> {
  ^bb0(%m: memref<6xf32>, %c: memref<1xf32>):
    %s = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
    %old = affine.load %c[0] : memref<1xf32>
    affine.store %old, %s[] : memref<f32>
    // expected-error @below {{stands between a sum in a register and its store but is not pipelined}}
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        %0 = affine.load %s[] : memref<f32>
        %1 = affine.load %m[%i * 3 + %j] : memref<6xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %s[] {hls.stmt = "S0"} : memref<f32>
      } {hls.name = "j1", hls.level = 1, hls.pipeline = #hls.pipeline, hls.reduction}
    } {hls.name = "j0", hls.level = 0, hls.reduction}
    %3 = affine.load %s[] : memref<f32>
    affine.store %3, %c[0] : memref<1xf32>
  }
  hls.tile_store %b to %x[] beat 1 : memref<1xf32> to memref<1xf32>
  return
}
