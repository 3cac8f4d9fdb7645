"""The wire between a serial device of the guest and a board: it garbles at a wrong speed, and cuts what a scene waits for."""

import collections
import contextlib
import selectors
import threading
import time

FEEDBACK, INSTALL = 0x07, 0x0E
SPEED = 115_200
# What the guest asks of the chip (USB, FTDI): its lines, and in the value's low bit DTR, which counts if bit 8 says so.
SET_LINES = 0x4001


def type_of(frame):
    """The type of a frame, from its bytes on the wire; None if there is none."""
    decoded, at = bytearray(), 0
    while at < len(frame) and len(decoded) < 2:
        code = frame[at]
        decoded += frame[at + 1 : at + code] + b"\0"
        at += code
    return decoded[1] if len(decoded) > 1 else None


class Wire:
    """Moves bytes between a board and the serial device of the guest which is plugged in, if one is, until it is closed."""

    def __init__(self, board):
        self._board, self._host = board, None
        self.speed, self.board_speed = SPEED, SPEED
        self._raises_dtr, self._is_closed = False, False
        # How many frames of each type came past, toward the board.
        self.frames = collections.Counter()
        # Called when DTR rises, as the capacitor of an Arduino sees it.
        self.dtr_rises = lambda: None
        self._trap, self._held, self._different = None, b"", None
        self._ends = selectors.DefaultSelector()
        board.setblocking(False)
        self._ends.register(board, selectors.EVENT_READ)
        threading.Thread(target=self._move, daemon=True).start()

    def plug(self, host):
        """From now on the other end is this socket."""
        host.setblocking(False)
        self._held = b""
        self._ends.register(host, selectors.EVENT_READ)
        self._host = host

    def unplug(self):
        """From now on what the board says is lost. The guest's device is gone with its socket, if it is one of QEMU's."""
        host, self._host = self._host, None
        if host:
            self._ends.unregister(host)
        return host

    def close(self):
        self._is_closed = True

    def hears(self, request, value):
        """What the guest does with the lines and the speed."""
        if request == "baud":
            self.speed = value
        elif request == SET_LINES and value & 0x100:
            rises, self._raises_dtr = bool(value & 1) and not self._raises_dtr, bool(value & 1)
            if rises:
                self.dtr_rises()

    def catch(self, kind, skip=0):
        """Lets a frame of a type, after so many others of it, reach the board by half.

        - Returns: an event that then happens; nothing more passes toward the board until `release`
        """
        caught = threading.Event()
        self._trap = (kind, self.frames[kind] + skip, caught)
        return caught

    def release(self):
        self._trap = None

    def _move(self):
        while not self._is_closed:
            for key, _ in self._ends.select(0.2):
                try:
                    contents = key.fileobj.recv(4096)
                except OSError:
                    # It was closed a moment ago.
                    continue
                host = self._host
                if host is None or key.fileobj not in (host, self._board):
                    continue
                if not contents:
                    self.close()
                if self._garbles():
                    # Bits are sampled at the wrong moments: other bytes arrive.
                    contents = bytes(byte * 181 + 97 & 0xFF ^ byte >> 3 for byte in contents)
                elif key.fileobj is host:
                    contents = self._past_trap(contents)
                # What the other end has no room for is lost, as it is in a chip.
                with contextlib.suppress(OSError):
                    (self._board if key.fileobj is host else host).send(contents)

    def _garbles(self):
        """Whether the two ends have different speeds. What the guest does is heard of a moment late, and opening sets another speed
        first: a difference counts if it lasts."""
        for _ in range(20):
            speeds = (self.speed, self.board_speed)
            if abs(self.speed - self.board_speed) <= 0.03 * self.board_speed:
                return False
            if speeds == self._different:
                return True
            time.sleep(0.01)
        self._different = speeds
        return True

    def _past_trap(self, contents):
        """What may pass of bytes toward the board: frames, each as a whole."""
        if self._trap and self._trap[2].is_set():
            return b""
        passing = b""
        *frames, self._held = (self._held + contents).split(b"\0")
        for frame in frames:
            kind = type_of(frame)
            if self._trap and (kind, self.frames[kind]) == self._trap[:2]:
                self._trap[2].set()
                self._held = b""
                return passing + frame[: len(frame) // 2]
            self.frames[kind] += 1
            passing += frame + b"\0"
        return passing
