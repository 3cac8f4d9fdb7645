"""A Linux guest in QEMU: its serial devices come and go, and programs run in it as the rig says."""

import json
import re
import subprocess
import threading
import time

from processes import connected, ended, started

# Seconds of this machine for whatever takes a moment in the guest: a verdict goes by the guest's own clock.
PATIENCE_SECONDS = 60


class Failure(Exception):
    """Something in the guest is not as it should be."""


class Ended(Failure):
    """The guest itself has ended, or its emulator."""


class Journal:
    """The kernel's messages, and among them what programs in the guest wrote: times in seconds of the guest's clock, and texts."""

    def __init__(self, connection):
        self.lines, self.arrived = [], threading.Condition()
        threading.Thread(target=self._take, args=(connection,), daemon=True).start()

    def _take(self, connection):
        for line in connection.makefile("r", errors="replace"):
            head, _, text = line.rstrip("\n").partition(";")
            fields = head.split(",")
            # A line that begins with a space belongs to the one before it, and says where in the kernel it arose.
            if line.startswith(" ") or len(fields) < 3:
                continue
            text = re.sub(r"\\x([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), text)
            with self.arrived:
                self.lines.append((int(fields[2]) / 1e6, text))
                self.arrived.notify_all()

    @property
    def end(self):
        """The number of the next line."""
        with self.arrived:
            return len(self.lines)

    def wait(self, pattern, since=0, seconds=PATIENCE_SECONDS):
        """Waits for a line.

        since: the number of the first line that counts
        - Returns: its number, its time, and the match.
        - Throws: Failure
        """
        wanted, at, end = re.compile(pattern), since, time.monotonic() + seconds
        with self.arrived:
            while True:
                while at < len(self.lines):
                    moment, text = self.lines[at]
                    if match := wanted.search(text):
                        return at, moment, match
                    at += 1
                if not self.arrived.wait(max(0, end - time.monotonic())):
                    last = "\n    ".join(f"{moment:.3f} {text}" for moment, text in self.lines[-8:])
                    raise Failure(f"no line like {pattern} in {seconds} s; the last are\n    {last}")

    def count(self, pattern, since=0):
        """How many lines there are."""
        with self.arrived:
            return sum(1 for _, text in self.lines[since:] if re.search(pattern, text))


class Guest:
    """The guest. lines: for each serial device that may be plugged in, its name here."""

    def __init__(self, folder, kernel, image, lines):
        # The serial number of each device that QEMU has, plugged in or not.
        self._serials = {}
        self._sockets = sockets = {name: folder / f"guest-{name}" for name in ["qmp", "commands", "journal", "gadget", *lines]}

        def chardev(name):
            return ["-chardev", f"socket,id={name},path={sockets[name]},server=on,wait=off"]

        # The kernel's check of its timer fails where this machine is slow.
        kernel_words = "console=ttyS0 quiet panic=-1 mitigations=off no_timer_check printk.devkmsg=on log_buf_len=4M"
        words = [
            "qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64", "-smp", "1", "-m", "384", "-nodefaults", "-no-user-config",
            "-display", "none", "-no-reboot", "-kernel", str(kernel), "-initrd", str(image), "-append",
            kernel_words, "-serial", f"file:{folder / 'console'}", *chardev("qmp"), "-mon", "chardev=qmp,mode=control", "-device",
            "virtio-serial-pci,id=ports"]
        for name in ["commands", "journal", "gadget"]:
            words += [*chardev(name), "-device", f"virtserialport,bus=ports.0,chardev={name},name={name}"]
        words += ["-device", "qemu-xhci,id=usb", "-trace", "usb_serial_handle_control", "-trace", "usb_serial_set_baud"]
        for name in lines:
            words += chardev(name)
        self.process = started(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.console = folder / "console"
        try:
            self._qmp = connected(sockets["qmp"], self.process).makefile("rw")
            self._events = []
            self._qmp.readline()
            self.machine("qmp_capabilities")
            self._commands = connected(sockets["commands"], self.process).makefile("rwb", buffering=0)
            self.journal = Journal(connected(sockets["journal"], self.process))
            self.gadget = connected(sockets["gadget"], self.process)
        except BaseException:
            ended(self.process)
            raise
        # Hears what the guest does with lines and speeds: a request and its value, or "baud" and bits per second.
        self.hears = lambda request, value: None
        threading.Thread(target=self._trace, daemon=True).start()

    def _trace(self):
        for line in self.process.stderr:
            if match := re.search(r"got control (0x[0-9a-f]+), value (0x[0-9a-f]+)", line):
                self.hears(int(match[1], 16), int(match[2], 16))
            elif match := re.search(r"baud rate (\d+)", line):
                self.hears("baud", int(match[1]))

    def close(self):
        ended(self.process)

    # MARK: What the machine does

    def machine(self, command, **arguments):
        """An order to QEMU. - Throws: Failure"""
        try:
            self._qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self._qmp.flush()
            while line := self._qmp.readline():
                answer = json.loads(line)
                if "error" in answer:
                    raise Failure(f"{command}: {answer['error']['desc']}")
                if "return" in answer:
                    return answer["return"]
                self._events.append(answer)
        except OSError:
            pass
        raise self._end()

    def _end(self):
        """What is said when it has ended."""
        self.process.wait()
        return Ended(f"QEMU has ended with {self.process.returncode}: {self.console.read_text(errors='replace')[-400:]}")

    def plug(self, line, serial):
        """Plugs a device in, with a serial number. - Returns: the connection to its other end; closing it unplugs the device."""
        if self._serials.get(line) != serial:
            if line in self._serials:
                self.machine("device_del", id=line)
                self._await_event("DEVICE_DELETED")
            self.machine("device_add", driver="usb-serial", bus="usb.0", id=line, chardev=line, serial=serial)
            self._serials[line] = serial
        try:
            return connected(self._sockets[line], self.process)
        except SystemExit:
            raise self._end() from None

    def _await_event(self, name):
        while not any(event["event"] == name for event in self._events):
            self.machine("query-status")
            time.sleep(0.01)
        self._events.clear()

    # MARK: What runs in it

    def do(self, command, may_fail=False):
        """Runs a line of shell. - Returns: what it printed. - Throws: Failure"""
        said = b""
        try:
            self._commands.write(command.encode() + b"\n")
            while not (match := re.search(rb"\n=(\d+)=\n$", said)):
                chunk = self._commands.read(65536)
                if not chunk:
                    raise self._end()
                said += chunk
        except OSError:
            raise self._end() from None
        text = said[: match.start()].decode(errors="replace").strip()
        if match[1] != b"0" and not may_fail:
            raise Failure(f"{command} ends with {int(match[1])}: {text}")
        return text
