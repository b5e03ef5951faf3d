"""Which nests are tasks, held against the design with the other choice.

usage: check_task_choice.py hlsc SOURCE OPTION...
"""
import json
import subprocess
import sys

NESTS = {"pairs": "S1", "moved": "S2", "prime": "S0", "product": "S0"}


def report(top, *options):
    run = subprocess.run(sys.argv[1:] + ["--top", top, "--report", "json",
                                         *options],
                         check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


for top, nest in NESTS.items():
    chosen = report(top)
    is_task = nest in chosen["model"]["buffered"]
    assert chosen["model"]["status"] == "optimal", chosen["model"]
    other = report(top, "--pin", f"{nest}.task={int(not is_task)}")
    assert (nest in other["model"]["buffered"]) == (not is_task)
    for design in chosen, other:  # the model of a task is that of its network
        if nest in design["model"]["buffered"]:
            assert abs(design["model"]["cycles"] - design["cycles"]) <= \
                0.02 * design["cycles"], (top, design["cycles"])
    same = report(top, "--pin", f"{nest}.task={int(is_task)}")
    assert same["cycles"] == chosen["cycles"], (top, same["cycles"])
    assert other["cycles"] > chosen["cycles"], (top, other["cycles"])
    assert other["model"]["cycles"] > chosen["model"]["cycles"], top
    names = ["a stream", "a task"]
    print(f"{top}: {nest} is {names[is_task]}; "
          f"{names[not is_task]} takes more")
