"""Two designs as networks of processes, at the sizes that the arguments give.

  streamed.py product T0I UI T0J T1J UJ K BEAT   C = beta C + alpha A B
  streamed.py pass BLOCKS ROWS BEATS LANES FIFO  y = A^T (A x); FIFO: depth of the by-pass
  streamed.py product-nest T0I UI T0J T1J UJ K BEAT   as plain nests, scheduled
  streamed.py pass-nest BLOCKS ROWS BEATS LANES
  streamed.py rows BLOCKS ROWS BEATS LANES       y = A x
  streamed.py transpose N M                      B = A^T

`product` is output-stationary: a tile of UI x (T1J UJ) sums stays in `acc`, the
reduction runs outside of the T1J steps, which hide the latency of an addition.
Sums are in the order of the source program. `pass` reads the matrix once:
blocks of ROWS rows go in another order to the process that makes the dot
products, and past it, in the order of memory, to the one that adds the rows up.
The last two say orders alone: hls-derive-processes makes their other processes.
"""
import sys

TARGET = ('hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550, '
          'tool = "2023.2", tree_reduction = false>')
STP = "{hls.pipeline = #hls.pipeline<ii = 1, style = stp>}"
FLP = "{hls.pipeline = #hls.pipeline<ii = 1, style = flp>}"
REGISTERS = "partition = #hls.partition<[#hls.dim<complete>]>"
zero = "affine_set<(d0) : (d0 == 0)>"


def port(name, shape, bits):
    return (f'%{name}: memref<{shape}xf32> {{hls.name = "{name}", hls.interface = '
            f'#hls.interface<m_axi, bundle = "gmem_{name}", width = {bits}>}}')


def scalar(name):
    return f'%{name}: f32 {{hls.name = "{name}", hls.interface = #hls.interface<s_axilite>}}'


def nest(counters, body, attributes, indent=6):
    """Loops named as their iterators around the lines of `body`."""
    text = ""
    for depth, (name, trip) in enumerate(counters):
        text += " " * (indent + 2 * depth) + f"affine.for %{name} = 0 to {trip} {{\n"
    inner = " " * (indent + 2 * len(counters))
    text += "".join(inner + line + "\n" for line in body.strip().splitlines())
    for depth in reversed(range(len(counters))):
        tail = f'hls.name = "{counters[depth][0]}"'
        tail = attributes[:-1] + ", " + tail + "}" if depth == len(counters) - 1 else "{" + tail + "}"
        text += " " * (indent + 2 * depth) + "} " + tail + "\n"
    return text


def process(kind, name, operands, local, counters, body, attributes=FLP):
    """`operands`: (argument of the process, operand, type)."""
    values = ", ".join(operand for _, operand, _ in operands)
    types = ", ".join(kind_ for _, _, kind_ in operands)
    arguments = ", ".join(f"{argument}: {kind_}" for argument, _, kind_ in operands)
    local = "".join("      " + line + "\n" for line in local.strip().splitlines())
    return (f'    hls.process {kind} "{name}" ({values}) : {types} {{\n    ^bb0({arguments}):\n{local}'
            + nest(counters, body, attributes) + "    }\n")


def gemm_head(ni, nj, nk, uj, beat):
    """The source program, and the head of the top function."""
    A, B, C = f"memref<{ni}x{nk}xf32>", f"memref<{nk}x{nj}xf32>", f"memref<{ni}x{nj}xf32>"
    return f"""func.func private @gemm_reference({scalar("alpha")[:scalar("alpha").index(" {")]}, %beta: f32, %C: {C}, %A: {A}, %B: {B})
    attributes {{hls.reference_of = @gemm}} {{
  affine.for %i = 0 to {ni} {{
    affine.for %j = 0 to {nj} {{
      %0 = affine.load %C[%i, %j] : {C}
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] : {C}
    }}
    affine.for %k = 0 to {nk} {{
      affine.for %j = 0 to {nj} {{
        %a = affine.load %A[%i, %k] : {A}
        %0 = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : {B}
        %1 = arith.mulf %0, %b : f32
        %c = affine.load %C[%i, %j] : {C}
        %2 = arith.addf %c, %1 : f32
        affine.store %2, %C[%i, %j] : {C}
      }}
    }}
  }}
  return
}}
func.func @gemm({scalar("alpha")}, {scalar("beta")},
    {port("C", f"{ni}x{nj}", 32 * uj)},
    {port("A", f"{ni}x{nk}", 32 * beat)},
    {port("B", f"{nk}x{nj}", 32 * uj)})
    attributes {{hls.top, {TARGET}}} {{
"""


