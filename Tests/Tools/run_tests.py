"""Runs the tests and prints what a person reads: progress, each failure whole, and the closing line.

usage: run_tests.py LOG COMMAND...
Everything that the command prints goes to LOG. The exit code is that of the command.
"""

import os
import re
import select
import signal
import subprocess
import sys
import time

STARTED = re.compile(r"^\S+ Test (?!run with |run started|case )(.+) started\.$")
CASE = re.compile(r"^\S+ Test case passing .* started\.$")
ENDED = re.compile(
    r"^\S+ Test (?!run with |case )(.+?)(?: with \d+ test cases?)? (?:(passed|failed) after [\d.]+ s|(skipped))"
)
CLOSING = re.compile(r"^\S+ Test run with \d+ tests?\b")
TROUBLE = re.compile(r"^(error: |\S*Fatal error|.*: error: |.*unexpected signal)")

# How many seconds lie between two lines of progress, and how many running tests one names at most.
PAUSE = 10
NAMED = 5


class Report:
    """What the lines that have come so far amount to."""

    def __init__(self):
        self.begin = time.monotonic()
        self.running = {}
        self.cases = 0
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.failed = []
        self.closing = None
        self.is_failure = False

    def take(self, line):
        """Notes a line; whether it is to be shown."""
        if started := STARTED.match(line):
            self.running[started[1]] = time.monotonic()
        if CASE.match(line):
            self.cases += 1
        if ended := ENDED.match(line):
            outcome = ended[2] or ended[3]
            self.counts[outcome] += 1
            self.running.pop(ended[1], None)
            if outcome == "failed":
                self.failed.append(ended[1])
        if CLOSING.match(line):
            self.closing = line
        # A failure goes on until the next line that begins with a sign of its own.
        is_note = line[:1] in ("◇", "✔", "➜")
        if is_note:
            self.is_failure = False
        if line[:1] == "✘":
            self.is_failure = not CLOSING.match(line)
        return self.is_failure or not is_note and bool(TROUBLE.match(line))

    def progress(self, silence):
        """A line that says how far the tests are, and which of them take long."""
        now = time.monotonic()
        counts = ", ".join(f"{count} {name}" for name, count in self.counts.items() if count or name == "passed")
        text = f"{now - self.begin:4.0f} s: {counts}; {len(self.running)} under way, {self.cases} rows of tables begun"
        # At the beginning all tests are under way; in the end those that take long are worth a name.
        if 0 < len(self.running) <= NAMED:
            text += ": " + ", ".join(name[:80] for name in self.running)
        if silence >= 2 * PAUSE:
            text += f"; nothing was printed for {silence:.0f} s"
        return text


def run(path, command):
    report = Report()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    rest = b""
    heard = shown = time.monotonic()
    with open(path, "wb") as log:
        while True:
            wait = max(0.0, shown + PAUSE - time.monotonic())
            if select.select([child.stdout], [], [], wait)[0]:
                piece = os.read(child.stdout.fileno(), 1 << 16)
                if not piece:
                    break
                log.write(piece)
                log.flush()
                heard = time.monotonic()
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    text = line.decode("utf-8", "replace")
                    if report.take(text):
                        print(text, flush=True)
            if time.monotonic() >= shown + PAUSE:
                shown = time.monotonic()
                print(report.progress(shown - heard), flush=True)
    code = child.wait()
    finish(report, path, code)
    return code if code >= 0 else 128 - code


def finish(report, path, code):
    """Prints the end: how the tests ended, where the whole log is, and swift-testing's own last line."""
    if code != 0 and report.closing is None:
        print("the tests did not come to their end; the last lines are:")
        with open(path, "rb") as log:
            for line in log.read()[-20_000:].splitlines()[-20:]:
                print("  " + line.decode("utf-8", "replace")[:300])
        for name in report.running:
            print(f"was under way: {name}")
    for name in report.failed:
        print(f"failed: {name}")
    print(f"everything that was printed is in {path}")
    if report.closing is not None:
        print(report.closing)


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
