#!/bin/sh
# swift build with every import checked against Package.swift: build.sh SWIFT ARGUMENTS…
# The compiler driver exits with 0 even when that check finds something, so its words are read.
set -eu
swift=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ "$swift" build -c release --explicit-target-dependency-import-check error "$@" 2>&1 || echo "error: the build failed"; } | tee "$log"
if grep -q 'error:' "$log"; then exit 1; fi