def product(t0i, ui, t0j, t1j, uj, depth, beat):
    ni, nj, nk = t0i * ui, t0j * t1j * uj, depth
    jb = t0j * t1j
    assert nk % beat == 0
    A, B, C = f"memref<{ni}x{nk}xf32>", f"memref<{nk}x{nj}xf32>", f"memref<{ni}x{nj}xf32>"
    sa = "!hls.stream<f32>" if beat == 1 else f"!hls.stream<f32 x {beat}>"
    tb = "f32" if beat == 1 else f"memref<{beat}xf32>"
    col, row = f"!hls.stream<f32 x {ui}>", f"!hls.stream<f32 x {uj}>"
    rows = f"!hls.stream<f32 x {uj}, count = {ui}>"
    tc, tr = f"memref<{ui}xf32>", f"memref<{uj}xf32>"
    slab = ui * nk // beat  # beats of a block of rows of A
    kb = nk // beat
    steps = max(slab, nk)
    streams = [("a_beats", 64, sa), ("a_new", 4, col), ("a", 4, col), ("b_new", 16, row), ("b", 4, row),
               ("c_beats", 64, row), ("c_old", t1j + 2, rows), ("c_sum", t1j + 2, rows), ("c_out", 16, row)]
    text = gemm_head(ni, nj, nk, uj, beat) + "  hls.dataflow {\n"
    for name, tokens, kind in streams:
        text += f'    %{name} = hls.stream "{name}" depth {tokens} : {kind}\n'
    element = "affine.load %from[%r, %kb]" if beat == 1 else "hls.beat_read %from[%r, %kb]"
    text += process("load", "load_A", [("%from", "%A", A), ("%to", "%a_beats", sa)], "",
                    [("r", ni), ("kb", kb)],
                    (f"%v = affine.load %from[%r, %kb] : {A}" if beat == 1 else
                     f"%v = hls.beat_read %from[%r, %kb] : {A} to {tb}") +
                    f"\nhls.stream_write %v to %to : {tb}, {sa}", STP)
    text += process("load", "load_B", [("%from", "%B", B), ("%to", "%b_new", row)], "",
                    [("j0", t0j), ("k", nk), ("j1", t1j)],
                    f"%v = hls.beat_read %from[%k, %j0 * {t1j} + %j1] : {B} to {tr}\n"
                    f"hls.stream_write %v to %to : {tr}, {row}", STP)
    text += process("load", "load_C", [("%from", "%C", C), ("%to", "%c_beats", row)], "",
                    [("i0", t0i), ("j0", t0j), ("j1", t1j), ("i2", ui)],
                    f"%v = hls.beat_read %from[%i0 * {ui} + %i2, %j0 * {t1j} + %j1] : {C} to {tr}\n"
                    f"hls.stream_write %v to %to : {tr}, {row}", STP)
    # A block of rows comes in the order of memory and leaves column by column.
    fill = (f"affine.store %v, %block[%s mod 2, %t floordiv {kb}, %t mod {kb}] : memref<2x{ui}x{nk}xf32>" if beat == 1 else
            f"affine.for %lane = 0 to {beat} {{\n      %e = affine.load %v[%lane] : {tb}\n"
            f"      affine.store %e, %block[%s mod 2, %t floordiv {kb}, (%t mod {kb}) * {beat} + %lane] : memref<2x{ui}x{nk}xf32>\n"
            "    } {hls.unroll = #hls.unroll}")
    text += process("reorder", "columns_A", [("%from", "%a_beats", sa), ("%to", "%a_new", col)],
                    f'%block = hls.buffer "block" {{partition = #hls.partition<[#hls.dim<none>, #hls.dim<complete>, '
                    f'#hls.dim<{"none" if beat == 1 else f"cyclic, {beat}"}>]>}} : memref<2x{ui}x{nk}xf32>',
                    [("s", t0i + 1), ("t", steps)], f"""
affine.if affine_set<(d0, d1) : ({t0i - 1} - d0 >= 0, {slab - 1} - d1 >= 0)> (%s, %t) {{
    %v = hls.stream_read %from : {sa} to {tb}
    {fill}
}}
affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, {nk - 1} - d1 >= 0)> (%s, %t) {{
    %column = hls.beat : {tc}
    affine.for %i2 = 0 to {ui} {{
      %e = affine.load %block[(%s + 1) mod 2, %i2, %t] : memref<2x{ui}x{nk}xf32>
      affine.store %e, %column[%i2] : {tc}
    }} {{hls.unroll = #hls.unroll}}
    hls.stream_write %column to %to : {tc}, {col}
}}""")

    def hold(name, operands, kind, token, lanes, shape, place, counters, first):
        return process("hold", name, operands, f'%kept = hls.buffer "kept" {{partition = #hls.partition<[{", ".join(["#hls.dim<none>"] * (shape.count("x") + 1))}, #hls.dim<complete>]>}} : memref<{shape}x{lanes}xf32>',
                       counters, f"""
%v = hls.beat : {token}
affine.if {zero} (%{first}) {{
    %new = hls.stream_read %from : {kind} to {token}
    affine.for %lane = 0 to {lanes} {{
      %e = affine.load %new[%lane] : {token}
      affine.store %e, %v[%lane] : {token}
      affine.store %e, %kept[{place}, %lane] : memref<{shape}x{lanes}xf32>
    }} {{hls.unroll = #hls.unroll}}
}} else {{
    affine.for %lane = 0 to {lanes} {{
      %e = affine.load %kept[{place}, %lane] : memref<{shape}x{lanes}xf32>
      affine.store %e, %v[%lane] : {token}
    }} {{hls.unroll = #hls.unroll}}
}}
hls.stream_write %v to %to : {token}, {kind}""")
    text += hold("hold_A", [("%from", "%a_new", col), ("%to", "%a", col)], col, tc, ui, f"{nk}", "%k",
                 [("i0", t0i), ("j0", t0j), ("k", nk)], "j0")
    text += hold("hold_B", [("%from", "%b_new", row), ("%to", "%b", row)], row, tr, uj, f"{t0j}x{nk}x{t1j}",
                 "%j0, %k, %j1", [("i0", t0i), ("j0", t0j), ("k", nk), ("j1", t1j)], "i0")
    text += process("unpack", "rows_C", [("%from", "%c_beats", row), ("%to", "%c_old", rows)], "",
                    [("t", t0i * jb), ("i2", ui)], f"""
%v = hls.stream_read %from : {row} to {tr}
affine.for %fifo = 0 to {ui} {{
    affine.if affine_set<(d0, d1) : (d0 - d1 == 0)> (%i2, %fifo) {{
      hls.stream_write %v to %to[%fifo] : {tr}, {rows}
    }}
}} {{hls.unroll = #hls.unroll}}""")
    text += process("compute", "products", [("%scale", "%alpha", "f32"), ("%beta_", "%beta", "f32"), ("%as", "%a", col),
                                            ("%bs", "%b", row), ("%old", "%c_old", rows), ("%sum", "%c_sum", rows)],
                    f'%acc = hls.buffer "acc" {{partition = #hls.partition<[#hls.dim<complete>, #hls.dim<complete>, #hls.dim<none>]>}} : memref<{ui}x{uj}x{t1j}xf32>\n'
                    f'%ar = hls.buffer "ar" {{{REGISTERS}}} : {tc}',
                    [("i0", t0i), ("j0", t0j), ("k", nk), ("j1", t1j)], f"""
affine.if {zero} (%j1) {{
    %v = hls.stream_read %as : {col} to {tc}
    affine.for %i2 = 0 to {ui} {{
      %e = affine.load %v[%i2] : {tc}
      %f = arith.mulf %scale, %e : f32
      affine.store %f, %ar[%i2] : {tc}
    }} {{hls.unroll = #hls.unroll}}
}}
%w = hls.stream_read %bs : {row} to {tr}
affine.for %i2 = 0 to {ui} {{
    affine.if {zero} (%k) {{
      %c = hls.stream_read %old[%i2] : {rows} to {tr}
      affine.for %j2 = 0 to {uj} {{
        %e = affine.load %c[%j2] : {tr}
        %f = arith.mulf %e, %beta_ : f32
        affine.store %f, %acc[%i2, %j2, %j1] : memref<{ui}x{uj}x{t1j}xf32>
      }} {{hls.unroll = #hls.unroll}}
    }}
    %result = hls.beat : {tr}
    affine.for %j2 = 0 to {uj} {{
      %x = affine.load %ar[%i2] : {tc}
      %y = affine.load %w[%j2] : {tr}
      %p = arith.mulf %x, %y : f32
      %o = affine.load %acc[%i2, %j2, %j1] : memref<{ui}x{uj}x{t1j}xf32>
      %n = arith.addf %o, %p : f32
      affine.store %n, %acc[%i2, %j2, %j1] : memref<{ui}x{uj}x{t1j}xf32>
      affine.store %n, %result[%j2] : {tr}
    }} {{hls.unroll = #hls.unroll}}
    affine.if affine_set<(d0) : (d0 - {nk - 1} == 0)> (%k) {{
      hls.stream_write %result to %sum[%i2] : {tr}, {rows}
    }}
}} {{hls.unroll = #hls.unroll}}""")
    text += process("drain", "beats_C", [("%from", "%c_sum", rows), ("%to", "%c_out", row)], "",
                    [("t", t0i * jb), ("i2", ui)], f"""
%v = hls.beat : {tr}
affine.for %fifo = 0 to {ui} {{
    affine.if affine_set<(d0, d1) : (d0 - d1 == 0)> (%i2, %fifo) {{
      %c = hls.stream_read %from[%fifo] : {rows} to {tr}
      affine.for %lane = 0 to {uj} {{
        %e = affine.load %c[%lane] : {tr}
        affine.store %e, %v[%lane] : {tr}
      }} {{hls.unroll = #hls.unroll}}
    }}
}} {{hls.unroll = #hls.unroll}}
hls.stream_write %v to %to : {tr}, {row}""")
    text += process("store", "store_C", [("%from", "%c_out", row), ("%to", "%C", C)], "",
                    [("i0", t0i), ("j0", t0j), ("j1", t1j), ("i2", ui)], f"""
%v = hls.stream_read %from : {row} to {tr}
hls.beat_write %v to %to[%i0 * {ui} + %i2, %j0 * {t1j} + %j1] : {tr} to {C}""", STP)
    return text + "  }\n  return\n}\n"


