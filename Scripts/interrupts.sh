#!/bin/sh
# Interrupts verbs that write, at random moments around their writing, and looks at what is left: interrupts.sh MOTIONQ [ROUNDS
# [VERBS…]]
#
# Each (train import quantize export report write counts chart demo-model) is interrupted ROUNDS times (500) by SIGINT, SIGTERM and
# SIGHUP in turn, over an old file and where none was, and then a fifth as often by SIGKILL, which nothing can hold off and which is
# counted apart. The moment of the writing is found by going back and forth: an interrupt that found the old file makes the next one
# later, one that found the new file earlier. What must be there afterwards: the old file or a new one, whole, and nothing else; of
# an export, the files of one model. Needs timeout (GNU coreutils).
set -eu
motionq=$(realpath "$1")
rounds=${2:-500}
shift $(($# < 2 ? $# : 2))
verbs=${*:-train import quantize export report write counts chart demo-model}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$motionq" demo --write-model model.safetensors 2>said
"$motionq" dataset synthesize --gestures 1 --subjects 1000 --output walk.csv 2>said
"$motionq" train --data walk.csv --hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o small.safetensors >said 2>&1
# A state dict of zeros: 8 units, 3 labels.
header='{"fc.bias":{"dtype":"F32","shape":[3],"data_offsets":[0,12]},"fc.weight":{"dtype":"F32","shape":[3,8],"data_offsets":[12,108]},'
header=$header'"lstm.bias_hh_l0":{"dtype":"F32","shape":[32],"data_offsets":[108,236]},'
header=$header'"lstm.bias_ih_l0":{"dtype":"F32","shape":[32],"data_offsets":[236,364]},'
header=$header'"lstm.weight_hh_l0":{"dtype":"F32","shape":[32,8],"data_offsets":[364,1388]},'
header=$header'"lstm.weight_ih_l0":{"dtype":"F32","shape":[32,6],"data_offsets":[1388,2156]}}'
{
    printf "\\$(printf %o $((${#header} % 256)))\\$(printf %o $((${#header} / 256)))\\0\\0\\0\\0\\0\\0%s" "$header"
    head -c 2156 /dev/zero
} >torch.safetensors

# What is timed and interrupted; it writes the file out/file, or the folder out/file.
command_of() {
    case $1 in
    train) echo train --data walk.csv --hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o out/file ;;
    import) echo import torch.safetensors --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz -o out/file ;;
    quantize) echo quantize model.safetensors -o out/file ;;
    export) echo export --model model.safetensors -o out/file ;;
    report) echo evaluate --model model.safetensors --data walk.csv --report out/file ;;
    write) echo dataset synthesize --gestures 1 --output out/file ;;
    counts) echo dataset counts --data walk.csv --output out/file ;;
    chart) echo bench --model small.safetensors --rounds 1 --windows 1 --chart out/file ;;
    demo-model) echo demo --write-model out/file ;;
    esac
}

# Whether out/file is a new one and whole. Pages and charts hold times, and training ends where it was interrupted: they differ.
is_new() {
    case $1 in
    train) "$motionq" info out/file >said 2>&1 ;;
    report) [ "$(head -c 9 out/file) $(tail -c 8 out/file)" = "<!doctype </html>" ] || tail -c 8 out/file | grep -q '</html>' ;;
    chart) tail -c 7 out/file | grep -q '</svg>' ;;
    *) diff -rq new out/file >said 2>&1 ;;
    esac
}

microseconds() { date +%s%N | cut -c1-16; }

# trial VERB ROUNDS SIGNALS: a line of figures.
trial() {
    # shellcheck disable=SC2046  # words
    set -- "$1" "$2" "$3" $(command_of "$1")
    verb=$1 count=$2 signals=$3
    shift 3
    rm -rf out old new
    mkdir out
    if [ "$verb" = export ]; then
        "$motionq" export --model small.safetensors -o old >said 2>&1
    else
        echo "the old file" >old
    fi
    started=$(microseconds)
    "$motionq" "$@" >said 2>&1
    whole=$(($(microseconds) - started))
    cp -r out/file new
    is_new "$verb" || { echo "interrupts.sh: what $verb writes is not known for whole" >&2; exit 1; }
    moment=$whole step=$((whole / 4)) was_old=0 was_new=0 was_none=0 left=0 mixed=0 round=0
    # Most interrupts are within 2 ms of the moment, every eighth anywhere.
    awk -v n="$count" -v seed="$$" -v whole="$whole" \
        'BEGIN { srand(seed); for (i = 0; i < n; i++) print i % 8 == 7 ? "at " int(rand() * whole) : "by " int(rand() * 4000) - 2000 }' >moments
    while read -r how by; do
        round=$((round + 1))
        rm -rf out/file
        with_old=$((round % 4))
        if [ "$with_old" -ne 0 ]; then cp -r old out/file; fi
        delay=$by
        if [ "$how" = by ]; then delay=$((moment + by)); fi
        if [ "$delay" -lt 1000 ]; then delay=1000; fi
        signal=$(echo "$signals" | cut -d ' ' -f $((round % $(echo "$signals" | wc -w) + 1)))
        timeout -s "$signal" "$(printf '%d.%06d' $((delay / 1000000)) $((delay % 1000000)))" "$motionq" "$@" >said 2>&1 || :
        beside=$(find out -mindepth 1 ! -path out/file ! -path 'out/file/[nNm]*[hctpn]')
        if [ -n "$beside" ]; then
            left=$((left + 1))
            echo "$beside" | tr '\n' '\0' | xargs -0 rm -rf
        fi
        if ! [ -e out/file ]; then
            found=old
            if [ "$with_old" -ne 0 ]; then mixed=$((mixed + 1)); else was_none=$((was_none + 1)); fi
        elif [ "$with_old" -ne 0 ] && diff -rq old out/file >said 2>&1; then
            found=old was_old=$((was_old + 1))
        elif is_new "$verb"; then
            found=new was_new=$((was_new + 1))
        else
            found=new mixed=$((mixed + 1))
        fi
        if [ "$how" = by ]; then
            if [ "$found" = old ]; then moment=$((moment + step)); else moment=$((moment - step)); fi
            step=$((step * 3 / 4))
            if [ "$step" -lt 300 ]; then step=300; fi
        fi
    done <moments
    printf '%-11s %5d %-13s %5d %5d %5d %9d %5d\n' \
        "$verb" "$count" "$(echo "$signals" | tr ' ' ,)" "$was_old" "$was_none" "$was_new" "$left" "$mixed"
}

printf '%-11s %5s %-13s %5s %5s %5s %9s %5s\n' verb times by old none new "left over" mixed
faults=0
for verb in $verbs; do
    trial "$verb" "$rounds" "INT TERM HUP"
    faults=$((faults + left + mixed))
done
for verb in $verbs; do trial "$verb" $((rounds / 5)) "KILL"; done
if [ "$faults" -ne 0 ]; then
    echo "interrupts.sh: $faults interrupts left something over, or a file that is neither the old one nor a new one" >&2
    exit 1
fi
