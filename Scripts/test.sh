#!/bin/sh
# Runs the tests that were built, and the examples: test.sh SWIFT
#
# In groups side by side, each a process of its own: a test that waits for a program holds one of its process's few threads, and the
# processors are idle. The last group takes what no other does, so that every test is run, and run once.
set -eu
swift=$1
if [ "$(uname)" != Linux ]; then "$swift" test -c release --skip-build; exec sh Scripts/examples.sh "$swift" .build/release/motionq; fi
tests=$("$swift" build -c release --show-bin-path)/MotionQ15PackageTests.xctest
logs=$(mktemp -d)
processes=
trap 'for process in $processes; do kill "$process" 2>/dev/null || true; done; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM

# start GROUP ARGUMENTS…
start() {
    group=$1
    shift
    NO_COLOR=1 "$tests" --testing-library swift-testing "$@" >"$logs/$group" 2>&1 &
    processes="$processes $!"
}
start commands-1 --filter 'EndToEndTests\.[A-B]'
start commands-2 --filter 'EndToEndTests\.[C-D]'
start commands-3 --filter 'EndToEndTests\.[E-L]'
start commands-4 --filter 'EndToEndTests\.[M-Z]'
start documents --filter 'DocumentationTests\.'
sh Scripts/examples.sh "$swift" "${tests%/*}/motionq" >"$logs/examples" 2>&1 &
processes="$processes $!"
sh Scripts/conversions.sh "$swift" >"$logs/conversions" 2>&1 &
processes="$processes $!"
start modules --skip 'EndToEndTests\.[A-Z]' --skip 'DocumentationTests\.'

failed=0
groups="commands-1 commands-2 commands-3 commands-4 documents examples conversions modules"
for process in $processes; do
    group=${groups%% *}
    groups=${groups#* }
    if ! wait "$process"; then
        failed=1
        # What went wrong, in full, and what the log ends with.
        { echo "$group:"; grep -E -A12 '^✘|Program crashed' "$logs/$group" || tail -20 "$logs/$group"; } >>"$logs/wrong"
    fi
    grep -E '^➜ Suite|^➜ Test' "$logs/$group" || true
    echo "$group: $(grep 'Test run with' "$logs/$group" || tail -20 "$logs/$group")"
done
processes=
# Last, so that it is seen, also by those who see the end of a log only.
if [ $failed != 0 ]; then cat "$logs/wrong"; fi
exit $failed
