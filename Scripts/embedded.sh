#!/bin/sh
# Compiles the device core for a Cortex-M4 in Embedded mode, from the same files as the host.
. Scripts/core.sh
echo "Compiling the device core for armv7em in Embedded mode …"

if (cd Sources && grep -rnE '^[[:space:]]*#if' $core); then
    echo "the device core is the same on host and device: no conditional compilation" >&2
    exit 1
fi
compile_core -target armv7em-none-none-eabi -enable-experimental-feature Embedded -wmo -Osize -Xcc -ffreestanding
for kernel in Sources/CKernels/*.c; do
    "$toolchain/clang" -target armv7em-none-none-eabi -ffreestanding -Wall -Wextra -Werror -O2 -I Sources/CKernels/include \
        -c "$kernel" -o "$out/$(basename "$kernel").o"
done
