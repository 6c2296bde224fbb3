"""Recorded exchanges as the world has them: corpus.py har|lines COUNT [UNTIL DAYS] >FILE.

They were recorded from UNTIL on, seconds since 1970, or with DAYS in the DAYS days before. `har` writes a log as a browser
does, `lines` what `inspect --jsonl` and `seed-cache` read. The same arguments give the same bytes.

Every exchange is drawn by itself, from a random generator with a fixed seed, so that hardly two are equal:
- Cache-Control in 36 forms, with numbers of its own: common ones, contradictory, misspelt, malformed and in two lines;
- Date, Expires and Last-Modified in the three formats of RFC 9110 §5.6.7, wrong weekdays, zones, `0`, `-1` and nonsense;
- strong, weak and unquoted entity tags, Vary, Age, Set-Cookie, Via and what caches on the way say, in 5 to 17 fields;
- statuses, types, and URLs with versions, queries and escapes, of 300 hosts, of which a few get most of the requests.

An exchange has about 1.7 kB in a HAR log and 0.9 kB as a line; its verdict has 2.1 kB.
"""
import json
import random
import signal
import sys
import time

SEED = 9111

STATUSES = [200] * 82 + [304] * 4 + [301, 302, 307, 204, 206, 403, 404, 404, 404, 410, 429, 500, 503, 0]
TYPES = [("text/html; charset=utf-8", "", "document"), ("text/html", "index.html", "document"),
         ("text/css", "style.css", "stylesheet"), ("text/css; charset=UTF-8", "theme-8f3a91c2.css", "stylesheet"),
         ("application/javascript", "app.js", "script"), ("text/javascript", "chunk.5d41402abc.js", "script"),
         ("image/png", "logo.png", "image"), ("image/webp", "photo%20one.webp", "image"),
         ("image/svg+xml", "icon.svg", "image"), ("font/woff2", "inter.woff2", "font"),
         ("application/json", "items", "xhr"), ("application/json; charset=utf-8", "api/v2/user", "fetch"),
         ("video/mp4", "clip.mp4", "media"), ("application/octet-stream", "data.bin", "other")]
# N is a lifetime, M another one.
CONTROLS = [
    "max-age=N", "max-age=N", "max-age=N", "public, max-age=N", "public, max-age=N", "public,max-age=N",
    "public, max-age=31536000, immutable", "max-age=31536000, immutable", "max-age=N, must-revalidate",
    "no-cache", "no-store", "no-cache, no-store, must-revalidate", "no-store, no-cache, must-revalidate, max-age=0",
    "private", "private, max-age=N", "private, no-cache, no-store, must-revalidate", "max-age=0",
    "max-age=0, private, must-revalidate", "s-maxage=M, max-age=N", "public, s-maxage=M, max-age=N",
    "max-age=N, stale-while-revalidate=M", "max-age=N, stale-while-revalidate=M, stale-if-error=86400",
    "no-transform, max-age=N", "must-understand, max-age=N", "private=\"Set-Cookie\", max-age=N",
    "no-cache=\"Set-Cookie, X-User\", max-age=N", "max-age=N; public", "max-age = N", "max-age=\"N\"", "maxage=N",
    "max-age=N, max-age=M", "public, private, max-age=N", "no-store, max-age=N", "max-age=-1", "max-age=N.5",
    "max-age=forever", "pubic, max-age=N", "x-own=N, MAX-AGE=N", "proxy-revalidate, max-age=N\nno-transform"]
LIFETIMES = [0, 1, 10, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400, 172800, 604800, 2592000,
             31536000, 315360000]
SERVERS = ["nginx", "nginx/1.25.3", "Apache", "cloudflare", "AmazonS3", "gws", "Microsoft-IIS/10.0", "ECS (dcb/7EC9)"]
AGENTS = ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0"]
VARIES = ["Accept-Encoding", "Accept-Encoding", "Accept-Encoding, Origin", "Origin", "Accept-Encoding, User-Agent",
          "Cookie", "*"]
EDGES = [("X-Cache", "HIT"), ("X-Cache", "Miss from cloudfront"), ("CF-Cache-Status", "DYNAMIC"),
         ("CF-Cache-Status", "HIT"), ("X-Cache", "HIT, MISS"), ("Cache-Status", "edge; hit; ttl=30"),
         ("X-Varnish", "32770 3"), ("Server-Timing", "cdn-cache; desc=HIT")]
POLICIES = [("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload"),
            ("X-Content-Type-Options", "nosniff"), ("Access-Control-Allow-Origin", "*"),
            ("Content-Security-Policy", "default-src 'self'; img-src * data:; script-src 'self' 'unsafe-inline'"),
            ("Referrer-Policy", "strict-origin-when-cross-origin"), ("Alt-Svc", 'h3=":443"; ma=86400'),
            ("Timing-Allow-Origin", "*"), ("X-Frame-Options", "SAMEORIGIN"), ("Accept-Ranges", "bytes")]
NONSENSE = ["0", "-1", "now", "Thu, 01 Jan 1970 00:00:00 GMT", "Mon, 02 Nov 2026", "2026-11-02T12:00:00Z"]


