#!/bin/sh
# How fast this program is beside an older one: compare-bench.sh OLD_MOTIONQ NEW_MOTIONQ [ROUNDS]
#
# Runs `bench` of both in turn, ROUNDS times (9), and prints medians over the rounds: of each measurement, and of new ÷ old in one round, for what
# disturbs the machine in a round disturbs both. 1 if whole windows of a network in Q15 take more than 1.03 of what they took, on any kernel:
# in that median, and in the round in which each was fastest, because other work on the machine only adds time.
# MOTIONQ_KERNEL names one kernel to time alone.
set -eu
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: compare-bench.sh OLD_MOTIONQ NEW_MOTIONQ [ROUNDS]" >&2
    exit 64
fi
old=$1
new=$2
rounds=${3:-9}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

bench() { "$1" bench --json --rounds 25 --windows 1 2>>"$scratch/notes"; }
for round in $(seq "$rounds"); do
    # The program that goes first changes from round to round: a machine that warms up or slows down favours neither.
    if [ $((round % 2)) -eq 0 ]; then
        bench "$new" >>"$scratch/new"
        bench "$old" >>"$scratch/old"
    else
        bench "$old" >>"$scratch/old"
        bench "$new" >>"$scratch/new"
    fi
done
if [ -s "$scratch/notes" ]; then echo "$(wc -l <"$scratch/notes") of $((2 * rounds)) runs said something; the last: $(tail -n 1 "$scratch/notes")" >&2; fi

awk -v limit=1.03 '
    function field(key,    rest) {
        if (!match($0, "\"" key "\":")) return ""
        rest = substr($0, RSTART + RLENGTH)
        sub(/[,}].*/, "", rest)
        gsub(/"/, "", rest)
        return rest
    }
    function least(numbers,    count, i, all, found) {
        count = split(numbers, all, " ")
        found = all[1] + 0
        for (i = 2; i <= count; i++) if (all[i] + 0 < found) found = all[i] + 0
        return found
    }
    function median(numbers,    count, i, j, value, sorted) {
        count = split(numbers, sorted, " ")
        for (i = 2; i <= count; i++) {
            value = sorted[i] + 0
            for (j = i - 1; j > 0 && sorted[j] + 0 > value; j--) sorted[j + 1] = sorted[j]
            sorted[j + 1] = value
        }
        return count % 2 ? sorted[(count + 1) / 2] : (sorted[count / 2] + sorted[count / 2 + 1]) / 2
    }
    function ratios(key,    count, i, old, new, each) {
        count = split(times["old", key], old, " ")
        split(times["new", key], new, " ")
        for (i = 1; i <= count; i++) each = each " " new[i] / old[i]
        return each
    }
    /"type":"measurement"/ {
        side = FILENAME == ARGV[1] ? "old" : "new"
        key = sprintf("%-16s %-6s %-8s", field("measure"), field("shape"), field("kernel"))
        if (!((side, key) in times) && side == "old") keys[++count] = key
        times[side, key] = times[side, key] " " field("median_ns")
    }
    END {
        if (!count) { print "compare-bench.sh: nothing was measured" > "/dev/stderr"; exit 70 }
        printf "%-16s %-6s %-8s %12s %12s %9s %9s\n", "measure", "shape", "kernel", "old ns", "new ns", "new/old", "fastest"
        for (i = 1; i <= count; i++) {
            key = keys[i]
            if (!(("new", key) in times)) { print key "  is no longer measured"; slow = 1; continue }
            ratio = median(ratios(key))
            mark = ""
            fastest = least(times["new", key]) / least(times["old", key])
            if (key ~ /^window_q15 / && ratio > limit && fastest > limit) { mark = "  above " limit; slow = 1 }
            printf "%s %12.0f %12.0f %9.3f %9.3f%s\n", key, median(times["old", key]), median(times["new", key]), ratio, fastest, mark
        }
        exit slow
    }
' "$scratch/old" "$scratch/new"
