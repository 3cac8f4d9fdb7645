#!/bin/sh
# Builds an example as a program that stays on a pseudo-terminal (live.cpp): live.sh OUT EXAMPLE makes OUT/EXAMPLE.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
example=$2
cd "$(dirname "$0")/../../.."
tests=firmware-protocol/arduino/tests
sh firmware-protocol/arduino/assemble.sh "$out" >/dev/null
library="$out/MotionQ15"
flags="-O1 -Wall -Wextra -Werror -I$library/src -I$tests/standin"
objects=
for file in "$library"/src/*.c; do
    object="$out/$(basename "$file").o"
    "${CC:-cc}" $flags -std=gnu11 -c "$file" -o "$object"
    objects="$objects $object"
done
"${CXX:-c++}" $flags -std=gnu++11 -I"$library/examples/$example" -include Arduino.h -x c++ \
    "$library/examples/$example/$example.ino" "$library"/src/*.cpp "$tests/live.cpp" -x none $objects -o "$out/$example"
