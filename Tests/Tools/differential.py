"""Holds the verdicts of httpcache on generated heads against those of httplint: differential.py PROGRAM COUNT.

Every difference has to be explained by a row of EXPLAINED, and every row has to explain one. Prints what is not so.
"""
import json
import random
import subprocess
import sys
from email.utils import formatdate

from httplint import HttpRequestLinter, HttpResponseLinter

NOW = 1768236357  # Mon, 12 Jan 2026 16:45:57 GMT
STATUSES = [200, 200, 200, 200, 203, 204, 206, 300, 301, 302, 304, 307, 308, 404, 405, 410, 414, 418, 500, 501, 503]
DIRECTIVES = [
    "max-age=60", "max-age=0", "max-age=600", "max-age=-1", "max-age=1.5", 'max-age="60"', "max-age=99999999999", "max-age",
    "s-maxage=30", "s-maxage=0", "s-maxage=x", "no-store", "no-cache", 'no-cache="Set-Cookie"', "private", 'private="X"',
    "public", "must-revalidate", "proxy-revalidate", "must-understand", "immutable", "stale-while-revalidate=60", "NO-STORE",
    "Max-Age=60", "x=y", "no-transform", "public; max-age=60", "max-age=60, max-age=600", "max-age=60, max-age=60",
]


def head(rng):
    fields = []
    date = rng.choice([formatdate(NOW, usegmt=True)] * 4 + [formatdate(NOW - 100, usegmt=True),
                      formatdate(NOW + 50, usegmt=True), None, "yesterday"])
    if date:
        fields.append(("Date", date))
    if rng.random() < .8:
        fields.append(("Cache-Control", ", ".join(rng.sample(DIRECTIVES, rng.choice([1, 1, 2, 2, 3])))))
    if rng.random() < .1:
        fields.append(("Cache-Control", rng.choice(DIRECTIVES)))
    if rng.random() < .3:
        fields.append(("Expires", rng.choice([formatdate(NOW + 600, usegmt=True), formatdate(NOW - 600, usegmt=True), "0",
                                              "-1", "Mon, 12 Jan 2026 17:45:57 CET", "Sunday, 12-Jan-26 17:45:57 GMT"])))
    if rng.random() < .3:
        fields.append(("Last-Modified", formatdate(NOW - 86400, usegmt=True)))
    if rng.random() < .2:
        fields.append(("Age", rng.choice(["0", "10", "100", "x", "-5", "10, 20", "5000000000"])))
    if rng.random() < .15:
        fields.append(("Vary", rng.choice(["*", "Accept-Encoding", "Accept, *"])))
    rng.shuffle(fields)
    return rng.choice(STATUSES), fields


def ours(program, heads, options):
    text = "".join("HTTP/1.1 %d X\r\n%s\r\n\r\n" % (status, "\r\n".join("%s: %s" % field for field in fields) or "X: y")
                   for status, fields in heads)
    run = subprocess.run([program, "inspect", "--json", "--headers", "-", "--url", "http://a.test/x",
                          "--at", "2026-01-12T16:45:57Z"] + options, input=text, capture_output=True, text=True)
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(verdicts) == len(heads), run.stderr
    return [{"storable": v["storable"], "lifetime": v["freshness"]["lifetime"], "source": v["freshness"]["source"],
             "age": v["freshness"]["age"]} for v in verdicts]


def theirs(heads, is_shared, authorization):
    verdicts = []
    for status, fields in heads:
        request = HttpRequestLinter(start_time=NOW)
        request.process_request_topline(b"GET", b"http://a.test/x", b"1.1")
        request.process_headers([(b"Host", b"a.test")] + ([(b"Authorization", b"Basic eA==")] if authorization else []))
        request.finish_content(True)
        response = HttpResponseLinter(start_time=NOW)
        response.request = request
        response.process_response_topline(b"1.1", str(status).encode(), b"X")
        response.process_headers([(n.encode(), v.encode()) for n, v in fields])
        response.finish_content(True)
        cache = response.caching
        computed = hasattr(cache, "has_explicit_freshness")
        lifetime = cache.freshness_lifetime_shared if is_shared else cache.freshness_lifetime_private
        verdicts.append({
            "storable": cache.store_shared if is_shared else cache.store_private,
            "lifetime": max(0, lifetime) if computed and cache.has_explicit_freshness else None,
            "age": cache.age if computed else None})
    return verdicts


