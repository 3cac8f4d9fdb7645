#!/bin/sh
# Chips of any maker, in QEMU: the kernels, the C engine, the protocol's C library and the device core in Swift on each, their bits
# compared with this machine's, and what a step takes there: chips.sh SWIFT MOTIONQ [CHIPS…]
#
# QEMU has no board with a Cortex-M0+ and room for the tests: its code, which knows no other instructions, runs on a Cortex-M3.
# Swift has no standard library for a Cortex-M3, which runs that of a Cortex-M0+, and none for a big-endian machine.
set -eu
swift=$1
motionq=$2
shift 2
if [ $# -eq 0 ]; then set -- m0plus m3 m4 m7 m33 m55 rv32imac big-endian; fi
out=.build/chips
toolchain=$(cd "$(dirname "$(command -v "${swift}c")")" && pwd)
mkdir -p $out

missing=""
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need qemu-system-arm qemu-system-arm
need arm-none-eabi-gcc gcc-arm-none-eabi
[ -e "$(arm-none-eabi-gcc -print-file-name=rdimon.specs 2>/dev/null)" ] || missing="$missing libnewlib-arm-none-eabi"
need qemu-system-riscv32 qemu-system-misc
need riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf
[ -d /usr/lib/picolibc/riscv64-unknown-elf ] || missing="$missing picolibc-riscv64-unknown-elf"
need qemu-ppc qemu-user
need powerpc-linux-gnu-gcc gcc-powerpc-linux-gnu
[ -d /usr/powerpc-linux-gnu/include ] || missing="$missing libc6-dev-powerpc-cross"
# shellcheck disable=SC2086  # words
if [ -n "$missing" ]; then sh Scripts/install.sh $missing; fi

# What each chip is: its compiler, how programs are linked for it, how they are run, which device core in Swift it has, and how many
# instructions the inner loops of a step of 6 → 64 may take there.
cortex() {
    kind=cortex machine=$2 core=$4 most=$6
    compiler="arm-none-eabi-gcc -mthumb $1 -DCLOCK_MHZ=$5"
    link="--specs=rdimon.specs -nostartfiles -T Tests/Programs/Kernels/cortex/$3.ld -Wl,-z,noexecstack,--no-warn-rwx-segments"
    link="$link -Wl,--no-enum-size-warning"
    size=arm-none-eabi-size
}
chip() {
    case $1 in
    m0plus) title="Cortex-M0+" && cortex -mcpu=cortex-m0plus mps2-an385 mps2 armv6m-none-none-eabi 25 115000 ;;
    m3) title="Cortex-M3" && cortex -mcpu=cortex-m3 mps2-an385 mps2 armv6m-none-none-eabi 25 64000 ;;
    m4) title="Cortex-M4" && cortex -mcpu=cortex-m4 mps2-an386 mps2 armv7em-none-none-eabi 25 22400 ;;
    m7) title="Cortex-M7" && cortex "-mcpu=cortex-m7 -mfloat-abi=soft" mps2-an500 an500 armv7em-none-none-eabi 25 22400 ;;
    m33) title="Cortex-M33" && cortex -mcpu=cortex-m33 mps2-an505 an505 armv7em-none-none-eabi 20 22400 ;;
    m55) title="Cortex-M55" && cortex "-mcpu=cortex-m55 -mfloat-abi=softfp" mps3-an547 an547 armv7em-none-none-eabi 32 13000 ;;
    rv32imac)
        title="RISC-V rv32imac" kind=riscv core=riscv32-none-none-eabi most=79000
        compiler="riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 --specs=picolibc.specs"
        link="--oslib=semihost --crt0=semihost -Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=8M"
        link="$link -Wl,--defsym=__ram=0x80800000,--defsym=__ram_size=32M,--defsym=__stack_size=64K"
        size=riscv64-unknown-elf-size
        ;;
    big-endian)
        title="PowerPC, big-endian" kind="" core="" most=0 compiler=powerpc-linux-gnu-gcc link=-static size=powerpc-linux-gnu-size
        ;;
    *)
        echo "chips.sh: no chip is called $1" >&2
        exit 64
        ;;
    esac
}

