#!/bin/sh
# The product at real serial drivers, without hardware: rig.sh MOTIONQ MODEL FIRMWARE [SCENES …]
#
# A Linux guest in QEMU has an FTDI chip and a CDC-ACM device, and a board in QEMU, FIRMWARE, is at their other end
# (Tests/Programs/Rig). Debian's kernel is unpacked into .build/rig, and not installed.
set -eu
motionq=$1
model=$2
firmware=$3
shift 3
for program in qemu-system-x86_64 qemu-system-arm busybox strip; do
    if ! command -v $program >/dev/null 2>&1; then
        sh Scripts/install.sh qemu-system-x86 qemu-system-arm busybox-static binutils
        break
    fi
done
cache=.build/rig
if ! [ -e $cache/kernel/boot ]; then
    package=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: //p')
    if [ -z "$package" ]; then
        echo "rig.sh: apt-cache knows no linux-image-amd64, of which the guest gets its kernel; apt-get update mends that" >&2
        exit 69
    fi
    echo "Fetching $package (apt-get) …"
    rm -rf $cache
    mkdir -p $cache
    (cd $cache && apt-get download -qq -o APT::Sandbox::User=root "$package" && dpkg-deb -x ./*.deb unpacked &&
        mv unpacked kernel && rm ./*.deb)
fi
exec python3 -B Tests/Programs/Rig/rig.py "$motionq" "$model" "$firmware" $cache/kernel "$@"
