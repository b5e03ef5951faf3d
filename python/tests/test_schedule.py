# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules from Python: the scripts that hlsc reads, and errors at their calls."""

from __future__ import annotations

import inspect
import pathlib
import re
import subprocess

import pytest

import talos
from talos import f32, tools
from talos.script import STEPS

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test" / "Driver" / "Inputs" / "schedules"
OPS = ROOT / "include" / "talos" / "Transforms" / "ScheduleOps.td"
pytest.importorskip("talos._talos", reason="the compiled module is not built here")


def product(script=None):
    program = talos.open(INPUTS / "product.c", top="product")
    return program if script is None else program.design(target="u200", schedule=script)


def by_hand(ops):
    """What product-blocks.mlir says."""
    return (ops.interchange("S1.i", "S1.k").interchange("S1.i", "S1.j")
            .tile("S1.i", "S1.j", (12, 10), ("i0", "j0", "i1", "j1"))
            .pipeline("S1.j0").unroll("S1.i1").unroll("S1.j1").partition("C", 1, 10))


def test_same_script_and_bytes_as_hlsc(tmp_path):
    text = (INPUTS / "product-blocks.mlir").read_text(encoding="utf-8")
    program = by_hand(product())
    assert program.script == re.sub(r"^//.*\n", "", text)
    done = subprocess.run(
        [tools.find_tool("hlsc"), INPUTS / "product.c", "--top", "product", "--target", "u200",
         "--report", "none", "--schedule", INPUTS / "product-blocks.mlir", "-o", tmp_path / "hlsc"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    program.design(target="u200").build(tmp_path / "python", mode="csim")
    for name in ("product.cpp", "product.hls.mlir", "product_tb.cpp"):
        assert (tmp_path / "hlsc" / name).read_bytes() == \
            (tmp_path / "python" / name).read_bytes(), name


@talos.kernel
def wave(A: f32[20, 32]):
    for t in range(1, 20):
        for i in range(1, 31):
            A[t, i] = (A[t - 1, i - 1] + A[t - 1, i + 1]) * 0.5 + A[t, i - 1]


def test_kernel_in_wavefronts(tmp_path):
    before = talos.customize(wave).design(target="u200", schedule="source")
    program = talos.customize(wave).skew("S0.i", 2, "S0.t").interchange("S0.t", "S0.i")
    design = program.design(target="u200")
    design.build(tmp_path, mode="csim")  # against the program as it was
    assert design.cycles * 2 < before.cycles
    # What is added later is of later designs; the order is fixed, the rest is not.
    pinned = design.pin("S0.t.t1", 1)
    program.unroll("S0.t")
    assert pinned.pin("S0.t.t2", 1).tasks[0]["loops"] and "unroll" in program.script


def test_refused_at_the_call():
    program = talos.customize(wave)
    line = inspect.currentframe().f_lineno + 1
    program.interchange("S0.t", "S0.i")
    with pytest.raises(talos.InputError) as refused:
        program.design(target="u200")
    assert (refused.value.file, refused.value.line) == (__file__, line)
    assert "would break the RAW dependence from S0 to S0 through A" in str(refused.value)
    with pytest.raises(talos.InputError) as refused:
        talos.customize(wave).pipeline("S0.z").design(target="u200")
    assert refused.value.file == __file__ and "has no loop 'z'" in str(refused.value)


@pytest.mark.parametrize("call, message", [
    (lambda ops: ops.interchange("S0.t", 3), "3 is no name"),
    (lambda ops: ops.interchange("S0.t", ""), "'' is no name"),
    (lambda ops: ops.skew("S0.i", True, "S0.t"), "True is no integer"),
    (lambda ops: ops.split("S0.i", 2.5, "a", "b"), "2.5 is no integer"),
    (lambda ops: ops.tile("S0.t", "S0.i", (2, 2), ("a", "b")), "two sizes and four names"),
    (lambda ops: ops.unroll("S0.i", 2**63), "is no integer of 64 bits"),
    (lambda ops: ops.step("vectorize"), "step 'vectorize' does not exist; separate, join,")])
def test_wrong_arguments(call, message):
    for ops in (talos.Script(), talos.customize(wave)):
        with pytest.raises(talos.OptionError, match=re.escape(message)):
            call(ops)
        assert "transform.hls" not in getattr(ops, "script", str(ops))


def test_script_is_the_option_schedule_alone():
    script = by_hand(talos.Script())
    assert product(script).cycles == by_hand(product()).design(target="u200").cycles
    with pytest.raises(talos.OptionError, match="'design' takes no script; schedule"):
        product().design(target="u200", design=script)
    with pytest.raises(talos.OptionError, match="to which 'fuse' cannot be added"):
        talos.open(INPUTS / "product.c", top="product", schedule="1").fuse("S0.i", "S1.i")


# One call of every op, as its test in schedule-ops.mlir has it.
CALLS = {
    "interchange": lambda ops: ops.interchange("S1.i", "S1.k"),
    "split": lambda ops: ops.split("S1.k", 4, "k0", "k1"),
    "tile": lambda ops: ops.tile("S1.i", "S1.j", (4, 3), ("i0", "j0", "i1", "j1")),
    "skew": lambda ops: ops.skew("S0.i", 1, "S0.t"),
    "shift": lambda ops: ops.shift("S1.i", 1),
    "fuse": lambda ops: ops.fuse("S0.i", "S1.i"),
    "after": lambda ops: ops.after("S1", "S0", at="S0.i"),
    "distribute": lambda ops: ops.distribute("S0.i"),
    "unroll": lambda ops: ops.unroll("S1.k", 4).unroll("S1.j"),
    "pipeline": lambda ops: ops.pipeline("S1.j"),
    "partition": lambda ops: ops.partition("A", 1, 4).partition("B", 0),
    "reuse": lambda ops: ops.reuse("A", "S1.i"),
    "stream": lambda ops: ops.stream("S0", "S1"),
    "pass": lambda ops: ops.run_pass("hls-copy-operands"),
    **{name: (lambda ops, name=name: ops.step(name)) for name in STEPS}}
# Options of a design say the first one, and no script needs the others.
NOT_IN_PYTHON = {"pin", "schedule", "generate"}


def test_every_op():
    names = set(re.findall(r'HLS_(?:Schedule|Step)Op<"(\w+)"', OPS.read_text(encoding="utf-8")))
    assert names == set(CALLS) | NOT_IN_PYTHON
    tests = "".join((ROOT / "test" / "Transforms" / name).read_text(encoding="utf-8")
                    for name in ("schedule-ops.mlir", "schedule-steps.mlir"))
    for name, call in CALLS.items():
        text = str(call(talos.Script()))
        ops = [line for line in text.splitlines() if "transform.hls." in line]
        assert ops and all(f"transform.hls.{name} " in line for line in ops)
        # Of passes another one is tested there.
        assert name == "pass" or all(line in tests for line in ops), ops
        # It parses and prints as itself.
        printed = re.sub(" +", " ", talos.run_passes(text, "builtin.module(cse)"))
        assert all(line.strip().replace("%f", "%arg0") in printed for line in ops), printed
