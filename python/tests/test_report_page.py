# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of a report: whole, valid, self-contained, the same each time."""

import html.parser
import json
import re
import shutil
import subprocess

import pytest
import report_inputs
from talos.report import markup, page, parts, reading, record
from talos.report.svg import Picture

KERNELS = sorted(report_inputs.KERNELS)
VIEWS = ["overview", "gantt", "nests", "graph", "roofline", "resources", "arrays",
         "source"]


class Outline(html.parser.HTMLParser):
    """What tests ask of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.targets, self.loads, self.pictures = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.pictures += tag == "svg"
        for key in ("href", "data-pick"):
            if key in values:
                self.targets.append(values[key].removeprefix("#"))
        if tag in ("link", "img", "iframe", "object") or "src" in values:
            self.loads.append(tag)


def tidy(path):
    """Errors and warnings of tidy."""
    if not shutil.which("tidy"):
        pytest.skip("tidy is not installed (Debian: tidy)")
    done = subprocess.run(["tidy", "-e", "-q", str(path)], capture_output=True,
                          text=True, check=False)
    return done.stderr


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_view_is_there(kernel):
    outline = Outline(report_inputs.page(
        f"{kernel}.html", report_inputs.report_file(kernel)).read_text())
    assert set(VIEWS) <= set(outline.ids)
    assert outline.pictures == 5
    assert not outline.loads
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.targets) <= set(outline.ids)


@pytest.mark.parametrize("options", [(), ("--static",)])
@pytest.mark.parametrize("kernel", KERNELS)
def test_pages_are_valid_and_small(kernel, options):
    path = report_inputs.page(f"{kernel}{len(options)}.html",
                              report_inputs.report_file(kernel), options=options)
    assert tidy(path) == ""
    assert path.stat().st_size < 2_000_000


def test_two_designs_and_a_record():
    path = report_inputs.page(
        "two.html", report_inputs.report_file("gemm"),
        report_inputs.report_file("gemm", "--tree-reduction"),
        report_inputs.record_file())
    outline = Outline(path.read_text())
    wanted = ["compare", "pareto"] + [f"r{n}-{view}" for n in (1, 2)
                                      for view in VIEWS]
    assert set(wanted) <= set(outline.ids)
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.targets) <= set(outline.ids)
    assert tidy(path) == ""


def test_the_same_inputs_give_the_same_bytes():
    inputs = (report_inputs.report_file("lu"), report_inputs.record_file())
    assert report_inputs.page("one.html", *inputs).read_bytes() == \
        report_inputs.page("other.html", *inputs).read_bytes()


def test_names_cannot_break_the_page():
    nasty = '</script><script>alert("x")</script>&<b>\x00'

    def change(report):
        report["top"] = nasty
        report["timeline"][0]["name"] = nasty
        report["source_lines"][0]["text"] = nasty
        report["notes"].append(nasty)

    text = report_inputs.changed("gemm", change)
    report = reading.read_report(reading.parse(text, "a.json"), "a.json")
    made = page.write_page([report], [], report.title)
    assert "<script>alert" not in made and "\x00" not in made
    assert Outline(made).pictures == 5


def test_a_report_of_an_older_version_names_what_is_missing():
    def change(report):
        for key in ("timeline", "source_lines", "library", "operations"):
            del report[key]
        for key in ("slrs", "per_slr", "memory"):
            del report["target"][key]

    text = report_inputs.changed("gemm", change)
    report = reading.read_report(reading.parse(text, "a.json"), "a.json")
    made = page.write_page([report], [], report.title)
    for missing in ("No timeline", "No graph", "No roofline", "No lines"):
        assert missing in made


def test_without_an_estimate_the_rest_is_shown():
    def change(report):
        report["estimate"] = report["timeline"] = report["comparison"] = None

    text = report_inputs.changed("gemm", change)
    report = reading.read_report(reading.parse(text, "a.json"), "a.json")
    assert "could not be scheduled" in page.write_page([report], [], report.title)


def test_what_is_not_affine_has_no_cycles():
    path = report_inputs.directory() / "several.json"
    report_inputs.hlsc("test/Kernels/partly/several.c", "--top", "several", "--target",
                       "u200", "--report", "none", "--report-file", path)
    made = report_inputs.page("several.html", path)
    text = made.read_text()
    assert "R0: not affine, carried through; its cycles are not known" in text
    assert "R0, phase" in text and "R0: cycle" not in text
    assert tidy(made) == ""


def test_a_wide_picture_keeps_its_size():
    wide = parts.figure(Picture("x", "wide", 3000, 10), "")
    assert wide[0].get("class") == "scroll" and "wide" in wide[0][0].get("class")
    assert parts.figure(Picture("x", "narrow", 900, 10), "")[0].tag == "svg"


def test_explained_nests_and_what_more_buys():
    made = report_inputs.page("atax.html",
                              report_inputs.report_file("atax")).read_text()
    report = report_inputs.load("atax")
    limits = [reason for nest in report.binding for reason in nest.reasons
              if reason.least]
    assert limits
    assert "What more of a limit buys" in made
    for reason in limits:
        assert f"{reason.least.saves:,} cycles less" in made


def test_points_lead_to_their_designs():
    made = report_inputs.page("record.html", report_inputs.record_file())
    read = record.read_record(report_inputs.record_file().read_text(), "r.jsonl")
    valid = [point for point in read.points if point.counts]
    text = made.read_text()
    for point in valid:
        assert f'data-pick="pareto-{point.number}"' in text
        assert f'id="pareto-{point.number}"' in text
        assert f"hlsc --space {point.details['space']}" in text


def make_point(number, cycles, dsp, status="valid"):
    return record.Point(number, cycles, 0, {"DSP": dsp}, status, "", {})


def test_the_front_has_what_nothing_beats():
    points = [make_point(1, 100, 10), make_point(2, 50, 20), make_point(3, 100, 9),
              make_point(4, 50, 30), make_point(5, 10, 90, "too large"),
              make_point(6, 60, 9)]
    assert [p.number for p in record.front(points, ["DSP"])] == [2, 6]


def test_the_front_of_three_objectives():
    def point(number, cycles, dsp, bram):
        return record.Point(number, cycles, 0, {"DSP": dsp, "BRAM_18K": bram}, "valid",
                            "", {"status": "valid"})

    points = (point(1, 10, 5, 5), point(2, 10, 9, 1), point(3, 20, 5, 9),
              point(4, 20, 1, 9))
    read = record.Record("r", {"objectives": ["cycles", "DSP", "BRAM_18K"]}, points)
    assert read.objectives == ["DSP", "BRAM_18K"]
    assert record.Record("r", {"objectives": ["cycles", "ports"]}, ()).objectives == ["ports"]
    assert [p.number for p in record.front(points, read.objectives)] == [1, 2, 4]
    made = page.write_page([], [read], "front")
    assert Outline(made).pictures == 2


def test_the_front_that_hlsc_prints(tmp_path):
    rows = [{"cycles": 60, "resources": {"DSP": 9}, "status": "optimal", "bound": 60,
             "limits": {"DSP": 10}, "tiles": "", "scope": "", "design": {"tasks": []}}]
    front = tmp_path / "front.json"
    front.write_text(json.dumps({"schema": "talos-pareto", "schema_version": 1,
                                 "points": rows}, indent=2))
    text = report_inputs.page("front.html", front).read_text()
    assert "point 1: 60 cycles, 9 DSP, optimal" in text


def test_a_pareto_record_shows_its_design_points():
    lines = [{"talos_pareto": 1, "top": "gemm", "target": "u200"},
             {"cycles": 100, "resources": {"DSP": 5}, "status": "optimal",
              "design": {"tasks": []}},
             {"cycles": 60, "resources": {"DSP": 9}, "status": "feasible",
              "design": {"tasks": []}}]
    read = record.read_record("".join(json.dumps(line) + "\n" for line in lines),
                              "front.jsonl")
    made = page.write_page([], [read], "front")
    assert "hlsc --design" in made and made.count('class="mark"') == 2
    assert made.count('download="point-') == 2
    assert "parallelism" not in made  # no point says any
    assert [p.number for p in record.front(read.points, ["DSP"])] == [2, 1]


def test_marks_have_names_and_are_reached_by_keyboard():
    picture = Picture("x", "a picture", 10, 10)
    picture.mark("S1: 5 cycles")
    text = markup.xml_text(picture.root)
    for wanted in ('aria-label="S1: 5 cycles"', 'tabindex="0"', 'role="img"',
                   "<title>S1: 5 cycles</title>", 'aria-label="a picture"'):
        assert wanted in text


def test_tables_name_rows_and_columns():
    text = markup.xml_text(parts.table("what", ("a", "b"), [("x", 1234)]))
    assert '<th scope="row">x</th>' in text and '<th scope="col">a</th>' in text
    assert '<td class="number">1,234</td>' in text and "<caption>what" in text


def luminance(color):
    channels = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
              for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1])
def test_colours_have_contrast(scheme):
    """WCAG 2.1, level AA: 4.5 for text, 3 for graphical objects."""
    block = re.findall(r":root \{(.*?)\}", page.style("picture"), re.DOTALL)[scheme]
    colors = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
    for ground in ("ground", "panel"):
        for text in ("text", "quiet", "link"):
            assert contrast(colors[text], colors[ground]) >= 4.5, text
        for shape in ("load", "task", "store", "loop", "rest", "warm", "focus"):
            assert contrast(colors[shape], colors[ground]) >= 3, shape


def test_the_picture_of_the_documents_is_up_to_date():
    """Written anew by the command of docs/Report.md below the picture."""
    json_file = report_inputs.directory() / "3mm.json"
    report_inputs.hlsc("test/Kernels/mini/3mm.mlir", "--top", "kernel_3mm", "--target",
                       "u200", "--report", "none", "--report-file", json_file)
    made = report_inputs.page("3mm.svg", json_file, options=("--picture", "timeline"))
    kept = report_inputs.SOURCE / "docs" / "pictures" / "3mm.svg"
    assert made.read_text() == kept.read_text()


def test_a_picture_alone_is_of_one_report(capsys):
    out = report_inputs.directory() / "none.svg"
    gemm = str(report_inputs.report_file("gemm"))
    parser = report_inputs.cli.argparse.ArgumentParser()
    report_inputs.cli.add_arguments(parser)
    arguments = parser.parse_args([gemm, gemm, "--picture", "graph", "-o", str(out)])
    assert report_inputs.cli.run(arguments) == 1
    assert "expected one report" in capsys.readouterr().err and not out.exists()


def test_hlsc_writes_the_same_page():
    out = report_inputs.directory() / "hlsc.html"
    json_file = report_inputs.directory() / "hlsc.json"
    report_inputs.hlsc(*report_inputs.KERNELS["gemm"], "--target", "u200",
                       "--report", "none", "--report-file", json_file,
                       "--report-html", out)
    again = report_inputs.page("again.html", json_file)
    assert out.read_bytes() == again.read_bytes()


def test_hlsc_without_python_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    done = report_inputs.hlsc(
        *report_inputs.KERNELS["gemm"], "--target", "u200", "--report-html",
        report_inputs.directory() / "none.html", check=False)
    assert done.returncode == 5
    assert "needs python3, which is not on PATH; install it" in done.stderr
    assert not (report_inputs.directory() / "none.html").exists()


def test_hlsc_says_why_a_page_cannot_be_written():
    done = report_inputs.hlsc(
        *report_inputs.KERNELS["gemm"], "--target", "u200", "--report", "none",
        "--report-html", report_inputs.directory(), check=False)
    assert done.returncode == 5 and "cannot be written" in done.stderr
