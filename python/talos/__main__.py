# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of the package: python3 -m talos COMMAND."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import Optional, Sequence

# A command is a module with SUMMARY, a docstring, add_arguments(parser) and
# run(arguments), which returns the exit code. It is imported when it is asked
# for, so that no command needs what only another one uses.
COMMANDS = {
    "calibrate": "talos.calibrate",
    "farm": "talos.farm.command",
    "report": "talos.report.cli",
}


def usage() -> str:
    lines = ["usage: python3 -m talos COMMAND ...", ""]
    for name, module in COMMANDS.items():
        lines.append(f"  {name:<12}{importlib.import_module(module).SUMMARY}")
    return "\n".join(lines + ["", "python3 -m talos COMMAND --help says more."])


def main(arguments: Optional[Sequence[str]] = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or given[0] in ("-h", "--help"):
        print(usage())
        return 0 if given else 2
    if given[0] not in COMMANDS:
        print(f"talos: error: no command '{given[0]}'; there are: "
              f"{', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    module = importlib.import_module(COMMANDS[given[0]])
    parser = argparse.ArgumentParser(
        prog=f"python3 -m talos {given[0]}", description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    module.add_arguments(parser)
    return module.run(parser.parse_args(given[1:]))


if __name__ == "__main__":
    sys.exit(main())
