#!/bin/bash
# How soon `run` speaks, its threads and how much memory it holds, on a simulated device: startup.sh MOTIONQ MODEL [RECORDING]
# Linux only. Without a RECORDING the device makes synthetic motion up, at 50 Hz; a model for another rate needs a RECORDING of its rate.
set -eu
export LC_ALL=C
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: startup.sh MOTIONQ MODEL [RECORDING]   (the RECORDING at the model's rate; without one, motion at 50 Hz)" >&2
    exit 64
fi
motionq=$1
model=$2
scratch=$(mktemp -d)
device=
live=
trap 'kill $device $live 2>/dev/null || true; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Ends with what a failed `run` said, and its exit code.
refuse() {
    cat "$scratch/errors" >&2
    if grep -q 'the model was made for' "$scratch/errors"; then
        echo "startup.sh: give a RECORDING at the model's rate" >&2
    fi
    exit "$1"
}

# The process that runs the program below another one: `script` starts it through a shell, or not.
below() {
    for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
        if [ "$(readlink "/proc/$child/exe")" = "$(readlink -f "$motionq")" ]; then echo "$child"; else below "$child"; fi
    done
}

"$motionq" simulate ${3:+--data "$3"} --loop --link "$scratch/port" >"$scratch/device" 2>&1 &
device=$!
while [ ! -e "$scratch/port" ]; do
    kill -0 $device 2>/dev/null || { cat "$scratch/device" >&2; exit 69; }
    sleep 0.05
done

# Once for long, which shows whether the model suits the device before anything is timed.
"$motionq" run --port "$scratch/port" --model "$model" --json >"$scratch/lines" 2>"$scratch/errors" &
live=$!
for _ in $(seq 16); do
    sleep 0.25
    kill -0 $live 2>/dev/null || { code=0; wait $live || code=$?; live=; refuse "$((code > 0 ? code : 70))"; }
done
cp "/proc/$live/status" "$scratch/status"
kill $live
wait $live || true
live=

for _ in $(seq 21); do
    # By the shell's own clock: a program that tells the time takes 2 ms.
    before=$EPOCHREALTIME
    exec 3< <(exec "$motionq" run --port "$scratch/port" --model "$model" --json 2>"$scratch/errors")
    read -r _ <&3 || refuse 70
    echo $((${EPOCHREALTIME/./} - ${before/./})) >>"$scratch/unsorted"
    # The reader leaves after one line, which ends the writer.
    exec 3<&-
    wait $! || true
done
sed 1d "$scratch/unsorted" | sort -n >"$scratch/times"
awk '{ t[NR] = $1 / 1e3 } END { printf "first output            %.1f ms (median of %d, %.1f to %.1f)\n", (t[10] + t[11]) / 2, NR, t[1], t[NR] }' "$scratch/times"
sed -n '/"type":"window"/ { s/.*"latency_us":\([0-9]*\).*/window full to decision  \1 µs, the first/p; q; }' "$scratch/lines"
awk '/VmHWM|VmRSS/ { printf "%s                  %.1f MB\n", $1, $2 / 1024 } /Threads/ { printf "threads                 %d\n", $2 }' "$scratch/status"

if command -v script >/dev/null; then
    # Given by the environment, paths need no quoting.
    motionq=$motionq model=$model port=$scratch/port \
        script -qec 'exec "$motionq" run --port "$port" --model "$model"' /dev/null </dev/null >"$scratch/screen" 2>&1 &
    live=$!
    sleep 4
    program=$(below $live)
    [ -n "$program" ] || { cp "$scratch/screen" "$scratch/errors"; live=; refuse 70; }
    awk '/VmHWM/ { printf "on a terminal, %s   %.1f MB\n", $1, $2 / 1024 } /Threads/ { printf "on a terminal, threads  %d\n", $2 }' "/proc/$program/status"
    kill "$program"
    wait $live || true
    live=
fi

strip -o "$scratch/stripped" "$motionq"
echo "program                 $(($(wc -c <"$motionq") / 1000000)) MB, stripped $(($(wc -c <"$scratch/stripped") / 1000000)) MB"
