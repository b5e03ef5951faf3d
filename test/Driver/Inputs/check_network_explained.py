"""The claims of an explained network, held against new runs of hlsc: with twice
of a limit, or without a pin, the model takes as many cycles as it says.

usage: check_network_explained.py REPORT hlsc ARGUMENT...
with --pin PIN or --limit NAME=N among the arguments where the report has them.
"""
import json
import subprocess
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
command = sys.argv[2:]
present = report["model"]["cycles"]
network, *nests = report["binding"]
assert network["cycles"] == present and network["task"] == report["top"]
assert len(nests) == len(report["model"]["tasks"])
checked = set()
for reason in network["binding"]:
    if reason["kind"] not in ("budget", "pin"):
        continue
    saved = reason["most"]["saves"]
    assert reason["most"]["proved"] and saved > 0, reason
    arguments = list(command)
    if reason["kind"] == "pin":
        at = arguments.index("--pin")
        del arguments[at:at + 2]
    elif reason["name"] == "max-ports":
        arguments += ["--max-ports", str(2 * reason["limit"])]
    else:
        name = reason["name"] + "="
        limits = [i for i, text in enumerate(arguments)
                  if text.startswith(name)]
        arguments[limits[0]] = name + str(2 * reason["limit"])
    run = subprocess.run(arguments + ["--report", "json"], check=True,
                         capture_output=True, text=True)
    again = json.loads(run.stdout)["model"]
    assert again["cycles"] == present - saved, (reason, again)
    if reason["kind"] == "budget" and reason["name"] != "max-ports":
        used = again["resources"][reason["name"]]
        assert reason["limit"] < used <= 2 * reason["limit"], (reason, used)
    checked.add(reason["name"])
print("checked:", *sorted(checked))
