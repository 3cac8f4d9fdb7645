"""Where scenes play: the guest, the board, the wire between them, and what scenes do all the time."""

import json
import subprocess
import time

from guest import Failure
from wire import Wire

RUN = "motionq run --port auto --model model.safetensors --json"


def made(motionq, model, folder):
    """A folder of what motionq reads in the guest, and the motion of the board."""
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(model.read_bytes())
    for words in ["dataset counts --subjects 1000 --gestures 1 --output counts"]:
        ended = subprocess.run([motionq, *words.split()], cwd=folder, capture_output=True, check=False)
        if ended.returncode != 0:
            raise SystemExit(f"motionq {words}: {ended.stderr.decode(errors='replace')}")
    return folder


class Setting:
    def __init__(self, guest, board, folder):
        self.guest, self.board, self.folder = guest, board, folder
        self.journal = guest.journal
        self.wire = Wire(guest.ends["usb1"], board.line)
        guest.hears = self.wire.hears

    def close(self):
        pass

    # MARK: The device

    def plug(self, serial="RIG0001"):
        """- Returns: the node that the device has, and when the guest made it."""
        since = self.journal.end
        self.guest.plug("usb1", serial)
        self.wire.is_plugged = True
        _, moment, match = self.journal.wait(r"now attached to (ttyUSB\d+)", since)
        self.node = match[1]
        return self.node, moment

    def unplug(self):
        """- Returns: when the guest saw it."""
        since = self.journal.end
        self.wire.is_plugged = False
        self.guest.unplug("usb1")
        _, moment, _ = self.journal.wait("USB disconnect", since)
        return moment

    def clear(self):
        """Ends what a scene left over, so that the next one begins as the first did."""
        self.guest.do("exec 5<&-; killall -q -9 motionq; rm -rf /tmp/settings /tmp/*.pid", may_fail=True)
        self.wire.release()
        if self.wire.is_plugged:
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

    def until(self, happens, seconds, what):
        """Waits for what this machine sees. - Throws: Failure"""
        end = time.monotonic() + seconds
        while not happens():
            if time.monotonic() > end:
                raise Failure(f"{what} does not happen in {seconds} s")
            time.sleep(0.02)
