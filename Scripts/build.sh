#!/bin/sh
# swift build with every import checked against Package.swift: build.sh SWIFT ARGUMENTS…
# The compiler driver exits with 0 even when that check finds something, so its words are read.
set -eu
swift=$1
shift
# SwiftPM plans a build with tests otherwise than one without. A change there and back makes it compile protobuf's own compiler, which
# nothing here needs, for ten minutes: where the tests have been built once, they are built always.
if [ "$*" = "--product motionq" ] && [ -e .build/release/MotionQ15PackageTests.xctest ]; then set -- --build-tests; fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ "$swift" build -c release --explicit-target-dependency-import-check error "$@" 2>&1 || echo "error: the build failed"; } | tee "$log"
if grep -q 'error:' "$log"; then exit 1; fi
