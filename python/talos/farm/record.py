# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The driver's record: a file of JSON lines that only grows.

A header, then a line a result, each on disk before the next is told. Half a
line at the end counts for nothing: the driver that wrote it died. Of several
lines of one job the last one counts.
"""

import fcntl
import json
import os
import pathlib

from .jobs import FarmError

HEADER = {"talos_farm": 1}


class Record:
    """Holds the lock of the farm's directory as long as it is open."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.root.mkdir(parents=True, exist_ok=True)
        self.lock = open(self.root / "lock", "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.lock.close()
            raise FarmError(f"{self.root} is in use by another farm; wait for "
                            "it, or name another directory") from None
        self.path = self.root / "record.jsonl"
        try:
            self.results = self.read()
            self.file = open(self.path, "a", encoding="utf-8")
            if self.file.tell() == 0:
                self.write(HEADER)
        except (FarmError, OSError):
            self.lock.close()
            raise

    def read(self):
        """Results by key; drops half a line."""
        if not self.path.exists():
            return {}
        text = self.path.read_bytes()
        whole = text[:text.rfind(b"\n") + 1]
        if whole != text:
            os.truncate(self.path, len(whole))
        results = {}
        for number, line in enumerate(whole.decode().splitlines(), 1):
            try:
                value = json.loads(line)
                if number > 1:
                    results[value["key"]] = value
                elif value != HEADER:
                    raise FarmError(f"{self.path}:1: this is no record of a "
                                    "farm; name another directory")
            except (json.JSONDecodeError, KeyError, TypeError):
                raise FarmError(f"{self.path}:{number}: this line is no result; "
                                "remove it") from None
        return results

    def write(self, value):
        self.file.write(json.dumps(value, sort_keys=True) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def add(self, result):
        self.write(result)
        self.results[result["key"]] = result

    def close(self):
        self.file.close()
        self.lock.close()
