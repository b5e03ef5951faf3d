#!/usr/bin/env python3
"""Whether a design takes less than a part of another one's cycles.

usage: compare_cycles.py FACTOR DIR OTHER_DIR
Both directories are outputs of hlsc. Exits with 1 unless FACTOR times the cycles
of the first are fewer than those of the second; with 0, unless both are the same.
"""
import json
import pathlib
import sys

FACTOR = int(sys.argv[1])
FIRST, SECOND = (
    json.loads(pathlib.Path(folder, "report.json").read_text())["design"]["cycles"]
    for folder in sys.argv[2:4])
if FACTOR == 0 and FIRST != SECOND:
    sys.exit(f"{FIRST} cycles are not {SECOND}")
if FACTOR * FIRST >= SECOND:
    sys.exit(f"{FIRST} cycles are no {FACTOR}th of {SECOND}")
