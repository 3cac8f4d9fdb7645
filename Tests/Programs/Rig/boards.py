"""Scenes about which board is there, and which network it runs. A scene gives rows, as scenes.py says."""

import contextlib
import os
import subprocess
import tty

from processes import ended, started
from wire import INSTALL, Wire

AWAY_SECONDS = 3
INSTALLATION = "motionq install --port auto --model other.safetensors"


class SimulatedLine:
    """A simulated board of this machine, with an id of its own, as a wire's end. It is on a pseudo-terminal."""

    def __init__(self, setting):
        link = setting.inputs / "simulated"
        self.process = started(
            [str(setting.motionq), "simulate", "--data", str(setting.inputs / "walk.csv"), "--loop", "--link", str(link)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        setting.until(link.is_symlink, 60, "a simulated device")
        self._descriptor = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._descriptor)

    def fileno(self):
        return self._descriptor

    def setblocking(self, _):
        pass

    def recv(self, most):
        return os.read(self._descriptor, most)

    def send(self, contents):
        return os.write(self._descriptor, contents)

    def close(self):
        ended(self.process)
        os.close(self._descriptor)


def two(setting):
    """two equal devices"""
    with contextlib.closing(SimulatedLine(setting)) as line, contextlib.closing(Wire(line)) as wire:
        # What the second chip is told of lines and speeds is not the first one's.
        setting.guest.hears = lambda request, value: None
        try:
            return [replaced(setting, wire), alike(setting, wire)]
        finally:
            setting.guest.hears = setting.wire.hears
            if host := wire.unplug():
                host.close()


def plug_other(setting, wire, serial):
    """Plugs the simulated board in. - Returns: the node that it has."""
    since = setting.journal.end
    wire.plug(setting.guest.plug("usb2", serial))
    return setting.journal.wait(r"now attached to (ttyUSB\d+)", since)[2][1]


def replaced(setting, wire):
    """Another device takes the name of the one that is followed."""
    setting.plug("RIG0001")
    since = setting.run()
    at, _, greeting = setting.state("session", since)
    setting.unplug()
    setting.state("reopening", at)
    other = plug_other(setting, wire, "RIG0002")
    wrongs, since = [], setting.journal.end
    setting.guest.do(f"sleep {AWAY_SECONDS}")
    if setting.journal.count(r'^run .*"state":"(opened|session)"', since):
        wrongs.append(f"it follows another device at {other}")
    since = setting.journal.end
    node, _ = setting.plug("RIG0001")
    _, _, again = setting.state("session", since)
    if again["unique_id"] != greeting["unique_id"]:
        wrongs.append(f"it follows {again['unique_id']}, and not {greeting['unique_id']} any more")
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    # A new run finds the one that was used last, beside the other.
    again = setting.greeting()
    if again["unique_id"] != greeting["unique_id"]:
        wrongs.append(f"a new run follows {again['unique_id']}")
    setting.unplug()
    wire.unplug().close()
    return ("another device takes its name", 3, wrongs, [f"the other one at {other}, it at {node}"])


def alike(setting, wire):
    """Two devices that USB does not tell apart, in the other order."""
    setting.plug("ALIKE")
    greeting = setting.greeting()
    setting.unplug()
    other = plug_other(setting, wire, "ALIKE")
    node, _ = setting.plug("ALIKE")
    again, wrongs = setting.greeting(), []
    if again["unique_id"] != greeting["unique_id"]:
        wrongs.append(f"it follows {again['unique_id']} at {other}, and not {greeting['unique_id']} at {node}")
    return ("two devices with one serial number", 1, wrongs, [f"the other one at {other}, it at {node}"])


# MARK: - Another network


def install(setting):
    """unplugged within an install"""
    guest, wire = setting.guest, setting.wire
    setting.plug()
    old = setting.greeting()["network"]
    before = wire.frames[INSTALL]
    guest.do(f"{INSTALLATION} --threshold 0.8")
    frames = wire.frames[INSTALL] - before
    new = setting.greeting()["network"]
    guest.do("motionq install --port auto --built-in")
    wrongs = [] if old != new else ["the networks are equal"]
    places = [0, 1, frames // 2, frames - 1]
    for number, place in enumerate(places):
        # Another threshold makes another image: a board that has an image already is not sent it again.
        words = f"{INSTALLATION} --threshold 0.{81 + number}"
        caught = wire.catch(INSTALL, skip=place)
        setting.run(words, "install")
        setting.until(caught.is_set, 60, f"frame {place}")
        setting.unplug()
        wire.release()
        code, _, said = guest.do("finish install").partition("\n")
        if code != "74" or "was disconnected" not in said or old not in said:
            wrongs.append(f"unplugged at frame {place}: ends with {code}: {said}")
        setting.plug()
        if (network := setting.greeting()["network"]) != old:
            wrongs.append(f"unplugged at frame {place}: the board runs {network}")
        guest.do(words)
        if (network := setting.greeting()["network"]) != new:
            wrongs.append(f"installed again after frame {place}: the board runs {network}")
        guest.do("motionq install --port auto --built-in")
    at = ", ".join(str(place + 1) for place in places)
    return [("unplugged within an install", len(places), wrongs, [f"at frames {at} of {frames}"])]
