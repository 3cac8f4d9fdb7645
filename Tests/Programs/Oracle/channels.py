"""CHANNELS (PROTOCOL.md §6.14): what each channel is, page by page."""

import struct

import wire
from hello import require_real
from items import require

HEAD, ENTRY = 6, 20
NUMBERS = "kind unit scale offset full_scale rate".split()
LAYOUT = "<BBffff"
MOST_UNIT, MOST_NAME = 8, 32


def write_channel(channel):
    unit, name = channel["unit_text"].encode(), channel["name"].encode()
    return struct.pack(LAYOUT, *[channel[key] for key in NUMBERS]) + bytes([len(unit), len(name)]) + unit + name


def write_channels(fields):
    return struct.pack("<IBx", fields["session"], fields["first"]) + b"".join(map(write_channel, fields["channels"]))


def pages(session, channels):
    """The fields of the frames that describe all channels, as many in each as fit."""
    first = 0
    while first < len(channels):
        count = 1
        while first + count < len(channels) and HEAD + sum(map(len, map(write_channel, channels[first:first + count + 1]))) <= 240:
            count += 1
        yield {"session": session, "first": first, "channels": channels[first:first + count]}
        first += count


def placeholder(channel):
    """How a channel stands in HELLO (§6.1)."""
    keys = ["kind", "unit", "scale", "offset", "full_scale"]
    if channel["unit"] == 0:
        return {"kind": channel["kind"], "unit": 1, "scale": 1.0, "offset": 0.0, "full_scale": 0.0}
    return {key: channel[key] for key in keys}


def text(data, most):
    require(len(data) <= most and not any(byte < 0x20 or byte == 0x7F or byte in b',"' for byte in data))
    return data.decode(errors="surrogateescape")


def read_channels(payload):
    require(len(payload) >= HEAD + ENTRY)
    fields = {"session": struct.unpack("<I", payload[:4])[0], "first": payload[4], "channels": []}
    at = HEAD
    while at < len(payload):
        require(len(payload) - at >= ENTRY)
        channel = dict(zip(NUMBERS, struct.unpack(LAYOUT, payload[at:at + ENTRY - 2])))
        unit, name = payload[at + ENTRY - 2:at + ENTRY]
        at += ENTRY
        require(len(payload) - at >= unit + name)
        require(channel["unit"] <= 5 and 0 <= channel["rate"] <= 10_000)
        require_real(channel)
        channel["unit_text"] = text(payload[at:at + unit], MOST_UNIT)
        channel["name"] = text(payload[at + unit:at + unit + name], MOST_NAME)
        at += unit + name
        fields["channels"].append(channel)
    require(fields["first"] + len(fields["channels"]) <= wire.MOST_CHANNELS)
    return fields