def atax_head(m, n, lanes):
    A, X, T = f"memref<{m}x{n}xf32>", f"memref<{n}xf32>", f"memref<{m}xf32>"
    return f"""func.func private @atax_reference(%A: {A}, %x: {X}, %y: {X})
    attributes {{hls.reference_of = @atax}} {{
  %zero = arith.constant 0.0 : f32
  %tmp = memref.alloc() : {T}
  affine.for %j = 0 to {n} {{
    affine.store %zero, %y[%j] : {X}
  }}
  affine.for %i = 0 to {m} {{
    affine.store %zero, %tmp[%i] : {T}
    affine.for %j = 0 to {n} {{
      %t = affine.load %tmp[%i] : {T}
      %a = affine.load %A[%i, %j] : {A}
      %b = affine.load %x[%j] : {X}
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %t, %0 : f32
      affine.store %1, %tmp[%i] : {T}
    }}
    affine.for %j = 0 to {n} {{
      %s = affine.load %y[%j] : {X}
      %a = affine.load %A[%i, %j] : {A}
      %t = affine.load %tmp[%i] : {T}
      %0 = arith.mulf %a, %t : f32
      %1 = arith.addf %s, %0 : f32
      affine.store %1, %y[%j] : {X}
    }}
  }}
  memref.dealloc %tmp : {T}
  return
}}
func.func @atax({port("A", f"{m}x{n}", 32 * lanes)},
    {port("x", n, 32 * lanes)}, {port("y", n, 32 * lanes)})
    attributes {{hls.top, {TARGET}}} {{
"""


