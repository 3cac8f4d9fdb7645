#!/bin/sh
# Trains a model that comes with the program on made-up motion, and replaces it if other bytes come out:
#   bundled-model.sh [--check] demo|base MOTIONQ SCRATCH MODEL [OPTIONS OF train …]
# demo is the demo's; base, from which teach starts, has learned made-up strokes with gravity and without.
# With --check it replaces nothing and ends with 1 if other bytes come out, where the processor has the kernels that the model names.
set -eu
check=
if [ "$1" = --check ]; then
    check=yes
    shift
fi
which=$1
motionq=$2
scratch=$3
model=$4
shift 4
mkdir -p "$scratch"
case $which in
demo)
    echo "Making up the motion of 48 virtual people …"
    "$motionq" dataset synthesize --output "$scratch/training.csv" --subjects 0-47 --gestures 9 --seed 1
    "$motionq" train --data "$scratch/training.csv" --validate-subjects v40,v41,v42,v43,v44,v45,v46,v47 \
        --labels rest,shake,chop,drive --rate 50 --window 40 --hop 5 --state reset --hidden 24 --epochs 30 \
        --dropout 0.2 --rotation 15 --scale 0.1 --noise 0.05 --seed 1 --no-made-up-background --no-known-motion --temperature 1 \
        --output "$scratch/trained.safetensors" "$@"
    ;;
base)
    echo "Making up strokes of 80 virtual people …"
    "$motionq" dataset synthesize --strokes 250 --subjects 0-39 --gestures 1 --user-acceleration --output "$scratch/free.csv"
    "$motionq" dataset synthesize --strokes 250 --subjects 40-79 --gestures 1 --output "$scratch/with-gravity.csv"
    # Sorted, as it was first trained.
    labels=$(tail -q -n +2 "$scratch/free.csv" "$scratch/with-gravity.csv" | cut -d, -f3 | LC_ALL=C sort -u | paste -s -d, -)
    "$motionq" train --data "$scratch/free.csv" "$scratch/with-gravity.csv" --labels "$labels" --strokes --stroke-form stretch --hidden 64 \
        --test-subjects v39,v79 --steps 6000 --pace 0 --ends 0 --drift 0 --seed 1 --output "$scratch/trained.safetensors" "$@"
    ;;
esac

kernels_of() { "$motionq" info "$1" | sed -n 's/^ *kernels: //p'; }
if cmp -s "$scratch/trained.safetensors" "$model"; then
    echo "The bytes are those of $model."
elif [ -z "$check" ]; then
    cp "$scratch/trained.safetensors" "$model"
    echo "$model held other bytes and is replaced; build again to embed it."
    echo "(Equal sources give equal bytes where the processor has the same kernels, which \`motionq info\` names.)"
elif [ "$(kernels_of "$scratch/trained.safetensors")" != "$(kernels_of "$model")" ]; then
    echo "SKIPPED: $model was trained with the kernels $(kernels_of "$model"), which this processor does not have; its bytes cannot be compared here."
else
    echo "$model holds other bytes than training gives today: either a result changed, or \`make $which-model\` was forgotten." >&2
    exit 1
fi
