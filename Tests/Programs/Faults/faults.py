"""Makes every call of the system fail in turn, and judges how motionq ends: faults.py MOTIONQ SHIM [VERBS…]

Each verb runs without a fault first, which counts its calls of each kind; then once for each of them and each way to fail, over the
outputs of an older run. The verdict of each run is in judge.py. Prints a line for each verb and kind of call, and what failed.
"""

import collections
import concurrent.futures
import contextlib
import pathlib
import queue
import shutil
import sys
import tempfile
import time

import live
import verbs
from judge import Reference, complaint
from points import KINDS, Point, points
from world import World, made

AT_ONCE = 2
# Of a live verb, which makes thousands of calls: so many of each kind, spread evenly over those of a run without a fault.
MOST_LIVE = 12


@contextlib.contextmanager
def borrowed(worlds):
    world = worlds.get()
    try:
        yield world
    finally:
        worlds.put(world)


def trial_of(worlds, verb):
    """Runs a verb twice without a fault. - Returns: its points, and what tries one: from a world and a point to an outcome and
    what is wrong with it."""
    with borrowed(worlds) as world:
        reference = Reference(verb, *(world.run(verb.words, verb.old) for _ in range(2)))

    def trial(world, point):
        outcome = world.run(verb.words, verb.old, point)
        return outcome, complaint(reference, outcome, point)

    return list(points(reference.counts)), trial


def live_trial_of(worlds, verb):
    """As `trial_of`, for a verb at a device, once."""
    with borrowed(worlds) as world:
        first, on = live.run(world, verb)
    wrong = live.complaint(verb, first, on, Point("open", 0, None))
    if wrong or first.code != 0:
        raise ValueError(f"it fails without a fault: {wrong} {first.errors.decode(errors='replace')}")

    def trial(world, point):
        outcome, on = live.run(world, verb, point)
        return outcome, live.complaint(verb, outcome, on, point)

    return list(points(first.counts, MOST_LIVE)), trial


def tried(worlds, verb):
    """Tries every point of a verb. - Returns: points by kind, those that passed, and seconds by kind; and the complaints."""
    is_live = isinstance(verb, live.Live)
    chosen, trial = (live_trial_of if is_live else trial_of)(worlds, verb)

    def verdict(point):
        with borrowed(worlds) as world:
            outcome, wrong = trial(world, point)
            if world.state_of_inputs() != world.inputs:
                wrong = "has changed an input"
        said = outcome.errors.decode(errors="replace").strip()
        return wrong and f"{wrong}\n    {said}", outcome.fired > 0, outcome.seconds

    count, passed, seconds = (collections.Counter() for _ in range(3))
    wrongs = []
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for point, (wrong, fired, took) in zip(chosen, pool.map(verdict, chosen)):
            seconds[point.kind] += took
            # A single byte has no half, and no two live runs are alike.
            if not fired and not wrong and (is_live or point.fault.manner == "short"):
                continue
            count[point.kind] += 1
            if wrong or not fired:
                wrongs.append(f"{verb.name}, {point}: {wrong or 'the call was not made'}")
            else:
                passed[point.kind] += 1
    return count, passed, seconds, wrongs


def main(motionq, shim, names):
    chosen = [verb for verb in [*verbs.VERBS, *live.LIVE] if not names or verb.name in names]
    work = pathlib.Path(tempfile.mkdtemp()).resolve()
    began, wrongs = time.monotonic(), []
    total, good = 0, 0
    try:
        inputs = made(motionq, work / "inputs", verbs.MADE)
        verbs.complete(inputs)
        worlds = queue.Queue()
        for number in range(AT_ONCE):
            worlds.put(World(motionq, shim, inputs, work / f"world-{number}"))
        print(f"{'verb':20} {'call':9} {'points':>6} {'passed':>6} {'seconds':>7}")
        for verb in chosen:
            try:
                count, passed, seconds, found = tried(worlds, verb)
            except ValueError as error:
                count, passed, seconds, found = *(collections.Counter() for _ in range(3)), [f"{verb.name}: {error}"]
            for kind in (kind for kind in KINDS if count[kind]):
                print(f"{verb.name:20} {kind:9} {count[kind]:6} {passed[kind]:6} {seconds[kind]:7.1f}", flush=True)
            total, good, wrongs = total + count.total(), good + passed.total(), wrongs + found
            for wrong in found:
                print(wrong, file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{total} points, {good} passed, in {time.monotonic() - began:.0f} s")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]))
