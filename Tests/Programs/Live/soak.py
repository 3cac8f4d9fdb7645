"""A day's samples through the live path, with all that can go on beside it: soak.py MOTIONQ [OPTIONS]

One `motionq run` with a page, outlets of every kind and a capture follows a simulated board of 100 samples a second whose bytes are
damaged, lost and inserted. Each board plays a recording to its end and is followed by another at the same port; every second one is
interrupted before. A page, a socket and a WebSocket have two listeners each, one of which never reads. Without --hours the boards
send as fast as they are read, until 8,640,000 samples have arrived; with it they take their time.

Two hundred times on the way it notes memory, descriptors, threads, children and the capture's size, tells them in a table and draws
them. Ends with 1 if memory is not flat after the warm-up, if descriptors or threads differ, or if samples are missing that no fault
took.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import listeners
from instruments import SILENT, Lines, Simulator, has_terminal, processor, taken, wait_for
from soak_report import Note, Soak

DAY = 8_640_000
NOTES = 200
BOARDS = 30
# Samples at full speed before an hour in real time: what is kept for slow listeners and for pages is full then.
WARM = 500_000
PEOPLE, SECONDS_A_GESTURE = 6, 8
RATE = 100
# In the warm-up its lines are not read for so long.
STOP_SECONDS = 15
FAULTS = ["--damage", "0.0001", "--drop", "0.0001", "--insert", "0.0001"]
COUNTED = re.compile(rb'"samples":(\d+),"lost_samples":')


class Run:
    """The program, and what it has told so far."""

    def __init__(self, motionq, model, folder, broker, hall):
        self.folder, self.link = folder, folder / "board"
        self.samples, self.lines, self.summary = 0, 0, None
        stage = hall.datagrams("osc")
        words = ["run", "--port", self.link, "--model", model, "--json", "--page=any", "--to", "ws:"]
        words += ["--to", f"unix:{folder}/lines", "--to", f"osc://127.0.0.1:{stage}?channels=25"]
        words += ["--to", broker.address] if broker.address else []
        words += ["--capture", folder / "kept.capture"]
        self.errors = folder / "errors"
        self.process = subprocess.Popen(
            [motionq, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(self.errors, "w"),
            env=os.environ | {"XDG_CONFIG_HOME": str(folder / "settings")})
        self.reader = Lines(self.process.stdout, self.hear, parses=False)

    def hear(self, line, _):
        self.lines += 1
        if b'"type":"link"' in line:
            if found := COUNTED.search(line):
                self.samples = int(found.group(1))
        elif b'"type":"summary"' in line:
            self.summary = json.loads(line)

    @property
    def said(self):
        """What it told a person."""
        return self.errors.read_text()

    def note(self, begun):
        """- Returns: what it takes while a board is there; None while something is just opened or closed."""
        if not has_terminal(self.process):
            return None
        before = taken(self.process)
        size = sum(part.stat().st_size for part in self.folder.glob("kept.capture*"))
        time.sleep(0.01)
        now = taken(self.process)
        if now[2:] != before[2:] or not has_terminal(self.process):
            return None
        return Note(self.samples, time.monotonic() - begun, now, size)


class Boards:
    """Boards that follow one another at a port. later: their speed after the warm-up."""

    def __init__(self, motionq, motion, later, link):
        self.motionq, self.words = motionq, ["--data", motion, "--link", link, *FAULTS]
        self.speed, self.later = "max", later
        self.number, self.counts, self.interrupted = 0, [], 0
        self.device = None

    def next(self):
        self.device = Simulator(self.motionq, [*self.words, "--seed", str(self.number), "--speed", str(self.speed)])
        self.number += 1

    def end(self):
        """Ends the board. One that has not come to its end by itself is interrupted."""
        self.interrupted += self.device.process.poll() is None
        self.counts.append(self.device.end())


def made_inputs(motionq, folder, seconds):
    """- Returns: motion of about so many seconds, of six people, at 100 samples a second; its samples; the demo's model."""
    gestures = max(1, round(seconds / PEOPLE / SECONDS_A_GESTURE))
    people = ["--subjects", f"1000-{999 + PEOPLE}", "--gestures", gestures]
    words = [["dataset", "synthesize", *people, "--output", folder / "slow.csv"],
             ["dataset", "convert", folder / "slow.csv", "--rate", RATE, "-o", folder / "motion"],
             ["demo", "--write-model", folder / "model.safetensors"]]
    for command in words:
        subprocess.run([motionq, *map(str, command)], check=True, **SILENT)
    # A line a sample, and the names of the columns.
    samples = sum(path.read_bytes().count(b"\n") - 1 for path in (folder / "motion").rglob("*.csv"))
    return folder / "motion", samples, folder / "model.safetensors"


