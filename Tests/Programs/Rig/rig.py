"""The product at real serial drivers, without hardware: rig.py MOTIONQ MODEL FIRMWARE KERNEL [SCENES …]

Boots a Linux guest in which motionq runs, and a board whose line is the other end of the guest's serial devices; then plays one
scene after the other. Prints a line for each: how often it was tried, how often it passed, and seconds. Linux only.
"""

import pathlib
import shutil
import signal
import sys
import tempfile
import time

import image
import scenes
from board import Board
from guest import Failure, Guest
from setting import Setting, made


def main(motionq, model, firmware, kernel, names):
    began, bad = time.monotonic(), 0
    # The name of a socket may have a hundred bytes or so.
    work = pathlib.Path(tempfile.mkdtemp(prefix="rig-")).resolve()
    closing = []
    try:
        inputs = made(motionq, model, work / "inputs")
        unpacked, modules = image.kernel(kernel)
        guest = Guest(work, unpacked, image.make(motionq, modules, inputs, work), ["usb1", "usb2"])
        closing.append(guest)
        board = Board(work / "board", firmware, inputs / "counts")
        closing.append(board)
        guest.do("true")
        setting = Setting(guest, board, motionq, inputs)
        print(f"{'scene':44} {'times':>5} {'passed':>6} {'seconds':>7}", flush=True)
        print(f"{'the guest boots':44} {1:5} {1:6} {time.monotonic() - began:7.1f}", flush=True)
        for name, scene in scenes.SCENES.items():
            if names and name not in names:
                continue
            start = time.monotonic()
            try:
                results = scene(setting)
            except Failure as failure:
                results = [(scene.__doc__.split("\n")[0], 1, [str(failure)], [])]
            for title, times, wrongs, remarks in results:
                print(f"{title:44} {times:5} {times - len(wrongs):6} {time.monotonic() - start:7.1f}", flush=True)
                for remark in remarks:
                    print(f"    {remark}", flush=True)
                for wrong in wrongs:
                    print(f"    wrong: {wrong}", file=sys.stderr, flush=True)
                bad, start = bad + len(wrongs), time.monotonic()
            setting.clear()
    finally:
        for one in closing:
            one.close()
        shutil.rmtree(work, ignore_errors=True)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(*(pathlib.Path(path).resolve() for path in sys.argv[1:5]), sys.argv[5:]))
    except KeyboardInterrupt:
        sys.exit(130)
