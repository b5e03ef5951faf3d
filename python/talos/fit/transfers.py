# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Load and store functions: (beats - 1) II + IL - 1 + overhead.

The iteration latency IL depends on how an element finds its bank: registers,
a RAM, a RAM behind a multiplied row stride, or a remainder of bits(N).
"""

from .. import reports
from . import addresses
from .constants import Constant, Residual, constant_offset, least

KEY = "transfers"


class Transfer:
    """One load or store function of a design."""

    def __init__(self, array, is_load):
        kind = "load" if is_load else "store"
        row = array.row
        self.array = array
        self.is_load = is_load
        self.latency = reports.number(row, f"{kind}_vitis_latency")
        self.ii = reports.number(row, f"{kind}_vitis_II", 1)
        self.il = reports.number(row, f"{kind}_depth", 0)
        self.beats = reports.number(row, f"{kind}_beats", 0)
        dims = range(len(array.extents))
        odd = [d for d in dims if not addresses.power_of_two(array.factors[d])]
        self.bits = max((addresses.bits(array.extents[d]) for d in odd
                         if array.extents[d] >= 2 * array.factors[d]),
                        default=0)
        self.is_partial = any(array.factors[d] < array.extents[d] <
                              2 * array.factors[d] for d in odd)
        self.registers = addresses.in_registers(array)
        self.in_bram = reports.number(row, "vitis_BRAM18", 0) > 0 or \
            reports.number(row, "vitis_URAM", 0) > 0
        strides = addresses.strides(array)
        self.digits = max((addresses.signed_digits(strides[d]) for d in dims
                           if addresses.row_words(array, d) >= 3), default=0)

    def plain(self):
        """IL without the cycles that II > 1 adds."""
        return self.il - (self.ii - 1)


def fit(data, depth):
    """Constants of the section "transfers"; `depth` knows wide strides."""
    digits = depth.constants["stride_digits"]
    rows, inside = [], []
    for _, array in data.arrays():
        for is_load in (True, False):
            if not (array.loaded if is_load else array.stored):
                continue
            transfer = Transfer(array, is_load)
            if transfer.beats and transfer.il:
                (rows if array.task < 0 else inside).append(transfer)
    found = [overhead(rows, True), overhead(rows, False)]
    found += iteration_latencies(rows, digits)
    found += [ports(rows), max_width(rows)]
    found += nests(data, inside, {c.key[1]: c.value for c in found if c},
                   digits)
    return [constant for constant in found if constant]


def overhead(rows, is_load):
    kind = "load" if is_load else "store"
    values = [t.latency - (t.beats - 1) * t.ii - t.il + 1
              for t in rows if t.is_load == is_load]
    return constant_offset((KEY, f"{kind}_overhead"),
                           f"a {kind} function takes (beats - 1) II + IL - 1 + "
                           "this", f"arrays.csv, {kind} functions", values)


def iteration_latencies(rows, digits):
    """IL by what finds the bank; each step takes the steps before as given."""
    table = "arrays.csv, load and store functions"

    def offset(name, rule, chosen, known=lambda t: 0):
        return constant_offset((KEY, name), rule, table,
                               [t.plain() - known(t) for t in chosen])

    found = [offset("registers_depth", "iteration latency into registers",
                    [t for t in rows if t.registers])]
    rams = [t for t in rows if not t.registers]
    direct = [t for t in rams if not t.bits and
              not (t.is_partial and not t.is_load)]
    near = [t for t in direct if t.digits <= digits]
    found.append(offset("ram_depth", "iteration latency into a RAM", near))
    if not found[-1]:
        return found
    ram = found[-1].value
    found.append(offset("stride_multiply", "added when the row stride needs a "
                        "multiplication",
                        [t for t in direct if t.digits > digits],
                        lambda t: ram))
    multiply = found[-1].value if found[-1] else 0
    found.append(offset(
        "partial_store", "added for a store where f is no power of two and f < "
        "N < 2 f", [t for t in rams if not t.bits and t.is_partial and
                    not t.is_load],
        lambda t: ram + multiply * (t.digits > digits)))
    far = [t for t in rams if t.bits]
    lutram = [t for t in far if t.is_load and not t.in_bram]
    found.append(offset("remainder", "iteration latency bits(N) + this where a "
                        "remainder picks the bank", lutram, lambda t: t.bits))
    if not found[-1]:
        return found
    base = found[-1].value
    found.append(offset("remainder_bram", "added for a load into BRAM",
                        [t for t in far if t.is_load and t.in_bram],
                        lambda t: t.bits + base))
    found.append(offset("remainder_store", "added for a store",
                        [t for t in far if not t.is_load],
                        lambda t: t.bits + base))
    return found


def ports(rows):
    if not rows:
        return None

    def errors(value):
        return [-(-t.array.beat // (value * t.array.factors[-1])) - t.ii
                for t in rows]
    value, left = least(range(1, 5), errors, near=2)
    return Constant((KEY, "ports_per_bank"), value,
                    "a bank takes this many accesses a cycle: II = ceil(beat / "
                    "(this f))", "arrays.csv, load and store functions",
                    Residual("cycles", left))


def max_width(rows):
    widths = [t.array.beat * t.array.bits for t in rows]
    if not widths:
        return None
    return Constant((KEY, "max_width"), max(widths),
                    "widest AXI data bus of the kernels",
                    "arrays.csv, load and store functions",
                    Residual("bits", [0] * widths.count(max(widths))))


def nests(data, inside, known, digits):
    """Transfers called below a level-0 loop, and what an iteration adds."""
    found = []
    for name, rule, chosen in (
            ("nested_flat", "a transfer called inside a nest, up to 2 "
             "dimensions", lambda dims: dims <= 2),
            ("nested_deep", "a transfer called inside a nest, 3 dimensions and "
             "more", lambda dims: dims > 2)):
        values = []
        for t in inside:
            if not chosen(len(t.array.extents)) or t.bits or t.registers:
                continue
            il = known["ram_depth"] + \
                known.get("stride_multiply", 0) * (t.digits > digits)
            base = known["load_overhead" if t.is_load else "store_overhead"]
            values.append(t.latency - (t.beats - 1) * t.ii - il + 1 - base)
        found.append(constant_offset((KEY, name), rule,
                                     "arrays.csv, transfers of tiles", values))
    values = []
    for _, program, nest, loops in data.statements():
        tiles = [a for a in program.arrays if a.task == nest.number]
        outer = [l for l in loops if not l.pipelined]
        if not tiles or not outer:
            continue
        around = max(outer, key=lambda l: l.latency)
        load = max((reports.number(a.row, "load_vitis_latency", 0)
                    for a in tiles if a.loaded), default=0)
        store = max((reports.number(a.row, "store_vitis_latency", 0)
                     for a in tiles if a.stored), default=0)
        # A flattened loop is entered as in a task of its own: 2 and 1 more.
        inner = (sorted(l.latency for l in outer)[-2] if len(outer) > 1 else
                 next(l.latency for l in loops if l.pipelined) + 3)
        values.append(around.depth - load - store - inner)
    found.append(constant_offset(
        (KEY, "nest_overhead"), "an iteration of a nest with transfers: longest "
        "load + inner + longest store + this",
        "statements.csv, nests with transfers", values))
    return found