def directives(fields):
    return [part.strip().lower() for name, value in fields if name == "Cache-Control" for part in value.split(",")]


def has(fields, *prefixes):
    return any(d.startswith(p) for d in directives(fields) for p in prefixes)


def value(fields, name):
    return next((v for n, v in fields if n == name), "")


# What differs, where (status, fields, shared, ours, theirs), and why ours is meant so.
EXPLAINED = [
    ("a 206 or 304 on its own is no whole response: this cache does not store it", "storable",
     lambda s, f, shared, o, t: s in (206, 304) and not o["storable"]),
    ("httplint finds no storability for Vary: *, which may be stored and never matches (RFC 9111 4.1)", "storable",
     lambda s, f, shared, o, t: "*" in value(f, "Vary")),
    ("httplint notes that nothing allows storing and leaves its verdict true", "storable",
     lambda s, f, shared, o, t: not o["storable"] and t["storable"] and o["source"] in ("none", "s-maxage")),
    ("must-understand lifts the no-store beside it where the status is understood (5.2.2.3)", "storable",
     lambda s, f, shared, o, t: has(f, "must-understand") and has(f, "no-store") and o["storable"]),
    ("must-understand forbids a status that is not understood (5.2.2.3)", "storable",
     lambda s, f, shared, o, t: has(f, "must-understand") and not o["storable"]),
    ("private with field names speaks of these only (5.2.2.7)", "storable",
     lambda s, f, shared, o, t: shared and has(f, "private=") and o["storable"]),
    ("a member with a semicolon is no directive: `public; ...` allows nothing", "storable",
     lambda s, f, shared, o, t: has(f, "public;")),
    ("an unreadable s-maxage lifts the ban on answers to Authorization (3.5): stale at once, every use asks the origin",
     "storable", lambda s, f, shared, o, t: shared and has(f, "s-maxage=x") and o["storable"] and o["lifetime"] == 0),
    ("the semicolon takes max-age with it", "lifetime", lambda s, f, shared, o, t: has(f, "public;")),
    ("an unreadable max-age or s-maxage is there: stale, and Expires does not stand in (4.2.1)", "lifetime",
     lambda s, f, shared, o, t: o["lifetime"] == 0 and has(f, "max-age=-1", "max-age=1.5", "max-age,", "s-maxage=x")
     or o["lifetime"] == 0 and "max-age" in directives(f)),
    ("of repeated directives this cache takes the first (4.2.1)", "lifetime",
     lambda s, f, shared, o, t: sum(d.startswith("max-age") for d in directives(f)) > 1
     or sum(d.startswith("s-maxage") for d in directives(f)) > 1),
    ("s-maxage alone gives a private cache no lifetime; httplint has 0 there", "lifetime",
     lambda s, f, shared, o, t: not shared and has(f, "s-maxage") and o["source"] == "none" and t["lifetime"] == 0),
    ("of several ages the first counts (5.1); httplint reads none", "age",
     lambda s, f, shared, o, t: "," in value(f, "Age") and t["age"] < o["age"]),
]


def main(program, count):
    rng = random.Random(9111)
    heads = [head(rng) for _ in range(count)]
    used, unexplained, compared = set(), [], 0
    for options, shared, authorization in [([], False, False), (["--shared"], True, False),
                                           (["--shared", "--request-header", "Authorization: Basic eA=="], True, True)]:
        for (status, fields), our, their in zip(heads, ours(program, heads, options), theirs(heads, shared, authorization)):
            # httplint guesses no lifetime, and computes none where it takes the response as not storable.
            keys = ["storable"] + (["lifetime"] if their["lifetime"] is not None and our["source"] != "heuristic" else [])
            keys += ["age"] if their["age"] is not None else []
            for key in keys:
                compared += 1
                if our[key] == their[key]:
                    continue
                rows = [i for i, (_, what, holds) in enumerate(EXPLAINED)
                        if what == key and holds(status, fields, shared, our, their)]
                used.update(rows)
                if not rows:
                    unexplained.append((key, our, their, status, fields, shared, authorization))
    for difference in unexplained[:20]:
        print("not explained:", *difference)
    for index in sorted(set(range(len(EXPLAINED))) - used):
        print("explains nothing:", EXPLAINED[index][0])
    print(compared, "compared,", len(unexplained), "not explained")


main(sys.argv[1], int(sys.argv[2]))
