# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command: see the package."""

import argparse
import pathlib
import sys

from .. import reports, tools
from . import (calibration, depth, files, loops, memories, operators, resources,
               transfers)


def libraries(data, root):
    """(path, stored, fitted) of every library with rows of its family."""
    parts = {}
    for path in sorted((root / "devices").glob("*.json")):
        device = files.read(path)
        parts.setdefault(device["family"], device["part"])
    for path in sorted((root / "operators").glob(f"*-{data.version}-*.json")):
        stored = files.read(path)
        part = parts.get(stored["family"])
        if part and operators.has_rows(data, part):
            entries = operators.library(data, part, stored["clock"]["value"])
            yield path, stored, files.with_operators(stored, entries)


def fit(data, root):
    """All constants and the files that they belong to."""
    found = list(libraries(data, root))
    row = data.designs[0].row
    clock = round(float(row["clock_target_ns"]) * 1000)
    family = files.read(root / "devices" / (
        tools.device_of_part(row["part"]) + ".json"))["family"]
    own = root / "operators" / f"{family}-{data.version}-{clock}ps.json"
    library = next((fitted for path, _, fitted in found if path == own),
                   files.read(own))["operators"]
    model = depth.Model(data, library)
    constants = (loops.fit(data, library, model) + model.fit() +
                 transfers.fit(data, model) + memories.fit(data))
    path = root / "rules" / f"vitis-{data.version}.json"
    stored = files.read(path)
    fitted = files.with_constants(stored, constants, data.where)
    linear = resources.fit(data, fitted)
    fitted = files.with_constants(fitted, linear, data.where)
    return constants + linear, (path, stored, fitted), found


def show(data, constants, stored):
    print(f"{data.where}: {len(data.rebuilt)} designs")
    for name, reason in data.refused:
        print(f"left out: {name}: {reason}")
    width = max(len(c.name) for c in constants)
    for constant in constants:
        value = constant.value
        if isinstance(value, list):
            value = f"{len(value)} entries"
        print(f"  {constant.name:{width}} {value!s:>10}  "
              f"{constant.residual.text()}")
    for kind in resources.KINDS:
        notes = {c.note for c in constants if c.key[0] == kind and c.value}
        for note in sorted(notes):
            print(f"{kind}: {note}")
    fitted = {c.key for c in constants}
    kept = [".".join(path) for path, _ in files.quantities(stored)
            if path not in fitted]
    print("no rows, kept: " + (", ".join(kept) or "none"))


def arguments_of(argv):
    parser = argparse.ArgumentParser(
        prog="talos.fit", description="Fits the constants of the tool rules "
        "and the operator libraries to reports.")
    parser.add_argument("directory", help="with designs.csv, statements.csv, "
                        "arrays.csv; loops.csv, memories.csv, operators.csv "
                        "where there are any")
    parser.add_argument("--version", default="2023.2",
                        help="of the tool (default: %(default)s)")
    parser.add_argument("--data", metavar="DIR", type=pathlib.Path,
                        help="devices, operators and rules (default: those "
                        "that the compiler uses)")
    parser.add_argument("--write", action="store_true",
                        help="write the constants into the data")
    parser.add_argument("--check", action="store_true",
                        help="fail where the data differ from the fit")
    return parser.parse_args(argv)


def main(argv=None):
    options = arguments_of(argv)
    try:
        root = options.data or tools.data_directory()
        data = calibration.Calibration(options.directory, options.version)
        constants, (path, stored, fitted), found = fit(data, root)
    except (reports.ReportError, tools.ToolError, OSError) as error:
        print(f"talos.fit: error: {error}", file=sys.stderr)
        return 2
    show(data, constants, stored)
    differences = [f"{path.name}: {text}"
                   for text in files.differences(stored, fitted)]
    for library, old, new in found:
        differences += [f"{library.name}: {text}"
                        for text in files.operator_differences(old, new)]
    print("\n".join(differences) or "the data are what the fit gives")
    if options.write:
        files.write(path, fitted)
        for library, _, new in found:
            files.write(library, new)
    return 1 if options.check and differences else 0


if __name__ == "__main__":
    sys.exit(main())
