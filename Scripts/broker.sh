#!/bin/sh
# Brokers of Debian's on the loopback interface: broker.sh SWIFT
#
# What Home Assistant is told is also read by its own code, and what stages are told by the Python package that people use there; where
# these packages cannot be had that half is left out, and says so.
set -eu
swift=$1
for program in mosquitto mosquitto_sub mosquitto_pub mosquitto_passwd openssl; do
    if ! command -v $program >/dev/null 2>&1; then
        sh Scripts/install.sh mosquitto mosquitto-clients libmosquitto1 openssl
        break
    fi
done
export MOTIONQ_BROKER=1
bin=$("$swift" build -c release --show-bin-path)
"$bin/MotionQ15PackageTests.xctest" --testing-library swift-testing --filter "^BrokerTests[./(]"

# MARK: Others' readers

rooms=.build/outlets
if [ ! -e "$rooms/ready" ]; then
    python3 -m venv "$rooms" && "$rooms/bin/pip" install --quiet homeassistant python-osc jsonschema && touch "$rooms/ready" || {
        echo "broker.sh: homeassistant, python-osc and jsonschema cannot be had from PyPI: what they read was not checked" >&2
        exit 0
    }
fi
motionq=$bin/motionq
scratch=$(mktemp -d)
processes=
trap 'for process in $processes; do kill "$process" 2>/dev/null || true; done; wait; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
"$motionq" demo --write-model "$scratch/model.safetensors" >/dev/null 2>&1
"$motionq" dataset synthesize --subjects 1000 --gestures 3 --output "$scratch/motion.csv" >/dev/null 2>&1
broker=$((20000 + $$ % 20000))
stage=$((broker + 20000))
mosquitto -p "$broker" >"$scratch/mosquitto" 2>&1 &
processes="$processes $!"
"$rooms/bin/python" Tests/Programs/Outlets/check_osc.py "$stage" 15 >"$scratch/stage" 2>&1 &
osc=$!
processes="$processes $osc"
# waits FILE WORDS: until they stand in it.
waits() {
    waited=0
    while ! grep -q -- "$2" "$1" 2>/dev/null && [ $waited -lt 300 ]; do sleep 0.1; waited=$((waited + 1)); done
}
waits "$scratch/stage" listening
"$motionq" simulate --data "$scratch/motion.csv" --speed 4 --loop --link "$scratch/board" >/dev/null 2>&1 &
processes="$processes $!"
while [ ! -e "$scratch/board" ]; do sleep 0.1; done
mkdir "$scratch/models"
cp "$scratch/model.safetensors" "$scratch/models/another.safetensors"
"$motionq" run --port "$scratch/board" --model "$scratch/model.safetensors" --models "$scratch/models" \
    --to "mqtt://127.0.0.1:$broker" --to "osc://127.0.0.1:$stage?channels=5" --to "unix:$scratch/lines" >"$scratch/run" 2>&1 &
processes="$processes $!"
waits "$scratch/run" "lines: unix"
"$rooms/bin/python" - "$scratch/lines" 12 >"$scratch/told" <<'END'
import socket, sys, time
listener = socket.socket(socket.AF_UNIX)
listener.connect(sys.argv[1])
listener.settimeout(1)
end = time.monotonic() + float(sys.argv[2])
heard = b""
while time.monotonic() < end:
    try:
        heard += listener.recv(65536)
    except TimeoutError:
        pass
sys.stdout.write(heard[: heard.rindex(b"\n") + 1].decode())
END
"$rooms/bin/python" Tests/Programs/Outlets/check_lines.py docs/live-lines.schema.json <"$scratch/told"
# Devices behind a broker introduce themselves otherwise: they depend on their shard, too.
"$motionq" simulate --data "$scratch/motion.csv" --loop --broker "mqtt://127.0.0.1:$broker" --devices 1 >/dev/null 2>&1 &
processes="$processes $!"
"$motionq" run --broker "mqtt://127.0.0.1:$broker" --model "$scratch/model.safetensors" >"$scratch/fleet" 2>&1 &
processes="$processes $!"
waits "$scratch/fleet" "samples a second"
"$rooms/bin/python" Tests/Programs/Outlets/check_discovery.py "$broker" 2
wait "$osc" || { cat "$scratch/stage" >&2; exit 1; }
tail -1 "$scratch/stage"
