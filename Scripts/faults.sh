#!/bin/sh
# Makes every call of the system fail in turn, and judges how motionq ends: faults.sh MOTIONQ [VERBS…]
#
# A library stands before the C library (Tests/Programs/Faults/calls.c) and lets one call fail; motionq itself is as it is built.
# Linux only. Needs a C compiler and Python 3.
set -eu
motionq=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
shim=$(mktemp)
trap 'rm -f "$shim"' EXIT
trap 'exit 130' INT TERM
"$(command -v gcc || command -v clang)" -O2 -Wall -Wextra -Werror -fPIC -shared -o "$shim" Tests/Programs/Faults/*.c -ldl
python3 -B Tests/Programs/Faults/faults.py "$motionq" "$shim" "$@"
