# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the report says of inputs that it cannot show."""

import pytest
import report_inputs
from talos import __main__ as talos
from talos.report import reading, record


def drop(*keys):
    def change(report):
        for key in keys[:-1]:
            report = report[key]
        del report[keys[-1]]
    return change


def put(value, *keys):
    def change(report):
        for key in keys[:-1]:
            report = report[key]
        report[keys[-1]] = value
    return change


WRONG = {
    "other schema": (put("mine", "schema"), 'expected a report of hlsc'),
    "later version": (put(2, "schema_version"), ".schema_version: expected 1"),
    "no top": (drop("top"), "expected a key 'top'"),
    "no target": (drop("target"), "expected a key 'target'"),
    "text for cycles": (put("many", "cycles"), ".cycles: expected a whole number"),
    "true for cycles": (put(True, "cycles"), ".cycles: expected a whole number"),
    "fraction": (put(1.5, "cycles"), ".cycles: expected a whole number"),
    "bounds": (put([1], "bounds"), ".bounds: expected an object"),
    "a bound": (put("x", "bounds", "DSP bound"), ".bounds.DSP bound: expected"),
    "resources": (drop("resources", "DSP", "used"), ".resources.DSP: expected a key"),
    "arrays": (put({}, "arrays"), ".arrays: expected a list"),
    "an array": (drop("arrays", 0, "banks"), ".arrays[0]: expected a key 'banks'"),
    "loaded": (put(1, "arrays", 0, "loaded"), ".arrays[0].loaded: expected true"),
    "places": (put(3, "places"), ".places: expected an object"),
    "timeline": (put(3, "timeline"), ".timeline: expected a list"),
    "a call": (drop("timeline", 0, "start"), ".timeline[0]: expected a key 'start'"),
    "reads": (put([1], "timeline", 0, "reads"), ".timeline[0].reads[0]: expected"),
    "estimate": (put([], "estimate"), ".estimate: expected an object"),
    "a loop": (drop("estimate", "tasks", 1, "loops", 0, "ii"),
               ".estimate.tasks[1].loops[0]: expected a key 'ii'"),
    "binding": (put([{}], "binding"), ".binding[0]: expected a key 'task'"),
    "notes": (put("text", "notes"), ".notes: expected a list"),
    "lines": (put([[1, "x"]], "source_lines"), ".source_lines[0]: expected"),
}


@pytest.mark.parametrize("name", sorted(WRONG))
def test_a_wrong_report_is_an_error_with_its_place(name):
    change, expected = WRONG[name]
    text = report_inputs.changed("gemm", change)
    with pytest.raises(reading.ReportError) as error:
        reading.read_report(reading.parse(text, "a.json"), "a.json")
    assert str(error.value).startswith("a.json") and expected in str(error.value)
    assert "hlsc --report-file" in str(error.value)


def test_no_json_has_line_and_column():
    with pytest.raises(reading.ReportError, match=r"a\.json:2:1: no JSON"):
        reading.parse("{\n", "a.json")


def test_lines_of_a_record():
    with pytest.raises(reading.ReportError, match=r"r\.jsonl:2.*key 'status'"):
        record.read_record('{"talos_dse":1}\n{"cycles":3}\n', "r.jsonl")
    with pytest.raises(reading.ReportError, match=r"r\.jsonl:1:2: no JSON"):
        record.read_record('{x}\n', "r.jsonl")


def test_half_a_line_of_a_record_counts_for_nothing():
    whole = report_inputs.record_file().read_text()
    half = record.read_record(whole[:-20], "r.jsonl")
    assert len(half.points) == len(record.read_record(whole, "r.jsonl").points) - 1


def run(capsys, *arguments):
    code = talos.main(list(map(str, arguments)))
    return code, capsys.readouterr().err


def test_command_line(capsys, tmp_path):
    good = report_inputs.report_file("gemm")
    out = tmp_path / "r.html"
    assert run(capsys)[0] == 2
    assert run(capsys, "show")[0] == 2
    code, says = run(capsys, "report", tmp_path / "none.json", "-o", out)
    assert code == 1 and "none.json: cannot be read" in says and not out.exists()
    code, says = run(capsys, "report", good, "-o", good / "r.html")
    assert code == 1 and "cannot be written" in says
    code, says = run(capsys, "report", report_inputs.record_file(), "--index", out)
    assert code == 1 and "give it to -o" in says and not out.exists()
    with pytest.raises(SystemExit):
        run(capsys, "report", good)


def test_an_error_leaves_the_former_page(capsys, tmp_path):
    out = tmp_path / "r.html"
    out.write_text("before")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert run(capsys, "report", broken, "-o", out)[0] == 1
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json", "r.html"]


def test_binary_input_is_an_error(capsys, tmp_path):
    binary = tmp_path / "x.json"
    binary.write_bytes(b"\xff\xfe\x00")
    code, says = run(capsys, "report", binary, "-o", tmp_path / "r.html")
    assert code == 1 and "cannot be read" in says
