"""Maps the keys of real caches with `inspect --map-key`, and holds each map against the configuration that made the key.

usage: edge_keys.py PROGRAM COUNT [SEED]

Starts each cache that is installed in front of an origin, with COUNT keys of random parts, each below a path of its own,
and content that depends on random parts, too. A line is printed for each map that differs, and one for each cache.
"""

import asyncio
import email.utils
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import real_caches
from real_caches import program, run, stop, write

TRACKERS = ["utm_source", "gclid", "fbclid"]
FIELDS = ["accept", "accept-encoding", "accept-language", "origin", "cookie", "user-agent"]
PARAMETERS = ["query-order", "unknown-parameter"] + TRACKERS
INPUTS = PARAMETERS + ["path-case", "trailing-slash"] + FIELDS


class Key:
    """What one cache has in the key below one path, and what the content there depends on."""

    def __init__(self, number, some, can):
        self.number, self.parts, self.content = number, {part for part in INPUTS if some(2)}, {part for part in INPUTS if some(2)}
        # A cache that can't leave a part out has it; one that can't keep the query out has it.
        self.parts |= set(INPUTS) - can
        self.is_outside = "query" in can and some(8)
        if "query-order" not in can and "unknown-parameter" not in self.parts:
            self.parts.discard("query-order")
        self.varies, self.rewrites = [], False

    def expected(self):
        """Each input: whether it is in the key, and in the content."""
        rows = {}
        for part in INPUTS:
            if self.is_outside:
                rows[part] = (False if part in PARAMETERS else None, None)
                continue
            # The order of two parameters is no matter where one of them is dropped.
            has = lambda parts: part in parts and (part != "query-order" or "unknown-parameter" in parts)
            in_content = has(self.content)
            if self.rewrites and part not in FIELDS and not has(self.parts):
                in_content = False
            rows[part] = (has(self.parts), in_content)
        if self.rewrites and "unknown-parameter" not in self.parts:
            rows["query-order"] = (False, False)
        return rows


# The origin


class Origin:
    def __init__(self):
        self.keys = {}

    async def start(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20)
        self.port = server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, target, _ = lines[0].split(" ")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            key = self.keys.get(int((re.match(r"(?i)/k(\d+)/", target) or [0, -1])[1]))
            body = (self.body(key, target, fields) if key else "here").encode()
            head = ["HTTP/1.1 200 OK", "Date: " + email.utils.formatdate(time.time(), usegmt=True)]
            head += ["Content-Type: text/plain", "Cache-Control: max-age=600", f"Content-Length: {len(body)}"]
            head += [f"Vary: {', '.join(key.varies)}"] if key and key.varies else []
            writer.write("\r\n".join(head + ["Connection: close", "", ""]).encode() + (b"" if method == "HEAD" else body))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    def body(self, key, target, fields):
        path, _, query = target.partition("?")
        parts = key.content
        if "path-case" not in parts:
            path = path.lower()
        if "trailing-slash" not in parts:
            path = path.rstrip("/")
        members = []
        for member in query.split("&"):
            name = member.split("=")[0]
            # `hk` is what HAProxy adds to have a field in its key.
            if name == "hc-probe" or (name in TRACKERS and name in parts):
                members.append(member)
            elif name not in TRACKERS and name != "hk" and "unknown-parameter" in parts:
                members.append(member)
        if "query-order" not in parts:
            members.sort()
        return " ".join([path] + members + [f"{name}={fields.get(name, '')}" for name in FIELDS if name in parts])


# The caches


