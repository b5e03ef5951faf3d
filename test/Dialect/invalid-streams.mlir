// RUN: hls-opt %s --verify-diagnostics --split-input-file
// Every rule of streams and dataflow regions, broken once.

// expected-error @below {{a token has at most 512 bits, got 17 lanes of 32; use an array of FIFOs (count)}}
func.func private @f(!hls.stream<f32 x 17>)

// -----

// expected-error @below {{a token holds elements of f32, f64, i1, i8, i16, i32 or i64, got 'bf16'}}
func.func private @f(!hls.stream<bf16>)

// -----

// expected-error @below {{a token holds elements of f32, f64, i1, i8, i16, i32 or i64, got 'index'}}
func.func private @f(!hls.stream<index>)

// -----

// expected-error @below {{a token has at least 1 lane, got 0}}
func.func private @f(!hls.stream<f32 x 0>)

// -----

// expected-error @below {{an array of FIFOs has at least 1 of them, got -1}}
func.func private @f(!hls.stream<f32, count = -1>)

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    // expected-error @below {{'a' must hold at least 1 token, got a depth of 0}}
    %a = hls.stream "a" depth 0 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    // expected-error @below {{'a' is no FIFO of registers; use auto, lutram, bram or uram}}
    %a = hls.stream "a" depth 4 in <registers> : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    // expected-error @below {{'a' has 2 producers; a stream has exactly one}}
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-note @below {{'p' is one of them}}
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-note @below {{'q' is one of them}}
    hls.process compute "q" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    // expected-error @below {{'a' has 0 consumers; a stream has exactly one}}
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{'c' reads stream 'a' before 'p' writes it; a producer stands before its consumer}}
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-note @below {{this is the producer}}
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{'p' reads and writes stream 'a': feedback; keep local state in an hls.buffer}}
    hls.process hold "p" (%a) : !hls.stream<f32> {
    ^bb0(%s: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %s : !hls.stream<f32> to f32
        hls.stream_write %0 to %s : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-error @below {{may not stand in a dataflow region}}
    affine.if affine_set<() : (0 >= 0)> () {
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error @below {{must stand in the body of the top function, in no loop and under no condition}}
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    %b = hls.stream "b" depth 2 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process compute "q" (%x, %b) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-note @below {{the other process}}
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-error @below {{'d' writes through a bundle that another process writes through; two processes may share a bundle as one reader and one writer}}
    hls.process store "d" (%b, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem", width = 32>},
             %B: memref<4xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem", width = 32>}, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    %b = hls.stream "b" depth 2 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process compute "q" (%x, %b) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-note @below {{the other process}}
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // expected-error @below {{'d' writes through a bundle that another process writes through}}
    hls.process store "d" (%b, %B) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    // expected-note @below {{by this one}}
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{the name 'a' is taken in this dataflow region}}
    hls.process compute "a" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 4 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @+1 {{custom op 'hls.process' 'collect' is no kind of process; use load, spread, unpack, pack, hold, reorder, compute, merge, drain or store}}
    hls.process collect "p" (%a) : !hls.stream<f32> {
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    // expected-error @below {{'p' needs one block argument for each of its 1 operands, of the same type}}
    hls.process compute "p" (%x) : f32 {
    ^bb0(%v: f64):
      affine.for %i = 0 to 4 {
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f() {
  %0 = hls.buffer "b" : memref<4xf32>
  hls.dataflow {
    // expected-error @below {{operand 0 must be a stream, a scalar or an array that is an argument of the top function}}
    hls.process compute "p" (%0) : memref<4xf32> {
    ^bb0(%v: memref<4xf32>):
      affine.for %i = 0 to 4 {
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    // expected-error @below {{'p' has no loop}}
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      %b = hls.buffer "b" : memref<4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    // expected-error @below {{'p' must be one perfect nest of loops down to one with hls.pipeline, so that it can be flattened}}
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      // expected-note @below {{this loop is not pipelined and holds more, or less, than one loop}}
      affine.for %i = 0 to 4 {
        %0 = affine.load %a[%i] : memref<4xf32>
        affine.for %j = 0 to 4 {
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      affine.for %i = 0 to 4 {
      } {hls.pipeline = #hls.pipeline<ii = 1>}
      // expected-error @below {{a process holds local state and one nest of affine.for loops, in which all else stands}}
      affine.for %i = 0 to 4 {
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      affine.for %i = 0 to 4 {
        // expected-error @below {{inside of the pipelined loop of a process must be an affine.for with constant bounds and a complete hls.unroll}}
        affine.for %j = 0 to 4 {
        } {hls.unroll = #hls.unroll<factor = 2>}
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      // expected-error @below {{of the style flp accesses an off-chip array; the tool accepts stp or auto there}}
      affine.for %i = 0 to 4 {
      } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    hls.process load "p" (%A) : memref<4xf32> {
    ^bb0(%a: memref<4xf32>):
      %zero = arith.constant 0.0 : f32
      // expected-error @below {{of a process carries no values from iteration to iteration; keep them in an hls.buffer}}
      %sum = affine.for %i = 0 to 4 iter_args(%s = %zero) -> f32 {
        affine.yield %s : f32
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%s: !hls.stream<f32>) {
  // expected-error @below {{moves tokens in an hls.process, or in a fill or drain of one, of a stream that is an operand of it}}
  %0 = hls.stream_read %s : !hls.stream<f32> to f32
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32 x 4>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32 x 4> {
    ^bb0(%v: f32, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 4 {
        // expected-error @below {{a token of '!hls.stream<f32 x 4>' is 'memref<4xf32>', got 'f32'}}
        hls.stream_write %v to %to : f32, !hls.stream<f32 x 4>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32 x 4>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32 x 4> {
    ^bb0(%v: f32, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 4 {
        %b = hls.buffer "b" : memref<4xf32>
        // expected-error @below {{writes what an hls.beat, an hls.beat_read or an hls.stream_read holds}}
        hls.stream_write %b to %to : memref<4xf32>, !hls.stream<f32 x 4>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32, count = 3>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32, count = 3> {
    ^bb0(%v: f32, %to: !hls.stream<f32, count = 3>):
      affine.for %i = 0 to 4 {
        // expected-error @below {{takes 1 subscripts of '!hls.stream<f32, count = 3>', got 0}}
        hls.stream_write %v to %to : f32, !hls.stream<f32, count = 3>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32, count = 3>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32, count = 3> {
    ^bb0(%v: f32, %to: !hls.stream<f32, count = 3>):
      affine.for %i = 0 to 4 {
        // expected-error @below {{the subscript may leave the array of 3 FIFOs}}
        hls.stream_write %v to %to[3] : f32, !hls.stream<f32, count = 3>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32, count = 3>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32, count = 3> {
    ^bb0(%v: f32, %to: !hls.stream<f32, count = 3>):
      affine.for %i = 0 to 4 {
        // expected-error @below {{the subscript of an array of FIFOs must be made of constants and of iterators of unrolled loops with constant bounds}}
        hls.stream_write %v to %to[%i] : f32, !hls.stream<f32, count = 3>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.distances' must be a dictionary of i64 that are not negative}}
  affine.for %i = 0 to 4 {
  } {hls.pipeline = #hls.pipeline<ii = 1>, hls.distances = {b = -1 : i64}}
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{'p' is of kind task and has no hls.task}}
    hls.process task "p" (%a) : !hls.stream<f32> {
    ^bb0(%to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<4xf32>
      affine.for %i = 0 to 4 {
        %0 = affine.load %x[%i] : memref<4xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process task "p" (%a) : !hls.stream<f32> {
    ^bb0(%to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<4xf32>
      affine.for %t = 0 to 3 {
        // expected-error @below {{in a loop around tasks, a process of kind task holds tasks and such loops alone}}
        %0 = affine.load %x[%t] : memref<4xf32>
        hls.task "S0" (%x) : memref<4xf32> {
        ^bb0(%y: memref<4xf32>):
          hls.yield
        }
      }
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  // expected-error @below {{of kind fill stands in a process of kind task alone}}
  hls.task fill "x" (%x, %A) : memref<4xf32>, memref<4xf32> {
  ^bb0(%to: memref<4xf32>, %from: memref<4xf32>):
    hls.yield
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process task "p" (%a) : !hls.stream<f32> {
    ^bb0(%to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<4xf32>
      // expected-error @below {{of kind drain takes the buffer and the stream}}
      hls.task drain "x" (%to, %x) : !hls.stream<f32>, memref<4xf32> {
      ^bb0(%0: !hls.stream<f32>, %1: memref<4xf32>):
        hls.yield
      }
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process task "p" (%a) : !hls.stream<f32> {
    ^bb0(%to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<4xf32>
      // expected-error @below {{of kind drain holds one nest of affine.for loops}}
      hls.task drain "x" (%x, %to) : memref<4xf32>, !hls.stream<f32> {
      ^bb0(%0: memref<4xf32>, %1: !hls.stream<f32>):
        hls.yield
      }
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process task "p" (%a) : !hls.stream<f32> {
    ^bb0(%to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<4xf32>
      // expected-error @below {{of kind fill may only read the stream and write the buffer}}
      hls.task fill "x" (%x, %to) : memref<4xf32>, !hls.stream<f32> {
      ^bb0(%0: memref<4xf32>, %1: !hls.stream<f32>):
        affine.for %i = 0 to 4 {
          %2 = affine.load %0[%i] : memref<4xf32>
          hls.stream_write %2 to %1 : f32, !hls.stream<f32>
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
    hls.process store "c" (%a, %A) : !hls.stream<f32>, memref<4xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
