# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The line protocol that hlsc speaks with `--dse-backend farm`.

A request is a line of JSON on standard input: `id`, and `project`, the
directory of a project that hlsc wrote. The answer, in any order, is a line on
standard output: `id`, `status`, and `cycles` and `resources` or a `message`.
The first line of all says `ready`. The end of the input ends the farm once all
has been answered.
"""

import json
import sys
import threading

from .jobs import FarmError, job_of_project


def say(**what):
    print(json.dumps(what), flush=True)


class Server:
    def __init__(self, farm, tool):
        self.farm, self.tool = farm, tool
        self.waiting = {}  # key to ids
        self.lock = threading.Lock()
        self.work = threading.Semaphore(0)
        self.is_over = False

    def read(self, stream):
        for line in stream:
            self.request(line)
        self.is_over = True
        self.work.release()

    def request(self, line):
        number = None
        try:
            asked = json.loads(line)
            number = asked["id"]
            job = job_of_project(asked["project"], self.tool)
        except (FarmError, OSError, ValueError, LookupError, TypeError) as error:
            say(id=number, status="failed", message=f"bad request: {error}")
            return
        with self.lock:
            self.waiting.setdefault(job.key, []).append(number)
            self.farm.submit(job)
        self.work.release()

    def answer(self, job, result):
        told = {name: result[name] for name in
                ("status", "cycles", "resources", "message") if name in result}
        with self.lock:
            numbers = self.waiting.pop(job.key, [])
        for number in numbers:
            say(id=number, **told)

    def run(self, stream):
        threading.Thread(target=self.read, args=[stream], daemon=True).start()
        say(ready=True, root=self.farm.root)
        while True:
            self.work.acquire()
            while (ended := self.farm.next_result()) is not None:
                self.answer(*ended)
            if self.is_over and not self.waiting:
                return


def serve(farm, tool):
    Server(farm, tool).run(sys.stdin)
