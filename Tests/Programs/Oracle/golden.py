"""Golden frames that came with minor versions 4 and 5, and what a device leaves out that has no room."""

import wire
from channels import placeholder
from messages import written

SESSION = 0x11223344
INSTALLS = 1 << 10
WIDE = str(0xFEDCBA9876543210)
# Frames that a receiver of minor version 4 refused.
GOOD_SINCE_FIVE = ["type 0x10", "data, ten channels"]


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


def named(name, unit_text="", **more):
    return {"kind": 0, "unit": 0, "scale": 0.25, "offset": 0.0, "full_scale": 0.0, "rate": 0.0, "unit_text": unit_text,
            "name": name} | more


def page(*described, first=0, **more):
    return {"session": SESSION, "first": first, "channels": list(described), **more}


def frames_of_five():
    glove = [named(f"flex_{number}") for number in range(5)]
    slow = named("mouth.open", "mm", scale=0.03125, offset=-4.0, full_scale=60.0, rate=29.96875)
    left = named("left.ax", kind=0x10, unit=1, scale=1 / 8192, full_scale=4.0)
    longest = named("x" * 31 + "y", "µ" * 4, scale=-(2.0**100), offset=2.0**-100, full_scale=2.0**127, rate=10_000.0)
    bare = named("", kind=0x20, unit=4, scale=0.0625, full_scale=2000.0)
    full = [longest | {"name": f"{number} " + "ö" * 15} for number in range(3)] + [named("n" * 32, "uu")]
    many = device(minor=5, channel_count=20) | {"channels": channels(9)}
    one = device(minor=5, channel_count=5) | {"channels": [placeholder(channel) for channel in glove]}
    two = many | {"channels": [placeholder(bare), placeholder(left)], "channel_count": 2}
    counts = [683 * number - 32768 for number in range(96)]
    frame = wire.Frame(wire.DATA, written(wire.DATA, {"counts": counts}), 1000, count=3)
    data = {"name": "data, 32 channels", "description": "Three samples; the first count says that there is no value.",
            "wire": frame.wire().hex(), "major": 1, "flags": 0, "type": wire.DATA, "index": 0, "time": 1000, "count": 3,
            "stream": 0, "payload": frame.payload.hex(), "fields": {"channels": 32, "counts": counts}}
    return [
        entry("hello device, nine of 20 channels", "0x0F says how many DATA has.", wire.HELLO, many),
        entry("hello device, channels that measure no motion", "For older hosts each has unit 1, scale 1 and offset 0.", wire.HELLO,
              one),
        entry("hello device, channels of motion with names", "They stand as they are.", wire.HELLO, two),
        entry("hello, number of channels twice", "The last one counts.", wire.HELLO, one,
              written(wire.HELLO, one | {"channel_count": 7}) + bytes([15, 1, 5])),
        entry("channels, a glove", "Five channels with names, without a unit.", wire.CHANNELS, page(*glove)),
        entry("channels, from the tenth on", "It has its own rate and its own unit, in a text.", wire.CHANNELS,
              page(slow, first=9)),
        entry("channels, the last of 32", "Place 31.", wire.CHANNELS, page(named("end"), first=31)),
        entry("channels, motion with and without a name", "One belongs to the left hand, one to the device's own sensor.",
              wire.CHANNELS, page(bare, left)),
        entry("channels, longest texts", "32 bytes of name, 8 bytes of unit, and the greatest own rate.", wire.CHANNELS,
              page(longest)),
        entry("channels, a full payload", "240 bytes.", wire.CHANNELS, page(*full)),
        entry("channels, a unit's text beside a unit", "It is carried.", wire.CHANNELS, page(left | {"unit_text": "g"})),
        data,
    ]


