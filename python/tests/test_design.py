# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Designs from Python: the same as those of hlsc, and what a program asks of them."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading

import numpy
import pytest

import talos
from talos import f32, i32, tools

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "test" / "Kernels"
INPUTS = KERNELS.parent / "Driver" / "Inputs"
GEMM = KERNELS / "mini" / "gemm.mlir"
pytest.importorskip("talos._talos", reason="the compiled module is not built here")


def hlsc(*arguments, cwd=None):
    """Runs the command line."""
    done = subprocess.run([tools.find_tool("hlsc"), "--report", "none", *map(str, arguments)],
                          capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done


def assert_same(first, second):
    """Two directories hold the same files with the same bytes. The report names
    its own directory nowhere."""
    names = sorted(os.listdir(first))
    assert names == sorted(os.listdir(second)) and "report.json" in names
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


@pytest.mark.parametrize("options, arguments", [
    ({"target": "u200"}, ["--target", "u200"]),
    ({"target": "u55c", "clock_ns": 4.55, "usable": 60, "tree_reduction": True,
      "explain": True},
     ["--target", "u55c", "--clock-ns", "4.55", "--usable", "60%", "--tree-reduction",
      "--explain"]),
    ({"target": "u200", "space": "pragmas", "max_partition": 64,
      "limit": {"DSP": 400}},
     ["--target", "u200", "--space", "pragmas", "--max-partition", "64", "--limit",
      "DSP=400"]),
    ({"target": "u200", "pin": {"S1.k.t2": 3, "S1.order": ["k", "i", "j"]}},
     ["--target", "u200", "--pin", "S1.k.t2=3,S1.order=k,i,j"]),
    ({"target": "u200", "dse": True, "dse_partitions": [16, 4]},
     ["--target", "u200", "--dse", "--dse-partitions", "16,4"])])
def test_same_bytes_as_hlsc(tmp_path, options, arguments):
    hlsc(GEMM, "--top", "gemm", *arguments, "-o", tmp_path / "hlsc")
    design = talos.open(GEMM, top="gemm").design(**options)
    design.build(tmp_path / "python")
    assert_same(tmp_path / "hlsc", tmp_path / "python")


def test_same_bytes_as_hlsc_for_c(tmp_path):
    file = KERNELS / "polybench" / "lu.c"
    hlsc(file, "--top", "kernel_lu", "--bind", "n=20", "-DSMALL_DATASET", "--target", "u200",
         "--csim", "-o", tmp_path / "hlsc")
    design = talos.open(file, top="kernel_lu", bind={"n": 20}, D="SMALL_DATASET").design(
        target="u200")
    design.build(tmp_path / "python", mode="csim")
    assert_same(tmp_path / "hlsc", tmp_path / "python")
    hlsc(file, "--top", "kernel_lu", "--bind", "n=20", "-DSMALL_DATASET", "--target", "u200",
         "-o", tmp_path / "without")
    design.build(tmp_path / "again")
    assert_same(tmp_path / "without", tmp_path / "again")


@talos.kernel
def scaled_sum(alpha: f32, A: f32[16, 24], x: f32[24], y: f32[16]):
    for i in range(16):
        y[i] = 0.0
        for j in range(24):
            y[i] += alpha * A[i, j] * x[j]


def test_same_bytes_as_hlsc_for_a_kernel(tmp_path):
    schedule = talos.customize(scaled_sum)
    (tmp_path / schedule.name).write_text(schedule.mlir, encoding="utf-8")
    hlsc(schedule.name, "--top", "scaled_sum", "--target", "u200", "--csim", "-o", "hlsc",
         cwd=tmp_path)
    schedule.design(target="u200").build(tmp_path / "python", mode="csim")
    assert_same(tmp_path / "hlsc", tmp_path / "python")


def test_figures_and_texts():
    design = talos.open(GEMM).design(target="u200")
    report = design.report
    assert design.cycles == report["design"]["cycles"] and design.bound <= design.cycles
    assert design.status == "optimal"
    assert set(design.resources) == {"DSP", "BRAM_18K", "URAM", "LUT", "FF"}
    assert design.ports == 3
    assert [task["name"] for task in design.tasks] == ["S0", "S1"]
    assert "void gemm(" in design.code and design.files["gemm.cpp"] == design.code
    assert "hls.task" in design.mlir and f"{design.cycles:,}" in design.table()
    assert "hls-explore" in design.times
    assert "S1" in design.explain() and "cycles" in design.explain()
    page = design._repr_html_()
    assert "<table>" in page and f"{design.cycles:,}" in page
    assert "data:image/svg+xml" in page
    assert "gemm" in repr(design)


def test_figures_of_a_network():
    design = talos.open(GEMM).design(target="u200", space="streamed")
    report = design.report
    assert design.network is not None and talos.open(GEMM).design(target="u200").network is None
    assert design.cycles == design.network["cycles"] == report["cycles"]
    assert design.status == "optimal" and design.bound == report["model"]["bound"]
    assert set(design.resources) == {"DSP", "BRAM_18K", "URAM", "LUT", "FF"}
    assert design.resources["DSP"] == report["model"]["resources"]["DSP"] > 0
    assert design.ports == 3
    assert "#pragma HLS dataflow" in design.code and f"{design.cycles:,}" in repr(design)
    assert "cycles" in design.explain()
    page = design._repr_html_()
    assert f"{design.cycles:,}" in page
    assert all(f"<td>{process['name']}</td>" in page for process in design.network["processes"])
    for draw in (design.picture, lambda: design.page("network.html")):
        with pytest.raises(talos.OptionError, match="a network has no pictures"):
            draw()


def test_simulates_a_network_in_place():
    random = numpy.random.default_rng(4)
    A = random.random((16, 24), dtype="float32")
    x = random.random(24, dtype="float32")
    y = numpy.empty(16, dtype="float32")
    design = talos.customize(scaled_sum).design(target="u200", space="streamed")
    design.simulate(2.0, A, x, y)
    assert numpy.allclose(y, 2.0 * A @ x, rtol=1e-5)


def test_pictures_and_page(tmp_path):
    design = talos.open(GEMM).design(target="u200", explain=True)
    for name in ("timeline", "nests", "graph", "resources"):
        assert design.picture(name).startswith("<svg"), name
    with pytest.raises(talos.OptionError, match="graph, nests"):
        design.picture("portrait")
    hlsc(GEMM, "--top", "gemm", "--target", "u200", "--explain", "--report-html",
         tmp_path / "hlsc.html")
    design.page(tmp_path / "python.html")
    assert (tmp_path / "python.html").read_bytes() == (tmp_path / "hlsc.html").read_bytes()


def test_simulates_in_place():
    random = numpy.random.default_rng(3)
    A = random.random((16, 24), dtype="float32")
    x = random.random(24, dtype="float32")
    y = numpy.empty(16, dtype="float32")
    design = talos.customize(scaled_sum).design(target="zynq7020", clock_ns=10)
    design.simulate(2.0, A, x, y)
    assert numpy.allclose(y, 2.0 * A @ x, rtol=1e-5)
    for wrong, text in [((2.0, A, x), "4 arguments"),
                        ((2.0, A.T, x, y), r"\(16, 24\)"),
                        ((2.0, A.astype("float64"), x, y), "float32"),
                        ((2.0, A, [1.0], y), "not list"),
                        (("two", A, x, y), "argument 'alpha' is float"),
                        ((2.0, numpy.asfortranarray(A), x, y), "C order")]:
        with pytest.raises(talos.InputError, match=text):
            design.simulate(*wrong)
    y.flags.writeable = False
    with pytest.raises(talos.InputError, match="read-only"):
        design.simulate(2.0, A, x, y)


@talos.kernel
def mixture(A: i32[16], B: i32[16], C: f32[16], D: i32[16]):
    for i in range(16):
        t = i + 1
        if t % 2 == 0 or i < 3:
            B[i] = A[i] * 2 + i32(t)
        C[i] = f32(i) / 16.0 if i != 3 else 1.0
        x = A[i]
        x += 3
        B[i] += x // 3 - A[i] // 4 + A[i] % 5 + A[i] % 8
        B[i] += x // D[i] * 100 + x % D[i]
        D[i] = abs(A[i]) if A[i] < 0 and i > 2 else max(A[i], 2) + i32(t // 3)


@talos.kernel
def triangle(L: f32[M, M], n: int):
    for i in range(M):
        for j in range(i, -1, -1):
            if j == i:
                L[i, j] = 1.0
            elif j > i - n:
                L[i, j] = -L[i, j]


@talos.kernel
def convolution(image: f32[34, 34], w: f32[3, 3], out: f32[32, 32]):
    for i, j in talos.grid(32, 32):
        out[i, j] = sum(image[i + a, j + b] * w[a, b] for a in range(3) for b in range(3))


def arrays_of(shape_types):
    """Random arrays, integers of both signs without 0."""
    random = numpy.random.default_rng(5)
    return [random.random(shape, dtype="float32") if kind == "f"
            else (random.integers(1, 9, shape) * random.choice([-1, 1], shape)).astype("int32")
            for shape, kind in shape_types]


@pytest.mark.parametrize("kernel, sizes, arguments", [
    (mixture, {}, [(16, "i"), (16, "i"), (16, "f"), (16, "i")]),
    (triangle, {"M": 12, "n": 3}, [((12, 12), "f")]),
    (convolution, {}, [((34, 34), "f"), ((3, 3), "f"), ((32, 32), "f")])])
def test_kernels_compute_what_python_does(kernel, sizes, arguments, monkeypatch):
    """The function itself, run by Python, is the reference."""
    found, expected = arrays_of(arguments), arrays_of(arguments)
    talos.customize(kernel, **sizes).design(target="u200").simulate(*found)
    monkeypatch.setitem(globals(), "M", sizes.get("M"))
    kernel(*expected, *([sizes["n"]] if "n" in sizes else []))
    for one, other in zip(found, expected):
        assert numpy.allclose(one, other, rtol=1e-5)


def test_pins():
    program = talos.open(GEMM, top="gemm")
    free = program.design(target="u200")
    pinned = free.pin("S1.k.t2", 3)
    factors = {loop["name"]: loop["factors"] for loop in pinned.tasks[1]["loops"]}
    assert factors["k"][2] == 3 and pinned.cycles >= free.cycles
    bounded = program.pin("A.partition1", at_least=2, at_most=3).design(target="u200")
    assert bounded.cycles >= free.cycles
    with pytest.raises(talos.Error, match="S1.z.t2"):
        free.pin("S1.z.t2", 4)
    with pytest.raises(talos.OptionError, match="has no value"):
        free.pin("S1.k.t2")


@pytest.mark.parametrize("options, error, text", [
    ({}, talos.OptionError, "--target or --target-file is needed"),
    ({"target": "u200", "clok_ns": 4}, talos.OptionError, "did you mean 'clock_ns'"),
    ({"target": "u200", "clock_ns": "fast"}, talos.OptionError, "--clock-ns 'fast'"),
    ({"target": "u200", "tree_reduction": 1}, talos.OptionError, "True or False"),
    ({"target": "u200", "o": "out"}, talos.OptionError, "Design.build"),
    ({"target": "u999"}, talos.InputError, "u999"),
    ({"target": "u200", "limit": {"DSP": 1}}, talos.NoDesignError, "DSP")])
def test_wrong_options(options, error, text):
    with pytest.raises(error, match=text):
        talos.open(GEMM).design(**options)


def test_errors_have_places(tmp_path):
    file = tmp_path / "broken.c"
    file.write_text("void f(float A[8]) {\n  A[0] = B;\n}\n", encoding="utf-8")
    with pytest.raises(talos.InputError) as caught:
        talos.open(file, top="f").design(target="u200")
    error = caught.value
    assert (error.file, error.line, error.column) == (str(file), 2, 10)
    assert error.diagnostics[0].severity == "error" and "A[0] = B;" in str(error)
    assert isinstance(error, talos.Error)
    with pytest.raises(talos.InputError, match="cannot read"):
        talos.open(tmp_path / "none.c", top="f")
    with pytest.raises(talos.InputError, match="say which function"):
        talos.open(file)


def test_errors_of_a_kernel_name_the_python_file():
    @talos.kernel
    def beyond(A: f32[8]):
        for i in range(8):
            A[i + 1] = 1.0
    line = beyond.node.body[0].lineno + 1
    with pytest.raises(talos.InputError) as caught:
        talos.customize(beyond).design(target="u200")
    assert caught.value.file == __file__ and caught.value.line == line


def test_vendor_modes_say_what_is_missing(tmp_path, monkeypatch):
    design = talos.customize(scaled_sum).design(target="u200")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    with pytest.raises(talos.ToolError, match="vitis_hls, which is not on PATH"):
        design.build(tmp_path / "a", mode="csyn")
    for mode in ("hw", "hw_emu"):
        with pytest.raises(talos.ToolError, match=r"needs v\+\+.*not on PATH"):
            design.build(tmp_path / "b", mode=mode)
    with pytest.raises(talos.OptionError, match="does not exist"):
        design.build(tmp_path / "c", mode="fpga")
    assert not list(tmp_path.iterdir())


def test_synthesis_runs_the_tool_of_the_path(tmp_path, monkeypatch):
    bin_directory = tmp_path / "bin"
    bin_directory.mkdir()
    tool = bin_directory / "vitis_hls"
    tool.write_text('#!/bin/sh\necho "$@" > called\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_directory}:/usr/bin:/bin")
    design = talos.customize(scaled_sum).design(target="u200")
    design.build(tmp_path / "out", mode="csyn")
    assert (tmp_path / "out" / "called").read_text(encoding="utf-8") == "-f run_hls.tcl\n"
    tool.write_text("#!/bin/sh\necho no license\nexit 3\n", encoding="utf-8")
    with pytest.raises(talos.ToolError, match="no license"):
        design.build(tmp_path / "out", mode="csyn")
    for name in ("v++", "make"):
        (bin_directory / name).write_text(f'#!/bin/sh\necho {name} "$@" > called\n',
                                          encoding="utf-8")
        (bin_directory / name).chmod(0o755)
    design.build(tmp_path / "out", mode="hw_emu")
    assert (tmp_path / "out" / "called").read_text(encoding="utf-8") == "make hw_emu\n"


def test_progress_and_its_exceptions():
    seen = []
    talos.open(KERNELS / "medium" / "3mm.mlir").design(progress=seen.append, target="u200")
    assert all(isinstance(known, talos.Progress) for known in seen) and seen

    def stop(_):
        raise RuntimeError("enough")
    with pytest.raises(RuntimeError, match="enough"):
        talos.open(GEMM).design(progress=stop, target="u200")


@pytest.mark.skipif(sys.platform != "linux", reason="signals of Linux")
@pytest.mark.parametrize("later", [False, True])
def test_interrupt_keeps_the_best_design(later):
    """The signal comes as Ctrl-C does: in the callback, or while the main thread
    waits for the search."""
    sent = []

    def send():
        os.kill(os.getpid(), signal.SIGINT)

    def interrupt(known):
        if not sent and known.phase == "hls-explore":
            sent.append(known)
            if later:
                threading.Timer(0.01, send).start()
            else:
                send()

    assert threading.current_thread() is threading.main_thread()
    file = KERNELS / "polybench" / "3mm.c"
    sizes = {"ni": 180, "nj": 190, "nk": 200, "nl": 210, "nm": 220}
    design = talos.open(file, top="kernel_3mm", bind=sizes, D="MEDIUM_DATASET").design(
        progress=interrupt, target="u200", node_limit=0)
    assert sent, "the search was over before it could be interrupted"
    assert design.interrupted
    assert design.status in ("feasible", "optimal") and design.bound <= design.cycles


@pytest.mark.skipif(sys.platform != "linux", reason="signals of Linux")
def test_interrupt_after_the_search_is_one():
    design = talos.customize(scaled_sum).design(target="u200")
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        design._run("simulate")  # the compilers take longer than that
    assert not design.interrupted


def test_passes_alone():
    text = talos.run_passes(GEMM.read_text(encoding="utf-8"),
                            "builtin.module(hls-prepare{top=gemm},canonicalize)")
    assert "hls.top" in text
    program = talos.from_mlir(GEMM.read_text(encoding="utf-8"), "gemm")
    assert "@gemm" in program.mlir
    plain = talos.run_passes(program.mlir, "builtin.module(cse)", as_bytecode=True)
    encoded = talos.from_mlir(plain, "gemm")
    assert "@gemm" in encoded.mlir
    assert encoded.design(target="u200").cycles == program.design(target="u200").cycles
    code = talos.run_passes(text, "builtin.module(cse)", as_bytecode=True)
    assert code.startswith(b"ML\xefR")
    assert talos.run_passes(code, "builtin.module(cse)").count("affine.for") == \
        talos.run_passes(text, "builtin.module(cse)").count("affine.for")
    with pytest.raises(talos.InputError, match="no-such-pass"):
        talos.run_passes(text, "builtin.module(no-such-pass)")
    assert "affine.for" in talos.open(KERNELS / "polybench" / "mvt.c", top="kernel_mvt",
                                      bind={"n": 40}).mlir


def test_a_kept_explanation_is_that_of_the_report():
    design = talos.open(GEMM).design(target="u200", explain=True)
    assert design.report["binding"] is not None
    again = talos.open(GEMM).design(target="u200")
    assert json.loads(json.dumps(again.report["binding"])) is None
    assert again.explain() == design.explain()


def test_versions_and_targets():
    assert talos.__version__.count(".") == 2
    assert {"u200", "u55c", "zynq7020"} <= set(talos.targets())
    assert "kernel" in dir(talos)
    with pytest.raises(AttributeError):
        talos.nothing


@pytest.mark.parametrize("options", [
    {}, {"layout": "padded"}, {"layout": "packed", "max_ports": 4}])
def test_simulates_however_memory_holds_arrays(options):
    random = numpy.random.default_rng(1)
    A, x = random.random((38, 42), "float32"), random.random(42, "float32")
    y, tmp = numpy.zeros(42, "float32"), numpy.zeros(38, "float32")
    opened = talos.open(KERNELS / "mini" / "atax.mlir", top="atax")
    opened.design(target="u55c", **options).simulate(A, x, y, tmp)
    assert numpy.allclose(y, A.T @ (A @ x), rtol=1e-5)


def test_simulates_with_local_arrays_in_memory():
    random = numpy.random.default_rng(1)
    A, B, C, D = (random.random(shape, "float32")
                  for shape in ((61, 70), (70, 66), (66, 83), (83, 75)))
    G = numpy.zeros((61, 75), "float32")
    opened = talos.open(INPUTS / "scratch.c", top="products")
    design = opened.design(target="u55c", space="streamed", limit="DSP=400", layout="padded",
                           max_ports=2)
    assert "E_1" in design.files["products.h"]
    design.simulate(A, B, C, D, G)
    assert numpy.allclose(G, (A @ B) @ (C @ D), rtol=1e-5)


def test_simulates_with_copies_of_an_array():
    random = numpy.random.default_rng(1)
    A, x, y = (random.random(shape, "float32") for shape in ((42, 38), 38, 42))
    s, q = numpy.zeros(38, "float32"), numpy.zeros(42, "float32")
    opened = talos.open(KERNELS / "mini" / "bicg.mlir", top="bicg")
    design = opened.design(target="u55c", blocks="A.copies=2")
    assert "A_copy1" in design.files["bicg.h"]
    design.simulate(A, s, q, x, y)
    assert numpy.allclose(s, y @ A, rtol=1e-5) and numpy.allclose(q, A @ x, rtol=1e-5)
