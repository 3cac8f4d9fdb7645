#!/bin/sh
# Assembles the Arduino library, which git holds only in parts: assemble.sh OUT [NETWORK] makes OUT/MotionQ15 and OUT/MotionQ15.zip.
# NETWORK is a folder that `motionq export` wrote; its network goes into the example RecogniseOnBoard, which needs one.
set -eu
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: assemble.sh OUT [NETWORK]" >&2
    exit 64
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
network=
if [ $# -eq 2 ]; then
    network=$(cd "$2" && pwd)
    if ! [ -e "$network/network.h" ] || ! [ -e "$network/network.c" ]; then
        echo "assemble.sh: no network.h and network.c in $2; make them with: motionq export --model MODEL -o $2" >&2
        exit 66
    fi
fi
cd "$(dirname "$0")/../.."

# Folders whose headers and sources make src/, laid flat as the Arduino builder wants them.
sources="firmware-protocol/arduino/src firmware-protocol/c/include firmware-protocol/c/src firmware-protocol/inference/include"
sources="$sources Sources/Core/CMotionCore/include"
# Only for boards that can classify: the builder compiles all of src/ for every board. Of the kernels those for microcontrollers.
kernels=Sources/Core/CMotionCore/kernels
guarded="firmware-protocol/inference/src/*.h firmware-protocol/inference/src/*.c"
guarded="$guarded $kernels/scalar.c $kernels/select.c $kernels/helium.c $kernels/smlad.c"
guarded="$guarded $kernels/gru.h $kernels/smlad_assembly.h $kernels/smlad_gcc.h Sources/Core/CMotionCore/store/*.h Sources/Core/CMotionCore/store/*.c"
guarded="$guarded Sources/Core/CMotionCore/orientation/*.h Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.h Sources/Core/CMotionCore/strokes/*.c Sources/Core/CMotionCore/teaching/*.c"

library="$out/MotionQ15"
rm -rf "$library" "$out/MotionQ15.zip"
mkdir -p "$library/src"
# Sets `target` to where a file goes, and ends if another of its name is there.
target() {
    target="$library/src/$(basename "$1")"
    if [ -e "$target" ]; then
        echo "assemble.sh: two files are named $(basename "$1")" >&2
        exit 1
    fi
}
for folder in $sources; do
    for file in "$folder"/*.h "$folder"/*.c "$folder"/*.cpp; do
        if ! [ -e "$file" ]; then continue; fi
        target "$file"
        cp "$file" "$target"
    done
done
for file in $guarded; do
    target "$file"
    {
        echo '#include "mq_inference_supported.h"'
        echo '#if MQ_INFERENCE_SUPPORTED'
        cat "$file"
        echo '#endif'
    } >"$target"
done

cp -R firmware-protocol/arduino/examples "$library/"
# A sketch sees only its own folder: the sensor's header is there twice.
cp "$library/examples/MPU6050/mpu6050.h" "$library/examples/RecogniseOnBoard/"
if [ -n "$network" ]; then cp "$network/network.h" "$network/network.c" "$library/examples/RecogniseOnBoard/"; fi
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
