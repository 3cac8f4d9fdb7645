#!/usr/bin/env python3
"""Runs networks and decisions as ARITHMETIC.md says, written from that page alone, and compares with what the engine gave.

    python3 oracle.py [--page PATH] [--any-version] FOLDER…

A folder has model.safetensors, recording.csv and windows.jsonl (as `motionq classify --json` prints them), or decisions.json, or
both. Exit code 1 if anything differs.

decisions.json is an object: labels, rest, threshold, smoothing, enter_ratio, exit_ratio and refractory are the numbers of §9, and
windows are objects: time, probabilities, reset (a gap comes before it), ended (when the stream before it ended, if it did), and
what is expected: left (the label that this end left), answer, confidence, phase (none, enter, hold, exit), active. Labels are numbers;
for none a key is null or absent."""

import argparse
import csv
import json
import sys
import time
from pathlib import Path

import numpy as np

from decisions import Decider
from model import read_network
from network import Page, Refused, input_values, require, run_recording

COLUMNS = "session subject label timestamp_ms ax ay az gx gy gz".split()
PAGE = Path(__file__).resolve().parent / "../../../Sources/Core/MotionCore/LSTM/ARITHMETIC.md"


def read_recording(path, network):
    """The network's inputs, sample by sample, and the sessions: (name, first row, rows). A session is a run of rows of one name."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        require(next(lines, None) == COLUMNS, f"{path.name} has other columns than {','.join(COLUMNS)}.")
        rows = list(lines)
    sessions = []
    for number, row in enumerate(rows):
        if number == 0 or row[0] != rows[number - 1][0]:
            sessions.append([row[0], number, 0])
        sessions[-1][2] += 1
    if network.rate:                                                      # no resampling here, and no gaps
        times = np.array([row[3] for row in rows], np.float64) * network.rate / 1000
        for name, first, count in sessions:
            step = np.diff(times[first:first + count])
            require(np.all(np.abs(step - 1) < 0.5), f"{path.name}: session {name} has gaps, or not {network.rate} Hz.")

    columns = [COLUMNS.index(feature["name"]) for feature in network.inputs]
    x = np.array([[float(row[c]) for c in columns] for row in rows], np.float64).reshape(-1, len(columns))
    return input_values(network, x), sessions


def q15(printed):
    value = round(printed * 32768)
    require(abs(value - printed * 32768) < 1e-4, f"{printed} is no multiple of 1 / 32768.")
    return value


def check_windows(folder, page, any_version):
    """What the file says and what we say, as two lists of dictionaries."""
    network = read_network(folder / "model.safetensors", page, any_version)
    windows, probabilities, unknown = run_recording(network, *read_recording(folder / "recording.csv", network))
    keys = ("session", "end_sample", "slot")
    expected, ours = [], []
    for line in filter(str.strip, open(folder / "windows.jsonl", encoding="utf-8")):
        line = json.loads(line)
        expected.append({key: line[key] for key in (*keys, "label")} | {"probability": q15(line["probability"])}
                        | {"unknown": line.get("unknown", False)}
                        | {f"p of {label}": q15(p) for label, p in line["probabilities"].items()})
    for window, p, far in zip(windows, probabilities.tolist(), unknown.tolist()):
        best = p.index(max(p))                                            # §6: the first of those with the largest
        ours.append(dict(zip(keys, window)) | {"label": network.labels[best], "probability": p[best], "unknown": far}
                    | {f"p of {label}": value for label, value in zip(network.labels, p)})
    return expected, ours


def check_decisions(folder):
    file = json.loads((folder / "decisions.json").read_text(encoding="utf-8"))
    names = ("labels", "rest", "threshold", "smoothing", "enter_ratio", "exit_ratio", "refractory", "evidence", "leak",
             "limit", "shares")
    decider, ours = Decider(*(file.get(name) for name in names)), []
    keys = ("answer", "confidence", "phase", "active")
    for window in file["windows"]:
        left = decider.end(window["ended"]) if window.get("ended") is not None else None
        if window["reset"]:
            decider.gap()
        found = decider.window(window["time"], window["probabilities"])
        ours.append({"time": window["time"], "left": left} | dict(zip(keys, found)))
    return [{key: window.get(key) for key in ("time", "left", *keys)} for window in file["windows"]], ours


def compare(kind, expected, ours):
    """A sentence, and whether all is the same."""
    different = [number for number, (theirs, mine) in enumerate(zip(expected, ours)) if theirs != mine]
    if not different and len(expected) == len(ours):
        return f"{len(ours):,} {kind}s, every bit the same", True
    text = f"{len(different):,} of {min(len(expected), len(ours)):,} {kind}s differ"
    if len(expected) != len(ours):
        text += f"; the file has {len(expected):,} {kind}s, we have {len(ours):,}"
    for number in different[:1]:
        theirs, mine = expected[number], ours[number]
        where = ", ".join(f"{key} {theirs[key]}" for key in list(theirs)[:3 if kind == "window" else 1])
        what = ", ".join(f"{key}: file {theirs.get(key)}, oracle {mine.get(key)}"
                         for key in theirs | mine if theirs.get(key) != mine.get(key))
        text += f"; the first is line {number + 1} ({where}): {what}"
    return text, False


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--page", type=Path, default=PAGE, help="ARITHMETIC.md")
    arguments.add_argument("--any-version", action="store_true", help="also run files of another version than the page's")
    arguments.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    options = arguments.parse_args()
    try:
        page = Page(options.page)
    except (OSError, Refused) as error:
        sys.exit(f"The page: {error}")

    begun, failed, total = time.monotonic(), 0, {"window": 0, "decision": 0}
    for folder in options.folders:
        texts, good, found = [], True, 0
        try:
            for kind, name in (("window", "windows.jsonl"), ("decision", "decisions.json")):
                if (folder / name).exists():
                    is_window = kind == "window"
                    expected, ours = check_windows(folder, page, options.any_version) if is_window else check_decisions(folder)
                    text, same = compare(kind, expected, ours)
                    texts, good, found, total[kind] = [*texts, text], good and same, found + len(ours), total[kind] + len(ours)
            require(found or not good, "there is nothing here to compare.")
        except (Refused, OSError, KeyError, TypeError, ValueError, AssertionError) as error:
            texts, good = [*texts, str(error) if isinstance(error, Refused) else repr(error)], False
        failed += not good
        print(f"{folder.resolve().name}: {'; '.join(texts)}", flush=True)
    verdict = f"{failed} not the same" if failed else "every bit the same"
    print(f"{len(options.folders)} folders, {total['window']:,} windows, {total['decision']:,} decisions, "
          f"{time.monotonic() - begun:.1f} s: {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
