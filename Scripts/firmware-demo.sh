#!/bin/sh
# The firmware in QEMU, its sensor fed with synthetic motion, and `motionq run` at its line: firmware-demo.sh MOTIONQ MODEL OUT
# Ends with Ctrl-C, or when the motion is over and ten seconds more.
set -eu
motionq=$1
model=$2
out=$3
"$motionq" dataset counts --output "$out/counts"
# A socket's name may be no longer than a hundred characters or so.
board=$(mktemp -d)
# In a session of its own: a Ctrl-C is for motionq, which leaves the lights off, and not yet for the board.
$(command -v setsid) sh firmware-protocol/swift/emulate.sh "$out/firmware.elf" "$out/counts" "$board" >"$out/qemu.log" 2>&1 &
emulator=$!
trap 'kill $emulator 2>/dev/null || true; wait $emulator 2>/dev/null || true; rm -rf "$board"' EXIT
trap : INT
while ! [ -S "$board/uart" ]; do
    if ! kill -0 $emulator 2>/dev/null; then
        cat "$out/qemu.log" >&2
        exit 69
    fi
    sleep 0.1
done
rate=$(awk '/MOTIONQ_NETWORK_RATE/ { printf "%d", $3 }' "$out/network/network.h")
if [ "$rate" -eq 0 ]; then rate=50; fi
seconds=$(($(wc -c <"$out/counts") / 12 / rate + 10))
echo "A Cortex-M4 in QEMU: its lights follow what is recognised here, and every window that it classifies itself is computed here again."
timeout --preserve-status --foreground -s INT "$seconds" "$motionq" run --port "$board/uart" --model "$model" --shadow
