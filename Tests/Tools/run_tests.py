"""Runs the tests and prints what a person reads: progress, each failure whole, and the closing line.

usage: run_tests.py LOG EVENTS TIMES COMPILED COMMAND...
Everything that the command prints goes to LOG. The exit code is that of the command. What is counted comes from EVENTS, the
file into which swift-testing writes its events (an object a line): its text says the end of a test minutes late, where
others hold the threads, and a test's name may hold any word. What the tests cost comes from TIMES, into which each case
writes its own time; COMPILED is how many seconds the compiler took before.
"""

import collections
import json
import os
import re
import select
import signal
import subprocess
import sys
import time

CLOSING = re.compile(r"^\S+ Test run with \d+ tests?\b")
TROUBLE = re.compile(r"^(error: |\S*Fatal error|.*: error: |.*unexpected signal)")

# How many seconds lie between two lines of progress; the first comes after one. How many running tests one names at most.
PAUSE = 10
NAMED = 5

# How many tests and suites the end names, dearest first.
DEAREST = 15


class Report:
    """What the lines that have come so far amount to."""

    def __init__(self, events):
        self.begin = time.monotonic()
        self.events = events
        self.place = 0
        self.names = {}
        self.running = {}
        # Tests without arguments: each is one case, of which no event but the test's own tells the end.
        self.single = set()
        self.known = 0
        self.rows = 0
        self.counts = {"failed": 0, "skipped": 0}
        self.broken = set()
        self.failed = []
        self.closing = None
        self.is_failure = False

    def take(self, line):
        """Notes a line; whether it is to be shown."""
        if CLOSING.match(line):
            self.closing = line
        # A failure goes on until the next line that begins with a sign of its own.
        is_note = line[:1] in ("◇", "✔", "➜")
        if is_note:
            self.is_failure = False
        if line[:1] == "✘":
            self.is_failure = not CLOSING.match(line)
        return self.is_failure or not is_note and bool(TROUBLE.match(line))

    def read_events(self):
        """Counts what has happened since the last time; a line that is not whole yet is left for the next."""
        try:
            with open(self.events, "rb") as file:
                file.seek(self.place)
                piece = file.read()
        except OSError:
            return
        whole = piece[: piece.rfind(b"\n") + 1]
        self.place += len(whole)
        for line in whole.splitlines():
            try:
                event = json.loads(line)
                self.note(event["kind"], event["payload"])
            except (ValueError, KeyError, TypeError):
                continue

    def note(self, kind, payload):
        """Notes one event."""
        if kind == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload.get("displayName") or payload["name"]
                cases = payload.get("_testCases")
                self.known += 1 if cases is None else len(cases)
                if cases is None:
                    self.single.add(payload["id"])
            return
        kind, test = payload["kind"], payload.get("testID")
        if test not in self.names:
            return
        if kind == "testStarted":
            self.running[test] = None
        elif kind == "testCaseEnded":
            self.rows += 1
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            self.broken.add(test)
            self.counts["failed"] = len(self.broken)
        elif kind == "testSkipped":
            self.counts["skipped"] += 1
            self.rows += test in self.single
        elif kind == "testEnded":
            self.running.pop(test, None)
            self.rows += test in self.single
            if test in self.broken:
                self.failed.append(self.names[test])

    def progress(self, silence):
        """A line that says how far the tests are, and which of them take long."""
        self.read_events()
        now = time.monotonic()
        text = f"{now - self.begin:4.0f} s: {self.rows} of {self.known} cases done"
        for name in ("failed", "skipped"):
            if self.counts[name]:
                text += f", {self.counts[name]} {'test' if self.counts[name] == 1 else 'tests'} {name}"
        # At the beginning all tests are under way; in the end those that take long are worth a name.
        if 0 < len(self.running) <= NAMED:
            text += ": " + ", ".join(self.names[test][:80] for test in self.running)
        if silence >= 2 * PAUSE:
            text += f"; nothing was printed for {silence:.0f} s"
        return text


def costs(path):
    """How many seconds each test and each suite took by itself, dearest first."""
    tests, suites = collections.Counter(), collections.Counter()
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                seconds, suite, test = line.rstrip("\n").split("\t")
                tests[f"{test[:100]} ({suite})"] += float(seconds)
                suites[suite] += float(seconds)
    except (OSError, ValueError):
        pass
    return tests, suites


def print_costs(path, compiled):
    """Prints what compiling took, and which tests and suites are dear."""
    tests, suites = costs(path)
    if not tests:
        return
    for title, rows in (("the dearest tests, by their own time", tests), ("by suite", suites)):
        print(f"{title}:")
        for name, seconds in rows.most_common(DEAREST):
            print(f"{seconds:7.1f} s  {name}")
    rest = sum(suites.values()) - sum(seconds for _, seconds in suites.most_common(DEAREST))
    print(f"{rest:7.1f} s  all other suites")
    print(f"compiled in {compiled} s; the tests took {sum(suites.values()):.0f} s by themselves, side by side")


def run(path, events, times, compiled, command):
    for old in (events, times):
        if os.path.exists(old):
            os.remove(old)
    report = Report(events)
    # Few at once, so that one that waits for its server comes to its turn again soon, and is not told as dear.
    width = str(4 * (os.cpu_count() or 1))
    environment = dict(os.environ, HTTPCACHE_TEST_TIMES=os.path.abspath(times))
    environment.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width)
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    rest = b""
    heard = time.monotonic()
    shown = heard - PAUSE + 1
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
                text = report.progress(shown - heard)
                if report.known or shown - report.begin >= PAUSE:
                    print(text, flush=True)
                else:
                    # Not even the names of the tests are there: look again in a second.
                    shown -= PAUSE - 1
    code = child.wait()
    print_costs(times, compiled)
    finish(report, path, code)
    return code if code >= 0 else 128 - code


def finish(report, path, code):
    """Prints the end: how the tests ended, where the whole log is, and swift-testing's own last line."""
    print(report.progress(0))
    if code != 0 and report.closing is None:
        print("the tests did not come to their end; the last lines are:")
        with open(path, "rb") as log:
            for line in log.read()[-20_000:].splitlines()[-20:]:
                print("  " + line.decode("utf-8", "replace")[:300])
        for test in report.running:
            print(f"was under way: {report.names[test]}")
    for name in report.failed:
        print(f"failed: {name}")
    print(f"everything that was printed is in {path}")
    if report.closing is not None:
        print(report.closing)


if __name__ == "__main__":
    try:
        sys.exit(run(*sys.argv[1:5], sys.argv[5:]))
    except KeyboardInterrupt:
        sys.exit(130)
