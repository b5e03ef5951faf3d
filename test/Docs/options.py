#!/usr/bin/env python3
"""Holds the tables of options in docs/Usage.md against the records of options.

usage: options.py LLVM_TBLGEN SOURCE_DIR [--write]
The records stand in include/talos/Support/Options.td. A table stands between
`<!-- options: NAME -->` and `<!-- end of options -->`; NAME is a record of the
class HlscOptions. --write puts the tables in their places.
"""
import json
import os
import re
import subprocess
import sys

TABLE = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end of options -->)", re.DOTALL)


def records(tblgen, source):
    include = os.path.join(source, "include")
    dump = subprocess.run(
        [tblgen, "--dump-json", "-I", include, os.path.join(include, "talos", "Support", "Options.td")],
        capture_output=True, text=True, check=True).stdout
    return json.loads(dump)


def users(everything, name):
    """Passes that have the option, in the order of their lists."""
    passes = []
    lists = everything["!instanceof"]["OptionsOf"]
    for record in map(everything.get, sorted(lists, key=lambda users_of: users_of != "PipelineOptions")):
        if any(option["def"] == name for option in record["options"]):
            passes += [user for user in record["passes"] if user not in passes]
    return ", ".join(f"`{user}`" for user in passes)


def row(everything, name):
    option = everything[name]
    spelled = ("-" if option["short"] else "--") + option["name"]
    shown = "<" + "\\|".join(option["choices"]) + ">" if option["choices"] else option["value"]
    text = option["help"].replace("<", "\\<")
    if option["also"]:
        text += f"; also `--{option['also']}`"
    if option["see"]:
        place = option["see"]
        title = "below" if place.startswith("#") else place.split("#")[0]
        text += f" ([{title}]({place}))"
    cells = [f"`{spelled}{' ' + shown if shown else ''}`", text, option["otherwise"], users(everything, name)]
    return "| " + " | ".join(cells) + " |"


def table(everything, name):
    lines = ["| option | meaning | default | also an option of |", "|---|---|---|---|"]
    lines += [row(everything, option["def"]) for option in everything[name]["options"]]
    return "\n".join(lines) + "\n"


def main():
    tblgen, source = sys.argv[1:3]
    everything = records(tblgen, source)
    path = os.path.join(source, "docs", "Usage.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    right = TABLE.sub(lambda match: match[1] + table(everything, match[2]) + match[3], text)
    found = {match[2] for match in TABLE.finditer(text)}
    missing = set(everything["!instanceof"]["HlscOptions"]) - found
    if missing:
        sys.exit(f"docs/Usage.md has no table of {', '.join(sorted(missing))}")
    if right == text:
        return
    if "--write" not in sys.argv:
        sys.exit("docs/Usage.md differs from include/talos/Support/Options.td; run test/Docs/options.py --write")
    with open(path, "w", encoding="utf-8") as file:
        file.write(right)


if __name__ == "__main__":
    main()
