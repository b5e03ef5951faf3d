"""Runs hlsc on input that it must refuse.

usage: run_refused.py <hlsc> <cases> <work directory>

A case is a line `<exit code> | <where> | <message> | <arguments of hlsc>`.
`where` begins the line of the error (a file:line:column, or hlsc for the
command line), `message` stands in it. No output may be left."""
import pathlib
import shlex
import subprocess
import sys


def check(hlsc, line, work):
    """Returns what is wrong, or None."""
    code, where, message, arguments = (part.strip() for part in line.split(" | "))
    out = work / "out"
    done = subprocess.run([hlsc, *shlex.split(arguments), "-o", str(out)],
                          capture_output=True, text=True, check=False, cwd=work)
    errors = [text for text in done.stderr.splitlines() if "error:" in text]
    if done.returncode != int(code):
        return f"exit code {done.returncode}, not {code}\n{done.stderr}"
    if not any(text.startswith(where) and message in text for text in errors):
        return f"wanted '{where}: ... {message}', got\n{done.stderr}"
    if out.exists():
        return "left output behind"
    return None


def main():
    hlsc, cases, work = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    failed = 0
    for line in cases.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        problem = check(hlsc, line, work)
        print("FAIL" if problem else "PASS", line, problem or "")
        failed |= problem is not None
    return failed


sys.exit(main())
