#!/bin/sh
# Networks over the line on the Arduino device, under the address and undefined-behaviour sanitizers: store.sh [HISTORIES]. It needs
# a C and a C++ compiler, and nothing of Arduino.
set -eu
histories=${1:-1000}
cd "$(dirname "$0")/../../.."
tests=firmware-protocol/arduino/tests
source=firmware-protocol/arduino/src
out=${BUILD:-.build/c}/arduino-store
mkdir -p "$out"
flags="-g -O1 -Wall -Wextra -Werror -fsanitize=undefined,address -fno-sanitize-recover=all -I$tests -I$tests/standin -I$source"
flags="$flags -Ifirmware-protocol/c/include -Ifirmware-protocol/c/src -Ifirmware-protocol/inference/include"
flags="$flags -ISources/Core/CMotionCore/include"
cxx=${CXX:-$(command -v g++ || command -v clang++)}
cc=${CC:-$(command -v gcc || command -v clang)}
objects=
# compile COMPILER FILE…: objects of files that are all named apart.
compile() {
    compiler=$1
    shift
    for file in "$@"; do
        object="$out/$(basename "$file").o"
        $compiler $flags -c "$file" -o "$object"
        objects="$objects $object"
    done
}
compile "$cc -std=gnu11" firmware-protocol/c/src/*.c firmware-protocol/inference/src/*.c Sources/Core/CMotionCore/kernels/*.c Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c \
    Sources/Core/CMotionCore/store/*.c Sources/Core/CMotionCore/teaching/*.c Tests/Programs/NetworkStore/make_image.c
for file in "$source"/MotionQ15*.cpp "$tests/port_world.cpp" "$tests/store_flash.cpp" "$tests/store_world.cpp"; do
    case $file in
    */MotionQ15Flash*) ;;  # The simulated flash takes its place.
    *) compile "$cxx -std=gnu++11" "$file" ;;
    esac
done
$cxx -std=gnu++11 $flags "$tests/test_store.cpp" $objects -o "$out/test_store"
"$out/test_store" "$histories"

# Each core's own flash, against a stand-in of what the core brings. Where a linker script says what lies where, the linker is told;
# the program itself lies elsewhere.
# flash NAME ARCHITECTURE FLAGS…
flash() {
    name=$1
    architecture=$2
    shift 2
    $cxx -std=gnu++11 -I"$tests/standin/cores/$name" $flags -fno-pie -no-pie -Wl,-Ttext-segment=0x50000000 \
        -DARDUINO_ARCH_$architecture "$@" "$tests/test_flash_$name.cpp" "$source"/MotionQ15Flash*.cpp "$out/network_store.c.o" \
        "$out/network_image.c.o" "$out/image_front.c.o" "$out/image_layers.c.o" "$out/image_proof.c.o" \
        "$out/image_strokes.c.o" -o "$out/test_flash_$name"
    "$out/test_flash_$name"
}
flash mbed MBED
flash mbed MBED -DBINARY_END -Wl,--defsym=__flash_binary_end=0x101E0000
flash esp32 ESP32
flash esp32 ESP32 -DESP_IDF_VERSION_MAJOR=4
# With a file system, without one and with a sketch that leaves no room.
flash pico RP2040 -DFREE_SLOT=65536 -Wl,--defsym=__flash_binary_end=0x10020001 -Wl,--defsym=_FS_start=0x10041000
flash pico RP2040 -DFREE_SLOT=126976 -Wl,--defsym=__flash_binary_end=0x101C0100 -Wl,--defsym=_FS_start=0x101FF000
flash pico RP2040 -DFREE_SLOT=0 -Wl,--defsym=__flash_binary_end=0x101FE001 -Wl,--defsym=_FS_start=0x101FF000
flash samd SAMD -Wl,--defsym=__etext=0x2F000 -Wl,--defsym=__data_start__=0x20000000 -Wl,--defsym=__data_end__=0x20001000
