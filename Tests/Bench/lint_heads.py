"""Lints each response of a file of JSON Lines by httplint, in one process: `lint_heads.py FILE`."""

import json
import sys

from httplint.message import HttpResponseLinter

with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        entry = json.loads(line)
        linter = HttpResponseLinter()
        linter.process_response_topline(b"1.1", str(entry["status"]).encode(), b"")
        linter.process_headers([(name.encode(), value.encode()) for name, value in entry["response"]])
        linter.finish_content(True, [])
        print(entry["url"], [note.summary for note in linter.notes])
