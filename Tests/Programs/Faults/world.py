"""A folder in which motionq runs with a fault, and what is there afterwards."""

import os
import pathlib
import shutil
import signal
import struct
import subprocess
import time
from typing import NamedTuple

from points import KINDS

# No verb here takes a second; one that waits for a lock waits a second more.
LIMIT_SECONDS = 60
COUNTERS = struct.Struct(f"{len(KINDS) + 1}Q")


class Outcome(NamedTuple):
    """How a run ended. code: None if it did not end in time. fired: how many calls failed."""

    code: int | None
    output: bytes
    errors: bytes
    files: dict
    counts: dict
    fired: int
    seconds: float


def snapshot(folder):
    """The bytes of each file in a folder and below, by path; None for a folder."""
    paths = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}


class World:
    """A copy of the inputs, in which programs run. Outputs stand in its folder `out`. Without a shim no call is counted."""

    def __init__(self, motionq, shim, inputs, folder):
        self.motionq, self.shim, self.folder = motionq, shim, folder
        shutil.copytree(inputs, folder)
        self.out = folder / "out"
        # Beside it, so that no call for them counts.
        self.counters, self.errors = (folder.with_name(f"{folder.name}-{name}") for name in ("counters", "errors"))
        self.counters.write_bytes(bytes(COUNTERS.size))
        self.inputs = self.state_of_inputs()

    def state_of_inputs(self):
        """Names, sizes and times of change of all but outputs: what no run may change."""
        kept = {path.name: path.stat() for path in self.folder.iterdir() if path.is_file() and path.name != "said"}
        return {name: (status.st_size, status.st_mtime_ns) for name, status in kept.items()}

    def reset(self, old):
        """Puts old outputs in place, and nothing else."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()
        for name, contents in old.items():
            path = self.out / name
            if contents is None:
                path.mkdir(parents=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(contents)

    def environment(self, point=None, port=None):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("FAULT", "LD_"))}
        kept |= {"NO_COLOR": "1", "XDG_CONFIG_HOME": str(self.out / "settings")}
        if self.shim:
            kept |= {"LD_PRELOAD": str(self.shim), "FAULT_FOLDER": str(self.folder), "FAULT_COUNTS": str(self.counters)}
        if port:
            kept["FAULT_PORT"] = port
        if point:
            kept["FAULT"] = point.wish
        return kept

    def start(self, words, point=None, port=None):
        """Starts a program; its standard output is a file of the folder, so that writing it can fail, too."""
        with open(self.folder / "said", "wb") as said, open(self.errors, "wb") as errors:
            return subprocess.Popen(
                [self.motionq, *words], cwd=self.folder, env=self.environment(point, port), stdin=subprocess.DEVNULL, stdout=said,
                stderr=errors)

    def wait(self, process, began, limit=LIMIT_SECONDS):
        """Waits for its end, and kills what does not come to it."""
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            code = None
        seconds = time.monotonic() - began
        *counts, fired = COUNTERS.unpack(self.counters.read_bytes())
        output, errors = (self.folder / "said").read_bytes(), self.errors.read_bytes()
        return Outcome(code, output, errors, snapshot(self.out), dict(zip(KINDS, counts)), fired, seconds)

    def run(self, words, old, point=None):
        """Runs a program to its end, over old outputs."""
        self.reset(old)
        began = time.monotonic()
        return self.wait(self.start(words, point), began)


def made(motionq, folder, commands):
    """Makes a folder of inputs by commands of motionq."""
    folder.mkdir(parents=True)
    for words in commands:
        ended = subprocess.run([motionq, *words.split()], cwd=folder, capture_output=True, check=False)
        if ended.returncode != 0:
            raise SystemExit(f"motionq {words}: {ended.stderr.decode(errors='replace')}")
    return pathlib.Path(folder)
