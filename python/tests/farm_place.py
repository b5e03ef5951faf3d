# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A directory with a tool that does as it is told, for tests of the farm."""

import json
import time

import pytest

pytest.importorskip("distributed")

from talos import farm

# Reads what to do from the project, and logs starts and ends.
TOOL = r"""#!/bin/sh
log=$FARM_LOG
name=$(cat name)
echo "start $name $$" >> "$log"
report() {
  mkdir -p solution/syn/report
  cat > solution/syn/report/csynth.xml <<END
<profile><UserAssignments><TopModelName>k</TopModelName></UserAssignments>
<PerformanceEstimates><SummaryOfOverallLatency>
<Worst-caseLatency>$1</Worst-caseLatency></SummaryOfOverallLatency></PerformanceEstimates>
<AreaEstimates><Resources><BRAM_18K>4</BRAM_18K><DSP>5</DSP><FF>6</FF><LUT>7</LUT>
<URAM>0</URAM></Resources></AreaEstimates></profile>
END
}
sleep "$(cat seconds)"
case $(cat mode) in
finishes) report 100 ;;
fails) echo 'ERROR: [HLS 200-70] syntax error'; exit 3 ;;
hangs) setsid sleep 300 & echo $! > "$log.escaped"; sleep 300 ;;
dies) kill -9 $$ ;;
dies-once) test -e "$log.$name" || { touch "$log.$name"; kill -9 $$; }; report 100 ;;
no-licence) echo 'ERROR: license server is down'; exit 1 ;;
licence-comes) test -e "$log.$name" || { touch "$log.$name"; echo 'licence request failed'; exit 1; }
  report 100 ;;
half) report 100; sed -i '/AreaEstimates/,$d' solution/syn/report/csynth.xml ;;
nothing) ;;
lacks) report 100; sed -i 's/<DSP>5<.DSP>//' solution/syn/report/csynth.xml ;;
esac
echo "end $name $$" >> "$log"
"""


class Place:
    """A directory with the tool, its log, and projects."""

    def __init__(self, path, monkeypatch):
        self.path = path
        self.log = path / "log"
        self.log.touch()
        self.script = path / "tool"
        self.script.write_text(TOOL)
        self.script.chmod(0o755)
        monkeypatch.setenv("FARM_LOG", str(self.log))
        monkeypatch.setattr("talos.farm.driver.RETRY_DELAY", 0.05)

    def tool(self, **options):
        options.setdefault("timeout", 60)
        return farm.Tool("vitis", (str(self.script),), **options)

    def project(self, mode, name=None, seconds=0):
        directory = self.path / "projects" / (name or mode)
        directory.mkdir(parents=True)
        for file, text in (("mode", mode), ("name", name or mode),
                           ("seconds", seconds)):
            (directory / file).write_text(f"{text}\n")
        return directory

    def job(self, mode, name=None, seconds=0, **options):
        return farm.job_of_project(self.project(mode, name, seconds),
                                   self.tool(**options))

    def logged(self, what):
        return [line.split()[1] for line in self.log.read_text().splitlines()
                if line.startswith(what)]

    def recorded(self, root):
        lines = (self.path / root / "record.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines[1:]]


@pytest.fixture(name="place")
def place_fixture(tmp_path, monkeypatch):
    return Place(tmp_path, monkeypatch)


def wait_for(what, seconds=60):
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
