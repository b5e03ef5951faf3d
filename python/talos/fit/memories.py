# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Banks and AXI adapters.

A bank of w words takes what its step says: LUTRAM, a power of two of BRAM_18K,
or URAM; above the last step BRAM_18K in proportion. Thresholds are powers of
two: the smallest that holds every RAM of a kind, where the next kind starts
above it.
"""

from .. import reports
from . import addresses
from .constants import Constant, Residual, least
from .linear import nonnegative

KEY = "memories"


def fit(data):
    rams = []
    for row in data.table("memories.csv"):
        if row["vitis_version"] == data.version:
            rams.append((row["ram_type"],) + tuple(
                reports.number(row, c) for c in
                ("words", "bits", "LUT", "FF", "BRAM_18K", "URAM")))
    found = []
    if rams:
        found += banks(rams)
    found.append(adapters(data))
    return [constant for constant in found if constant]


def ceiling(words):
    """The power of two that holds these words."""
    return 1 << addresses.bits(words)


def proportional(rams):
    """Words of a BRAM_18K in large banks."""
    large = [r for r in rams if r[4] + r[5] == 0 and r[3] > 0 and r[1] > 8192]

    def errors(words):
        return [(r[1] + words // 2) // words - r[3] for r in large]
    return large, errors


def banks(rams):
    """Steps, and BRAM_18K of large banks and of banks that must be BRAM."""
    plain = [(kind, words, lut, ff, bram, uram)
             for kind, words, bits, lut, ff, bram, uram in rams
             if "T2P" not in kind]
    widths = {bits for _, _, bits, *_ in rams}
    steps = [{"words": 1, "lut": 0, "ff": 0, "bram_18k": 0, "uram": 0}]
    kinds = {}
    for _, words, lut, ff, bram, uram in plain:
        kinds.setdefault((lut, ff, bram, uram), []).append(words)
    order = sorted(kinds.items(), key=lambda item: min(item[1]))
    block, large, left = None, [], []
    for (lut, ff, bram, uram), words in order:
        if bram and not addresses.power_of_two(bram):
            break  # in proportion from here on
        limit = ceiling(max(w for w in words if is_step(w, words)))
        steps.append({"words": limit, "lut": lut, "ff": ff, "bram_18k": bram,
                      "uram": uram})
    last = steps[-1]["words"]
    large = [(words, bram) for _, words, _, _, bram, _ in plain if words > last]
    table = f"memories.csv, {len(plain)} kinds of RAM"
    found = [Constant((KEY, "steps"), steps, "what a bank of so many words "
                      "takes", table, Residual("blocks", step_errors(plain, steps)))]
    if large:
        def errors(words):
            return [(w + words // 2) // words - bram for w, bram in large]
        block, left = least([1 << n for n in range(6, 13)], errors)
        found.append(Constant((KEY, "bram_words"), block,
                              f"above {last} words: round(words / this)",
                              f"memories.csv, RAMs above {last} words",
                              Residual("BRAM_18K", left)))
    ultra = next((s for s in steps if s["uram"]), None)
    if ultra:
        below = steps[steps.index(ultra) - 1]["words"]
        dual = [bram for kind, words, _, _, _, bram, _ in rams
                if "T2P" in kind and below < words <= ultra["words"]]
        if dual:
            value = max(set(dual), key=dual.count)
            found.append(Constant(
                (KEY, "uram_as_bram"), value,
                f"{below + 1} to {ultra['words']} words in BRAM",
                "memories.csv, RAMs of true dual port",
                Residual("BRAM_18K", [d - value for d in dual])))
    if len(widths) == 1:
        found.append(Constant((KEY, "word_bits"), widths.pop(),
                              "words of the measured banks", table,
                              Residual("bits", [0] * len(rams))))
    return found


def is_step(words, group):
    """A group's largest members may already be in proportion: the threshold is
    the power of two that most of it lies below."""
    limit = ceiling(sorted(group)[len(group) // 2])
    return words <= limit


def step_errors(plain, steps):
    errors = []
    for _, words, lut, ff, bram, uram in plain:
        step = next((s for s in steps if words <= s["words"]), None)
        if step:
            errors.append(abs(step["bram_18k"] - bram) +
                          abs(step["uram"] - uram))
    return errors


def adapters(data):
    """BRAM_18K of an AXI adapter by width: the design's less its buffers'."""
    rows = []
    for design, program in data.rebuilt:
        if any(n.statement.accumulator == "local_add" for n in program.nests):
            continue  # has a buffer that arrays.csv does not list
        counts = {}
        for array in program.arrays:
            if array.loaded or array.stored:
                width = array.bits * array.beat
                counts[width] = counts.get(width, 0) + 1
        blocks = reports.number(design.row, "BRAM_18K") - sum(
            reports.number(a.row, "vitis_BRAM18", 0) for a in program.arrays)
        rows.append((counts, blocks))
    widths = sorted({width for counts, _ in rows for width in counts})
    columns = {width: [counts.get(width, 0) for counts, _ in rows]
               for width in widths}
    found, _ = nonnegative(columns, [blocks for _, blocks in rows])
    found = {width: round(value) for width, value in found.items()}
    left = [sum(found[w] * n for w, n in counts.items()) - blocks
            for counts, blocks in rows]
    return Constant((KEY, "adapters"),
                    [{"bits": w, "bram_18k": found[w]} for w in widths],
                    "BRAM_18K of an AXI adapter by data width",
                    "designs.csv less the buffers of arrays.csv",
                    Residual("BRAM_18K", left))
