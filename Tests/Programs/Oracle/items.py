"""Items of tag, length and value, as HELLO and CONFIG have them (PROTOCOL.md §6.1)."""

import struct


class Malformed(Exception):
    """The payload breaks a rule of its type."""


def require(holds):
    if not holds:
        raise Malformed


def single(payload, at):
    """Tag and value of the item at a place, and the place of the next one."""
    require(at + 2 <= len(payload))
    tag, size = payload[at], payload[at + 1]
    require(at + 2 + size <= len(payload))
    return tag, payload[at + 2:at + 2 + size], at + 2 + size


def number(layout, value):
    require(len(value) == struct.calcsize(layout))
    return struct.unpack(layout, value)[0]
