"""Where scenes play: the guest, the board, the wire between them, and what scenes do all the time."""

import json
import pathlib
import subprocess
import time

from guest import Failure
from wire import SPEED, Wire

RUN = "motionq run --port auto --model model.safetensors --json"
# One device with the name that USB gives a Raspberry Pi Pico, by a driver of the kernel that needs no chip.
GADGET = "use_acm=1 idVendor=0x2e8a idProduct=0x000a iManufacturer=Rig iProduct=Board iSerialNumber=ACM0001"
MADE = [
    "dataset counts --subjects 1000 --gestures 1 --output counts",
    "dataset synthesize --gestures 1 --subjects 1000 --output walk.csv",
    "train --data walk.csv --hidden 16 --window 50 --hop 25 --epochs 1 --state reset --no-made-up-background -o other.safetensors",
]


def made(motionq, model, folder):
    """A folder of what motionq reads in the guest, and the motion of the board."""
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(model.read_bytes())
    for words in MADE:
        ended = subprocess.run([motionq, *words.split()], cwd=folder, capture_output=True, check=False)
        if ended.returncode != 0:
            raise SystemExit(f"motionq {words}: {ended.stderr.decode(errors='replace')}")
    return folder


class Setting:
    """motionq: for what runs on this machine."""

    def __init__(self, guest, board, motionq, inputs):
        self.guest, self.board, self.journal = guest, board, guest.journal
        self.motionq, self.inputs = motionq, pathlib.Path(inputs)
        self.wire = Wire(board.line)
        guest.hears = self.wire.hears
        self.node, self._plugged = None, None

    # MARK: The device

    def plug(self, serial="RIG0001"):
        """Plugs the FTDI chip in. - Returns: the node that the device has, and when the guest made it."""
        since = self.journal.end
        self.wire.plug(self.guest.plug("usb1", serial))
        self._plugged = "chip"
        return self._attached(r"now attached to (ttyUSB\d+)", since)

    def plug_gadget(self):
        """Plugs the CDC-ACM device in. - Returns: as `plug`."""
        since = self.journal.end
        self.guest.do(f"insmod /modules/g_serial {GADGET}")
        attached = self._attached(r"(ttyACM\d+): USB ACM device", since)
        self.guest.do(
            "stty -F /dev/ttyGS0 raw -echo; cat /dev/ttyGS0 >&6 & echo $! >/tmp/relays; "
            "cat <&6 >/dev/ttyGS0 & echo $! >>/tmp/relays")
        self.wire.plug(self.guest.gadget)
        self._plugged = "gadget"
        return attached

    def _attached(self, pattern, since):
        _, moment, match = self.journal.wait(pattern, since)
        self.node = match[1]
        return self.node, moment

    def unplug(self):
        """Unplugs what is plugged in. - Returns: when the guest saw it."""
        since, host = self.journal.end, self.wire.unplug()
        if self._plugged == "gadget":
            self.guest.do("kill $(cat /tmp/relays); rmmod g_serial")
        else:
            host.close()
        self._plugged = None
        _, moment, _ = self.journal.wait("USB disconnect", since)
        return moment

    def clear(self):
        """Ends what a scene left over, so that the next one begins as the first did."""
        self.guest.do("exec 5<&-; killall -q -9 motionq; rm -rf /tmp/settings /tmp/*.pid", may_fail=True)
        self.wire.release()
        self.wire.speed, self.wire.board_speed, self.wire.dtr_rises = SPEED, SPEED, lambda: None
        if self._plugged:
            self.unplug()

    # MARK: Programs

    def run(self, words=RUN, name="run"):
        """Starts a live verb. - Returns: the number of the journal's line from which on it may say something."""
        since = self.journal.end
        self.guest.do(f"follow {name} {words}")
        return since

    def end(self, name="run", order="TERM"):
        """Ends it. - Returns: its exit code, and what it said of faults."""
        self.guest.do(f"kill -{order} $(cat /tmp/{name}.pid)", may_fail=True)
        code, _, said = self.guest.do(f"finish {name}").partition("\n")
        return int(code), said

    def state(self, state, since, name="run"):
        """Waits for a change of the link. - Returns: the number of its line, its time, and what it says."""
        at, moment, match = self.journal.wait(rf'^{name} (\{{"type":"link","state":"{state}".*)', since)
        try:
            return at, moment, json.loads(match[1])
        except ValueError:
            raise Failure(f"a line of JSON is not whole: {match[1]}") from None

    def window(self, since, name="run"):
        """Waits for a window. - Returns: the number of its line, and its time."""
        return self.journal.wait(rf'^{name} \{{"type":"window"', since)[:2]

    def burden(self, name="run"):
        """What a program takes: memory in kB, descriptors, threads, ticks of the processor, and the guest's time in seconds."""
        return [float(figure) for figure in self.guest.do(f"burden {name}").split()]

    def share(self, seconds, name="run"):
        """The share of a core that a program takes for so long, by the guest's clock."""
        before = self.burden(name)
        self.guest.do(f"sleep {seconds}")
        after = self.burden(name)
        return (after[3] - before[3]) / 100 / (after[4] - before[4])

    def greeting(self, words="motionq monitor --port auto --json"):
        """What the board's HELLO says to a program that asks for no more."""
        since = self.run(words, "asked")
        _, _, greeting = self.state("session", since, "asked")
        self.end("asked")
        return greeting

    def until(self, happens, seconds, what):
        """Waits for what this machine sees. - Throws: Failure"""
        end = time.monotonic() + seconds
        while not happens():
            if time.monotonic() > end:
                raise Failure(f"{what} does not happen in {seconds} s")
            time.sleep(0.02)
