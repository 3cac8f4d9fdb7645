#!/bin/sh
# How soon `run` speaks and how much memory it holds, on a simulated device: startup.sh MOTIONQ MODEL [RECORDING]
# Linux only. Without a RECORDING the device makes synthetic motion up, at 50 Hz.
set -eu
motionq=$1
model=$2
scratch=$(mktemp -d)
device=
live=
trap 'kill $device $live 2>/dev/null || true; rm -rf "$scratch"' EXIT

"$motionq" simulate ${3:+--replay "$3"} --loop --link "$scratch/port" >"$scratch/device" 2>&1 &
device=$!
while [ ! -e "$scratch/port" ]; do
    kill -0 $device || { cat "$scratch/device" >&2; exit 69; }
    sleep 0.05
done

for _ in $(seq 21); do
    before=$(date +%s%N)
    # The reader leaves after one line, which ends the writer.
    after=$("$motionq" run --port "$scratch/port" --model "$model" --json | { read -r _; date +%s%N; })
    echo $((after - before))
done | sed 1d | sort -n >"$scratch/times"
awk '{ t[NR] = $1 / 1e6 } END { printf "first output            %.1f ms (median of %d, %.1f to %.1f)\n", (t[10] + t[11]) / 2, NR, t[1], t[NR] }' "$scratch/times"

"$motionq" run --port "$scratch/port" --model "$model" --json >"$scratch/lines" &
live=$!
sleep 4
sed -n '/"type":"window"/ { s/.*"latency_us":\([0-9]*\).*/window full to decision  \1 µs, the first/p; q; }' "$scratch/lines"
awk '/VmHWM|VmRSS/ { printf "%s                  %.1f MB\n", $1, $2 / 1024 }' "/proc/$live/status"
strip -o "$scratch/stripped" "$motionq"
echo "program                 $(($(wc -c <"$motionq") / 1000000)) MB, stripped $(($(wc -c <"$scratch/stripped") / 1000000)) MB"
