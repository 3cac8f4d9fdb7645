"""Lines of a live run by their schema: check_lines.py SCHEMA < LINES. Ends with 1 if one of them does not keep it."""

import json
import sys

from jsonschema import Draft202012Validator

with open(sys.argv[1], encoding="utf-8") as file:
    validator = Draft202012Validator(json.load(file))
validator.check_schema(validator.schema)
types = {}
for line in sys.stdin:
    value = json.loads(line)
    validator.validate(value)
    types[value["type"]] = types.get(value["type"], 0) + 1
print("the schema is kept by", ", ".join(f"{count} × {kind}" for kind, count in sorted(types.items())))
sys.exit(0 if types.keys() >= {"lines", "link", "window", "event"} else "a type of line never came")
