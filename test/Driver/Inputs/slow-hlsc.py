#!/usr/bin/env python3
"""Stands for hlsc: a report of a design of 500 cycles of a source program of so many
cycles as SOURCE_CYCLES says."""
import json
import os

print(json.dumps({"cycles": 500, "design": {"status": "optimal"}, "estimate": {"cycles": 500},
                  "bounds": {"source program": int(os.environ["SOURCE_CYCLES"])}}))
