#!/usr/bin/env python3
"""Checks man pages and completions of hlsc and hls-sim.

usage: check_option_files.py HLSC HLS_SIM DIRECTORY
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


def check_man(tool, page, least):
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    shown = [re.sub("=.*", "", name) for name in
             re.findall(r"(?m)^  (-\S+)", run([tool, "--help"]).stdout)
             if name not in ("--help", "--help-list", "--version")
             or tool == "hlsc"]
    assert len(shown) >= least, shown
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
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_${1//-/_}"; printf '%s\\n' "${COMPREPLY[@]}"
"""


def check_bash(hlsc, script, sim_script):
    with tempfile.TemporaryDirectory() as place:
        for name in ("k.mlir", "k.c", "k.txt", "n.json"):
            open(os.path.join(place, name), "w", encoding="utf-8").close()
        path = os.path.dirname(shutil.which(hlsc)) + os.pathsep + os.environ["PATH"]

        def offered(*words, tool="hlsc", script=script):
            done = run(["bash", "-c", COMPLETE, "bash", os.path.abspath(script),
                        tool, *words], cwd=place,
                       env=dict(os.environ, PATH=path))
            assert not done.stderr, done.stderr
            return done.stdout.split()

        assert offered("--tim") == ["--time-limit"]
        assert offered("--report", "") == ["table", "json", "none"]
        assert offered("--report", "=", "j") == ["json"]
        assert "u200" in offered("--target", "")
        assert sorted(offered("k")) == ["k.c", "k.mlir"]
        assert offered("doc") == ["doctor"]

        def simulated(*words):
            return offered(*words, tool="hls-sim", script=sim_script)
        assert simulated("--least") == ["--least-depths"]
        assert simulated("n") == ["n.json"]
        assert simulated("--trace", "k.t") == ["k.txt"]
    print("bash: completes options, choices, devices and files")


def main():
    hlsc, simulator, directory = sys.argv[1:]
    check_man(hlsc, os.path.join(directory, "hlsc.1"), least=30)
    check_man(simulator, os.path.join(directory, "hls-sim.1"), least=5)
    check_bash(hlsc, os.path.join(directory, "hlsc.bash"),
               os.path.join(directory, "hls-sim.bash"))
    if not shutil.which("zsh"):
        print("zsh: skipped, no zsh")
        return
    for script in ("_hlsc", "_hls-sim"):
        done = run(["zsh", "-n", os.path.join(directory, script)])
        assert done.returncode == 0 and not done.stderr, done.stderr
    print("zsh: parses")


if __name__ == "__main__":
    main()
