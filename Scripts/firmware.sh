#!/bin/sh
# Exports a model's network and builds the firmware around it: firmware.sh SWIFT MOTIONQ MODEL OUT
set -eu
swift=$1
motionq=$2
model=$3
out=$4
found() {
    [ "$(arm-none-eabi-gcc -print-file-name="$1")" != "$1" ]
}
if ! command -v qemu-system-arm >/dev/null 2>&1 || ! command -v arm-none-eabi-gcc >/dev/null 2>&1 || ! found nano.specs; then
    sh Scripts/install.sh gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
echo "Building the firmware …"
"$motionq" export --model "$model" -o "$out/network"
make -s -C firmware-protocol/swift SWIFT="$swift" NETWORK="$out/network" OUT="$out" CORE="$out/core"
sh firmware-protocol/swift/sizes.sh "$out"
