#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A front of designs, evaluated on a farm.

    python3 docs/tutorials/on_a_farm.py [DIRECTORY OF HLSC]

hlsc finds all designs of a small matrix product that no other one beats in
cycles and DSPs. A farm of two workers then evaluates each: with hlsc's own
estimator, and with a program in the place of Vitis HLS, as a command of yours
would stand there.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

from talos import farm, tools

KERNEL = """
func.func @product(%C: memref<8x8xf32>, %A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<8x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %c = arith.mulf %a, %b : f32
        %s = affine.load %C[%i, %j] : memref<8x8xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %C[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
"""

# Takes the prediction and adds a little, as a synthesis tool may. It runs in the
# project's directory and leaves a csynth.xml below it.
SYNTHESIS = r"""
import json, pathlib
cycles = json.loads(pathlib.Path("report.json").read_text())["cycles"]
place = pathlib.Path("solution/syn/report")
place.mkdir(parents=True)
(place / "csynth.xml").write_text(f'''<profile>
<UserAssignments><TopModelName>product</TopModelName></UserAssignments>
<PerformanceEstimates><SummaryOfOverallLatency>
<Worst-caseLatency>{cycles + 7}</Worst-caseLatency>
</SummaryOfOverallLatency></PerformanceEstimates>
<AreaEstimates><Resources><BRAM_18K>0</BRAM_18K><DSP>5</DSP><FF>600</FF>
<LUT>700</LUT><URAM>0</URAM></Resources></AreaEstimates></profile>''')
"""

OPTIONS = ["--top", "product", "--target", "u200"]


def find_front(kernel, record):
    subprocess.run(
        [tools.find_tool("hlsc"), str(kernel), *OPTIONS, "--limit", "DSP=60",
         "--pareto", "cycles,DSP", "--pareto-record", str(record)], check=True)
    return farm.designs_of_record(record)


def main():
    if len(sys.argv) > 1:
        os.environ["TALOS_BIN_DIR"] = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        kernel = place / "product.mlir"
        kernel.write_text(KERNEL)
        synthesis = place / "synthesis.py"
        synthesis.write_text(SYNTHESIS)
        designs = find_front(kernel, place / "front.jsonl")
        judges = [farm.Tool("estimator"),
                  farm.Tool("mine", (sys.executable, str(synthesis)),
                            timeout=60)]
        jobs = [job for tool in judges
                for job in farm.jobs_of(kernel, OPTIONS, designs, tool)]
        with farm.Farm(place / "farm", workers=2) as workers:
            found = {}
            for job, result in workers.run(jobs):
                assert result["status"] == "valid", result
                found[job.tool.name, job.design] = result["cycles"]
        print(f"{len(designs)} designs: cycles estimated, and by the tool")
        for design in {job.design: None for job in jobs}:
            print(f"  {found['estimator', design]:8} {found['mine', design]:8}")


if __name__ == "__main__":
    main()
