"""What Home Assistant is told, read by the code with which it reads it: check_discovery.py PORT SECONDS

Reads what a broker at this port keeps below homeassistant/, and validates each message by the schema of its kind, from the package
homeassistant. Ends with 1 if a message is refused, or if a kind of gesture is missing.
"""

import json
import subprocess
import sys

from homeassistant.components.mqtt import binary_sensor, button, device_trigger, event, light, select, sensor, switch
from homeassistant.helpers.template import Template

SCHEMAS = {
    "event": event.DISCOVERY_SCHEMA,
    "device_automation": device_trigger.TRIGGER_DISCOVERY_SCHEMA,
    "binary_sensor": binary_sensor.DISCOVERY_SCHEMA,
    "sensor": sensor.DISCOVERY_SCHEMA,
    "select": select.DISCOVERY_SCHEMA,
    "switch": switch.DISCOVERY_SCHEMA,
    "light": light.DISCOVERY_SCHEMA,
    "button": button.DISCOVERY_SCHEMA,
}

heard = subprocess.run(
    ["mosquitto_sub", "-p", sys.argv[1], "-t", "homeassistant/#", "-v", "-W", sys.argv[2]],
    capture_output=True, text=True, check=False,
).stdout
kinds = {}
faults = 0
for line in heard.splitlines():
    topic, _, message = line.partition(" ")
    kind = topic.split("/")[1]
    kinds[kind] = kinds.get(kind, 0) + 1
    try:
        config = SCHEMAS[kind](json.loads(message))
        for value in config.values():
            if isinstance(value, Template):
                value.ensure_valid()
    except Exception as error:  # whatever refuses it
        faults += 1
        print(f"{topic}: {error}", file=sys.stderr)
print("Home Assistant reads", ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items())))
missing = {"event", "device_automation", "binary_sensor", "sensor", "select", "switch", "light"} - kinds.keys()
if missing:
    print("missing:", ", ".join(sorted(missing)), file=sys.stderr)
sys.exit(1 if faults or missing else 0)