def follow(run, boards, warm, target, recorded):
    """Lets boards follow one another until so many samples have arrived.

    - Parameters: warm: samples after which they take their time, if they do; recorded: samples that a board has.
    - Returns: the notes."""
    notes, begun, due, first, stopped = [], time.monotonic(), 0, 0, None
    while run.samples < target and run.process.poll() is None:
        time.sleep(0.02)
        if run.samples >= due and (note := run.note(begun)):
            notes.append(note)
            due = min(run.samples + warm / 20, warm) if run.samples < warm else run.samples + (target - warm) / NOTES
        if stopped is None and run.samples > warm / 2:
            # As much is to wait to be told as ever may.
            stopped = time.monotonic()
            run.reader.reads.clear()
        elif stopped and time.monotonic() - stopped > STOP_SECONDS:
            run.reader.reads.set()
        slows = boards.speed == "max" and boards.later != "max" and run.samples >= warm
        # Every second board is gone before it has told all.
        cut = boards.number % 2 == 0 and run.samples - first > recorded / 2
        if slows:
            boards.speed = boards.later
        if cut or slows or boards.device.process.poll() is not None:
            boards.end()
            boards.next()
            first = run.samples
    return notes


def prepared(given, folder, stack, later):
    """Starts everything. - Returns: the run, its boards, its listeners, the broker, and the samples that a board has."""
    seconds = given.hours * 3600 if given.hours else given.samples / RATE
    motion, recorded, model = made_inputs(given.motionq, folder, seconds / BOARDS)
    broker, hall = listeners.Broker(folder), listeners.Listeners()
    stack.callback(broker.close)
    stack.callback(hall.close)
    boards = Boards(given.motionq, motion, later, folder / "board")
    boards.next()
    stack.callback(lambda: boards.device.kill())
    run = Run(given.motionq, model, folder, broker, hall)
    stack.callback(run.process.kill)
    if not wait_for(lambda: listeners.address(run.said, "page", "http") and (folder / "lines").exists(), 30):
        raise SystemExit(f"it does not begin: {run.said}")
    hall.web_socket("page", listeners.address(run.said, "page", "http") + "live", ["device 0", "view 10 400 live"])
    hall.web_socket("ws", listeners.address(run.said, "lines", "ws"))
    hall.socket_file(folder / "lines")
    return run, boards, hall, broker, recorded


def soaked(given, folder, stack):
    later = 1 if given.hours else "max"
    run, boards, hall, broker, recorded = prepared(given, folder, stack, later)
    warm = WARM if given.hours else given.samples // 10
    target = warm + round(given.hours * 3600 * RATE) if given.hours else given.samples
    begun = time.monotonic()
    notes = follow(run, boards, warm, target, recorded)
    # It may have ended by itself.
    share = processor(run.process) / (time.monotonic() - begun)
    hall.expect_end()
    run.process.send_signal(signal.SIGINT)
    code = run.process.wait() if wait_for(lambda: run.process.poll() is not None, 30) else None
    run.process.kill()
    run.reader.join()
    boards.end()
    print(run.said, file=sys.stderr)
    return Soak(notes, warm, code, run.summary, run.lines, share, boards.counts, boards.interrupted, hall.received, broker.messages,
                hall.lost)


def main(given):
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        soak = soaked(given, pathlib.Path(place), stack)
    print("\n".join(soak.tables()))
    wrongs = soak.wrongs()
    if given.notes:
        pathlib.Path(given.notes).write_text("\n".join([*soak.rows(), ""]))
    if given.picture and soak.settled and soak.summary:
        title = f"{soak.summary['samples']:,} samples in {soak.notes[-1].seconds / 60:,.0f} minutes"
        if given.hours:
            title = f"{RATE} samples a second for {60 * given.hours:g} minutes, after a warm-up at full speed"
        pathlib.Path(given.picture).write_text(soak.picture(title, bool(given.hours)))
    for wrong in wrongs:
        print(wrong, file=sys.stderr)
    return 1 if wrongs else 0


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("motionq")
    asked.add_argument("--samples", type=int, default=DAY)
    asked.add_argument("--hours", type=float, default=0)
    asked.add_argument("--picture")
    asked.add_argument("--notes")
    sys.exit(main(asked.parse_args()))
