"""Compiles kernels with hlsc, lint and C simulation included, in both
reduction modes; the model and the estimate on the final IR must agree.

usage: run_kernels.py <hlsc> <kernel directory> <output directory> [option of hlsc]...

Prints one line a run, `PASS <kernel> <mode> <cycles> <status>`, or the output
of the run that failed; exits with 1 if any run failed.
"""
import json
import pathlib
import subprocess
import sys

TOPS = {"2mm": "kernel_2mm", "3mm": "kernel_3mm"}


def disagreement(comparison):
    """Where model and estimator differ by more than 1 %, or None."""
    if not comparison:
        return "no estimate on the final IR"
    pairs = {"cycles": comparison["cycles"], **comparison["resources"],
             **comparison["tasks"]}
    for name, pair in pairs.items():
        left, right = pair["predicted"], pair["estimated"]
        if abs(left - right) * 100 > max(left, right):
            return f"{name}: {left} predicted, {right} estimated"
    return None


def run(hlsc, kernel, out, mode, options):
    """Returns an error text, or None and prints the PASS line."""
    command = [hlsc, str(kernel), "--top", TOPS.get(kernel.stem, kernel.stem),
               "--target", "u200", "--csim", "--report", "json", "-o", str(out)]
    if mode == "tree":
        command.append("--tree-reduction")
    done = subprocess.run(command + options, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    report = json.loads(done.stdout)
    design = report["design"]
    runs = [run["status"] for run in report["csim"]]
    wanted = 1 if mode == "ordered" else 2
    if len(runs) < wanted or any(status != "passed" for status in runs):
        return f"C simulation: {runs}"
    if design["cycles"] <= 0:
        return f"{design['cycles']} cycles"
    apart = disagreement(report.get("comparison"))
    if apart:
        return apart
    print(f"PASS {kernel.stem} {mode} {design['cycles']} {design['status']}",
          flush=True)
    return None


def main():
    hlsc, kernels, out, *options = sys.argv[1:]
    failed = 0
    for kernel in sorted(pathlib.Path(kernels).glob("*.mlir")):
        for mode in ("ordered", "tree"):
            error = run(hlsc, kernel, pathlib.Path(out, kernel.stem + "-" + mode),
                        mode, options)
            if error:
                failed = 1
                print(f"FAIL {kernel.stem} {mode}: {error}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
