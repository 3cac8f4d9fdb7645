#!/bin/sh
# Compiles the Arduino library and its examples for ARM and AVR, runs the examples against a board on the host and one on a
# simulated Uno, and measures. Fails if the codec takes more of an AVR than it may.
set -eu
cd "$(dirname "$0")/../../.."

# The most the codec may take on an AVR, in bytes.
flash_limit=3072
ram_limit=400

core=/usr/share/arduino/hardware/arduino/avr
here() { command -v "$1" >/dev/null 2>&1; }
if ! here arm-none-eabi-g++ || ! here avr-g++ || ! [ -e "$core/cores/arduino/Arduino.h" ] || ! [ -e /usr/include/simavr/sim_avr.h ] ||
    ! arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -include cmath -x c++ -E /dev/null >/dev/null 2>&1; then
    sh Tests/Gates/install.sh gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib gcc-avr avr-libc \
        arduino-core-avr libsimavr-dev
fi

tests=firmware-protocol/arduino/tests
out=.build/arduino
rm -rf "$out/objects"
sh firmware-protocol/arduino/assemble.sh "$out" >/dev/null
library="$out/MotionQ15"
strict="-Wall -Wextra -Werror -I$library/src"
sections="-ffunction-sections -fdata-sections"
cxx="-std=gnu++11 -fno-exceptions"

# build FOLDER C-COMPILER C++-COMPILER FLAGS FILES…: an object for each file; a sketch is C++ behind Arduino.h.
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
build arm arm-none-eabi-gcc arm-none-eabi-g++ "$arm $strict -I$tests/standin" "$library"/src/*.c "$library"/src/*.cpp
build arm-examples arm-none-eabi-gcc arm-none-eabi-g++ "$arm $strict -I$tests/standin" "$library"/examples/*/*.ino

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
echo "Linking BareSketch for an Arduino Uno and MPU6050 for a Mega 2560, with Arduino's own core …"
link atmega328p UNO standard BareSketch "$library/examples/BareSketch/BareSketch.ino"
link atmega2560 MEGA2560 mega MPU6050-mega "$library/examples/MPU6050/MPU6050.ino"

echo "Running the examples against a board on the host …"
host="-g -O1 $strict -fsanitize=undefined,address -fno-sanitize-recover=all -I$tests -I$tests/standin"
build host "${CC:-cc}" "${CXX:-c++}" "$host" "$library"/src/*.c "$library"/src/*.cpp "$tests/board.cpp"
# sketch NAME TEST DEFINE
sketch() {
    "${CXX:-c++}" $host -std=gnu++11 -D"$3" -include Arduino.h -x c++ "$library/examples/$1/$1.ino" "$tests/$2" -x none \
        "$out"/objects/host/*.o -o "$out/$1"
    "$out/$1"
}
sketch NanoBLESense test_sensor_sketch.cpp NANO
sketch MPU6050 test_sensor_sketch.cpp MPU
sketch LSM6DS3 test_sensor_sketch.cpp LSM
sketch BareSketch test_bare_sketch.cpp BARE

"${CC:-cc}" -g -O1 -std=gnu11 $strict "$tests/uno.c" "$library"/src/*.c -lsimavr -o "$out/uno-test"
variables=$(avr-size "$out/BareSketch.elf" | awk 'NR == 2 { print $2 + $3 }')
"$out/uno-test" "$out/BareSketch.elf" "$variables" >"$out/uno.log" 2>&1 || {
    cat "$out/uno.log" >&2
    exit 1
}
grep BareSketch "$out/uno.log"

# Bytes of flash (code, constants, initial values) and of RAM (variables) of a linked program.
sizes() { "$1" "$2" | awk 'NR == 2 { print $1 + $2, $2 + $3 }'; }
# measure TOOLS FLAGS STATE FUNCTIONS…: what the functions, all they call, and their state add to an empty program.
measure() {
    tools=$1
    flags=$2
    state=$3
    shift 3
    roots="-Wl,-u,measured_state"
    for function in "$@"; do roots="$roots -Wl,-u,$function"; done
    $tools-gcc $flags -std=gnu11 $strict -Wl,--gc-sections "$tests/measured.c" -o "$out/empty.elf"
    $tools-gcc $flags -std=gnu11 $strict -Wl,--gc-sections -D"$state" $roots "$tests/measured.c" "$library"/src/*.c -o "$out/measured.elf"
    empty=$(sizes $tools-size "$out/empty.elf")
    set -- $(sizes $tools-size "$out/measured.elf") $empty
    echo "$(($1 - $3)) $(($2 - $4))"
}
row() { printf '%-66s %7d %6d\n' "$1" "$2" "$3"; }

codec="mq_frame_send mq_decoder_reset mq_decoder_push mq_hello_encode mq_hello_role mq_data_encode"
both="$codec mq_hello_decode mq_data_decode mq_data_count"
device="mq_device_boot mq_device_receive mq_device_poll mq_device_push mq_device_drop mq_device_send_prediction mq_device_send_event"
device="$device mq_device_send_log"
avr_tools="-mmcu=atmega328p -Os $sections -flto"
# At fixed addresses, so that no alignment behind the code counts as RAM.
arm_tools="-mcpu=cortex-m4 -mthumb -Os $sections -nostartfiles -Wl,-e,main,-Tdata=0x20000000,-Tbss=0x20010000"

printf '\n%-66s %7s %6s\n' "bytes" flash RAM
avr_codec=$(measure avr "$avr_tools" CODEC $codec)
row "codec of a device, AVR" $avr_codec
row "the same and HELLO and DATA read, AVR" $(measure avr "$avr_tools" CODEC $both)
row "codec of a device, Cortex-M4" $(measure arm-none-eabi "$arm_tools" CODEC $codec)
row "the same and HELLO and DATA read, Cortex-M4" $(measure arm-none-eabi "$arm_tools" CODEC $both)
row "whole role of a device (mq_device), Cortex-M4" $(measure arm-none-eabi "$arm_tools" DEVICE $device)
row "BareSketch on an Arduino Uno, of 32,256 and 2,048" $(sizes avr-size "$out/BareSketch.elf")
row "MPU6050 on an Arduino Mega 2560, of 253,952 and 8,192" $(sizes avr-size "$out/MPU6050-mega.elf")
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
