"""A board that is unplugged a thousand times: replug.py MOTIONQ PORTS.so [ROUNDS]

Eight programs `motionq run --json` side by side, each at a board of its own, whose port goes away and comes back in three manners
in turn: at once under its old name, at once under another (the board is known by what USB says of it), and after 0.1 to 3 s. A
board is `motionq simulate`; killing it hangs its port up. ports.c shows pseudo-terminals to motionq as USB devices, so that the
real libserialport finds, opens and sets them.

Prints a table of the seconds from the port's return to the first window that is recognised of samples after it, and what the
programs took before and after. Ends with 1 if a board did not come back, took longer than a second, something was left open, or
waiting took more than 2 % of a core.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from instruments import SILENT, Lines, Simulator, processor, quantile, taken, wait_for

PROGRAMS = 8
MANNERS = ("at once, the same name", "at once, another name", "after 0.1 to 3 s")
LONGEST_SECONDS, GREATEST_SHARE, GREATEST_GROWTH = 1.0, 0.02, 2048
SERIAL = "5C1D9A"
# Rounds after which a program has what it needs.
WARM = 10


class Port:
    """A folder that stands for /dev and /sys/class/tty of one program: a USB device, under the name ttyACM0 or ttyACM1."""

    def __init__(self, folder):
        self.folder = folder
        self.classes, self.devices = folder / "sys/class/tty", folder / "dev"
        board = folder / "sys/devices/pci0000:00/usb1/1-1"
        facts = {"busnum": 1, "devnum": 5, "idVendor": "2341", "idProduct": "005a", "product": "Nano 33 BLE", "serial": SERIAL}
        for name in ("ttyACM0", "ttyACM1"):
            place = board / "1-1:1.0/tty" / name
            place.mkdir(parents=True)
            (place / "device").symlink_to(board / "1-1:1.0")
        for name, fact in facts.items():
            (board / name).write_text(f"{fact}\n")
        self.classes.mkdir(parents=True)
        self.devices.mkdir()

    def plug(self, name, terminal):
        (self.classes / name).symlink_to(f"../../devices/pci0000:00/usb1/1-1/1-1:1.0/tty/{name}")
        (self.devices / name).symlink_to(terminal)

    def unplug(self):
        # Before the terminal hangs up: its number may be another board's the next moment.
        for folder in (self.devices, self.classes):
            for link in folder.iterdir():
                link.unlink()


class Board:
    """A program, its port, and the boards that stand at it one after another."""

    def __init__(self, motionq, shim, model, folder, number):
        self.chance = random.Random(number)
        self.motionq, self.number = motionq, number
        self.port = Port(folder)
        self.name = "ttyACM0"
        self.device, self.spare = self.made(), self.made()
        self.port.plug(self.name, self.device.port)
        self.windows, self.said, self.lost, self.summary, self.rounds = [], threading.Condition(), 0, None, 0
        self.backs, self.waits, self.wrongs = [], [], []
        self.settings = folder / "settings"
        words = ["run", "--port", f"/dev/{self.name}", "--model", model, "--json"]
        settings = {"LD_PRELOAD": str(shim), "PORTS": str(folder), "XDG_CONFIG_HOME": str(self.settings)}
        self.process = subprocess.Popen(
            [motionq, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(folder / "errors", "w"),
            text=True, env=os.environ | settings)
        self.reader = Lines(self.process.stdout, self.hear)
        self.before = self.after = None

    def made(self):
        return Simulator(self.motionq, ["--subjects", 1000 + self.number, "--loop"])

    def hear(self, line, now):
        with self.said:
            if line["type"] == "window":
                self.windows.append(now)
            elif line.get("state") == "disconnected":
                self.lost += 1
                self.windows.clear()
            elif line["type"] == "summary":
                self.summary = line
            self.said.notify()

    def comes(self, number, seconds=30):
        """Waits until a port was lost so many times, and a window was recognised since. - Returns: when; None if it did not."""
        with self.said:
            if self.said.wait_for(lambda: self.lost == number and self.windows, seconds):
                return self.windows[0]
        return None

    def follow(self, rounds):
        """Takes the port away and gives it back, so many times. Whatever ends that early is a wrong."""
        self.rounds = rounds
        try:
            self.play(rounds)
        except Exception as fault:  # pylint: disable=broad-exception-caught
            self.wrongs.append(f"after {len(self.backs)} rounds: {fault!r}")

    def play(self, rounds):
        if not self.comes(0):
            self.wrongs.append("the board was never there")
            return
        for number in range(rounds):
            if number == min(WARM, rounds - 1):
                self.before = taken(self.process)
            if not self.round(number):
                return
        self.after = taken(self.process)

    def round(self, number):
        time.sleep(self.chance.uniform(0.05, 0.5))
        manner = MANNERS[number % len(MANNERS)]
        self.port.unplug()
        self.device.kill()
        if manner == MANNERS[1]:
            self.name = "ttyACM1" if self.name == "ttyACM0" else "ttyACM0"
        if manner == MANNERS[2]:
            self.stay_away(self.chance.uniform(0.1, 3))
        self.port.plug(self.name, self.spare.port)
        back = time.monotonic()
        self.device, self.spare = self.spare, self.made()
        came = self.comes(number + 1)
        if came is None:
            self.wrongs.append(f"round {number}, {manner}: not back in 30 s")
            return False
        self.backs.append((manner, came - back))
        return True

    def stay_away(self, seconds):
        settling = min(0.1, seconds)
        time.sleep(settling)
        used, begun = processor(self.process), time.monotonic()
        time.sleep(seconds - settling)
        self.waits.append((processor(self.process) - used, time.monotonic() - begun))

    def end(self):
        self.process.send_signal(signal.SIGINT)
        if not wait_for(lambda: self.process.poll() is not None, 10):
            self.wrongs.append("does not end")
            self.process.kill()
        code = self.process.wait()
        self.reader.join()
        for device in (self.device, self.spare):
            device.kill()
        if code != 0:
            self.wrongs.append(f"ends with {code}")
        # Nothing but libserialport asks for a device's serial number.
        if not any(SERIAL in path.read_text() for path in self.settings.rglob("port.json")):
            self.wrongs.append("libserialport was not asked who the board is")
        if len(self.backs) != self.rounds:
            self.wrongs.append(f"came back {len(self.backs)} times of {self.rounds}")
        if not self.summary or self.summary["reconnections"] != len(self.backs):
            self.wrongs.append(f"ends with {self.summary}, after {len(self.backs)} reconnections")
        if self.after and (left := (self.after.descriptors, self.after.threads, self.after.children)) != self.before[2:]:
            self.wrongs.append(f"had {self.before[2:]} descriptors, threads and children, and then {left}")
        if self.after and self.after.memory - self.before.memory > GREATEST_GROWTH:
            self.wrongs.append(f"had {self.before.memory} kB, and then {self.after.memory} kB")


def made_model(motionq, folder):
    """A model of short windows: it is to say something soon, not to be right."""
    people = ["dataset", "synthesize", "--subjects", "1000-1001", "--gestures", "1", "--output", folder / "motion.csv"]
    train = ["train", "--data", folder / "motion.csv", "-o", folder / "model.safetensors", "--epochs", "1", "--hidden", "8"]
    train += ["--window", "0.1s", "--hop", "0.1s", "--no-made-up-background"]
    for words in (people, train):
        subprocess.run([motionq, *words], check=True, **SILENT)
    return folder / "model.safetensors"


def report(boards, seconds):
    """Prints tables. - Returns: what is wrong."""
    wrongs = [wrong for board in boards for wrong in board.wrongs]
    print("| the port comes back | rounds | median | 99 % within | longest |\n|---|---|---|---|---|")
    backs = [back for board in boards for back in board.backs]
    for manner in (*MANNERS, "all"):
        times = [back for name, back in backs if manner in (name, "all")]
        if times:
            print(f"| {manner} | {len(times):,} | {quantile(times, 0.5):.2f} s | {quantile(times, 0.99):.2f} s "
                  f"| {max(times):.2f} s |")
    late = [back for _, back in backs if back > LONGEST_SECONDS]
    if late:
        wrongs.append(f"{len(late)} boards took longer than {LONGEST_SECONDS:g} s")
    waits = [wait for board in boards for wait in board.waits]
    waited = sum(lasted for _, lasted in waits)
    share = sum(used for used, _ in waits) / max(waited, 1e-9)
    print(f"\nwaiting: {100 * share:.2f} % of a core, over {waited:.0f} s")
    if share > GREATEST_SHARE:
        wrongs.append(f"waiting takes {100 * share:.1f} % of a core")
    print("\n| program | resident memory | descriptors | threads | samples | windows |\n|---|---|---|---|---|---|")
    for board in boards:
        before, after, counts = board.before, board.after, board.summary
        if after and counts:
            print(f"| {board.number + 1} | {before.memory:,} → {after.memory:,} kB "
                  f"| {before.descriptors} → {after.descriptors} | {before.threads} → {after.threads} "
                  f"| {counts['samples']:,} | {counts['windows']:,} |")
    print(f"\n{len(backs):,} rounds in {seconds:.0f} s")
    return wrongs


def main(motionq, shim, rounds):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        model = made_model(motionq, folder)
        begun = time.monotonic()
        boards = [Board(motionq, shim, model, folder / f"board{number}", number) for number in range(PROGRAMS)]
        try:
            followers = [threading.Thread(target=board.follow, args=(len(range(board.number, rounds, PROGRAMS)),), daemon=True)
                         for board in boards]
            for follower in followers:
                follower.start()
            for follower in followers:
                follower.join()
        finally:
            for board in boards:
                board.end()
        wrongs = report(boards, time.monotonic() - begun)
    for wrong in wrongs:
        print(wrong, file=sys.stderr)
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]) if len(sys.argv) > 3 else 1000))
