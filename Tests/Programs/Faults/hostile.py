"""Kills, full disks, ten programs at once and floods: hostile.py MOTIONQ [TRIALS…], of kills disks crowds floods

Prints a line for each trial: how often it was made, how often it passed, and the seconds that it took. Linux only.
"""

import os
import pathlib
import pty
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tty

import live
import verbs
from judge import LEFTOVER
from world import World, made, snapshot

# The same moments in every run.
chance = random.Random(49)
NAMED = {verb.name: verb for verb in verbs.VERBS}


def leftovers(files):
    return [name for name in files if LEFTOVER.search(name)]


def is_whole(verb, files, new):
    """Whether each file is the old one or the new one; of an export, files of both may meet."""
    return all(contents in (verb.old.get(name), new.get(name)) for name, contents in files.items() if not LEFTOVER.search(name))


# MARK: - Kills


def kills(world, rounds=100):
    """SIGKILL at any moment of a verb, and then the verb once more, which cleans up."""
    for name in ("train", "export", "import", "quantize", "convert", "relabel", "convert to MCAP"):
        verb = NAMED[name]
        new = world.run(verb.words, verb.old)
        wrongs = []
        for _ in range(rounds):
            world.reset(verb.old)
            process = world.start(verb.words)
            time.sleep(chance.uniform(0, new.seconds))
            process.kill()
            process.wait()
            files = snapshot(world.out)
            hidden = [name for name in leftovers(files) if (world.out / name).is_dir()]
            if not is_whole(verb, files, new.files):
                wrongs.append(f"{sorted(files)} are neither old nor new")
            for folder in [world.out / name for name in verb.old if verb.old[name] is None and name in files]:
                # These verbs need an empty folder.
                if name != "export":
                    shutil.rmtree(folder)
                    folder.mkdir()
            if name == "convert to MCAP":
                (world.out / "file.mcap").unlink(missing_ok=True)
            again = world.start(verb.words)
            if again.wait() != 0:
                wrongs.append(f"the next run fails: {world.errors.read_text()}")
            elif left := [name for name in leftovers(snapshot(world.out)) if not any(name.startswith(other) for other in hidden)]:
                wrongs.append(f"the next run leaves {left}")
        yield f"kill {name}", rounds, wrongs
    yield "kill record", *killed_recordings(world, rounds)


def killed_recordings(world, rounds):
    verb = next(verb for verb in live.LIVE if verb.name == "record")
    wrongs = []
    for _ in range(rounds):
        world.reset({})
        with live.device(world) as (link, _):
            process = world.start(verb.words, port=str(link.resolve()))
            time.sleep(chance.uniform(0, 0.4))
            process.kill()
            process.wait()
        for name, contents in snapshot(world.out).items():
            if name.endswith(".csv") and (wrong := live.rows_complaint(name, contents)):
                wrongs.append(wrong)
    return rounds, wrongs


# MARK: - Full disks


def disks(world):
    """A disk of a megabyte with less and less room."""
    disk = world.folder / "out"
    names = ("train", "export", "import", "quantize", "evaluate", "convert", "relabel", "images", "segment -o", "convert to MCAP")
    for verb in (NAMED[name] for name in names):
        new = world.run(verb.words, verb.old)
        wrongs, rooms = [], [*range(0, 64, 4), *range(64, 256, 16)]
        for room in rooms:
            world.reset(verb.old)
            shutil.rmtree(disk)
            disk.mkdir()
            mounting = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, check=False)
            if mounting.returncode != 0:
                print("disks: left out, only root mounts a small disk")
                return
            try:
                for path, contents in verb.old.items():
                    (disk / path).parent.mkdir(exist_ok=True)
                    (disk / path).mkdir() if contents is None else (disk / path).write_bytes(contents)
                fill(disk, room << 10)
                outcome = world.wait(world.start(verb.words), time.monotonic())
                files = {path: contents for path, contents in outcome.files.items() if path != "filler"}
                if outcome.code not in (0, 74):
                    wrongs.append(f"{room} kB: ends with {outcome.code}: {outcome.errors}")
                if outcome.code == 74 and files != verb.old or outcome.code == 0 and files.keys() != new.files.keys():
                    wrongs.append(f"{room} kB: ends with {outcome.code} and leaves {sorted(files)}")
            finally:
                subprocess.run(["umount", disk], check=True)
        yield f"full disk, {verb.name}", len(rooms), wrongs


