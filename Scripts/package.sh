#!/bin/sh
# The examples, and README.md's own package, with the library by a version, as strangers have them: package.sh SWIFT MOTIONQ. What is
# committed is cloned, and the clone tagged.
set -eu
swift=$1
motionq=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
git clone --quiet . "$scratch/MotionQ15"
git -C "$scratch/MotionQ15" tag 0.1.0

# swift_block N: the Nth block of Swift in README.md.
swift_block() {
    awk -v wanted="$1" '/^```swift$/ { block++; inside = 1; next } /^```/ { inside = 0 } inside && block == wanted' README.md
}

echo "Building README.md's program with the library by a tag …"
mkdir -p "$scratch/Gestures/Sources/Gestures"
swift_block 1 | sed "s|url: \"[^\"]*\"|url: \"file://$scratch/MotionQ15\"|" >"$scratch/Gestures/Package.swift"
{
    printf 'import Foundation\nimport MotionQ15\n'
    swift_block 2
} >"$scratch/Gestures/Sources/Gestures/main.swift"
"$swift" build --quiet --package-path "$scratch/Gestures"
"$motionq" demo --write-model "$scratch/demo.safetensors"
"$motionq" dataset synthesize -o "$scratch/motion.csv"
"$scratch/Gestures/.build/debug/Gestures" "$scratch/demo.safetensors" "$scratch/motion.csv" >"$scratch/said"
grep -q "▶ shake" "$scratch/said" || { echo "README.md's program recognises nothing:" >&2; cat "$scratch/said" >&2; exit 1; }

cp -R Examples "$scratch/Examples"
rm -rf "$scratch/Examples/.build"
sed -i.old "s|.package(name: \"MotionQ15\", path: \"..\")|.package(url: \"file://$scratch/MotionQ15\", exact: \"0.1.0\")|" \
    "$scratch/Examples/Package.swift"
grep -q 'exact: "0.1.0"' "$scratch/Examples/Package.swift" || {
    echo "Examples/Package.swift depends otherwise than by path" >&2
    exit 1
}
echo "Building the examples with the library by a tag …"
"$swift" build --quiet --package-path "$scratch/Examples"
"$scratch/Examples/.build/debug/BothEnds"
for library in serialport yaml; do
    if ldd "$scratch/Examples/.build/debug/RecogniseSamples" 2>/dev/null | grep -q "$library"; then
        echo "MotionRecognition needs $library: it should need no port and no YAML" >&2
        exit 1
    fi
done