def date(draw, at):
    """A time as a field value, now and then in an old format, or wrong."""
    parts = time.gmtime(at)
    kind = draw.random()
    if kind < 0.90:
        return time.strftime("%a, %d %b %Y %H:%M:%S GMT", parts)
    if kind < 0.93:
        return time.strftime("%A, %d-%b-%y %H:%M:%S GMT", parts)
    if kind < 0.95:
        return time.strftime("%a %b ", parts) + f"{parts.tm_mday:2d}" + time.strftime(" %H:%M:%S %Y", parts)
    if kind < 0.97:
        return time.strftime("Sun, %d %b %Y %H:%M:%S GMT", parts)
    if kind < 0.98:
        return time.strftime("%a, %d %b %Y %H:%M:%S +0000", parts)
    return draw.choice(NONSENSE)


def exchange(draw, number, until, days):
    """One exchange: method, URL, fields of the request, status, fields of the response, size, time of receipt, kind."""
    at = until - draw.randrange(days * 86400) if days else until + number // 20 + draw.randrange(3)
    status = draw.choice(STATUSES)
    kind, name, resource = draw.choice(TYPES)
    host = f"{draw.choice(('www', 'cdn', 'static', 'api'))}.site{min(draw.randrange(300), draw.randrange(300))}.test"
    url = f"https://{host}/{draw.choice(('', 'assets/', 'de/produkte/', 'a/b/c/'))}{number}/{name}"
    if draw.random() < 0.4:
        url += f"?v={draw.randrange(1000)}&q=a%2Fb"
    method = draw.choice(("GET",) * 30 + ("POST", "HEAD"))
    size = int(draw.paretovariate(0.7) * 400) % 3000000
    request = [("Host", host), ("User-Agent", draw.choice(AGENTS)), ("Accept", "*/*"),
               ("Accept-Encoding", "gzip, deflate, br, zstd"), ("Referer", f"https://{host}/")]
    if draw.random() < 0.25:
        request.append(("Cookie", f"session={draw.getrandbits(64):x}; theme=dark"))
    if draw.random() < 0.05:
        request.append(("Cache-Control", draw.choice(("no-cache", "max-age=0"))))
    if draw.random() < 0.02:
        request.append(("Authorization", f"Bearer {draw.getrandbits(96):x}"))
    response = [("Date", date(draw, at - draw.choice((0, 0, 0, 1, 1, 2)))), ("Content-Type", kind),
                ("Content-Length", str(size)), ("Server", draw.choice(SERVERS))]
    if draw.random() < 0.85:
        control = draw.choice(CONTROLS).replace("N", str(lifetime(draw))).replace("M", str(lifetime(draw)))
        response += [("Cache-Control", line) for line in control.split("\n")]
    if draw.random() < 0.25:
        response.append(("Expires", date(draw, at + draw.choice(LIFETIMES) - 30)))
    if draw.random() < 0.6:
        response.append(("Last-Modified", date(draw, at - draw.randrange(1, 90000000))))
    if draw.random() < 0.6:
        tag = f'"{draw.getrandbits(48):x}-{size:x}"'
        response.append(("ETag", draw.choice((tag, tag, tag, "W/" + tag, tag.strip('"')))))
    if draw.random() < 0.5:
        response.append(("Vary", draw.choice(VARIES)))
    if draw.random() < 0.3:
        response += [draw.choice(EDGES), ("Age", str(draw.choice((0, 1, 30, 600, 86400, draw.randrange(10000)))))]
    if draw.random() < 0.1:
        response.append(("Via", "1.1 varnish, 2 cdn.test (CloudFront)"))
    if draw.random() < 0.1:
        response.append(("Set-Cookie", f"id={draw.getrandbits(64):x}; Path=/; Secure; HttpOnly"))
    if draw.random() < 0.05:
        response.append(("Pragma", "no-cache"))
    response += draw.sample(POLICIES, draw.randrange(len(POLICIES)))
    return method, url, request, status, response, size, at, resource


def lifetime(draw):
    return draw.choice(LIFETIMES) if draw.random() < 0.8 else draw.randrange(10000000)


def stamp(at):
    return time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime(at))


def entry(number, exchange):
    """An entry of a HAR log, as Chrome writes it."""
    def fields(pairs):
        return [{"name": name, "value": value} for name, value in pairs]

    method, url, request, status, response, size, at, resource = exchange
    return {
        "_initiator": {"type": "parser", "url": "https://www.site0.test/", "lineNumber": number % 400},
        "_priority": "High", "_resourceType": resource, "cache": {}, "connection": str(number % 6000),
        "request": {"method": method, "url": url, "httpVersion": "http/2.0", "headers": fields(request),
                    "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": status, "statusText": "", "httpVersion": "http/2.0", "headers": fields(response),
                     "cookies": [], "content": {"size": size, "mimeType": response[1][1].split(";")[0]},
                     "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": size + 300},
        "serverIPAddress": "192.0.2.7", "startedDateTime": f"{stamp(at)}{number % 1000:03d}Z", "time": number % 700 + 0.25,
        "timings": {"blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 40.75, "receive": 2.2}}


def line(exchange):
    """A line for `inspect --jsonl`."""
    method, url, request, status, response, size, at, _ = exchange
    return {"url": url, "method": method, "status": status, "request": request, "response": response,
            "received_at": f"{stamp(at)}500Z", "body_bytes": size}


def main(form, count, until="1793620800", days="0"):  # Mon, 02 Nov 2026 12:00:00 GMT
    # The reader may have enough.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    draw = random.Random(SEED)
    encode = json.JSONEncoder(separators=(",", ":")).encode
    if form == "har":
        print('{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[')
    for number in range(int(count)):
        found = exchange(draw, number, int(until), int(days))
        if form == "har":
            print(("," if number else "") + encode(entry(number, found)))
        else:
            print(encode(line(found)))
    if form == "har":
        print("]}}")


main(*sys.argv[1:])
