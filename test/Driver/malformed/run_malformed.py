#===- run_malformed.py - No input crashes or hangs -------------------------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the tools on malformed inputs (cases.py): run_malformed.py BIN_DIR
SOURCE_DIR [PART_OF_NAME]. Each ends within ten seconds, not by a signal, and
says in a line with `error` what is wrong and where: the file or the option."""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases import C, all_cases

SECONDS = 10
LEAST = 150  # cases that there must be


def write(directory, files):
    for name, data in files.items():
        (directory / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def problem_of(case, bin_dir):
    """What is wrong with how the tool ends; empty: nothing."""
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), case.files)
        report = ["--report", "none"] if case.tool == "hlsc" and "--report" not in case.args else []
        command = [str(bin_dir / case.tool), *report, *case.args]
        try:
            done = subprocess.run(command, cwd=temporary, capture_output=True, timeout=SECONDS,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"runs longer than {SECONDS} s"
    text = (done.stdout + done.stderr).decode(errors="replace")
    if done.returncode < 0 or done.returncode >= 128 or "Stack dump" in text:
        return f"ends by signal or crash ({done.returncode}): {text[:300]}"
    if done.returncode == 0:
        return "" if case.may_pass else "succeeds"
    lines = text.splitlines() if case.tool == "hls-lint" else \
        [line for line in text.splitlines() if re.search(r"\berror\b", line)]
    if not lines:
        return f"exit code {done.returncode} without an error: {text[:300]}"
    if not any(case.names in line for line in lines):
        return f"no error names '{case.names}': {lines[0][:300]}"
    return ""


def valid_design(bin_dir):
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), {"in.c": C})
        subprocess.run([str(bin_dir / "hlsc"), "in.c", "--top", "f", "--target", "u200",
                        "--report", "none", "--report-file", "report.json"],
                       cwd=temporary, check=True)
        return json.loads((Path(temporary) / "report.json").read_text())["design"]


def main():
    bin_dir, source = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    device = json.loads((source / "lib/Target/data/devices/u200.json").read_text())
    cases = list(all_cases(valid_design(bin_dir), device))
    names = [case.name for case in cases]
    assert len(set(names)) == len(names) >= LEAST, f"{len(names)} cases, not all different"
    chosen = [case for case in cases if sys.argv[3:] == [] or sys.argv[3] in case.name]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda case: problem_of(case, bin_dir), chosen))
    failed = [(case, problem) for case, problem in zip(chosen, problems) if problem]
    for case, problem in failed:
        print(f"{case.name}: {problem}")
    print(f"{len(chosen)} malformed inputs, {len(failed)} not refused as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
