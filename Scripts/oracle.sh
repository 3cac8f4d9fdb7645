#!/bin/sh
# The engine against an implementation in Python that was written from ARITHMETIC.md alone: oracle.sh SWIFT, when the tests are built
set -eu
if ! python3 -c 'import numpy' >/dev/null 2>&1; then sh Scripts/install.sh python3 python3-numpy; fi

echo "Comparing the engine with Tests/Oracle, window by window (seconds) …"
"$1" test -c release --skip-build --filter OracleTests