def matrix_pass(blocks, rows, beats, lanes, by_pass):
    m, n = blocks * rows, beats * lanes
    A, X, T = f"memref<{m}x{n}xf32>", f"memref<{n}xf32>", f"memref<{m}xf32>"
    beat, one, token = f"!hls.stream<f32 x {lanes}>", "!hls.stream<f32>", f"memref<{lanes}xf32>"
    block = rows * beats
    streams = [("a", 64, beat), ("a_dot", 4, beat), ("a_late", by_pass, beat), ("a_block", 4, beat), ("x_", 4, beat),
               ("t", 2 * rows, one), ("y_", 4, beat)]
    text = atax_head(m, n, lanes) + "  hls.dataflow {\n"
    for name, tokens, kind in streams:
        text += f'    %{name} = hls.stream "{name}" depth {tokens} : {kind}\n'
    text += process("load", "load_A", [("%from", "%A", A), ("%to", "%a", beat)], "", [("i", m), ("jb", beats)],
                    f"%v = hls.beat_read %from[%i, %jb] : {A} to {token}\nhls.stream_write %v to %to : {token}, {beat}", STP)
    text += process("load", "load_x", [("%from", "%x", X), ("%to", "%x_", beat)], "", [("jb", beats)],
                    f"%v = hls.beat_read %from[%jb] : {X} to {token}\nhls.stream_write %v to %to : {token}, {beat}", STP)
    text += process("spread", "both", [("%from", "%a", beat), ("%one", "%a_dot", beat), ("%other", "%a_late", beat)], "",
                    [("s", m * beats)], f"""
%v = hls.stream_read %from : {beat} to {token}
hls.stream_write %v to %one : {token}, {beat}
hls.stream_write %v to %other : {token}, {beat}""")
    shape = f"memref<2x{rows}x{beats}x{lanes}xf32>"
    text += process("reorder", "columns", [("%from", "%a_dot", beat), ("%to", "%a_block", beat)],
                    f'%kept = hls.buffer "kept" {{partition = #hls.partition<[#hls.dim<none>, #hls.dim<none>, #hls.dim<none>, #hls.dim<complete>]>}} : {shape}',
                    [("b", blocks + 1), ("s", block)], f"""
affine.if affine_set<(d0) : ({blocks - 1} - d0 >= 0)> (%b) {{
    %v = hls.stream_read %from : {beat} to {token}
    affine.for %lane = 0 to {lanes} {{
      %e = affine.load %v[%lane] : {token}
      affine.store %e, %kept[%b mod 2, %s floordiv {beats}, %s mod {beats}, %lane] : {shape}
    }} {{hls.unroll = #hls.unroll}}
}}
affine.if affine_set<(d0) : (d0 - 1 >= 0)> (%b) {{
    %v = hls.beat : {token}
    affine.for %lane = 0 to {lanes} {{
      %e = affine.load %kept[(%b + 1) mod 2, %s mod {rows}, %s floordiv {rows}, %lane] : {shape}
      affine.store %e, %v[%lane] : {token}
    }} {{hls.unroll = #hls.unroll}}
    hls.stream_write %v to %to : {token}, {beat}
}}""")
    sums = "\n".join(f"""%x{l} = affine.load %xs[%jb, {l}] : memref<{beats}x{lanes}xf32>
%a{l} = affine.load %v[{l}] : {token}
%p{l} = arith.mulf %a{l}, %x{l} : f32
%s{l + 1} = arith.addf %s{l}, %p{l} : f32""" for l in range(lanes))
    text += process("compute", "dot", [("%from", "%a_block", beat), ("%vector", "%x_", beat), ("%to", "%t", one)],
                    f'%zero = arith.constant 0.0 : f32\n%xs = hls.buffer "xs" {{partition = #hls.partition<[#hls.dim<none>, #hls.dim<complete>]>}} : memref<{beats}x{lanes}xf32>\n'
                    f'%acc = hls.buffer "acc" : memref<{rows}xf32>',
                    [("b", blocks), ("jb", beats), ("r", rows)], f"""
affine.if affine_set<(d0, d1) : (d0 == 0, d1 == 0)> (%b, %r) {{
    %new = hls.stream_read %vector : {beat} to {token}
    affine.for %lane = 0 to {lanes} {{
      %e = affine.load %new[%lane] : {token}
      affine.store %e, %xs[%jb, %lane] : memref<{beats}x{lanes}xf32>
    }} {{hls.unroll = #hls.unroll}}
}}
%v = hls.stream_read %from : {beat} to {token}
%s0 = affine.if {zero} (%jb) -> f32 {{
    affine.yield %zero : f32
}} else {{
    %o = affine.load %acc[%r] : memref<{rows}xf32>
    affine.yield %o : f32
}}
{sums}
affine.store %s{lanes}, %acc[%r] : memref<{rows}xf32>
affine.if affine_set<(d0) : (d0 - {beats - 1} == 0)> (%jb) {{
    hls.stream_write %s{lanes} to %to : f32, {one}
}}""")
    text += process("compute", "rows_up", [("%from", "%a_late", beat), ("%factor", "%t", one), ("%to", "%y_", beat)],
                    f'%zero = arith.constant 0.0 : f32\n%ys = hls.buffer "ys" {{partition = #hls.partition<[#hls.dim<none>, #hls.dim<complete>]>}} : memref<{beats}x{lanes}xf32>\n'
                    f'%f = hls.buffer "f" {{storage = #hls.storage<registers>}} : memref<1xf32>',
                    [("i", m), ("jb", beats)], f"""
affine.if {zero} (%jb) {{
    %new = hls.stream_read %factor : {one} to f32
    affine.store %new, %f[0] : memref<1xf32>
}}
%v = hls.stream_read %from : {beat} to {token}
%t0 = affine.load %f[0] : memref<1xf32>
%result = hls.beat : {token}
affine.for %lane = 0 to {lanes} {{
    %o = affine.if {zero} (%i) -> f32 {{
      affine.yield %zero : f32
    }} else {{
      %old = affine.load %ys[%jb, %lane] : memref<{beats}x{lanes}xf32>
      affine.yield %old : f32
    }}
    %e = affine.load %v[%lane] : {token}
    %p = arith.mulf %e, %t0 : f32
    %n = arith.addf %o, %p : f32
    affine.store %n, %ys[%jb, %lane] : memref<{beats}x{lanes}xf32>
    affine.store %n, %result[%lane] : {token}
}} {{hls.unroll = #hls.unroll}}
affine.if affine_set<(d0) : (d0 - {m - 1} == 0)> (%i) {{
    hls.stream_write %result to %to : {token}, {beat}
}}""")
    text += process("store", "store_y", [("%from", "%y_", beat), ("%to", "%y", X)], "", [("jb", beats)], f"""
%v = hls.stream_read %from : {beat} to {token}
hls.beat_write %v to %to[%jb] : {token} to {X}""", STP)
    return text + "  }\n  return\n}\n"


