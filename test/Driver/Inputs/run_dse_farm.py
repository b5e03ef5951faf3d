#!/usr/bin/env python3
"""Explores a kernel with hlsc --dse --dse-backend farm.

usage: run_dse_farm.py HLSC KERNEL DIRECTORY
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

# Answers with the predicted cycles and seven more, and logs that it ended.
TOOL = r"""#!/bin/sh
case $DSE_MODE in fails) echo 'ERROR: no such part'; exit 3 ;; esac
sleep "${DSE_SLEEP:-0}"
cycles=$(sed -n 's/.*cycles = \([0-9]*\), bound.*/\1/p' ./*.hls.mlir | head -1)
mkdir -p solution
cat > solution/csynth.xml <<END
<profile><UserAssignments><TopModelName>gemm</TopModelName></UserAssignments>
<PerformanceEstimates><SummaryOfOverallLatency>
<Worst-caseLatency>$((cycles + 7))</Worst-caseLatency></SummaryOfOverallLatency></PerformanceEstimates>
<AreaEstimates><Resources><BRAM_18K>4</BRAM_18K><DSP>5</DSP><FF>6</FF><LUT>7</LUT>
<URAM>0</URAM></Resources></AreaEstimates></profile>
END
echo "$cycles" >> "$DSE_LOG"
"""


class Explorer:
    def __init__(self, hlsc, kernel, directory):
        self.directory = pathlib.Path(directory)
        tool = self.directory / "tool"
        tool.write_text(TOOL, encoding="utf-8")
        tool.chmod(0o755)
        self.command = [
            hlsc, kernel, "--top", "gemm", "--target", "u200", "--dse",
            "--space", "pragmas", "--dse-partitions", "64,16,4,1",
            "--dse-backend", "farm", "--dse-farm",
            f"--workers 2 --command '{tool}'"]

    def start(self, name, **environment):
        return subprocess.Popen(
            self.command + ["--dse-record", str(self.directory / name)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, DSE_LOG=str(self.directory / f"{name}.log"),
                     TALOS_PYTHON=sys.executable, **environment))

    def run(self, name, expected=0, **environment):
        process = self.start(name, **environment)
        out, err = process.communicate(timeout=300)
        if process.returncode != expected:
            sys.exit(f"{name}: returned {process.returncode}\n{out}{err}")
        return out + err

    def record(self, name):
        lines = (self.directory / name).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines[1:]]

    def log(self, name):
        path = self.directory / f"{name}.log"
        return path.read_text(encoding="utf-8").split() if path.exists() else []


def main():
    explorer = Explorer(*sys.argv[1:])
    text = explorer.run("answers")
    found = explorer.record("answers")
    evaluated = [line for line in found if "status" in line]
    assert all(line["cycles"] == line["predicted"] + 7 for line in evaluated)
    assert len(found) == 8 and len(evaluated) == len(explorer.log("answers")) > 1
    assert len({line["design"] for line in evaluated}) == len(evaluated)
    assert "best: space pragmas" in text and "cycles by farm" in text
    print("answers: valid, every design once")

    before = len(explorer.log("answers"))
    assert explorer.run("answers").count("(recorded)") == 8
    assert len(explorer.log("answers")) == before
    print("again: all recorded")

    assert "no candidate was found valid by farm" in explorer.run(
        "fails", expected=3, DSE_MODE="fails")
    print("fails: no design, exit code 3")

    process = explorer.start("dies", DSE_SLEEP="0.7")
    until = time.monotonic() + 120
    while not explorer.log("dies") and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    explorer.run("dies", DSE_SLEEP="0.1")
    again = [line for line in explorer.record("dies") if "status" in line]
    assert [(l["design"], l["cycles"]) for l in again] == \
        [(l["design"], l["cycles"]) for l in evaluated]
    jobs = explorer.directory / "dies.farm" / "record.jsonl"
    keys = [json.loads(line)["key"] for line in
            jobs.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(keys) == len(set(keys)) == len(evaluated)
    # A tool that ended just before the kill may have had no time to say so.
    assert len(explorer.log("dies")) <= len(evaluated) + 2
    print("dies: hlsc killed, nothing lost, nothing evaluated twice")

    explorer.command[-1] += " --scheduler nonsense://x"
    text = explorer.run("none", expected=5)
    assert "the farm ended" in text and "no scheduler at" in text, text
    print("no farm: exit code 5")


if __name__ == "__main__":
    main()
