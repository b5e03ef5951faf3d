# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The farm with a tool that finishes, fails, hangs, dies, writes half a report,
and with driver, worker and tool killed."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("distributed")

from farm_place import is_alive, place_fixture, wait_for  # pylint: disable=unused-import
from talos import farm
from talos.farm import record
from talos.farm.driver import Progress

def test_tools_of_all_kinds(place):
    modes = ["finishes", "fails", "dies", "dies-once", "no-licence",
             "licence-comes", "half", "nothing", "lacks"]
    jobs = [place.job(mode) for mode in modes]
    with farm.Farm(place.path / "root", retries=1) as some:
        results = {job.program.rsplit("/", 1)[1]: result
                   for job, result in some.run(jobs)}
    assert {m: results[m]["status"] for m in modes} == {
        "finishes": "valid", "fails": "failed", "dies": "failed",
        "dies-once": "valid", "no-licence": "failed", "licence-comes": "valid",
        "half": "failed", "nothing": "failed", "lacks": "failed"}
    assert results["finishes"]["cycles"] == 100
    assert results["finishes"]["resources"] == {
        "BRAM_18K": 4, "DSP": 5, "FF": 6, "LUT": 7, "URAM": 0}
    assert "[HLS 200-70] syntax error" in results["fails"]["message"]
    assert "no element found" in results["half"]["message"]
    assert "no csynth.xml" in results["nothing"]["message"]
    assert results["lacks"]["message"] == "the report lacks DSP"
    assert "killed (signal 9); gave up after 2 tries" in results["dies"]["message"]
    # Only what may go better is tried again.
    starts = place.logged("start")
    assert {m: starts.count(m) for m in modes} == {
        m: 2 if m in ("dies", "dies-once", "no-licence", "licence-comes") else 1
        for m in modes}
    recorded = place.recorded("root")
    assert len(recorded) == len(modes) == len({r["key"] for r in recorded})


def test_a_tool_that_hangs_is_ended_with_all_it_started(place):
    job = place.job("hangs", timeout=1)
    with farm.Farm(place.path / "root", workers=1) as some:
        [(_, result)] = some.run([job])
    assert result["status"] == "timed out"
    assert "longer than 1 s" in result["message"]
    tool = int(place.log.read_text().split()[2])
    escaped = int(pathlib.Path(f"{place.log}.escaped").read_text())
    assert not is_alive(tool) and not is_alive(escaped)
    # More time: it is tried again. Less: it is not.
    for seconds, starts in ((0.5, 1), (1.5, 2)):
        again = farm.job_of_project(job.program, place.tool(timeout=seconds))
        with farm.Farm(place.path / "root", workers=1) as some:
            list(some.run([again]))
        assert len(place.logged("start")) == starts


def test_what_is_on_record_is_not_run_again(place):
    jobs = [place.job("finishes", "a"), place.job("fails", "b")]
    with farm.Farm(place.path / "root") as some:
        list(some.run(jobs + jobs))
    with farm.Farm(place.path / "root") as some:
        results = [result for _, result in some.run(jobs)]
    assert all(result["recorded"] for result in results)
    assert sorted(place.logged("start")) == ["a", "b"]
    with farm.Farm(place.path / "root", again=["failed"]) as some:
        list(some.run(jobs))
    assert sorted(place.logged("start")) == ["a", "b", "b"]


def test_licences_limit_runs_at_a_time(place):
    jobs = [place.job("finishes", str(i), 0.3, licences=(("vitis", 1),))
            for i in range(4)]
    with farm.Farm(place.path / "root", workers=3,
                   licences=[("vitis", 1)]) as some:
        assert len(list(some.run(jobs))) == 4
    held = most = 0
    for line in place.log.read_text().splitlines():
        held += 1 if line.startswith("start") else -1
        most = max(most, held)
    assert most == 1


def test_a_killed_worker_loses_nothing(place):
    jobs = [place.job("finishes", str(i), 0.4) for i in range(8)]
    with farm.Farm(place.path / "root", workers=2) as some:
        for job in jobs:
            some.submit(job)
        wait_for(lambda: len(place.logged("start")) >= 3)
        before = {int(line.split()[2]) for line in
                  place.log.read_text().splitlines()}
        victim = next(iter(some.client.run(os.getpid).values()))
        os.kill(victim, signal.SIGKILL)
        results = list(iter(some.next_result, None))
    assert len(results) == 8
    assert [result for _, result in results if result["status"] != "valid"] == []
    assert len({r["key"] for r in place.recorded("root")}) == 8
    assert len(place.recorded("root")) == 8
    # The tool of the dead worker was ended as well.
    wait_for(lambda: not any(is_alive(pid) for pid in before), 10)
    assert len(place.logged("end")) <= len(place.logged("start"))


def test_a_killed_supervisor_leaves_no_tool(place):
    job = place.job("finishes", seconds=1)
    with farm.Farm(place.path / "root", workers=1) as some:
        some.submit(job)
        wait_for(lambda: place.logged("start"))
        tool = int(place.log.read_text().split()[2])
        with open(f"/proc/{tool}/stat", encoding="utf-8") as file:
            supervisor = int(file.read().rpartition(")")[2].split()[1])
        os.kill(supervisor, signal.SIGKILL)
        wait_for(lambda: not is_alive(tool), 5)
        _, result = some.next_result()
    assert result["status"] == "valid" and result["tries"] == 2


