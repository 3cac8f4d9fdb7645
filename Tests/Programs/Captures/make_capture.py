#!/usr/bin/env python3
"""Makes a capture of raw bytes and the rate at which they come, as docs/CAPTURES.md describes the format.

    make_capture.py -o FILE [--option WORD]... PIECE...

A piece is BAUD:RATE:PATH: the port is opened at that baud rate (0: it has none), and what the file holds comes at RATE: so many
lines a second, or with a b behind it so many bytes a second, in steps of 20 ms. Several pieces are several openings, one after the
other, with a tenth of a second between them; one whose BAUD is = goes on at the port that is open. --option says what the device was
said to send, as --option=--units --option=g,rad/s.
"""
import argparse
import json
import zlib


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


class Capture:
    def __init__(self):
        self.data = bytearray(b"MQ15CAP1")
        self.time = 0

    def add(self, letter, time, payload=b""):
        time = max(time, self.time)
        record = letter.encode() + varint(time - self.time) + varint(len(payload)) + payload
        self.time = time
        self.data += record + zlib.crc32(record).to_bytes(4, "little")


def pieces(data, rate):
    """Each piece of a file with the microseconds after which it comes."""
    if rate.endswith("b"):
        step = max(1, round(float(rate[:-1]) / 50))
        for place in range(0, len(data), step):
            yield (place // step + 1) * 20_000, data[place : place + step]
    else:
        for number, line in enumerate(data.splitlines(keepends=True)):
            yield round((number + 1) * 1e6 / float(rate)), line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("piece", nargs="+")
    arguments = parser.parse_args()
    given = [piece.split(":", 2) for piece in arguments.piece]
    capture = Capture()
    head = {
        "program": "make_capture.py", "system": "", "begun": "", "verb": "monitor", "baud": int(given[0][0]) or 115200,
        "options": arguments.option, "part": 1,
    }
    capture.add("h", 0, json.dumps(head).encode())
    for baud, rate, path in given:
        start = capture.time
        if baud != "=":
            if capture.time:
                capture.add("c", capture.time)
                start += 100_000
            capture.add("o", start, json.dumps({"name": "/dev/ttyUSB0", "baud": int(baud)}).encode())
        with open(path, "rb") as file:
            for after, piece in pieces(file.read(), rate):
                capture.add("a", start + after, piece)
    capture.add("c", capture.time)
    with open(arguments.output, "wb") as file:
        file.write(capture.data)


main()
