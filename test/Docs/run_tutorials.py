#!/usr/bin/env python3
"""Runs every script of docs/tutorials against a build; each must end well, and the
first one within 30 seconds.

usage: run_tutorials.py SOURCE_DIR BUILD_DIR
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

FIRST, SECONDS = "first_design.py", 30
TIMEOUT = 300  # seconds of any


def run(path, build, directory):
    """Runs one script; what it printed and the seconds that it took."""
    environment = {**os.environ, "TALOS_BIN_DIR": os.path.join(build, "bin")}
    started = time.monotonic()
    done = subprocess.run([sys.executable, path], capture_output=True, text=True,
                          cwd=directory, env=environment, check=False, timeout=TIMEOUT)
    return done, time.monotonic() - started


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    names = sorted(os.path.basename(path) for path in
                   glob.glob(os.path.join(source, "docs", "tutorials", "*.py")))
    if FIRST not in names:
        sys.exit(f"{FIRST} is missing")
    if not glob.glob(os.path.join(build, "python", "talos", "_talos*.so")):
        sys.exit("the build has no Python module: python3-dev or pybind11-dev was missing")
    failures = 0
    with tempfile.TemporaryDirectory() as root:
        # As the source tree with its build in build/, which scripts find from
        # their own place.
        tutorials = os.path.join(root, "docs", "tutorials")
        shutil.copytree(os.path.join(source, "docs", "tutorials"), tutorials)
        os.symlink(os.path.join(source, "test"), os.path.join(root, "test"))
        os.symlink(build, os.path.join(root, "build"))
        for name in names:
            done, seconds = run(os.path.join(tutorials, name), build, root)
            late = name == FIRST and seconds > SECONDS
            if done.returncode != 0 or late:
                failures += 1
                why = f"took {seconds:.0f} s" if late else f"returned {done.returncode}"
                print(f"{name} {why}\n{done.stdout}{done.stderr}")
            else:
                print(f"{name}: {seconds:.1f} s")
    print(f"{len(names)} tutorials, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
