# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Designs: what the compiler decided for a program, and what it made of it."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Mapping

from . import notebook, options as options_of
from .errors import Diagnostic, OptionError, ToolError, diagnostics_of, error_of
from .native import module
from .simulation import Simulator

if TYPE_CHECKING:
    from .program import Program


@dataclasses.dataclass(frozen=True)
class Progress:
    """What a running search knows."""

    phase: str  # a pass, "parse", "emit", ...
    best: int | None  # cycles of the best design so far
    bound: int | None  # no design has fewer cycles

    @property
    def gap(self) -> float | None:
        """(best - bound) / best."""
        if not self.best or self.bound is None:
            return None
        return (self.best - self.bound) / self.best


def show_progress(known: Progress) -> None:
    """One line on the error stream."""
    text = known.phase
    if known.best is not None and known.gap is not None:
        text += f": best {known.best:,}, bound {known.bound:,}, gap {known.gap:.1%}"
    sys.stderr.write(f"\r\x1b[K{text}"[:100])
    sys.stderr.flush()


# Modes of Design.build that run a vendor's tool: the programs that are needed, and
# what runs in the directory of the project.
TOOLS = {"csyn": (["vitis_hls"], ["vitis_hls", "-f", "run_hls.tcl"]),
         "hw_emu": (["v++", "make", "g++"], ["make", "hw_emu"]),
         "hw": (["v++", "make", "g++"], ["make", "hw"])}