UNROLL = "{hls.unroll = #hls.unroll}"
PIPELINE = "{hls.pipeline = #hls.pipeline<ii = 1>}"


def product_nest(t0i, ui, t0j, t1j, uj, depth, beat):
    ni, nj, nk = t0i * ui, t0j * t1j * uj, depth
    A, B, C = f"memref<{ni}x{nk}xf32>", f"memref<{nk}x{nj}xf32>", f"memref<{ni}x{nj}xf32>"
    i, j = f"%i0 * {ui} + %i2", f"%j0 * {t1j * uj} + %j1 * {uj} + %j2"
    return gemm_head(ni, nj, nk, uj, beat) + nest([("i0", t0i), ("j0", t0j), ("k", nk), ("j1", t1j)], f"""
affine.for %i2 = 0 to {ui} {{
  affine.for %j2 = 0 to {uj} {{
    affine.if {zero} (%k) {{
      %o = affine.load %C[{i}, {j}] : {C}
      %s = arith.mulf %o, %beta : f32
      affine.store %s, %C[{i}, {j}] : {C}
    }}
    %x = affine.load %A[{i}, %k] : {A}
    %f = arith.mulf %alpha, %x : f32
    %y = affine.load %B[%k, {j}] : {B}
    %p = arith.mulf %f, %y : f32
    %c = affine.load %C[{i}, {j}] : {C}
    %n = arith.addf %c, %p : f32
    affine.store %n, %C[{i}, {j}] : {C}
  }} {UNROLL}
}} {UNROLL}""", PIPELINE, indent=2) + "  return\n}\n"


