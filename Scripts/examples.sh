#!/bin/sh
# The examples, as somebody else's programs: examples.sh SWIFT compiles the device core and its example as a package's debug build
# does, file by file; functions that must not allocate then see only what is marked in other files. examples.sh SWIFT MOTIONQ compiles
# every other one against the modules that the tests were built with, and runs them all.
#
# That the library's products hold what the examples need is for package.sh to find.
set -eu
swift=$1
motionq=${2:-}
folder=.build/examples
mkdir -p "$folder"
scratch=$(mktemp -d)
device=
live=
trap 'for process in $device $live; do kill "$process" 2>/dev/null || true; done; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
both=$folder/core/debug/BothEnds
if [ -z "$motionq" ] || [ ! -e "$both" ]; then
    echo "Building the example of the device core, a package of its own, and the core with it as a debug build does …"
    # SwiftPM plans again when files of this package come and go; of those of the library it would not hear.
    "$swift" build --quiet --disable-build-manifest-caching --disable-index-store -debug-info-format none --package-path Examples \
        --scratch-path "$folder/core" --product BothEnds >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
    if grep -A3 'warning:' "$scratch/log" >&2; then exit 1; fi
    for library in serialport yaml libz; do
        if ldd "$both" 2>/dev/null | grep -q "$library"; then
            echo "MotionCore needs $library: it should need no library of the system's" >&2
            exit 1
        fi
    done
fi
if [ -z "$motionq" ]; then exit 0; fi

# MARK: Compiling them

bin=$("$swift" build -c release --show-bin-path)
sh Scripts/house.sh modules | grep -v '^motionq ' >"$scratch/modules"
# What the modules are made of, in words of the compiler: their interfaces, maps of those in C, and objects.
{
    echo "-I$bin/Modules"
    while read -r module place; do
        for map in "$place/module.modulemap" "$place/include/module.modulemap" "$bin/$module.build/module.modulemap"; do
            if [ -e "$map" ]; then printf '%s\n' -Xcc "-fmodule-map-file=$map" "-I$place/include"; break; fi
        done
    done <"$scratch/modules"
    sed 's|\([^ ]*\).*|/\1.build/|' "$scratch/modules" | grep -F -f - "$bin/MotionQ15PackageTests.product/Objects.LinkFileList"
} >"$scratch/words"
echo "Compiling the examples …"
for example in Examples/Sources/* Examples/Workshop/Sources/*; do
    name=${example##*/}
    if [ "$name" = BothEnds ]; then continue; fi
    shape=-parse-as-library
    if [ -e "$example/main.swift" ]; then shape=; fi
    "${swift}c" -Onone $shape -swift-version 6 -warnings-as-errors -package-name Examples -module-name "$name" "$example"/*.swift \
        @"$scratch/words" -lserialport -lyaml -lz -o "$folder/$name"
done

# MARK: Running them

echo "Running the examples …"
"$motionq" demo --write-model "$scratch/demo.safetensors" >/dev/null 2>&1
"$motionq" dataset synthesize --output "$scratch/motion.csv" >/dev/null 2>&1

# says FILE WORDS…: every word stands in the file.
says() {
    file=$1
    shift
    for word in "$@"; do
        grep -q -- "$word" "$file" || { echo "“$word” is missing in what the example said:" >&2; cat "$file" >&2; exit 1; }
    done
}
"$both" >"$scratch/both"
says "$scratch/both" "1000 samples arrived, 0 were lost"
"$folder/StreamRecording" "$scratch/demo.safetensors" "$scratch/motion.csv" >"$scratch/stream"
says "$scratch/stream" "samples 0–39: rest" "▶ shake" "■ shake"
# Acceleration and rotation alone, as they would come from anywhere.
tail -n +2 "$scratch/motion.csv" | cut -d, -f5-10 | "$folder/RecogniseSamples" "$scratch/demo.safetensors" 50 >"$scratch/samples"
says "$scratch/samples" "▶ shake" "■ shake"
"$motionq" simulate --data "$scratch/motion.csv" --speed 8 --loop --link "$scratch/board" >"$scratch/lights" 2>&1 &
device=$!
waited=0
while [ ! -e "$scratch/board" ] && [ $waited -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
"$folder/LiveGestures" "$scratch/demo.safetensors" "$scratch/board" >"$scratch/live" &
live=$!
# It ends by itself after three gestures. One that recognises none is ended after a minute.
waited=0
while kill -0 "$live" 2>/dev/null && [ $waited -lt 600 ]; do sleep 0.1; waited=$((waited + 1)); done
kill "$live" 2>/dev/null || true
says "$scratch/live" "is open" "6 channels at 50 Hz" "▶" "■"
# It goes on until it is ended; the device tells of its lights.
"$folder/LightGestures" "$scratch/demo.safetensors" "$scratch/board" >/dev/null &
live=$!
waited=0
while ! grep -q "led 3 off" "$scratch/lights" && [ $waited -lt 600 ]; do sleep 0.1; waited=$((waited + 1)); done
kill "$live" 2>/dev/null || true
says "$scratch/lights" "led 3 on" "led 3 off"

echo "Running the examples of the workshop …"
"$folder/TrainGestures" "$scratch/motion.csv" "$scratch/gestures.safetensors" >"$scratch/train"
says "$scratch/train" "epoch 8: loss" "validation: float"
"$folder/SearchNetwork" "$scratch/motion.csv" 6000 >"$scratch/search"
says "$scratch/search" "units: " "best: " "labels: "
"$folder/TuneDecision" "$scratch/gestures.safetensors" "$scratch/motion.csv" "$scratch/tuned.safetensors" >"$scratch/tune"
says "$scratch/tune" "before: " "tuned: "
"$motionq" dataset synthesize --strokes 3 --gestures 3 --subjects 40 --output "$scratch/strokes.csv" >/dev/null 2>&1
"$folder/TeachByExamples" Sources/motionq/Resources/base.safetensors "$scratch/strokes.csv" "$scratch/taught.safetensors" >"$scratch/teach"
says "$scratch/teach" ": 3 examples" "named by the others: "
"$folder/CutSegments" "$scratch/motion.csv" >"$scratch/cut"
says "$scratch/cut" "labelled passages found"
# A board that is turned to and fro, so that its motion tells the units.
awk 'BEGIN {
    for (i = 0; i < 400; i++) {
        phase = i * 0.02 * 2 * 3.14159265 / 3
        angle = 0.8 * sin(phase)
        printf "%d,0.1,%.3f,%.3f,%.3f,0.01,-0.01\n", 10 + i * 20, sin(angle), cos(angle), 0.8 * cos(phase) * 2 * 3.14159265 / 3
    }
}' >"$scratch/shake_1.log"
"$folder/ConvertCapture" "$scratch/all.csv" "$scratch/shake_1.log" >"$scratch/convert"
says "$scratch/convert" "1 sessions"
echo "Every example said what it should."
