#!/usr/bin/env python3
"""Runs every command of README.md and docs/*.md against a build, and checks what
the documents show of the files that the commands write.

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
    **{f"ASAN_OPTIONS=allow_user_poisoning=0 build-fuzz/bin/{program}": "a third build"
       for program in (
           "fuzz-nlp -max_total_time=600 -max_len=4096 test/NLP/Inputs",
           "talos-fuzz-json -max_total_time=600 -timeout=10",
           "talos-fuzz-lint -max_total_time=600 -timeout=10",
           "talos-fuzz-frontend -max_total_time=600 -timeout=10 -max_len=2000")},
    "cmake --build build-fuzz --target fuzz-nlp talos-fuzz-json talos-fuzz-lint "
    "talos-fuzz-frontend": "a third build",
}


def steps(path):
    """Yields what one document asks for, in order: (line number, command, None)
    for a command of a sh block, whose lines go on behind a backslash, and (line
    number, file, lines) for a block that begins with "```mlir FILE" and shows
    lines of that file."""
    kind, start, lines = None, 0, []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("```"):
                if kind and kind.startswith("mlir "):
                    yield start, kind.split()[1], lines
                kind = None if kind else line[3:].strip() or "text"
                start, lines = number, []
            elif kind == "sh" and line.strip():
                lines.append(line)
                if not line.endswith("\\"):
                    command, lines = "\n".join(lines), []
                    yield number, command, None
            elif kind:
                lines.append(line)


def shows(line, wanted):
    """Whether a line of the file is as shown: "..." before or behind what is
    shown stands for the rest of the line."""
    text = wanted.removeprefix("...").removesuffix("...").strip()
    if wanted.startswith("..."):
        return text in line
    return line.startswith(text) if wanted.endswith("...") else line == text


def missing(path, lines):
    """The first of the lines that the file does not hold after those before it
    (or, behind "...", on the same line); "..." alone stands for any lines."""
    if not os.path.exists(path):
        return f"no file {os.path.basename(path)}"
    with open(path, encoding="utf-8") as file:
        held = [line.strip() for line in file]
    at = -1
    for wanted in filter(None, (line.strip() for line in lines)):
        if wanted == "...":
            continue
        start = at if wanted.startswith("...") and at >= 0 else at + 1
        at = next((i for i in range(start, len(held)) if shows(held[i], wanted)),
                  None)
        if at is None:
            return wanted
    return None


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    files = [os.path.join(source, "README.md")]
    files += sorted(glob.glob(os.path.join(source, "docs", "*.md")))
    # python3 of a command is the one that runs this.
    environment = dict(os.environ, PATH=os.pathsep.join(
        [os.path.dirname(sys.executable), os.environ["PATH"]]))
    count, skipped, failures = 0, 0, 0
    # python3 is the one that runs this: another one on PATH may lack numpy.
    environment = {**os.environ, "PATH": os.pathsep.join(
        [os.path.dirname(sys.executable), os.environ["PATH"]])}
    with tempfile.TemporaryDirectory() as root:
        for name in os.listdir(source):
            if not name.startswith((".git", "build", "out")):
                os.symlink(os.path.join(source, name), os.path.join(root, name))
        os.symlink(build, os.path.join(root, "build"))
        for path in files:
            for number, command, lines in steps(path):
                if command in ELSEWHERE:
                    skipped += 1
                    continue
                count += 1
                if lines is not None:
                    wanted = missing(os.path.join(root, command), lines)
                    if wanted is not None:
                        failures += 1
                        print(f"{os.path.relpath(path, source)}:{number}: "
                              f"{command} does not hold: {wanted}")
                    continue
                result = subprocess.run(
                    ["sh", "-c", command], cwd=root, env=environment, capture_output=True, text=True,
                    stdin=subprocess.DEVNULL, check=False)
                if result.returncode != 0:
                    failures += 1
                    print(f"{os.path.relpath(path, source)}:{number}: {command}\n"
                          f"returned {result.returncode}\n"
                          f"{result.stdout}{result.stderr}")
    print(f"{count} commands and excerpts, {failures} failed, {skipped} run elsewhere")
    return 1 if failures or count < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