def pass_nest(blocks, rows, beats, lanes):
    m, n = blocks * rows, beats * lanes
    A, X, T = f"memref<{m}x{n}xf32>", f"memref<{n}xf32>", f"memref<{m}xf32>"
    i, j = f"%b * {rows} + %r", f"%jb * {lanes} + %l"
    dot = nest([("b", blocks), ("jb", beats), ("r", rows)], f"""
affine.if {zero} (%jb) {{
  affine.store %zero, %tmp[{i}] : {T}
}}
affine.for %l = 0 to {lanes} {{
  %t = affine.load %tmp[{i}] : {T}
  %a = affine.load %A[{i}, {j}] : {A}
  %v = affine.load %x[{j}] : {X}
  %p = arith.mulf %a, %v : f32
  %s = arith.addf %t, %p : f32
  affine.store %s, %tmp[{i}] : {T}
}} {UNROLL}""", PIPELINE, indent=2)
    rows_up = nest([("i", m), ("jb", beats)], f"""
affine.for %l = 0 to {lanes} {{
  affine.if {zero} (%i) {{
    affine.store %zero, %y[{j}] : {X}
  }}
  %s = affine.load %y[{j}] : {X}
  %a = affine.load %A[%i, {j}] : {A}
  %t = affine.load %tmp[%i] : {T}
  %p = arith.mulf %a, %t : f32
  %n = arith.addf %s, %p : f32
  affine.store %n, %y[{j}] : {X}
}} {UNROLL}""", PIPELINE, indent=2)
    return (atax_head(m, n, lanes) + f"""  %zero = arith.constant 0.0 : f32
  %tmp = memref.alloc() {{hls.name = "tmp"}} : {T}
""" + dot + rows_up + "  return\n}\n")


