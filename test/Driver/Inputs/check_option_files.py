#!/usr/bin/env python3
"""Checks hlsc's man page and completions.

usage: check_option_files.py HLSC DIRECTORY
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          **options)


def check_man(hlsc, page):
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    shown = re.findall(r"(?m)^  (-\S+)", run([hlsc, "--help"]).stdout)
    assert len(shown) > 30, shown
    missing = [name for name in shown
               if not re.search(rf"(?m)^\.It Fl {re.escape(name[1:])}( |$)", text)]
    assert not missing, missing
    print("man page: every option of --help")
    for tool, command in (("man", ["man", "--warnings", "-l", page]),
                          ("mandoc", ["mandoc", "-Tlint", page])):
        if not shutil.which(tool):
            print(f"{tool}: skipped, no {tool}")
            continue
        done = run(command)
        said = done.stderr + (done.stdout if tool == "mandoc" else "")
        assert done.returncode == 0 and not said, said
        print(f"{tool}: clean")


# Completes the words of the command line, and prints what is offered.
COMPLETE = """source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hlsc; printf '%s\\n' "${COMPREPLY[@]}"
"""


def check_bash(hlsc, script):
    with tempfile.TemporaryDirectory() as place:
        for name in ("k.mlir", "k.c", "k.txt"):
            open(os.path.join(place, name), "w", encoding="utf-8").close()
        path = os.path.dirname(shutil.which(hlsc)) + os.pathsep + os.environ["PATH"]

        def offered(*words):
            done = run(["bash", "-c", COMPLETE, "bash", os.path.abspath(script),
                        "hlsc", *words], cwd=place,
                       env=dict(os.environ, PATH=path))
            assert not done.stderr, done.stderr
            return done.stdout.split()

        assert offered("--tim") == ["--time-limit"]
        assert offered("--report", "") == ["table", "json", "none"]
        assert offered("--report", "=", "j") == ["json"]
        assert "u200" in offered("--target", "")
        assert sorted(offered("k")) == ["k.c", "k.mlir"]
        assert offered("doc") == ["doctor"]
    print("bash: completes options, choices, devices and files")


def main():
    hlsc, directory = sys.argv[1:]
    check_man(hlsc, os.path.join(directory, "hlsc.1"))
    check_bash(hlsc, os.path.join(directory, "hlsc.bash"))
    if not shutil.which("zsh"):
        print("zsh: skipped, no zsh")
        return
    done = run(["zsh", "-n", os.path.join(directory, "_hlsc")])
    assert done.returncode == 0 and not done.stderr, done.stderr
    print("zsh: parses")


if __name__ == "__main__":
    main()