DRIVER = """
import sys
from talos import farm
def main():
    root, script, *projects = sys.argv[1:]
    tool = farm.Tool("vitis", (script,), timeout=60)
    with farm.Farm(root, workers=2) as some:
        for job, result in some.run(farm.job_of_project(p, tool) for p in projects):
            print(result["key"], flush=True)
if __name__ == "__main__":
    main()
"""


def start_driver(place, projects):
    path = place.path / "driver.py"
    path.write_text(DRIVER)
    return subprocess.Popen(
        [sys.executable, str(path), str(place.path / "root"), str(place.script),
         *map(str, projects)],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def test_a_killed_driver_loses_nothing(place):
    projects = [place.project("finishes", str(i), 0.3) for i in range(10)]
    driver = start_driver(place, projects)
    told = [driver.stdout.readline().strip() for _ in range(3)]
    driver.kill()
    driver.wait()
    pids = {int(line.split()[2]) for line in place.log.read_text().splitlines()}
    # Orphans are ended: workers see that the driver is gone, supervisors that
    # the workers are.
    wait_for(lambda: not any(is_alive(pid) for pid in pids), 10)
    done = {r["key"] for r in place.recorded("root")}
    assert done.issuperset(told)
    # Half a line, as a driver leaves that dies in the middle of it.
    with open(place.path / "root" / "record.jsonl", "a",
              encoding="utf-8") as file:
        file.write('{"key": "half')
    ended = place.logged("end")
    again = start_driver(place, projects)
    assert len(again.communicate(timeout=120)[0].split()) == 10
    assert again.returncode == 0
    recorded = place.recorded("root")
    assert len(recorded) == 10 == len({r["key"] for r in recorded})
    # What ended before was not run again.
    assert sorted(place.logged("end")) == sorted(str(i) for i in range(10)) or \
        all(place.logged("end").count(name) <= 2 for name in ended)
    for key in done:
        assert len(list((place.path / "root" / key).glob("try-*"))) == 1


def test_a_result_that_the_driver_did_not_see_counts(place):
    job = place.job("finishes")
    with farm.Farm(place.path / "root", workers=1) as some:
        list(some.run([job]))
    path = place.path / "root" / "record.jsonl"
    path.write_text(path.read_text().splitlines()[0] + "\n")
    with farm.Farm(place.path / "root", workers=1) as some:
        [(_, result)] = some.run([job])
    assert result["status"] == "valid" and len(place.logged("start")) == 1


def test_two_farms_of_one_directory(place):
    with farm.Farm(place.path / "root", workers=1):
        with pytest.raises(farm.FarmError, match="in use by another farm"):
            farm.Farm(place.path / "root", workers=1)


def test_records_that_are_none(tmp_path):
    path = tmp_path / "record.jsonl"
    for text, message in (('{"talos_dse": 1}\n', ":1: this is no record"),
                          ('{"talos_farm": 1}\nnonsense\n', ":2: this line"),
                          ('{"talos_farm": 1}\n[1]\n', ":2: this line")):
        path.write_text(text)
        with pytest.raises(farm.FarmError, match=message):
            record.Record(tmp_path)


def test_a_changed_project_is_refused(place):
    job = place.job("finishes")
    (pathlib.Path(job.program) / "seconds").write_text("1\n")
    with farm.Farm(place.path / "root", workers=1) as some:
        [(_, result)] = some.run([job])
    assert "has changed since" in result["message"]


def test_throughput_of_two_workers(place):
    """A sleeping tool: two workers have nearly twice the pace of one. The whole
    measurement, 200 jobs of 0.5 s, is that of FARM_JOBS=200. One and two take
    turns, and the best of each counts: other programs slow down both."""
    count = int(os.environ.get("FARM_JOBS", "12"))
    pace = {1: 0.0, 2: 0.0}
    for turn in range(4):
        workers = 1 + turn % 2
        jobs = [place.job("finishes", f"{turn}-{i}", 0.5) for i in range(count)]
        with farm.Farm(place.path / f"root{turn}", workers=workers) as some:
            start = time.monotonic()
            results = [result for _, result in some.run(jobs)]
            pace[workers] = max(pace[workers],
                                count / (time.monotonic() - start))
        assert [r["status"] for r in results] == ["valid"] * count
    ratio = pace[2] / pace[1]
    print(f"{pace[1]:.2f} and {pace[2]:.2f} jobs/s, ratio {ratio:.2f}")
    # The tool's own start needs cores, which other programs may hold.
    busy = os.getloadavg()[0] > len(os.sched_getaffinity(0))
    assert ratio >= (1.3 if busy else 1.8)


def test_progress_estimates_what_is_left(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    progress = Progress(11)
    progress.add({"recorded": True})
    assert progress.left() is None and progress.line() == "1/11"
    for _ in range(4):
        now[0] += 90
        progress.add({})
    assert progress.left() == 90 * 6
    assert progress.line() == "5/11, 0:09:00 left"
