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
from guest import Ended, Failure, Guest
from setting import Setting, made


class Stage:
    """A guest and a board, which stay from scene to scene."""

    def __init__(self, motionq, model, firmware, kernel, folder):
        self.motionq, self.folder, self.inputs = motionq, folder, made(motionq, model, folder / "inputs")
        self._kernel, modules = image.kernel(kernel)
        self._image = image.make(motionq, modules, self.inputs, folder)
        self.board = Board(folder / "board", firmware, self.inputs / "counts")
        self.guest, self.setting = None, None

    def boot(self):
        self.end_guest()
        sockets = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.guest = Guest(sockets, self._kernel, self._image, ["usb1", "usb2"])
        self.setting = Setting(self.guest, self.board, self.motionq, self.inputs)
        self.guest.do("true")

    def end_guest(self):
        if self.guest:
            self.setting.wire.close()
            self.guest.close()

    def play(self, scene):
        """Plays a scene; once more if the emulator died of it, which says nothing of motionq. - Returns: its rows."""
        remarks = []
        while True:
            try:
                rows = scene(self.setting)
                self.setting.clear()
                rows[0][3].extend(remarks)
                return rows
            except Ended as end:
                self.boot()
                if remarks:
                    return [(scene.__doc__, 1, [str(end)], remarks)]
                remarks.append("the emulator died, and the scene was played again")
            except Failure as failure:
                try:
                    self.setting.clear()
                except (Ended, Failure):
                    self.boot()
                return [(scene.__doc__, 1, [str(failure)], remarks)]


def main(motionq, model, firmware, kernel, names):
    began, bad, stage = time.monotonic(), 0, None
    # The name of a socket may have a hundred bytes or so.
    work = pathlib.Path(tempfile.mkdtemp(prefix="rig-")).resolve()
    try:
        stage = Stage(motionq, model, firmware, kernel, work)
        stage.boot()
        print(f"{'scene':44} {'times':>5} {'passed':>6} {'seconds':>7}")
        print(f"{'the guest boots':44} {1:5} {1:6} {time.monotonic() - began:7.1f}", flush=True)
        for name, scene in scenes.SCENES.items():
            if names and name not in names:
                continue
            start = time.monotonic()
            for title, times, wrongs, remarks in stage.play(scene):
                print(f"{title:44} {times:5} {max(0, times - len(wrongs)):6} {time.monotonic() - start:7.1f}", flush=True)
                for remark in remarks:
                    print(f"    {remark}", flush=True)
                for wrong in wrongs:
                    print(f"    wrong: {wrong}", file=sys.stderr, flush=True)
                bad, start = bad + len(wrongs), time.monotonic()
    finally:
        if stage:
            stage.end_guest()
            stage.board.close()
        shutil.rmtree(work, ignore_errors=True)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    if unknown := set(sys.argv[5:]) - scenes.SCENES.keys():
        print(f"rig.py: no scene is called {', '.join(sorted(unknown))}; there are {', '.join(scenes.SCENES)}", file=sys.stderr)
        sys.exit(64)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(*(pathlib.Path(path).resolve() for path in sys.argv[1:5]), sys.argv[5:]))
    except KeyboardInterrupt:
        sys.exit(130)
