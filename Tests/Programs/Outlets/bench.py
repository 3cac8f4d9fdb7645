"""Whether outlets delay the live path: bench.py MOTIONQ ROUNDS

Runs a simulated board at a thousand samples a second, 13,000 samples each time, interleaved: without outlets (twice, which shows how
far two equal runs differ), with a broker, with a broker that stands still, and with a broker, a stage and lines at once. Tells the
medians over the rounds of each run's median and 99th percentile, from the last byte read to the feedback written, in microseconds,
and the median ratio of the latter to that without outlets.
"""

import json
import pathlib
import signal
import statistics
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
    """A run's median and 99th percentile."""
    board.unlink(missing_ok=True)
    device = subprocess.Popen([motionq, "simulate", "--data", motion, "--speed", "20", "--link", board], **silent)
    while not board.exists():
        time.sleep(0.02)
    command = [motionq, "run", "--port", board, "--model", model, "--json", "--until-disconnected", *KINDS[kind]]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    latencies = []
    for line in process.stdout:
        if '"type":"window"' in line:
            latencies.append(json.loads(line)["latency_us"])
            if kind == "broker that stands still" and len(latencies) == 100:
                broker.send_signal(signal.SIGSTOP)
    process.wait()
    device.terminate()
    device.wait()
    broker.send_signal(signal.SIGCONT)
    latencies.sort()
    return latencies[len(latencies) // 2], latencies[len(latencies) * 99 // 100]


found = {kind: [] for kind in KINDS}
for number in range(rounds):
    for kind in list(KINDS) if number % 2 == 0 else reversed(KINDS):
        found[kind].append(run(kind))
broker.terminate()
for kind, runs in found.items():
    middle, slow = (statistics.median(run[place] for run in runs) for place in (0, 1))
    ratio = statistics.median(run[1] / other[1] for run, other in zip(runs, found["none"]))
    print(f"{kind}: median {middle} µs, 99 % within {slow} µs, ratio {ratio:.2f}")
