#!/bin/sh
# Inputs that read channels with names, in C, plain and under sanitizers: named.sh COMPILER [FOLDER]
set -eu
cc=$1
out=${2:-.build/c}
for kind in plain sanitized; do
    program=$out/$kind/named
    # Whatever make it was that called has no say here.
    MAKEFLAGS= make -sj2 -f firmware-protocol/objects.mk CC="$cc" BUILD="$out" "$program"
    "$program"
done
