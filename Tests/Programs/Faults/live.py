"""Verbs at a simulated device whose calls fail: how they end, what they leave on disk, and whether a light stays on."""

import contextlib
import json
import signal
import subprocess
import time
from typing import NamedTuple

from judge import CODES, LEFTOVER

# Something is lit at any moment after the first window.
LIGHTS = """labels:
  rest: {enter: [{led: 0}, {rgb: 0, color: "#ff0000"}]}
  chop: {enter: [{led: 1}, {buzzer: 0, frequency: 880}]}
"""
DECISIONS = "--threshold 0 --enter-ratio 1 --exit-ratio 1.01 --refractory 0"
LIMIT_SECONDS = 30
# A verb that waits for its device to come back does so until it is interrupted.
PATIENCE_SECONDS = 3


class Live(NamedTuple):
    """words: of the command, whose port is `port`. until: what must stand in its output before it is interrupted, which happens
    after three seconds anyway; None if it ends by itself. records: whether it writes a recording into `out/set`. motion: what the
    device plays."""

    name: str
    words: list
    until: bytes | None = None
    records: bool = False
    motion: str = "walk.csv"


LIVE = [
    Live("run", f"run --port port --model model.safetensors --feedback lights.yml {DECISIONS} --json".split(), b'"phase":"enter"'),
    Live("monitor", "monitor --port port --json".split(), b'"type":"sample"'),
    Live(
        "record", ("record --port port --subject ana --labels shake --repetitions 1 --seconds 1 --rest-seconds 1 -o out/set -y "
                   "--json --quiet").split(), records=True),
    Live("calibrate", "calibrate --gyroscope --port port --json".split(), motion="still.csv"),
    Live("play", "play --port port --model model.safetensors --seed 1 --seconds 1 --scores out/scores.json --quiet --json".split(),
         b'"type":"played"'),
]


@contextlib.contextmanager
def device(world, motion="walk.csv"):
    """A device that plays over and over, twenty times as fast as its motion was, at the link `port`."""
    link, lines = world.folder / "port", world.folder.with_name(f"{world.folder.name}-device")
    link.unlink(missing_ok=True)
    with open(lines, "wb") as file:
        process = subprocess.Popen(
            [world.motionq, "simulate", "--data", motion, "--loop", "--speed", "20", "--link", "port", "--json"], cwd=world.folder,
            stdout=file, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        while not link.is_symlink() and process.poll() is None:
            time.sleep(0.005)
        yield link, lines
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def lit(lines):
    """What is on at a device, as it has told so far."""
    on, said = set(), lines.read_bytes()
    for line in said[: said.rfind(b"\n") + 1].splitlines():
        told = json.loads(line)
        if "on" in told and "unit" in told:
            (on.add if told["on"] else on.discard)((told["type"], told["unit"]))
    return on


def wait_for(happens, seconds):
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def run(world, verb, point=None):
    """Runs a verb at a device. - Returns: its outcome, and what is still lit after the two seconds that a device waits for its
    host."""
    world.reset({})
    with device(world, verb.motion) as (link, lines):
        began = time.monotonic()
        process = world.start(verb.words, point, str(link.resolve()))
        if verb.until:
            said = world.folder / "said"
            wait_for(lambda: process.poll() is not None or verb.until in said.read_bytes(), PATIENCE_SECONDS)
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        outcome = world.wait(process, began, LIMIT_SECONDS)
        wait_for(lambda: not lit(lines), LIMIT_SECONDS)
        return outcome, lit(lines)


def rows_complaint(name, contents):
    """What is wrong with a recording: it must hold whole rows alone, and the spaces that fill pages."""
    lines = contents.decode().split("\n")
    if lines.pop() != "":
        return f"{name} ends within a row"
    columns = lines[0].count(",") if lines else 0
    if not lines or not lines[0].startswith("session,") or any(line.count(",") != columns for line in lines if line.strip(" ")):
        return f"{name} has a row that is not whole"
    return None


def complaint(verb, outcome, on, point):
    """- Returns: what is wrong with how a run ended; None if nothing is."""
    if on:
        return f"leaves {sorted(on)} on"
    if outcome.code is None:
        return "does not end"
    if outcome.code < 0:
        return f"dies by signal {-outcome.code}"
    # It may be interrupted before there was a result.
    if outcome.code not in CODES and outcome.code != 130:
        return f"ends with {outcome.code}"
    said = outcome.errors.decode(errors="replace")
    if outcome.code not in (0, 130) and not any(line.startswith("motionq: ") for line in said.splitlines()):
        return f"ends with {outcome.code} and says nothing"
    for name, contents in outcome.files.items():
        if LEFTOVER.search(name) and point.kind != "unlink":
            return f"leaves {name}"
        if name.endswith(".csv") and (wrong := rows_complaint(name, contents)):
            return wrong
    if verb.records and outcome.code == 0 and not any(name.endswith(".csv") for name in outcome.files):
        return "ends with 0 and has recorded nothing"
    documents = [contents for name, contents in outcome.files.items() if name.endswith(".json")]
    whole = outcome.output[: outcome.output.rfind(b"\n") + 1]
    if outcome.code == 0 and whole != outcome.output:
        return "ends with 0 within a line"
    try:
        for text in [*documents, *whole.splitlines()]:
            json.loads(text)
    except ValueError:
        return f"writes JSON that is not whole: {text[:60]}"
    return None
