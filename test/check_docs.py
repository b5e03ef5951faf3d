#!/usr/bin/env python3
"""Checks what README.md, docs/ and the pass descriptions say of the tree.

usage: check_docs.py SOURCE_DIR
* Files that a description names as its example ("Shown by", "Example:") exist.
* Files and folders that the documents name below a folder of the top level
  exist.
* Lines of the documents have at most 120 columns; those of a table may be wider.
"""
import glob
import os
import re
import sys

COLUMNS = 120
TOP = ("lib", "include", "test", "unittests", "tools", "docs", "python", "cmake")
EXAMPLE = re.compile(r"(?:Shown by|Example:)\s+(.*?)\.(?=\s|$)", re.DOTALL)
FILE = re.compile(r"[\w/-]+(?:\.[\w-]+)*\.(?:mlir|test|cpp|c|py|txt)\b")
NAMED = re.compile(rf"(?<![\w/.-])(?:{'|'.join(TOP)})/(?:<[^>]*>|[\w/.*{{}},-])*(?:>|[\w/*}}])")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def examples(text):
    """Files of the sentences that name an example; a name without a folder lies
    in the folder of the one before it."""
    for sentence in EXAMPLE.findall(text):
        folder = ""
        for name in FILE.findall(sentence):
            folder = os.path.dirname(name) or folder
            yield os.path.join(folder, os.path.basename(name))


def exists(source, name):
    """Whether the tree has the file, folder or, of `a/<Room>` and `a/*.md`, any
    that fits."""
    pattern = re.sub(r"<[^>]*>", "*", name.rstrip("."))
    return bool(glob.glob(os.path.join(source, pattern)))


def long_lines(text):
    """Numbers of the lines that are too long."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|") and len(line) > COLUMNS:
            yield number


def violations(source):
    documents = [os.path.join(source, "README.md")]
    documents += sorted(glob.glob(os.path.join(source, "docs", "*.md")))
    passes = sorted(glob.glob(os.path.join(source, "include", "**", "*.td"),
                              recursive=True))
    if not passes or len(documents) < 2:
        yield f"nothing to check below {source}"
    for path in passes + documents:
        name, text = os.path.relpath(path, source), text_of(path)
        for example in examples(text):
            if not exists(source, example):
                yield f"{name}: the example {example} does not exist"
        if path not in documents:
            continue
        for named in NAMED.findall(text):
            if not exists(source, named):
                yield f"{name}: names {named}, which does not exist"
        for number in long_lines(text):
            yield f"{name}:{number}: more than {COLUMNS} columns"


def main():
    found = list(violations(os.path.abspath(sys.argv[1])))
    print("\n".join(found) if found else "no violation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
