# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""talos.fit on all calibration designs, and that it is a fit."""

import contextlib
import csv
import io
import json
import pathlib
import re
import shutil
import tempfile
import unittest
from unittest import mock

from talos import tools
from talos.fit import __main__ as fit
from talos.fit import addresses, constants, crossvalidation, files, linear

DATA = pathlib.Path(__file__).with_name("data") / "vitis"
ROOT = pathlib.Path(__file__).parents[2]
TABLES = ["designs.csv", "statements.csv", "arrays.csv", "loops.csv",
          "memories.csv", "operators.csv"]


# Their amounts take an estimate of every design for each coefficient.
WITHOUT_RESOURCES = mock.patch("talos.fit.resources.fit", lambda *_: [])


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = fit.main([str(a) for a in arguments])
    return code, out.getvalue(), err.getvalue()


class Fitted(unittest.TestCase):
    """Works on copies of the tables and of the data files."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        root = pathlib.Path(temporary.name)
        self.tables, self.data = root / "tables", root / "data"
        self.tables.mkdir()
        for name in TABLES:
            shutil.copy(DATA / name, self.tables / name)
        shutil.copytree(tools.data_directory(), self.data)
        self.rules = self.data / "rules" / "vitis-2023.2.json"

    def edit(self, name, change):
        path = self.tables / name
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            columns, rows = reader.fieldnames, [dict(r) for r in reader]
        for row in rows:
            change(row)
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)

    def write(self):
        """Fits and writes; the output and the rules before and after."""
        before = files.read(self.rules)
        code, out, err = run(self.tables, "--data", self.data, "--write")
        self.assertEqual(code, 0, out + err)
        return out, before, files.read(self.rules)

    def spoil(self):
        """Sets every value to one that no report shows."""
        rules = files.read(self.rules)

        def walk(node):
            for value in node.values():
                if isinstance(value, dict) and "value" in value:
                    value["value"] = 999
                elif isinstance(value, dict):
                    walk(value)
        walk(rules)
        files.write(self.rules, rules)
        for path in (self.data / "operators").glob("virtexuplus*"):
            library = files.read(path)
            for name in ("fadd", "fmul"):
                library["operators"][name].update(latency=99, dsp=99, lut=9,
                                                  ff=9)
            files.write(path, library)


class Calibrated(Fitted):
    def test_constants_come_from_the_tables_alone(self):
        """Whatever is stored before, the same constants come out."""
        good = files.read(self.rules)
        self.write()
        fitted = files.read(self.rules)
        self.spoil()
        out, _, again = self.write()
        kept = out.split("no rows, kept: ")[1].split("\n")[0].split(", ")
        values = dict(files.quantities(again))
        for path, value in files.quantities(fitted):
            if ".".join(path) in kept:
                self.assertEqual(values[path], 999, path)
            else:
                self.assertEqual(values[path], value, path)
        # The tables lack rows for these alone; those of memories are documented,
        # those of dataflow fit networks as wholes (their sources say so).
        self.assertEqual(set(kept), {"dataflow.entry", "dataflow.fifo_free",
                                     "dataflow.fifo_latency", "dataflow.shared_port",
                                     "depth.copy", "transfers.nested_deep",
                                     "transfers.overlap.bank_lut",
                                     "transfers.overlap.iteration",
                                     "transfers.overlap.remainder",
                                     "transfers.overlap.segment",
                                     "transfers.overlap.third",
                                     "transfers.realign.depth", "transfers.realign.fifo_ff",
                                     "transfers.realign.fifo_lut", "transfers.realign.ff_per_bit",
                                     "transfers.realign.mux_ways",
                                     "transfers.extra_port.ff",
                                     "transfers.extra_port.ff_per_bit",
                                     "transfers.extra_port.lut",
                                     "transfers.extra_port.lut_per_bit",
                                     "memories.mask_bits", "memories.uram_bits",
                                     "memories.uram_words"})
        for path, value in files.quantities(good):
            if ".".join(path) not in kept:
                self.assertEqual(values[path], value, path)
        for path in (self.data / "operators").glob("virtexuplus*"):
            clock = files.read(path)["clock"]["value"]
            fadd = files.read(path)["operators"]["fadd"]
            self.assertEqual(fadd["latency"], 7 if clock == 4000 else 5)
            self.assertEqual(fadd["provenance"], "measured")

    @WITHOUT_RESOURCES
    def test_check(self):
        self.write()
        code, out, _ = run(self.tables, "--data", self.data, "--check")
        self.assertEqual(code, 0, out)
        self.assertIn("the data are what the fit gives", out)
        rules = files.read(self.rules)
        rules["loops"]["outer_overhead"]["value"] = 5
        files.write(self.rules, rules)
        library = self.data / "operators" / "virtexuplus-2023.2-4550ps.json"
        changed = files.read(library)
        changed["operators"]["fmul"]["dsp"] = 2
        files.write(library, changed)
        code, out, _ = run(self.tables, "--data", self.data, "--check")
        self.assertEqual(code, 1)
        self.assertIn("loops.outer_overhead: stored 5, fitted 6", out)
        self.assertIn("fmul.dsp: stored 2, fitted 3", out)
        self.assertEqual(files.read(self.rules), rules)

    @WITHOUT_RESOURCES
    def test_other_reports_give_other_constants(self):
        def slower_loads(row):
            if row["load_vitis_latency"]:
                row["load_vitis_latency"] = int(row["load_vitis_latency"]) + 3

        def deeper(row):
            if row["vitis_depth"] and row["framework"] == "sisyphus":
                row["vitis_depth"] = int(row["vitis_depth"]) + 2
        self.edit("arrays.csv", slower_loads)
        self.edit("statements.csv", deeper)
        _, before, after = self.write()
        self.assertEqual(after["transfers"]["load_overhead"]["value"],
                         before["transfers"]["load_overhead"]["value"] + 3)
        self.assertEqual(after["transfers"]["store_overhead"]["value"],
                         before["transfers"]["store_overhead"]["value"])
        for name in ("parallel", "carried", "local", "zero_init"):
            self.assertEqual(after["depth"][name]["value"],
                             before["depth"][name]["value"] + 2, name)

    def test_sources_name_rows_and_residual(self):
        _, _, after = self.write()
        source = after["transfers"]["load_overhead"]["source"]
        self.assertRegex(source, r"arrays.csv, load functions, Vitis HLS 2023.2"
                                 r", xcu200-fsgd2104-2-e, 4.00 ns: \d+ of \d+ "
                                 r"rows exact, error mean 0 cycles, worst 0")
        self.assertRegex(after["lut"]["bank"]["source"],
                         r"31 designs, .* error mean [0-9.]+ %, worst .*; "
                         r"designs of kernels left out of the fit: [0-9.]+ % "
                         r"mean")
        self.assertIn("left out of the rule", after["ff"]["bank"]["source"])
        self.assertEqual(after["ff"]["bank"]["value"], 0)
        # 6 rows of 3 kernels; 24 of 8.
        self.assertEqual(after["depth"]["local"]["provenance"], "sparse")
        self.assertEqual(after["depth"]["zero_init"]["provenance"], "measured")

    @WITHOUT_RESOURCES
    def test_missing_optional_tables(self):
        for name in ("loops.csv", "memories.csv", "operators.csv"):
            (self.tables / name).unlink()
        out, before, after = self.write()
        self.assertIn("memories.bram_words", out.split("kept: ")[1])
        self.assertEqual(before["memories"]["steps"], after["memories"]["steps"])

    def test_errors(self):
        code, _, err = run(self.tables, "--version", "2020.1")
        self.assertEqual(code, 2)
        self.assertIn("no design of framework 'sisyphus' with Vitis 2020.1", err)
        (self.tables / "designs.csv").unlink()
        code, _, err = run(self.tables)
        self.assertEqual(code, 2)
        self.assertIn("designs.csv: no such file", err)

    def test_the_data_are_fitted_to_all_reports(self):
        code, out, _ = run(DATA, "--check")
        self.assertEqual(code, 0, out)


class Documented(unittest.TestCase):
    """What docs/CostModel.md promises of designs that are not in the tables."""

    def test_errors_of_kernels_left_out(self):
        text = (ROOT / "docs" / "CostModel.md").read_text()
        section = text.split("**LUT and FF of other designs.**")[1]
        cells = [line.split("|")[2:4] for line in section.split("\n")
                 if line.startswith(("| one kernel", "| half of"))]
        said = [re.findall(r"[\d.]+", one[i] + half[i])
                for one, half in [cells] for i in (0, 1)]
        code, out, _ = run(DATA)
        self.assertEqual(code, 0)
        for kind, numbers in zip(("lut", "ff"), said):
            found = re.search(kind + r": designs of kernels left out of the fit: "
                              r"([\d.]+) % mean, ([\d.]+) % worst one kernel at a "
                              r"time; ([\d.]+) % mean with half", out)
            self.assertEqual(list(found.groups()), numbers, kind)
            self.assertLessEqual(float(found[1]), 10)
            self.assertLessEqual(float(found[3]), 10)
            fit = re.search(kind + r"\.bank .*error mean ([\d.]+) %, worst "
                            r"([\d.]+)", out)
            row = re.search(rf"^\| {kind} \|.*mean ([\d.]+) %, worst ([\d.]+)",
                            text, re.MULTILINE)
            for name, a, b in zip(("mean", "worst"), row.groups(), fit.groups()):
                self.assertAlmostEqual(float(a), float(b), 1, f"{kind} {name}")

    def test_sparse_depth_rules(self):
        """The table of the document has what the rules file marks."""
        rules = files.read(tools.data_directory() / "rules" /
                           "vitis-2023.2.json")["depth"]
        sparse = {name for name, entry in rules.items()
                  if entry["provenance"] == "sparse"}
        self.assertEqual(sparse, {"local", "local_buffer", "guarded",
                                  "guarded_term", "carried", "remainder",
                                  "copy"})
        text = (ROOT / "docs" / "CostModel.md").read_text()
        table = text.split("**Depths that rest on few rows.**")[1].split("\n\n")[1]
        for name, words in (("local", "local accumulator"), ("carried", "carried"),
                            ("guarded", "guards"), ("remainder", "remainder")):
            rows = re.search(r"(\d+) statements of (\d+) kernels",
                             rules[name]["source"]).groups()
            cells = re.search(rf"^\| {words}[^|]*\| (\d+) \| ([^|]*) \|", table,
                              re.MULTILINE).groups()
            kernels = cells[1] if cells[1].isdigit() else \
                str(len(cells[1].split(",")))
            self.assertEqual((cells[0], kernels), rows, name)


class LeftOut(unittest.TestCase):
    """Cross-validation on made-up designs."""

    @staticmethod
    def sample(kernel, unit, noise, measured):
        return crossvalidation.Sample(kernel, measured, 10,
                                      {"unit": unit, "noise": noise})

    def test_a_kernel_says_nothing_about_itself(self):
        """Kernels a to c cost 10 + 3 a unit, d costs 10 + 5."""
        samples = [self.sample(k, u, 0, 10 + (5 if k == "d" else 3) * u)
                   for k in "abcd" for u in (10, 20)]
        errors = crossvalidation.left_out_errors(
            samples, lambda others: ["unit"], {"d"})
        for error, unit in zip(errors, (10, 20)):
            self.assertAlmostEqual(error, -2 * unit / (10 + 5 * unit))
        all_in = crossvalidation.fitted(samples, ["unit"])["unit"]
        self.assertGreater(all_in, 3.1)

    def test_a_constant_that_helps_no_other_kernel_is_left_out(self):
        samples = [self.sample(k, u, n, 10 + 3 * u + extra)
                   for k, u, n, extra in
                   (("a", 10, 9, 2), ("b", 20, 0, 0), ("c", 30, 4, -3),
                    ("d", 15, 1, 1), ("e", 25, 7, -2))]
        self.assertEqual(crossvalidation.fewest(samples, ["unit", "noise"]),
                         ["unit"])
        both = crossvalidation.validate(samples, ["unit", "noise"])
        self.assertEqual(len(both.one_out), 5)
        self.assertEqual(len(both.half_out), 10)  # 5 over 2

    def test_one_kernel_keeps_all_constants(self):
        samples = [self.sample("a", 1, 2, 30)]
        self.assertEqual(crossvalidation.fewest(samples, ["unit", "noise"]),
                         ["unit", "noise"])


class Parts(unittest.TestCase):
    def test_signed_digits(self):
        for value, digits in ((1, 1), (7, 2), (11, 3), (192, 2), (25, 3)):
            self.assertEqual(addresses.signed_digits(value), digits, value)

    def test_least_prefers_the_nearest(self):
        value, left = constants.least(range(10), lambda c: [max(0, 3 - c)], 6)
        self.assertEqual((value, left), (6, [0]))

    def test_nonnegative(self):
        columns = {"a": [1, 0, 1], "b": [0, 1, 1]}
        values, rest = linear.nonnegative(columns, [2, -3, -1])
        self.assertAlmostEqual(values["a"], 0.5)
        self.assertEqual(values["b"], 0)
        self.assertAlmostEqual(sum(r * r for r in rest), 1.5 ** 2 + 9 + 1.5 ** 2)

    def test_tables_keep_entries_without_rows(self):
        stored = [{"bits": 32, "bram_18k": 2}, {"bits": 64, "bram_18k": 9}]
        fitted = constants.Constant(("memories", "adapters"),
                                    [{"bits": 64, "bram_18k": 4}], "", "", None)
        self.assertEqual(files.with_table(stored, fitted),
                         [{"bits": 32, "bram_18k": 2},
                          {"bits": 64, "bram_18k": 4}])
        json.loads(files.render({"a": [1, {"b": stored}]}))


if __name__ == "__main__":
    unittest.main()
