#!/bin/sh
# Builds a sketch as a program that stays on a pseudo-terminal (live.cpp): live.sh OUT SKETCH [NETWORK] makes OUT/SKETCH.
#
# SKETCH is one of the examples, or Replay, which needs NETWORK: a folder that `motionq export` wrote, with what
# `motionq dataset counts -o NETWORK/counts` wrote as well.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
sketch=$2
network=
if [ $# -gt 2 ]; then network=$(cd "$3" && pwd); fi
cd "$(dirname "$0")/../../.."
tests=firmware-protocol/arduino/tests
sh firmware-protocol/arduino/assemble.sh "$out" >/dev/null
library="$out/MotionQ15"
folder="$library/examples/$sketch"
if ! [ -e "$folder" ]; then folder="$tests/$sketch"; fi
flags="-O1 -Wall -Wextra -Werror -I$library/src -I$tests/standin -I$folder"
objects=
# c FILE [NAME FLAG]: its object, by another name if a flag makes it another one.
c() {
    object="$out/${2:-$(basename "$1")}.o"
    "${CC:-cc}" $flags ${3:-} -std=gnu11 -c "$1" -o "$object"
    objects="$objects $object"
}
for file in "$library"/src/*.c; do c "$file"; done
# A PC's kernels are no part of the library, but select.c names them: the plain ones give the same bits.
for kernel in avx512 avx2 sse2 neon; do
    c "$library/src/scalar.c" $kernel "-Dmq_kernels_scalar=mq_kernels_$kernel -Dmq_advance_gru_plainly=mq_advance_gru_$kernel"
done
if [ -n "$network" ]; then
    flags="$flags -I$network"
    c "$network/network.c"
    c "$folder/recorded.c"
    c firmware-protocol/boards/recording.c recording "-DRECORDING=\"$network/counts\""
fi
# The flash of no core, but this program's own.
rm "$library/src/MotionQ15FlashNone.cpp"
"${CXX:-c++}" $flags -std=gnu++11 -include Arduino.h -x c++ "$folder/$sketch.ino" "$library"/src/*.cpp "$tests/live.cpp" \
    "$tests/live_flash.cpp" -x none $objects -o "$out/$sketch"
