"""What a stage is told, read by the package python-osc: check_osc.py PORT SECONDS

Ends with 1 if a datagram is none of Open Sound Control, or if an address is missing that must come.
"""

import socket
import sys
import time

from pythonosc.osc_bundle import OscBundle

listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listener.bind(("127.0.0.1", int(sys.argv[1])))
listener.settimeout(1)
print("listening", flush=True)
end = time.monotonic() + float(sys.argv[2])
addresses = {}
datagrams = 0
while time.monotonic() < end:
    try:
        data = listener.recv(65536)
    except TimeoutError:
        continue
    bundle = OscBundle(data)
    datagrams += 1
    if abs(bundle.timestamp - time.time()) > 60:
        sys.exit(f"a bundle is of {bundle.timestamp}, and now is {time.time()}")
    for message in bundle:
        addresses[message.address] = message.params
        if "/probability/" in message.address and not 0 <= message.params[0] <= 1:
            sys.exit(f"{message.address} {message.params}")
print(f"python-osc reads {datagrams} bundles with {len(addresses)} addresses")
for wanted in ["/motionq/event", "/motionq/enter/shake", "/motionq/probability/rest", "/motionq/channel/gx", "/motionq/link"]:
    if wanted not in addresses:
        sys.exit(f"{wanted} never came")
if [type(value) for value in addresses["/motionq/event"]] != [str, str, float, int]:
    sys.exit(f"/motionq/event {addresses['/motionq/event']}")
