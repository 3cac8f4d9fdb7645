#!/bin/sh
# The engine against an implementation in Python that was written from ARITHMETIC.md alone: oracle.sh SWIFT, when the tests are built
set -eu
has_numpy() {
    python3 -c 'import numpy' >/dev/null 2>&1
}
if ! has_numpy; then sh Scripts/install.sh python3 python3-numpy; fi
# Another Python may stand before the system's, which does not see what the system installs.
if ! has_numpy && /usr/bin/python3 -c 'import numpy' >/dev/null 2>&1; then
    PATH=/usr/bin:$PATH
    export PATH
fi
if ! has_numpy; then
    echo "$(command -v python3) does not find the system's numpy; python3 -m pip install numpy" >&2
    exit 69
fi

echo "Comparing the engine with Tests/Programs/Oracle, window by window (seconds) …"
"$1" test -c release --skip-build --enable-swift-testing --disable-xctest --filter OracleTests
