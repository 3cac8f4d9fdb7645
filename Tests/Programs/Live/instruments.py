"""What a program takes of the machine while it runs, and simulated boards that come and go. Linux only."""

import json
import os
import pathlib
import signal
import subprocess
import threading
import time
from typing import NamedTuple

SILENT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Taken(NamedTuple):
    """What a program takes at a moment. memory and peak: kB of resident memory, now and at most so far."""

    memory: int
    peak: int
    descriptors: int
    threads: int
    children: int


def taken(process):
    place = pathlib.Path(f"/proc/{process.pid}")
    status = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
    children = sum(len(task.read_text().split()) for task in place.glob("task/*/children"))
    return Taken(int(status["VmRSS"].split()[0]), int(status["VmHWM"].split()[0]), len(os.listdir(place / "fd")),
                 int(status["Threads"]), children)


def has_terminal(process):
    """Whether a program has a pseudo-terminal open."""
    for descriptor in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            if os.readlink(descriptor).startswith("/dev/pts/"):
                return True
        except FileNotFoundError:
            pass
    return False


def processor(process):
    """Seconds of processor that the threads of a program have used; those of a thread that has ended are not counted."""
    tasks = pathlib.Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def quantile(values, share):
    """- Returns: what so large a share of the values does not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def wait_for(happens, seconds):
    """- Returns: whether it happened in so many seconds."""
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Lines:
    """What a program writes, read by a thread of its own. hear(line, time) gets each line: what it says in JSON, or its bytes."""

    def __init__(self, pipe, hear, parses=True):
        # Cleared, it reads no more for a while.
        self.reads = threading.Event()
        self.reads.set()
        self.thread = threading.Thread(target=self.read, args=(pipe, hear, parses), daemon=True)
        self.thread.start()

    def read(self, pipe, hear, parses):
        for line in pipe:
            self.reads.wait()
            now = time.monotonic()
            hear(json.loads(line) if parses else line, now)

    def join(self):
        """Waits for the end of what is written."""
        self.thread.join()


class Simulator:
    """A simulated board on a pseudo-terminal. summary: its counts, once it was asked to end."""

    def __init__(self, motionq, words):
        command = [motionq, "simulate", "--json", *map(str, words)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port, self.summary = json.loads(self.process.stdout.readline())["port"], None
        self.reader = Lines(self.process.stdout, self.hear)

    def hear(self, line, _):
        if line["type"] == "summary":
            self.summary = line

    def kill(self):
        """Ends it without a word: its port hangs up at once."""
        self.process.kill()
        self.process.wait()

    def end(self):
        """Ends it in an orderly way. - Returns: its counts."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.reader.join()
        return self.summary
