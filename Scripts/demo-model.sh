#!/bin/sh
# Trains the demo's model on synthetic motion, and replaces it if other bytes come out: demo-model.sh MOTIONQ SCRATCH MODEL [OPTIONS OF train …]
set -eu
motionq=$1
scratch=$2
model=$3
shift 3
mkdir -p "$scratch"
echo "Making up the motion of 48 virtual people …"
"$motionq" simulate --write "$scratch/training.csv" --subjects 0-47 --gestures 9 --seed 1
"$motionq" train --data "$scratch/training.csv" --validate-subjects v40,v41,v42,v43,v44,v45,v46,v47 \
    --labels rest,shake,chop,drive --rate 50 --window 40 --hop 5 --state reset --hidden 24 --epochs 30 \
    --dropout 0.2 --rotation 15 --scale 0.1 --noise 0.05 --seed 1 \
    --output "$scratch/trained.safetensors" "$@"
if cmp -s "$scratch/trained.safetensors" "$model"; then
    echo "The bytes are those of $model."
else
    cp "$scratch/trained.safetensors" "$model"
    echo "$model held other bytes and is replaced; build again to embed it."
    echo "(Equal sources give equal bytes where the processor has the same kernels, which \`motionq info\` names.)"
fi
