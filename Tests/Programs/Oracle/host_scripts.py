"""The behaviour scripts of a host that has more classes than LABELS can name (PROTOCOL.md §6.11)."""

import wire
from messages import written

SHOWS_DECISIONS = 1 << 8


def many_labels():
    classes = [f"gesture-{number}" for number in range(255)]
    hello = {"role": 1, "session": 0x11223344, "capabilities": SHOWS_DECISIONS, "rate": 200.0,
             "channels": [{"kind": 0x10, "unit": 1, "scale": 1 / 8192, "offset": 0.0, "full_scale": 4.0}], "minor": wire.MINOR}
    frame = wire.Frame(wire.HELLO, written(wire.HELLO, hello), 71_020_000, flags=wire.REPLY)
    return "\n".join([
        "behaviour 1", "role host", "title names 254 of 255 classes; the last one, which is rest, has no name and is sent as none",
        "sections 6.6, 6.11", "session 0x0a0b0c0d", "labels 254 " + " ".join(classes), "looks labels prediction", "",
        "@1000000 open", "",
        "# HELLO of a device that shows decisions", f"@1020000 polls 10000 1100000 {frame.wire().hex()}",
        "greeted 0x11223344 200 1", "labels 255 " + " ".join(classes[:254]), "",
        "# PREDICTION has a byte for it all the same", "@1110000 decision 71100000 119 254 1 30000 3 255",
        "prediction 71100000 119 254 1 30000 3 255"]) + "\n"


def scripts():
    return {"host/labels-255.txt": many_labels()}
