"""Whether outlets delay the live path: bench.py MOTIONQ ROUNDS

Runs a simulated board at a thousand samples a second, 13,000 samples each time, interleaved: without outlets (twice, which shows
how far two equal runs differ), with a broker, with a broker that stands still, and with a broker, a stage and lines at once. Tells
the median and the 99th percentile of all windows of a kind, from the last byte read to the feedback written, in microseconds, and the
ratio of the latter to that without outlets, with its 95 % interval by bootstrap over the rounds.
"""

import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

motionq, rounds = sys.argv[1], int(sys.argv[2])
folder = pathlib.Path(tempfile.mkdtemp())
board, model, motion = folder / "board", folder / "model.safetensors", folder / "motion.csv"
silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
subprocess.run([motionq, "demo", "--write-model", model], check=True, **silent)
people = ["dataset", "synthesize", "--subjects", "1000-1009", "--gestures", "4", "--output", motion]
subprocess.run([motionq, *people], check=True, **silent)
port = 20_000 + int(time.time()) % 20_000
(folder / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
broker = subprocess.Popen(["mosquitto", "-c", folder / "mosquitto.conf"], **silent)
time.sleep(1)
house = ["--to", f"mqtt://127.0.0.1:{port}?late=0"]
stage = ["--to", f"osc://127.0.0.1:{port + 1}?channels=50", "--to", f"unix:{folder}/lines", "--to", "ws:"]
KINDS = {"none": [], "again none": [], "broker": house, "broker that stands still": house, "all": house + stage}


def run(kind):
    """What each window of a run took."""
    board.unlink(missing_ok=True)
    device = subprocess.Popen([motionq, "simulate", "--data", motion, "--speed", "20", "--link", board], **silent)
    while not board.exists():
        time.sleep(0.02)
    command = [motionq, "run", "--port", board, "--model", model, "--json", "--until-disconnected", *KINDS[kind]]
    # Into a file: a reader would want one of the two cores just when a window has been told.
    with open(folder / "said", "w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL)
    if kind == "broker that stands still":
        time.sleep(3)
        broker.send_signal(signal.SIGSTOP)
    process.wait()
    device.terminate()
    device.wait()
    broker.send_signal(signal.SIGCONT)
    lines = (folder / "said").read_text().splitlines()
    return [json.loads(line)["latency_us"] for line in lines if '"type":"window"' in line]


def within(share, runs):
    """- Returns: what so large a share of all windows of some runs took at most."""
    latencies = sorted(latency for run in runs for latency in run)
    return latencies[int(len(latencies) * share)]


def ratio(kind, drawn):
    return within(0.99, [found[kind][number] for number in drawn]) / within(0.99, [found["none"][number] for number in drawn])


found = {kind: [] for kind in KINDS}
for number in range(rounds):
    for kind in list(KINDS) if number % 2 == 0 else reversed(KINDS):
        found[kind].append(run(kind))
broker.terminate()
chance = random.Random(1)
draws = [chance.choices(range(rounds), k=rounds) for _ in range(1000)]
for kind, runs in found.items():
    ratios = sorted(ratio(kind, drawn) for drawn in draws)
    print(
        f"{kind}: {sum(map(len, runs))} windows, median {within(0.5, runs)} µs, 99 % within {within(0.99, runs)} µs, "
        f"ratio {ratio(kind, range(rounds)):.2f} ({ratios[25]:.2f} to {ratios[974]:.2f})")
