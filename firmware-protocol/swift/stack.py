#!/usr/bin/env python3
"""The most stack that a firmware can ever need, from its own instructions: stack.py FIRMWARE.elf

A function's frame is all that it pushes and subtracts, on whichever way through it. Calls go by name, through a constant beside
the code, or by a pointer, which may lead to every function whose address stands in the data. On top of the main program come one
interrupt, for all have one priority, and one fault. Prints the bytes, then the deepest way; ends with 1 if functions call each
other in a circle, or move the stack pointer by an amount that cannot be read.
"""
import bisect
import re
import struct
import subprocess
import sys

# Of a network and of the function tables: they may look like the address of anything.
NUMBERS = re.compile(r"_(weights|bias|shifts)$|^tanh_table$|TableO5nodes")
EXCEPTION = 108  # what the processor pushes, floating point included, and what aligns it
HANDLERS = re.compile(r"(_expired|_received|_handler)$|^firmware_main$")


def run(tool, *arguments):
    return subprocess.run(["arm-none-eabi-" + tool, *arguments], check=True, capture_output=True, text=True).stdout


class Image:
    """Sections of an ELF file by address, and its functions."""

    def __init__(self, path):
        data = open(path, "rb").read()
        table, size, count = struct.unpack_from("<I", data, 32)[0], *struct.unpack_from("<HH", data, 46)
        self.parts = []
        for index in range(count):
            kind, flags, address, offset, length = struct.unpack_from("<IIIII", data, table + index * size + 4)
            if kind == 1 and flags & 2:  # contents, in memory
                self.parts.append((address, data[offset : offset + length]))
        self.functions = {}
        for line in run("nm", path).splitlines():
            words = line.split()
            if len(words) == 3 and words[1] in "tTwW" and not re.fullmatch(r"\$[atd](\..*)?", words[2]):
                self.functions.setdefault(int(words[0], 16) & ~1, words[2])
        self.starts = sorted(self.functions)
        self.numbers = []
        for line in run("nm", "-S", path).splitlines():
            words = line.split()
            if len(words) == 4 and NUMBERS.search(words[3]):
                self.numbers.append((int(words[0], 16), int(words[0], 16) + int(words[1], 16)))

    def word(self, address):
        for start, contents in self.parts:
            if start <= address <= start + len(contents) - 4:
                return struct.unpack_from("<I", contents, address - start)[0]
        return None

    def start_of(self, address):
        index = bisect.bisect_right(self.starts, address) - 1
        return self.starts[index] if index >= 0 else None

    def pointed(self):
        """Functions whose address, odd as Thumb code's is, stands somewhere but among a network's numbers."""
        found = set()
        for start, contents in self.parts:
            for offset in range(0, len(contents) - 3, 4):
                value = struct.unpack_from("<I", contents, offset)[0]
                if value & 1 and value & ~1 in self.functions:
                    if not any(first <= start + offset < end for first, end in self.numbers):
                        found.add(value & ~1)
        return {address for address in found if not HANDLERS.search(self.functions[address])}


def registers(words):
    """How many a list such as {r4, r6-r8, lr} names."""
    count = 0
    for part in words.strip("{} ").split(","):
        ends = part.strip().split("-")
        count += 1 if len(ends) == 1 else int(ends[1].strip()[1:]) - int(ends[0].strip()[1:]) + 1
    return count


