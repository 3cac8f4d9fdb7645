"""HELLO (PROTOCOL.md §6.1): who speaks, and what its samples mean."""

import math
import struct

from items import number, require, single

MOST_PAYLOAD = 240
DEVICE, HOST = 1, 2
# Name, tag, and layout of items that are one number; what may be left out, image and library, stands last.
NUMBERS = {"role": (1, "<B"), "session": (2, "<I"), "capabilities": (5, "<I"), "rate": (6, "<f"), "minor": (9, "<B"),
           "network": (12, "<Q"), "channel_count": (15, "<B"), "image": (14, "<Q")}
TEXTS = {3: ("unique_id", 16), 4: ("name", 32), 13: ("library", 16)}
CHANNEL, AXES, ACTUATORS, LIBRARY = 7, 8, 10, 13
# The items 0x07 are so many of all channels at most.
MOST_ITEMS, MOST_CHANNELS = 9, 32
REQUIRED = {DEVICE: ["role", "session", "capabilities", "rate", "channels"], HOST: ["role", "session"]}


def item(tag, value):
    return bytes([tag, len(value)]) + value


def numbered(fields, name):
    tag, layout = NUMBERS[name]
    if name not in fields:
        return b""
    value = fields[name]
    return item(tag, struct.pack(layout, value if layout == "<f" else int(value)))


def cut(text, most):
    """Whole characters, so many bytes of them at most."""
    if len(text) <= most:
        return text
    while most > 0 and text[most] & 0xC0 == 0x80:
        most -= 1
    return text[:most]


def write_hello(fields):
    before = numbered(fields, "role") + numbered(fields, "session")
    if "unique_id" in fields:
        before += item(3, bytes.fromhex(fields["unique_id"]))
    behind = numbered(fields, "capabilities") + numbered(fields, "rate")
    for channel in fields.get("channels", []):
        behind += item(CHANNEL, struct.pack("<BBfff", *[channel[key] for key in ["kind", "unit", "scale", "offset", "full_scale"]]))
    if "axes" in fields:
        behind += item(AXES, struct.pack("<bbb", *fields["axes"]))
    behind += numbered(fields, "minor")
    if "actuators" in fields:
        behind += item(ACTUATORS, bytes(fields["actuators"]))
    behind += numbered(fields, "network") + numbered(fields, "channel_count")
    payload = before
    if "name" in fields:
        name = fields["name"].encode()
        if "network" in fields or "channel_count" in fields:
            name = cut(name, MOST_PAYLOAD - len(before) - len(behind) - 2)
        payload += item(4, name)
    payload += behind
    more = [numbered(fields, "image"), item(LIBRARY, fields["library"].encode()) if "library" in fields else b""]
    for part in more:
        if len(payload) + len(part) <= MOST_PAYLOAD:
            payload += part
    return payload


def read_hello(payload):
    fields = {}
    at = 0
    known = {tag: (name, layout) for name, (tag, layout) in NUMBERS.items()}
    while at < len(payload):
        tag, value, at = single(payload, at)
        if tag in known:
            name, layout = known[tag]
            found = number(layout, value)
            require(name != "role" or found in (DEVICE, HOST))
            require(name != "rate" or 0 < found <= 10_000)
            require(name != "channel_count" or 1 <= found <= MOST_CHANNELS)
            fields[name] = str(found) if layout == "<Q" else found
        elif tag in TEXTS:
            name, most = TEXTS[tag]
            require(1 <= len(value) <= most)
            fields[name] = value.hex() if name == "unique_id" else value.decode(errors="surrogateescape")
        elif tag == CHANNEL:
            require(len(fields.setdefault("channels", [])) < MOST_ITEMS)
            fields["channels"].append(read_channel(value))
        elif tag == AXES:
            axes = number("<3s", value)
            fields["axes"] = list(struct.unpack("<bbb", axes))
            require(sorted(abs(axis) for axis in fields["axes"]) == [1, 2, 3])
        elif tag == ACTUATORS:
            fields["actuators"] = list(number("<4s", value))
            require(max(fields["actuators"]) <= 8)
    if "channel_count" in fields:
        require(len(fields.get("channels", [])) == min(fields["channel_count"], MOST_ITEMS))
    require("role" in fields and all(name in fields for name in REQUIRED[fields["role"]]))
    return fields


def read_channel(value):
    require(len(value) == 14)
    channel = dict(zip(["kind", "unit", "scale", "offset", "full_scale"], struct.unpack("<BBfff", value)))
    require(1 <= channel["unit"] <= 5)
    require_real(channel)
    return channel


def require_real(channel):
    """What a channel in HELLO and one in CHANNELS both keep to."""
    require(channel["scale"] != 0)
    require(all(math.isfinite(channel[key]) for key in ["scale", "offset", "full_scale"]))
