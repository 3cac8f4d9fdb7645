"""What a fleet on one broker takes: fleet_bench.py MOTIONQ

Starts a mosquitto of its own on the loopback interface, devices that do not exist, and shards. Prints tables for docs/FLEET.md.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

MOTIONQ = sys.argv[1]
TICKS = os.sysconf("SC_CLK_TCK")
# Devices, milliseconds of gathering, shards.
LOADS = [(100, 20, 1), (500, 20, 2), (1000, 50, 2), (2000, 100, 2)]
SECONDS = 40


class World:
    def __init__(self, folder):
        self.folder = folder
        self.port = 20000 + os.getpid() % 20000
        self.processes = []
        self.broker = None
        self.model = f"{folder}/model.safetensors"
        self.motion = f"{folder}/motion.csv"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": True}
        subprocess.run([MOTIONQ, "demo", "--write-model", self.model], **quiet)
        synthesize = ["dataset", "synthesize", "--subjects", "1000", "--gestures", "3", "--output", self.motion]
        subprocess.run([MOTIONQ, *synthesize], **quiet)

    def begin_broker(self):
        with open(f"{self.folder}/mosquitto.conf", "w") as file:
            lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence true", f"persistence_location {self.folder}/"]
            file.write("\n".join([*lines, "autosave_interval 1", "user root", "set_tcp_nodelay true"]))
        self.broker = subprocess.Popen(["mosquitto", "-c", f"{self.folder}/mosquitto.conf"], stderr=subprocess.DEVNULL)
        self.processes.append(self.broker)
        time.sleep(1)

    def begin(self, name, *words):
        """A motionq whose output goes into a file of this name."""
        out = open(f"{self.folder}/{name}", "w")
        process = subprocess.Popen([MOTIONQ, *words], stdout=out, stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def address(self, prefix):
        return f"mqtt://127.0.0.1:{self.port}/{prefix}?discovery=off"

    def shard(self, prefix, share, *words):
        name = f"{prefix}-{share.replace('/', '-')}"
        return self.begin(name, "run", "--broker", self.address(prefix), "--shard", share, "--model", self.model, *words)

    def devices(self, prefix, count, gather):
        words = ["--data", self.motion, "--loop", "--broker", self.address(prefix), "--devices", str(count), "--gather", str(gather)]
        return self.begin(f"{prefix}-devices", "simulate", *words, "--json")

    def text(self, name):
        with open(f"{self.folder}/{name}", errors="replace") as file:
            return file.read()

    def waits(self, name, pattern, times=1, seconds=60):
        """- Returns: seconds until a file has a pattern so many times."""
        begun = time.monotonic()
        while len(re.findall(pattern, self.text(name))) < times:
            if time.monotonic() - begun > seconds:
                raise SystemExit(f"{name} has not {times} times {pattern}: {self.text(name)[-500:]}")
            time.sleep(0.01)
        return time.monotonic() - begun

    def end(self, *processes):
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            process.wait(20)


def used(process):
    """Seconds of processor, and megabytes of memory."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    with open(f"/proc/{process.pid}/status") as file:
        memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / TICKS, memory / 1024


