# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hands jobs to workers and keeps what comes back."""

import dataclasses
import json
import logging
import queue
import threading
import time

from .jobs import FarmError
from .record import Record
from .worker import run as run_job

# Seconds before the first further try; each later one waits twice as long.
RETRY_DELAY = 1.0


def local_cluster(workers, licences, directory):
    """Workers of one thread each on this machine, which work in `directory`. Of
    a licence so many workers hold one as there are, so that no more runs hold
    it at a time."""
    # Loading dask takes a second, which only a farm should cost.
    from distributed import Nanny, Scheduler, SpecCluster
    spec = {}
    for number in range(workers):
        held = {name: 1 for name, count in licences if number < count}
        spec[number] = {"cls": Nanny, "options": {
            "nthreads": 1, "resources": held, "memory_limit": 0,
            "dashboard": False, "silence_logs": logging.ERROR,
            "local_directory": directory}}
    return SpecCluster(
        workers=spec, silence_logs=logging.ERROR,
        scheduler={"cls": Scheduler, "options": {
            "dashboard": False, "port": 0, "host": "127.0.0.1"}})


def connect(scheduler):
    """A client of the scheduler at this address, or in this file."""
    from distributed import Client
    if scheduler.startswith("file://"):
        return Client(scheduler_file=scheduler[len("file://"):], timeout=30)
    return Client(scheduler, timeout=30)


class Farm:
    """A directory of jobs, and the workers that run them.

    root       the directory, which all workers see under this name
    scheduler  of dask: tcp://host:port, or file:// and the file that it wrote;
               none: a cluster on this machine
    workers    of that cluster
    licences   (name, count) that the workers of that cluster hold together
    retries    further tries of what failed for a transient reason
    again      statuses of recorded results that are evaluated once more
    """

    def __init__(self, root, scheduler=None, workers=2, licences=(), retries=2,
                 again=()):
        from distributed import Client
        self.retries, self.again = retries, set(again)
        self.record = Record(root)
        self.root = str(self.record.root)
        self.cluster = None
        try:
            if not scheduler:
                self.cluster = local_cluster(workers, licences,
                                             f"{self.root}/workers")
            self.client = Client(self.cluster, timeout=30) if self.cluster \
                else connect(scheduler)
        except (OSError, ValueError) as error:
            if self.cluster:
                self.cluster.close()
            self.record.close()
            raise FarmError(f"no scheduler at '{scheduler}': {error}; start "
                            "one with `dask-scheduler`") from None
        self.ended = queue.Queue()  # of (job, result or error)
        self.pending = {}           # key to (job, tries)
        self.futures = {}
        self.fresh = set()          # keys of what ended in this run
        self.lock = threading.RLock()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.client.close()
        if self.cluster:
            self.cluster.close()
        self.record.close()

    def known(self, job):
        """The result on record; none: the job has to run."""
        result = self.record.results.get(job.key)
        if not result or job.key in self.fresh:
            return result
        if result["status"] in self.again:
            return None
        is_longer = not job.tool.timeout or \
            job.tool.timeout > result.get("timeout", 0)
        return None if result["status"] == "timed out" and is_longer else result

    def submit(self, job):
        """Its result comes from next_result(); once, however often a job is
        submitted before that."""
        with self.lock:
            result = self.known(job)
            if result:
                self.ended.put((job, dict(result, recorded=True)))
            elif job.key not in self.pending:
                if job.key in self.record.results:
                    self.forget(job)
                self.pending[job.key] = (job, 0)
                self.start(job)

    def forget(self, job):
        """What a former run left as the result no longer is."""
        path = self.record.root / job.key / "result.json"
        path.unlink(missing_ok=True)

    def start(self, job):
        future = self.client.submit(
            run_job, dataclasses.asdict(job), self.root, pure=False,
            resources=dict(job.tool.licences) or None)
        self.futures[job.key] = future
        future.add_done_callback(lambda done: self.ended.put((job, done)))

    def next_result(self):
        """(job, result) of the next job that ends; none if all have."""
        while self.pending or not self.ended.empty():
            job, ended = self.ended.get()
            if isinstance(ended, dict):
                return job, ended
            result = self.result_of(ended)
            tries = self.pending[job.key][1] + 1
            if result.pop("transient", False):
                if tries <= self.retries:
                    self.pending[job.key] = (job, tries)
                    threading.Timer(RETRY_DELAY * 2 ** (tries - 1), self.start,
                                    [job]).start()
                    continue
                result["message"] += f"; gave up after {tries} tries"
            return job, self.keep(job, result, tries)
        return None

    def result_of(self, future):
        if future.status == "cancelled":
            raise FarmError("the scheduler was lost; start it and this command "
                            "again: what is on record stays")
        try:
            return dict(future.result(timeout=60))
        except Exception as error:  # whatever dask or a network may raise
            # A worker that dies takes a job, or its result, with it. What the
            # job itself may raise is a result already.
            return {"status": "failed", "transient": True,
                    "message": f"a worker was lost: {type(error).__name__}: "
                               f"{error}"}

    def keep(self, job, result, tries):
        result.update(key=job.key, program=job.program, tries=tries,
                      options=list(job.options), tool=job.tool.name)
        if job.design:
            result["design"] = json.loads(job.design)
        with self.lock:
            self.record.add(result)
            self.fresh.add(job.key)
            del self.pending[job.key]
            del self.futures[job.key]
        return result

    def run(self, jobs):
        """Yields (job, result) as jobs end, each job once."""
        for job in {job.key: job for job in jobs}.values():
            self.submit(job)
        while (ended := self.next_result()) is not None:
            yield ended


class Progress:
    """How many are done, and when the rest will be."""

    def __init__(self, total):
        self.total, self.done, self.run = total, 0, 0
        self.start = time.monotonic()

    def add(self, result):
        self.done += 1
        # What was on record took no time.
        self.run += not result.get("recorded")

    def left(self):
        """Seconds, as the pace so far tells; none before anything ran."""
        if not self.run:
            return None
        pace = (time.monotonic() - self.start) / self.run
        return pace * (self.total - self.done)

    def line(self):
        left = self.left()
        text = f"{self.done}/{self.total}"
        if left is None or self.done == self.total:
            return text
        minutes, seconds = divmod(round(left), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{text}, {hours}:{minutes:02}:{seconds:02} left"
