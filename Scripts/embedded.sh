#!/bin/sh
# Compiles the device core in Embedded mode, from the same files as the host, module by module in flow order:
# embedded.sh SWIFT [TARGETS…]
#
# For a Cortex-M4 if no target is named. KEEP=FOLDER keeps what was compiled, in a folder for each target, ready to be linked.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
root=$PWD
core="MotionCore WireProtocol"
shift $(($# > 0))
if [ $# -eq 0 ]; then set -- armv7em-none-none-eabi; fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A chip has no stack for the names of 32 channels: room for them is the one thing that differs.
if (cd Sources/Core && grep -rnE '^[[:space:]]*#if' $core | grep -v '^MotionCore/Channels/ChannelText.swift:'); then
    echo "the device core is the same on host and device: no conditional compilation" >&2
    exit 1
fi
for target in "$@"; do
    echo "Compiling the device core for ${target%%-*} in Embedded mode …"
    out=${KEEP:-$scratch}/$target
    mkdir -p "$out"
    out=$(cd "$out" && pwd)
    for module in $core; do
        # A function's section of its own, for the linker to leave out what nobody calls; no stack protector, which wants a system.
        (cd "$out" && find "$root/Sources/Core/$module" -name "*.swift" -exec "$toolchain/swiftc" -target "$target" \
            -enable-experimental-feature Embedded -wmo -Osize -Xcc -ffreestanding -parse-as-library -package-name motionq15 \
            -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
            -enable-upcoming-feature MemberImportVisibility -warnings-as-errors -Xfrontend -function-sections \
            -Xfrontend -disable-stack-protector -I "$out" -I "$root/Sources/Core/CMotionCore/include" \
            -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -c {} +)
    done
    for source in Sources/Core/CMotionCore/*/*.c; do
        "$toolchain/clang" -target "$target" -ffreestanding -Wall -Wextra -Werror -O2 -I Sources/Core/CMotionCore/include -c "$source" -o "$out/$(basename "$source").o"
    done
done
