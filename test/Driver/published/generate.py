"""Writes the published designs as design files: generate.py <reports> <out> [--check]

<reports> is unittests/Cost/data. A file is <kernel>-<ordered|tree>.json and
holds loops, factors, orders and partitions of one row set, nothing else. With
--check nothing is written, and a file that differs is an error."""
import csv
import json
import pathlib
import re
import sys

# The reports call this loop j, the source i.
RENAMED = {("atax", "0", "j"): "i"}
# The order of a band's loops in the source, where it is not i, j, k.
BANDS = {"gemm": "ikj"}
KERNELS = ["2mm", "atax", "bicg", "gemm", "gesummv", "mvt", "bert_100_64",
           "bert_100_3072"]


def rows(directory, name, design):
    with open(directory / name) as file:
        return [row for row in csv.DictReader(file) if row["design"] == design]


def task(row):
    """Statement n of the report is statement Sn of the distributed program;
    `order` reads `j0:1 i0:3 j1:19*PIPE j2:10 i2:60`."""
    kernel = row["design"].split("/")[1]
    factors, order, pipelined = {}, [], ""
    for name, level, trip, mark in re.findall(r"(\w)(\d):(\d+)(\*PIPE)?",
                                              row["order"]):
        name = RENAMED.get((kernel, row["statement"], name), name)
        factors.setdefault(name, [1, 1, 1])[int(level)] = int(trip)
        if level == "0":
            order.append(name)
        if mark:
            pipelined = name
    names = sorted(factors, key=BANDS.get(kernel, "ijk").index)
    trips = {n: f[0] * f[1] * f[2] for n, f in factors.items()}
    name = "S" + row["statement"]
    return {"name": name, "statements": [name],
            "loops": [{"name": n, "trip": trips[n], "factors": factors[n]}
                      for n in names],
            "order": order, "pipelined": pipelined,
            "accumulator": row["accumulator"]}


def array(row):
    factors = [int(f) for f in row["factors"].split("x")]
    extents = [int(e) for e in row["extents"].split("x")]
    dims = [{"kind": "none"} if f == 1 else {"kind": "complete"} if f == e
            else {"kind": "cyclic", "factor": f}
            for f, e in zip(factors, extents)]
    return {"array": row["array"], "beat": int(row["beat"]), "partition": dims}


def main():
    reports, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for mode, name in (("tr0", "ordered"), ("tr1", "tree")):
        for kernel in KERNELS:
            design = f"{mode}/{kernel}"
            point = {
                "tasks": [task(r) for r in rows(reports, "statements.csv", design)],
                "arrays": [array(r) for r in rows(reports, "arrays.csv", design)]}
            text = json.dumps(point, separators=(",", ":"))
            # One task or array a line.
            text = re.sub(r'(?<=[\[,])\{"(name":"S|array)', r'\n {"\1', text)
            text = text.replace('],"arrays"', '],\n"arrays"') + "\n"
            file = out / f"{kernel}-{name}.json"
            if "--check" not in sys.argv:
                file.write_text(text)
            elif file.read_text() != text:
                sys.exit(f"{file} is not what the reports say")


main()
