#!/bin/sh
# Compiles the device core for a Cortex-M4 in Embedded mode, from the same files as the host, module by module in flow order.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
root=$PWD
core="FixedPoint Channels Windows Decision WireProtocol LSTMEngine Recognition"
target=armv7em-none-none-eabi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
echo "Compiling the device core for armv7em in Embedded mode …"

if (cd Sources && grep -rnE '^[[:space:]]*#if' $core); then
    echo "the device core is the same on host and device: no conditional compilation" >&2
    exit 1
fi
for module in $core; do
    (cd "$out" && find "$root/Sources/$module" -name "*.swift" -exec "$toolchain/swiftc" -target $target \
        -enable-experimental-feature Embedded -wmo -Osize -Xcc -ffreestanding -parse-as-library -package-name motionq15 \
        -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors -I "$out" -I "$root/Sources/CKernels/include" \
        -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -c {} +)
done
for kernel in Sources/CKernels/*.c; do
    "$toolchain/clang" -target $target -ffreestanding -Wall -Wextra -Werror -O2 -I Sources/CKernels/include \
        -c "$kernel" -o "$out/$(basename "$kernel").o"
done
