#!/bin/sh
# Every module imports only targets it names in Package.swift. The build itself exits with 0 even when it finds a violation.
set -eu
echo "Building motionq, imports checked against Package.swift …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${1:-swift}" build -c release --product motionq --explicit-target-dependency-import-check error >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
if grep -E 'error:' "$log"; then exit 1; fi