def order(trips, element):
    """Iterators a, b, c and the subscripts that they make."""
    names = ", ".join("abcd"[:len(trips)])
    return f"<trips = {trips}, element = affine_map<({names}) -> ({element})>>"


def rows(blocks, block_rows, beats, lanes):
    m, n = blocks * block_rows, beats * lanes
    A, X, Y = f"memref<{m}x{n}xf32>", f"memref<{n}xf32>", f"memref<{m}xf32>"
    beat, one, token = f"!hls.stream<f32 x {lanes}>", "!hls.stream<f32>", f"memref<{lanes}xf32>"
    text = f"""func.func private @rows_reference(%A: {A}, %x: {X}, %y: {Y})
    attributes {{hls.reference_of = @rows}} {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {m} {{
    affine.store %zero, %y[%i] : {Y}
    affine.for %j = 0 to {n} {{
      %t = affine.load %y[%i] : {Y}
      %a = affine.load %A[%i, %j] : {A}
      %b = affine.load %x[%j] : {X}
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %t, %0 : f32
      affine.store %1, %y[%i] : {Y}
    }}
  }}
  return
}}
func.func @rows({port("A", f"{m}x{n}", 32 * lanes)},
    {port("x", n, 32 * lanes)}, {port("y", m, 32)})
    attributes {{hls.top, {TARGET}}} {{
  hls.dataflow {{
    %a = hls.stream "a" depth 8 : {beat}
    %xs = hls.stream "xs" depth 8 : {beat}
    %ys = hls.stream "ys" depth 8 : {one}
    hls.stream_load %A to %a loaded {order([m, beats], "a, b")}
      used {order([blocks, beats, block_rows], f"a * {block_rows} + c, b")} : {A}, {beat}
    hls.stream_load %x to %xs loaded {order([beats], "a")} used {order([blocks, beats, block_rows], "b")} : {X}, {beat}
"""
    sums = "\n".join(f"""%x{l} = affine.load %w[{l}] : {token}
%a{l} = affine.load %v[{l}] : {token}
%p{l} = arith.mulf %a{l}, %x{l} : f32
%s{l + 1} = arith.addf %s{l}, %p{l} : f32""" for l in range(lanes))
    text += process("compute", "dot", [("%from", "%a", beat), ("%vector", "%xs", beat), ("%to", "%ys", one)],
                    f'%zero = arith.constant 0.0 : f32\n%acc = hls.buffer "acc" : memref<{block_rows}xf32>',
                    [("b", blocks), ("jb", beats), ("r", block_rows)], f"""
%v = hls.stream_read %from : {beat} to {token}
%w = hls.stream_read %vector : {beat} to {token}
%s0 = affine.if {zero} (%jb) -> f32 {{
    affine.yield %zero : f32
}} else {{
    %o = affine.load %acc[%r] : memref<{block_rows}xf32>
    affine.yield %o : f32
}}
{sums}
affine.store %s{lanes}, %acc[%r] : memref<{block_rows}xf32>
affine.if affine_set<(d0) : (d0 - {beats - 1} == 0)> (%jb) {{
    hls.stream_write %s{lanes} to %to : f32, {one}
}}""")
    return text + f"""    hls.stream_store %ys to %y produced {order([blocks, block_rows], f"a * {block_rows} + b")} stored {order([m], "a")} : {one}, {Y}
  }}
  return
}}
"""


