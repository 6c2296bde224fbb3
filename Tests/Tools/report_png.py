"""Draws the page of `inspect --format html` for a log of a small shop, as docs/report.png, with headless Chromium.

usage: report_png.py PROGRAMS OUTPUT
PROGRAMS is the directory of the built programs.
"""

import json
import os
import subprocess
import sys
import tempfile

DATE = ("Date", "Mon, 12 Jan 2026 16:45:57 GMT")
YEAR = "max-age=31536000, immutable"
SHOP = "https://shop.example"
# The URL, the size of its body, and the fields of its response.
ENTRIES = [
    (f"{SHOP}/", 38_200, [("Content-Type", "text/html"), ("Cache-Control", "no-cache"), ("ETag", '"1f2"')]),
    (f"{SHOP}/assets/app.3f9ac2d1.js", 162_000, [
        ("Content-Type", "text/javascript"), ("Cache-Control", "public; max-age=31536000"), ("ETag", '"5a3"')]),
    (f"{SHOP}/assets/app.5b7d2c90.css", 41_000, [
        ("Content-Type", "text/css"), ("Cache-Control", YEAR), ("ETag", '"6b8"')]),
    (f"{SHOP}/api/cart", 1_900, [
        ("Content-Type", "application/json"), ("Cache-Control", "public, max-age=60"), ("Set-Cookie", "cart=1"),
        ("ETag", '"2c6"')]),
    (f"{SHOP}/img/hero.8e21b0c4.avif", 220_000, [
        ("Content-Type", "image/avif"), ("Cache-Control", YEAR), ("ETag", '"9e1"')]),
    (f"{SHOP}/assets/lib.1a2b3c4d.js", 90_000, [
        ("Content-Type", "text/javascript"), ("Cache-Control", YEAR), ("Content-Encoding", "gzip"), ("ETag", '"4f5"')]),
]


def entry(url, size, fields):
    return {
        "startedDateTime": "2026-01-12T16:45:57.102Z", "time": 80,
        "request": {"method": "GET", "url": url, "headers": []},
        "response": {
            "status": 200, "headers": [{"name": name, "value": value} for name, value in [DATE] + fields],
            "content": {"size": size}, "bodySize": size,
        },
    }


def main():
    programs, output = sys.argv[1:]
    work = tempfile.mkdtemp()
    with open(f"{work}/shop.har", "w") as file:
        json.dump({"log": {"version": "1.2", "entries": [entry(*row) for row in ENTRIES]}}, file)
    subprocess.run(
        [f"{programs}/httpcache", "inspect", "-q", "--har", "shop.har", "--revisit", "1h,1d", "--fail-on", "error",
         "--no-expect-file", "--format", "html=report.html"],
        cwd=work, env={"PATH": "/usr/bin:/bin", "HOME": work, "LC_ALL": "C.UTF-8"}, stderr=subprocess.DEVNULL)
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,1010",
         f"--user-data-dir={work}/profile", f"--screenshot={os.path.abspath(output)}", f"file://{work}/report.html"],
        check=True, stderr=subprocess.DEVNULL)


main()
