"""Gives every piece of shell in docs/ci.md and in the composite action, as JSON: where it stands, its shell, its text."""
import json
import pathlib
import re
import sys

import yaml


def pieces(node, place):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "run" and isinstance(value, str):
                yield {"place": place, "shell": node.get("shell", "bash"), "text": value}
            elif key == "script" and isinstance(value, list):
                yield {"place": place, "shell": "sh", "text": "\n".join(value)}
            else:
                yield from pieces(value, place)
    elif isinstance(node, list):
        for value in node:
            yield from pieces(value, place)


root = pathlib.Path(sys.argv[1])
found = []
page = (root / "docs/ci.md").read_text()
for number, (kind, text) in enumerate(re.findall(r"^```(sh|yaml)\n(.*?)^```", page, re.S | re.M), 1):
    place = f"docs/ci.md, block {number}"
    if kind == "sh":
        found.append({"place": place, "shell": "sh", "text": text})
    else:
        found += pieces(yaml.safe_load(text), place)
action = root / "docs/examples/github-action/action.yml"
found += pieces(yaml.safe_load(action.read_text()), "the composite action")
print(json.dumps(found))
