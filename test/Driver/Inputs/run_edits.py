#!/usr/bin/env python3
"""Small edits of one C program: each must compile and pass C simulation.

usage: run_edits.py HLSC DIRECTORY

Prints `PASS edit cycles` or `FAIL edit reason`; exits with 1 if one failed.
"""
import json
import os
import subprocess
import sys

BASE = """
#define N 8
#define M 12
void kernel(float alpha, float A[N][M], float B[M][N], float C[N][N], float x[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      C[i][j] *= 0.5f;
      for (int k = 0; k < M; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++) {
    x[i] = alpha;
    for (int j = 0; j < i; j++)
      x[i] -= C[i][j] * x[j];
  }
}
"""


def edits():
    """Yields (name, source)."""
    yield "base", BASE
    for size in (1, 2, 3, 7, 16, 13):
        yield f"N={size}", BASE.replace("#define N 8", f"#define N {size}")
        yield f"M={size}", BASE.replace("#define M 12", f"#define M {size}")
    yield "renamed loop", BASE.replace("int k", "int inner").replace(
        "k < M; k++", "inner < M; inner++").replace("[k]", "[inner]")
    for name in ("new", "class", "template", "load_A", "store_C", "task_S0", "hls",
                 "std", "main_"):
        yield f"array {name}", BASE.replace("float B[", f"float {name}[").replace(
            "B[k]", f"{name}[k]")
    yield "temporary", BASE.replace(
        "C[i][j] += alpha * A[i][k] * B[k][j];",
        "{ float t = alpha * A[i][k]; C[i][j] += t * B[k][j]; }")
    yield "commuting statements", BASE.replace(
        "    x[i] = alpha;\n", "    x[i] = alpha;\n    A[i][0] = alpha;\n")
    yield "commuting statements, swapped", BASE.replace(
        "    x[i] = alpha;\n", "    A[i][0] = alpha;\n    x[i] = alpha;\n")
    yield "<= bound", BASE.replace("k < M", "k <= M - 1")
    yield "downwards", BASE.replace("int k = 0; k < M; k++", "int k = M - 1; k >= 0; k--")
    yield "counted from 1", BASE.replace("int k = 0; k < M; k++", "int k = 1; k <= M; k++"
                                         ).replace("[k]", "[k - 1]")
    yield "condition", BASE.replace("for (int j = 0; j < i; j++)",
                                    "for (int j = 0; j < N; j++) if (j < i)")


def run(hlsc, directory, number, source):
    """(passed, text)"""
    path = os.path.join(directory, f"edit{number}.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    done = subprocess.run([hlsc, path, "--top", "kernel", "--target", "u200", "--csim",
                           "--report", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reasons = [line for line in done.stderr.splitlines() if "error:" in line]
        return False, f"{done.returncode} {reasons[0] if reasons else done.stderr[-300:]}"
    report = json.loads(done.stdout)
    passed = bool(report["csim"]) and all(
        entry["status"] == "passed" for entry in report["csim"])
    return passed, report["design"]["cycles"] if passed else report["csim"]


def main():
    hlsc, directory = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    failed = 0
    seen = set()
    for number, (name, source) in enumerate(edits()):
        if source == BASE and name != "base" or source in seen:
            sys.exit(f"edit '{name}' changes nothing, or what another does")
        seen.add(source)
        passed, text = run(hlsc, directory, number, source)
        failed |= not passed
        print("PASS" if passed else "FAIL", name, text, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
