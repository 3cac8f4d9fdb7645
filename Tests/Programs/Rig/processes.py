"""Programs that end when the rig ends, however it ends."""

import contextlib
import ctypes
import signal
import socket
import subprocess
import time

LIMIT_SECONDS = 60
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def started(words, **options):
    """Starts a program in a session of its own, so that a Ctrl-C is for the rig, which ends it."""
    return subprocess.Popen(
        words, start_new_session=True, preexec_fn=lambda: _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL), **options)


def ended(process):
    """Ends a program, and waits until it has."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    process.wait()


def connected(path, process):
    """A connection to a local socket that a program is about to make.

    - Throws: SystemExit, if the program ends or the socket does not come.
    """
    end = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < end and process.poll() is None:
        connection = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
            connection.connect(str(path))
            return connection
        connection.close()
        time.sleep(0.02)
    raise SystemExit(f"{process.args[0]} does not start: there is no {path}")
