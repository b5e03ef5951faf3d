# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many design points on many machines: dask.distributed runs them.

    from talos import farm
    tool = farm.Tool("vitis", ("vitis_hls", "-f", "run_hls.tcl"), timeout=3600)
    with farm.Farm("out", workers=2) as some:
        for job, result in some.run(farm.jobs_of("gemm.mlir", options, designs, tool)):
            print(result["status"], result.get("cycles"))

A job is a directory below the farm's root, named after the hash of program,
design, options and tool. The driver keeps every result in `record.jsonl` there,
on disk before it is told; docs/Farm.md says what survives what.
"""

from .driver import Farm
from .jobs import (FarmError, Job, Tool, designs_of_record, job_of_project,
                   jobs_of)

__all__ = ["Farm", "FarmError", "Job", "Tool", "designs_of_record",
           "job_of_project", "jobs_of"]
