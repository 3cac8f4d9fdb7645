"""The payloads of PROTOCOL.md §6 as dictionaries, written from that page alone. `written` makes a payload of a message's fields,
`read` gives the fields of a payload, or raises Malformed. 64-bit numbers are decimal text, bytes are hexadecimal, as in the
vectors."""

import math
import struct

import wire
from channels import read_channels, write_channels
from hello import read_hello, write_hello
from items import Malformed, number, require, single

STATUSES = ["ok", "out of order", "too large", "damaged", "invalid", "flash", "not begun", "unsupported"]
BEGIN, BLOCK, COMMIT, FORGET = range(4)
MOST_BLOCK = 232

# Messages of numbers alone: the names and the layout of what everybody sends.
PLAIN = {
    wire.TIMESYNC: ("<QQQ", "t1 t2 t3"),
    wire.HEARTBEAT: ("<8I", "uptime frames_sent frames_received framing_errors crc_errors not_understood samples_dropped flags"),
    wire.PREDICTION: ("<IHBBHBB", "window_end last_index class phase confidence window_slot windows_before"),
    wire.FEEDBACK: ("<HIHBBBBBBBxHHH", "sequence issued time_to_live actuator unit pattern level red green blue frequency duration"
                    " period"),
    wire.ACK: ("<HBBI", "sequence status type applied"),
    wire.EVENT: ("<BBh", "kind which value"),
    wire.INSTALLED: ("<HBBI", "sequence status step next"),
}
WIDE = {"t1", "t2", "t3"}
CONFIG_ITEMS = [(1, "rate", "<f"), (2, "acceleration_full_scale", "<f"), (3, "rotation_full_scale", "<f"),
                (4, "most_samples", "<B"), (5, "keep", "<B")]


def written(kind, fields):
    if kind in PLAIN:
        layout, names = PLAIN[kind]
        payload = struct.pack(layout, *[int(fields[name]) for name in names.split()])
        health = fields.get("health")
        return payload + struct.pack("<Bxh", health["battery"], health["temperature"]) if health else payload
    if kind == wire.HELLO:
        return write_hello(fields)
    if kind == wire.DATA:
        return struct.pack(f"<{len(fields['counts'])}h", *fields["counts"])
    if kind == wire.CONFIG:
        items = [bytes([tag, struct.calcsize(layout)]) + struct.pack(layout, fields[name])
                 for tag, name, layout in CONFIG_ITEMS if name in fields]
        return struct.pack("<H", fields["sequence"]) + b"".join(items)
    if kind == wire.LOG:
        return bytes([fields["level"]]) + fields["text"].encode()
    if kind == wire.LABELS:
        names = [name.encode() for name in fields["names"]]
        return bytes([fields["count"], fields["first"], fields["rest"]]) + b"".join(bytes([len(n)]) + n for n in names)
    if kind == wire.CHANNELS:
        return write_channels(fields)
    if kind == wire.GOODBYE:
        return b""
    return write_install(fields)


def write_install(fields):
    head = struct.pack("<HBx", fields["sequence"], fields["step"])
    if fields["step"] == BEGIN:
        return head + struct.pack("<IQ", fields["length"], int(fields["hash"]))
    if fields["step"] == BLOCK:
        return head + struct.pack("<I", fields["offset"]) + bytes.fromhex(fields["bytes"])
    return head


def read(frame):
    kind, payload = frame.type, frame.payload
    if kind in PLAIN:
        return read_plain(kind, payload)
    if kind == wire.HELLO:
        return read_hello(payload)
    if kind == wire.DATA:
        return read_data(frame)
    if kind == wire.CONFIG:
        return read_config(payload)
    if kind == wire.LOG:
        require(len(payload) >= 1)
        return {"level": payload[0], "text": payload[1:].decode(errors="surrogateescape")}
    if kind == wire.LABELS:
        return read_labels(payload)
    if kind == wire.CHANNELS:
        return read_channels(payload)
    return {} if kind == wire.GOODBYE else read_install(payload)


def is_malformed(frame):
    try:
        read(frame)
    except Malformed:
        return True
    return False


def read_plain(kind, payload):
    layout, names = PLAIN[kind]
    size = struct.calcsize(layout)
    require(len(payload) >= size)
    numbers = struct.unpack(layout, payload[:size])
    fields = {name: str(value) if name in WIDE else value for name, value in zip(names.split(), numbers)}
    # All four bytes of health, or none.
    if kind == wire.HEARTBEAT and len(payload) >= size + 4:
        battery, temperature = struct.unpack("<Bxh", payload[size:size + 4])
        fields["health"] = {"battery": battery, "temperature": temperature}
    if kind == wire.FEEDBACK:
        require(1 <= fields["time_to_live"] <= 10_000 and fields["pattern"] <= 2 and fields["unit"] <= 7)
    return fields


def read_data(frame):
    count, size = frame.count, len(frame.payload)
    require(1 <= count <= wire.MOST_SAMPLES and size > 0 and size % (2 * count) == 0)
    channels = size // (2 * count)
    require(channels <= wire.MOST_CHANNELS)
    return {"channels": channels, "counts": list(struct.unpack(f"<{size // 2}h", frame.payload))}


def read_config(payload):
    require(len(payload) >= 2)
    fields = {"sequence": struct.unpack("<H", payload[:2])[0]}
    known = {tag: (name, layout) for tag, name, layout in CONFIG_ITEMS}
    at = 2
    while at < len(payload):
        tag, value, at = single(payload, at)
        if tag in known:
            name, layout = known[tag]
            fields[name] = number(layout, value)
    return fields


def read_labels(payload):
    require(len(payload) >= 3)
    count, first, rest = payload[:3]
    require(count <= 254 and (rest < count or rest == 255))
    names = []
    at = 3
    while at < len(payload):
        size = payload[at]
        require(size <= 31 and at + 1 + size <= len(payload) and first + len(names) < count)
        names.append(payload[at + 1:at + 1 + size].decode(errors="surrogateescape"))
        at += 1 + size
    return {"count": count, "first": first, "rest": rest, "names": names}


def read_install(payload):
    require(len(payload) >= 4 and payload[2] <= FORGET)
    fields = {"sequence": struct.unpack("<H", payload[:2])[0], "step": payload[2]}
    if fields["step"] == BEGIN:
        require(len(payload) >= 16)
        length, image = struct.unpack("<IQ", payload[4:16])
        fields |= {"length": length, "hash": str(image)}
    if fields["step"] == BLOCK:
        require(len(payload) >= 9)
        fields |= {"offset": struct.unpack("<I", payload[4:8])[0], "bytes": payload[8:].hex()}
    return fields


def is_same(one, other):
    """Whether two messages say the same; no number is not itself."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(is_same(*pair) for pair in zip(one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return one == other
