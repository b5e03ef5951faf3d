# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operator libraries: figures of the core that the tool binds most often.

A library's latency is the core's number of stages. Where a directory has no
row for a library's part and clock, the nearest one stands in as assumed: the
same tool version first, then the nearest clock.
"""

import dataclasses

from .. import reports

OPERATORS = ["dadd", "dmul", "fadd", "fmul", "fpext", "fptrunc"]
# What `bind_op` asks for: the operator and the impl of its core in reports.
VARIANTS = {"fadd.fabric": ("fadd", "no_dsp")}
# The adder, a sign inverted.
SAME_CORE = {"fsub": "fadd", "dsub": "dadd", "fsub.fabric": "fadd.fabric"}
# LUTs of a variant without a row: above the 338 of the cores of 3 and 4 stages.
ASSUMED_LUT = 360


@dataclasses.dataclass
class Core:
    """A row of operators.csv."""
    name: str
    impl: str
    latency: int
    dsp: int
    lut: int
    ff: int
    part: str
    clock: int  # ps
    version: str
    instances: int

    def figures(self):
        return {"latency": self.latency, "dsp": self.dsp, "lut": self.lut,
                "ff": self.ff}

    @property
    def where(self):
        return (f"{self.part}, {self.clock / 1000:.2f} ns, Vitis HLS "
                f"{self.version}")


def cores(data):
    found = []
    for row in data.table("operators.csv"):
        if row["operator"] not in OPERATORS:
            continue  # of others the table has ranges only
        found.append(Core(
            row["operator"], row["impl"], reports.number(row, "num_stage"),
            reports.number(row, "DSP"), reports.number(row, "LUT"),
            reports.number(row, "FF"), row["part"],
            round(float(row["clock_ns"]) * 1000), row["vitis_version"],
            reports.number(row, "instances_seen", 0)))  # 0: not counted
    return found


def choose(found, name, part, clock, version):
    """The core of an operator and its provenance; None without rows."""
    rows = [c for c in found if c.name == name]
    exact = [c for c in rows if (c.part, c.clock, c.version) ==
             (part, clock, version)]
    if exact:
        best = max(exact, key=lambda c: c.instances)
        alike = sum(c.instances for c in exact
                    if c.figures() == best.figures())
        total = sum(c.instances for c in exact)
        return best, "measured", (
            f"talos.fit: operators.csv, {best.where}: {best.impl}, {alike} of "
            f"{total} instances have these figures")
    if not rows:
        return None
    best = min(rows, key=lambda c: (c.version != version, abs(c.clock - clock),
                                    -c.instances))
    return best, "assumed", f"talos.fit: operators.csv, as measured on {best.where}"


def grade(part):
    """Package and speed grade: "fsvh2892-2L-e"."""
    return part.split("-", 1)[1]


def variant(rows, base, entry, part, clock, version):
    """A variant of the operator `base`, whose figures are `entry`.

    Without a row of its own it takes that of a shorter clock on a part of the
    same package and speed grade, for it cannot be slower than there, and else
    the time of the operator of which it is a variant.
    """
    exact = [c for c in rows if (c.part, c.clock, c.version) ==
             (part, clock, version)]
    if exact:
        return {**exact[0].figures(), "provenance": "measured",
                "source": f"talos.fit: operators.csv, {exact[0].where}: "
                          f"{exact[0].impl}"}
    shorter = [c for c in rows if c.clock < clock and c.version == version and
               grade(c.part) == grade(part)]
    if shorter:
        best = max(shorter, key=lambda c: c.clock)
        return {**best.figures(), "provenance": "assumed",
                "source": f"talos.fit: operators.csv, no slower than on "
                          f"{best.where}: {best.impl}"}
    return {"latency": entry["latency"], "dsp": 0, "lut": ASSUMED_LUT,
            "ff": entry["ff"], "provenance": "assumed",
            "source": f"no report; latency and FF of {base}, {ASSUMED_LUT} LUT "
                      f"(338 in those of other clocks)"}


def library(data, part, clock):
    """The fitted entries of one library: figures, provenance, source."""
    found = cores(data)
    entries = {}
    for name in OPERATORS:
        chosen = choose(found, name, part, clock, data.version)
        if chosen:
            core, provenance, source = chosen
            entries[name] = {**core.figures(), "provenance": provenance,
                             "source": source}
    for name, (base, impl) in VARIANTS.items():
        if base in entries:
            entries[name] = variant(
                [c for c in found if (c.name, c.impl) == (base, impl)],
                base, entries[base], part, clock, data.version)
    for name, base in SAME_CORE.items():
        if base in entries:
            entries[name] = {**entries[base], "provenance": "assumed",
                             "source": f"the adder core with inverted sign; as "
                                       f"{base}, {entries[base]['source']}"}
    return entries


def has_rows(data, part):
    return any(core.part == part for core in cores(data))
