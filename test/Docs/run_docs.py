#!/usr/bin/env python3
"""Runs every command of README.md and docs/*.md against a build.

usage: run_docs.py SOURCE_DIR BUILD_DIR
Commands are the lines of ```sh blocks. They run in a directory that looks like
the root of the source tree with the build in build/.
"""
import glob
import os
import subprocess
import sys
import tempfile

# Commands that CI runs itself or that take a second build; the rest is run.
ELSEWHERE = {
    "./tools/quickstart.sh": "run by .ci/run",
    "./tools/run-tests.sh": "run by .ci/run",
    "cmake --build build-sanitize": "a second build",
    "ASAN_OPTIONS=allow_user_poisoning=0 ctest --test-dir build-sanitize "
    "--output-on-failure -E 'install|docs'": "a second build",
}


def commands(path):
    """Yields (line number, command) of the sh blocks of one file."""
    inside = False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("```"):
                inside = line.strip() == "```sh"
            elif inside and line.strip():
                yield number, line.strip()


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    files = [os.path.join(source, "README.md")]
    files += sorted(glob.glob(os.path.join(source, "docs", "*.md")))
    count, skipped, failures = 0, 0, 0
    with tempfile.TemporaryDirectory() as root:
        for name in os.listdir(source):
            if not name.startswith((".git", "build", "out")):
                os.symlink(os.path.join(source, name), os.path.join(root, name))
        os.symlink(build, os.path.join(root, "build"))
        for path in files:
            for number, command in commands(path):
                if command in ELSEWHERE:
                    skipped += 1
                    continue
                count += 1
                result = subprocess.run(
                    ["sh", "-c", command], cwd=root, capture_output=True, text=True,
                    stdin=subprocess.DEVNULL, check=False)
                if result.returncode != 0:
                    failures += 1
                    print(f"{os.path.relpath(path, source)}:{number}: {command}\n"
                          f"returned {result.returncode}\n"
                          f"{result.stdout}{result.stderr}")
    print(f"{count} commands run, {failures} failed, {skipped} run elsewhere")
    return 1 if failures or count < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
