# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Jobs of the farm, its command line, and the file for Slurm."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import pytest

pytest.importorskip("distributed")

from farm_place import TOOL, place_fixture, wait_for  # pylint: disable=unused-import
from talos import farm
from talos.farm import command, slurm


#===----------------------------------------------------------------------===#
# Jobs
#===----------------------------------------------------------------------===#

def test_keys_tell_jobs_apart(tmp_path):
    program = tmp_path / "k.c"
    program.write_text("void k(void) {}\n")
    options = ["--top", "k"]
    one = farm.jobs_of(program, options, [None], farm.Tool())[0]
    keys = {one.key}
    keys.add(farm.jobs_of(program, options, [{"tasks": []}], farm.Tool())[0].key)
    keys.add(farm.jobs_of(program, options + ["--usable", "50%"], [None],
                          farm.Tool())[0].key)
    keys.add(farm.jobs_of(program, options, [None],
                          farm.Tool("vitis", ("v",)))[0].key)
    program.write_text("void k(void) { }\n")
    keys.add(farm.jobs_of(program, options, [None], farm.Tool())[0].key)
    assert len(keys) == 5
    # What only says how a job is run is no part of what it is.
    program.write_text("void k(void) {}\n")
    assert farm.jobs_of(program, options, [None], farm.Tool(
        timeout=5, licences=(("vitis", 1),)))[0].key == one.key


def test_designs_of_files(tmp_path):
    path = tmp_path / "front.jsonl"
    path.write_text('{"talos_pareto": 1}\n'
                    '{"cycles": 5, "design": {"tasks": [1]}}\n'
                    '{"status": "infeasible"}\n'
                    '{"cycles": 5, "design": {"tasks": [1]}}\n'
                    '{"cycles": 4, "design": {"tasks": [2]}}\n')
    assert farm.designs_of_record(path) == [{"tasks": [1]}, {"tasks": [2]}]
    path.write_text('{\n"tasks": [3]\n}\n')
    assert farm.designs_of_record(path) == [{"tasks": [3]}]
    for text, message in (("{}\n", "no design points"),
                          ("{}\n{\n", ":2: "), ("[1]\n", ":1: expected")):
        path.write_text(text)
        with pytest.raises(farm.FarmError, match=message):
            farm.designs_of_record(path)


def test_errors_of_jobs(tmp_path):
    with pytest.raises(farm.FarmError, match="no such file"):
        farm.jobs_of(tmp_path / "none.c", [], [None], farm.Tool())
    with pytest.raises(farm.FarmError, match="needs a tool with a command"):
        farm.job_of_project(tmp_path, farm.Tool())
    with pytest.raises(farm.FarmError, match="no regular expression"):
        farm.Tool(transient="(")


def main(*arguments):
    from talos.__main__ import main as talos
    return talos(["farm", *map(str, arguments)])


def test_command_line_errors(tmp_path, capsys):
    assert main("run", tmp_path / "none.c") == 2
    assert "none.c: no such file" in capsys.readouterr().err
    program = tmp_path / "k.c"
    program.touch()
    assert main("run", program, "--tool", "estimator", "--command", "x") == 2
    assert "has no --command" in capsys.readouterr().err
    for arguments in (["--licences", "vitis"], ["--timeout", "0"],
                      ["--workers", "none"]):
        with pytest.raises(SystemExit) as ended:
            main("run", program, *arguments)
        assert ended.value.code == 2
        assert "expected a n" in capsys.readouterr().err
    assert main("run", program, "--root", tmp_path / "root", "--scheduler",
                "nonsense://x") == 2
    assert "start one with `dask-scheduler`" in capsys.readouterr().err


def test_points_through_hlsc(tmp_path, capsys, monkeypatch):
    kernel = pathlib.Path(__file__).parents[2] / "test/Kernels/mini/gemm.mlir"
    root = tmp_path / "root"
    arguments = ["run", kernel, "--root", root, "--workers", 1,
                 "--hlsc=--top gemm --target u200"]
    assert main(*arguments) == 0
    assert "1 points, 1 valid" in capsys.readouterr().out
    line = json.loads((root / "record.jsonl").read_text().splitlines()[1])
    assert line["status"] == "valid" and line["cycles"] > 0
    assert set(line) >= {"cycles", "resources", "status", "design", "predicted"}
    # The design that was found, judged by a tool of the user's.
    design = tmp_path / "design.json"
    design.write_text(json.dumps(line["design"]))
    tool = tmp_path / "tool"
    tool.write_text(TOOL.replace("name=$(cat name)", "name=x")
                    .replace("$(cat seconds)", "0")
                    .replace("$(cat mode)", "finishes")
                    .replace("report 100", f"report {line['cycles'] + 9}")
                    .replace(">k<", ">gemm<"))
    tool.chmod(0o755)
    monkeypatch.setenv("FARM_LOG", str(tmp_path / "log"))
    arguments += ["--designs", design, "--command", tool]
    assert main(*arguments) == 0
    line = json.loads((root / "record.jsonl").read_text().splitlines()[2])
    assert line["cycles"] == line["predicted"] + 9
    assert line["tool"] == "vitis"


