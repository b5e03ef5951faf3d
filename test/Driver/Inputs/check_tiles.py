"""The tiles of task S1, held against the designs with other numbers of tiles.

usage: check_tiles.py REPORT hlsc SOURCE OPTION...; REPORT is that of these
"""
import json
import subprocess
import sys

with open(sys.argv[1]) as file:
    chosen = json.load(file)
assert chosen["model"]["status"] == "optimal", chosen["model"]
for tiles in 1, 3, 6, 24:
    run = subprocess.run(
        sys.argv[2:] + ["--report", "json", "--pin", f"S1.tiles={tiles}"],
        check=True, capture_output=True, text=True)
    own = json.loads(run.stdout)
    assert ("S1" in own["model"]["tiles"]) == (tiles > 1)
    assert abs(own["model"]["cycles"] - own["cycles"]) <= 0.01 * own["cycles"]
    assert own["model"]["cycles"] >= chosen["model"]["cycles"], tiles
    assert own["cycles"] >= chosen["cycles"], tiles
    same = own["cycles"] == chosen["cycles"]
    print(f"{tiles} tiles: {'as many' if same else 'more'}")
