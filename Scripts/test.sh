#!/bin/sh
# Runs the tests that were built, the examples, and what else needs the built modules: test.sh SWIFT
#
# In groups, each a process of its own and several at a time: a test that waits for a program leaves the processors idle. A suite
# that runs whole programs is a group, and so is a module. Those that took longest begin first, so that none is left to run alone at
# the end: by the seconds of the last run here, or, before there was one, of Scripts/test-seconds.txt (on two cores; a copy of
# .build/test-seconds renews it).
set -eu
swift=$1
if [ "$(uname)" != Linux ]; then
    "$swift" test -c release --skip-build --enable-swift-testing --disable-xctest
    sh Scripts/docs.sh "$swift"
    exec sh Scripts/examples.sh "$swift" .build/release/motionq
fi
at_once=${TEST_GROUPS:-6}
bin=$("$swift" build -c release --show-bin-path)
work=$(mktemp -d)
trap 'kill $workers 2>/dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
workers=
export NO_COLOR=1

# Replaces the shell that calls it, so that its process is the one to end: run GROUP
run() {
    case $1 in
    examples) exec sh Scripts/examples.sh "$swift" "$bin/motionq" ;;
    manual) exec sh Scripts/docs.sh "$swift" ;;
    conversions) exec sh Scripts/conversions.sh "$swift" ;;
    *) exec "$bin/MotionQ15PackageTests.xctest" --testing-library swift-testing --filter "^$1[./(]" ;;
    esac
}

# MARK: What there is to run

"$bin/MotionQ15PackageTests.xctest" --testing-library swift-testing --list-tests >"$work/tests" 2>/dev/null
sed -E 's/^(EndToEndTests\.[^/(]+).*/\1/; t; s/\..*//' "$work/tests" | sort -u >"$work/groups"
printf 'examples\nconversions\nmanual\n' >>"$work/groups"
seconds=.build/test-seconds
if [ ! -e "$seconds" ]; then seconds=Scripts/test-seconds.txt; fi
# What was never measured first.
awk 'NR == FNR { seconds[$2] = $1; next } { print ($1 in seconds) ? seconds[$1] : 1e9, $1 }' "$seconds" "$work/groups" |
    sort -k1,1nr -k2 >"$work/order"
expected=$(awk '$2 == "all" { print $1 }' "$seconds")
echo "$(wc -l <"$work/tests") tests in $(wc -l <"$work/groups") groups, $at_once at a time; it took $expected s when it was measured:"

# MARK: Running it

# Takes one group after the other that nobody else has begun.
work_off() {
    process=
    trap 'kill $process 2>/dev/null || true; exit 143' TERM
    while read -r _ group; do
        mkdir "$work/$group" 2>/dev/null || continue
        log=$work/$group/log
        began=$(date +%s)
        echo "▸ $group"
        run "$group" >"$log" 2>&1 &
        process=$!
        mark=✔
        if ! wait "$process"; then
            mark=✘
            touch "$work/$group/failed"
        fi
        took=$(($(date +%s) - began))
        echo "$took $group" >>"$work/seconds"
        grep -E '^➜ (Suite|Test)' "$log" || true
        echo "$mark $group: $(summary "$log"), $took s"
    done <"$work/order"
}

# How a group ended: how many tests there were, or its last line.
summary() { grep -oE 'Test run with [0-9]+ tests?' "$1" | sed 's/Test run with //' | grep . || tail -1 "$1"; }

# The tests that these lines of a log speak of: count PATTERN FILE…
count() {
    pattern=$1
    shift
    cat "$@" | grep -E "$pattern" | grep -cvE '^. Test (run|case) ' || true
}

began=$(date +%s)
for _ in $(seq "$at_once"); do
    work_off &
    workers="$workers $!"
done
for worker in $workers; do wait "$worker"; done
workers=

# MARK: What came of it

took=$(($(date +%s) - began))
{ sort -nr "$work/seconds"; echo "$took all"; } >.build/test-seconds
# What went wrong, in full, and what the log ends with.
broken=0
for failed in "$work"/*/failed; do
    [ -e "$failed" ] || break
    log=${failed%failed}log
    group=${failed%/failed}
    echo
    echo "${group##*/}:"
    # Each line that says so, and what follows until the next line of another test.
    grep -qE '^✘|Program crashed' "$log" || tail -20 "$log"
    awk '/^[✔◇➜]/ { shown = 0 } /^✘|Program crashed/ { shown = 1 } shown' "$log"
    grep -q 'Test run with' "$log" || broken=$((broken + 1))
done
all=$(cat "$work"/*/log | sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p' | awk '{ all += $1 } END { print all + 0 }')
failed=$(count '^✘ Test .* failed after' "$work"/*/log)
skipped=$(count '^➜ Test .* skipped' "$work"/*/log)
listed=$(wc -l <"$work/tests")
echo
if [ "$broken" = 0 ] && [ "$all" != "$listed" ]; then
    echo "$listed tests were to run, but $all did"
    broken=1
fi
echo "$((all - failed - skipped)) passed, $((failed + broken)) failed, $skipped skipped, in $took s"
[ "$((failed + broken))" = 0 ]
