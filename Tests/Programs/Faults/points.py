"""Which calls can be made to fail, and how: the kinds that shim.h counts, each with its faults."""

import errno
from typing import NamedTuple


class Fault(NamedTuple):
    """A way in which a call fails.

    manner: once, from (this call and all after it), short (half of the bytes), jump or back (clocks)
    value: an error number, or for clocks seconds
    """

    manner: str
    value: int

    def __str__(self):
        named = errno.errorcode.get(self.value, "") if self.manner in ("once", "from") else ""
        return f"{self.manner} {named}".strip()


# In the order of shim.h. A full disk stays full and a table of descriptors stays full: `from`.
FAULTS = {
    "open": [Fault("once", errno.EACCES), Fault("from", errno.EMFILE)],
    "read": [Fault("once", errno.EIO), Fault("once", errno.EINTR), Fault("short", 0)],
    "write": [Fault("from", errno.ENOSPC), Fault("once", errno.EIO), Fault("once", errno.EINTR), Fault("short", 0)],
    "flush": [Fault("once", errno.EIO), Fault("once", errno.ENOSPC)],
    "rename": [Fault("once", errno.EIO), Fault("once", errno.ENOSPC)],
    "status": [Fault("once", errno.EACCES)],
    "folder": [Fault("once", errno.EIO)],
    "unlink": [Fault("once", errno.EACCES)],
    "cut": [Fault("once", errno.EIO)],
    "close": [Fault("once", errno.EIO)],
    "lock": [Fault("once", errno.EWOULDBLOCK), Fault("once", errno.ENOLCK)],
    "poll": [Fault("once", errno.EINTR), Fault("once", errno.ENOMEM)],
    "terminal": [Fault("once", errno.EIO)],
    "map": [Fault("once", errno.ENOMEM)],
    "memory": [Fault("once", errno.ENOMEM)],
    "thread": [Fault("once", errno.EAGAIN)],
    "clock": [Fault("jump", 3600), Fault("back", 3600)],
}
KINDS = list(FAULTS)


class Point(NamedTuple):
    """The call of a kind that fails, counted from 1, and how."""

    kind: str
    number: int
    fault: Fault

    @property
    def wish(self):
        """As the shim reads it."""
        return f"{KINDS.index(self.kind)}:{self.number}:{self.fault.manner}:{self.fault.value}"

    def __str__(self):
        return f"{self.kind} {self.number} {self.fault}"


def points(counts, most=None):
    """Every point of a program that made so many calls of each kind.

    most: of more calls of a kind than that, so many, spread evenly over all
    """
    for kind, faults in FAULTS.items():
        count = counts[kind]
        step = max(1, count / most) if most else 1
        for index in range(int(count / step)):
            for fault in faults:
                yield Point(kind, int(index * step) + 1, fault)
