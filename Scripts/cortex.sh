#!/bin/sh
# The kernels for Cortex-M4, M7 and M33 against ARITHMETIC.md, and the instructions that a step of an LSTM takes with them, in QEMU's
# Cortex-M4: cortex.sh SWIFT
set -eu
compiler="$(dirname "$(command -v "${1:-swift}c")")/clang"
out=.build/kernels
found() {
    [ "$(arm-none-eabi-gcc -print-file-name="$1")" != "$1" ]
}
if ! command -v qemu-system-arm >/dev/null 2>&1 || ! command -v arm-none-eabi-gcc >/dev/null 2>&1 || ! found rdimon.specs; then
    sh Scripts/install.sh gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm
fi

gcc="arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb"
# As gcc has it for bare metal: software floats and short enums. Swift's clang brings no C library for it, and the kernels need none.
clang="$compiler --target=armv7em-none-eabi -mcpu=cortex-m4 -mfloat-abi=soft -fshort-enums -ffreestanding"
build() {
    MAKEFLAGS="" make -s -f Tests/Programs/Kernels/Makefile CHIP=cortex OUT="$out/$1" CC="$gcc" KERNEL_CC="$2" FLAGS="$3" \
        LINK="--specs=rdimon.specs -nostartfiles -T Tests/Programs/Kernels/cortex/mps2.ld -Wl,-z,noexecstack"
}
# The exit code is the program's. What hangs is ended: these take seconds.
emulate() {
    program=$1
    words=$2
    shift 2
    timeout 300 qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "$@" \
        -semihosting-config "enable=on,target=native,arg=kernel-tests$words" -kernel "$program"
}
sets=",arg=smlad,arg=scalar"

echo "Testing the kernels for Cortex-M under QEMU, as gcc compiles them …"
build cortex-gcc "$gcc" -O2
emulate "$out/cortex-gcc/kernel-tests" "$sets"
echo "… with the instructions that an older gcc has no names for …"
build cortex-old-gcc "$gcc -DMQ_TEST_OLD_GCC" -O2
emulate "$out/cortex-old-gcc/kernel-tests" "$sets" >"$out/cortex-old-gcc.log"
echo "… and as clang does, plain and so that undefined behaviour ends the program …"
build cortex-clang "$clang" -O2
emulate "$out/cortex-clang/kernel-tests" "$sets" >"$out/cortex-clang.log"
build cortex-trapping "$clang -fsanitize=undefined -fsanitize-trap=undefined" -O1
emulate "$out/cortex-trapping/kernel-tests" "$sets" >"$out/cortex-trapping.log"

for name in gcc clang; do
    bytes=$(arm-none-eabi-size "$out/cortex-$name/smlad.o" | awk 'NR == 2 { print $1 }')
    echo "One step of an LSTM layer, inputs → units, in instructions; $name -O2, smlad takes $bytes bytes:"
    emulate "$out/cortex-$name/steps" "" -icount shift=0
done
echo "What is derived of six axes, on a Cortex-M with and without floating point in hardware …"
sh firmware-protocol/inference/tests/derived.sh --cortex "$out/derived"
