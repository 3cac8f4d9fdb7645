#!/bin/sh
# The guest's first and only script: it does what the rig says, line by line, over a port of its own, and what happens goes with the
# kernel's own messages, so that all has the kernel's time.
export PATH=/bin HOME=/tmp/home XDG_CONFIG_HOME=/tmp/settings NO_COLOR=1
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox --install -s /bin
while read -r module; do insmod "/modules/$module"; done </modules/order
while [ "$(cat /sys/class/virtio-ports/*/name 2>/dev/null | wc -w)" -lt 3 ]; do usleep 10000; done
for port in /sys/class/virtio-ports/*; do ln -s "/dev/${port##*/}" "/dev/$(cat "$port/name")"; done
mkdir -p /tmp/home
cd /files || exit

# follow NAME WORD…: starts a program that writes lines; each stands in the journal, behind its name.
follow() {
    name=$1
    shift
    mkfifo "/tmp/$name.lines" 2>/dev/null
    while IFS= read -r line; do echo "$name ${line:0:900}" >/dev/kmsg; done <"/tmp/$name.lines" &
    "$@" >"/tmp/$name.lines" 2>"/tmp/$name.errors" </dev/null &
    echo $! >"/tmp/$name.pid"
}

# finish NAME: waits for its end. Prints its exit code, and what it said of faults.
finish() {
    wait "$(cat "/tmp/$1.pid")"
    echo $?
    cat "/tmp/$1.errors"
}

# burden NAME: its memory in kB, descriptors, threads, ticks of the processor, and the guest's time in seconds.
burden() {
    pid=$(cat "/tmp/$1.pid")
    set -- $(cat "/proc/$pid/stat")
    ticks=$((${14} + ${15}))
    echo "$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status") $(ls "/proc/$pid/fd" | wc -l) ${20} $ticks"
    cut -d ' ' -f 1 /proc/uptime
}

cat /dev/kmsg >/dev/journal &
exec 3<>/dev/commands
# The other end of the device that the guest is itself.
exec 6<>/dev/gadget
while IFS= read -r command <&3; do
    eval "$command" >/tmp/said 2>&1 </dev/null
    code=$?
    { cat /tmp/said; printf '\n=%d=\n' $code; } >&3
done
