#!/bin/sh
# Compiles the device core for a Cortex-M4 in Embedded mode, from the same files as the host, module by module in flow order.
set -eu
compiler="${1:-swift}c"
echo "Compiling the device core for armv7em in Embedded mode …"

if grep -rnE '^[[:space:]]*#if' Sources/FixedPoint Sources/MotionSignal Sources/WireProtocol Sources/LSTMEngine Sources/Decision; then
    echo "the device core is the same on host and device: no conditional compilation" >&2
    exit 1
fi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for module in FixedPoint MotionSignal WireProtocol LSTMEngine Decision; do
    "$compiler" -target armv7em-none-none-eabi -enable-experimental-feature Embedded -wmo -Osize -parse-as-library \
        -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors \
        -I "$out" -I Sources/CKernels/include -Xcc -ffreestanding \
        -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule"  \
        -c $(find Sources/"$module" -name "*.swift") -o "$out/$module.o"
done
for kernel in Sources/CKernels/*.c; do
    "$(dirname "$(command -v "$compiler")")/clang" -target armv7em-none-none-eabi -ffreestanding -Wall -Wextra -Werror -O2 \
        -c "$kernel" -o "$out/$(basename "$kernel").o"
done
