#!/bin/sh
# The kernels of this machine against ARITHMETIC.md, without Swift: kernels.sh SWIFT. Plain, and then so that a step out of bounds or out
# of the language's rules ends the test.
set -eu
compiler="$(dirname "$(command -v "${1:-swift}c")")/clang"
out=.build/kernels
build() {
    MAKEFLAGS="" make -s -j2 -f Tests/Programs/Kernels/Makefile CC="$compiler" OUT="$out/$1" FLAGS="$2"
}

echo "Testing the kernels, plain and under sanitizers …"
build plain -O2
"$out/plain/kernel-tests" scalar
# The sanitizers' library comes with Swift for Linux and with Xcode, but not with every clang.
if build sanitized "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all" 2>"$out/sanitized.log"; then
    "$out/sanitized/kernel-tests" scalar >"$out/sanitized.log"
elif grep -q clang_rt "$out/sanitized.log"; then
    echo "$compiler comes without sanitizers: that half is left out" >&2
else
    cat "$out/sanitized.log" >&2
    exit 1
fi