def refused_since_five():
    def frame(name, description, payload, kind=wire.CHANNELS, count=0):
        return {"name": name, "description": description, "wire": wire.Frame(kind, payload, 1000, count=count).wire().hex(),
                "outcome": "malformed"}

    def channels_with(**more):
        return written(wire.CHANNELS, page(named("flex_0", "V") | more))

    def texts(unit, name):
        return written(wire.CHANNELS, page(named("")))[:-2] + bytes([len(unit), len(name)]) + unit + name

    good = channels_with()
    nan, infinite = float("nan"), float("inf")
    hello = written(wire.HELLO, device(9, minor=5))
    unknown = wire.Frame(0x11, bytes(3), 1000)
    made = [
        {"name": "type 0x11", "description": "No message of section 6.", "wire": unknown.wire().hex(), "outcome": "unknown"},
        frame("data, 33 channels", "32 at most.", bytes(66), wire.DATA, 1),
        frame("hello, no channel of 0x0F", "1 to 32.", hello + bytes([15, 1, 0]), wire.HELLO),
        frame("hello, 33 channels of 0x0F", "1 to 32.", hello + bytes([15, 1, 33]), wire.HELLO),
        frame("hello, channels of two bytes", "One.", hello + bytes([15, 2, 9, 0]), wire.HELLO),
        frame("hello, 33 channels of 0x0F and then 9", "Even if a later item of the same tag is good.",
              hello + bytes([15, 1, 33, 15, 1, 9]), wire.HELLO),
        frame("hello, fewer channels than it has items", "0x0F says eight of nine.", hello + bytes([15, 1, 8]), wire.HELLO),
        frame("hello, more channels than it has items", "Of ten channels nine would stand here.",
              written(wire.HELLO, device(8, minor=5)) + bytes([15, 1, 10]), wire.HELLO),
        frame("hello, a host's channels without one", "Whichever role sends it.",
              written(wire.HELLO, {"role": 2, "session": SESSION}) + bytes([15, 1, 1]), wire.HELLO),
        frame("channels, no entry", "One at least.", good[:6]),
        frame("channels, 25 bytes", "One too few.", texts(b"", b"")[:25]),
        frame("channels, an entry cut short", "Its name lacks a byte.", good[:-1]),
        frame("channels, a second entry cut short", "Nineteen bytes of it.", good + good[6:25]),
        frame("channels, a lone byte behind them", "It begins an entry.", good + b"\0"),
        frame("channels, place 32", "0 to 31.", written(wire.CHANNELS, page(named("beyond"), first=32))),
        frame("channels, the second at place 32", "0 to 31.",
              written(wire.CHANNELS, page(named("end"), named("beyond"), first=31))),
        frame("channels, place 255", "0 to 31.", written(wire.CHANNELS, page(named("a"), named("b"), first=255))),
        frame("channels, unit 6", "No unit of the table.", channels_with(unit=6)),
        frame("channels, scale 0", "A scale is finite and not 0.", channels_with(scale=0.0)),
        frame("channels, scale minus 0", "A scale is finite and not 0.", channels_with(scale=-0.0)),
        frame("channels, scale not a number", "A scale is finite and not 0.", channels_with(scale=nan)),
        frame("channels, offset infinite", "An offset is finite.", channels_with(offset=infinite)),
        frame("channels, full scale not a number", "A full scale is finite.", channels_with(full_scale=nan)),
        frame("channels, own rate negative", "0 to 10,000.", channels_with(rate=-1.0)),
        frame("channels, own rate 10,001", "0 to 10,000.", channels_with(rate=10_001.0)),
        frame("channels, own rate not a number", "0 to 10,000.", channels_with(rate=nan)),
        frame("channels, unit of nine bytes", "Eight at most.", texts(b"u" * 9, b"a")),
        frame("channels, name of 33 bytes", "32 at most.", texts(b"", b"n" * 33)),
        frame("channels, the second one wrong", "Each is looked at.",
              written(wire.CHANNELS, page(named("a"), named("b") | {"unit": 6}))),
    ]
    for byte, name in [(0x00, "0x00"), (0x1F, "0x1F"), (0x7F, "0x7F"), (ord(","), "a comma"), (ord('"'), "a quotation mark")]:
        made.append(frame(f"channels, {name} in a name", "No such byte.", texts(b"", b"a" + bytes([byte]) + b"b")))
    made.append(frame("channels, a comma in a unit", "No such byte.", texts(b"a,b", b"a")))
    return made


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
        *frames_of_five(),
    ]


def refused():
    good = written(wire.HELLO, device(minor=4))
    return [{"name": f"hello, image of {name} bytes", "description": "The hash has eight.",
             "wire": wire.Frame(wire.HELLO, good + bytes([14, size]) + bytes(size), 1000).wire().hex(), "outcome": "malformed"}
            for name, size in [("seven", 7), ("nine", 9)]] + refused_since_five()


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
        made("a name cut for network and channels", "They take 13 bytes.",
             full | {"name": "N" * 32, "axes": [2, -1, 3], "channel_count": 9}),
        made("a name cut for network and channels, between characters", "One of three bytes is not enough.",
             full | {"name": "N" * 26 + "動作", "axes": [2, -1, 3], "channel_count": 9}),
        made("channels and no image", "What a device must tell stands before what it may leave out.",
             full | {"name": "N" * 22, "unique_id": "55" * 12, "channel_count": 32}),
        made("nothing to cut", "31 bytes of a name leave the network its room.", full | {"name": "N" * 31, "axes": [2, -1, 3]}),
    ]
