#!/bin/sh
# Builds the firmware for QEMU's mps2-an386: build.sh SWIFT OUT
# The device core comes from the same files as the host's, module by module; what only a host needs falls away in the linker.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/firmware-protocol/swift
mkdir -p "$2"
out=$(cd "$2" && pwd)

compile() {
    module=$1
    shift
    (cd "$out" && "$toolchain/swiftc" -target armv7em-none-none-eabi -enable-experimental-feature Embedded \
        -enable-experimental-feature Volatile -wmo -O -parse-as-library -package-name motionq15 -swift-version 6 \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors \
        -Xcc -mcpu=cortex-m4 -Xcc -mfloat-abi=hard -Xcc -mfpu=fpv4-sp-d16 -Xcc -ffreestanding -Xfrontend -function-sections -Xfrontend -disable-stack-protector \
        -I "$out" -I "$root/Sources/CKernels/include" -I "$here/CBoard" -module-name "$module" "$@")
}
for module in FixedPoint MotionSignal WireProtocol LSTMEngine Decision; do
    compile "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" \
        -c $(find "$root/Sources/$module" -name '*.swift') -o "$out/$module.o"
done
compile Firmware -c "$here"/Board/*.swift "$here"/Application/*.swift -o "$out/Firmware.o"
cpu="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
arm-none-eabi-gcc $cpu -std=c11 -O2 -ffreestanding -Wall -Wextra -Werror -c "$here/CBoard/startup.c" -o "$out/startup.o"
arm-none-eabi-gcc $cpu -nostartfiles --specs=nano.specs -Wl,--gc-sections -T "$here/CBoard/link.ld" "$out"/*.o -o "$out/firmware.elf"
arm-none-eabi-size "$out/firmware.elf"
