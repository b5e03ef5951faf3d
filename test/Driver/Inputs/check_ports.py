#!/usr/bin/env python3
"""Compiles programs and counts the AXI ports that the linker is told of.

usage: check_ports.py HLSC INPUTS DIRECTORY
"""
import json
import pathlib
import re
import subprocess
import sys

U55C = ["--target", "u55c", "--clock-ns", "4.55"]
# Of one array several ports, copies, one that others use, nests in turn, and
# kernels that load what another one stores.
PROGRAMS = [
    ["product.mlir", "--top", "product", "--target", "u200", "--max-ports", "4"],
    ["product.mlir", "--top", "product", "--target", "u200", "--max-ports", "4",
     "--limit", "ports=5"],
    ["product.mlir", "--top", "product", "--target", "u200", "--memory", "ports"],
    ["pair.c", "--top", "pair", "--target", "zynq7020", "--clock-ns", "10",
     "--blocks", "A.copies=2", "--max-ports", "2", "--usable", "100%"],
    ["pair.c", "--top", "pair", "--target", "u200", "--blocks", "u@A,v@x"],
    ["narrow.c", "--top", "product", *U55C, "--space", "streamed", "--max-ports",
     "2", "--pin", "C.ports=2"],
    ["copies.c", "--top", "products", *U55C, "--usable", "60%", "--space",
     "streamed", "--max-ports", "2"],
    ["in-turn.c", "--top", "sizes", *U55C, "--space", "streamed", "--limit",
     "DSP=30"],
    ["in-turn.c", "--top", "sizes", *U55C, "--space", "streamed", "--slrs", "3",
     "--pin", "S1.slr=0,S5.slr=1"],
    ["../../Kernels/mini/gemm.mlir", "--top", "gemm", *U55C, "--space", "streamed",
     "--slrs", "2", "--pin", "S0.slr=0,S1.slr=1", "--max-ports", "2"],
]


def compiled(hlsc, inputs, arguments, place):
    done = subprocess.run(
        [hlsc, str(pathlib.Path(inputs) / arguments[0]), *arguments[1:],
         "--report", "json", "-o", str(place)],
        capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout)


def main():
    hlsc, inputs, directory = sys.argv[1:]
    for number, arguments in enumerate(PROGRAMS):
        place = pathlib.Path(directory) / str(number)
        report = compiled(hlsc, inputs, arguments, place)
        said = report["model"]["resources"]["ports"] if "model" in report else \
            report["ports"]["used"]
        linker = place / "connectivity.cfg"  # none where no array is in memory
        linked = re.findall(r"^sp=\S+m_axi", linker.read_text(), re.MULTILINE) \
            if linker.exists() else []
        print(f"{' '.join(arguments[:3])}: {said} ports, {len(linked)} linked")
        assert said == len(linked), arguments


if __name__ == "__main__":
    main()
