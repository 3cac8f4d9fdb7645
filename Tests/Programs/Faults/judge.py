"""Whether a run that met a fault ended as the documents say: docs/COMMANDS.md on exit codes, docs/FILES.md on files."""

import re
import zlib

# Of docs/COMMANDS.md, those that a fault of the system may lead to. Not 64 (a wrong use) and not 70 (a fault of the program).
CODES = {0: "done", 65: "bad data", 66: "no such input", 69: "no device", 74: "input/output error"}
LEFTOVER = re.compile(r"(^|/)\.motionq-[0-9a-f]{16}\.new$")


def masked(contents):
    """Without figures, where two runs differ in times."""
    return None if contents is None else re.sub(rb"[0-9]+([.,][0-9]+)*", b"#", contents)


def unpacked(contents):
    """A PNG picture as its pixels and all else: without memory they are stored unpacked."""
    head, _, rest = contents.partition(b"IDAT")
    pixels = zlib.decompressobj()
    return head[:-4], pixels.decompress(rest), pixels.unused_data[4:]


def of(files, output):
    """The files of one output."""
    return {name: files[name] for name in sorted(files) if name.split("/")[0] == output}


class Reference:
    """What a verb does without a fault, twice the same."""

    def __init__(self, verb, first, second):
        self.new, self.counts, self.output = first.files, first.counts, first.output
        self.old, self.is_timed = verb.old, verb.timed
        for run in (first, second):
            if run.code != 0:
                raise ValueError(f"it fails without a fault ({run.code}): {run.errors.decode(errors='replace')}")
        if not self.is_new(second.files):
            raise ValueError("two runs without a fault differ by more than figures")

    def is_same(self, some, others):
        """Whether files are the same; figures are seconds in files with times."""
        if some == others or not self.is_timed:
            return some == others or some.keys() == others.keys() and all(
                some[name] == others[name] or name.endswith(".png") and unpacked(some[name]) == unpacked(others[name])
                for name in some)
        return [(name, masked(some[name])) for name in some] == [(name, masked(others[name])) for name in others]

    def is_new(self, files):
        """Whether these are the files of a run without a fault."""
        return self.is_same(dict(sorted(files.items())), dict(sorted(self.new.items())))

    def is_each_whole(self, files):
        """Whether each output, a file or a folder, is all old or all new."""
        outputs = {name.split("/")[0] for name in [*files, *self.old, *self.new]}
        return all(
            self.is_same(of(files, output), of(self.old, output)) or self.is_same(of(files, output), of(self.new, output))
            for output in outputs)

    def is_whole(self, output):
        """Whether a run has said all; figures may be seconds."""
        return masked(output) == masked(self.output)


def complaint(reference, outcome, point):
    """- Returns: what is wrong with how a run ended; None if nothing is."""
    if outcome.code is None:
        return "does not end"
    if outcome.code < 0:
        return f"dies by signal {-outcome.code}"
    if outcome.code not in CODES:
        return f"ends with {outcome.code}"
    files = dict(outcome.files)
    if point.kind == "unlink":
        # What may not be removed stays; the next write removes it.
        files = {name: contents for name, contents in files.items() if not LEFTOVER.search(name)}
    if not reference.is_each_whole(files):
        extra = sorted(files.keys() - reference.new.keys() - reference.old.keys())
        lost = sorted(name for name in reference.old if name not in files)
        return f"leaves {extra or 'no extra file'}, has lost {lost or 'none'}; an output is neither old nor new"
    is_new = reference.is_new(files)
    said = outcome.errors.decode(errors="replace")
    if outcome.code == 0:
        if not is_new:
            return "ends with 0 and has not written"
        if not reference.is_whole(outcome.output):
            return "ends with 0 and has not said all"
    elif not any(line.startswith("motionq: ") for line in said.splitlines()):
        return f"ends with {outcome.code} and says nothing"
    elif "Success" in said or "Undefined error" in said:
        return f"names no reason: {said}"
    return None
