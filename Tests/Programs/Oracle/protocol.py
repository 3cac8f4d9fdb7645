#!/usr/bin/env python3
"""Makes the vectors and the behaviour scripts of the wire protocol, written from PROTOCOL.md alone.

    python3 protocol.py [--check] [--vectors PATH]

Writes what came with minor versions 4 and 5: golden frames (golden.py) and scripts (device_scripts.py, host_scripts.py). All other
frames in firmware-protocol/vectors, which an older program made, are decoded and encoded again, and must come out as they stand; only the
HELLO of a script's device gets the present minor version. With --check nothing is written, and the exit code is 1 if a file would
change."""

import argparse
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import device_scripts
import golden
import host_scripts
import wire
from messages import is_malformed, is_same, read, written

VECTORS = Path(__file__).resolve().parent / "../../../firmware-protocol/vectors"
PLURALS = {"frame": "frames", "framing_error": "framing_errors", "crc_error": "crc_errors",
           "version_mismatch": "version_mismatches"}
COUNTERS = "frames framing_errors crc_errors version_mismatches unknown malformed before_sync".split()


class Wrong(Exception):
    """A vector that is not as PROTOCOL.md says."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


def laid_out(value, depth=0):
    """JSON, with a line for every object and array but those that hold no other."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not inner or (depth > 2 and not any(isinstance(part, (dict, list)) for part in inner)):
        return json.dumps(value, ensure_ascii=False)
    pad = "  " * (depth + 1)
    heads = [json.dumps(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(inner)
    parts = [pad + head + laid_out(part, depth + 1) for head, part in zip(heads, inner)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(parts) + "\n" + "  " * depth + closing


def check_frame(vector):
    name = vector["name"]
    keys = ["time", "index", "flags", "count", "stream", "major"]
    frame = wire.Frame(vector["type"], bytes.fromhex(vector["payload"]), *[vector[key] for key in keys])
    require(frame.wire().hex() == vector["wire"], f"{name}: the bytes on the wire")
    require(wire.opened(bytes.fromhex(vector["wire"])[:-1], is_malformed) == (frame, "frame"), f"{name}: what a receiver reads")
    require(is_same(read(frame), vector["fields"]), f"{name}: {read(frame)}")
    sends = vector.get("receive_only") or written(frame.type, vector["fields"]) == frame.payload
    require(sends, f"{name}: the payload of its fields")


def with_ours(vectors, ours):
    """Ours in the place where they are, or at the end."""
    fresh = {vector["name"]: vector for vector in ours}
    return [fresh.pop(vector["name"], vector) for vector in vectors] + list(fresh.values())


def frames_file(text):
    file = json.loads(text)
    # What minor version 5 made good is refused no more.
    file["refused"] = [vector for vector in file["refused"] if vector["name"] not in golden.GOOD_SINCE_FIVE]
    file["frames"] = with_ours(file["frames"], golden.frames())
    file["refused"] = with_ours(file["refused"], golden.refused())
    file["shortened"] = golden.shortened()
    for vector in file["frames"]:
        check_frame(vector)
    for vector in file["refused"]:
        _, outcome = wire.opened(bytes.fromhex(vector["wire"])[:-1], is_malformed)
        require(outcome == vector["outcome"], f"{vector['name']}: {outcome}")
    return laid_out(file) + "\n"


def check_streams(text):
    for stream in json.loads(text)["streams"]:
        counters = dict.fromkeys(COUNTERS, 0)
        is_synchronised = False
        for _, outcome, _ in wire.received(bytes.fromhex(stream["bytes"]), is_malformed):
            is_damaged = outcome in ("framing_error", "crc_error")
            is_synchronised |= not is_damaged
            counters["before_sync" if is_damaged and not is_synchronised else PLURALS.get(outcome, outcome)] += 1
        require(counters == stream["counters"], f"{stream['name']}: {counters}")


def sent_again(hexadecimal):
    """A frame that a script's device sends, with the present minor version."""
    data = bytes.fromhex(hexadecimal)
    if data == b"\0":
        return hexadecimal
    (frame, outcome, bytes_), = wire.received(data, is_malformed)
    require(outcome == "frame" and bytes_ == data and frame.wire() == data, f"no frame of a device: {hexadecimal}")
    fields = read(frame)
    require(written(frame.type, fields) == frame.payload, f"a payload that no device sends: {hexadecimal}")
    if frame.type == wire.HELLO:
        fields["minor"] = wire.MINOR
    frame.payload = written(frame.type, fields)
    return frame.wire().hex()


def check_received(words):
    """What the line brings: whatever passes the CRC is a frame that encodes as it came, and says what it says."""
    for word in words:
        for frame, outcome, data in wire.received(bytes.fromhex(word), is_malformed):
            if frame is None or outcome == "malformed":
                continue
            # COBS has one code for a frame, which is what our encoder finds.
            require(frame.wire() == data, f"{word} is encoded otherwise")
            if outcome == "frame":
                again = wire.Frame(frame.type, written(frame.type, read(frame)), count=frame.count)
                require(is_same(read(again), read(frame)), f"{word} is read otherwise")


def script_file(text):
    lines = []
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["out"]:
            line = line.replace(words[1], sent_again(words[1]), 1)
        elif words[1:2] in (["host"], ["device"]):
            check_received(words[2:])
        elif words[1:2] == ["polls"]:
            check_received(words[4:])
        lines.append(line)
    return "\n".join(lines) + "\n"


def files(vectors):
    """Paths and what has to stand there."""
    made = {name: script if isinstance(script, str) else script.text()
            for name, script in (device_scripts.scripts() | host_scripts.scripts()).items()}
    behaviour = vectors / "behaviour"
    for path in sorted(behaviour.glob("**/*.txt")):
        made.setdefault(str(path.relative_to(behaviour)), path.read_text(encoding="utf-8"))
    check_streams((vectors / "streams.json").read_text(encoding="utf-8"))
    frames = vectors / "frames.json"
    return {frames: frames_file(frames.read_text(encoding="utf-8"))} | {
        behaviour / name: script_file(text) for name, text in made.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="write nothing")
    arguments.add_argument("--vectors", type=Path, default=VECTORS, help="the folder that has frames.json")
    given = arguments.parse_args()
    try:
        made = files(given.vectors)
    except Wrong as error:
        print(error, file=sys.stderr)
        return 1
    changed = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in changed:
        print(f"{path.relative_to(given.vectors)} {'is another' if given.check else 'written'}")
        if not given.check:
            path.write_text(made[path], encoding="utf-8")
    return 1 if given.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
