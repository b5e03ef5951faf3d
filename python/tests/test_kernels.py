# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every kernel that reports may hold, from rows made up for the purpose.

Latencies in the rows are worked out by hand from the rules of
docs/CostModel.md: 3 + term + 7 n for a parallel statement, and so on.
"""

import contextlib
import io
import itertools
import json
import pathlib
import tempfile
import unittest

from synthetic import Design, flattened, task, tree, write
from talos import fidelity, rebuild

ZERO = 1


def gemm_like(design, out, left, right, sizes, factors, start=True):
    """`out = 0; out += left * right` with k outermost and i pipelined."""
    i, j, k = sizes
    (i1, i2), j2, (k0, k2) = factors
    if start:
        design.statement(f"{out}[i][j] =0.0 ;",
                         f"i0:1 > j0:1 > i1:{i1}*PIPE > i2:{i2} > j2:{j2}",
                         vitis_task_latency=task(i1, 1, ZERO), vitis_II=1,
                         vitis_depth=ZERO)
    depth = 3 + 4 + (7 * tree(k2 + 1) if design.tree else 7 * k2)
    interval = flattened(depth, i1)
    design.statement(
        f"{out}[i][j] +={left}[i][k] * {right}[k][j] ;",
        f"i0:1 > k0:{k0} > j0:1 > i1:{i1}*PIPE > i2:{i2} > j2:{j2} > k2:{k2}",
        vitis_task_latency=task(k0 * i1, interval, depth), vitis_II=interval,
        vitis_depth=depth)


def three_mm(mode):
    """3mm with one size: all partitions are powers of two."""
    design = Design("3mm", mode)
    for name, transfers in zip("ABCDEFG", ("l", "l", "l", "l", "", "", "ls")):
        design.array(name, (64, 64), (4, 64), 16, transfers)
    for out, left, right in ("EAB", "FCD", "GEF"):
        gemm_like(design, out, left, right, (64, 64, 64),
                  ((16, 4), 64, (16, 4)))
    return design


def gemver(mode):
    n = 64
    design = Design("gemver", mode)
    design.array("A", (n, n), (4, n), 16, "ls")
    for name in ("u1", "u2", "y", "z", "w"):
        design.array(name, (n,), (4,), 16, "ls" if name == "w" else "l")
    for name in ("v1", "v2", "x"):
        design.array(name, (n,), (n,), 16, "ls" if name == "x" else "l")
    order = "i0:1 > j0:1 > i1:16*PIPE > i2:4 > j2:64"
    design.statement("A[i][j] =A[i][j] + u1[i] * v1[j] + u2[i] * v2[j] ;",
                     order, vitis_depth=3 + 4 + 14, vitis_II=1,
                     vitis_task_latency=task(16, 1, 21))
    depth = 3 + 4 + 4 + 7 * (tree(65) if mode else 64)
    design.statement("x[i] =x[i] + beta * A[j][i] * y[j] ;",
                     "j0:16 > i0:1 > i1:1*PIPE > i2:64 > j2:4")
    # x is in registers: iterations wait for the addition, 4 of them share one
    # adder, so that the last starts 6 cycles after the first.
    design.statement("x[i] =x[i] + z[i] ;", "i0:1 > i1:16*PIPE > i2:4",
                     vitis_depth=7 + 7 - 1, vitis_II=7,
                     vitis_task_latency=task(16, 7, 13))
    design.statement("w[i] =w[i] + alpha * A[i][j] * x[j] ;",
                     "i0:1 > j0:1 > i1:16*PIPE > i2:4 > j2:64",
                     vitis_depth=depth, vitis_II=1,
                     vitis_task_latency=task(16, 1, depth))
    return design


def doitgen(mode):
    design = Design("doitgen", mode)
    design.array("A", (8, 16, 32), (1, 1, 32), 16, "ls")
    design.array("C4", (32, 32), (1, 32), 16, "l")
    design.array("sum", (8, 16, 32), (1, 1, 32), 16, "")
    outer = "r0:8 > q0:1 > "
    design.statement("sum[r][q][p] =0 ;",
                     outer + "p0:1 > q1:16*PIPE > p2:32",
                     vitis_task_latency=task(128, 1, ZERO), vitis_II=1)
    depth = 3 + 4 + 7
    design.statement("sum[r][q][p] +=A[r][q][s] * C4[s][p] ;",
                     "r0:8 > s0:32 > q0:1 > p0:1 > q1:16*PIPE > p2:32 > s2:1",
                     vitis_depth=depth, vitis_II=flattened(depth, 16),
                     vitis_task_latency=task(8 * 32 * 16, 1, depth))
    design.statement("A[r][q][p] =sum[r][q][p] ;",
                     outer + "p0:1 > q1:16*PIPE > p2:32", vitis_depth=2,
                     vitis_task_latency=task(128, 1, 2), vitis_II=1)
    return design


def syr2k(mode):
    design = Design("syr2k", mode)
    design.array("C", (64, 64), (4, 64), 16)
    design.array("A", (64, 32), (64, 4), 16, "l")
    design.array("B", (64, 32), (64, 4), 16, "l")
    design.statement("C[i][j] = compute_operation_task0(C[i][j], C[i][j], "
                     "beta, j, i);",
                     "i0:1 > j0:1 > i1:16*PIPE > i2:4 > j2:64",
                     vitis_depth=3 + 4 + 1, vitis_II=1,
                     vitis_task_latency=task(16, 1, 8))
    depth = 4 * (8 + 14 + 1) + 3
    design.statement("C[i][j] = compute_operation_task1(C[i][j], C[i][j], "
                     "A[j][k], alpha, B[i][k], B[j][k], alpha, A[i][k], j, i);",
                     "i0:1 > k0:8 > j0:1 > i1:16*PIPE > i2:4 > j2:64 > k2:4")
    return design


def cnn(mode):
    """A tile of the weights is loaded below the loop over o."""
    design = Design("cnn", mode)
    design.array("I", (16, 36, 36), (1, 1, 4), 4, "l")
    design.array("W_S1", (8, 16, 5, 5), (8, 1, 1, 1), 1, "l",
                 offchip_array="W", full_shape="32x16x5x5",
                 cached_at="task1 under o0:4")
    design.array("O", (32, 32, 32), (8, 1, 4), 16)
    design.statement("O[o][h][w] =0.0 ;",
                     "o0:4 > h0:1 > w0:8 > h1:32*PIPE > o2:8 > w2:4",
                     vitis_II=1, vitis_depth=ZERO)
    design.statement(
        "O[o][h][w] +=W[o2][i][p][q] * I[i][h+p][w + q] ;",
        "o0:4 > i0:16 > p0:5 > q0:5 > w0:8 > h0:1 > h1:32*PIPE > o2:8 > w2:4",
        vitis_II=1)
    return design


def bert(mode):
    design = Design("bert_100_768", mode)
    design.array("A", (100, 100), (4, 4), 4, "l")
    design.array("B", (100, 768), (4, 64), 16, "l")
    design.array("C", (100, 768), (4, 64), 16)
    depth = 3 + 4 + (7 * tree(5) if mode else 28)
    design.statement("C[i][j] =0 ;",
                     "j0:12 > i0:1 > i1:25*PIPE > j2:64 > i2:4", vitis_II=1)
    design.statement("C[i][j] +=A[i][k] * B[k][j] ;", "j0:12 > k0:25 > i0:1 > "
                     "i1:25*PIPE > i2:4 > j2:64 > k2:4",
                     vitis_II=flattened(depth, 25))
    return design


MAKERS = [three_mm, gemver, doitgen, syr2k, cnn, bert]


class Directory(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.path = pathlib.Path(temporary.name)

    def run_on(self, designs, *options, leave_out=()):
        """Exit code, text and figures by design."""
        write(self.path, designs, leave_out)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = fidelity.main([str(self.path), "--json",
                                  str(self.path / "out.json"), *options])
        data = json.loads((self.path / "out.json").read_text())
        return code, out.getvalue(), {d["design"]: d for d in data["designs"]}


class Kernels(Directory):
    def test_statement_figures(self):
        designs = [make(mode) for mode in (0, 1) for make in MAKERS]
        code, out, found = self.run_on(designs)
        self.assertEqual(code, 0, out)
        self.assertEqual(len(found), len(designs))
        compared = 0
        for design in designs:
            for row, given in zip(found[design.name]["statements"],
                                  design.statements):
                where = f"{design.name} {given['text']}"
                for figure, column in (("cycles", "vitis_task_latency"),
                                       ("ii", "vitis_II"),
                                       ("depth", "vitis_depth")):
                    if given[column] != "":
                        compared += 1
                        self.assertEqual(row[figure], given[column],
                                         f"{where} {figure}")
        self.assertGreater(compared, 60)

    def test_both_ways_agree(self):
        designs = [make(mode) for mode in (0, 1) for make in MAKERS]
        _, _, applied = self.run_on(designs)
        _, _, written = self.run_on(designs, "--written")
        ways = [applied[d.name]["way"] for d in designs]
        self.assertGreaterEqual(ways.count("applied"), 8, ways)
        for name, figures in applied.items():
            self.assertEqual(written[name]["way"], "written")
            self.assertEqual(figures["cycles"], written[name]["cycles"], name)
            self.assertEqual(figures["resources"]["DSP"],
                             written[name]["resources"]["DSP"], name)

    def test_tiles_are_loaded_inside(self):
        _, out, found = self.run_on([cnn(0)])
        transfers = {t["name"]: t for t in
                     found["sisyphus|tr0|cnn"]["transfers"]}
        # 8 x 16 x 5 x 5 beats of one element; 25 has three signed digits, so
        # that rows are multiplied: IL 4; 4 dimensions: 2 more inside.
        beats = 8 * 16 * 5 * 5
        self.assertEqual(transfers["load W_S1"]["cycles"],
                         beats - 1 + 4 - 1 + 74 + 2, out)

    def test_every_kernel_is_known(self):
        kernels = rebuild.kernel_data()
        for name in ("2mm 3mm gemm atax bicg gesummv gemver mvt doitgen symm "
                     "syrk syr2k trmm bert_100_64 bert_3072_768 cnn jacobi-2d"
                     ).split():
            design = three_mm(0)
            design.row["kernel"] = name
            self.assertIsInstance(
                rebuild.program.extra_of({"kernel": name, "#": "x"}, kernels),
                dict)


class Variants(Directory):
    def test_permuted_orders(self):
        """Every order of the level-0 loops is rebuilt; the trip count stays."""
        designs = []
        for order in itertools.permutations(("i0:2", "j0:2", "k0:4")):
            design = Design("gemm")
            design.name = design.row["design_id"] = "|".join(order)
            design.array("C", (32, 32), (4, 16), 16)
            design.array("A", (32, 16), (4, 4), 16, "l")
            design.array("B", (16, 32), (4, 16), 16, "l")
            for factors in (" > i1:4*PIPE > i2:4 > j2:16 > k2:4",):
                design.statement("C[i][j] +=alpha * A[i][k] * B[k][j] ;",
                                 " > ".join(order) + factors)
            designs.append(design)
        code, out, found = self.run_on(designs)
        self.assertEqual(code, 0, out)
        for design in designs:
            row = found[design.name]["statements"][0]
            self.assertEqual(row["depth"], 3 + 8 + 28)
            # Flattened: 64 iterations, II = ceil((39 - 6) / 4).
            self.assertEqual((row["ii"], row["cycles"]),
                             (9, task(64, 9, 39)), out)

    def test_partitions(self):
        """Complete, block, one bank, a factor that is no power of two."""
        designs = []
        for number, entry in enumerate((
                "dim1:complete;dim2:cyclic:4", "", "dim2:complete",
                "dim1:block:4;dim2:cyclic:4", "dim1:cyclic:3;dim2:cyclic:4")):
            design = Design("gemm")
            design.name = design.row["design_id"] = f"g{number}"
            design.array("C", (24, 16), (1, 1), 16, partition=entry)
            design.statement("C[i][j] *=beta ;",
                             "i0:1 > j0:1 > i1:24*PIPE > i2:1 > j2:4 ",
                             vitis_II=1)
            designs.append(design)
        code, out, found = self.run_on(designs, "--written")
        self.assertEqual(code, 0, out)
        self.assertEqual(found["g1"]["statements"][0]["ii"], 4, out)
        self.assertEqual(found["g2"]["statements"][0]["ii"], 1, out)

    def test_optional_columns_may_be_missing(self):
        optional = ["tree_reduction", "BRAM_18K", "LUT", "FF", "over_utilized",
                    "guarded", "vitis_task_latency", "vitis_II", "vitis_depth",
                    "offchip_array", "full_shape", "vec_len", "cached_at"]
        designs = [three_mm(0), three_mm(1)]
        _, _, whole = self.run_on(designs)
        code, out, found = self.run_on(designs, leave_out=optional)
        self.assertEqual(code, 0, out)
        for design in designs:
            self.assertEqual(found[design.name]["cycles"],
                             whole[design.name]["cycles"])
        self.assertIn("(not reported)", out)

    def test_one_bad_row_stops_nothing(self):
        """Each of these fails by itself, with its reason."""
        def broken(name, **cells):
            design = three_mm(0)
            design.name = name
            for row in [design.row] + design.arrays + design.statements:
                row["design_id"] = name
            for key, value in cells.items():
                next(t for t in (design.statements[0], design.arrays[0],
                                 design.row) if key in t)[key] = value
            return design
        bad = {
            "kernel": (broken("a", kernel="fdtd"), "kernel 'fdtd' is not known"),
            "order": (broken("b", loop_order="i0:1 > j1"), "loop 'j1'"),
            "text": (broken("c", text="E[i][j] = f(1)(2);"), "expected"),
            "shape": (broken("d", buffer_shape="64xk"), "buffer_shape '64xk'"),
            "part": (broken("e", partition="dim1:magic:2"), "dim1:magic:2"),
            "place": (broken("f", cached_at="somewhere"), "somewhere"),
            "number": (broken("g", stmt="one"), "'one', not a number"),
            "device": (broken("h", part="xc7"), "no device file"),
        }
        designs = [design for design, _ in bad.values()] + [three_mm(1)]
        code, out, found = self.run_on(designs, "--brief")
        self.assertEqual(code, 1)
        self.assertEqual(list(found), ["sisyphus|tr1|3mm"], out)
        for design, reason in bad.values():
            self.assertIn(reason, out)
        self.assertIn("9 designs, 1 estimated, 8 failed", out)


if __name__ == "__main__":
    unittest.main()
