# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refitting: reports are made from a model whose constants differ by what is
known, so that what comes out can be held against it."""

import json
import pathlib
import shutil
import subprocess

import pytest

from talos import calibrate, tools
from talos.__main__ import main
from talos.fidelity import RESOURCES
from talos.fit import files

KERNELS = pathlib.Path(__file__).parents[2] / "test/Kernels/mini"
NAMES = ["gemm", "atax", "mvt"]
# What the tool that is not there does otherwise than the rules say.
TRUTH = {("transfers", "load_overhead"): 91, ("transfers", "store_overhead"): 80,
         ("depth", "carried"): 9}


def run_hlsc(*arguments):
    return subprocess.run([tools.find_tool("hlsc"), *map(str, arguments)],
                          capture_output=True, text=True, check=False)


def csynth(top, qor):
    """A csynth.xml that says what an estimate says."""
    def part(cycles, resources):
        area = "".join(f"<{n}>{resources[n]}</{n}>" for n in RESOURCES)
        return (f"<PerformanceEstimates><SummaryOfOverallLatency>"
                f"<Worst-caseLatency>{cycles}</Worst-caseLatency>"
                f"</SummaryOfOverallLatency></PerformanceEstimates>"
                f"<AreaEstimates><Resources>{area}</Resources></AreaEstimates>")

    none = dict.fromkeys(RESOURCES, 0)
    calls = [(f"task_{task['name']}", task["cycles"]) for task in qor["tasks"]]
    calls += [(f"{t['kind']}_{t['array']}", t["cycles"])
              for t in qor["transfers"]]
    modules = "".join(f"<Module><Name>{name}</Name>{part(cycles, none)}</Module>"
                      for name, cycles in calls)
    return (f"<profile><UserAssignments><TopModelName>{top}</TopModelName>"
            f"</UserAssignments>{part(qor['cycles'], qor['resources'])}"
            f"<ModuleInformation>{modules}</ModuleInformation></profile>")


@pytest.fixture(name="projects", scope="module")
def _projects(tmp_path_factory):
    """Projects of three kernels, with reports of the other tool."""
    place = tmp_path_factory.mktemp("calibrate")
    data = place / "data"
    shutil.copytree(tools.data_directory(), data / "targets")
    path = data / "targets" / "rules" / "vitis-2023.2.json"
    files.write(path, calibrate.with_values(files.read(path), TRUTH))
    for name in NAMES:
        done = run_hlsc(KERNELS / f"{name}.mlir", "--top", name, "--target",
                        "u200", "-o", place / name, "--report", "none")
        assert done.returncode == 0, done.stderr
        code = (place / name / f"{name}.hls.mlir").read_text()
        qor = json.loads(tools.run(
            "hls-opt", ["--hls-estimate-qor=report=json", "-o", "/dev/null"],
            code, {"TALOS_DATA_DIR": str(data)}))
        (place / name / "solution").mkdir()
        (place / name / "solution" / "csynth.xml").write_text(csynth(name, qor))
    return place


def test_constants_are_found_again(projects, tmp_path, capsys):
    output = tmp_path / "mine.json"
    assert main(["calibrate", *(str(projects / name) for name in NAMES),
                 "-o", str(output)]) == 0
    text = capsys.readouterr().out
    rules = files.read(tmp_path / "mine.rules.json")
    for key, value in TRUTH.items():
        entry = calibrate.entry_of(rules, key)
        assert entry["value"] == value, text
        assert entry["provenance"] == "measured"
        assert "talos calibrate: 3 synthesis runs" in entry["source"]
        assert f"{'.'.join(key)}: " in text
    assert "cycles" in text and "mean before" in text
    # hlsc designs with it, and says so in its cycles.
    reports = {}
    for option in (["--target", "u200"], ["--target-file", output]):
        done = run_hlsc(KERNELS / "gemm.mlir", "--top", "gemm", *option,
                        "--design", design_of(projects / "gemm", tmp_path),
                        "--report", "json")
        assert done.returncode == 0, done.stderr
        reports[option[0]] = json.loads(done.stdout)
    assert reports["--target-file"]["cycles"] > reports["--target"]["cycles"]


def design_of(project, place):
    path = place / "design.json"
    design = json.loads((project / "report.json").read_text())["design"]
    path.write_text(json.dumps(design))
    return path


def test_a_model_that_is_right_stays(projects, tmp_path, capsys):
    for name in NAMES:
        shutil.copytree(projects / name, tmp_path / name)
        report = json.loads((tmp_path / name / "report.json").read_text())
        (tmp_path / name / "solution" / "csynth.xml").write_text(
            csynth(name, report["estimate"]))
    assert main(["calibrate", *(str(tmp_path / name) for name in NAMES),
                 "-o", str(tmp_path / "mine.json")]) == 0
    assert "no constant leaves smaller errors" in capsys.readouterr().out
    assert not (tmp_path / "mine.json").exists()


def test_rtl_cycles_count(projects, tmp_path):
    project = tmp_path / "gemm"
    shutil.copytree(projects / "gemm", project)
    rtl = tmp_path / "rtl.csv"
    rtl.write_text(f"directory,cycles\n{project},12345\n")
    one = calibrate.read_run(project, calibrate.read_rtl(rtl))
    report = json.loads((project / "report.json").read_text())
    rows = {what: reported
            for what, _, reported in one.rows(report["estimate"])}
    assert rows["cycles"] == 12345 and rows["load_A"] != 12345
    (project / "gemm_cosim.rpt").write_text(
        "|   RTL    |  Status  |  min  |  avg  |  max  |\n"
        "|      VHDL|        NA|     NA|     NA|     NA|\n"
        "|   Verilog|      Pass|   3900|   3950|   4001|\n")
    assert calibrate.read_run(project, {}).rtl == 4001


def test_errors(projects, tmp_path, capsys):
    def says(message, *arguments):
        assert main(["calibrate", *map(str, arguments)]) == 2
        assert message in capsys.readouterr().err

    project = projects / "gemm"
    says("no such file or directory", tmp_path / "none")
    says("no csynth.xml", tmp_path)
    says("no device 'u999'; hlsc --list-targets", project, "--target", "u999")
    says("there are no rules of this version", project, "--tool-version", "1999.1")
    says("must end in .json", project, "-o", tmp_path / "mine")
    rtl = tmp_path / "rtl.csv"
    rtl.write_text("directory\nx\n")
    says("column 'cycles' is missing", project, "--rtl", rtl)
    rtl.write_text("directory,cycles\nx,many\n")
    says(":2: 'many' is no number of cycles", project, "--rtl", rtl)
    half = tmp_path / "half"
    half.mkdir()
    (half / "csynth.xml").write_text("<profile>")
    says("no element found", half)
    (half / "csynth.xml").write_text(
        (project / "solution" / "csynth.xml").read_text())
    says("expected one *.hls.mlir", half)


def test_a_device_without_its_rules(projects, tmp_path):
    path = tmp_path / "mine.json"
    device = files.read(tools.data_directory() / "devices" / "u200.json")
    device["rules"] = "absent.json"
    files.write(path, device)
    done = run_hlsc(KERNELS / "gemm.mlir", "--top", "gemm", "--target-file", path)
    assert done.returncode == 1
    assert "key 'rules': there is no file" in done.stderr
