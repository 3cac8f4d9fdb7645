#!/bin/sh
# The firmware in C on boards of four kinds, in QEMU, each with `motionq run --shadow` at its line for some seconds:
# boards.sh MOTIONQ [SECONDS]
#
# Each must stream without a loss and recognise, and every window and decision must be this machine's, bit for bit. All replay six
# axes with the demo's network; one with a Cortex-M4 also a glove (an LSTM) and a face (every moment by itself), whose channels
# have names.
set -eu
motionq=$1
seconds=${2:-12}
boards=firmware-protocol/boards
out=.build/boards
mkdir -p $out

# recorded WHAT MODEL SYNTHESIZE…: $out/WHAT.counts, of somebody whom the model has not seen, and $out/WHAT-network
recorded() {
    what=$1 model=$2
    shift 2
    "$motionq" export --model "$model" -o "$out/$what-network" >"$out/log" 2>&1
    "$motionq" dataset synthesize "$@" --subjects 1000 --output "$out/$what.csv" >"$out/log" 2>&1
    "$motionq" dataset counts --data "$out/$what.csv" -o "$out/$what.counts" >"$out/log" 2>&1
}

# learned WHAT GESTURES TRAIN…: $out/WHAT.safetensors, of made-up people who wear it
learned() {
    what=$1 gestures=$2
    shift 2
    "$motionq" dataset synthesize --signal "$what" --subjects 0-7 --gestures "$gestures" \
        --output "$out/$what-people.csv" >"$out/log" 2>&1
    "$motionq" train --data "$out/$what-people.csv" -o "$out/$what.safetensors" "$@" >"$out/log" 2>&1
}

demo=Sources/motionq/Resources/demo.safetensors
learned glove 6 --hidden 12 --window 40 --hop 20 --epochs 30 --state reset
learned face 2 --layers 0 --hidden 16 --epochs 2
recorded motion $demo --gestures 3
recorded glove $out/glove.safetensors --signal glove --gestures 3
recorded face $out/face.safetensors --signal face --gestures 2

include="-I $boards -I Sources/Core/CMotionCore/include -I firmware-protocol/c/include -I firmware-protocol/inference/include"
sources="$boards/firmware.c $boards/recording.c firmware-protocol/c/src/*.c firmware-protocol/inference/src/*.c"
sources="$sources Sources/Core/CMotionCore/kernels/*.c Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c"
cortex="arm-none-eabi-gcc --specs=nano.specs -mthumb"
riscv="riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imac -mabi=ilp32 -mcmodel=medany -Wl,--no-relax"
emulator=""
trap 'if [ -n "$emulator" ]; then kill $emulator 2>/dev/null || true; fi' EXIT
trap 'exit 130' INT TERM

# board NAME COMPILER FILES SIZE WHAT MODEL EMULATOR…
board() {
    name=$1 compiler=$2 files=$3 size=$4 what=$5 model=$6
    shift 6
    counts="$out/$what.counts"
    channels=
    if [ "$what" != motion ]; then channels="-I $out -DCHANNELS=\"$what.counts.h\""; fi
    program="$out/$name-$what"
    echo "Building the firmware for $name with a recording of $what, and listening to it for $seconds s …"
    # shellcheck disable=SC2086  # words
    $compiler -std=gnu11 -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Werror $include -I "$out/$what-network" \
        -DRECORDING="\"$counts\"" $channels $sources "$out/$what-network/network.c" $files -nostartfiles \
        -Wl,--gc-sections,--no-warn-rwx-segments -L $boards -T "$boards/$name.ld" -o "$program.elf"
    $size "$program.elf" | awk -v recording="$(wc -c <"$counts")" \
        'NR == 2 { print "  flash " $1 + $2 - recording " without the recording, RAM " $2 + $3 }'
    rm -f "$out/line"
    "$@" -display none -monitor none -chardev "socket,id=host,path=$out/line,server=on,wait=on" -serial chardev:host \
        -kernel "$program.elf" 2>"$program.log" &
    emulator=$!
    tries=0
    until [ -S "$out/line" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then echo "boards.sh: the emulator does not start ($program.log)" >&2 && exit 70; fi
        sleep 0.1
    done
    # To the program alone: timeout would send it to the group as well, and a second one ends it at once.
    timeout --foreground -s INT "$seconds" "$motionq" run --port "$out/line" --model "$model" --shadow --json \
        >"$program.json" 2>"$program.said" || :
    kill $emulator 2>/dev/null || :
    wait $emulator 2>/dev/null || :
    emulator=""
    for expected in '"shadow_compared":[1-9]' '"shadow_differing":0,' '"lost_samples":0,' '"events":[1-9]'; do
        if ! tail -n 1 "$program.json" | grep -q "$expected"; then
            echo "boards.sh: $name: not $expected in the summary of run ($program.json, $program.said)" >&2
            exit 1
        fi
    done
    sed -n '$ s/.*"windows":\([0-9]*\),"events":\([0-9]*\),.*/  \1 windows as here, \2 events/p' "$program.json"
}

uart="$boards/cmsdk.c $boards/cortex.c"
board microbit "$cortex -mcpu=cortex-m0" "$boards/microbit.c $boards/cortex.c" arm-none-eabi-size motion $demo \
    qemu-system-arm -M microbit
board an505 "$cortex -mcpu=cortex-m33" "$boards/an505.c $uart" arm-none-eabi-size motion $demo qemu-system-arm -M mps2-an505
board virt "$riscv" "$boards/virt.c" riscv64-unknown-elf-size motion $demo qemu-system-riscv32 -M virt -bios none
for what in motion glove face; do
    model=$out/$what.safetensors
    if [ $what = motion ]; then model=$demo; fi
    board an386 "$cortex -mcpu=cortex-m4" "$boards/an386.c $uart" arm-none-eabi-size $what "$model" qemu-system-arm -M mps2-an386
done
