#!/bin/sh
# The Arduino device on ports that misbehave, under the address and undefined-behaviour sanitizers: ports.sh [HISTORIES]. It needs
# a C and a C++ compiler, and nothing of Arduino.
set -eu
histories=${1:-10000}
cd "$(dirname "$0")/../../.."
tests=firmware-protocol/arduino/tests
out=${BUILD:-.build/c}/ports
mkdir -p "$out"
flags="-g -O1 -Wall -Wextra -Werror -fsanitize=undefined,address -fno-sanitize-recover=all -I$tests -I$tests/standin"
flags="$flags -Ifirmware-protocol/arduino/src -Ifirmware-protocol/c/include -Ifirmware-protocol/c/src"
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
compile "$cc -std=gnu11" firmware-protocol/c/src/*.c
for file in firmware-protocol/arduino/src/MotionQ15[D-Z]*.cpp "$tests/port_world.cpp"; do
    case $file in
    */MotionQ15Flash* | */MotionQ15Orientation.cpp | */MotionQ15Store.cpp | */MotionQ15Teacher.cpp) ;;  # store.sh has them.
    *) compile "$cxx -std=gnu++11" "$file" ;;
    esac
done
# A core that sleeps: whoever dozes in these tests does so in ticks of FreeRTOS.
$cxx -std=gnu++11 $flags -DARDUINO_ARCH_ESP32 -c firmware-protocol/arduino/src/MotionQ15Sleep.cpp -o "$out/MotionQ15Sleep.cpp.o"
for test in test_ports test_failsafe test_channels test_histories; do
    $cxx -std=gnu++11 $flags "$tests/$test.cpp" $objects -o "$out/$test"
done
$cxx -std=gnu++11 $flags -DARDUINO_ARCH_MBED -DSERIAL_CDC -I"$tests/standin/cores/mbed" "$tests/test_mbed_port.cpp" \
    firmware-protocol/arduino/src/MotionQ15Port.cpp -o "$out/test_mbed_port"
# A core that keeps a rate over a reset: what depends on that is compiled for it, and comes before the others.
keeping=
for file in Device DeviceChange Keep; do
    $cxx -std=gnu++11 $flags -DARDUINO_ARCH_ESP32 -I"$tests/standin/cores/esp32" -c "firmware-protocol/arduino/src/MotionQ15$file.cpp" \
        -o "$out/keeping-$file.o"
    keeping="$keeping $out/keeping-$file.o"
done
others=
for object in $objects; do
    case $object in
    */MotionQ15Device.cpp.o | */MotionQ15DeviceChange.cpp.o | */MotionQ15Keep.cpp.o) ;;
    *) others="$others $object" ;;
    esac
done
$cxx -std=gnu++11 $flags -DARDUINO_ARCH_ESP32 "$tests/test_keep.cpp" $keeping $others -o "$out/test_keep"
"$out/test_keep"
"$out/test_mbed_port"
"$out/test_ports"
"$out/test_failsafe"
"$out/test_channels"
"$out/test_histories" "$histories"
