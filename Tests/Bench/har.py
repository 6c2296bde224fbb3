"""Writes a HAR 1.2 log of about 1.1 kB an entry, as a browser would: har.py COUNT >FILE."""
import json
import sys

TYPES = ["text/html; charset=utf-8", "text/css", "application/javascript", "image/png", "application/json"]
CONTROLS = ["max-age=3600", "no-cache", "public, max-age=31536000, immutable", "private, max-age=0", "no-store"]


def entry(number):
    def lines(pairs):
        return [{"name": name, "value": value} for name, value in pairs]

    second = f"{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    request = [("Host", f"host{number % 100}.test"), ("Accept", "*/*"), ("User-Agent", "Mozilla/5.0 (X11; Linux)"),
               ("Accept-Encoding", "gzip, deflate, br"), ("Referer", "http://host0.test/")]
    response = [("Date", f"Mon, 02 Nov 2026 {second} GMT"), ("Content-Type", TYPES[number % 5]),
                ("Cache-Control", CONTROLS[number // 5 % 5]), ("ETag", f'"{number:x}"'), ("Server", "bench"),
                ("Last-Modified", "Sun, 01 Nov 2026 08:00:00 GMT"), ("Content-Length", str(number % 60000))]
    return {
        "startedDateTime": f"2026-11-02T{second}.000Z", "time": 12.5,
        "request": {"method": "GET", "url": f"http://host{number % 100}.test/path/{number}?v={number % 7}",
                    "httpVersion": "HTTP/1.1", "headers": lines(request), "queryString": [], "cookies": [],
                    "headersSize": -1, "bodySize": 0},
        "response": {"status": 404 if number % 50 == 0 else 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                     "headers": lines(response), "cookies": [],
                     "content": {"size": number % 60000, "mimeType": TYPES[number % 5]}, "redirectURL": "",
                     "headersSize": -1, "bodySize": number % 60000},
        "cache": {}, "timings": {"send": 0.1, "wait": 10.2, "receive": 2.2}}


print('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[')
for number in range(int(sys.argv[1])):
    print("," * (number > 0) + json.dumps(entry(number)))
print("]}}")
