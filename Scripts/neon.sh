#!/bin/sh
# The NEON kernels against ARITHMETIC.md, on any Linux machine: cross-compiled, and run by QEMU where there is no ARM: neon.sh SWIFT
set -eu
compiler="$(dirname "$(command -v "${1:-swift}c")")/clang"
out=.build/kernels
if [ "$(uname -m)" = aarch64 ] || [ "$(uname -m)" = arm64 ]; then
    echo "Testing the kernels, NEON among them …"
    MAKEFLAGS="" make -s -f Tests/Programs/Kernels/Makefile CC="$compiler" OUT="$out/plain"
    exec "$out/plain/kernel-tests" neon scalar
fi

if ! command -v qemu-aarch64 >/dev/null 2>&1 || ! [ -e /usr/aarch64-linux-gnu/lib/libc.a ] ||
    ! ls /usr/lib/gcc-cross/aarch64-linux-gnu/*/libgcc.a >/dev/null 2>&1; then
    sh Scripts/install.sh qemu-user libc6-dev-arm64-cross libgcc-12-dev-arm64-cross
fi

echo "Testing the NEON kernels under QEMU …"
# Debian keeps a foreign machine's headers and libraries under its triple, and only the cross compiler's are where clang looks.
libgcc=$(dirname "$(ls /usr/lib/gcc-cross/aarch64-linux-gnu/*/libgcc.a | tail -n 1)")
build() {
    MAKEFLAGS="" make -s -j2 -f Tests/Programs/Kernels/Makefile CC="$compiler --target=aarch64-linux-gnu" OUT="$out/$1" \
        FLAGS="$2 -isystem /usr/aarch64-linux-gnu/include" \
        LINK="-static -fuse-ld=lld --gcc-install-dir=$libgcc -L /usr/aarch64-linux-gnu/lib -B /usr/aarch64-linux-gnu/lib"
}
build neon -O2
qemu-aarch64 "$out/neon/kernel-tests" neon scalar
# Undefined behaviour ends the program by a trap, which needs no library of a sanitizer's.
build neon-trapping "-O1 -fsanitize=undefined -fsanitize-trap=undefined"
qemu-aarch64 "$out/neon-trapping/kernel-tests" neon scalar >"$out/neon-trapping.log"
