#!/bin/sh
# Imports a book's model, calibrates it on one person and shows it another one's recordings: demo-real.sh MOTIONQ DATA SCRATCH
set -eu
motionq=$1
data=$2
scratch=$3

if [ ! -f "$data/models/GestureClassifier.mlmodel" ] || [ ! -d "$data/gestureit_user" ]; then
    echo "There are no GestureClassifier.mlmodel and GestureIt recordings of the book in $data: make demo-real DATA=folder." >&2
    exit 66
fi
mkdir -p "$scratch"
for name in u_03-chop-it u_03-drive-it u_03-shake-it u_04-chop-it u_04-drive-it u_04-shake-it; do
    gzip -dc "$data/gestureit_user/$name.csv.gz" >"$scratch/$name.csv"
done
"$motionq" import "$data/models/GestureClassifier.mlmodel" -o "$scratch/gesture.safetensors" \
    --data "$scratch/u_03-chop-it.csv" "$scratch/u_03-drive-it.csv" "$scratch/u_03-shake-it.csv"
exec "$motionq" demo --model "$scratch/gesture.safetensors" \
    --data "$scratch/u_04-chop-it.csv" "$scratch/u_04-drive-it.csv" "$scratch/u_04-shake-it.csv"
