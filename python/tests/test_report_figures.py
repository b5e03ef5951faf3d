# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures that the views of a report derive."""

import report_inputs
import pytest
from talos.report import edges, model, scales
from talos.report.views import nests, resources, roofline, source

KERNELS = sorted(report_inputs.KERNELS)


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_timeline_ends_with_the_design(kernel):
    report = report_inputs.load(kernel)
    assert max(call.end for call in report.timeline) <= report.estimate.cycles
    # Behind the last call there is the overhead of its phase alone.
    assert report.estimate.cycles - max(call.end for call in report.timeline) <= 8
    assert report.estimate.cycles == report.cycles


@pytest.mark.parametrize("kernel", KERNELS)
def test_calls_lie_in_their_loops_and_phases_follow_each_other(kernel):
    calls = report_inputs.load(kernel).timeline
    for call in calls:
        assert call.start <= call.end
        if call.kind != "loop":
            assert call.total == call.executions * call.cycles
        if call.loop is not None:
            around = calls[call.loop]
            assert around.kind == "loop"
            assert around.start <= call.start and call.end <= around.end
    plain = [call for call in calls if call.kind != "loop"]
    for first in plain:
        for second in plain:
            if first.phase < second.phase:
                assert first.end <= second.start


def test_runs_of_a_shared_loop_are_added_up():
    calls = {call.title: call for call in report_inputs.load("lu").timeline}
    assert calls["loop i"].executions == 40 and calls["loop j"].executions == 780
    assert calls["S0"].executions == 780 and calls["S2"].executions == 40
    assert calls["S0"].total == 780 * calls["S0"].cycles
    inside = calls["loop j"].total
    # Two phases, a cycle for each iteration, an overhead for each entry.
    overhead = inside - calls["S0"].total - calls["S1"].total - 780
    assert overhead % (2 * 780 + 40) == 0


def test_operations_are_those_of_the_source():
    # 20 x 25 x (1 for beta + 30 x (alpha x A x B: 2 products, 1 sum))
    assert report_inputs.load("gemm").operations == {
        "fmul": 500 + 2 * 15000, "fadd": 15000}
    n = 40
    products = sum(j for i in range(n) for j in range(i)) + \
        sum(i for i in range(n) for _ in range(i, n))
    assert report_inputs.load("lu").operations == {
        "fmul": products, "fsub": products, "fdiv": n * (n - 1) // 2}


@pytest.mark.parametrize("kernel", KERNELS)
def test_splits_of_nests_add_up(kernel):
    report = report_inputs.load(kernel)
    for task, loop, split in nests.loops_of(report):
        assert min(split.starting, split.waiting, split.filling) >= 0
        assert split.total == loop.outer * task.executions * loop.cycles


def test_roofs_meet_the_bounds():
    report = report_inputs.load("gemm")
    roof = roofline.roofline_of(report)
    operations = sum(report.operations.values())
    assert roof.peak == operations / report.bounds["DSP bound"]
    least = operations / roof.least_bytes
    assert roof.bandwidth * least == pytest.approx(
        operations / report.bounds["bandwidth bound"])
    # A, B, C in and C out, four bytes each.
    assert roof.least_bytes == 4 * (20 * 30 + 30 * 25 + 2 * 20 * 25)
    # The last beat of a row may be filled in part.
    assert roof.least_bytes <= roof.moved_bytes <= 1.25 * roof.least_bytes


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_mark_is_above_the_bound_of_any_design(kernel):
    report = report_inputs.load(kernel)
    points = {point.name: point for point in
              roofline.points_of(report, roofline.roofline_of(report))}
    assert points["this design"].rate <= points["bound of any design"].rate


@pytest.mark.parametrize("kernel", KERNELS)
def test_parts_of_resources_add_up(kernel):
    report = report_inputs.load(kernel)
    for row in report.resources:
        parts = resources.parts_of(report, row)
        assert parts.operators + parts.memories + parts.rest == row.used
        assert min(parts.operators, parts.memories, parts.rest) >= 0
    dsp = next(row for row in report.resources if row.name == "DSP")
    assert resources.parts_of(report, dsp).operators > 0


def test_lines_have_the_cycles_of_their_statements():
    report = report_inputs.load("lu")
    lines = source.lines_of(report)
    texts = dict(report.lines)
    assert sorted(name for line in lines.values() for name in line.names) == \
        ["S0", "S1", "S2"]
    for number, line in lines.items():
        assert "A[i][j]" in texts[number], texts[number]
        assert line.cycles > 0


def call(kind, name, reads="", writes="", loop=None, phase=0):
    return model.Call(kind, name, 0, 1, 1, 1, "?", loop, phase, 1,
                      tuple(reads), tuple(writes))


def found(calls):
    return [(calls[e.source].name, calls[e.target].name, e.kind, "".join(e.arrays))
            for e in edges.connect(calls)]


def test_edges_follow_the_last_writer():
    calls = [call("load", "A", writes="A"), call("task", "S0", "A", "AB"),
             call("task", "S1", "B", "C"), call("task", "S2", "", "B"),
             call("store", "A", "A")]
    assert found(calls) == [
        ("A", "S0", "flow", "A"), ("S0", "S1", "flow", "B"),
        ("S0", "A", "flow", "A"), ("S1", "S2", "order", "B")]


def test_an_iteration_hands_on_to_the_next_one():
    calls = [call("loop", "t"), call("task", "S0", "A", "B", loop=0),
             call("task", "S1", "B", "A", loop=0)]
    assert ("S1", "S0", "back", "A") in found(calls)
    apart = [call("task", "S0", "A", "B"), call("task", "S1", "B", "A")]
    assert not any(kind == "back" for _, _, kind, _ in found(apart))


def test_ticks_are_round_and_within():
    for most in (1, 7, 96, 1609, 433395, 5.5e9):
        ticks = scales.Linear(most, 0, 100).ticks()
        assert ticks[0] == 0 and ticks[-1] <= most * 1.001 and 2 <= len(ticks) <= 8


def test_values_far_apart_have_a_logarithmic_scale():
    assert isinstance(scales.fitting([5, 543], 0, 100), scales.Logarithmic)
    for values in ([5, 6], [0, 543], []):
        scale = scales.fitting(values, 0, 100)
        assert isinstance(scale, scales.Linear)
        assert all(0 <= scale.at(value) <= 100 for value in values)


def test_decades_hold_every_value():
    for values in ([1.0], [0.03, 700.0], [10.0, 100.0], [0.0, 5.0]):
        scale = scales.Logarithmic.around(values, 0, 100)
        assert all(-1e-6 <= scale.at(value) <= 100 + 1e-6 for value in values if value)
