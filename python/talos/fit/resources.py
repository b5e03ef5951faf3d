# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The linear LUT and FF rules.

A coefficient multiplies an amount that the estimator counts in a design. The
amounts are found by estimating every rebuilt design with one coefficient at 1
and the others at 0; what operators and LUTRAM explain is known. The fit
minimises the squares of relative errors under coefficients >= 0. Coefficients
that do not help on kernels that are left out of the fit are 0.
"""

import copy
import json
import pathlib
import shutil
import tempfile

from .. import rebuild, reports, tools
from . import crossvalidation
from .constants import Constant, Residual

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
        samples = [crossvalidation.Sample(
            design.row["kernel"].strip(), reports.number(design.row, column),
            known[i][column],
            {name: found[name][i][column] - known[i][column] for name in names})
            for i, (design, _) in enumerate(data.rebuilt)]
        constants += constants_of(kind, samples, names)
    return constants


def constants_of(kind, samples, names):
    """The constants of one rule; 0 where others alone serve better."""
    column = KINDS[kind]
    validation = crossvalidation.validate(samples, names)
    values = crossvalidation.fitted(samples, validation.names)
    left = Residual("%", [100 * s.error(values) for s in samples])
    rule = f"{column} beyond operators and memories"
    table = f"designs.csv, {len(samples)} designs"
    return [Constant(
        (kind, name), round(1000 * values.get(name, 0)), rule, table, left,
        ("" if name in validation.names else
         "left out of the rule, which is better without it on ") +
        validation.text()) for name in names]
