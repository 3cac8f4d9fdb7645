"""What came of a long run: verdicts, tables and curves."""

from typing import NamedTuple

import curves
from instruments import Taken, quantile

# After the warm-up, in kB: the most memory above that at its end, and what it grows by steadily. A queue that is longer than it
# ever was keeps its room: a step, of which each queue makes some until it has held its 8 MB, or lines their 4 MB.
GREATEST_STEP, GREATEST_RISE = 16384, 1024
# Part of the time after the warm-up over which growth is looked at.
PART = 0.1
# Samples that a port may hold when it is taken away: its buffers of 4 KiB and of 64 KiB, at 14 bytes a sample.
IN_A_PORT = 5000
COUNTED = ("samples", "lost_samples", "windows", "events", "reconnections", "framing_errors", "crc_errors", "commands_ok",
           "dropped_windows")
SENT = ("samples", "samples_damaged", "bytes_damaged", "bytes_dropped", "bytes_inserted")


class Note(NamedTuple):
    """What a program took at a moment. samples: read until then. capture: its bytes on the disk."""

    samples: int
    seconds: float
    taken: Taken
    capture: int


class Soak(NamedTuple):
    """notes: in their order. warm: samples of the warm-up. summary: the program's last line; None if there was none. lines: that it
    wrote. share: of a core. sent: counts of each board. interrupted: boards that did not come to their end. received: bytes that
    each listener read. messages: of the broker. cut_off: listeners."""

    notes: list
    warm: int
    code: int | None
    summary: dict | None
    lines: int
    share: float
    sent: list
    interrupted: int
    received: dict
    messages: int
    cut_off: list

    @property
    def settled(self):
        """The notes after the warm-up."""
        return [note for note in self.notes if note.samples >= self.warm]

    @property
    def memory(self):
        """Resident memory after the warm-up, in kB."""
        return [note.taken.memory for note in self.settled]

    @property
    def rise(self):
        """By how much memory grows steadily after the warm-up, in kB: the median of its growth over all tenths of the time, ten
        times. What leaks a little with each sample or board shows in every tenth, what is asked for once in few."""
        length = max(1, round(len(self.memory) * PART))
        growth = [later - earlier for earlier, later in zip(self.memory, self.memory[length:])]
        return quantile(growth, 0.5) / PART if growth else 0

    @property
    def missing(self):
        """Samples that were sent in frames that no fault touched, and not received."""
        return self.total("samples") - self.total("samples_damaged") - self.summary["samples"]

    def total(self, name):
        return sum(counts[name] for counts in self.sent)

    def wrongs(self):
        """- Returns: what is wrong."""
        if not self.settled or not self.summary:
            return [f"it ended too early, with {self.code}"]
        wrongs = []
        if max(self.memory) - self.memory[0] > GREATEST_STEP:
            wrongs.append(f"memory rises from {self.memory[0]:,} to {max(self.memory):,} kB")
        if self.rise > GREATEST_RISE:
            wrongs.append(f"memory grows steadily, by {self.rise:,.0f} kB")
        for name in ("descriptors", "threads", "children"):
            if len(found := {getattr(note.taken, name) for note in self.settled}) > 1:
                wrongs.append(f"{name} differ: {sorted(found)}")
        if self.code != 0:
            wrongs.append(f"ends with {self.code}")
        if self.cut_off:
            wrongs.append(f"cut off were {', '.join(self.cut_off)}")
        if not 0 <= self.missing <= self.interrupted * IN_A_PORT:
            wrongs.append(f"{self.missing:,} samples are missing that no fault took, at {self.interrupted} interrupted boards")
        return wrongs

    def tables(self):
        """- Returns: what people read."""
        yield "| samples | seconds | resident memory | at most | descriptors | threads | children | capture |"
        yield "|---" * 8 + "|"
        for note in self.notes[:: max(1, len(self.notes) // 10)] + self.notes[-1:]:
            now = note.taken
            yield (f"| {note.samples:,} | {note.seconds:,.0f} | {now.memory:,} kB | {now.peak:,} kB | {now.descriptors} "
                   f"| {now.threads} | {now.children} | {note.capture / 2**20:.1f} MB |")
        if not self.settled or not self.summary:
            return
        yield f"\nafter the warm-up: memory {min(self.memory):,} to {max(self.memory):,} kB, grows steadily by {self.rise:,.0f} kB"
        yield "counted: " + self.words(self.summary.get, COUNTED) + f"; {self.lines:,} lines; {100 * self.share:.0f} % of a core"
        yield (f"sent by {len(self.sent)} boards, {self.interrupted} of them interrupted: " + self.words(self.total, SENT)
               + f"; {self.missing:,} samples neither damaged nor received")
        yield ("heard: " + ", ".join(f"{name} {count / 2**20:.1f} MB" for name, count in self.received.items())
               + f", broker {self.messages:,} events")

    @staticmethod
    def words(count, names):
        return ", ".join(f"{count(name):,} {name.replace('_', ' ')}" for name in names)

    def picture(self, title, in_minutes):
        """- Returns: an SVG."""
        positions = [note.seconds / 60 if in_minutes else note.samples / 1e6 for note in self.notes]
        warm = next(position for position, note in zip(positions, self.notes) if note.samples >= self.warm) - positions[0]
        positions = [position - positions[0] for position in positions]
        marks = range(0, int(positions[-1]) + 1, 10 if in_minutes else 1)
        panels = [self.panel("Resident memory, MB", {None: [note.taken.memory / 1024 for note in self.notes]}),
                  self.panel("Descriptors and threads", {"descriptors": [note.taken.descriptors for note in self.notes],
                                                         "threads": [note.taken.threads for note in self.notes]}),
                  self.panel("Capture on the disk, MB", {None: [note.capture / 2**20 for note in self.notes]})]
        return curves.picture(title, positions, ("minutes" if in_minutes else "million samples", marks), panels, warm)

    @staticmethod
    def panel(title, values):
        most = max(max(each) for each in values.values())
        # Room for it, at a number that people like.
        highest = next((end for end in (1, 2, 5, 10, 20, 40, 60, 80, 100, 120, 160, 200) if end > most * 1.05), most)
        return curves.Panel(title, highest, [curves.Curve(name, each) for name, each in values.items()])

    def rows(self):
        """- Returns: all notes as CSV."""
        yield ",".join(["samples", "seconds", *Taken._fields, "capture"])
        for note in self.notes:
            yield ",".join(map(str, (note.samples, round(note.seconds, 2), *note.taken, note.capture)))
