#!/bin/sh
# Inputs of libFuzzer's through every reader of untrusted bytes: fuzz.sh SWIFT
#
# Variables: TARGET, one target (all of them); SECONDS for each (20); MEGABYTES after which a target ends, if that comes first.
# A target begins with its seeds and with what earlier runs found (.build/fuzz/corpus). A crash, a broken property, a hang of 10 s
# and more than 1 GB of memory are faults: the input stays in .build/fuzz/faults, and the words after the table say how to run it
# again. Coverage: the edges in the target's own sources that its corpus reaches; .build/fuzz/reports lists the functions that it
# never does.
set -eu
cd "$(dirname "$0")/.."
swift=${1:-swift}
seconds=${SECONDS:-20}
home=$PWD/.build/fuzz
mkdir -p "$home/corpus" "$home/faults" "$home/reports"

library=$("$swift" -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')
library=$(find -L "$library/" -name "libclang_rt.fuzzer_no_main*$(uname -m)*" 2>/dev/null | head -n 1)
if [ -z "$library" ]; then
    echo "this Swift brings no libFuzzer (libclang_rt.fuzzer_no_main): use a toolchain from swift.org" >&2
    exit 69
fi
coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
echo "Building the readers with coverage and the address sanitizer (ten minutes the first time) …"
MOTIONQ_FUZZ=1 sh Scripts/build.sh "$swift" --scratch-path "$home" --product Fuzz --sanitize address \
    -Xswiftc -sanitize-coverage=$coverage -Xcc -fsanitize-coverage=$coverage -Xlinker "$library" -Xlinker -lstdc++ >"$home/log" ||
    { grep error: "$home/log" >&2; exit 1; }
program=$home/release/Fuzz

# Files that readers want by their paths, in memory where the system has such a folder.
TMPDIR=$(mktemp -d /dev/shm/motionq-fuzz.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$TMPDIR"' EXIT
# Swift's own words on a crash would hold up libFuzzer's.
export TMPDIR SWIFT_BACKTRACE=enable=no ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}"

faults=0
printf '%-12s %10s %6s %9s %12s %5s %10s\n' target inputs MB features edges "" functions
for target in ${TARGET:-$("$program" list | cut -d ' ' -f 1)}; do
    limits=$("$program" list | grep "^$target ") || { echo "there is no target $target: $program list" >&2; exit 64; }
    most=$(echo "$limits" | cut -d ' ' -f 2)
    sources=$(echo "$limits" | cut -d ' ' -f 3)
    corpus=$home/corpus/$target
    seeds=$TMPDIR/seeds
    rm -rf "$seeds"
    mkdir -p "$corpus"
    "$program" seeds "$target" "$seeds"
    words=
    if [ -s "$seeds.words" ]; then words=-dict=$seeds.words; fi
    report=$home/reports/$target
    status=0
    MOTIONQ_FUZZ_COUNT=$TMPDIR/bytes MOTIONQ_FUZZ_MEGABYTES=${MEGABYTES:-} "$program" run "$target" "$corpus" "$seeds" $words \
        -max_total_time="$seconds" -len_control=0 -max_len="$most" -rss_limit_mb=1024 -timeout=10 \
        -artifact_prefix="$home/faults/$target-" -print_final_stats=1 >"$report.log" 2>&1 || status=$?
    bytes=$(od -An -tu8 "$TMPDIR/bytes" | tr -d ' ')
    rm -f "$TMPDIR/bytes"
    # Once more over all that was found, for the edges that it reaches.
    "$program" run "$target" "$corpus" "$seeds" -runs=0 -max_len="$most" -print_coverage=1 >"$report.reached" 2>&1 || true
    awk -f Scripts/fuzz.awk -v root="$PWD/" -v places="$sources" "$report.reached" >"$report"
    printf '%-12s %10s %6s %9s %12s %5s %10s\n' "$target" \
        "$(sed -nE 's/stat::number_of_executed_units: *//p' "$report.log")" "$((bytes >> 20))" \
        "$(sed -nE 's/.* ft: ([0-9]+) .*/\1/p' "$report.log" | tail -n 1)" $(head -n 1 "$report")
    if [ "$status" != 0 ]; then
        faults=$((faults + 1))
        grep -hE '^SUMMARY|Fatal error' "$report.log" | head -n 2 | sed 's/^/    /'
        sed -nE 's|.*Test unit written to (.*)|    again: SWIFT_BACKTRACE=enable=no '"$program run $target"' \1|p' "$report.log"
    fi
done
[ "$faults" = 0 ]
