#!/bin/sh
# Prepares a model and three recordings and runs the demo: demo.sh MOTIONQ DATA SCRATCH
# Only tells whether the data are there: demo.sh check DATA
set -eu
motionq=$1
data=$2

if [ ! -f "$data/models/GestureClassifier.mlmodel" ] || [ ! -d "$data/gestureit_user" ]; then
    echo "The demo needs the book's GestureClassifier.mlmodel and GestureIt recordings in $data (or: make demo DATA=folder)." >&2
    echo "Without them: make build, then .build/release/motionq simulate, and in another terminal" >&2
    echo "  .build/release/motionq monitor --port PORT    with the port that simulate names" >&2
    exit 66
fi
if [ "$motionq" = check ]; then exit 0; fi
scratch=$3
mkdir -p "$scratch"
for name in u_03-chop-it u_03-drive-it u_03-shake-it u_04-chop-it u_04-drive-it u_04-shake-it; do
    gzip -dc "$data/gestureit_user/$name.csv.gz" >"$scratch/$name.csv"
done
"$motionq" import "$data/models/GestureClassifier.mlmodel" -o "$scratch/gesture.safetensors" \
    --calibrate "$scratch/u_03-chop-it.csv" "$scratch/u_03-drive-it.csv" "$scratch/u_03-shake-it.csv"
exec "$motionq" demo --model "$scratch/gesture.safetensors" \
    --replay "$scratch/u_04-chop-it.csv" "$scratch/u_04-drive-it.csv" "$scratch/u_04-shake-it.csv"
