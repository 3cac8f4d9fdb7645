#!/bin/sh
# Builds the firmware for QEMU's mps2-an386 around an exported network: build.sh SWIFT NETWORK OUT
# The device core comes from the same files as the host's, module by module; what only a host needs falls away in the linker, and what
# needs a heap would not link: there is none.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/firmware-protocol/swift
network=$(cd "$2" && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
cpu="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"

swift_module() {
    module=$1
    shift
    (cd "$out" && "$toolchain/swiftc" -target armv7em-none-none-eabi -enable-experimental-feature Embedded \
        -enable-experimental-feature Volatile -wmo -O -parse-as-library -package-name motionq15 -swift-version 6 \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors \
        -Xcc -mcpu=cortex-m4 -Xcc -mfloat-abi=hard -Xcc -mfpu=fpv4-sp-d16 -Xcc -ffreestanding \
        -Xfrontend -function-sections -Xfrontend -disable-stack-protector \
        -I "$out" -I "$root/Sources/CKernels/include" -I "$here/CBoard" -I "$network" -module-name "$module" "$@")
}
for module in FixedPoint MotionSignal WireProtocol LSTMEngine Decision; do
    swift_module "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" \
        -c $(find "$root/Sources/$module" -name '*.swift') -o "$out/$module.o"
done
swift_module Firmware -no-allocations -c "$here"/Board/*.swift "$here"/Application/*.swift "$network/Network.swift" -o "$out/Firmware.o"

for source in "$here"/CBoard/*.c "$root"/Sources/CKernels/*.c "$network/network.c"; do
    arm-none-eabi-gcc $cpu -std=c11 -O2 -ffreestanding -ffunction-sections -fdata-sections -Wall -Wextra -Werror \
        -I "$root/Sources/CKernels/include" -I "$here/CBoard" -I "$network" -c "$source" -o "$out/$(basename "$source" .c).o"
done
arm-none-eabi-gcc $cpu -nostartfiles --specs=nano.specs -Wl,--gc-sections,--no-enum-size-warning,-z,noexecstack -T "$here/CBoard/link.ld" "$out"/*.o -o "$out/firmware.elf"

if arm-none-eabi-nm "$out/firmware.elf" | grep -E ' (_?malloc|_?free|calloc|realloc|posix_memalign|aligned_alloc|_sbrk|swift_slowAlloc)'; then
    echo "the firmware holds an allocator" >&2
    exit 1
fi