class Calls:
    """Frames of functions, and whom they call."""

    def __init__(self, path):
        self.image = Image(path)
        self.frames = dict.fromkeys(self.image.starts, 0)
        self.callees = {start: set() for start in self.image.starts}
        self.by_pointer = set()
        self.is_sound = True
        constants = {}
        inside = None
        for line in run("objdump", "-d", "--no-show-raw-insn", path).splitlines():
            match = re.match(r"\s+([0-9a-f]+):\t(\S+)\s*(.*)", line)
            if not match:
                continue
            address, operation, rest = int(match[1], 16), match[2], match[3].split(";")[0]
            start = self.image.start_of(address)
            if start != inside:
                inside, constants = start, {}
            if start is not None:
                self.frame(start, operation, rest.split("@")[0].strip())
                self.call(start, address, operation, rest, constants)

    def frame(self, start, operation, rest):
        stored = re.match(r"(v?)(push|stmdb)", operation)
        if stored and (stored[2] == "push" or rest.startswith("sp!")):
            listed = rest[rest.index("{") :]
            self.frames[start] += registers(listed) * (8 if stored[1] and "d" in listed else 4)
        elif before := re.search(r"\[sp, #-(\d+)\]!", rest):
            self.frames[start] += int(before[1])
        elif re.match(r"sub", operation) and rest.startswith("sp,"):
            amount = re.search(r"#(\d+)", rest)
            if amount:
                self.frames[start] += int(amount[1])
            else:
                self.complain(start, "subtracts a register from its stack pointer")
        elif re.match(r"mov", operation) and rest.startswith("sp,") and "r7" not in rest:
            self.complain(start, "moves its stack pointer")

    def call(self, start, address, operation, rest, constants):
        words = rest.replace(",", " ").split()
        target = re.search(r"\b([0-9a-f]+) <", rest)
        if operation.startswith("ldr") and target and "[pc" in rest:
            constants[words[0]] = self.image.word(int(target[1], 16))
        elif operation.startswith("add") and words[1:] == ["pc"] and constants.get(words[0]) is not None:
            constants[words[0]] = (constants[words[0]] + address + 4) & 0xFFFFFFFF
        elif operation in ("blx", "bx") and words[0] != "lr":
            known = constants.get(words[0])
            if known is not None and known & ~1 in self.image.functions:
                self.callees[start].add(known & ~1)
            else:
                self.by_pointer.add(start)
        elif operation.startswith("b") and target:
            if operation.startswith("bl"):
                for name in ("r0", "r1", "r2", "r3", "ip", "lr"):
                    constants.pop(name, None)
            callee = self.image.start_of(int(target[1], 16))
            if callee is not None and callee != start:
                self.callees[start].add(callee)
        elif operation.startswith(("pop", "ldm", "ldrd")):
            for name in re.findall(r"\b(?:r\d+|sl|fp|ip|lr)\b", rest):
                constants.pop(name, None)
        elif operation == "mov" and len(words) == 2 and words[1] in constants:
            constants[words[0]] = constants[words[1]]
        elif words and not operation.startswith(("str", "cmp", "tst", "push", "stm", "v", "b", "cb", "it")):
            constants.pop(words[0], None)

    def complain(self, start, words):
        print(f"stack.py: {self.image.functions[start]} {words}", file=sys.stderr)
        self.is_sound = False

    def deepest(self, start, known, path):
        """Bytes from a function on, and the next on the deepest way."""
        if start in known:
            return known[start][0]
        if start in path:
            names = [self.image.functions[name] for name in path[path.index(start) :]]
            self.complain(start, "calls itself, by way of " + ", ".join(names))
            return 0
        callees = self.callees[start] | (self.image.pointed() if start in self.by_pointer else set())
        below = [(self.deepest(callee, known, path + [start]), callee) for callee in callees]
        most = max(below, default=(0, None))
        known[start] = (self.frames[start] + most[0], most[1])
        return known[start][0]


def main():
    calls = Calls(sys.argv[1])
    named = {name: start for start, name in calls.image.functions.items()}
    known = {}
    program = calls.deepest(named["reset_handler"], known, [])
    interrupts = [calls.deepest(start, known, []) for name, start in named.items() if re.search(r"(_expired|_received)$", name)]
    fault = calls.deepest(named["fault_handler"], known, [])
    print(program + max(interrupts) + fault + 2 * EXCEPTION)
    start = named["reset_handler"]
    while start is not None:
        print(f"{calls.frames[start]:6d} {calls.image.functions[start]}")
        start = known[start][1]
    sys.exit(0 if calls.is_sound else 1)


main()
