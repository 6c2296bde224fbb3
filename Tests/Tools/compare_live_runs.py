"""Compares what two builds of httpcache print for live runs: compare_live_runs.py OLD NEW [NAME...].

Each run goes to a small site that this script serves anew for each program; with a NAME, only the runs of that name
are made. The standard output, the standard error, the files that were written and the exit code of both programs are
compared byte for byte, after values that differ from run to run (dates, made-up values of probes, how long rounds took)
are replaced. Prints a diff for each run that differs; the exit code is then 1.
"""
import difflib
import gzip
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

YEAR = "max-age=31536000, immutable"


def ahead():
    """A Date in the future: an age does not count the time that a long run takes then."""
    return formatdate(time.time() + 5430, usegmt=True)


class Site:
    """What the site has been asked so far; a program meets a fresh one for each run."""

    def __init__(self):
        self.asked = {}
        self.lock = threading.Lock()

    def count(self, path):
        with self.lock:
            self.asked[path] = self.asked.get(path, 0) + 1
            return self.asked[path]

    def answer(self, method, path, host, port, request):
        """The status, the fields and the body for a request."""
        base = f"http://{host}"
        count = self.count(path.split("?")[0])
        is_other = port % 2 == 1

        def text(body, kind="text/plain", control="max-age=600", status=200, **more):
            fields = {"Date": formatdate(usegmt=True), "Content-Type": kind, "Cache-Control": control}
            fields.update({name.replace("_", "-"): value for name, value in more.items()})
            return status, fields, body.encode() if isinstance(body, str) else body

        path = path.split("?")[0]
        if path == "/page":
            return text(
                '<!doctype html><link rel=stylesheet href=app.3f9ac2d1.css><script src="app.5b7d2c90.js"></script>'
                '<img src=logo.svg srcset="logo.svg 1x, big.svg 2x"><link rel=manifest href=site.webmanifest>'
                f'<img src={base.replace("127.0.0.1", "localhost")}/foreign.png><img src=gone.3f9ac2d1.png>',
                "text/html", "no-cache", ETag='"page"')
        if path == "/second":
            return text("<link rel=stylesheet href=app.3f9ac2d1.css><img src=only.svg>", "text/html", "max-age=7200")
        if path == "/app.3f9ac2d1.css":
            return text("@import 'more.css'; @font-face{src:url(text.8e21b0c4.woff2)}", "text/css", YEAR)
        if path == "/more.css":
            return text("a{background:url(back.png)}", "text/css", "max-age=60")
        if path == "/site.webmanifest":
            return text('{"icons":[{"src":"icon.png"}]}', "application/manifest+json")
        if path == "/app.5b7d2c90.js":
            return text("1", "text/javascript", YEAR, ETag='"js"')
        if path.startswith("/gone"):
            return text("not here\n", status=404, control="max-age=60")
        if path == "/many":
            return text("".join(f"<img src=i{n}.png>" for n in range(230)), "text/html", Date=ahead())
        if path == "/sitemap.xml":
            urls = "".join(f"<url><loc>{base}/s{n}.html</loc></url>" for n in range(60))
            return text(f"<urlset>{urls}<url><loc>{base}/gone</loc></url></urlset>", "application/xml")
        if path == "/index.xml":
            return text(
                f"<sitemapindex><sitemap><loc>{base}/zipped.xml.gz</loc></sitemap>"
                f"<sitemap><loc>{base}/gone.xml</loc></sitemap><sitemap><loc>{base}/sitemap.xml</loc></sitemap>"
                f"<sitemap><loc>{base}/index.xml</loc></sitemap></sitemapindex>", "application/xml")
        if path == "/zipped.xml.gz":
            listed = f"<urlset><url><loc>{base}/page</loc></url><url><loc>http://else.test/</loc></url></urlset>"
            return text(gzip.compress(listed.encode(), mtime=0), "application/gzip")
        if path == "/moved":
            return text("", status=302, Location="/page")
        if path == "/turns":
            # Gives its second version from the third request on.
            version = 2 if count > 2 else 1
            return text(f"v{version}", ETag=f'"v{version}"', Age="20")
        if path == "/flips":
            version = 1 if count == 2 else 2
            return text(f"v{version}", ETag=f'"v{version}"')
        if path == "/busy":
            if count == 1:
                return text("", status=503, control="no-store", Retry_After="1")
            return text("v2", ETag='"v2"')
        if path == "/far":
            return text("", status=429, control="no-store", Retry_After="3600")
        if path == "/edge":
            return text("edge", ETag='"1"', X_Cache="MISS" if count == 1 else "HIT")
        if path == "/counter":
            return text(f"{count}\n", ETag=f'"{count}"')
        if path == "/differs":
            return text("other" if is_other else "one", ETag='"b"' if is_other else '"a"',
                        control="max-age=60" if is_other else "max-age=600")
        if path == "/breaks":
            return text("cut", Content_Length="100")
        tag = '"same"'
        if request.get("If-None-Match") == tag and path == "/validated":
            return 304, {"Date": formatdate(usegmt=True), "ETag": tag, "Cache-Control": "max-age=600"}, b""
        return text(f"{path}\n", ETag=tag, Date=ahead())