def last(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")][-1]


def load(world, count, gather, shards):
    prefix = f"load{count}"
    running = [world.shard(prefix, f"{number}/{shards}") for number in range(1, shards + 1)]
    devices = world.devices(prefix, count, gather)
    # All have begun after five milliseconds each.
    time.sleep(5 + count * 0.005)
    parts = {"broker": [world.broker], "shards": running, "devices": [devices]}
    before = {part: sum(used(one)[0] for one in all) for part, all in parts.items()}
    begun = time.monotonic()
    time.sleep(SECONDS)
    passed = time.monotonic() - begun
    share = {part: (sum(used(one)[0] for one in all) - before[part]) / passed for part, all in parts.items()}
    memory = [used(one)[1] for one in running]
    world.end(*running)
    texts = [world.text(f"{prefix}-{number}-{shards}") for number in range(1, shards + 1)]
    world.end(devices)
    sent = last(world.text(f"{prefix}-devices"))
    ends = [text.strip().splitlines()[-1] for text in texts]
    got = sum(int(re.search(r"(\d+) samples,", end).group(1)) for end in ends)
    lost = sum(int(re.search(r"(\d+) lost", end).group(1)) for end in ends)
    ages = [[int(number) for number in re.search(r"acts (\d+) ms .* within (\d+) ms", end).groups()] for end in ends]
    print(
        f"| {count} | {gather} ms | {shards} | {lost} of {got} | {max(age[0] for age in ages)} ms | {max(age[1] for age in ages)} ms "
        f"| {sent['commands_late']} | {share['broker']:.2f} | {share['shards']:.2f} | {share['devices']:.2f} "
        f"| {max(memory):.0f} MB | {sent['bytes'] / max(1, sent['samples']):.1f} | {sent['messages_not_taken']} |",
        flush=True)


def windows(text, board=None):
    found = {}
    for line in text.splitlines():
        if '"type":"window"' in line:
            line = json.loads(line)
            said = (line["end_sample"], line["slot"], line["decision"], tuple(sorted(line["probabilities"].items())))
            found.setdefault(line.get("board"), []).append(said)
    return found if board is None else found.get(board, [])


def same(world, count):
    """Windows of many devices against those of one at a port."""
    board = world.begin("near", "simulate", "--data", world.motion, "--loop", "--link", f"{world.folder}/board")
    while not os.path.exists(f"{world.folder}/board"):
        time.sleep(0.05)
    local = world.begin("local", "run", "--port", f"{world.folder}/board", "--model", world.model, "--json")
    shards = [world.shard("same", f"{number}/2", "--json") for number in (1, 2)]
    devices = world.devices("same", count, 100)
    time.sleep(25)
    world.end(*shards, devices, local, board)
    here = windows(world.text("local"))[None]
    equal, compared = 0, 0
    for number in (1, 2):
        for there in windows(world.text(f"same-{number}-2")).values():
            compared += min(len(there), len(here))
            equal += sum(one == other for one, other in zip(there, here))
    print(f"{count} devices: {equal} of {compared} windows are those of a device at a port, bit for bit", flush=True)


def faults(world, count):
    prefix = "faults"
    shards = [world.shard(prefix, f"{number}/2") for number in (1, 2)]
    devices = world.devices(prefix, count, 50)
    time.sleep(10 + count * 0.005)
    killed = world.text(f"{prefix}-1-2")
    own = len(set(re.findall(r"^([0-9a-f]+): MotionQ15 simulator", killed, re.M)))
    shards[0].kill()
    shards[0].wait()
    shards[0] = world.shard(prefix, "1/2")
    taken = world.waits(f"{prefix}-1-2", r"(?m)^[0-9a-f]+: MotionQ15 simulator", own)
    print(f"a shard of {own} devices, killed and begun again: all are greeted after {taken:.2f} s", flush=True)
    time.sleep(5)
    before = {name: world.text(f"{prefix}-{name}").count(": connected") for name in ("1-2", "2-2", "devices")}
    world.broker.kill()
    world.broker.wait()
    world.processes.remove(world.broker)
    world.begin_broker()
    # begin_broker waits for a second.
    taken = 1 + max(world.waits(f"{prefix}-{name}", ": connected", number + 1) for name, number in before.items())
    gestures = world.text(f"{prefix}-2-2").count("▶")
    taken_gesture = world.waits(f"{prefix}-2-2", "▶", gestures + 1)
    print(f"the broker, killed and begun again: all are connected after {taken:.2f} s, a gesture {taken_gesture:.2f} s later", flush=True)
    world.end(*shards, devices)
    print(f"commands that came late: {last(world.text(f'{prefix}-devices'))['commands_late']}, none of them applied", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder)
        try:
            world.begin_broker()
            print("| devices | gathered | shards | lost samples | median | p99 | late commands | broker | shards | devices | memory of a shard "
                  "| bytes a sample | messages not taken |")
            print("|" + "---|" * 13)
            for one in LOADS:
                load(world, *one)
            same(world, 400)
            faults(world, 1000)
        finally:
            for process in world.processes:
                if process.poll() is None:
                    process.kill()
                    process.wait()


main()
