#!/bin/sh
# Boots a firmware in QEMU's mps2-an386: emulate.sh FIRMWARE COUNTS FOLDER [ARGUMENTS OF QEMU …]
# The line to the host is the local socket FOLDER/uart, and the board waits for a connection there; the sensor reads COUNTS, which
# `motionq dataset counts` writes. FOLDER/monitor is QEMU's monitor, FOLDER/lights.log what the lights did; the board's button
# hangs on the local socket FOLDER/button: the byte 1 presses it, 0 lets it go (in ASCII).
set -eu
if [ $# -lt 3 ]; then
    echo "usage: emulate.sh FIRMWARE COUNTS FOLDER [ARGUMENTS OF QEMU …]" >&2
    exit 64
fi
for file in "$1" "$2"; do
    if ! [ -r "$file" ]; then
        echo "emulate.sh: there is no $file" >&2
        exit 66
    fi
done
firmware=$1
counts=$2
folder=$3
shift 3
mkdir -p "$folder"
rm -f "$folder/uart" "$folder/monitor" "$folder/button" "$folder/lights.log"
exec qemu-system-arm -M mps2-an386 -display none -kernel "$firmware" \
    -chardev "socket,id=button,path=$folder/button,server=on,wait=off" \
    -chardev "socket,id=host,path=$folder/uart,server=on,wait=on" -serial chardev:host \
    -chardev stdio,id=sensor,signal=off -serial chardev:sensor -serial chardev:button \
    -chardev "socket,id=monitor,path=$folder/monitor,server=on,wait=off" -mon chardev=monitor,mode=readline \
    -trace mps2_fpgaio_write -trace mps2_scc_write -msg timestamp=on -D "$folder/lights.log" "$@" <"$counts"