def nginx(place, port, origin, keys):
    maps, locations = [], []
    for key in keys:
        n, parts = key.number, key.parts
        variables = ["" if key.is_outside else f"$q{n}"] + ["$http_" + name.replace("-", "_") for name in FIELDS if name in parts]
        maps.append(f'map $uri $p{n} {{ {"" if "trailing-slash" in parts else "~^(?<p%dh>.+)/$ $p%dh;" % (n, n)} default $uri; }}')
        if "unknown-parameter" in parts:
            last = "$args"
            for index, name in enumerate(name for name in TRACKERS if name not in parts):
                maps.append(f'map {last} $q{n}_{index} {{ "~^(?<q{n}_{index}h>.*)&{name}=[^&]*$" $q{n}_{index}h; default {last}; }}')
                last = f"$q{n}_{index}"
            maps.append(f"map {last} $q{n} {{ default {last}; }}")
        else:
            maps.append(f'map $args $q{n} {{ "~hc-probe=(?<q{n}h>[^&]*)" $q{n}h; default ""; }}')
            for name in TRACKERS:
                if name in parts and not key.is_outside:
                    maps.append(f'map $args $t{n}_{name} {{ "~[&?]{name}=(?<t{n}{name}h>[^&]*)" $t{n}{name}h; default ""; }}')
                    variables.append(f"$t{n}_{name}")
        value = "|".join([f"$p{n}"] + variables)
        locations.append(f'location ~* ^/k{n}/ {{ proxy_pass http://127.0.0.1:{origin}; proxy_cache cache; proxy_cache_key "{value}"; '
                         "add_header X-Cache-Status $upstream_cache_status; }")
    lines = "\n".join(maps), "\n".join(locations)
    write(place, "conf", f"""
        daemon off; worker_processes 1; pid {place}/pid; error_log {place}/errors;
        events {{ worker_connections 512; }}
        http {{
          access_log off; map_hash_bucket_size 256; variables_hash_max_size 8192; variables_hash_bucket_size 256;
          client_body_temp_path {place}/1; proxy_temp_path {place}/2; fastcgi_temp_path {place}/3;
          uwsgi_temp_path {place}/4; scgi_temp_path {place}/5;
          proxy_cache_path {place}/cache keys_zone=cache:16m;
          {lines[0]}
          server {{ listen 127.0.0.1:{port}; merge_slashes off; {lines[1]} location / {{ return 200; }} }}
        }}""")
    return [program("nginx"), "-p", place, "-e", place + "/errors", "-c", place + "/conf"]


def varnish(place, port, origin, keys):
    rules = []
    for key in keys:
        parts = key.parts
        drop = lambda pattern: f'set req.http.hq = regsuball(req.http.hq, "(^|&){pattern}=[^&]*", "");'
        lines = [f'if (req.url ~ "(?i)^/k{key.number}/") {{']
        lines += [] if "path-case" in parts else ["set req.http.hp = std.tolower(req.http.hp);"]
        lines += [] if "trailing-slash" in parts else ['set req.http.hp = regsub(req.http.hp, "/$", "");']
        lines += [drop(name) for name in TRACKERS if name not in parts]
        lines += [] if "unknown-parameter" in parts else [drop("hckey[0-9a-f]*")]
        lines += ['set req.http.hq = regsub(req.http.hq, "^&", "");', 'set req.http.hq = "/?" + req.http.hq;']
        lines += [] if "query-order" in parts else ["set req.http.hq = std.querysort(req.http.hq);"]
        lines += ["hash_data(req.http.hp);"] + ([] if key.is_outside else ["hash_data(req.http.hq);"])
        lines += [f"hash_data(req.http.{name});" for name in FIELDS if name in parts] + ["return (lookup); }"]
        rules += lines
    text = "\n".join(rules)
    write(place, "vcl", f"""
vcl 4.1;
import std;
backend default {{ .host = "127.0.0.1"; .port = "{origin}"; }}
sub vcl_recv {{ return (hash); }}
sub vcl_hash {{
  set req.http.hp = regsub(req.url, "[?].*", "");
  set req.http.hq = regsub(req.url, "^[^?]*[?]?", "");
  {text}
}}
sub vcl_backend_fetch {{ unset bereq.http.hp; unset bereq.http.hq; }}
""")
    return [program("varnishd"), "-F", "-j", "none", "-n", place + "/work", "-a", f"127.0.0.1:{port}", "-f", place + "/vcl",
            "-s", "malloc,64M", "-p", "http_gzip_support=off", "-p", "vcc_feature=-err_unref"][:-2]


