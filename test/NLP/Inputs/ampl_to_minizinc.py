"""Translates what the AMPL writer prints into MiniZinc, statement by statement,
so that its meaning can be checked where no AMPL is at hand.

usage: ampl_to_minizinc.py MODEL.mod MODEL.mzn
"""
import re
import sys

sets = {}


def index(value):
    return value.replace("-", "m")


def expand(match):
    """sum{k in X0} TERM, with TERM one of those that the writer prints."""
    weighted, array = match.group(2), match.group(3)
    return "(" + " + ".join(
        (f"{k} * " if weighted else "") + f"{array}_{index(k)}"
        for k in sets[match.group(1)]) + ")"


def statement(text):
    """One statement without its semicolon."""
    found = re.fullmatch(r"set (\w+) := \{(.*)\}", text)
    if found:
        sets[found[1]] = found[2].split(", ")
        return ""
    found = re.fullmatch(r"var (\w+)\{(\w+)\} binary", text)
    if found:
        return "".join(f"var 0..1: {found[1]}_{index(k)};\n" for k in sets[found[2]])
    found = re.fullmatch(r"var (\w+) binary", text)
    if found:
        return f"var 0..1: {found[1]};\n"
    found = re.fullmatch(r"var (\w+) integer >= (-?\d+) <= (-?\d+)", text)
    if found:
        return f"var {found[2]}..{found[3]}: {found[1]};\n"
    found = re.fullmatch(r"var (\w+) integer", text)
    if found:
        return f"var -100..100: {found[1]};\n"
    text = re.sub(r"sum\{k in (\w+)\} (k \* )?(\w+)\[k\]", expand, text)
    text = re.sub(r"(\w+)\[(-?\d+)\]", lambda m: f"{m[1]}_{index(m[2])}", text)
    found = re.fullmatch(r"subject to \w+: (.*)", text)
    if found:
        return f"constraint {found[1]};\n"
    found = re.fullmatch(r"minimize objective: (.*)", text)
    if found:
        return (f"var -100000..100000: objective;\nconstraint objective = {found[1]};\n"
                'solve minimize objective;\n'
                'output ["objective ", show(objective), "\\n"];\n')
    sys.exit(f"unknown statement: {text}")


with open(sys.argv[1], encoding="utf-8") as file:
    body = "".join(line for line in file if not line.startswith("#"))
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for part in body.split(";"):
        if part.strip():
            file.write(statement(" ".join(part.split())))
