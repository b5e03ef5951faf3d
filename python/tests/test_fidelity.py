# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""talos.fidelity on eleven public designs, and on input that is not right."""

import contextlib
import csv
import io
import json
import pathlib
import shutil
import tempfile
import unittest

from talos import fidelity

DATA = pathlib.Path(__file__).with_name("data") / "vitis"


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


class Figures(Directory):
    def test_bounds(self):
        code, out, _ = run(DATA, "--json", self.path / "out.json", "--keep",
                           self.path / "code")
        self.assertEqual(code, 0, out)
        data = json.loads((self.path / "out.json").read_text())
        self.assertEqual(data["failed"], [])
        self.assertEqual(len(data["designs"]), 11)
        self.assertEqual(data["others"], ["scalehls|tr1|gemm"])
        summary = data["summary"]
        for figure, mean, worst in [("cycles", 0.5, 3), ("DSP", 0.5, 3),
                                    ("BRAM_18K", 0, 0), ("URAM", 0, 0),
                                    ("LUT", 12, 30), ("FF", 12, 30),
                                    ("II", 0, 0),
                                    ("task and transfer", 0.1, 2)]:
            self.assertLessEqual(summary[figure]["mean_percent"], mean, figure)
            self.assertLessEqual(summary[figure]["worst_percent"], worst, figure)
        self.assertIn("tr0|syrk  applied  over-utilized", out)
        self.assertLessEqual(data["loops"]["scalehls"]["worst_percent"], 2)
        for figure in data["memories"].values():
            self.assertGreater(figure["count"], 30)
            self.assertEqual(figure["exact"], figure["count"])
        self.assertIn("10 carried out by the apply passes, 1 written", out)
        self.assertIn("not through apply: design point: task \"S0\" asks for "
                      "padding", out)
        code = (self.path / "code" / "sisyphus_tr1_gemm.hls.mlir").read_text()
        self.assertIn("hls.task \"S1\"", code)

    def test_an_error_in_the_rows_shows(self):
        def slower(row):
            if row["design_id"] == "sisyphus|tr1|gemm":
                row["lat_worst"] = str(2 * int(row["lat_worst"]))
            return row
        self.edit("designs.csv", slower)
        run(self.path, "--json", self.path / "out.json")
        data = json.loads((self.path / "out.json").read_text())
        self.assertGreater(data["summary"]["cycles"]["worst_percent"], 45)


class BadInput(Directory):
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
        self.assertIn("11 designs, 10 estimated, 1 failed", out)
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


if __name__ == "__main__":
    unittest.main()
