# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits the linear LUT and FF rules and writes them into a rules file.

    build/bin/talos-resource-features > DIRECTORY/features.csv
    python3 python/talos/fit_resources.py DIRECTORY lib/Target/data/rules/vitis-2023.2.json

Each row of features.csv is a synthesised design: measured LUT and FF, the part
that operators and LUTRAM explain, and the amounts that the coefficients
multiply. The fit minimises the sum of squared relative errors under
coefficients >= 0 (coordinate descent), so that no design is made cheaper by
adding hardware to it.
"""

import csv
import json
import pathlib
import sys


def fit(rows, names, kind, rounds=20000):
    """Returns the coefficients by name and the relative errors by design."""
    weights = [1 / row[kind] for row in rows]
    columns = {
        n: [row[n] * w for row, w in zip(rows, weights)] for n in names
    }
    residual = [
        (row[kind] - row[kind + "_known"]) * w for row, w in zip(rows, weights)
    ]
    norms = {n: sum(v * v for v in column) for n, column in columns.items()}
    result = {n: 0.0 for n in names}
    for _ in range(rounds):
        largest = 0.0
        for n, column in columns.items():
            if not norms[n]:
                continue
            gradient = sum(c * r for c, r in zip(column, residual)) / norms[n]
            step = max(0.0, result[n] + gradient) - result[n]
            if step:
                result[n] += step
                residual = [r - step * c for r, c in zip(residual, column)]
                largest = max(largest, abs(step) * norms[n] ** 0.5)
        if largest < 1e-9:
            break
    return result, residual


def render(value, indent=0):
    """JSON with one line for each flat object that fits it."""
    flat = json.dumps(value)
    is_nested = isinstance(value, (dict, list)) and any(
        isinstance(v, (dict, list))
        for v in (value.values() if isinstance(value, dict) else value)
    )
    if not isinstance(value, (dict, list)) or (
        not is_nested and len(flat) + indent <= 100
    ):
        return flat
    pad = "\n" + " " * (indent + 2)
    end = "\n" + " " * indent
    if isinstance(value, dict):
        items = (
            json.dumps(k) + ": " + render(v, indent + 2)
            for k, v in value.items()
        )
        return "{" + pad + ("," + pad).join(items) + end + "}"
    items = (render(v, indent + 2) for v in value)
    return "[" + pad + ("," + pad).join(items) + end + "]"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    directory, rules_file = map(pathlib.Path, sys.argv[1:])
    with open(directory / "features.csv", newline="") as file:
        rows = [
            {k: v if k == "design" else float(v) for k, v in row.items()}
            for row in csv.DictReader(file)
        ]
    rules = json.loads(rules_file.read_text())
    for kind in ("lut", "ff"):
        names = list(rules[kind])
        coefficients, errors = fit(rows, names, kind)
        mean = 100 * sum(map(abs, errors)) / len(errors)
        worst = 100 * max(map(abs, errors))
        source = (
            f"fit_resources.py on {len(rows)} public csynth reports (Vitis HLS"
            f" 2023.2, U200, 4.00 ns): error mean {mean:.2f} %, worst {worst:.2f} %"
        )
        for name, value in coefficients.items():
            rules[kind][name]["value"] = round(1000 * value)
            rules[kind][name]["source"] = source
        print(f"{kind}: {source}")
        for row, error in zip(rows, errors):
            print(f"  {row['design']:20} {-100 * error:7.2f} %")
    rules_file.write_text(render(rules) + "\n")


if __name__ == "__main__":
    main()
