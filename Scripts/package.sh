#!/bin/sh
# The examples with the library by a version, as strangers have it: package.sh SWIFT. What is committed is cloned, and the clone tagged.
set -eu
swift=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
git clone --quiet . "$scratch/MotionQ15"
git -C "$scratch/MotionQ15" tag 0.1.0
cp -R Examples "$scratch/Examples"
rm -rf "$scratch/Examples/.build"
sed -i.old "s|.package(name: \"MotionQ15\", path: \"..\")|.package(url: \"file://$scratch/MotionQ15\", exact: \"0.1.0\")|" \
    "$scratch/Examples/Package.swift"
grep -q 'exact: "0.1.0"' "$scratch/Examples/Package.swift" || { echo "Examples/Package.swift depends otherwise than by path" >&2; exit 1; }
echo "Building the examples with the library by a tag …"
"$swift" build --quiet --package-path "$scratch/Examples"
"$scratch/Examples/.build/debug/BothEnds"
for library in serialport yaml; do
    if ldd "$scratch/Examples/.build/debug/RecogniseSamples" 2>/dev/null | grep -q "$library"; then
        echo "MotionRecognition needs $library: it should need no port and no YAML" >&2
        exit 1
    fi
done
