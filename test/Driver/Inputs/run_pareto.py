#!/usr/bin/env python3
"""Finds fronts with hlsc --pareto and holds them against what they claim.

usage: run_pareto.py HLSC KERNEL DIRECTORY
"""
import json
import pathlib
import subprocess
import sys


class Fronts:
    def __init__(self, hlsc, kernel, directory):
        self.command = [hlsc, kernel, "--top", "product", "--target", "u200"]
        self.directory = pathlib.Path(directory)

    def run(self, *options, expected=0):
        done = subprocess.run(self.command + list(map(str, options)),
                              capture_output=True, text=True, check=False)
        if done.returncode != expected:
            sys.exit(f"{' '.join(map(str, options))}: returned "
                     f"{done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def front(self, objectives, *options):
        return json.loads(self.run("--pareto", objectives, "--report", "json",
                                   *options))


def figures(front, names):
    return [(point["cycles"], *(point["resources"][name] for name in names))
            for point in front["points"]]


def beats(one, other):
    return one != other and all(x <= y for x, y in zip(one, other))


def check_networks(fronts):
    """Model cycles: what the simulation counts may be some less or more."""
    space, place = ["--space", "streamed"], fronts.directory / "networks"
    front = fronts.front("cycles,DSP", *space, "--limit", "DSP=60", "-o", place)
    points = figures(front, ["DSP"])
    assert front["proved"] and len(points) > 3, front
    for cycles, dsp in (points[0], points[len(points) // 2]):
        for limit_dsp, faster in ((dsp, False), (dsp - 1, True)):
            report = json.loads(fronts.run(*space, "--limit", f"DSP={limit_dsp}",
                                           "--report", "json"))
            assert report["model"]["status"] == "optimal", report["model"]
            assert (report["model"]["cycles"] > cycles) == faster, (cycles, report)
    print(f"networks: proved, {len(points)} designs, as single runs find them")

    report = json.loads(fronts.run(*space, "--design", place / "design-2.json",
                                   "--csim", "--report", "json"))
    assert report["model"]["cycles"] == points[1][0], report["model"]
    assert all(run["status"] == "passed" for run in report["csim"])
    print("design of a network: the cycles of the front, bit-exact")


def main():
    fronts = Fronts(*sys.argv[1:])
    place = fronts.directory
    limit = ["--limit", "DSP=60"]
    record = place / "two.jsonl"
    two = fronts.front("cycles,DSP", *limit, "--pareto-record", record)
    points = figures(two, ["DSP"])
    assert two["proved"] and len(points) > 3, two
    assert all(point["status"] == "optimal" for point in two["points"])
    assert not any(beats(x, y) for x in points for y in points)
    print(f"two: proved, {len(points)} designs, none beats another")

    # Each point is what hlsc finds under just its resources; a DSP less costs.
    for (cycles, dsp) in (points[0], points[len(points) // 2]):
        for limit_dsp, faster in ((dsp, False), (dsp - 1, True)):
            report = json.loads(fronts.run("--limit", f"DSP={limit_dsp}",
                                           "--report", "json"))
            assert (report["cycles"] > cycles) == faster, (cycles, report["cycles"])
    print("ends: least cycles as without --pareto")

    text = fronts.run("--pareto", "cycles,DSP", *limit, "-o", place / "out",
                      "--pareto-record", record)
    assert f"{len(points)} designs, proved" in text, text
    assert max(map(len, text.splitlines())) <= 100
    for number, (cycles, _) in enumerate(points, 1):
        report = json.loads(fronts.run(
            "--design", place / "out" / f"design-{number}.json", "--report",
            "json"))
        assert report["cycles"] == cycles
        if number == 2:
            break
    print("design: the cycles of the front")

    before = record.read_text()
    assert fronts.front("cycles,DSP", *limit, "--pareto-record", record) == two
    assert record.read_text() == before
    print("again: nothing solved, same output")

    lines = before.splitlines(keepends=True)
    record.write_text("".join(lines[:3]) + lines[3][:20])
    assert fronts.front("cycles,DSP", *limit, "--pareto-record", record) == two
    assert record.read_text() == before
    print("half a line: dropped, same output")

    three = figures(fronts.front("cycles,DSP,BRAM", "--limit",
                                 "DSP=12"), ["DSP", "BRAM_18K"])
    assert not any(beats(x, y) for x in three for y in three)
    small = figures(fronts.front("cycles,DSP", "--limit", "DSP=12"), ["DSP"])
    assert set(small) <= {point[:2] for point in three}
    print("three: contains the front of two")

    six = fronts.front("cycles,LUT,DSP,BRAM,URAM,ports", "--limit", "DSP=6")
    names = ["LUT", "DSP", "BRAM_18K", "URAM", "ports"]
    points = figures(six, names)
    assert six["proved"] and len(points) > 10
    assert not any(beats(x, y) for x in points for y in points)
    few = figures(fronts.front("cycles,DSP", "--limit", "DSP=6"), ["DSP"])
    assert set(few) <= {(point[0], point[2]) for point in points}
    print(f"six: proved, {len(points)} designs, contains the front of two")

    text = fronts.run("--pareto", "cycles,DSP", *limit, "--time-limit",
                      "0.000001", expected=3)
    assert "raise" in text, text
    print("no time: exit code 3")

    text = fronts.run("--pareto", "cycles,DSP", "--pareto-record", record,
                      expected=1)
    assert "of another exploration" in text, text
    print("other options: refused")
    check_networks(fronts)


if __name__ == "__main__":
    main()