def fill(disk, room):
    """Leaves so many bytes of room."""
    system = os.statvfs(disk)
    with open(disk / "filler", "wb") as file:
        file.write(bytes(max(0, system.f_bavail * system.f_frsize - room)))


# MARK: - Ten at once


def crowds(world, rounds=20):
    """Ten programs that write the same output at the same time."""
    for name in ("quantize", "export", "train", "convert", "convert to MCAP"):
        verb = NAMED[name]
        new = world.run(verb.words, verb.old)
        wrongs = []
        for _ in range(rounds):
            world.reset(verb.old)
            crowd = [world.start(verb.words) for _ in range(10)]
            codes = [process.wait() for process in crowd]
            files = snapshot(world.out)
            # A data set is never replaced: who comes late is refused.
            allowed = {0, 74} if name.startswith("convert") else {0}
            if not {0} <= set(codes) <= allowed:
                wrongs.append(f"ends with {sorted(set(codes))}: {world.errors.read_text()}")
            if files.keys() != new.files.keys() or any(files[path] != new.files[path] for path in files):
                wrongs.append(f"leaves {sorted(files)}")
        yield f"ten at once, {name}", rounds, wrongs


# MARK: - Floods


def floods(world, rounds=5):
    """A port that sends as fast as it is read: noise, and whole frames of a device without a clock."""
    words = "run --port port --model model.safetensors --feedback lights.yml --json".split()
    for name, source in (("noise", noise), ("frames", frames)):
        wrongs = []
        for _ in range(rounds):
            world.reset({})
            with source(world) as taken:
                process = world.start(words)
                taken(3)
                most = int(next(line.split()[1] for line in open(f"/proc/{process.pid}/status") if line.startswith("VmHWM")))
                process.send_signal(signal.SIGINT)
                outcome = world.wait(process, time.monotonic(), 10)
            if outcome.code not in (0, 69, 74, 130):
                wrongs.append(f"ends with {outcome.code}: {outcome.errors}")
            if most > 100_000:
                wrongs.append(f"takes {most} kB")
        yield f"flood of {name}", rounds, wrongs


class noise:
    """A pseudo-terminal that gives random bytes, at the link `port`."""

    def __init__(self, world):
        self.link = world.folder / "port"

    def __enter__(self):
        self.ends = pty.openpty()
        tty.setraw(self.ends[1])
        os.set_blocking(self.ends[0], False)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self.ends[1]))
        self.bytes = [os.urandom(4096) for _ in range(256)]
        return self.pour

    def pour(self, seconds):
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            number += 1
            try:
                os.write(self.ends[0], self.bytes[number % 256])
                os.read(self.ends[0], 4096)
            except BlockingIOError:
                time.sleep(0.0002)

    def __exit__(self, *_):
        for descriptor in self.ends:
            os.close(descriptor)


class frames:
    """A simulated device that sends as fast as it can, at the link `port`."""

    def __init__(self, world):
        self.world = world

    def __enter__(self):
        link = self.world.folder / "port"
        link.unlink(missing_ok=True)
        self.device = subprocess.Popen(
            [self.world.motionq, *"simulate --data walk.csv --loop --speed max --link port".split()], cwd=self.world.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        live.wait_for(link.is_symlink, 10)
        return time.sleep

    def __exit__(self, *_):
        self.device.send_signal(signal.SIGINT)
        self.device.wait()


def main(motionq, names):
    work = pathlib.Path(tempfile.mkdtemp()).resolve()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    bad = 0
    try:
        inputs = made(motionq, work / "inputs", verbs.MADE)
        verbs.complete(inputs)
        world = World(motionq, None, inputs, work / "world")
        print(f"{'trial':32} {'times':>5} {'passed':>6} {'seconds':>7}")
        for trial in (kills, disks, crowds, floods):
            if names and trial.__name__ not in names:
                continue
            began = time.monotonic()
            for name, count, wrongs in trial(world):
                print(f"{name:32} {count:5} {count - len(wrongs):6} {time.monotonic() - began:7.0f}", flush=True)
                for wrong in wrongs:
                    print(f"    {wrong}", file=sys.stderr, flush=True)
                bad, began = bad + len(wrongs), time.monotonic()
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]))
