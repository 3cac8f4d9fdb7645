"""Frames as they stand on the wire, written from PROTOCOL.md §2 and §3 alone: COBS, header, CRC, and what a receiver counts."""

import struct
import zlib
from dataclasses import dataclass

MAJOR, MINOR = 1, 5
REPLY = 1
HEADER, CRC = 10, 4
MOST_PAYLOAD = 240
MOST_DECODED = HEADER + MOST_PAYLOAD + CRC
MOST_COLLECTED = 255
MOST_CHANNELS, MOST_SAMPLES = 32, 120

HELLO, DATA, CONFIG, TIMESYNC, HEARTBEAT, PREDICTION, FEEDBACK, ACK, LOG, EVENT, LABELS, GOODBYE = range(1, 13)
INSTALL, INSTALLED, CHANNELS = 14, 15, 16
KINDS = {*range(HELLO, GOODBYE + 1), INSTALL, INSTALLED, CHANNELS}


@dataclass
class Frame:
    """Header and payload."""
    type: int
    payload: bytes
    time: int = 0
    index: int = 0
    flags: int = 0
    count: int = 0
    stream: int = 0
    major: int = MAJOR

    def wire(self):
        head = struct.pack("<BBHIBB", self.major << 4 | self.flags, self.type, self.index, self.time & 0xFFFFFFFF, self.count,
                           self.stream)
        body = head + self.payload
        return stuffed(body + struct.pack("<I", zlib.crc32(body))) + b"\0"


def stuffed(data):
    """COBS, without a code byte for an empty last block behind a full one."""
    out = bytearray()
    blocks = data.split(b"\0")
    for number, block in enumerate(blocks):
        is_last = number + 1 == len(blocks)
        while len(block) >= 254:
            out += b"\xff" + block[:254]
            block = block[254:]
            if is_last and not block:
                return bytes(out)
        out += bytes([len(block) + 1]) + block
    return bytes(out)


def unstuffed(data):
    """None if a code byte points beyond the end."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        block = data[at + 1:at + code]
        if len(block) != code - 1:
            return None
        out += block
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def opened(collected, is_malformed):
    """The frame that these bytes before a 0x00 are, and what a receiver of stream 0 counts them as: the first rule of §3 that
    fails."""
    decoded = unstuffed(collected) if len(collected) <= MOST_COLLECTED else None
    if decoded is None or not HEADER + CRC <= len(decoded) <= MOST_DECODED:
        return None, "framing_error"
    body, crc = decoded[:-CRC], struct.unpack("<I", decoded[-CRC:])[0]
    if zlib.crc32(body) != crc:
        return None, "crc_error"
    first, kind, index, time, count, stream = struct.unpack("<BBHIBB", body[:HEADER])
    frame = Frame(kind, body[HEADER:], time, index, first & 15, count, stream, first >> 4)
    if frame.major != MAJOR:
        return frame, "version_mismatch"
    if kind not in KINDS or (kind == DATA and stream != 0):
        return frame, "unknown"
    return frame, "malformed" if is_malformed(frame) else "frame"


def received(data, is_malformed):
    """Every frame of a stream, with what it counts as and its bytes on the wire."""
    for collected in data.split(b"\0")[:-1]:
        if collected:
            frame, outcome = opened(collected, is_malformed)
            yield frame, outcome, collected + b"\0"
