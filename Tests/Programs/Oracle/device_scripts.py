"""The behaviour scripts of a device that takes networks (PROTOCOL.md §6.13), and of one whose channels have names (§6.14): what
the host sends, and what has to follow."""

import wire
from channels import pages, placeholder
from messages import BEGIN, BLOCK, COMMIT, FORGET, STATUSES, written

OK, OUT_OF_ORDER, TOO_LARGE, DAMAGED, INVALID, FLASH, NOT_BEGUN, UNSUPPORTED = range(8)
STEPS = ["begin", "block", "commit", "forget"]
INSTALLS = 1 << 10
OWN = 0x0123456789ABCDEF
SLOT = 1024
HOST_TIME = 0x01020304


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def image(length, start=b"MQN1", body=3):
    """Bytes that the board of a script takes for a network, if they do not begin like one that it refuses."""
    head = start + bytes(64 - len(start))
    return head + bytes((body + 7 * at) % 256 for at in range(length - 64))


class DeviceScript:
    """A script as it grows, and the device that it is about, as far as its frames tell."""

    def __init__(self, title, sections, capabilities=INSTALLS | 7, described=()):
        self.sessions = [0x11223344 * number % 2**32 for number in (1, 2, 3)]
        self.lines = ["behaviour 1", f"title {title}", f"sections {sections}", "units 4 1 1 0", f"capabilities {capabilities:#x}",
                      "rate 200", "rates 25 50 100 200", "sessions " + " ".join(f"{id:#x}" for id in self.sessions)]
        installs = capabilities & INSTALLS
        if installs:
            self.lines += [f"slot {SLOT}", f"network {OWN:#x}"]
        for channel in described:
            words = [f"{channel['kind']:#x}", *(channel[key] for key in "unit scale offset full_scale rate".split()),
                     channel["unit_text"] or "-", channel["name"] or "-"]
            self.lines.append("channel " + " ".join(map(str, words)))
        self.described = list(described)
        channels = [{"kind": kind, "unit": 1, "scale": 1 / 8192, "offset": 0.0, "full_scale": 4.0} for kind in (0x10, 0x11, 0x12)]
        self.hello = {"role": 1, "session": self.sessions[0], "capabilities": capabilities, "rate": 200.0, "channels": channels,
                      "minor": wire.MINOR, "actuators": [4, 1, 1, 0]}
        if installs:
            self.hello["network"] = OWN
        if described:
            self.hello |= {"channels": [placeholder(channel) for channel in described[:9]], "channel_count": len(described)}
        self.pages = []
        self.room = None
        self.tag = self.index = self.time = self.sequence = 0

    def text(self):
        return "\n".join(self.lines) + "\n"

    def event(self, words, comment=None, after=10_000):
        """So many microseconds later than the one before."""
        self.time = self.time + after if self.time else 1_000_000
        self.lines += ["", f"# {comment}"] if comment else [""]
        self.lines.append(f"@{self.time} {words}")

    def out(self, kind, fields, comment, flags=0, **header):
        if self.room == 0:
            return False
        if self.room is not None:
            self.room -= 1
        frame = wire.Frame(kind, written(kind, fields), header.get("time", self.time), self.index, self.tag << 1 | flags,
                           header.get("count", 0))
        self.lines.append(f"out {frame.wire().hex()}  # {comment}")
        return True

    def announce(self, comment, flags=0):
        """HELLO, and after it what describes the channels, as far as there is room."""
        if self.out(wire.HELLO, self.hello, comment, flags):
            self.pages = list(pages(self.hello["session"], self.described))
        self.describe()

    def describe(self):
        while self.pages:
            page = self.pages[0]
            last = page["first"] + len(page["channels"]) - 1
            if not self.out(wire.CHANNELS, page, f"CHANNELS, {page['first']} to {last}"):
                break
            self.pages.pop(0)

    def boot(self):
        self.event("boot")
        self.lines.append("out 00  # a lone 0x00")
        self.announce("HELLO")

    def greet(self, session, comment):
        hello = wire.Frame(wire.HELLO, written(wire.HELLO, {"role": 2, "session": session}), HOST_TIME)
        self.event(f"host {hello.wire().hex()}", comment)
        self.announce("HELLO, REPLY", wire.REPLY)

    def line(self, frames, comment):
        """Room for so many frames; None: for any."""
        self.room = frames
        self.event(f"room {'any' if frames is None else frames}", comment)

    def sample(self, counts):
        self.event("sample " + " ".join(map(str, counts)))
        self.waiting = (self.time, counts)

    def step(self, comment, step, status, next_, sequence=None, **fields):
        """A step of its own sequence, unless it repeats one, and its answer."""
        if sequence is None:
            self.sequence += 1
            sequence = self.sequence
        payload = written(wire.INSTALL, {"sequence": sequence, "step": step, **fields})
        frame = wire.Frame(wire.INSTALL, payload, HOST_TIME)
        self.event(f"host {frame.wire().hex()}", f"INSTALL {sequence}, {STEPS[step]}: {comment}")
        self.answer = ({"sequence": sequence, "status": status, "step": step, "next": next_},
                       f"INSTALLED {sequence}, {STATUSES[status]}, next {next_}")
        self.installed()

    def installed(self):
        """The answer to the last step; what waits leaves before it if another image runs from now on."""
        fields, comment = self.answer
        self.out(wire.INSTALLED, fields, comment, wire.REPLY)

    def samples_leave(self):
        """Before the answer that was written last."""
        answer = self.lines.pop()
        time, counts = self.waiting
        self.out(wire.DATA, {"counts": counts}, "DATA", time=time, count=1)
        self.index += 1
        assert answer.startswith("out ")
        self.installed()

    def session(self, network, image_hash=None):
        """Another image runs."""
        self.tag = self.tag % 7 + 1
        self.hello |= {"session": self.sessions[self.tag], "network": network}
        self.hello.pop("image", None)
        if image_hash is not None:
            self.hello["image"] = image_hash
        self.announce("HELLO of a new session")

    def begin(self, comment, data, status=OK, next_=0):
        self.step(comment, BEGIN, status, next_, length=len(data), hash=fnv1a(data))

    def block(self, comment, data, offset, count, status=OK, next_=None, **more):
        count = min(count, len(data) - offset)
        self.step(comment, BLOCK, status, offset + count if next_ is None else next_, offset=offset,
                  bytes=data[offset:offset + count].hex(), **more)

    def upload(self, data):
        self.begin("another image", data)
        for offset in range(0, len(data), 232):
            self.block("its bytes", data, offset, 232)


