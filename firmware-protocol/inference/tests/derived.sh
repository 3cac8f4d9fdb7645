#!/bin/sh
# Derived inputs in C against vectors/derived.txt: plain and under sanitizers here, derived.sh COMPILER [FOLDER]; with --cortex instead
# of a compiler on a Cortex-M in QEMU, with and without floating point in hardware, and how many instructions a sample takes.
set -eu
cc=$1
out=${2:-.build/c}
mkdir -p "$out"
include="-Ifirmware-protocol/inference/include -Ifirmware-protocol/c/include -ISources/Core/CMotionCore/include"
include="$include -ITests/Programs/Kernels/cortex"
inference=firmware-protocol/inference/src
filter="$inference/mq_derived_inputs.c $inference/mq_channel_binding.c Sources/Core/CMotionCore/orientation/*.c"
sources="firmware-protocol/inference/tests/derived.c $filter $inference/mq_normaliser.c firmware-protocol/c/src/*.c"
strict="-std=c99 -Wall -Wextra -Werror"
compare() {
    if cmp "$out/derived.txt" firmware-protocol/vectors/derived.txt; then return; fi
    echo "derived.sh: compiled with $1, derived inputs have other bits than vectors/derived.txt" >&2
    exit 1
}

if [ "$cc" != --cortex ]; then
    for kind in plain sanitized; do
        program=$out/$kind/derived
        # Whatever make it was that called has no say here.
        MAKEFLAGS= make -sj2 -f firmware-protocol/objects.mk CC="$cc" BUILD="$out" "$program"
        "$program" >"$out/derived.txt"
        compare "objects.mk's $kind flags"
    done
    # What gcc warns of when it unrolls for a chip differs from chip to chip, and is no verdict on the code.
    # shellcheck disable=SC2086  # words
    $cc $strict -O3 -march=native -w $include $sources -o "$out/derived"
    "$out/derived" >"$out/derived.txt"
    compare "-O3 -march=native"
    exit 0
fi

bare="--specs=rdimon.specs -nostartfiles -T Tests/Programs/Kernels/cortex/mps2.ld -Wl,-z,noexecstack Tests/Programs/Kernels/cortex/startup.c"
emulate() {
    timeout 300 qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "$@" \
        -semihosting-config enable=on,target=native,arg=derived -kernel "$out/derived"
}
# QEMU's Cortex-M4 runs a Cortex-M0+'s code as it is.
for chip in "-mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16" "-mcpu=cortex-m4" "-mcpu=cortex-m0plus"; do
    # shellcheck disable=SC2086  # words
    arm-none-eabi-gcc -mthumb $chip -O2 $strict $include $bare $sources -o "$out/derived"
    emulate >"$out/derived.txt"
    compare "$chip"
    # shellcheck disable=SC2086  # words
    arm-none-eabi-gcc -mthumb $chip -O2 $strict -DCOUNTED $include $bare $sources -o "$out/derived"
    echo "Instructions of a sample, the filter alone and with six inputs of it, gcc -O2 $chip: $(emulate -icount shift=0)"
done
