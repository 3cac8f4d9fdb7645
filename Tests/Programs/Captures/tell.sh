#!/bin/sh
# What motionq tells of a capture of the corpus, on standard output: tell.sh MOTIONQ NAME
#
# The words after the program stand in NAME.words. Lines of samples, of which there are thousands, become their number and checksum.
set -eu
cd "$(dirname "$0")/../../.."
motionq=$1
capture=Tests/Support/Captures/$2
told=$(mktemp)
trap 'rm -f "$told" "$told.notes"' EXIT
status=0
# shellcheck disable=SC2046 — the words are to be split.
"$motionq" $(cat "$capture.words") --port "capture:$capture.capture" >"$told" 2>"$told.notes" || status=$?
grep -v '^{"type":"sample"' "$told" || true
grep '^{"type":"sample"' "$told" | cksum | {
    read -r sum bytes
    echo "samples: $(grep -c '^{"type":"sample"' "$told" || true) lines, $bytes bytes, checksum $sum"
}
sed 's/^/note: /' "$told.notes"
echo "exit code: $status"