def serve(port, address="127.0.0.1"):
    """A server of a site; the site can be replaced."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self):
            status, fields, body = server.site.answer(
                self.command, self.path, self.headers.get("Host", ""), port, self.headers)
            lines = [f"HTTP/1.1 {status} X"] + [f"{name}: {value}" for name, value in fields.items()]
            if "Content-Length" not in fields and status != 304:
                lines.append(f"Content-Length: {len(body)}")
            is_cut = "Content-Length" in fields
            if is_cut:
                lines.append("Connection: close")
                self.close_connection = True
            self.wfile.write("\r\n".join(lines + ["", ""]).encode())
            if self.command != "HEAD":
                self.wfile.write(body)

        do_GET = do_HEAD = reply

        def log_message(self, *_):
            pass

    ThreadingHTTPServer.allow_reuse_address = True
    server = ThreadingHTTPServer((address, port), Handler)
    server.daemon_threads = True
    server.site = Site()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


# One address and an even port for the judged site; the next port is that of the other deployment.
PORT, OTHER = 18470, 18471
HERE, THERE = f"http://127.0.0.1:{PORT}", f"http://127.0.0.1:{OTHER}"
LIST = [f"{HERE}/l{n}.css" for n in range(30)]
V2 = ["--every", "0.05", "--expect", 'etag="v2"']
NODES = ["--resolve", f"edge.test:{PORT}:127.0.0.1,127.0.0.2"]

RUNS = {
    "one": [f"{HERE}/edge"],
    "json": ["--json", f"{HERE}/edge", f"{HERE}/gone", f"{HERE}/breaks", "http://127.0.0.1:1/"],
    "list": LIST,
    "list-json": ["--json"] + LIST,
    "list-expect": ["--expect", "status=200", "--expect", "lifetime>=1h", "--fail-on", "warning"] + LIST[:3],
    "redirect": [f"{HERE}/moved", "-L", f"{HERE}/moved"],
    "redirect-said": [f"{HERE}/moved", f"{HERE}/edge"],
    "assets": ["--assets", f"{HERE}/page", f"{HERE}/second"],
    "assets-json": ["--assets", "--json", f"{HERE}/page", f"{HERE}/second", f"{HERE}/edge"],
    "assets-all": ["--assets=all", "--format", "table", f"{HERE}/page"],
    "assets-many": ["--assets", f"{HERE}/many"],
    "assets-html": ["--assets", "--format", "html", f"{HERE}/page"],
    "sitemap": ["--sitemap", f"{HERE}/sitemap.xml"],
    "sitemap-index": ["--format", "table", "--resolve", "else.test:80:127.0.0.1", "--sitemap", f"{HERE}/index.xml"],
    "sitemap-gone": ["--sitemap", f"{HERE}/gone.xml", f"{HERE}/edge"],
    "sitemap-assets": ["--json", "--assets", "--sitemap", f"{HERE}/index.xml", "--connect-timeout", "1"],
    "probe": ["--probe", "--json", f"{HERE}/validated", f"{HERE}/edge"],
    "probe-first-party": ["--probe", "--first-party", f"{HERE}/validated", f"{THERE}/edge"],
    "probe-text": ["--probe", f"{HERE}/validated", f"{HERE}/app.5b7d2c90.js"],
    "dry-run": ["--probe", "--dry-run", f"{HERE}/validated"],
    "repeat": ["--repeat", "3", "--every", "0.05", f"{HERE}/edge"],
    "repeat-json": ["--repeat", "3", "--every", "0.05", "--json", "--expect", "edge=hit", f"{HERE}/edge", f"{HERE}/counter"],
    "map-key": ["--map-key", "--json", f"{HERE}/edge"],
    "each-address": ["--each-address", "--json"] + NODES + [f"http://edge.test:{PORT}/counter"],
    "against": ["--against", THERE, f"{HERE}/differs", f"{HERE}/counter", f"{HERE}/l1.css", f"{HERE}/gone"],
    "against-json": ["--json", "--against", THERE, "--assets", f"{HERE}/page", f"{HERE}/differs"],
    "against-server": ["--against-connect-to", f"127.0.0.1:{OTHER}", "--fail-on", "warning", f"{HERE}/differs"],
    "against-down": ["--json", "--against", "http://127.0.0.1:1", f"{HERE}/differs"],
    "same-as": ["--expect", "same-as=dist", f"{HERE}/"],
    "sha256": ["--expect", "sha256=" + "0" * 64, f"{HERE}/edge"],
    "within": ["--within", "30"] + V2 + [f"{HERE}/turns", f"{HERE}/flips"],
    "within-json": ["--json", "--within", "30", "--stable", "2"] + V2 + [f"{HERE}/turns", f"{HERE}/flips"],
    "within-over": ["--within", "0.1"] + V2 + [f"{HERE}/edge", f"{HERE}/counter"],
    "within-quiet": ["-q", "--within", "0.1"] + V2 + [f"{HERE}/edge"],
    "within-held-too-seldom": ["--within", "0.1", "--stable", "9", "--format", "junit", "--expect", "fresh", f"{HERE}/edge"],
    "within-busy": ["--within", "30"] + V2 + [f"{HERE}/busy"],
    "within-far": ["--within", "30"] + V2 + [f"{HERE}/far"],
    "within-down": ["--within", "0.1"] + V2 + ["http://127.0.0.1:1/", f"{HERE}/moved"],
    "within-nodes": ["--within", "0.1", "--each-address"] + V2 + NODES + [f"http://edge.test:{PORT}/counter"],
    "within-assets": ["--within", "0.1", "--assets", "--json"] + V2 + [f"{HERE}/page", f"{HERE}/second"],
    "within-sitemap": ["--within", "0.1", "--format", "table"] + V2 + ["--sitemap", f"{HERE}/index.xml"],
    "within-against": ["--within", "0.1", "--against", THERE] + V2 + [f"{HERE}/differs", f"{HERE}/counter"],
    "within-baseline": ["--within", "0.1", "--every", "0.05", "--fail-on", "info", "--baseline", "baseline.json",
                        "--write-expect-file", "expect.json", "--stable", "2", f"{HERE}/gone", f"{HERE}/edge"],
    "within-beyond-baseline": ["--within", "0.1", "--every", "0.05", "--fail-on", "error", "--baseline", "baseline.json",
                               f"{HERE}/gone", f"{HERE}/gone?2", f"{HERE}/gone"],
    "within-patterns": ["--within", "0.1", "--every", "0.05", "--expect-file", "patterns.json", f"{HERE}/edge"],
    "write-baseline": ["--assets", "--write-baseline", "written.json", f"{HERE}/page"],
}

# Values that differ from run to run.
VARYING = [
    (re.compile(r"hc-probe=[0-9A-Za-z._~-]+"), "hc-probe=…"),
    (re.compile(r"hcprobe[0-9a-f]+"), "hcprobe…"),
    (re.compile(r"[0-9A-Za-z-]+\.invalid"), "….invalid"),
    (re.compile(r"\b[0-9a-f]{8,32}\b"), "(hex)"),
    (re.compile(r"\d+ rounds?\b"), "… rounds"),
    (re.compile(r"\d+ ms\b"), "… ms"),
    (re.compile(r"[0-9.]+ seconds? after the start"), "… after the start"),
    (re.compile(r"since the start"), "since … after the start"),
    (re.compile(r"after [0-9.]+ seconds? and"), "after … and"),
    (re.compile(r"^httpcache: [0-9.]+ seconds?: ", re.MULTILINE), "httpcache: …: "),
    (re.compile(r'"age":[01],"ttl":\d+'), '"age":…,"ttl":…'),
    (re.compile(r"20\d\d-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?"), "(a date)"),
    (re.compile(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT"), "(a date)"),
]


# How often a run that differs is made.
TRIES = 6


def run(program, words, directory, sites):
    for site in sites:
        site.site = Site()
    time.sleep(1.02 - time.time() % 1)
    environment = {"PATH": os.environ["PATH"], "HOME": directory, "TMPDIR": directory, "COLUMNS": "120"}
    done = subprocess.run(
        [program, "inspect", "--live"] + words, cwd=directory, env=environment,
        capture_output=True, timeout=120)
    text = f"exit code {done.returncode}\n--- stdout\n{done.stdout.decode()}\n--- stderr\n{done.stderr.decode()}\n"
    for name in ["expect.json", "written.json"]:
        path = os.path.join(directory, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text += f"--- {name}\n{file.read()}\n"
            os.remove(path)
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


def prepare(directory):
    """The files that runs read."""
    os.makedirs(os.path.join(directory, "dist"))
    for name, text in [("l1.css", "/l1.css\n"), ("l2.css", "else\n"), ("index.html", "/\n")]:
        with open(os.path.join(directory, "dist", name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(directory, "baseline.json"), "w", encoding="utf-8") as file:
        file.write(
            '{"version": 2, "findings": [{"url": "/gone", "code": "answered-with-error", "severity": "error"},'
            ' {"url": "/left", "code": "vary-star", "severity": "error"}]}')
    with open(os.path.join(directory, "patterns.json"), "w", encoding="utf-8") as file:
        file.write('[{"url": "/edge", "expect": ["edge=hit", "lifetime>=1m"]}, {"url": "/never", "expect": ["fresh"]}]')


def main():
    old, new = (os.path.abspath(path) for path in sys.argv[1:3])
    names = sys.argv[3:] or list(RUNS)
    sites = [serve(PORT), serve(OTHER), serve(PORT, "127.0.0.2")]
    different = 0
    for name in names:
        begun = time.time()
        # An age is a second more where a second ends between request and answer: the same result once is enough.
        for _ in range(TRIES):
            with tempfile.TemporaryDirectory() as directory:
                prepare(directory)
                texts = [run(program, RUNS[name], directory, sites).splitlines() for program in (old, new)]
            diff = list(difflib.unified_diff(*texts, "old", "new", lineterm=""))
            if not diff:
                break
        different += bool(diff)
        print(f"{name}: {'differs' if diff else 'same'} ({len(texts[0])} lines, {time.time() - begun:.1f} s)")
        for line in diff:
            print(f"    {line[:400]}")
    print(f"{len(names)} runs, {different} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
