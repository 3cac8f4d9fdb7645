#!/bin/sh
# Unplugs simulated boards a thousand times: replug.sh MOTIONQ [ROUNDS]
#
# A library stands before the C library (Tests/Programs/Live/ports.c) and shows pseudo-terminals as USB devices; motionq and
# libserialport are as they are built. Linux only. Needs a C compiler and Python 3.
set -eu
motionq=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
compile() { "$(command -v gcc || command -v clang)" -O2 -Wall -Wextra -Werror -fPIC "$@"; }
# Of the tests' own shim only what answers for modem lines: paths are answered for by ports.c.
shim=Tests/Support/CPtyShim
compile -c -I$shim/include -Dlstat=its_lstat -D__lxstat=its_lxstat -Dreadlink=its_readlink -o "$place/lines.o" $shim/pty_shim.c
compile -shared -o "$place/ports.so" Tests/Programs/Live/ports.c "$place/lines.o" -ldl
python3 -B Tests/Programs/Live/replug.py "$motionq" "$place/ports.so" "$@"
