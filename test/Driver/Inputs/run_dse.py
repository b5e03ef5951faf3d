#!/usr/bin/env python3
"""Explores a kernel with hlsc --dse, with the estimator and with a stand-in for
vitis_hls that misbehaves.

usage: run_dse.py HLSC KERNEL DIRECTORY
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

# Answers with the predicted cycles and seven more, and logs that it ran.
STAND_IN = r"""#!/bin/sh
echo run >> "$DSE_LOG"
test "$1" = -f && test -f run_hls.tcl || exit 9
mkdir -p solution/syn/report
cycles=$(sed -n 's/.*cycles = \([0-9]*\), bound.*/\1/p' ./*.hls.mlir | head -1)
report() {
  cat > solution/syn/report/csynth.xml <<END
<profile><PerformanceEstimates><SummaryOfOverallLatency>
<Worst-caseLatency>$1</Worst-caseLatency></SummaryOfOverallLatency></PerformanceEstimates>
<AreaEstimates><Resources><BRAM_18K>4</BRAM_18K><DSP>5</DSP><FF>6</FF><LUT>7</LUT>
<URAM>0</URAM></Resources></AreaEstimates></profile>
END
}
case $DSE_MODE in
answers) report $((cycles + 7)) ;;
fails) echo 'ERROR: no licence' >&2; exit 3 ;;
hangs) sleep 60 ;;
lies) report 5 ;;
half) report $((cycles + 7)); sed -i '/AreaEstimates/,$d' solution/syn/report/csynth.xml ;;
dies) if test "$(wc -l < "$DSE_LOG")" = 2; then kill -9 $PPID; exit 1; fi
      report $((cycles + 7)) ;;
esac
"""


class Explorer:
    def __init__(self, hlsc, kernel, directory):
        self.command = [hlsc, kernel, "--top", "gemm", "--target", "u200", "--dse"]
        self.directory = directory
        tools = directory / "bin"
        tools.mkdir(parents=True)
        (tools / "vitis_hls").write_text(STAND_IN, encoding="utf-8")
        (tools / "vitis_hls").chmod(0o755)
        self.path = f"{tools}{os.pathsep}{os.environ['PATH']}"

    def run(self, name, *options, mode=None, expected=0, space="pragmas",
            command=None):
        """What was printed, and the candidates on record."""
        record = self.directory / f"{name}.jsonl"
        environment = dict(os.environ, DSE_LOG=str(self.directory / f"{name}.log"))
        if space:
            options += ("--space", space)
        if mode:
            environment.update(PATH=self.path, DSE_MODE=mode)
            options += ("--dse-backend", "vitis")
        done = subprocess.run(
            [*(command or self.command), "--dse-record", str(record), "--report", "none", *options],
            capture_output=True, text=True, check=False, env=environment, timeout=300)
        assert done.returncode == expected, (done.returncode, done.stderr)
        lines = record.read_text(encoding="utf-8").splitlines()
        return done.stdout, [json.loads(line) for line in lines[1:]], done.stderr

    def runs(self, name):
        return len((self.directory / f"{name}.log").read_text().splitlines())


def estimator(explorer):
    first, rows, _ = explorer.run("estimator", "-o", str(explorer.directory / "out"))
    evaluated = [row for row in rows if "status" in row]
    assert all(row["lower_bound"] <= row["predicted"] for row in rows)
    best = min(row["cycles"] for row in evaluated if row["status"] == "valid")
    assert f"{best} cycles by estimator" in first
    report = json.loads((explorer.directory / "out/report.json").read_text())
    assert report["cycles"] == best, (report["cycles"], best)
    print(f"estimator: {len(rows)} candidates, {len(evaluated)} evaluated")

    record = explorer.directory / "estimator.jsonl"
    before = record.read_bytes()
    again, _, _ = explorer.run("estimator")
    assert record.read_bytes() == before
    assert flat(again).replace(" (recorded)", "") == flat(first)
    assert "(recorded)" in again
    assert all(len(line) <= 100 for line in again.splitlines()), again
    print("again: all recorded, same output")

    record.write_bytes(before[:-20])
    third, _, _ = explorer.run("estimator")
    assert record.read_bytes() == before and third.count("(recorded)") == 17
    print("half a line: dropped")

    incomplete(explorer, record, before)

    _, _, message = explorer.run("estimator", "--tree-reduction", expected=1)
    assert "the record is of another exploration" in message, message


def incomplete(explorer, record, whole):
    """Evaluations without a figure on record are refused, not taken as 0."""
    lines = whole.decode().splitlines()
    row = next(i for i, line in enumerate(lines) if '"status":"valid"' in line)
    figures = ["cycles", "resources", *json.loads(lines[row])["resources"]]
    assert len(figures) == 7, figures
    for figure in figures:
        candidate = json.loads(lines[row])
        (candidate["resources"] if figure.isupper() else candidate).pop(figure)
        changed = [*lines[:row], json.dumps(candidate), *lines[row + 1:]]
        record.write_text("\n".join(changed) + "\n", encoding="utf-8")
        _, _, message = explorer.run("estimator", expected=1)
        assert f"{row + 1}: this line is no candidate" in message, message
    record.write_bytes(whole)
    print("incomplete: refused")


def templates(explorer):
    """Every template is explored: no option is not better than --dse."""
    hlsc, kernel = explorer.command[:2]
    command = [hlsc, kernel.replace("gemm", "atax"), "--top", "atax",
               "--target", "u200"]
    plain = subprocess.run([*command, "--report", "json"],
                           capture_output=True, text=True, check=True)
    out, rows, _ = explorer.run("templates", space=None,
                                command=[*command, "--dse"])
    assert {row["space"] for row in rows} == {"pragmas", "shared"}, rows
    best = min(row["cycles"] for row in rows if row.get("status") == "valid")
    assert f"{best} cycles by estimator" in out
    assert best <= json.loads(plain.stdout)["cycles"], best
    pragmas = min(row["predicted"] for row in rows if row["space"] == "pragmas")
    print(f"templates: {len(rows)} candidates, best below the pragma space: "
          f"{best < pragmas}")


def stand_in(explorer):
    few = ("--dse-partitions", "64,16")
    out, rows, _ = explorer.run("answers", *few, mode="answers")
    assert rows[0]["status"] == "valid" and "by vitis" in out, rows
    assert rows[0]["cycles"] == rows[0]["predicted"] + 7, rows
    assert rows[0]["resources"]["LUT"] == 7
    print("answers: valid")

    _, rows, message = explorer.run("fails", *few, mode="fails", expected=3)
    assert {row.get("status", "skipped") for row in rows} <= {"failed", "skipped"}
    assert "no candidate was found valid by vitis" in message, message
    print("fails: no design, exit code 3")

    _, rows, _ = explorer.run("hangs", "--dse-partitions", "16", "--dse-timeout", "1",
                              mode="hangs", expected=3)
    assert rows[0]["status"] == "timed out", rows
    print("hangs: timed out")

    _, rows, _ = explorer.run("lies", "--dse-partitions", "16", mode="lies", expected=3)
    assert "no such design takes less" in rows[0]["message"], rows
    print("lies: not believed")

    _, rows, _ = explorer.run("half", "--dse-partitions", "16", mode="half", expected=3)
    assert "lacks" in rows[0]["message"], rows
    print("half a report: not believed")


def dies(explorer):
    limits = ("--dse-partitions", "16,64,128")  # each better than the one before
    _, rows, _ = explorer.run("dies", *limits, mode="dies", expected=-9)
    assert len([row for row in rows if "status" in row]) == 1, rows
    assert explorer.runs("dies") == 2
    _, rows, _ = explorer.run("dies", *limits, mode="answers")
    evaluated = len([row for row in rows if "status" in row])
    assert evaluated >= 2 and explorer.runs("dies") == evaluated + 1
    _, undisturbed, _ = explorer.run("whole", *limits, mode="answers")
    assert rows == undisturbed
    print("dies: nothing lost, nothing evaluated twice")


def flat(text):
    """Without the places at which lines are broken."""
    return " ".join(text.split())


def main():
    hlsc, kernel, directory = sys.argv[1:]
    hlsc = shutil.which(hlsc)
    directory = pathlib.Path(directory)
    shutil.rmtree(directory, ignore_errors=True)
    explorer = Explorer(hlsc, kernel, directory)
    estimator(explorer)
    templates(explorer)
    stand_in(explorer)
    dies(explorer)


if __name__ == "__main__":
    main()