def test_serving_projects(place):
    server = subprocess.Popen(
        [sys.executable, "-m", "talos", "farm", "serve", "--root",
         str(place.path / "root"), "--command", str(place.script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert json.loads(server.stdout.readline())["ready"]
    a, b = place.project("finishes"), place.project("fails")
    asked = [{"id": 0, "project": str(a)}, {"id": 1, "project": str(b)},
             {"id": 2, "project": str(a)}, {"id": 3, "project": "/nowhere"}]
    text = "".join(json.dumps(line) + "\n" for line in asked) + "nonsense\n"
    out, _ = server.communicate(text, timeout=120)
    answers = {line["id"]: line for line in map(json.loads, out.splitlines())}
    assert answers[0]["cycles"] == answers[2]["cycles"] == 100
    assert answers[1]["status"] == "failed"
    assert "no such file" in answers[3]["message"]
    assert "bad request" in answers[None]["message"]
    assert place.logged("start").count("finishes") == 1


#===----------------------------------------------------------------------===#
# Slurm
#===----------------------------------------------------------------------===#

def test_slurm_script(tmp_path):
    text = slurm.script(tmp_path, 8, [("vitis", 3)], sbatch=["--partition=long"])
    assert "#SBATCH --ntasks=3\n" in text
    assert "#SBATCH --partition=long\n" in text
    assert "--resources vitis=1" in text
    assert f"--scheduler-file {tmp_path}/scheduler.json" in text
    done = subprocess.run(["sh", "-n"], input=text, text=True, check=False)
    assert done.returncode == 0
    with pytest.raises(farm.FarmError, match="--workers 0"):
        slurm.script(tmp_path, 0)
    with pytest.raises(farm.FarmError, match="with a space"):
        slurm.script(tmp_path / "a b", 1)


def test_slurm_script_starts_workers(place):
    """The script as a shell runs it, with an srun that starts two tasks here."""
    bin_ = place.path / "bin"
    bin_.mkdir()
    (bin_ / "srun").write_text('#!/bin/sh\n"$@" & "$@" & wait\n')
    (bin_ / "srun").chmod(0o755)
    root = place.path / "root"
    root.mkdir()
    script = place.path / "farm.sbatch"
    script.write_text(slurm.script(root, 2))
    running = subprocess.Popen(
        ["sh", str(script)], start_new_session=True,
        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"})
    try:
        wait_for((root / "scheduler.json").exists)
        with farm.Farm(root, scheduler=f"file://{root}/scheduler.json") as some:
            results = list(some.run([place.job("finishes")]))
        assert results[0][1]["status"] == "valid"
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        running.wait()


def test_slurm_itself(place):
    if not shutil.which("sbatch") or subprocess.run(
            ["pgrep", "-x", "slurmctld"], check=False,
            capture_output=True).returncode != 0:
        pytest.skip("no slurmctld runs on this machine")
    root = place.path / "root"
    root.mkdir()
    script = place.path / "farm.sbatch"
    script.write_text(slurm.script(root, 1, cpus=1, memory=512, hours=1))
    done = subprocess.run(["sbatch", "--parsable", str(script)], check=True,
                          capture_output=True, text=True)
    try:
        wait_for((root / "scheduler.json").exists, 120)
        with farm.Farm(root, scheduler=f"file://{root}/scheduler.json") as some:
            results = list(some.run([place.job("finishes")]))
        assert results[0][1]["status"] == "valid"
    finally:
        subprocess.run(["scancel", done.stdout.strip()], check=False)


def test_command_line_of_slurm(tmp_path, capsys):
    assert main("slurm", "--root", tmp_path, "--workers", 4) == 0
    assert "--ntasks=4" in capsys.readouterr().out
    assert command.COMMANDS["estimator"] == ()
