#===- dependence_chain.py - Cycles that no schedule beats ----------------------===//
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""The dependence chain of a C kernel: the longest path of operators from an input to
a result, through all iterations (ready-time.h). The program is executed to find it."""
import json
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "lib", "Target", "data")


def latencies(library, rules):
    """Of the operators, as macros. A sum that is carried from iteration to iteration has
    its next term sooner than the adder's latency, by the slack of the rules."""
    with open(os.path.join(DATA, "operators", library), encoding="utf-8") as file:
        operators = json.load(file)["operators"]
    with open(os.path.join(DATA, "rules", rules), encoding="utf-8") as file:
        slack = json.load(file)["loops"]["carried_slack"]["value"]
    cycles = {name: operator["latency"] for name, operator in operators.items()}
    return {"ADD": cycles["fadd"] - slack, "MUL": cycles["fmul"], "DIV": cycles["fdiv"],
            "ADD_INTEGER": cycles["add"], "FUNCTION_SQRT": cycles["fsqrt"],
            "FUNCTION_EXP": cycles["exp"], "FUNCTION_POW": cycles["pow"]}


def chain(path, defines, trees,
          library="virtexuplus-2023.2-4000ps.json", rules="vitis-2023.2.json"):
    """Cycles; `trees`: sums may be added in any order."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # Arrays of integers are results as well; from the call on, time counts.
    is_integer = re.search(r"static int \w+\[", text) is not None
    text = re.sub(r"\bint (\w+\[)", r"Timed \1", text)
    text = re.sub(r"^  (kernel_\w+\()", r"  isCounting = true;\n  \1", text, flags=re.M)
    macros = {name: f"{value}.0" for name, value in latencies(library, rules).items()}
    macros["IS_INTEGER"] = str(int(is_integer))
    if trees:
        macros["TREES"] = "1"
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "chain")
        subprocess.run(["g++", "-std=c++17", "-O2", "-fpermissive", "-w", "-x", "c++",
                        f"-I{os.path.dirname(path)}", *defines,
                        *(f"-D{name}={value}" for name, value in macros.items()),
                        "-include", os.path.join(HERE, "ready-time.h"), "-", "-o", program],
                       input=text, text=True, check=True)
        printed = subprocess.run([program], capture_output=True, text=True, check=True)
    return int(printed.stdout.split()[-1])
