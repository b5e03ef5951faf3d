"""Straight-line statements of one body are one task: simulated bit for bit, with the
same cycles in model and estimate, and never slower than apart.

usage: run_joined.py HLSC joined.c
"""
import json
import subprocess
import sys

# Top: statements of its one task.
TOPS = {"cordic": 2, "in_place": 3, "cmul": 2, "yuv": 3, "sobel": 2, "chain": 3, "triangle": 2,
        "sweep": 2, "in_turn": 2, "rows": 2}
LIMITS = (None, 100, 250)  # DSPs


def design(hlsc, source, top, limit, *options):
    command = [hlsc, source, "--top", top, "--target", "u200", "--report", "json", *options]
    command += [] if limit is None else ["--limit", f"DSP={limit}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def cost(design):
    resources = design["resources"]
    return design["cycles"], [resources[name]["used"] for name in ("DSP", "LUT")]


def main():
    hlsc, source = sys.argv[1:]
    for top, results in TOPS.items():
        for limit in LIMITS:
            joined = design(hlsc, source, top, limit, "--csim")
            apart = design(hlsc, source, top, limit, "--separate")
            assert joined or not apart, f"{top}, {limit} DSPs: no design"
            if not joined:
                continue
            assert all(run["status"] == "passed" for run in joined["csim"]), top
            assert joined["cycles"] == joined["estimate"]["cycles"], top
            if apart:
                assert joined["cycles"] <= apart["cycles"], f"{top}, {limit} DSPs: slower"
            if limit is None:
                tasks = [task["statements"] for task in joined["design"]["tasks"]]
                assert [len(names) for names in tasks] == [results], f"{top}: {tasks}"
                # Apart they may run side by side, which takes more.
                assert cost(joined) < cost(apart) or top == "cmul", top
                print(f"{top}: one task, {joined['cycles']} cycles, apart {apart['cycles']}")


main()
