#!/bin/sh
# Inputs that read channels with names, in C, plain and under sanitizers: named.sh COMPILER [FOLDER]
set -eu
cc=$1
out=${2:-.build/c}
mkdir -p "$out"
include="-Ifirmware-protocol/inference/include -Ifirmware-protocol/c/include -ISources/Core/CMotionCore/include"
inference=firmware-protocol/inference
sources="$inference/tests/named.c $inference/src/mq_channel_binding.c $inference/src/mq_normaliser.c firmware-protocol/c/src/*.c"
for flags in "-O2" "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"; do
    # shellcheck disable=SC2086  # words
    $cc -std=c99 -Wall -Wextra -Werror $flags $include $sources -o "$out/named"
    "$out/named"
done
