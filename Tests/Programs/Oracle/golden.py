"""Golden frames that came with minor version 4, and what a device leaves out that has no room."""

import wire
from messages import written

SESSION = 0x11223344
INSTALLS = 1 << 10
WIDE = str(0xFEDCBA9876543210)


def channels(count):
    return [{"kind": 0x10 + 0x10 * (number // 3) + number % 3, "unit": 1, "scale": 0.25, "offset": 0.0, "full_scale": 8192.0}
            for number in range(count)]


def device(count=1, **more):
    return {"role": 1, "session": SESSION, "capabilities": INSTALLS, "rate": 50.0, "channels": channels(count), **more}


def entry(name, description, kind, fields, payload=None, flags=0):
    """With a payload that nobody sends so, if there is one."""
    frame = wire.Frame(kind, payload or written(kind, fields), 1000, flags=flags)
    made = {"name": name, "description": description, "wire": frame.wire().hex(), "major": 1, "flags": flags, "type": kind,
            "index": 0, "time": 1000, "count": 0, "stream": 0, "payload": frame.payload.hex(), "fields": fields}
    return made | {"receive_only": True} if payload else made


def heartbeat(bytes_of_health):
    fields = dict(zip("uptime frames_sent frames_received framing_errors crc_errors not_understood samples_dropped flags".split(),
                      [1000, 2, 1, 0, 0, 0, 0, 0]))
    return wire.HEARTBEAT, fields, written(wire.HEARTBEAT, fields) + bytes([80, 0])[:bytes_of_health]


def frames():
    own = device(minor=4, actuators=[1, 0, 0, 0], network="0")
    came = device(minor=4, actuators=[1, 0, 0, 0], network="81985529216486895", image=WIDE, library="MotionQ15 0.1.0")
    first = written(wire.HELLO, came) + bytes([14, 8]) + bytes(8)
    return [
        entry("hello device, takes networks and has none", "Since minor 4 it says so: a hash of 0.", wire.HELLO, own),
        entry("hello device, image", "It runs a network that came over the line; the image stands before the library.", wire.HELLO,
              came),
        entry("hello, image twice", "The last one counts.", wire.HELLO, came | {"image": "0"}, first),
        entry("heartbeat, one byte of health", "33 bytes: health is not told.", *heartbeat(1)),
        entry("heartbeat, two bytes of health", "34 bytes: health is not told.", *heartbeat(2)),
        entry("installed, commit", "No offset to go on at: next is 0.", wire.INSTALLED,
              {"sequence": 9, "status": 0, "step": 2, "next": 0}, flags=wire.REPLY),
    ]


def refused():
    good = written(wire.HELLO, device(minor=4))
    return [{"name": f"hello, image of {name} bytes", "description": "The hash has eight.",
             "wire": wire.Frame(wire.HELLO, good + bytes([14, size]) + bytes(size), 1000).wire().hex(), "outcome": "malformed"}
            for name, size in [("seven", 7), ("nine", 9)]]


def shortened():
    """Fields with more than a frame holds, and the payload that is sent."""
    def made(name, description, fields):
        return {"name": name, "description": description, "fields": fields, "payload": written(wire.HELLO, fields).hex()}

    full = device(9, minor=4, actuators=[1, 0, 0, 0], network="81985529216486895", image=WIDE, library="MotionQ15 0.1.0",
                  unique_id="55" * 16)
    return [
        made("no library", "Room for the image, and not for what comes after it.",
             full | {"name": "N" * 22, "unique_id": "55" * 12}),
        made("no image", "Each is left out for itself: a short library fits where the image does not.",
             full | {"name": "N" * 28, "library": "short"}),
        made("a name cut for the network", "The last of 32 characters.", full | {"name": "N" * 32, "axes": [2, -1, 3]}),
        made("a name cut between characters", "Its last character has three bytes.",
             full | {"name": "N" * 29 + "動", "axes": [2, -1, 3]}),
        made("nothing to cut", "31 bytes of a name leave the network its room.", full | {"name": "N" * 31, "axes": [2, -1, 3]}),
    ]
