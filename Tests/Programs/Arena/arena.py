"""How well a network does on people it has never met, by the protocol of WHAR Arena (arXiv 2606.13194).

arena.py MOTIONQ --data FOLDER [--groups 10] [--seeds 1 2 3] [--keep FOLDER] [-- OPTIONS OF TRAIN]

Each labelled stretch of a recording becomes a session of its own; what is not labelled is left out. The people, in the order of
their names, are dealt out to groups, as cards are: each group is examined by a network that learned from all other people, with
windows of 3 s, half overlapping, from a state of zero, every class counting alike. Prints a table with a row for each group, and
the published networks beside it. Models and figures are kept in a folder, and what is there already is not made again.
"""

import argparse
import collections
import csv
import gzip
import hashlib
import json
import pathlib
import statistics
import subprocess
import sys

WINDOWS = ["--window", "3s", "--hop", "1.5s", "--state", "reset"]
TRAINING = ["--balance", "--no-made-up-background"]
# Macro-F1 over people that were not learned from, as published: the best network of 17, and others.
PUBLISHED = {
    "hapt": [("CNN-HAR, best of 17", 0.848), ("TinierHAR", 0.814), ("DeepConvLSTM", 0.773)],
    "actrectut": [("best of 17", 0.615), ("best with an LSTM", 0.525)],
    "motionsense": [("best of 17", 0.935)],
    "wisdm": [("best of 17", 0.855)],
    "uci-har": [("best of 17", 0.961)],
    "harth": [("best of 17", 0.727)],
}
CHIP = "Cortex-M4"
UNLABELLED = ("", "none", "null")


def rows_of(file):
    opened = gzip.open(file, "rt", newline="") if file.suffix == ".gz" else open(file, newline="")
    with opened as text:
        yield from csv.DictReader(text)


def cut(data, folder):
    """Writes each person's labelled stretches as sessions into a file of his own; returns the people in their order."""
    done = folder / "people.json"
    if done.exists():
        return json.loads(done.read_text())
    folder.mkdir(parents=True, exist_ok=True)
    files, writers, stretches = {}, {}, collections.Counter()
    for file in sorted([*data.glob("*.csv"), *data.glob("*.csv.gz")]):
        before = None
        for row in rows_of(file):
            here = (row["session"], row["subject"], row["label"])
            if here != before:
                stretches[row["session"]] += 1
                before = here
            if row["label"] in UNLABELLED:
                continue
            person = row["subject"]
            if person not in writers:
                files[person] = open(folder / f"{len(files):03}.csv", "w", newline="")
                writers[person] = csv.DictWriter(files[person], list(row), lineterminator="\n")
                writers[person].writeheader()
            writers[person].writerow(row | {"session": f"{row['session']}-{stretches[row['session']]}"})
    for file in files.values():
        file.close()
    if not files:
        sys.exit(f"{data} holds no labelled recordings with session, subject and label: make them with motionq dataset convert")
    done.write_text(json.dumps(sorted(files)))
    return sorted(files)


def called(command, log):
    """- Returns: the JSON of the last line on standard output."""
    with open(log, "w") as said:
        process = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=said, text=True)
    if process.returncode != 0:
        sys.exit(f"motionq {command[1]} ended with {process.returncode}: {log.read_text()[-2000:]}")
    return json.loads(process.stdout.splitlines()[-1])


def examine(motionq, folder, work, people, group, seed, options):
    """Trains without the group's people and examines it on them, or takes what is kept of that."""
    name = f"{seed}-{'+'.join(group)}"
    kept = work / f"{name}.json"
    if not kept.exists():
        model = work / f"{name}.safetensors"
        others = ",".join(person for person in people if person not in group)
        train = [motionq, "train", "--data", folder, "--subjects", others, *WINDOWS, *TRAINING, *options, "--seed", str(seed)]
        called([*train, "--json", "-o", model], work / f"{name}.train")
        examined = called(
            [motionq, "evaluate", "--model", model, "--data", folder, "--subjects", ",".join(group), "--json"],
            work / f"{name}.evaluate")
        kept.write_text(json.dumps(examined))
    return json.loads(kept.read_text())


def figures(examined):
    chip = next(chip for chip in examined["chips"] if CHIP in chip["chip"])
    return {
        "windows": examined["windows"], "f1": examined["macro_f1_q15"], "float": examined["macro_f1_float"],
        "accuracy": examined["accuracy_q15"], "agreement": examined["agreement"],
        "moved": examined["max_abs_probability_difference"], "bytes": examined["bytes_q15"],
        "instructions": chip["instructions_per_second"],
    }


def spread(values):
    return f"{statistics.fmean(values):.3f} ± {statistics.stdev(values) if len(values) > 1 else 0:.3f}"


def row(name, count, values, of_seeds):
    """Prints a row. of_seeds: macro-F1 for each seed."""
    print(
        f"| {name} | {count} | {spread(of_seeds)} | {statistics.fmean(value['float'] for value in values):.3f} "
        f"| {statistics.fmean(value['accuracy'] for value in values):.3f} | {min(value['agreement'] for value in values):.4f} "
        f"| {max(value['moved'] for value in values):.4f} | {max(value['bytes'] for value in values):,} "
        f"| {max(value['instructions'] for value in values) / 1e6:.1f} |", flush=True)


def main():
    words = sys.argv[1:]
    options = words[words.index("--") + 1:] if "--" in words else []
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("motionq")
    reader.add_argument("--data", type=pathlib.Path, required=True)
    reader.add_argument("--groups", type=int, default=10)
    reader.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    reader.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(".build/arena"))
    said = reader.parse_args(words[: len(words) - len(options) - ("--" in words)])

    name = said.data.resolve().name
    folder = said.keep / name / "sessions"
    people = cut(said.data, folder)
    groups = [people[number :: said.groups] for number in range(min(said.groups, len(people)))]
    # Other options, other programs and other divisions are other runs.
    program = hashlib.sha256(pathlib.Path(said.motionq).read_bytes()).hexdigest()
    key = hashlib.sha256(json.dumps([options, said.groups, program]).encode()).hexdigest()[:12]
    work = said.keep / name / key
    work.mkdir(parents=True, exist_ok=True)

    print(f"{name}: {len(people)} people in {len(groups)} groups, seeds {' '.join(map(str, said.seeds))}, "
          f"options {' '.join(options) or 'none'}; kept in {work}")
    print(f"| examined | windows | macro-F1, Q15, ± over seeds | float | accuracy | least agreement | largest \\|Δp\\| | bytes "
          f"| million instructions a second, {CHIP} |")
    print("|" + "---|" * 9)
    means = collections.defaultdict(list)
    everything = []
    for group in groups:
        values = [figures(examine(said.motionq, folder, work, people, group, seed, options)) for seed in said.seeds]
        row(" ".join(group), values[0]["windows"], values, [value["f1"] for value in values])
        everything += values
        for seed, value in zip(said.seeds, values):
            means[seed].append(value["f1"])
    count = sum(value["windows"] for value in everything) // len(said.seeds)
    row("all groups, their mean", count, everything, [statistics.fmean(mean) for mean in means.values()])
    of_groups = [statistics.fmean(of_group) for of_group in zip(*means.values())]
    print(f"\nGroups, each the mean of its seeds: from {min(of_groups):.3f} to {max(of_groups):.3f}")
    if name in PUBLISHED:
        print("Published: " + "; ".join(f"{network} {f1:.3f}" for network, f1 in PUBLISHED[name]))


main()
