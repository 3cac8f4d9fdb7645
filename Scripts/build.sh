#!/bin/sh
# swift build with every import checked against Package.swift: build.sh SWIFT ARGUMENTS…
#
# The driver inside SwiftPM hands each module's interface on before its code is compiled, so that both cores are busy to the end,
# and a changed body compiles its own module alone. That asks for interfaces without other modules' bodies (-disable-cmo; what
# that costs is in CHANGELOG.md) and for command lines without temporary files. A Swift without that driver builds as it does by itself.
# No program looks for libraries beside itself, where a start would ask two dozen times (--disable-local-rpath).
set -eu
swift=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if "$swift" build --help | grep -q -e --use-integrated-swift-driver; then
    set -- --use-integrated-swift-driver -Xswiftc -disable-cmo -Xswiftc -driver-filelist-threshold=100000 "$@"
fi
set -- -c release --disable-local-rpath -Xswiftc -gline-tables-only --disable-index-store \
    --explicit-target-dependency-import-check error "$@"
# The compiler driver exits with 0 even when that check finds something, so its words are read.
{ "$swift" build "$@" 2>&1 || echo "error: the build failed"; } | grep -v 'integrated-swift-driver.*deprecated' | tee "$log"
if grep -q 'error:' "$log"; then exit 1; fi
