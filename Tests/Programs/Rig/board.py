"""A board in QEMU: the firmware of this project, its sensor fed for ever, its lights seen from outside, its reset at hand."""

import fcntl
import os
import re
import struct
import subprocess
import termios
import threading

from processes import connected, ended, started

BYTES_PER_SAMPLE = 12
# The two registers of lights (firmware-protocol/swift/Board/Lights.swift).
LIGHTS = {"mps2_fpgaio_write": "0x0", "mps2_scc_write": "0x4"}


class Board:
    """firmware: an ELF file. counts: what its sensor senses, over and over. bootloader: seconds that it takes to begin after a
    reset."""

    def __init__(self, folder, firmware, counts, bootloader=1.0):
        folder.mkdir()
        self._log, self.bootloader, self.resets = folder / "lights.log", bootloader, 0
        # The emulator reads a pipe in place of the file of counts, which would end.
        os.mkfifo(folder / "counts")
        self._sensor = os.open(folder / "counts", os.O_RDWR)
        self._motion = counts.read_bytes()
        words = ["sh", "firmware-protocol/swift/emulate.sh", firmware, folder / "counts", folder]
        self.process = started([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.line = connected(folder / "uart", self.process)
            self._monitor = connected(folder / "monitor", self.process)
            self._answer()
        except BaseException:
            ended(self.process)
            raise
        threading.Thread(target=self._feed, daemon=True).start()

    def _feed(self):
        at = 0
        while True:
            # Of one atomic write's size, so that no sample is written in part.
            part = self._motion[at : at + 100 * BYTES_PER_SAMPLE]
            at = (at + len(part)) % len(self._motion)
            os.write(self._sensor, part)

    def close(self):
        ended(self.process)

    def _answer(self):
        said = b""
        while not said.endswith(b"(qemu) "):
            said += self._monitor.recv(4096)
        return said

    def monitor(self, command):
        self._monitor.sendall(command.encode() + b"\n")
        return self._answer()

    def reset(self):
        """Presses the board's reset. Its bootloader waits for a while, and hears nothing."""
        self.resets += 1
        self.monitor("stop")
        self.monitor("system_reset")
        threading.Timer(self.bootloader, self._boot).start()

    def _boot(self):
        # A sample of which the board had read a part is lost as a whole.
        waiting = struct.unpack("i", fcntl.ioctl(self._sensor, termios.FIONREAD, bytes(4)))[0]
        os.read(self._sensor, waiting % BYTES_PER_SAMPLE)
        self.monitor("cont")

    def lit(self):
        """The registers of lights, as they were written last; 0 is dark."""
        values = dict.fromkeys(LIGHTS, 0)
        for name, offset, value in re.findall(r"(mps2_\w+_write) .*offset (0x\w+) data (0x\w+)", self._log.read_text()):
            if LIGHTS.get(name) == offset:
                values[name] = int(value, 16)
        return tuple(values.values())
