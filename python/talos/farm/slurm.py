# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file with which Slurm starts the workers of a farm."""

import pathlib
import shlex
import sys

from .jobs import FarmError

TEMPLATE = """#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --ntasks={workers}
#SBATCH --cpus-per-task={cpus}
#SBATCH --mem-per-cpu={memory}M
#SBATCH --time={hours}:00:00
#SBATCH --output={root}/slurm-%j.log
{more}
# The scheduler writes its address to a file that all machines see; the farm is
# then told: --scheduler file://{scheduler}
set -e
export PYTHONPATH={path}
rm -f {scheduler}
{python} -m distributed.cli.dask_scheduler --port 0 --no-dashboard \\
  --scheduler-file {scheduler} &
scheduler=$!
trap 'kill $scheduler' EXIT
srun {python} -m distributed.cli.dask_worker --scheduler-file {scheduler} \\
  --nthreads 1 --nworkers 1 --no-dashboard --memory-limit 0 {resources}
"""


def check(name, value, least):
    if value < least:
        raise FarmError(f"{name} {value}: expected at least {least}")


def script(root, workers, licences=(), cpus=2, memory=4096, hours=24,
           sbatch=()):
    """The text for `sbatch`. Each worker announces one of every licence, so
    that there are no more workers than the smallest count."""
    for name, value in (("--workers", workers), ("--cpus", cpus),
                        ("--memory", memory), ("--hours", hours)):
        check(name, value, 1)
    root = pathlib.Path(root).resolve()
    if any(c.isspace() for c in str(root)):
        raise FarmError(f"'{root}': Slurm takes no directory with a space")
    for name, count in licences:
        check(f"licence {name}", count, 1)
        workers = min(workers, count)
    held = " ".join(f"{name}=1" for name, _ in licences)
    return TEMPLATE.format(
        name="talos-farm", workers=workers, cpus=cpus, memory=memory,
        hours=hours, root=root, scheduler=root / "scheduler.json",
        more="".join(f"#SBATCH {option}\n" for option in sbatch),
        path=shlex.quote(str(pathlib.Path(__file__).resolve().parents[2])),
        python=shlex.quote(sys.executable),
        resources=f"--resources {shlex.quote(held)}" if held else "").rstrip() \
        + "\n"
