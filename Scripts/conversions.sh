#!/bin/sh
# Finds floating-point numbers that become integers by Int(_:), which ends the program beyond its range: conversions.sh SWIFT
#
# Each module is type-checked once more, with initialisers in it that stand before the standard library's and warn. It needs the modules
# to have been built (`make test-build`), by whose commands it finds their imports; where they were not, it says so and ends well.
set -eu
swift=$1
[ "$(uname)" = Linux ] || exit 0
plan=.build/release.yaml
[ -e "$plan" ] || { echo "conversions.sh: nothing was built yet; skipped"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for integer in Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64; do
    echo "extension $integer {"
    for number in Float Double; do
        echo "    @available(*, deprecated, message: \"naked conversion\") init(_ source: $number) { self = 0 }"
    done
    echo "}"
done >"$work/naked.swift"

# The words of the command that compiles a module that have to do with imports, one a line.
words() {
    sed -n "/\"-module-name\",\"$1\"/s/^ *args: \[\"\(.*\)\"\]\$/\1/p" "$plan" | head -1 | sed 's/","/\n/g' |
        awk 'keep { print; keep = 0; next } /^(-I|-Xcc|-swift-version|-enable-upcoming-feature|-package-name|-target)$/ { print; keep = 1 }'
}

# Where the checked conversion itself stands, and `nearestInteger`, which says on what it traps.
own=/MotionCore/FixedPoint/

# check MODULE FOLDER
check() {
    words "$1" >"$work/$1.words"
    [ -s "$work/$1.words" ] || { echo "conversions.sh: no command compiles $1"; return 1; }
    find "$2" ".build/release/$1.build/DerivedSources" -name '*.swift' 2>/dev/null >"$work/$1.files"
    # One compiler for all files of a module, which reads what they import once.
    "${swift}c" -typecheck -whole-module-optimization -parse-as-library -module-name "$1" @"$work/$1.words" @"$work/$1.files" "$work/naked.swift" 2>&1 |
        grep -E '^[^ ].*(error:|naked conversion)' | grep -vE "^[0-9]+ \||$own" | sed "s|^$PWD/||; s|warning: .*|error: write \`(saturating: …)\`, for \`(_:)\` of a floating-point number ends the program beyond its range|" |
        sort -u
}

modules=0
sh Scripts/house.sh modules >"$work/modules"
while read -r module folder; do
    [ -n "$(find "$folder" -name '*.swift' | head -1)" ] || continue
    modules=$((modules + 1))
    check "$module" "$folder" || true
done <"$work/modules" >"$work/found"
if [ -s "$work/found" ]; then
    cat "$work/found"
    exit 1
fi
echo "conversions: every floating-point number of $modules modules becomes an integer by (saturating:)"
