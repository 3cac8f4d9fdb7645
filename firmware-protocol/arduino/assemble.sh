#!/bin/sh
# Assembles the Arduino library, which git holds only in parts: assemble.sh OUT makes OUT/MotionQ15 and OUT/MotionQ15.zip
set -eu
if [ $# -ne 1 ]; then
    echo "usage: assemble.sh OUT" >&2
    exit 64
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."

# Folders whose headers and sources make src/, laid flat as the Arduino builder wants them.
sources="firmware-protocol/arduino/src firmware-protocol/c/include firmware-protocol/c/src"

library="$out/MotionQ15"
rm -rf "$library" "$out/MotionQ15.zip"
mkdir -p "$library/src"
for folder in $sources; do
    for file in "$folder"/*.h "$folder"/*.c "$folder"/*.cpp; do
        if ! [ -e "$file" ]; then continue; fi
        if [ -e "$library/src/$(basename "$file")" ]; then
            echo "assemble.sh: two files are named $(basename "$file")" >&2
            exit 1
        fi
        cp "$file" "$library/src/"
    done
done
cp -R firmware-protocol/arduino/examples "$library/"
cp firmware-protocol/arduino/library.properties firmware-protocol/arduino/keywords.txt firmware-protocol/arduino/README.md \
    firmware-protocol/PROTOCOL.md LICENSE "$library/"

if command -v python3 >/dev/null 2>&1; then
    (cd "$out" && python3 -m zipfile -c MotionQ15.zip MotionQ15)
elif command -v zip >/dev/null 2>&1; then
    (cd "$out" && zip -q -r MotionQ15.zip MotionQ15)
else
    echo "assemble.sh: neither python3 nor zip is here; compress $library yourself" >&2
    exit 69
fi
echo "$out/MotionQ15.zip"
