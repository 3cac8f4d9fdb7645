#!/bin/sh
# Shows that nothing changed against an older revision: same-results.sh OLD_REVISION
#
# Compares what is committed (the demo's model, golden vectors, function tables) and what both programs make, byte for byte: exports, trained
# and quantized models, recordings, evaluations without times, checksums of all bits that `bench` computes; and looks for every test of the
# older revision, by suite and function: one that is gone, or has another name, stands in Scripts/renamed-tests.txt with the reason.
# One line a comparison; 1 at any difference.
#
# The older revision is built in a temporary clone, which takes minutes, unless the environment has what it would give:
#   OLD_MOTIONQ  its program        OLD_TESTS  a file with its tests, as `swift test list` prints them
# NEW_MOTIONQ and NEW_TESTS are this revision's; without them it is built here.
set -eu
if [ $# -ne 1 ]; then
    echo "usage: same-results.sh OLD_REVISION   (OLD_MOTIONQ and OLD_TESTS, NEW_MOTIONQ and NEW_TESTS in the environment save a build)" >&2
    exit 64
fi
cd "$(dirname "$0")/.."
revision=$(git rev-parse --verify "$1^{commit}")
swift=${SWIFT:-swift}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
failed=0

# MARK: The two programs

# Builds program and tests in a folder: build FOLDER; then motionq_in FOLDER and tests_in FOLDER find them.
build() { (cd "$1" && sh Scripts/build.sh "$swift" --build-tests >"$scratch/build.log") || { cat "$scratch/build.log" >&2; exit 70; }; }
motionq_in() { (cd "$1" && echo "$("$swift" build -c release --show-bin-path)/motionq"); }
tests_in() { (cd "$1" && "$swift" test -c release --skip-build --enable-swift-testing --disable-xctest list 2>/dev/null); }

old_motionq=${OLD_MOTIONQ:-}
old_tests=${OLD_TESTS:-}
if [ -z "$old_motionq" ] || [ -z "$old_tests" ]; then
    echo "Building $1 in a temporary clone (minutes) …" >&2
    git clone --quiet --no-checkout . "$scratch/old"
    git -C "$scratch/old" checkout --quiet "$revision"
    # Revisions before the scripts had a folder of their own.
    if [ ! -e "$scratch/old/Scripts/build.sh" ]; then mkdir -p "$scratch/old/Scripts"; cp Scripts/build.sh "$scratch/old/Scripts"; fi
    build "$scratch/old"
    if [ -z "$old_motionq" ]; then old_motionq=$(motionq_in "$scratch/old"); fi
    if [ -z "$old_tests" ]; then
        old_tests=$scratch/old-tests
        tests_in "$scratch/old" >"$old_tests"
    fi
fi
new_motionq=${NEW_MOTIONQ:-}
new_tests=${NEW_TESTS:-}
if [ -z "$new_motionq" ] || [ -z "$new_tests" ]; then
    echo "Building this revision …" >&2
    build .
    if [ -z "$new_motionq" ]; then new_motionq=$(motionq_in .); fi
    if [ -z "$new_tests" ]; then
        new_tests=$scratch/new-tests
        tests_in . >"$new_tests"
    fi
fi

# MARK: How things are compared

# verdict WHAT STATUS: the line of a comparison.
verdict() {
    if [ "$2" -eq 0 ]; then
        echo "same        $1"
    else
        echo "DIFFERENT   $1"
        failed=1
    fi
}

# Files of the revision against those here, and that they are there at all.
committed() {
    what=$1
    shift
    status=0
    for path; do
        # A file that has moved since keeps its name.
        older=$path
        git cat-file -e "$revision:$older" 2>/dev/null || older=$(git ls-tree -r --name-only "$revision" | grep -F "/${path##*/}" | head -n 1)
        git show "$revision:$older" 2>/dev/null | cmp -s - "$path" || status=1
    done
    verdict "$what" $status
}

# both WHAT COMMAND…: the command with each program in $motionq, in folders old and new; everything it leaves there, and what it prints, is
# compared. One that fails makes nothing, and that is a difference.
both() {
    what=$1
    shift
    status=0
    for side in old new; do
        mkdir -p "$scratch/made/$side"
        if [ $side = old ]; then motionq=$old_motionq; else motionq=$new_motionq; fi
        (cd "$scratch/made/$side" && "$@" >output 2>errors) || { sed 1q "$scratch/made/$side/errors" >&2; status=1; }
        # What is said besides results may say how long they took.
        rm -f "$scratch/made/$side/errors"
    done
    diff -r "$scratch/made/old" "$scratch/made/new" >"$scratch/difference" || status=1
    head -n 12 "$scratch/difference" >&2
    [ -s "$scratch/made/new/output" ] || [ "$(ls "$scratch/made/new")" != output ] || status=1
    rm -rf "$scratch/made"
    verdict "$what" $status
}

# MARK: What is committed

committed "the demo's model as committed" Sources/motionq/Resources/demo.safetensors
# Vectors that came since change nothing.
committed "golden vectors of the protocol" $(git ls-tree -r --name-only "$revision" firmware-protocol/vectors)
committed "tables of tanh and of the exponential" Sources/Core/MotionCore/FixedPoint/TanhTable+Nodes.swift Sources/Core/MotionCore/FixedPoint/ExponentialTable+Nodes.swift

# MARK: What the programs make

# The inputs of all that follows, by the older program.
"$old_motionq" demo --write-model "$scratch/demo.safetensors" 2>/dev/null
"$old_motionq" simulate --output "$scratch/people.csv" --subjects 0-7 --gestures 4 --seed 1 >/dev/null 2>&1
"$old_motionq" simulate --output "$scratch/strangers.csv" --subjects 100-103 --gestures 4 --seed 2 >/dev/null 2>&1

embedded() { "$motionq" demo --write-model demo.safetensors; }
synthetic() { "$motionq" simulate --output made.csv --subjects 30-33 --gestures 3 --seed 7; }
counts() { "$motionq" simulate --data "$scratch/strangers.csv" --counts counts; }
export_demo() { "$motionq" export --model "$scratch/demo.safetensors" -o network; }
info() { "$motionq" info "$scratch/demo.safetensors"; }
classify() { "$motionq" classify --model "$scratch/demo.safetensors" --data "$scratch/strangers.csv" --arithmetic "$1" --json; }
quantize() { "$motionq" quantize "$scratch/demo.safetensors" -o again.safetensors --data "$scratch/people.csv" --json; }
quantize_bounds() { "$motionq" quantize "$scratch/demo.safetensors" -o again.safetensors; }
train() {
    "$motionq" train --data "$scratch/people.csv" --validate-subjects v6,v7 --test-subjects v5 --labels chop,drive,rest,shake --rate 50 --window 40 --hop 10 --hidden 12 \
        --epochs 2 --batch 16 --dropout 0.2 --seed 3 -o trained.safetensors "$@" >/dev/null
}
# How long things took is the machine's affair.
evaluate() {
    "$motionq" evaluate --model "$scratch/demo.safetensors" --data "$scratch/strangers.csv" --json >whole
    sed 's/"nanoseconds_per_window_[a-z0-9]*":[0-9]*,//g' whole
    rm whole
}
# Every line with a checksum: shape, kernel, checksum of all probabilities, largest difference from the float64 network.
checksums() { "$motionq" bench --json --rounds 1 --windows 200 | grep '"checksum"'; }

both "the model in the program" embedded
both "synthetic motion" synthetic
both "raw counts of a recording" counts
both "the demo model's network as exported" export_demo
both "what info says of the demo's model" info
both "classify: each window of a recording, Q15" classify q15
both "classify: each window of a recording, float" classify float
both "evaluate, without times" evaluate
both "the demo's model quantized again, on recordings" quantize
both "the demo's model quantized again, by bounds" quantize_bounds
both "a model trained with windows from zero" train --state reset
both "a model trained with the state carried, two layers" train --state carry --layers 2 --dense 6
both "checksums of bench, every shape and kernel" checksums

# MARK: The tests

# Suite and function, without the module, and without the line that tells two of one name apart.
suites() { sed -nE 's|/[A-Za-z0-9_+]+\.swift:[0-9]+:[0-9]+$||; s/^[A-Za-z0-9_]*\.//p' "$1" | sort; }
suites "$old_tests" >"$scratch/old-suites"
suites "$new_tests" >"$scratch/new-suites"
missing=$(awk -F '\t' '
    FILENAME == ARGV[1] { there[$0]++; next }
    FILENAME == ARGV[2] { if ($0 !~ /^(#|$)/) { if (NF != 3 || $3 == "") print "Scripts/renamed-tests.txt: " $0; else now[$1] = $2 } next }
    { total++ }
    there[$0]-- > 0 { next }
    $0 in now && (now[$0] == "–" || now[$0] in there) { next }
    { print "gone: " $0 }
    END { if (!total) print "no test of the older revision is known" }
' "$scratch/new-suites" Scripts/renamed-tests.txt "$scratch/old-suites")
status=0
if [ -n "$missing" ]; then
    echo "$missing" >&2
    status=1
fi
count=$(wc -l <"$scratch/old-suites")
verdict "the tests: each of $((count)) is there, or its new name and the reason" $status
exit $failed
