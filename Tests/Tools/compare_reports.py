#!/usr/bin/env python3
"""Compares the reports of two builds byte by byte: compare_reports.py OLD NEW.

Each run is made with both programs, on the same inputs and as of the same time; the runs of which a byte differs are printed as
a diff, and the exit code is 1 then. It is meant for changes of form, after which everything that is printed stays the same.
"""
import difflib, json, os, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HAR = os.path.join(ROOT, "docs", "examples", "page.har")
EXPECTATIONS = os.path.join(ROOT, "docs", "examples", "expectations.json")
DATE = "Mon, 12 Jan 2026 16:45:57 GMT"
AT = "2026-01-12T17:00:00Z"
FORMATS = ["text", "summary", "table", "json", "github", "junit", "sarif", "html", "markdown"]

HEADS = {
    "fresh": ["200 OK", "Cache-Control: max-age=600", 'ETag: "1"'],
    "guess": ["200 OK", "Content-Type: text/html", "Last-Modified: Mon, 01 Dec 2025 16:45:57 GMT"],
    "cookie": ["200 OK", "Cache-Control: public, max-age=600", "Set-Cookie: sid=abc", "CF-Cache-Status: HIT"],
    "part": ["206 Partial Content", "Content-Range: bytes 0-9/100", 'ETag: "1"', "Cache-Control: max-age=60"],
    "error": ["404 Not Found", "Content-Type: text/html", "X-Cache: Miss from cloudfront"],
    "redirect": ["301 Moved Permanently", "Location: /b"],
    "confirmation": ["304 Not Modified", 'ETag: "1"', "Cache-Control: no-cache"],
    "odd": ["200 OK", "Cache-Control: max-age=60; public, no-store=", "Vary: *", "Expires: 0", "Pragma: no-cache"],
}


def lines():
    """JSON Lines of all heads on two sites, with requests that force, and a user's."""
    for number, (name, head) in enumerate(HEADS.items()):
        for host in ("shop.test", "cdn.other.test"):
            fields = [line.split(": ", 1) for line in head[1:]] + [["Date", DATE]]
            request = [["Cache-Control", "no-cache"]] if number % 2 else [["Authorization", "Basic eA=="]]
            yield json.dumps({
                "url": f"https://{host}/{name}/app.{number}f3a9c1b.css", "method": "GET", "status": int(head[0][:3]),
                "received_at": AT, "request": request, "response": fields, "size": 1000 * number})


def runs(directory):
    """The arguments of each run, with what it reads on standard input."""
    log = os.path.join(directory, "log.jsonl")
    baseline = os.path.join(directory, "baseline.json")
    summaries = [os.path.join(directory, f"summary-{name}.json") for name in "ab"]
    inspect = ["inspect", "--no-expect-file"]
    for format in FORMATS:
        yield inspect + ["--har", HAR, "--at", AT, "--format", format], b""
        yield inspect + ["--jsonl", log, "--fail-on", "warning", "--expect", "lifetime>=1h", "--format", format], b""
    for role in (["--shared"], ["--as", "all"], ["-v"], ["-q"]):
        yield inspect + ["--jsonl", log] + role, b""
        yield inspect + ["--har", HAR, "--at", AT] + role, b""
    for format in ("text", "html", "json"):
        yield inspect + ["--har", HAR, "--at", AT, "--revisit", "1h,1d", "--format", format], b""
    yield ["inspect", "--har", HAR, "--expect-file", EXPECTATIONS, "--at", AT], b""
    yield inspect + ["--jsonl", log, "--write-baseline", baseline], b""
    for format in FORMATS:
        yield inspect + ["--jsonl", log, "--baseline", baseline, "--fail-on", "info", "--format", format], b""
    for summary in summaries:
        yield inspect + ["--jsonl", log, "--expect", "storable", "--summary", summary, "-q"], b""
    for format in ("text", "json", "html", "markdown"):
        yield inspect + ["--merge-summaries", *summaries, "--format", format], b""
    yield inspect + ["--har", HAR, "--against-har", HAR, "--at", AT], b""
    for server in ("nginx", "apache", "caddy", "varnish", "headers-file"):
        yield inspect + ["--har", HAR, "--at", AT, "--recipe", server], b""
    for head in HEADS.values():
        text = "\r\n".join(["HTTP/1.1 " + head[0], "Date: " + DATE] + head[1:] + ["", ""]).encode()
        yield inspect + ["--headers", "-", "--at", AT, "-v"], text
        yield inspect + ["--headers", "-", "--url", "https://a.test/x.css", "--at", AT, "--shared", "--as", "all"], text


def outcome(program, run, directory):
    arguments, stdin = run
    environment = {"PATH": os.environ["PATH"], "HOME": directory, "XDG_CACHE_HOME": directory, "XDG_CONFIG_HOME": directory}
    result = subprocess.run([program] + arguments, input=stdin, capture_output=True, env=environment, timeout=120)
    files = [name for name in sorted(os.listdir(directory)) if name.endswith(".json")]
    texts = [open(os.path.join(directory, name), "rb").read() for name in files]
    return [b"exit code %d" % result.returncode, result.stdout, result.stderr] + texts


def all_outcomes(program):
    """The outcomes of all runs, each with its arguments, made in a directory of one name so that no text names another."""
    directory = os.path.join(tempfile.gettempdir(), "compare-reports")
    shutil.rmtree(directory, True)
    os.makedirs(directory)
    with open(os.path.join(directory, "log.jsonl"), "w") as log:
        log.write("\n".join(lines()) + "\n")
    try:
        return [(run[0], outcome(program, run, directory)) for run in runs(directory)]
    finally:
        shutil.rmtree(directory, True)


def main():
    old, new = (all_outcomes(os.path.abspath(program)) for program in sys.argv[1:3])
    different = 0
    for (arguments, before), (_, after) in zip(old, new):
        if before == after:
            continue
        different += 1
        print("== httpcache " + " ".join(arguments))
        for one, other in zip(before, after):
            texts = [text.decode(errors="replace").splitlines() for text in (one, other)]
            print("\n".join(difflib.unified_diff(*texts, "before", "after", lineterm="", n=0)))
    print(f"{len(old)} runs, {different} differ")
    sys.exit(1 if different else 0)


main()
