"""The verbs that read and write files, each with words that take a moment and what stands at its outputs before."""

import gzip
import json
import struct
from typing import NamedTuple

from live import LIGHTS

OLD = b"the old file\n"


class Verb(NamedTuple):
    """words: of the command. old: what is in `out` before, by path; None for a folder. timed: whether its files hold times."""

    name: str
    words: list
    old: dict
    timed: bool = False


def verb(name, words, old=None, timed=False):
    return Verb(name, words.split(), {"file": OLD} if old is None else old, timed)


# MARK: - What they read

MADE = [
    "demo --write-model model.safetensors",
    "dataset synthesize --gestures 1 --subjects 1000 --output walk.csv",
    "dataset synthesize --gestures 1 --subjects 1000-1001 --output two.csv",
    "dataset synthesize --strokes 3 --subjects 7 --gestures 3 --output strokes.csv",
    "dataset synthesize --daily-life --subjects 3 --gestures 1 --output life.csv",
]
TABLE = "time_s;acc_x;acc_y;acc_z;activity\n" + "".join(f"{n / 50:.2f};0.0{n % 7};0;1;walk\n" for n in range(400))
HEADER = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz\n"
STILL = HEADER + "".join(f"s,me,rest,{n * 20},0,0,1,0.02,0,0\n" for n in range(500))


def state_dict():
    """A PyTorch state dict of zeros: 8 units, 6 inputs, 3 labels."""
    shapes = {
        "fc.bias": [3], "fc.weight": [3, 8], "lstm.bias_hh_l0": [32], "lstm.bias_ih_l0": [32], "lstm.weight_hh_l0": [32, 8],
        "lstm.weight_ih_l0": [32, 6]}
    header, at = {}, 0
    for name, shape in shapes.items():
        size = 4 * shape[0] * (shape[1] if len(shape) > 1 else 1)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(at)


def complete(folder):
    """Adds to a folder of what motionq made what it does not make."""
    (folder / "walk.csv.gz").write_bytes(gzip.compress((folder / "walk.csv").read_bytes(), mtime=0))
    (folder / "torch.safetensors").write_bytes(state_dict())
    (folder / "lights.yml").write_text(LIGHTS)
    (folder / "still.csv").write_text(STILL)
    (folder / "table.txt").write_text(TABLE)


# MARK: - What they do

TRAIN = "--hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o out/file"
# The files of an older export, which go together.
EXPORT = {f"file/{name}": OLD for name in ("network.h", "network.c", "Network.swift", "module.modulemap", "network.mqn")}
EMPTY = {"file": None}
VERBS = [
    verb("quantize", "quantize model.safetensors -o out/file"),
    verb("export", "export --model model.safetensors -o out/file", EMPTY | EXPORT),
    verb("export, new", "export --model model.safetensors -o out/file", {}),
    verb("import", "import torch.safetensors --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz -o out/file"),
    verb("train", f"train --data walk.csv {TRAIN}"),
    verb("train --validate", f"train --data two.csv --validate-subjects v1001 {TRAIN}"),
    verb("teach", "teach --head-alone --data strokes.csv -o out/file"),
    verb("tune", "tune --model model.safetensors --data walk.csv --background life.csv -o out/file"),
    verb("evaluate", "evaluate --model model.safetensors --data walk.csv.gz --report out/file", timed=True),
    verb("classify --json", "classify --model model.safetensors --data walk.csv.gz --json", {}),
    verb("info", "info model.safetensors", {}),
    verb("segment --save", "segment --data walk.csv --fit walk.csv --save out/file"),
    verb("segment -o", "segment --data walk.csv --label wave -o out/file", EMPTY),
    verb("synthesize", "dataset synthesize --gestures 1 --output out/file"),
    verb("counts", "dataset counts --data walk.csv --output out/file"),
    verb("show --report", "dataset show two.csv --report out/file"),
    verb("convert", "dataset convert table.txt -o out/file", EMPTY),
    verb("convert --report", "dataset convert table.txt -o out/new --report out/file"),
    verb("convert to MCAP", "dataset convert walk.csv -o out/file.mcap", {}),
    verb("trim", "dataset trim two.csv --begin 0.1 --drop -o out/file", {}),
    verb("relabel", "dataset relabel two.csv --label shake --as wave -o out/file", EMPTY),
    verb("drop", "dataset drop two.csv --label shake -o out/file", EMPTY),
    verb("images", "dataset images walk.csv -o out/file", {}),
    verb("demo --write-model", "demo --write-model out/file"),
]
