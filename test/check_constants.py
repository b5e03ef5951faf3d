#!/usr/bin/env python3
"""Holds the table of constants in docs/Solver.md against the solver's code.

usage: check_constants.py SOURCE_DIR
Every constant of search policy is in the table with its value, and every row of
the table is a constant.
"""
import os
import re
import sys

FOLDERS = ("BlockEnumeration", "BranchAndBound", "Presolve", "Strategy", "TreeDecomposition")
# Guards against overflow, memory layouts and marks decide nothing.
NO_POLICY = {"Empty", "MaxLanes", "MaxLimit", "MaxNumber", "MaxWeight", "Never", "NoLimit", "NodesPerLook",
             "NodesPerTick", "RefreshAll", "WordBits"}
DECLARATION = re.compile(r"static constexpr [\w:<> ]+? (\w+\s*(?:=|\()[^;]*);")
ONE = re.compile(r"(\w+)\s*(?:=\s*([^,]+?)|\((\d+)\))\s*(?:,|$)")
ROW = re.compile(r"^\| `(\w+)` \| ([\w.^]+) \| [^|]+ \| `([\w.]+)` \|$")


def value_of(text):
    text = re.sub(r"\b(size_t|int64_t|double)\(", "(", text).replace("^", "**")
    return eval(text, {"__builtins__": {}})  # numbers of our own files


def constants_of(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    for declaration in DECLARATION.finditer(text):
        for name, plain, called in ONE.findall(" ".join(declaration[1].split())):
            if name not in NO_POLICY:
                yield name, value_of(plain or called)


def main(source):
    code = {}
    for folder in FOLDERS:
        top = os.path.join(source, "lib", "NLP", folder)
        for name in sorted(os.listdir(top)):
            for constant, value in constants_of(os.path.join(top, name)):
                code[name, constant] = value
    table = {}
    with open(os.path.join(source, "docs", "Solver.md"), encoding="utf-8") as file:
        for line in file:
            if row := ROW.match(line.rstrip("\n")):
                table[row[3], row[1]] = value_of(row[2])
    errors = [f"{where[0]}: {where[1]} is {code.get(where, 'nowhere')}, docs/Solver.md says {table.get(where, 'nothing')}"
              for where in sorted(code.keys() | table.keys()) if code.get(where) != table.get(where)]
    for error in errors:
        print(error, file=sys.stderr)
    if not table:
        sys.exit("docs/Solver.md has no table of constants")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main(sys.argv[1])
