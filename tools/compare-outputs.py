#!/usr/bin/env python3
"""Records what hlsc makes of every kernel of test/Kernels, and compares records:
a change that is meant to change no design leaves every emitted byte as it was.

usage: compare-outputs.py record BIN_DIR DIR [--mini] [--jobs N]
       compare-outputs.py compare DIR DIR

Both reduction modes, MINI and MEDIUM (--mini: MINI alone). DIR/record.json has,
of every run, a digest of each emitted file, the cycles and the resources, or the
error. Compare prints what differs and exits with 1 if anything does.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/Driver/Inputs"))
import run_kernels  # noqa: E402
import run_polybench  # noqa: E402

KERNELS = ROOT / "test/Kernels"


def runs(sizes):
    """Name and options of hlsc, one a kernel, size and reduction mode."""
    for size in sizes:
        for kernel in sorted((KERNELS / size).glob("*.mlir")):
            top = run_kernels.TOPS.get(kernel.stem, kernel.stem)
            yield f"{size}/{kernel.stem}", [str(kernel), "--top", top]
        define = f"-D{size.upper()}_DATASET"
        for kernel in sorted((KERNELS / "polybench").glob("*.c")):
            top = "kernel_" + kernel.stem.replace("-", "_")
            sizes_of = run_polybench.bindings(kernel.read_text(), top, [define])
            yield f"polybench/{size}/{kernel.stem}", [
                str(kernel), "--top", top, "--bind", sizes_of, define]


def digest(path):
    """Of a file without the place of the source tree."""
    data = path.read_bytes().replace(str(ROOT).encode(), b"")
    return hashlib.sha256(data).hexdigest()


def record_run(hlsc, name, options, out):
    folder = out / name.replace("/", "_")
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [hlsc, *options, "--target", "u200", "--clock-ns", "4.0", "--usable",
         "100%", "--report", "json", "-o", str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {"error": done.stderr.replace(str(ROOT), "")}
    design = json.loads(done.stdout)["design"]
    files = {file.name: digest(file) for file in sorted(folder.iterdir())
             if file.name != "report.json"}
    return {"cycles": design["cycles"], "resources": design["resources"],
            "files": files}


def record(arguments):
    out = pathlib.Path(arguments.dir)
    hlsc = str(pathlib.Path(arguments.bin, "hlsc").resolve())
    sizes = ["mini"] if arguments.mini else ["mini", "medium"]
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, options in runs(sizes):
            for mode, extra in (("ordered", []), ("tree", ["--tree-reduction"])):
                jobs[f"{name}/{mode}"] = pool.submit(
                    record_run, hlsc, f"{name}/{mode}", options + extra, out)
    result = {name: job.result() for name, job in jobs.items()}
    text = json.dumps(result, indent=1, sort_keys=True)
    (out / "record.json").write_text(text + "\n")
    print(f"{len(result)} runs, {sum('error' in run for run in result.values())} errors")
    return 0


def compare(arguments):
    before, after = (json.loads(pathlib.Path(folder, "record.json").read_text())
                     for folder in (arguments.before, arguments.after))
    differing = 0
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name, {}), after.get(name, {})
        if old == new:
            continue
        differing += 1
        print(name)
        for key in ("error", "cycles", "resources"):
            if old.get(key) != new.get(key):
                print(f"  {key}: {old.get(key)} -> {new.get(key)}")
        old_files, new_files = old.get("files", {}), new.get("files", {})
        for file in sorted(old_files.keys() | new_files.keys()):
            if old_files.get(file) != new_files.get(file):
                print(f"  {file} differs")
    print(f"{len(before.keys() | after.keys())} runs, {differing} differ")
    return 1 if differing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    first = commands.add_parser("record")
    first.add_argument("bin")
    first.add_argument("dir")
    first.add_argument("--mini", action="store_true")
    first.add_argument("--jobs", type=int, default=2)
    first.set_defaults(run=record)
    second = commands.add_parser("compare")
    second.add_argument("before")
    second.add_argument("after")
    second.set_defaults(run=compare)
    arguments = parser.parse_args()
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