# emulate PROGRAM WORD…: the exit code is the program's. What hangs is ended: these take seconds.
emulate() {
    program=$1
    shift
    if [ -z "$kind" ]; then
        timeout 300 qemu-ppc "$program" "$@"
        return
    fi
    words=""
    # A Cortex-M's first word is the program's name; the C library for RISC-V puts one in front by itself.
    if [ $kind = cortex ]; then words=",arg=$program"; fi
    for word in "$@"; do words="$words,arg=$word"; done
    quiet="-display none -monitor none -serial none -icount shift=0"
    # shellcheck disable=SC2086  # words
    if [ $kind = cortex ]; then
        timeout 300 qemu-system-arm -M $machine $quiet -semihosting-config "enable=on,target=native$words" -kernel "$program"
    else
        # What this C library prints goes to QEMU's console, which is QEMU's standard error.
        timeout 300 qemu-system-riscv32 -M virt -bios none $quiet -semihosting-config "enable=on,target=native$words" \
            -kernel "$program" 2>&1
    fi
}

include="-I Tests/Programs/Chips -I Tests/Programs/Kernels/cortex -I Sources/Core/CMotionCore/include -I firmware-protocol/c/include"
include="$include -I firmware-protocol/inference/include"
sources="Tests/Programs/Chips/*.c firmware-protocol/inference/src/*.c firmware-protocol/c/src/*.c Sources/Core/CMotionCore/kernels/*.c Sources/Core/CMotionCore/store/*.c"
sources="$sources Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c"
strict="-Wall -Wextra -Werror"
networks="demo 32 64"

# engines NETWORK FOLDER OBJECTS…: the program that both engines are in.
engines() {
    exported=$out/network-$1
    to=$2
    shift 2
    # shellcheck disable=SC2086  # words
    $compiler -std=gnu11 -O2 $strict -ffunction-sections -fdata-sections $include -I "$exported" $counted \
        $sources "$exported/network.c" "$@" $link -Wl,--gc-sections -o "$to/engines"
}

echo "Making networks of 32 and 64 units, and asking this machine what they say …"
"$motionq" dataset synthesize --gestures 1 --subjects 1000 --output $out/walk.csv >$out/log 2>&1
cp Sources/motionq/Resources/demo.safetensors $out/demo.safetensors
for network in $networks; do
    if [ "$network" != demo ]; then
        "$motionq" train --data $out/walk.csv --hidden "$network" --window 50 --hop 50 --epochs 1 --state reset \
            -o "$out/$network.safetensors" >$out/log 2>&1
    fi
    "$motionq" export --model "$out/$network.safetensors" -o "$out/network-$network" >$out/log 2>&1
    compiler="$toolchain/clang" link="" counted=""
    engines "$network" $out
    $out/engines | grep -v '^instructions' >"$out/$network.expected"
    if [ "$(wc -l <"$out/$network.expected")" -lt 60 ]; then
        echo "chips.sh: this machine's engine says too little to compare with ($out/$network.expected)" >&2
        exit 70
    fi
done

cores=""
for name in "$@"; do
    chip "$name"
    case " $cores " in *" $core "*) ;; *) cores="$cores $core" ;; esac
done
# One more that nothing here runs: the device core on the web.
echo "$cores wasm32-unknown-none-wasm" | KEEP=$out/core xargs -n 1 -P 2 sh Scripts/embedded.sh "$swift"