def install():
    script = DeviceScript("takes a network in blocks, tells after each how many bytes it has, and runs it after the commit",
                          "6.13, 7")
    data = image(320)
    script.boot()
    script.begin("320 bytes", data)
    script.block("the first 128 bytes", data, 0, 128)
    script.block("the same again, which are passed over", data, 0, 128)
    script.block("64 of these are new", data, 64, 128)
    script.block("beyond what it has", data, 224, 32, OUT_OF_ORDER, 192)
    script.step("bytes are missing", COMMIT, OUT_OF_ORDER, 192)
    script.begin("the same image is gone on with", data, next_=192)
    script.block("the rest", data, 192, 128)
    script.begin("the same image is gone on with, and is whole", data, next_=320)
    script.sample([1, 2, 3])
    script.step("the sample leaves first, and a session begins", COMMIT, OK, 0)
    script.samples_leave()
    script.session(fnv1a(data[64:]), fnv1a(data))
    script.step("there is no upload any more", COMMIT, NOT_BEGUN, 0)
    script.step("nor for a block", BLOCK, NOT_BEGUN, 0, offset=320, bytes="00")
    script.step("the firmware's own network runs", FORGET, OK, 0)
    script.session(OWN)
    script.step("it does already", FORGET, OK, 0)
    return script


def again():
    script = DeviceScript("gives a repetition the answer that it gave, and goes on with an upload after another host's HELLO",
                          "6.13")
    data, other = image(300), image(300, body=4)
    script.boot()
    script.greet(0xA0A0A0A0, "HELLO of a host")
    script.begin("300 bytes", data)
    script.block("200 of them", data, 0, 200)
    script.step("the very same once more", BLOCK, OK, 200, sequence=2, offset=0, bytes=data[:200].hex())
    script.greet(0xB0B0B0B0, "HELLO of another host, which forgets the answers and not the upload")
    script.step("sequence and step as before: no repetition now", BLOCK, OK, 200, sequence=2, offset=100, bytes=data[100:200].hex())
    script.begin("it is gone on with", data, next_=200)
    script.begin("another image: that is another upload", other)
    script.block("and the first one's bytes would be its", data, 200, 100, OUT_OF_ORDER, 0)
    return script


