#!/bin/sh
# The firmware in C on boards of three kinds, in QEMU, each with `motionq run --shadow` at its line for some seconds:
# boards.sh MOTIONQ [SECONDS]
#
# Each must stream without a loss and recognise, and every window and decision must be this machine's, bit for bit.
set -eu
motionq=$1
seconds=${2:-12}
boards=firmware-protocol/boards
out=.build/boards
model=Sources/motionq/Resources/demo.safetensors
mkdir -p $out
"$motionq" export --model $model -o $out/network >$out/log 2>&1
"$motionq" simulate --gestures 3 --subjects 1000 --write $out/walk.csv >$out/log 2>&1
"$motionq" simulate --replay $out/walk.csv --counts $out/counts >$out/log 2>&1

include="-I $boards -I $out/network -I Sources/Core/CMotionCore/include -I firmware-protocol/c/include -I firmware-protocol/inference/include"
sources="$boards/firmware.c $boards/recording.c firmware-protocol/c/src/*.c firmware-protocol/inference/src/*.c"
sources="$sources Sources/Core/CMotionCore/kernels/*.c Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c $out/network/network.c"
cortex="arm-none-eabi-gcc --specs=nano.specs -mthumb"
riscv="riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imac -mabi=ilp32 -mcmodel=medany -Wl,--no-relax"
emulator=""
trap 'if [ -n "$emulator" ]; then kill $emulator 2>/dev/null || true; fi' EXIT
trap 'exit 130' INT TERM

# board NAME COMPILER FILES SIZE EMULATOR…
board() {
    name=$1 compiler=$2 files=$3 size=$4
    shift 4
    echo "Building the firmware for $name, and listening to it for $seconds s …"
    # shellcheck disable=SC2086  # words
    $compiler -std=gnu11 -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Werror $include -DRECORDING="\"$out/counts\"" \
        $sources $files -nostartfiles -Wl,--gc-sections,--no-warn-rwx-segments -L $boards -T "$boards/$name.ld" -o "$out/$name.elf"
    $size "$out/$name.elf" | awk -v recording="$(wc -c <$out/counts)" \
        'NR == 2 { print "  flash " $1 + $2 - recording " without the recording, RAM " $2 + $3 }'
    rm -f "$out/line"
    "$@" -display none -monitor none -chardev "socket,id=host,path=$out/line,server=on,wait=on" -serial chardev:host \
        -kernel "$out/$name.elf" 2>"$out/$name.log" &
    emulator=$!
    tries=0
    until [ -S "$out/line" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then echo "boards.sh: the emulator does not start ($out/$name.log)" >&2 && exit 70; fi
        sleep 0.1
    done
    timeout -s INT "$seconds" "$motionq" run --port "$out/line" --model $model --shadow --json \
        >"$out/$name.json" 2>"$out/$name.said" || :
    kill $emulator 2>/dev/null || :
    wait $emulator 2>/dev/null || :
    emulator=""
    for expected in '"shadow_compared":[1-9]' '"shadow_differing":0,' '"lost_samples":0,' '"events":[1-9]'; do
        if ! tail -n 1 "$out/$name.json" | grep -q "$expected"; then
            echo "boards.sh: $name: not $expected in the summary of run ($out/$name.json, $out/$name.said)" >&2
            exit 1
        fi
    done
    sed -n '$ s/.*"windows":\([0-9]*\),"events":\([0-9]*\),.*/  \1 windows as here, \2 events/p' "$out/$name.json"
}

board microbit "$cortex -mcpu=cortex-m0" "$boards/microbit.c $boards/cortex.c" arm-none-eabi-size qemu-system-arm -M microbit
board an505 "$cortex -mcpu=cortex-m33" "$boards/an505.c $boards/cortex.c" arm-none-eabi-size qemu-system-arm -M mps2-an505
board virt "$riscv" "$boards/virt.c" riscv64-unknown-elf-size qemu-system-riscv32 -M virt -bios none
