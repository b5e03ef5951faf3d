# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""talos.fidelity on all calibration designs, and on input that is not right."""

import contextlib
import csv
import io
import json
import pathlib
import re
import shutil
import tempfile
import unittest

from talos import fidelity

DATA = pathlib.Path(__file__).with_name("data") / "vitis"
ROOT = pathlib.Path(__file__).parents[2]
# A design with a tree of sums, one without, and one of another framework.
FEW = ("sisyphus|tr1|gemm", "sisyphus|tr0|gesummv", "scalehls|tr1|gemm")


def run(*arguments):
    """The exit code, standard output and standard error of a run."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = fidelity.main([str(a) for a in arguments])
    return code, out.getvalue(), err.getvalue()


class Directory(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.path = pathlib.Path(temporary.name)
        for name in ("designs.csv", "statements.csv", "arrays.csv"):
            shutil.copy(DATA / name, self.path / name)

    def keep(self, designs):
        """Leaves out all other designs."""
        self.edit("designs.csv",
                  lambda row: row if row["design_id"] in designs else None)

    def edit(self, name, change):
        """Rewrites a table: `change` gets each row and returns it or None."""
        path = self.path / name
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            columns = list(reader.fieldnames)
            rows = [r for r in map(change, reader) if r is not None]
        columns = [c for c in columns if not rows or c in rows[0]]
        columns += [c for c in (rows[0] if rows else []) if c not in columns]
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)


class Documented(unittest.TestCase):
    """The table of docs/CostModel.md says what its command prints."""

    FIGURES = {"cycles": ["cycles"],
               "task and transfer latency": ["task and transfer"],
               "initiation interval": ["II"], "DSP": ["DSP"],
               "BRAM_18K, URAM": ["BRAM_18K", "URAM"], "LUT": ["LUT"],
               "FF": ["FF"]}

    @classmethod
    def setUpClass(cls):
        text = (ROOT / "docs" / "CostModel.md").read_text()
        cls.section = text.split("\n## Fidelity")[1].split("\n## ")[0]
        command = re.search(r"^PYTHONPATH=python python3 -m talos\.fidelity (\S+)",
                            cls.section, re.MULTILINE)
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory, "out.json")
            cls.code, cls.out, _ = run(ROOT / command[1], "--brief", "--json",
                                       out)
            cls.data = json.loads(out.read_text())

    def test_the_command_estimates_every_design(self):
        self.assertEqual(self.code, 0, self.out)
        self.assertEqual(self.data["failed"], [])

    def test_numbers_of_designs(self):
        designs = self.data["designs"]
        over = sum(d["over_utilized"] for d in designs)
        applied = sum(d["way"] == "applied" for d in designs)
        said = re.search(r"Over all (\d+) float designs.*?(\d+) that fit the "
                         r"device, (\d+)\s+over-utilised.*?(\d+) carried out by "
                         r"the apply passes, (\d+) written", self.section,
                         re.DOTALL)
        self.assertEqual(list(map(int, said.groups())),
                         [len(designs), len(designs) - over, over, applied,
                          len(designs) - applied])

    def test_every_figure_of_the_table(self):
        rows = re.findall(r"^\| ([^|]+?) \| ([\d.]+)[ %]*\| ([\d.]+)[^|]*\| "
                          r"(\d+ of \d+)?[^|]*\|$", self.section, re.MULTILINE)
        self.assertEqual([row[0] for row in rows], list(self.FIGURES))
        for name, mean, worst, exact in rows:
            for figure in self.FIGURES[name]:
                summary = self.data["summary"][figure]
                for said, found in ((mean, summary["mean_percent"]),
                                    (worst, summary["worst_percent"])):
                    decimals = len(said.partition(".")[2])
                    self.assertEqual(said, f"{found:.{decimals}f}", name)
                if exact:
                    self.assertEqual(
                        exact, f"{summary['exact']} of {summary['count']}", name)


class Figures(Directory):
    def test_bounds(self):
        code, out, _ = run(DATA, "--json", self.path / "out.json", "--keep",
                           self.path / "code")
        self.assertEqual(code, 0, out)
        data = json.loads((self.path / "out.json").read_text())
        self.assertIn("scalehls|tr1|gemm", data["others"])
        summary = data["summary"]
        for figure, mean, worst in [("cycles", 0.1, 0.5), ("DSP", 0.1, 0.5),
                                    ("BRAM_18K", 0, 0), ("URAM", 0, 0),
                                    ("LUT", 10, 25), ("FF", 10, 25),
                                    ("II", 0, 0),
                                    ("task and transfer", 0.1, 2)]:
            self.assertLessEqual(summary[figure]["mean_percent"], mean, figure)
            self.assertLessEqual(summary[figure]["worst_percent"], worst, figure)
        self.assertIn("tr0|syrk  applied  over-utilized", out)
        self.assertLessEqual(data["loops"]["scalehls"]["worst_percent"], 2)
        for figure in data["memories"].values():
            self.assertGreater(figure["count"], 200)
            self.assertEqual(figure["exact"], figure["count"])
        self.assertIn("not through apply: design point: task \"S0\" asks for "
                      "padding", out)
        code = (self.path / "code" / "sisyphus_tr1_gemm.hls.mlir").read_text()
        self.assertIn("hls.task \"S1\"", code)

    def test_tables_that_are_not_read_are_named(self):
        self.keep(FEW)
        code, out, _ = run(self.path, "--brief")
        self.assertEqual(code, 0)
        self.assertNotIn("not read", out)
        (self.path / "dataflow_tasks.csv").write_text("design,LUT\na,1\nb,2\n")
        (self.path / "nlp.csv").write_bytes(b"design\n\xff\n")
        code, out, _ = run(self.path, "--brief", "--json", self.path / "o.json")
        self.assertEqual(code, 0)
        self.assertIn("not read, so that no figure above rests on them: "
                      "dataflow_tasks.csv (2 rows), nlp.csv (1 rows)", out)
        self.assertEqual(json.loads((self.path / "o.json").read_text())["unread"],
                         {"dataflow_tasks.csv": 2, "nlp.csv": 1})

    def test_an_error_in_the_rows_shows(self):
        def slower(row):
            if row["design_id"] == "sisyphus|tr1|gemm":
                row["lat_worst"] = str(2 * int(row["lat_worst"]))
            return row
        self.edit("designs.csv", slower)
        self.keep(FEW)
        run(self.path, "--json", self.path / "out.json")
        data = json.loads((self.path / "out.json").read_text())
        self.assertGreater(data["summary"]["cycles"]["worst_percent"], 45)


class BadInput(Directory):
    def setUp(self):
        super().setUp()
        self.keep(FEW)

    def test_missing_column(self):
        self.edit("statements.csv",
                  lambda row: {k: v for k, v in row.items()
                               if k != "loop_order"})
        code, _, err = run(self.path)
        self.assertEqual(code, 2)
        self.assertIn("statements.csv: column 'loop_order' is missing", err)

    def test_missing_file(self):
        (self.path / "arrays.csv").unlink()
        code, _, err = run(self.path)
        self.assertEqual(code, 2)
        self.assertIn("arrays.csv: no such file", err)

    def check(self, reason):
        """One design fails with the reason, the others are reported."""
        code, out, _ = run(self.path, "--brief")
        self.assertEqual(code, 1)
        self.assertIn("2 designs, 1 estimated, 1 failed", out)
        self.assertRegex(out, r"failed: sisyphus\|tr1\|gemm: .*" + reason)

    def change(self, table, **cells):
        def edit(row):
            if row["design_id"] == "sisyphus|tr1|gemm":
                row.update(cells)
            return row
        self.edit(table, edit)

    def test_unknown_text(self):
        self.change("statements.csv", text="C[i][j] @= 1")
        self.check("unexpected '@= 1'")

    def test_unknown_loop(self):
        self.change("statements.csv", loop_order="i0:4 > what")
        self.check("loop 'what' of loop_order")

    def test_unknown_array(self):
        self.change("statements.csv", text="Z[i][j] = 0;")
        self.check("array 'Z' has no row in arrays.csv")

    def test_unknown_part(self):
        self.change("designs.csv", part="xc7")
        self.check("no device file has the part 'xc7'")

    def test_unknown_tool(self):
        self.change("designs.csv", vitis_version="2019.1")
        self.check("2019.1")

    def test_wrong_number(self):
        self.change("designs.csv", lat_worst="many")
        self.check("'lat_worst' is 'many', not a number")

    def test_no_statements(self):
        self.edit("statements.csv", lambda row: None if row["design_id"] ==
                  "sisyphus|tr1|gemm" else row)
        self.check("statements.csv has no row")


class Figures(unittest.TestCase):
    def test_a_resource_that_nothing_uses_has_no_mean(self):
        figure = fidelity.Comparison()
        figure.add("gemm", 0, 0)
        self.assertIsNone(figure.summary()["geomean_ratio"])
        self.assertEqual(fidelity.ratio_text(None).strip(), "-")
        figure.add("lu", 3, 2)
        self.assertEqual(figure.summary()["geomean_ratio"], 1.5)


if __name__ == "__main__":
    unittest.main()
