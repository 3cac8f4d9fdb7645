#!/bin/sh
# Networks over the line on the Arduino device, under the address and undefined-behaviour sanitizers: store.sh [HISTORIES]. It needs
# make, a C and a C++ compiler, and nothing of Arduino.
set -eu
histories=${1:-1000}
cd "$(dirname "$0")/../../.."
. firmware-protocol/arduino/tests/sanitized.sh
out=$build/arduino-store
mkdir -p "$out"
# The simulated flash takes the place of a core's.
objects=$sanitized/Tests/Programs/NetworkStore/make_image.c.o
for name in test_store store_flash store_world; do objects="$objects $sanitized/$tests/$name.cpp.o"; done
make_objects $objects
compile $objects $libraries -o "$out/test_store"
"$out/test_store" "$histories"

# Each core's own flash, against a stand-in of what the core brings.
# core NAME ARCHITECTURE FLAGS…
core() {
    core=$1
    architecture=$2
    shift 2
    compile -r -fno-pie -I"$tests/standin/cores/$core" "-DARDUINO_ARCH_$architecture" "$@" "$tests/test_flash_$core.cpp" \
        "$source"/MotionQ15Flash*.cpp -o "$out/flash_$core.o"
}
# Where a linker script says what lies where, the linker is told; the program itself lies elsewhere.
# flash ARGUMENT FLAGS…: runs what `core` compiled last.
flash() {
    argument=$1
    shift
    compile -no-pie -Wl,-Ttext-segment=0x50000000 "$@" "$out/flash_$core.o" "$sanitized/c.a" -o "$out/test_flash_$core"
    "$out/test_flash_$core" $argument
}
core mbed MBED
flash ""
flash end -Wl,--defsym=__flash_binary_end=0x101E0000
core esp32 ESP32
flash ""
core esp32 ESP32 -DESP_IDF_VERSION_MAJOR=4
flash ""
# With a file system, without one and with a sketch that leaves no room.
core pico RP2040
flash 65536 -Wl,--defsym=__flash_binary_end=0x10020001 -Wl,--defsym=_FS_start=0x10041000
flash 126976 -Wl,--defsym=__flash_binary_end=0x101C0100 -Wl,--defsym=_FS_start=0x101FF000
flash 0 -Wl,--defsym=__flash_binary_end=0x101FE001 -Wl,--defsym=_FS_start=0x101FF000
core samd SAMD
flash "" -Wl,--defsym=__etext=0x2F000 -Wl,--defsym=__data_start__=0x20000000 -Wl,--defsym=__data_end__=0x20001000
