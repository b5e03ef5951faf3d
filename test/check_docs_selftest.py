#!/usr/bin/env python3
"""check_docs.py must notice each kind of violation in a small made tree."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = {
    "README.md": "See `docs/Use.md`.\n",
    "docs/Use.md": "Rules stand in `lib/<Room>/data`.\n| " + "x" * 130 + " |\n",
    "lib/Cost/data/rules.json": "{}\n",
    "include/talos/Passes.td": "Shown by test/A/a.mlir and\n    b.mlir.\n",
    "test/A/a.mlir": "\n",
    "test/A/b.mlir": "\n",
}
BAD = {
    "the example test/A/c.mlir": ("include/talos/B.td", "Example: test/A/c.mlir.\n"),
    "names lib/Gone/X.cpp": ("docs/More.md", "as `lib/Gone/X.cpp` says\n"),
    "docs/Long.md:2": ("docs/Long.md", "short\n" + "word " * 30 + "\n"),
}


def run(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return subprocess.run(
            [sys.executable, os.path.join(HERE, "check_docs.py"), root],
            capture_output=True, text=True, check=False)


def main():
    good = run(GOOD)
    assert good.returncode == 0, good.stdout
    for message, (path, text) in BAD.items():
        bad = run({**GOOD, path: text})
        assert bad.returncode == 1 and message in bad.stdout, (message, bad.stdout)
    print(f"{len(BAD)} kinds of violation noticed")


if __name__ == "__main__":
    main()