def refused():
    script = DeviceScript("says why it refuses a step, and sends 0 for next with every status but ok and out of order", "6.13")
    data, own = image(300), image(320)
    script.boot()
    script.step("nothing is under way", BLOCK, NOT_BEGUN, 0, offset=64, bytes="00")
    script.step("nothing is under way", COMMIT, NOT_BEGUN, 0)
    script.begin("one byte more than a slot holds", image(SLOT + 1), TOO_LARGE)
    script.begin("300 bytes", data)
    script.block("200 of them", data, 0, 200)
    script.step("beyond the image", BLOCK, TOO_LARGE, 0, offset=200, bytes=bytes(101).hex())
    script.begin("which the upload has survived", data, next_=200)
    script.step("other bytes than its hash is of", BLOCK, OK, 300, offset=200, bytes=bytes(100).hex())
    script.step("so", COMMIT, DAMAGED, 0)
    script.block("that ended the upload", data, 200, 100, NOT_BEGUN, 0)
    script.begin("so it begins again", data)
    script.upload(image(300, b"NO"))
    script.step("no network that could run", COMMIT, INVALID, 0)
    script.upload(image(300, b"MORE"))
    script.step("a network, but not for this device", COMMIT, UNSUPPORTED, 0)
    script.upload(own)
    script.event("flash fails", "From now on")
    script.step("it runs what it ran", COMMIT, FLASH, 0)
    script.begin("nothing can be erased", data, FLASH)
    script.event("flash works", "From now on")
    script.begin("300 bytes", data)
    script.event("flash fails", "From now on")
    script.block("nothing can be written", data, 0, 232, FLASH, 0)
    script.event("flash works", "From now on")
    script.block("that ended the upload", data, 0, 232, NOT_BEGUN, 0)
    return script


def options():
    script = DeviceScript("begins a session when other decision options come with the network that it runs", "6.1, 6.13, 7")
    one, other = image(192), image(192, b"MQN1 other options")
    network = fnv1a(one[64:])
    script.boot()
    script.upload(one)
    script.step("a network", COMMIT, OK, 0)
    script.session(network, fnv1a(one))
    script.upload(other)
    script.step("the same network hash, another image hash", COMMIT, OK, 0)
    script.session(network, fnv1a(other))
    return script


# Five fingers, the opening of a mouth, a motion sensor on the other hand and an unnamed one: two pages.
def eleven():
    def channel(name, unit_text="", **more):
        return {"kind": 0, "unit": 0, "scale": 0.25, "offset": 0.0, "full_scale": 0.0, "rate": 0.0, "unit_text": unit_text,
                "name": name} | more

    motion = {"unit": 1, "scale": 1 / 8192, "full_scale": 4.0}
    return [*(channel(f"flex_{number}", "degrees") for number in range(5)),
            channel("mouth.opening-of-the-left-corner", "mm", scale=0.03125, offset=-4.0, full_scale=60.0, rate=30.0),
            *(channel(f"left.a{axis}", kind=0x10 + place, **motion) for place, axis in enumerate("xyz")),
            channel("current", "mA", scale=0.5, offset=1.5), channel("", kind=0x20, unit=4, scale=0.0625, full_scale=2000.0)]


def greeted_with_channels():
    script = DeviceScript("describes eleven channels, most of them with names, after each HELLO", "6.1, 6.2, 6.14", 0x27, eleven())
    script.boot()
    script.greet(0xA0A0A0A0, "HELLO of a host")
    script.event("poll", "All is said.")
    counts = [[100 * number + channel for channel in range(11)] for number in range(4)]
    counts[1][0], counts[2][1] = -32768, -32767
    for count in counts:
        script.event("sample " + " ".join(map(str, count)), after=5_000)
    script.out(wire.DATA, {"counts": sum(counts, [])}, "DATA, four samples of eleven channels", time=script.time - 15_000, count=4)
    return script


def channels_without_room():
    script = DeviceScript("describes the rest at the first poll with room, and begins anew with each HELLO", "4, 6.14", 0x27,
                          eleven())
    script.boot()
    script.line(2, "For HELLO and the first page")
    script.greet(0xA0A0A0A0, "HELLO of a host")
    script.event("poll", "There is still none.")
    script.line(1, "For the second page")
    script.event("poll")
    script.describe()
    script.line(2, "For another HELLO, with which they begin anew")
    script.greet(0xA0A0A0A0, "HELLO of a host")
    script.line(0, "For none: the answer is lost, and what is to be described stays")
    script.greet(0xA0A0A0A0, "HELLO of a host")
    script.line(None, "For all")
    script.event("poll")
    script.describe()
    script.event("poll", "All is said.")
    return script


def scripts():
    return {"install.txt": install(), "install-again.txt": again(), "install-refused.txt": refused(),
            "install-options.txt": options(), "channels.txt": greeted_with_channels(), "channels-room.txt": channels_without_room()}
