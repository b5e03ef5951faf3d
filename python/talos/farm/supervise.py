# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one program and sees to its end, whatever happens to who asked for it.

    supervise.py SECONDS GRACE LOG -- COMMAND...

Started by a worker, which holds the other end of standard input: when that
closes, the worker is gone, and the program is ended. The program has a session
of its own. It and all that it started, what left its process group included,
are killed when it ends, when SECONDS (0: none) are over, or when the worker is
gone: first asked to (SIGTERM), after GRACE seconds killed. Its output goes to
LOG. Standard output says what became of it, in lines of JSON: the process id,
then `code`, `signal` or `timed_out`.

Uses nothing outside of the standard library: a run must cost little.
"""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time

# From linux/prctl.h.
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def tell(**what):
    try:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()
    except OSError:
        pass  # the worker is gone


def children():
    """Processes whose parent is this one."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8",
                      errors="replace") as file:
                # The name before may hold anything, but ends in the last `)`.
                parent = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == os.getpid():
            found.append(int(name))
    return found


class Supervisor:
    def __init__(self, seconds, grace, log, command):
        self.seconds, self.grace = seconds, grace
        # Whatever loses its parent becomes a child of this process.
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        wake, self.woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.wake = wake
        signal.set_wakeup_fd(self.woken)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.note)
        self.is_ended = False
        self.status = None
        with open(log, "ab") as output:
            self.program = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True,
                # If this process is killed, so is the program.
                preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG,
                                              signal.SIGKILL))

    def note(self, number, _):
        self.is_ended |= number != signal.SIGCHLD

    def reap(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.program.pid:
                self.status = status
                self.program.returncode = os.waitstatus_to_exitcode(status)

    def wait(self, until, worker):
        """Until the program ends, the time comes, or the worker is gone."""
        while self.status is None and not self.is_ended:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return
            watched = [self.wake] + ([0] if worker else [])
            ready, _, _ = select.select(watched, [], [], left)
            if self.wake in ready:
                os.read(self.wake, 4096)
                self.reap()
            if 0 in ready and not os.read(0, 4096):
                self.is_ended = True

    def signal_group(self, number):
        try:
            os.killpg(self.program.pid, number)
        except (ProcessLookupError, PermissionError):
            pass

    def end_all(self):
        """The group is asked, then everything below this process killed."""
        if self.status is None:
            self.signal_group(signal.SIGTERM)
            self.is_ended = False
            self.wait(time.monotonic() + self.grace, worker=False)
        self.signal_group(signal.SIGKILL)
        while True:
            self.reap()
            left = children()
            if not left:
                return
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.005)

    def run(self):
        tell(pid=self.program.pid)
        until = time.monotonic() + self.seconds if self.seconds else None
        self.wait(until, worker=True)
        was_running = self.status is None
        is_asked = self.is_ended
        self.end_all()
        if was_running:
            tell(**({"ended": True} if is_asked else {"timed_out": True}))
        elif os.WIFSIGNALED(self.status):
            tell(signal=os.WTERMSIG(self.status))
        else:
            tell(code=os.WEXITSTATUS(self.status))


def main():
    seconds, grace, log = sys.argv[1:4]
    try:
        supervisor = Supervisor(float(seconds), float(grace), log, sys.argv[5:])
    except OSError as error:
        tell(missing=f"{sys.argv[5]}: {error.strerror}")
        return
    supervisor.run()


if __name__ == "__main__":
    main()
