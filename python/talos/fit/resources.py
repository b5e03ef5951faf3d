# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The linear LUT and FF rules.

A coefficient multiplies an amount that the estimator counts in a design. The
amounts are found by estimating every rebuilt design with one coefficient at 1
and the others at 0; what operators and LUTRAM explain is known. The fit
minimises the squares of relative errors under coefficients >= 0.
"""

import copy
import json
import pathlib
import shutil
import tempfile

from .. import rebuild, reports, tools
from .constants import Constant, Residual
from .linear import nonnegative

KINDS = {"lut": "LUT", "ff": "FF"}


def objects_of(text):
    """The JSON objects that follow each other in a text."""
    decoder, at, found = json.JSONDecoder(), 0, []
    while at < len(text.rstrip()):
        value, end = decoder.raw_decode(text, at)
        found.append(value["resources"])
        at = end + len(text[end:]) - len(text[end:].lstrip())
    return found


class Estimator:
    """Estimates all designs with rules of its own."""

    def __init__(self, designs, version):
        self.text = "\n// -----\n".join(
            rebuild.Applied(program).top() for _, program in designs)
        self.temporary = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.temporary.name)
        shutil.copytree(tools.data_directory(), self.root / "targets")
        self.rules = self.root / "targets" / "rules" / f"vitis-{version}.json"

    def run(self, rules):
        self.rules.write_text(json.dumps(rules))
        return objects_of(tools.run(
            "hls-opt", ["--split-input-file",
                        "--hls-estimate-qor=report=json", "-o", "/dev/null"],
            self.text, {"TALOS_DATA_DIR": str(self.root)}))

    def close(self):
        self.temporary.cleanup()


def amounts(estimator, rules, names):
    """(known, {coefficient: amounts}), each a list of {LUT, FF} by design."""
    plain = copy.deepcopy(rules)
    for kind in KINDS:
        for name in names:
            plain[kind][name]["value"] = 0
    known = estimator.run(plain)
    found = {}
    for name in names:
        one = copy.deepcopy(plain)
        for kind in KINDS:
            one[kind][name]["value"] = 1000
        found[name] = estimator.run(one)
    return known, found


def fit(data, rules):
    """Constants of the sections "lut" and "ff"; `rules` are the other ones."""
    names = list(rules["lut"])
    estimator = Estimator(data.rebuilt, data.version)
    try:
        known, found = amounts(estimator, rules, names)
    finally:
        estimator.close()
    constants = []
    for kind, column in KINDS.items():
        measured = [reports.number(design.row, column)
                    for design, _ in data.rebuilt]
        columns = {name: [(with_[column] - base[column]) / all_
                          for with_, base, all_ in
                          zip(found[name], known, measured)]
                   for name in names}
        targets = [(all_ - base[column]) / all_
                   for base, all_ in zip(known, measured)]
        values, rest = nonnegative(columns, targets)
        left = Residual("%", [100 * r for r in rest])
        for name in names:
            constants.append(Constant(
                (kind, name), round(1000 * values[name]),
                f"{column} beyond operators and memories",
                f"designs.csv, {len(measured)} designs", left))
    return constants