# The bytes of all that stands between a sensor's counts and decisions, without a network: what a linker keeps, the compiler's own
# arithmetic included.
linked() {
    elf=$1
    shift
    # shellcheck disable=SC2086  # words
    $compiler -std=gnu11 -O2 -ffunction-sections -fdata-sections $include "$out/empty.c" "$@" -nostartfiles -Wl,-e,main,--gc-sections \
        -o "$elf" 2>/dev/null
    $size "$elf" | awk 'NR == 2 { print $1 + $2 }'
}
flash_of() {
    echo "int main(void) { for (;;) continue; }" >$out/empty.c
    roots=""
    for root in mq_kernels_available mq_channel_binding_make mq_recogniser_begin mq_recogniser_push; do roots="$roots -Wl,-u,$root"; done
    # shellcheck disable=SC2086  # words
    echo $(($(linked "$1/whole" firmware-protocol/inference/src/*.c firmware-protocol/c/src/*.c Sources/Core/CMotionCore/kernels/*.c \
        Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c $roots) - $(linked "$1/empty")))
}

table=$out/table
echo "| chip | kernels | inner loops, 6 → 32 | 6 → 64 | C engine, 6 → 32 | 6 → 64 | Swift, 6 → 32 | 6 → 64 | flash |" >$table
echo "|---|---|---|---|---|---|---|---|---|" >>$table
for name in "$@"; do
    chip "$name"
    folder=$out/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "$title: kernels …"
    MAKEFLAGS="" make -s -f Tests/Programs/Kernels/Makefile CHIP=$kind OUT="$folder" CC="$compiler" LINK="$link"
    emulate "$folder/kernel-tests" scalar >"$folder/kernels.log"
    if [ -n "$kind" ]; then emulate "$folder/steps" >"$folder/steps.log"; fi

    echo "$title: the protocol's golden vectors …"
    objects=""
    if [ "$kind" = cortex ]; then objects=$folder/startup.o; fi
    # shellcheck disable=SC2086  # words
    $compiler -std=gnu99 -O2 -I firmware-protocol/c/include -I firmware-protocol/c/src firmware-protocol/c/src/*.c \
        firmware-protocol/c/tests/*.c $objects $link -o "$folder/protocol-tests"
    emulate "$folder/protocol-tests" firmware-protocol/vectors >"$folder/protocol.log"

    echo "$title: whole networks, in C${core:+ and in Swift} …"
    counted="${kind:+-DCOUNTED}${core:+ -DSWIFT}"
    if [ -n "$core" ]; then
        modules=$out/core/$core
        "$toolchain/swiftc" -target "$core" -enable-experimental-feature Embedded -wmo -Osize -Xcc -ffreestanding \
            -parse-as-library -swift-version 6 -Xfrontend -function-sections -Xfrontend -disable-stack-protector \
            -warnings-as-errors -I "$modules" -I Sources/Core/CMotionCore/include -I Tests/Programs/Chips -c Tests/Programs/Chips/Engine.swift -o "$folder/Engine.o"
        objects="$objects $folder/Engine.o"
        for module in MotionCore WireProtocol; do objects="$objects $modules/$module.o"; done
    fi
    for network in $networks; do
        # shellcheck disable=SC2086  # words
        engines "$network" "$folder" $objects
        emulate "$folder/engines" >"$folder/$network.log"
        for engine in c ${core:+swift}; do
            if ! sed -n "s/^$engine /c /p" "$folder/$network.log" | cmp -s - "$out/$network.expected"; then
                echo "$title, network $network: the engine in $engine differs from this machine ($folder/$network.log)" >&2
                exit 1
            fi
        done
    done

    steps() { awk -v units="$1" '$3 == units && !found { print $5; found = 1 }' "$folder/steps.log" 2>/dev/null; }
    whole() { sed -n "s/^instructions $1 //p" "$folder/$2.log"; }
    kernels=$(sed -n 's/: as ARITHMETIC.md says$//p' "$folder/kernels.log" | head -n 1)
    flash=""
    if [ -n "$kind" ]; then
        flash=$(flash_of "$folder")
        if [ "$(steps 64)" -gt "$most" ]; then
            echo "$title: a step of 6 → 64 takes $(steps 64) instructions, and may take $most" >&2
            exit 1
        fi
        row="$(steps 32) | $(steps 64) | $(whole c 32) | $(whole c 64) | $(whole swift 32) | $(whole swift 64)"
    else
        row=" | | | | | "
    fi
    echo "| $title | \`$kernels\` | $row | $flash |" >>$table
done
echo "The bits are this machine's on every chip: $(cat $out/*.expected | cksum | cut -d ' ' -f 1) over the windows of all networks."
sed -E ':again; s/([0-9])([0-9]{3})([ ,|])/\1,\2\3/; t again' $table
