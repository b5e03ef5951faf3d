// RUN: hls-opt %s --verify-diagnostics=only-expected --split-input-file
// One case for every rule on the design point. Only the first error of each
// case is expected: the parser repeats it for every enclosing attribute.

// expected-error @below {{a loop of a design point needs a name}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{loop "i": trip must be at least 1, got 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 0, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{loop "i": padded trip count 7 is below the trip count 8}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 7, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{loop "i": factors are the three trip counts of level 0, 1 and 2, got 2 numbers}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{loop "i": factors must be at least 1, got 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [0, 4, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{loop "i": the factors 2 x 2 x 3 do not multiply to the padded trip count 8}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 3]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{do not multiply to the padded trip count 8}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4294967296, 4294967296, 8]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{a task of a design point needs a name}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0" has no statement}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = [], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": statement "S0" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0", "S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": loop "i" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": order: loop "i" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i", "i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": order names "j", which is no loop of the task}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["j"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": order misses loop "i"; it names every loop of the task once}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": pipelined names "j", which is no loop of the task}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "j">], arrays = []>}

// -----

// expected-error @below {{task "S0": adders must be one of fabric, fulldsp, primitivedsp, got "dsp"}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 12, padded = 12, factors = [2, 2, 3]>], order = ["i"], pipelined = "i", adders = "dsp">], arrays = []>}

// -----

// expected-error @below {{task "S0": pairs names loop "i", which has 3 unrolled copies; products are computed in pairs where their number is even}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 12, padded = 12, factors = [2, 2, 3]>], order = ["i"], pipelined = "i", pairs = "i">], arrays = []>}

// -----

// expected-error @below {{task "S0": loop "i" has a level-1 trip count of 2, but only the pipelined loop may have one above 1; move the factor to level 0 or 2}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"]>], arrays = []>}

// -----

// expected-error @below {{task "S0": the base schedule has 2 dimensions, the band has 1}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i", schedule = affine_map<(d0, d1) -> (d1, d0)>>], arrays = []>}

// -----

// expected-error @below {{task "S0": ii must be at least 1, got 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i", ii = 0>], arrays = []>}

// -----

// expected-error @below {{task "S0": coarse must be at least 1, got 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i", coarse = 0>], arrays = []>}

// -----

// expected-error @below {{task "S0": slr must not be negative, got -1}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i", slr = -1>], arrays = []>}

// -----

// expected-error @below {{task "S0": cycles must not be negative, got -1}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i", cycles = -1>], arrays = []>}

// -----

// expected-error @below {{an array of a design point needs a name}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "", partition = <[<none>]>>]>}

// -----

// expected-error @below {{array "A": define = 2, transfer = 1, but 0 <= define <= transfer must hold: a buffer is declared before it is filled}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, task = "S0", define = 2, transfer = 1>]>}

// -----

// expected-error @below {{array "A": define = -1, transfer = 0, but 0 <= define <= transfer must hold}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, define = -1>]>}

// -----

// expected-error @below {{array "A": transfer = 1 counts the level-0 loops of a task, so it needs a task}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, transfer = 1>]>}

// -----

// expected-error @below {{array "A": depth is the number of elements that a stream holds and must not be negative, got -1}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", task = "S0", partition = <[<none>]>, depth = -1>]>}

// -----

// expected-error @below {{array "A": depth = 2 makes it a stream to a task, so it needs a task}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, depth = 2>]>}

// -----

// expected-error @below {{array "A": copies must be 1, 2 or 3, got 4}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, copies = 4>]>}

// -----

// expected-error @below {{array "A": beat is the number of elements of one bus beat and must be at least 1, got 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, beat = 0>]>}

// -----

// expected-error @below {{lanes are powers of two from 1 to 1024, got 6}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, beat = 2, lanes = [6]>]>}

// -----

// expected-error @below {{array "A": the 4 lanes are no whole beats of 8 elements}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>, <none>]>, beat = 8, lanes = [2, 2]>]>}

// -----

// expected-error @below {{array "A": lanes has 2 entries, partition 1}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, beat = 2, lanes = [2, 2]>]>}

// -----

// expected-error @below {{array "A" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>>, <array = "A", partition = <[<none>]>>]>}

// -----

// expected-error @below {{array "A" stands twice for task S0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, task = "S0">, <array = "A", partition = <[<none>]>, task = "S0">]>}

// -----

// expected-error @below {{array "A" names task "S1", which the design lacks}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, task = "S1">]>}

// -----

// expected-error @below {{array "A": transfer = 2, but task "S0" has 1 level-0 loops}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<none>]>, task = "S0", transfer = 2>]>}

// -----

// expected-error @below {{task "S0" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">, <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{statement "S0" stands twice}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">, <name = "S1", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = []>}

// -----

// expected-error @below {{status must be "optimal", "feasible" or "manual", got "best"}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], status = "best">}

// -----

// expected-error @below {{cycles and bound must not be negative, got -1 and 0}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], cycles = -1>}

// -----

// expected-error @below {{the proved lower bound of 11 cycles exceeds the predicted 10 cycles}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], cycles = 10, bound = 11>}

// -----

// expected-error @below {{unknown resource "DSP48"; known are DSP, BRAM_18K, URAM, LUT, FF, ports}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], resources = {DSP48 = 1 : i64}>}

// -----

// expected-error @below {{resource "DSP" must be a count (a non-negative i64), got 1.000000e+00 : f32}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], resources = {DSP = 1.0 : f32}>}

// -----

// expected-error @below {{resource "DSP" must be a count (a non-negative i64), got -1 : i64}}
func.func private @f() attributes {hls.design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">], arrays = [], resources = {DSP = -1 : i64}>}
