#!/bin/sh
# Builds the package of the examples as a stranger would, and in a debug build: examples.sh SWIFT. With MOTIONQ after it, runs them as well.
#
# The device core is compiled file by file, as a debug build does: functions that must not allocate then see only what is marked in
# other files. Everything else is compiled by modules, which takes half as long.
set -eu
swift=$1
motionq=${2:-}
folder=.build/examples
echo "Building the examples, a package of their own, and the library with them as a debug build does …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# SwiftPM plans again when files of this package come and go; of those of the library it would not hear.
build() {
    "$swift" build --quiet --disable-build-manifest-caching --disable-index-store -debug-info-format none \
        --package-path Examples "$@" >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}
build --scratch-path "$folder/core" --product BothEnds
build --scratch-path "$folder" -Xswiftc -whole-module-optimization -Xswiftc -Onone
if grep -q 'warning:' "$log"; then
    grep -A3 'warning:' "$log" >&2
    exit 1
fi
bin=$folder/debug
for library in serialport yaml libz; do
    if ldd "$bin/BothEnds" 2>/dev/null | grep -q "$library"; then
        echo "MotionCore needs $library: it should need no library of the system's" >&2
        exit 1
    fi
done
if [ -z "$motionq" ]; then exit 0; fi

echo "Running the examples …"
scratch=$(mktemp -d)
device=
live=
trap 'for process in $device $live; do kill "$process" 2>/dev/null || true; done; rm -rf "$log" "$scratch"' EXIT
trap 'exit 130' INT TERM
"$motionq" demo --write-model "$scratch/demo.safetensors" >/dev/null 2>&1
"$motionq" simulate --write "$scratch/motion.csv" >/dev/null 2>&1

# says FILE WORDS…: every word stands in the file.
says() {
    file=$1
    shift
    for word in "$@"; do
        grep -q -- "$word" "$file" || { echo "“$word” is missing in what the example said:" >&2; cat "$file" >&2; exit 1; }
    done
}
"$bin/BothEnds" >"$scratch/both"
says "$scratch/both" "1000 samples arrived, 0 were lost"
"$bin/StreamRecording" "$scratch/demo.safetensors" "$scratch/motion.csv" >"$scratch/stream"
says "$scratch/stream" "samples 0–39: rest" "▶ shake" "■ shake"
"$motionq" simulate --replay "$scratch/motion.csv" --speed 8 --loop --link "$scratch/board" >/dev/null 2>&1 &
device=$!
waited=0
while [ ! -e "$scratch/board" ] && [ $waited -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
"$bin/LiveGestures" "$scratch/demo.safetensors" "$scratch/board" >"$scratch/live" &
live=$!
# It ends by itself after three gestures. One that recognises none is ended after a minute.
waited=0
while kill -0 "$live" 2>/dev/null && [ $waited -lt 600 ]; do sleep 0.1; waited=$((waited + 1)); done
kill "$live" 2>/dev/null || true
says "$scratch/live" "is open" "6 channels at 50 Hz" "▶" "■"

echo "Running the examples of the workshop …"
"$bin/TrainGestures" "$scratch/motion.csv" "$scratch/gestures.safetensors" >"$scratch/train"
says "$scratch/train" "epoch 8: loss" "validation: float"
"$bin/SearchNetwork" "$scratch/motion.csv" 6000 >"$scratch/search"
says "$scratch/search" "units: " "best: " "labels: "
"$bin/TuneDecision" "$scratch/gestures.safetensors" "$scratch/motion.csv" "$scratch/tuned.safetensors" >"$scratch/tune"
says "$scratch/tune" "before: " "tuned: "
"$motionq" simulate --strokes 3 --gestures 3 --subjects 40 --write "$scratch/strokes.csv" >/dev/null 2>&1
"$bin/TeachByExamples" Sources/motionq/Resources/base.safetensors "$scratch/strokes.csv" "$scratch/taught.safetensors" >"$scratch/teach"
says "$scratch/teach" ": 3 examples" "named by the others: "
"$bin/CutSegments" "$scratch/motion.csv" >"$scratch/cut"
says "$scratch/cut" "labelled passages found"
i=0
while [ $i -lt 100 ]; do echo "$((10 + i * 20)),0.5,0.25,1,0.1,0.2,0.3"; i=$((i + 1)); done >"$scratch/shake_1.log"
"$bin/ConvertCapture" "$scratch/all.csv" "$scratch/shake_1.log" >"$scratch/convert"
says "$scratch/convert" "1 sessions"
echo "Every example said what it should."