def transpose(n, m):
    A, B, one = f"memref<{n}x{m}xf32>", f"memref<{m}x{n}xf32>", "!hls.stream<f32>"
    return f"""func.func private @transpose_reference(%A: {A}, %B: {B}) attributes {{hls.reference_of = @transpose}} {{
  affine.for %i = 0 to {n} {{
    affine.for %j = 0 to {m} {{
      %a = affine.load %A[%i, %j] : {A}
      affine.store %a, %B[%j, %i] : {B}
    }}
  }}
  return
}}
func.func @transpose({port("A", f"{n}x{m}", 32)}, {port("B", f"{m}x{n}", 32)})
    attributes {{hls.top, {TARGET}}} {{
  hls.dataflow {{
    %a = hls.stream "a" depth 4 : {one}
    hls.stream_load %A to %a loaded {order([n, m], "a, b")} used {order([m, n], "b, a")} : {A}, {one}
    hls.stream_store %a to %B produced {order([m, n], "a, b")} stored {order([m, n], "a, b")} : {one}, {B}
  }}
  return
}}
"""


numbers = [int(text) for text in sys.argv[2:]]
designs = {"product": product, "pass": matrix_pass, "product-nest": product_nest, "pass-nest": pass_nest, "rows": rows,
           "transpose": transpose}
print(designs[sys.argv[1]](*numbers), end="")
