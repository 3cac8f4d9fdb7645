"""How many devices one `run` follows: devices_bench.py MOTIONQ

Runs simulated boards, each on a pseudo-terminal and a process of its own, and one `motionq run --devices` that recognises for
all of them and lights their lights, for SECONDS; once alone on the machine, once with a program that computes as much as it gets. Prints
a table of what was lost, and of two times: from the last byte of a window read to its feedback written, and from a window's last
sample to its command applied, by the device's clock.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

MOTIONQ = sys.argv[1]
# Devices and their samples a second.
LOADS = [(1, 200), (8, 1000), (64, 200)]
SECONDS = 30
TICKS = os.sysconf("SC_CLK_TCK")
silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def prepare(folder):
    """Motion at the rates of the boards, a file a person, and a model for each rate: resampling would delay what is measured."""
    people = ["dataset", "synthesize", "--subjects", "1000-1003", "--gestures", "1", "--output", folder / "motion.csv"]
    subprocess.run([MOTIONQ, *people], check=True, **silent)
    for rate in {rate for _, rate in LOADS}:
        convert = ["dataset", "convert", folder / "motion.csv", "--rate", str(rate), "-o", folder / f"at{rate}"]
        subprocess.run([MOTIONQ, *convert], check=True, **silent)
        # Of one person and short windows: it is to say something often, not to be right.
        train = ["train", "--data", folder / f"at{rate}" / "v1000.csv", "-o", folder / f"at{rate}.safetensors", "--epochs", "4"]
        train += ["--hidden", "32", "--window", "0.2s", "--hop", "0.1s", "--no-made-up-background"]
        subprocess.run([MOTIONQ, *train], check=True, **silent)


def used(process):
    """Seconds of processor, megabytes of memory, and threads."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    memory = next(line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / TICKS, int(memory.split()[1]) / 1024, int(fields[17])


def late(times):
    """- Returns: what 99 of 100 do not exceed."""
    return sorted(times)[len(times) * 99 // 100] if times else 0


def run(folder, count, rate, is_loaded):
    people = sorted((folder / f"at{rate}").glob("*.csv"))
    boards, links = [], [folder / f"board{number}" for number in range(count)]
    for number, link in enumerate(links):
        link.unlink(missing_ok=True)
        words = ["simulate", "--data", people[number % len(people)], "--loop", "--seed", str(number), "--link", link]
        boards.append(subprocess.Popen([MOTIONQ, *words], **silent))
    while not all(link.exists() for link in links):
        time.sleep(0.02)
    listed = folder / "devices.yml"
    listed.write_text("".join(f"- {{port: {link}, name: board{number}}}\n" for number, link in enumerate(links)))
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if is_loaded else None
    with open(folder / "said", "w") as said:
        command = [MOTIONQ, "run", "--devices", listed, "--model", folder / f"at{rate}.safetensors", "--json"]
        # Of several labels the likeliest at once, so that there is much to answer.
        command += ["--threshold", "0.4", "--smoothing", "1"]
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL)
    time.sleep(5)
    before, begun = used(process)[0], time.monotonic()
    time.sleep(SECONDS)
    after, memory, threads = used(process)
    share = (after - before) / (time.monotonic() - begun)
    process.send_signal(signal.SIGINT)
    process.wait()
    for other in [*boards, *([busy] if busy else [])]:
        other.terminate()
        other.wait()
    lines = [json.loads(line) for line in (folder / "said").read_text().splitlines()]
    latencies = [line["latency_us"] for line in lines if line["type"] == "window"]
    ends = [line for line in lines if line["type"] == "summary"]
    ages = [line["age_ms"] for line in lines if line["type"] == "feedback" and "age_ms" in line]
    print(
        f"| {count} × {rate} Hz | {'a busy loop' if is_loaded else '–'} "
        f"| {sum(end['lost_samples'] for end in ends)} of {sum(end['samples'] for end in ends):,} | {len(latencies):,} "
        f"| {late(latencies) / 1000:.2f} ms | {len(ages)} | {late(ages):.1f} ms "
        f"| {share:.2f} | {memory:.0f} MB | {threads} |",
        flush=True)


def main():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        prepare(folder)
        print("| devices | beside it | lost samples | windows | p99 read to feedback | commands | p99 sample to applied | cores "
              "| memory | threads |")
        print("|" + "---|" * 10)
        for count, rate in LOADS:
            for is_loaded in (False, True):
                run(folder, count, rate, is_loaded)


main()
