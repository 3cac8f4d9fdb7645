#!/bin/sh
# Compiles the device core as a debug build does, file by file: functions that must not allocate then see only what is marked in other files.
. Scripts/core.sh
echo "Compiling the device core file by file, as a debug build does …"
compile_core -Onone -enable-batch-mode
