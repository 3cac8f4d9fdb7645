#!/bin/sh
# The Arduino device on ports that misbehave, under the address and undefined-behaviour sanitizers: ports.sh [HISTORIES]. It needs
# make, a C and a C++ compiler, and nothing of Arduino.
set -eu
histories=${1:-10000}
cd "$(dirname "$0")/../../.."
. firmware-protocol/arduino/tests/sanitized.sh
out=$build/ports
mkdir -p "$out"
names="test_ports test_failsafe test_channels test_histories"
objects=
for name in $names; do objects="$objects $sanitized/$tests/$name.cpp.o"; done
make_objects $objects

# A core that sleeps: whoever dozes in these tests does so in ticks of FreeRTOS.
compile -DARDUINO_ARCH_ESP32 -c "$source/MotionQ15Sleep.cpp" -o "$out/sleep.o"
for name in $names; do
    compile "$sanitized/$tests/$name.cpp.o" "$out/sleep.o" $libraries -o "$out/$name"
done
compile -DARDUINO_ARCH_MBED -DSERIAL_CDC -I"$tests/standin/cores/mbed" "$tests/test_mbed_port.cpp" "$source/MotionQ15Port.cpp" \
    -o "$out/test_mbed_port"
# A core that keeps a rate over a reset: what depends on that is compiled for it, and comes before the others.
keeping=
for name in Device DeviceChange Keep; do
    compile -DARDUINO_ARCH_ESP32 -I"$tests/standin/cores/esp32" -c "$source/MotionQ15$name.cpp" -o "$out/keeping-$name.o"
    keeping="$keeping $out/keeping-$name.o"
done
compile -DARDUINO_ARCH_ESP32 "$tests/test_keep.cpp" $keeping "$out/sleep.o" $libraries -o "$out/test_keep"
"$out/test_keep"
"$out/test_mbed_port"
"$out/test_ports"
"$out/test_failsafe"
"$out/test_channels"
"$out/test_histories" "$histories"