def haproxy(place, port, origin, keys):
    rules = []
    for key in keys:
        key.rewrites = True
        parts, when = key.parts, f"if k{key.number}"
        lines = [f"acl k{key.number} path_beg -i /k{key.number}/"]
        lines += [] if "path-case" in parts else [f"http-request set-path %[path,lower] {when}"]
        lines += [] if "trailing-slash" in parts else [f"http-request replace-path (.*)/$ \\1 {when}"]
        dropped = [name for name in TRACKERS if name not in parts] + ([] if "unknown-parameter" in parts else ["hckey[0-9a-f]*"])
        for name in dropped:
            lines += [f"http-request replace-pathq ^([^?]*)[?]{name}=[^&]*&(.*)$ \\1?\\2 {when}"]
            lines += [f"http-request replace-pathq ^(.*)&{name}=[^&]*(.*)$ \\1\\2 {when}"]
        for name in FIELDS:
            lines += [f"http-request set-query %[query]&hk=%[req.fhdr({name}),url_enc] {when}"] if name in parts else []
        rules += ["  " + line for line in lines]
    text = "\n".join(rules)
    write(place, "conf", f"""
defaults
  mode http
  timeout connect 5s
  timeout client 1m
  timeout server 1m
cache real
  total-max-size 64
  max-age 600
frontend front
  bind 127.0.0.1:{port}
{text}
  http-request cache-use real
  http-response set-header X-Cache-Status HIT if !{{ srv_id -m found }}
  http-response set-header X-Cache-Status MISS if {{ srv_id -m found }}
  http-response cache-store real
  default_backend back
backend back
  server origin 127.0.0.1:{origin}
""")
    return [program("haproxy"), "-db", "-f", place + "/conf"]


def by_vary(keys):
    """A cache whose key has the fields that the answer's Vary names."""
    for key in keys:
        key.varies = [name for name in FIELDS if name in key.parts]


def apache(place, port, origin, keys):
    by_vary(keys)
    return real_caches.apache(place, port, origin, "CacheHeader on")


def squid(place, port, origin, keys):
    by_vary(keys)
    return real_caches.squid(place, port, origin)


CACHES = {
    "nginx": (nginx, {"query", "unknown-parameter", "trailing-slash", *TRACKERS, *FIELDS}),
    "varnish": (varnish, {"query", *INPUTS}),
    "haproxy": (haproxy, set(INPUTS) - {"query-order"}),
    "apache": (apache, set(FIELDS)),
    "squid": (squid, set(FIELDS)),
}


# Asking


async def differing(name, origin, count, numbers, httpcache):
    start, can = CACHES[name]
    keys = [Key(len(origin.keys) + index, lambda below: numbers.randrange(below) == 0, can) for index in range(count)]
    place = tempfile.mkdtemp(prefix="edge-keys-")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = start(place, port, origin.port, keys)
    if not command[0]:
        return None
    origin.keys.update({key.number: key for key in keys})
    cache = run(command, place)
    try:
        for _ in range(200):
            try:
                (await asyncio.open_connection("127.0.0.1", port))[1].close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        urls = [f"http://127.0.0.1:{port}/k{key.number}/Docs/page" for key in keys]
        asking = await asyncio.create_subprocess_exec(
            httpcache, "inspect", "--live", "--json", "--map-key", *urls, stdout=subprocess.PIPE, limit=1 << 26)
        said = (await asking.communicate())[0].decode().splitlines()
        wrong = 0 if len(said) == len(keys) else 1
        for key, line in zip(keys, said):
            verdict = json.loads(line)
            rows = {row["input"]: (row["in_key"], row["in_content"]) for row in verdict.get("key", [])}
            if rows != key.expected():
                wrong += 1
                other = {part: (rows.get(part), want) for part, want in key.expected().items() if rows.get(part) != want}
                reasons = {row["input"]: row["reason"] for row in verdict.get("key", []) if row["input"] in other}
                print(name, key.number, other, reasons or verdict["probes"][0]["reason"])
        return wrong
    finally:
        stop(cache)
        shutil.rmtree(place, ignore_errors=True)


async def main(httpcache, count, seed):
    origin, numbers, failed = Origin(), random.Random(seed), False
    await origin.start()
    for name in CACHES:
        wrong = await differing(name, origin, count, numbers, httpcache)
        print(f"{name}: " + ("not installed" if wrong is None else f"{count - wrong} of {count}"))
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 7)))
