"""The wire between a guest's serial device and a board: it counts, garbles at a wrong speed, and holds back what a scene waits for."""

import contextlib
import selectors
import threading

FEEDBACK, INSTALL = 0x07, 0x0E
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
    """Moves bytes between two sockets until one of them ends. board_speed: bits per second of the board."""

    def __init__(self, host, board, board_speed=115_200):
        self.host, self.board = host, board
        self.speed, self.board_speed = board_speed, board_speed
        self.is_plugged, self.raises_dtr = False, False
        self.toward_board = 0
        # Called when DTR rises, as the capacitor of an Arduino sees it.
        self.dtr_rises = lambda: None
        self._trap, self._held = None, b""
        threading.Thread(target=self._move, daemon=True).start()

    def hears(self, request, value):
        """What the guest does with the lines and the speed."""
        if request == "baud":
            self.speed = value
        elif request == SET_LINES and value & 0x100:
            rises, self.raises_dtr = bool(value & 1) and not self.raises_dtr, bool(value & 1)
            if rises:
                self.dtr_rises()

    def catch(self, kind, skip=0):
        """Lets the next frame of a type, after some, reach the board by half. - Returns: an event that then happens; nothing more
        passes until `release`."""
        caught = threading.Event()
        self._trap = (kind, skip, caught)
        return caught

    def release(self):
        self._trap, self._held = None, b""

    def _move(self):
        selector = selectors.DefaultSelector()
        for end in (self.host, self.board):
            end.setblocking(False)
            selector.register(end, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                try:
                    contents = key.fileobj.recv(4096)
                except OSError:
                    return
                if not contents:
                    return
                if not self.is_plugged:
                    continue
                if abs(self.speed - self.board_speed) > 0.03 * self.board_speed:
                    # Bits are sampled at the wrong moments: any other bytes, and none of them zero for long.
                    contents = bytes(byte * 181 + 97 & 0xFF ^ (byte >> 3) for byte in contents)
                if key.fileobj is self.host:
                    contents = self._past_trap(contents)
                    self.toward_board += len(contents)
                # What the other end has no room for is lost, as it is in a chip.
                with contextlib.suppress(BlockingIOError):
                    (self.board if key.fileobj is self.host else self.host).send(contents)

    def _past_trap(self, contents):
        """What may pass of bytes toward the board."""
        if self._trap is None:
            return contents
        kind, skip, caught = self._trap
        if caught.is_set():
            return b""
        *frames, self._held = (self._held + contents).split(b"\0")
        passing = b""
        for frame in frames:
            if type_of(frame) == kind:
                if skip == 0:
                    caught.set()
                    return passing + frame[: len(frame) // 2]
                skip -= 1
                self._trap = (kind, skip, caught)
            passing += frame + b"\0"
        return passing
