"""Carries out the published designs and compares with what Vitis HLS reported.

usage: run_published.py <hlsc> <source tree> [--csim] [--optimum]

The mean error of the predicted latency must not exceed 1 %, no DSP count may
differ by more than 3 %. --csim also simulates every design; --optimum also
searches, and fails where the search ends with a slower design than a published
one."""
import csv
import json
import pathlib
import subprocess
import sys

LATENCY_MEAN, DSP_EACH = 0.01, 0.03
TOPS = {"2mm": "kernel_2mm"}


def compile_kernel(hlsc, source, kernel, mode, options):
    command = [hlsc, str(source / f"test/Kernels/medium/{kernel}.mlir"), "--top",
               TOPS.get(kernel, kernel), "--target", "u200", "--usable", "100%",
               "--report", "json"]
    command += ["--tree-reduction"] if mode == "tree" else []
    done = subprocess.run(command + options, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def check(hlsc, source, row, options):
    """Returns the relative error of the latency."""
    mode = "tree" if row["tree"] == "1" else "ordered"
    kernel = row["design"].split("/")[1]
    design = source / f"test/Driver/published/{kernel}-{mode}.json"
    csim = ["--csim"] if "--csim" in options else []
    report = compile_kernel(hlsc, source, kernel, mode,
                            ["--design", str(design)] + csim)
    cycles, reported = report["cycles"], int(row["latency"])
    dsp = report["resources"]["DSP"]["used"]
    text = f"{kernel} {mode}: {cycles} cycles (Vitis {reported}), DSP {dsp} ({row['dsp']})"
    if abs(dsp - int(row["dsp"])) > DSP_EACH * int(row["dsp"]):
        raise RuntimeError(text)
    if csim:
        runs = report["csim"]
        if len(runs) != (2 if mode == "tree" else 1) or any(
                r["status"] != "passed" for r in runs):
            raise RuntimeError(f"{text}: C simulation {runs}")
        text += ", C simulation " + " and ".join(
            f"{r['name']} {r['largest_relative_error']:.1e}" for r in runs)
    if "--optimum" in options:
        best = compile_kernel(hlsc, source, kernel, mode, ["--time-limit", "20"])
        if best["cycles"] > cycles:
            raise RuntimeError(f"{text}: the search found {best['cycles']} only")
        text += f", search {best['cycles']} {best['design']['status']}"
    print("PASS", text, flush=True)
    return abs(cycles - reported) / reported


def main():
    hlsc, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(source / "unittests/Cost/data/designs.csv") as file:
        rows = [row for row in csv.DictReader(file)]
    errors, failed = [], 0
    for row in rows:
        parts = row["design"].split("/")
        mode = "tree" if row["tree"] == "1" else "ordered"
        if not (source / f"test/Driver/published/{parts[1]}-{mode}.json").exists() \
                or len(parts) != 2:
            continue
        try:
            errors.append(check(hlsc, source, row, sys.argv[3:]))
        except RuntimeError as error:
            failed = 1
            print("FAIL", row["design"], error, flush=True)
    mean = sum(errors) / max(1, len(errors))
    print(f"{len(errors)} designs, mean error of the latency {100 * mean:.2f} %, "
          f"worst {100 * max(errors, default=1):.2f} %")
    return failed or len(errors) != 16 or mean > LATENCY_MEAN


sys.exit(main())
