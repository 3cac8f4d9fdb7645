#!/bin/sh
# Compiles the Arduino library and its examples for ARM and AVR, runs the examples against a board on the host and one on a
# simulated Uno, and measures. Fails if the codec takes more of an AVR than it may: compile.sh [NETWORK [TAUGHT [DERIVED [GLOVE]]]]
#
# NETWORK is the demo's network, with which RecogniseOnBoard is compiled, linked and run:
#     motionq export --model Sources/motionq/Resources/demo.safetensors -o NETWORK
# TAUGHT is one of strokes with free places, with which it is taught by its button (the Makefile makes it). DERIVED is one that
# reads what is derived of six axes. GLOVE is one that reads the fingers of the sketch Glove, with a recording in ADC counts beside
# it, glove.csv.
set -eu
network=
taught=
derived=
glove=
if [ $# -gt 3 ]; then glove=$(cd "$4" && pwd); fi
if [ $# -gt 2 ]; then derived=$(cd "$3" && pwd); fi
if [ $# -gt 1 ]; then taught=$(cd "$2" && pwd); fi
if [ $# -gt 0 ]; then network=$(cd "$1" && pwd); fi
cd "$(dirname "$0")/../../.."

# The most the codec may take on an AVR, in bytes.
flash_limit=3600
ram_limit=400

core=/usr/share/arduino/hardware/arduino/avr
here() { command -v "$1" >/dev/null 2>&1; }
if ! here arm-none-eabi-g++ || ! here avr-g++ || ! [ -e "$core/cores/arduino/Arduino.h" ] || ! [ -e /usr/include/simavr/sim_avr.h ] ||
    ! arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -include cmath -x c++ -E /dev/null >/dev/null 2>&1; then
    sh Scripts/install.sh gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib gcc-avr avr-libc \
        arduino-core-avr libsimavr-dev
fi

tests=firmware-protocol/arduino/tests
out=.build/arduino/tests
rm -rf "$out/objects" "$out/examples.log"
sh firmware-protocol/arduino/assemble.sh "$out" ${network:+"$network"} >/dev/null
library="$out/MotionQ15"
awk -f "$tests/energy.awk" docs/DEVICE.md >"$out/energy.txt" || {
    cat "$out/energy.txt" >&2
    exit 1
}
strict="-Wall -Wextra -Werror -I$library/src"
sections="-ffunction-sections -fdata-sections"
cxx="-std=gnu++11 -fno-exceptions"

# build FOLDER C-COMPILER C++-COMPILER FLAGS FILES…: an object for each file; a sketch is C++ after Arduino.h.
build() {
    objects="$out/objects/$1"
    cc=$2
    cpp=$3
    flags=$4
    shift 4
    mkdir -p "$objects"
    for file in "$@"; do
        object="$objects/$(basename "$file").o"
        case $file in
        *.c) $cc $flags -std=gnu11 -c "$file" -o "$object" ;;
        *.ino) $cpp $flags $cxx -include Arduino.h -x c++ -c "$file" -o "$object" ;;
        *) $cpp $flags $cxx -c "$file" -o "$object" ;;
        esac
    done
}

echo "Compiling the library and every example for a Cortex-M4 …"
arm="-mcpu=cortex-m4 -mthumb -Os $sections"
compile_arm() {
    name=$1
    shift
    build "$name" arm-none-eabi-gcc "arm-none-eabi-g++ -fno-rtti -fno-threadsafe-statics" "$arm $strict -I$tests/standin" "$@"
}
compile_arm arm "$library"/src/*.c "$library"/src/*.cpp
recogniser="$library/examples/RecogniseOnBoard"
# Without a network every example compiles, and the one that wants it says so.
sh firmware-protocol/arduino/assemble.sh "$out/bare" >/dev/null
bare="$out/bare/MotionQ15"
sh "$tests/lint.sh" "$bare"
for example in "$bare"/examples/*; do compile_arm arm-examples "$example"/*.ino 2>>"$out/examples.log"; done
if [ "$(grep -c 'note: .*no network yet and only streams' "$out/examples.log")" != 2 ]; then
    cat "$out/examples.log" >&2
    echo "compile.sh: RecogniseOnBoard or Glove does not say that it has no network" >&2
    exit 1
fi
# What differs between cores, each as that core's compiler is told of it, against stand-ins of what it brings.
# compile_core NAME ARCHITECTURE PROCESSOR FLAGS
compile_core() {
    core_flags="-mcpu=$3 -mthumb -Os $sections $strict -Werror -I$tests/standin/cores/$1 -I$tests/standin -DARDUINO_ARCH_$2 $4"
    build "core-$1" "" "arm-none-eabi-g++ -fno-rtti -fno-threadsafe-statics" "$core_flags" "$library"/src/MotionQ15[D-Z]*.cpp
    # A processor without such instructions would look for them in a library that its core does not have.
    if arm-none-eabi-nm -u "$out/objects/core-$1"/*.o | grep -q __atomic_; then
        echo "compile.sh: the guard on $2 wants a library of atomics" >&2
        exit 1
    fi
}
compile_core mbed MBED cortex-m4 -DSERIAL_CDC
compile_core samd SAMD cortex-m0plus ""
compile_core sam SAM cortex-m3 ""
compile_core pico RP2040 cortex-m0plus ""
compile_core esp32 ESP32 cortex-m4 ""
compile_core other OTHER cortex-m0plus ""
# As compilers before GCC 10 have it, which Arduino's own cores bring.
build arm-old arm-none-eabi-gcc "" "$arm $strict -DMQ_TEST_OLD_GCC" "$library/src/smlad.c"
# without_doze FOLDER OUT: a sketch less its lines that doze, to see what those cost.
without_doze() {
    rm -rf "$2"
    cp -R "$1" "$2"
    sed -e '/^#ifndef DOZE_SECONDS/,/^#endif/d' -e '/^static bool dozes/,/^}/d' -e '/doze/d' -e '/MotionQ15Wakes/d' \
        "$1/RecogniseOnBoard.ino" >"$2/RecogniseOnBoard.ino"
}
# without_store FOLDER OUT: the same for its lines that take networks.
without_store() {
    rm -rf "$2"
    cp -R "$1" "$2"
    sed -e '/MotionQ15Store/d' -e '/store.nameOwn/d' -e '/attachInstaller/d' \
        -e 's/store.begin(classifier, motionq15NetworkWithRoom());.*/classifier.load(motionq15Network());/' \
        -e 's/store.label(decision.active)/motionq_network_labels[decision.active]/' \
        "$1/RecogniseOnBoard.ino" >"$2/RecogniseOnBoard.ino"
}
# link_arm NAME FOLDER: RecogniseOnBoard in that folder, with its network: $out/NAME.elf
link_arm() {
    compile_arm "arm-$1" "$2/RecogniseOnBoard.ino" "$2/network.c" "$tests/arm.cpp"
    arm-none-eabi-g++ $arm --specs=nosys.specs -Wl,--gc-sections "$out"/objects/arm/*.o "$out/objects/arm-$1"/*.o -o "$out/$1.elf"
}
if [ -n "$network" ]; then
    echo "Linking RecogniseOnBoard for a Cortex-M4 …"
    link_arm RecogniseOnBoard "$recogniser"
    without_doze "$recogniser" "$out/wakeful"
    link_arm RecogniseOnBoard-wakeful "$out/wakeful"
    without_store "$recogniser" "$out/fixed"
    link_arm RecogniseOnBoard-fixed "$out/fixed"
    if arm-none-eabi-nm "$out/RecogniseOnBoard.elf" | grep -E 'mq_orientation|mq_deriv|mq_low_pass|MotionQ15Orientation' >&2; then
        echo "compile.sh: a sketch whose network reads channels has parts of the orientation filter" >&2
        exit 1
    fi
    # Who does not use it pays nothing for it.
    if arm-none-eabi-nm "$out/RecogniseOnBoard-fixed.elf" | grep -E 'mq_store|mq_network_image|motionq15OpenFlash|MotionQ15Store' >&2; then
        echo "compile.sh: a sketch without MotionQ15Store has parts of it" >&2
        exit 1
    fi
    # What runs before setup knows neither when nor on which clock: it must not reach into the network or the recogniser.
    if arm-none-eabi-objdump -r "$out/objects/arm-RecogniseOnBoard/RecogniseOnBoard.ino.o" |
        awk '/^RELOCATION/ { before = /text\.startup/ } before && /mq_|motionq_/ { found = 1; print } END { exit !found }' >&2; then
        echo "compile.sh: a constructor of RecogniseOnBoard calls the library before setup" >&2
        exit 1
    fi
else
    echo "RecogniseOnBoard recognises nothing here: it needs a network (compile.sh NETWORK)"
fi

# link MCU BOARD VARIANT NAME FILES…: a sketch with the library and Arduino's own core, as the Arduino tools build it: $out/NAME.elf
link() {
    avr="-mmcu=$1 -DF_CPU=16000000L -DARDUINO=10819 -DARDUINO_AVR_$2 -DARDUINO_ARCH_AVR -Os $sections -flto -fno-fat-lto-objects"
    avr="$avr -I$core/cores/arduino -I$core/variants/$3 -I$core/libraries/Wire/src"
    name=$4
    shift 4
    # GCC 5's float.h has no DECIMAL_DIG for C++11, which the core wants; what it wants else is its own affair.
    build "$name-core" avr-gcc "avr-g++ -fpermissive -fno-threadsafe-statics -DDECIMAL_DIG=9" "$avr -w" "$core"/cores/arduino/*.c \
        "$core"/cores/arduino/*.cpp "$core"/libraries/Wire/src/*.cpp "$core"/libraries/Wire/src/utility/*.c
    avr-gcc-ar rcs "$out/objects/$name-core.a" "$out/objects/$name-core"/*.o
    build "$name" avr-gcc "avr-g++ -fno-threadsafe-statics" "$avr $strict" "$library"/src/*.c "$library"/src/*.cpp "$@"
    avr-gcc $avr -fuse-linker-plugin -Wl,--gc-sections "$out/objects/$name"/*.o "$out/objects/$name-core.a" -lm -o "$out/$name.elf"
}
# On an AVR the classifier is nothing, and a sketch that includes it is told so in one error.
for file in "$library"/src/*.c "$library"/src/*.cpp; do
    if ! grep -q mq_inference_supported.h "$file"; then continue; fi
    if avr-gcc -mmcu=atmega2560 -E -P -I"$library/src" "$file" | grep -q '[^[:space:]]'; then
        echo "compile.sh: $(basename "$file") is not empty on an AVR" >&2
        exit 1
    fi
done
echo '#include "MotionQ15Classifier.h"' |
    avr-g++ -mmcu=atmega2560 $cxx -fsyntax-only -I"$library/src" -x c++ - >"$out/avr-classifier.log" 2>&1 || :
if [ "$(grep -c error: "$out/avr-classifier.log")" != 1 ] || ! grep -q 'cannot recognise by itself' "$out/avr-classifier.log"; then
    cat "$out/avr-classifier.log" >&2
    echo "compile.sh: MotionQ15Classifier.h does not say that an AVR is too small" >&2
    exit 1
fi
echo "Linking BareSketch for an Arduino Uno and MPU6050 for a Mega 2560, with Arduino's own core …"
link atmega328p UNO standard BareSketch "$library/examples/BareSketch/BareSketch.ino"
link atmega2560 MEGA2560 mega MPU6050-mega "$library/examples/MPU6050/MPU6050.ino"
# Without a network it dozes as well, by its motion alone.
without_doze "$bare/examples/RecogniseOnBoard" "$out/wakeful-bare"
link atmega2560 MEGA2560 mega Doze-mega "$bare/examples/RecogniseOnBoard/RecogniseOnBoard.ino" 2>>"$out/examples.log"
link atmega2560 MEGA2560 mega Wakeful-mega "$out/wakeful-bare/RecogniseOnBoard.ino" 2>>"$out/examples.log"
link atmega2560 MEGA2560 mega Glove-mega "$library/examples/Glove/Glove.ino" 2>>"$out/examples.log"
link atmega2560 MEGA2560 mega HeldLoop "$tests/HeldLoop/HeldLoop.ino"

echo "Running the examples against a board on the host …"
host="-g -O1 $strict -fsanitize=undefined,address -fno-sanitize-recover=all -I$tests -I$tests/standin"
build host "${CC:-cc}" "${CXX:-c++}" "$host" "$library"/src/*.c "$library"/src/*.cpp "$tests/board.cpp"
# A PC's kernels are no part of the library, but select.c names them: the plain ones give the same bits.
for kernel in avx512 avx2 sse2 neon; do
    "${CC:-cc}" $host -std=gnu11 -Dmq_kernels_scalar="mq_kernels_$kernel" -Dmq_advance_gru_plainly="mq_advance_gru_$kernel" \
        -c "$library/src/scalar.c" -o "$out/objects/host/$kernel.o"
done
# A core that sleeps, in ticks of FreeRTOS, which the board on the host has.
sleeps=MotionQ15Sleep.cpp
"${CXX:-c++}" $host -std=gnu++11 -DARDUINO_ARCH_ESP32 -c "$library/src/$sleeps" -o "$out/objects/host/$sleeps.o"
# sketch NAME TEST DEFINE OBJECTS…
sketch() {
    name=$1
    test=$2
    define=$3
    shift 3
    folder="$library/examples/$name"
    rm -f "$out/$name"
    "${CXX:-c++}" $host -std=gnu++11 -D$define -I"$folder" -include Arduino.h -x c++ "$folder/$name.ino" "$tests/$test" -x none \
        "$out"/objects/host/*.o "$@" -o "$out/$name"
    "$out/$name"
}
sketch NanoBLESense test_sensor_sketch.cpp NANO
sketch MPU6050 test_sensor_sketch.cpp MPU
sketch LSM6DS3 test_sensor_sketch.cpp LSM
echo "When samples were measured, on sensors that run by their own clocks …"
sketch NanoBLESense test_timing.cpp NANO
sketch MPU6050 test_timing.cpp MPU
sketch LSM6DS3 test_timing.cpp LSM
sketch MPU6050 test_timing.cpp "MPU -DDATA_READY_PIN=2"
sketch LSM6DS3 test_timing.cpp "LSM -DDATA_READY_PIN=2"
echo "Dozing, on sensors that wake by their registers …"
# wake EXAMPLE DEFINE
wake() {
    "${CXX:-c++}" $host -std=gnu++11 -D$2 -I"$library/examples/$1" "$tests/test_wake.cpp" "$out"/objects/host/*.o -o "$out/wake"
    "$out/wake"
}
wake NanoBLESense NANO
for wiring in "" " -DWIRED"; do
    wake MPU6050 "MPU$wiring"
    wake LSM6DS3 "LSM$wiring"
    wake LSM6DS3 "LSM -DSUCCESSOR=0x6A$wiring"
done
sketch BareSketch test_bare_sketch.cpp BARE
sketch Glove test_glove_sketch.cpp GLOVE 2>>"$out/examples.log" || {
    cat "$out/examples.log" >&2
    exit 1
}
recognising=$library
library=$bare
sketch RecogniseOnBoard test_no_network.cpp BARE_RECOGNISER 2>>"$out/examples.log" || {
    cat "$out/examples.log" >&2
    exit 1
}
library=$recognising
if [ -n "$network" ]; then
    build host-network "${CC:-cc}" "${CXX:-c++}" "$host" "$recogniser/network.c"
    with_network="$out/objects/host-network/network.c.o"
    sketch RecogniseOnBoard test_recogniser_sketch.cpp "RECOGNISER -DDOZE_SECONDS=0" "$with_network"
    # It sleeps between samples, and measures less.
    sketch RecogniseOnBoard test_timing.cpp MPU "$with_network"
    sketch RecogniseOnBoard test_timing.cpp "MPU -DDATA_READY_PIN=2" "$with_network"
    sketch RecogniseOnBoard test_dozing_sketch.cpp MPU "$with_network"
    sketch RecogniseOnBoard test_dozing_sketch.cpp "MPU -DWIRED -DDATA_READY_PIN=2" "$with_network"
fi

if [ -n "$derived" ]; then
    echo "Running RecogniseOnBoard with a network that reads what is derived of six axes …"
    upright="$out/derived/RecogniseOnBoard"
    rm -rf "$out/derived"
    mkdir -p "$out/derived"
    cp -R "$recogniser" "$upright"
    cp "$derived/network.h" "$derived/network.c" "$upright/"
    link_arm RecogniseOnBoard-derived "$upright"
    build host-derived "${CC:-cc}" "${CXX:-c++}" "$host" "$upright/network.c"
    "${CXX:-c++}" $host -std=gnu++11 -DRECOGNISER -DDOZE_SECONDS=0 -I"$upright" -include Arduino.h -x c++ \
        "$upright/RecogniseOnBoard.ino" "$tests/test_recogniser_sketch.cpp" -x none "$out"/objects/host/*.o \
        "$out/objects/host-derived/network.c.o" -o "$out/derived-sketch"
    "$out/derived-sketch"
fi

if [ -n "$glove" ]; then
    echo "Running Glove with a network that reads its fingers …"
    hand="$out/glove/Glove"
    rm -rf "$out/glove"
    mkdir -p "$out/glove"
    cp -R "$library/examples/Glove" "$hand"
    cp "$glove/network.h" "$glove/network.c" "$hand/"
    compile_arm arm-glove "$hand/Glove.ino" "$hand/network.c" "$tests/arm.cpp"
    arm-none-eabi-g++ $arm --specs=nosys.specs -Wl,--gc-sections "$out"/objects/arm/*.o "$out"/objects/arm-glove/*.o -o "$out/Glove.elf"
    build host-glove "${CC:-cc}" "${CXX:-c++}" "$host" "$hand/network.c"
    "${CXX:-c++}" $host -std=gnu++11 -I"$hand" -DRECORDING="\"$glove/glove.csv\"" -include Arduino.h -x c++ "$hand/Glove.ino" \
        "$tests/test_glove_network.cpp" -x none "$out"/objects/host/*.o "$out/objects/host-glove/network.c.o" -o "$out/glove-sketch"
    "$out/glove-sketch"
fi

if [ -n "$taught" ]; then
    echo "Teaching RecogniseOnBoard a gesture by its button …"
    teaching="$out/taught/RecogniseOnBoard"
    rm -rf "$out/taught"
    mkdir -p "$out/taught"
    cp -R "$recogniser" "$teaching"
    cp "$taught/network.h" "$taught/network.c" "$teaching/"
    link_arm RecogniseOnBoard-taught "$teaching"
    build host-taught "${CC:-cc}" "${CXX:-c++}" "$host" "$teaching/network.c"
    "${CXX:-c++}" $host -std=gnu++11 -DDOZE_SECONDS=0 -I"$teaching" -include Arduino.h -x c++ "$teaching/RecogniseOnBoard.ino" \
        "$tests/test_teaching_sketch.cpp" -x none "$out"/objects/host/*.o "$out/objects/host-taught/network.c.o" -o "$out/teaching"
    "$out/teaching"
fi

"${CC:-cc}" -g -O1 -std=gnu11 $strict "$tests/uno.c" "$library"/src/mq_*.c "$library"/src/network_*.c "$library"/src/image_*.c -lsimavr -o "$out/uno-test"
variables=$(avr-size "$out/BareSketch.elf" | awk 'NR == 2 { print $2 + $3 }')
"$out/uno-test" "$out/BareSketch.elf" "$variables" >"$out/uno.log" 2>&1 || {
    cat "$out/uno.log" >&2
    exit 1
}
grep BareSketch "$out/uno.log"
"${CC:-cc}" -g -O1 -std=gnu11 $strict "$tests/mega.c" "$library"/src/mq_*.c "$library"/src/network_*.c "$library"/src/image_*.c -lsimavr -o "$out/mega-test"
"$out/mega-test" "$out/HeldLoop.elf" >"$out/mega.log" 2>&1 || {
    cat "$out/mega.log" >&2
    exit 1
}
grep HeldLoop "$out/mega.log"

# Bytes of flash (code, constants, initial values) and of RAM (variables) of a linked program.
sizes() { "$1" "$2" | awk 'NR == 2 { print $1 + $2, $2 + $3 }'; }
# measure TOOLS FLAGS STATE NAMES…: what functions or constants, all they refer to, and their state add to an empty program; they are the
# library's or in the sources of `more`.
more=
measure() {
    tools=$1
    flags=$2
    state=$3
    shift 3
    roots="-Wl,-u,measured_state"
    for function in "$@"; do roots="$roots -Wl,-u,$function"; done
    $tools-gcc $flags -std=gnu11 $strict -Wl,--gc-sections "$tests/measured.c" -o "$out/empty.elf"
    $tools-gcc $flags -std=gnu11 $strict -Wl,--gc-sections -D"$state" $roots "$tests/measured.c" "$library"/src/*.c $more \
        -o "$out/measured.elf"
    empty=$(sizes $tools-size "$out/empty.elf")
    set -- $(sizes $tools-size "$out/measured.elf") $empty
    echo "$(($1 - $3)) $(($2 - $4))"
}
row() { printf '%-66s %7d %6d\n' "$1" "$2" "$3"; }

codec="mq_frame_send mq_decoder_reset mq_decoder_push mq_hello_encode mq_hello_role mq_data_encode"
both="$codec mq_hello_decode mq_data_decode mq_data_count"
device="mq_device_boot mq_device_receive mq_device_poll mq_device_push mq_device_drop mq_device_send_prediction mq_device_send_event"
device="$device mq_device_send_log mq_device_tell_health"
classifier="mq_normaliser_begin_sensor mq_normaliser_input mq_kernels_available mq_classifier_begin mq_classifier_push"
classifier="$classifier mq_classifier_restart mq_decision_begin mq_decision_decide mq_decision_interrupt"
avr_tools="-mmcu=atmega328p -Os $sections -flto"
# At fixed addresses, so that no alignment after the code counts as RAM.
arm_tools="-mcpu=cortex-m4 -mthumb -Os $sections -nostartfiles -Wl,-e,main,-Tdata=0x20000000,-Tbss=0x20010000"

printf '\n%-66s %7s %6s\n' "bytes" flash RAM
avr_codec=$(measure avr "$avr_tools" CODEC $codec)
row "codec of a device, AVR" $avr_codec
row "the same and HELLO and DATA read, AVR" $(measure avr "$avr_tools" CODEC $both)
row "codec of a device, Cortex-M4" $(measure arm-none-eabi "$arm_tools" CODEC $codec)
row "the same and HELLO and DATA read, Cortex-M4" $(measure arm-none-eabi "$arm_tools" CODEC $both)
row "whole role of a device (mq_device), Cortex-M4" $(measure arm-none-eabi "$arm_tools" DEVICE $device)
row "classifier, normaliser, decisions, kernels, Cortex-M4" $(measure arm-none-eabi "$arm_tools" CLASSIFIER $classifier)
orientation="mq_derived_inputs_begin mq_derived_inputs_read mq_derived_inputs_restart"
row "derived inputs, Cortex-M4 without floating point" $(measure arm-none-eabi "$arm_tools" ORIENTATION $orientation)
row "the same, Cortex-M4F" \
    $(measure arm-none-eabi "$arm_tools -mfloat-abi=hard -mfpu=fpv4-sp-d16" ORIENTATION $orientation)
row "of which the kernel smlad" $(sizes arm-none-eabi-size "$out/objects/arm/smlad.c.o")
row "of which the kernel scalar" $(sizes arm-none-eabi-size "$out/objects/arm/scalar.c.o")
if [ -n "$network" ]; then
    more="$recogniser/network.c"
    row "the network's constants; its memory" \
        $(measure arm-none-eabi "$arm_tools -I$recogniser" NETWORK motionq_network motionq_network_inputs motionq_network_labels)
    more=
    row "RecogniseOnBoard on stand-ins of Arduino's core, Cortex-M4" $(sizes arm-none-eabi-size "$out/RecogniseOnBoard.elf")
    row "the same without its lines that doze" $(sizes arm-none-eabi-size "$out/RecogniseOnBoard-wakeful.elf")
    row "the same with dozing, but only its own network" $(sizes arm-none-eabi-size "$out/RecogniseOnBoard-fixed.elf")
    if [ -n "$taught" ]; then
        row "RecogniseOnBoard with a network of 64 units that it is taught" $(sizes arm-none-eabi-size "$out/RecogniseOnBoard-taught.elf")
    fi
    if [ -n "$derived" ]; then
        row "RecogniseOnBoard with a network that reads what is derived" $(sizes arm-none-eabi-size "$out/RecogniseOnBoard-derived.elf")
    fi
    row "flash of the mbed core, as compiled" $(sizes arm-none-eabi-size "$out/objects/core-mbed/MotionQ15FlashMbed.cpp.o")
fi
row "BareSketch on an Arduino Uno, of 32,256 and 2,048" $(sizes avr-size "$out/BareSketch.elf")
row "MPU6050 on an Arduino Mega 2560, of 253,952 and 8,192" $(sizes avr-size "$out/MPU6050-mega.elf")
row "Glove there, without a network" $(sizes avr-size "$out/Glove-mega.elf")
row "RecogniseOnBoard without a network there, which dozes" $(sizes avr-size "$out/Doze-mega.elf")
row "the same without its lines that doze" $(sizes avr-size "$out/Wakeful-mega.elf")
cat <<'END'
Codec of a device: frames encoded byte by byte and decoded, CRC, COBS, every message type judged, HELLO and DATA written, the role
in a HELLO read. Flash counts all they call, the compiler's own helpers too. RAM counts one mq_decoder and all constants that an AVR
copies to RAM; not the stack, nor the payload that a caller writes into.
END
set -- $avr_codec
if [ "$1" -gt "$flash_limit" ] || [ "$2" -gt "$ram_limit" ]; then
    echo "compile.sh: the codec takes more than $flash_limit bytes of flash or $ram_limit of RAM on an AVR" >&2
    exit 1
fi