class Design:
    """A design of a program, emitted and checked by the rules of the tool."""

    def __init__(self, program: "Program", options: Mapping[str, Any],
                 progress: Callable[[Progress], None] | bool | None = None):
        self.program = program
        self.options = dict(options)
        settings = options_of.settings_of({"top": program.top, **self.options})
        self._session = module().Session(settings, program.name, program.text)
        self._simulated = False
        self._simulator: Simulator | None = None
        self._explained: list[str] | None = None
        for step in ("read", "design", "emit"):
            self._run(step, progress)
        if progress is True:
            sys.stderr.write("\r\x1b[K")
        self._report: dict[str, Any] = json.loads(self._session.report(False))
        status = self._session.run("check")
        if status != 0:
            error = error_of(status, self.diagnostics)
            error.design = self  # type: ignore[attr-defined]
            raise error

    def _run(self, step: str, progress: Callable[[Progress], None] | bool | None = None
             ) -> None:
        call = None
        if progress:
            told = show_progress if progress is True else progress

            def call(phase: str, best: int | None, bound: int | None) -> None:
                told(Progress(phase, best, bound))

        canceled = self._session.canceled
        status = self._session.run(step, call)
        if status != 0:
            if self._session.canceled and not canceled:
                raise KeyboardInterrupt(
                    "no design was found before it; " + str(error_of(status, self.diagnostics)))
            raise error_of(status, self.diagnostics)

    # -- figures ---------------------------------------------------------------

    @property
    def report(self) -> dict[str, Any]:
        """The JSON report (docs/Usage.md)."""
        return self._report

    @property
    def cycles(self) -> int:
        """Of one call of the kernel, as the model predicts them; of a network as
        hls-sim executes it."""
        if self.network is not None:
            return self._report["cycles"]
        return self._report["comparison"]["cycles"]["predicted"]

    @property
    def network(self) -> dict[str, Any] | None:
        """What hls-sim saw of the processes and FIFOs, where the design is a network
        (docs/Simulation.md); None where it is none."""
        return self._report.get("network")

    @property
    def bound(self) -> int:
        """A proved lower bound of the cycles over the whole space."""
        return self._report["design"]["bound"]

    @property
    def status(self) -> str:
        """"optimal", "feasible" (a limit ended the search) or "given"."""
        return self._report["design"]["status"]

    @property
    def resources(self) -> dict[str, int]:
        """DSP, BRAM_18K, URAM, LUT, FF, as the model predicts them."""
        if self.network is not None:
            amounts = {"URAM": 0, **self._report["model"]["resources"]}
            return {name: amount for name, amount in amounts.items() if name != "ports"}
        return {name: figures["predicted"]
                for name, figures in self._report["comparison"]["resources"].items()}

    @property
    def ports(self) -> int:
        """AXI ports of all arrays."""
        if self.network is not None:
            return self._report["model"]["resources"]["ports"]
        return self._report["ports"]["used"]

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """Of every task its loops, factors, pipelined loop and order."""
        return self._report["design"]["tasks"]

    @property
    def times(self) -> dict[str, float]:
        """Seconds of every phase so far."""
        return json.loads(self._session.report(True))["timing_seconds"]

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search; the design is the best one then."""
        return self._session.canceled

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that was said, remarks too."""
        return diagnostics_of(self._session.messages())

    # -- texts -----------------------------------------------------------------

    @property
    def files(self) -> dict[str, str]:
        """The files of the project by name, without the report."""
        return dict(self._session.files())

    @property
    def code(self) -> str:
        """The kernel in C++."""
        return self._session.files()[0][1]

    @property
    def mlir(self) -> str:
        """The final program."""
        return self._session.module()

    def table(self) -> str:
        """The report as tables, as hlsc prints it."""
        return self._session.table()

    def picture(self, name: str = "timeline") -> str:
        """A picture of the report as SVG: timeline, nests, graph, resources."""
        return notebook.picture(self, name)

    def page(self, file: str | os.PathLike[str]) -> None:
        """Writes the report as a page with pictures, as `hlsc --report-html` does
        (docs/Report.md)."""
        notebook.write_page(self, file)

    def explain(self) -> str:
        """What limits every nest, and what more of it would buy."""
        return "\n".join(self._explain())

    def _explain(self) -> list[str]:
        if self._explained is None:
            binding = self._report["binding"]
            if binding is None:
                binding = self._evaluated_again()["binding"]
            self._explained = notebook.binding_lines(binding)
        return self._explained

    def _evaluated_again(self) -> dict[str, Any]:
        """The report of the same design point with its explanation."""
        kept = {key: value for key, value in self.options.items()
                if key not in ("pin", "pin_file", "dse", "dse_record", "dse_partitions",
                               "dse_backend", "dse_timeout")}
        with tempfile.TemporaryDirectory(prefix="talos-") as directory:
            point = os.path.join(directory, "design.json")
            with open(point, "w", encoding="utf-8") as file:
                json.dump(self._report["design"], file)
            again = Design(self.program, {**kept, "design": point, "explain": True})
        return again.report

    def __repr__(self) -> str:
        return f"<design of {self.program.top}: {self.cycles:,} cycles, {self.status}>"

    def _repr_html_(self) -> str:
        return notebook.html_of(self)

    # -- what next -------------------------------------------------------------

    def pin(self, name: str, value: Any = None, *, at_least: int | None = None,
            at_most: int | None = None) -> "Design":
        """A new design, the best with this variable fixed or bounded."""
        texts = options_of.pin_texts(name, value, at_least=at_least, at_most=at_most)
        return Design(self.program, options_of.with_pins(self.options, texts))

    def simulate(self, *arguments: Any) -> None:
        """Runs the emitted C++, compiled by g++, on numpy arrays and numbers in the
        order of the kernel's arguments. Arrays that the kernel writes are changed
        in place, as in hardware."""
        if self._simulator is None:
            self._simulator = Simulator(self)
        self._simulator.run(arguments)

    def build(self, directory: str | os.PathLike[str], mode: str = "project") -> str:
        """Writes the project as `hlsc -o` does, and returns the directory.

        mode "csim" also runs the C simulation against the source program, as
        `hlsc --csim -o` does; "csyn" runs vitis_hls in the project, "hw_emu" and
        "hw" run make (which says what else it needs), if they are on PATH.
        """
        path = os.fspath(directory)
        if mode not in ("project", "csim", *TOOLS):
            raise OptionError(f"mode '{mode}' does not exist; project, csim, csyn, hw_emu, hw")
        needed, command = TOOLS.get(mode, ([], []))
        missing = [tool for tool in needed if not shutil.which(tool)]
        if missing:
            raise ToolError(f"mode '{mode}' needs {' and '.join(missing)}, which "
                            f"{'is' if len(missing) == 1 else 'are'} not on PATH")
        if mode == "csim" and not self._simulated:
            self._run("simulate")
            self._simulated = True
        if not path:
            raise OptionError("the directory has no name")
        status = self._session.write(path, mode == "csim")
        if status != 0:
            raise error_of(status, self.diagnostics)
        if command:
            done = subprocess.run(command, cwd=path, check=False, capture_output=True,
                                  text=True)
            if done.returncode != 0:
                raise ToolError(f"{' '.join(command)} ended with {done.returncode} in {path}:\n"
                                + done.stdout[-2000:] + done.stderr[-2000:])
        return path
