#!/bin/sh
# What a firmware takes, in bytes: sizes.sh OUT. Flash holds code, constants and what RAM is filled with; RAM holds data, and the stack
# that the linker reserves.
set -eu
elf=$1/firmware.elf
section() {
    arm-none-eabi-size -A -d "$elf" | awk -v name="$1" '$1 == name { print $2 }'
}
network=$(arm-none-eabi-size -A -d "$1/network.o" | awk '/^\.rodata/ { bytes += $2 } END { print bytes }')
text=$(section .text)
data=$(section .data)
bss=$(section .bss)
stack=$(section .stack)
unwind=$(section .ARM.exidx)
working=$(arm-none-eabi-size -A -d "$1/network_memory.o" | awk '/^\.bss/ { bytes += $2 } END { print bytes }')
printf '%-10s %9d  of it the network %d\n' flash $((text + unwind + data)) "$network"
printf '%-10s %9d  of it the stack %d, the network %d\n' RAM $((data + bss + stack)) "$stack" "$working"
echo "$elf"
