"""Asks a real cache for the cases of Tests/RealCaches/cases.txt, and prints what it does.

usage: real_caches.py CACHE CASES [EVERY]

Starts an origin and the cache in front of it with the least configuration, and asks for each case, or for every
EVERYth, three times: at first, at once again, and after 4.4 s. The origin answers the first time as the case says, and
then with another response that no cache may store. A line a case is printed: its number, and a letter for each of the
two later requests: H for an answer from the store, c where the cache asked the origin with a condition of its own, m
where it asked without. A second letter . follows where the origin was asked before; ?? stands for a case that this
machine was too busy for, and -- for one that can't be asked here. The first line is the version.
"""

import asyncio
import email.utils
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from programs import BROWSERS, Display, browser_version, program, run, stop, write

AGAIN, LATER, LATE, TRIES = 0.3, 4.4, 0.9, 4
AT_ONCE = 12


# Cases


class Case:
    """One line: METHOD PATH [| request field]... => STATUS [| response field]..."""

    def __init__(self, line):
        request, response = line.split(" => ")
        request, *self.request_fields = request.split(" | ")
        self.method, self.path = request.split(" ")
        status, *self.fields = response.split(" | ")
        self.status = int(status)
        self.request_fields = [split(field) for field in self.request_fields]
        self.fields = [split(field) for field in self.fields]
        self.size = int(self.take("(size)") or 12)
        self.is_chunked = self.take("(chunked)") is not None

    def take(self, name):
        """Removes a field that is none, but says how the origin sends the body."""
        found = [value for key, value in self.fields if key == name]
        self.fields = [field for field in self.fields if field[0] != name]
        return found[0] if found else None

    def answer(self, now, content=b"", kind="text/plain"):
        """The head, and a body that begins with the content."""
        has_body = self.status not in (204, 304)
        fields = [(name, at(value, now)) for name, value in self.fields]
        if not any(name == "Date" for name, _ in fields):
            fields.insert(0, ("Date", date(now)))
        fields = [field for field in fields if field != ("Date", "none")]
        if not any(name == "Content-Type" for name, _ in fields):
            fields.append(("Content-Type", kind))
        body = content.ljust(self.size, b"x") if has_body and self.size else b""
        if has_body and self.is_chunked:
            fields.append(("Transfer-Encoding", "chunked"))
            body = (b"%x\r\n%s\r\n" % (len(body), body) if body else b"") + b"0\r\n\r\n"
        elif has_body:
            fields.append(("Content-Length", str(len(body))))
        return head(self.status, fields), body


def split(field):
    name, _, value = field.partition(":")
    return name, value.strip()


def date(now):
    return email.utils.formatdate(int(now), usegmt=True)


def at(value, now):
    """Puts times in place of {+60} (an HTTP-date) and {@+60} (seconds since 1970)."""

    def replace(match):
        moment = int(now) + int(match.group(2))
        return str(moment) if match.group(1) else date(moment)

    return re.sub(r"\{(@?)([+-]\d+)\}", replace, value)


def head(status, fields):
    lines = ["HTTP/1.1 %d X" % status] + ["%s: %s" % field for field in fields] + ["Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1")


# The origin


class Origin:
    def __init__(self, cases):
        self.cases = cases
        self.asked = {}
        self.pages = {}

    async def start(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20)
        self.port = server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, target, _ = lines[0].split(" ")
            fields = {name.lower(): value for name, value in map(split, lines[1:]) if name}
            content = await reader.readexactly(int(fields.get("content-length", 0)))
            if target.startswith("http:"):
                target = "/" + target.split("/", 3)[3]
            self.method, self.target = method, target
            name = re.split(r"[/?]", target[1:])[0]
            if name in self.pages:
                answer, body = self.pages[name](content)
            else:
                answer, body = self.answer(name, fields)
            writer.write(answer + (b"" if method == "HEAD" else body))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    def answer(self, name, fields):
        asked = self.asked.setdefault(name, [])
        asked.append((time.time(), "if-none-match" in fields or "if-modified-since" in fields))
        case = self.cases.get(name.split("~")[0])
        if case and len(asked) == 1:
            return case.answer(time.time())
        other = [("Date", date(time.time())), ("Cache-Control", "no-store"), ("Content-Length", "5")]
        return head(200, other), b"other"


# The caches


def nginx(place, port, origin):
    write(place, "conf", f"""
        daemon off; worker_processes 1; pid {place}/pid; error_log {place}/errors;
        events {{ worker_connections 512; }}
        http {{
          access_log off;
          client_body_temp_path {place}/1; proxy_temp_path {place}/2; fastcgi_temp_path {place}/3;
          uwsgi_temp_path {place}/4; scgi_temp_path {place}/5;
          proxy_cache_path {place}/cache keys_zone=cache:8m;
          server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{origin}; proxy_cache cache; }} }}
        }}""")
    return [program("nginx"), "-p", place, "-e", place + "/errors", "-c", place + "/conf"]


def varnish(place, port, origin):
    return [program("varnishd"), "-F", "-j", "none", "-n", place + "/work", "-a", f"127.0.0.1:{port}"] + [
        "-b", f"127.0.0.1:{origin}", "-s", "malloc,64M"]


def squid(place, port, origin):
    """A cache in front of an origin, by the settings that it comes with."""
    write(place, "conf", f"""
http_port 127.0.0.1:{port} accel defaultsite=localhost
cache_peer 127.0.0.1 parent {origin} 0 no-query no-digest originserver
http_access allow all
refresh_pattern ^ftp: 1440 20% 10080
refresh_pattern -i (/cgi-bin/|\\?) 0 0% 0
refresh_pattern . 0 20% 4320
pid_filename {place}/pid
cache_log {place}/log
access_log none
netdb_filename none
pinger_enable off
shutdown_lifetime 0 seconds
max_filedescriptors 1024
visible_hostname localhost
""")
    return [program("squid"), "-N", "-f", place + "/conf", "-n", f"real{port}"]


def apache(place, port, origin, more=""):
    """The same, with more lines of configuration."""
    modules = next(filter(os.path.isdir, ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules")))
    names = ("mpm_event", "authz_core", "proxy", "proxy_http", "cache", "cache_disk")
    os.mkdir(place + "/cache")
    write(place, "conf", "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in names) + f"""
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {place}/pid
ErrorLog {place}/errors
Mutex file:{place}
DefaultRuntimeDir {place}
CacheRoot {place}/cache
CacheEnable disk /
{more}
ProxyPass / http://127.0.0.1:{origin}/
""")
    return [program("apache2", "httpd"), "-X", "-f", place + "/conf"]


def haproxy(place, port, origin):
    write(place, "conf", f"""
defaults
  mode http
  timeout connect 5s
  timeout client 1m
  timeout server 1m
cache real
  total-max-size 4
frontend front
  bind 127.0.0.1:{port}
  http-request cache-use real
  http-response cache-store real
  default_backend back
backend back
  server origin 127.0.0.1:{origin}
""")
    return [program("haproxy"), "-db", "-f", place + "/conf"]


def trafficserver(place, port, origin):
    shutil.copytree("/etc/trafficserver", place + "/etc")
    for name in ("cache", "run", "log", "var"):
        os.mkdir(f"{place}/{name}")
    library = (glob.glob("/usr/lib/trafficserver") + glob.glob("/usr/lib/*/trafficserver") + ["/usr/lib"])[0]
    places = dict(prefix=place, exec_prefix="/usr", bindir="/usr/bin", sbindir="/usr/sbin", sysconfdir=place + "/etc")
    places.update(datadir=place + "/cache", includedir="/usr/include", libdir=library, libexecdir=library + "/modules")
    places.update(localstatedir=place + "/var", runtimedir=place + "/run", logdir=place + "/log", cachedir=place + "/cache")
    write(place, "runroot.yaml", "".join(f"{name}: {path}\n" for name, path in places.items()))
    records = open(place + "/etc/records.config").read()
    listen = f"CONFIG proxy.config.http.server_ports STRING {port}:ip-in=127.0.0.1"
    write(place, "etc/records.config", re.sub(r"(?m)^CONFIG proxy.config.http.server_ports STRING.*", listen, records))
    write(place, "etc/remap.config", f"map / http://127.0.0.1:{origin}/\n")
    write(place, "etc/storage.config", f"{place}/cache 64M\n")
    return [program("traffic_server"), f"--run-root={place}"]


CACHES = {
    "nginx": (nginx, ["-v"]), "varnish": (varnish, ["-V"]), "squid": (squid, ["-v"]), "apache": (apache, ["-v"]),
    "haproxy": (haproxy, ["-v"]), "trafficserver": (trafficserver, ["-V"]),
}


# Asking


async def ask(port, method, target, fields):
    """Gives the time at which the answer was whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    has_content = method in ("POST", "PUT", "PATCH")
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Connection: close"] + ["%s: %s" % field for field in fields]
    lines += ["Content-Length: 3", "", "a=1"] if has_content else ["", ""]
    try:
        writer.write("\r\n".join(lines).encode("latin-1"))
        await asyncio.wait_for(reader.read(-1), 20)
    except ConnectionError:
        pass
    finally:
        writer.close()
    return time.time()


def letter(asked):
    return "H" if not asked else "c" if any(condition for _, condition in asked) else "m"


async def observe(origin, port, number, case, turn):
    for attempt in range(TRIES):
        name = number if attempt == 0 else f"{number}~{attempt}"
        path = "/" + name + case.path[1:] if case.path.startswith("/?") else "/" + name + (case.path if case.path != "/" else "")
        fields = [(key, at(value, time.time())) for key, value in case.request_fields]
        # What selects a variant stays; what belongs to the first request only is left out.
        kept = [field for field in fields if field[0].startswith("X-")]
        async with turn:
            begun = await ask(port, case.method, path, fields)
            await asyncio.sleep(AGAIN)
            before = len(origin.asked.get(name, []))
            again = await ask(port, "GET", path, kept)
            first = letter(origin.asked.get(name, [])[before:])
        late = again - begun - AGAIN
        if first == "H" and late < LATE:
            await asyncio.sleep(max(0, begun + LATER - time.time()))
            before, late = len(origin.asked.get(name, [])), time.time() - begun - LATER
            await ask(port, "GET", path, kept)
            # A cache may answer with a stale response, and ask behind it.
            await asyncio.sleep(0.6)
            first += letter(origin.asked.get(name, [])[before:])
        if late < LATE:
            return number, first if len(first) == 2 else first + "."
    return number, "??"


PAGE = """<!doctype html><script>
const pause = time => new Promise(done => setTimeout(done, time))
const now = () => performance.timeOrigin + performance.now()
async function ask(path, method, fields) {
  const start = now()
  try {
    const content = ['POST', 'PUT', 'PATCH'].includes(method) ? 'a=1' : undefined
    const answer = await fetch(path, {method, headers: fields, body: content, redirect: 'manual', credentials: 'omit'})
    await answer.arrayBuffer()
  } catch (error) {}
  return start
}
async function observe(one) {
  const kept = one.fields.filter(field => field[0].startsWith('X-'))
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const path = one.path.replace('~', attempt ? '~' + attempt : '')
    const times = [await ask(path, one.method, one.fields)], begun = now()
    await pause(AGAIN)
    let late = now() - begun - AGAIN
    times.push(await ask(path, 'GET', kept))
    late = Math.max(late, now() - begun - AGAIN)
    await pause(begun + LATER - now())
    late = Math.max(late, now() - begun - LATER)
    times.push(await ask(path, 'GET', kept))
    if (late < LATE) return {number: one.number, attempt, times}
  }
  return {number: one.number}
}
(async () => {
  const cases = await (await fetch('/cases', {cache: 'no-store'})).json()
  const results = []
  await Promise.all(cases.map(async (one, index) => {
    await pause(index * 40)
    results.push(await observe(one))
  }))
  await fetch('/results', {method: 'POST', body: JSON.stringify(results), cache: 'no-store'})
})()
</script>"""


async def browse(start, origin, place, cases):
    """Has a browser ask for the cases in a page."""
    refused = ("cookie", "host", "accept-encoding", "user-agent")
    askable = {number: case for number, case in cases.items() if case.path != "/?"
               and not any(name.lower() in refused for name, _ in case.request_fields)}
    results = asyncio.get_running_loop().create_future()

    def page(text, kind):
        fields = [("Content-Type", kind), ("Cache-Control", "no-store"), ("Content-Length", str(len(text.encode())))]
        return head(200, fields), text.encode()

    def take(content):
        if not results.done():
            results.set_result(json.loads(content))
        return page("ok", "text/plain")

    script = PAGE
    for name, value in dict(AGAIN=AGAIN * 1000, LATER=LATER * 1000, LATE=LATE * 1000, TRIES=TRIES).items():
        script = script.replace(name, str(int(value)))
    listed = [dict(number=number, method=case.method, path="/" + number + "~" + (case.path if case.path != "/" else ""),
                   fields=[(name, at(value, time.time())) for name, value in case.request_fields])
              for number, case in askable.items()]
    for one in listed:
        one["path"] = one["path"].replace("~/?", "~?")
    origin.pages = {"run": lambda _: page(script, "text/html"), "cases": lambda _: page(json.dumps(listed), "application/json"),
                    "results": take}
    browser = run(start(place, f"http://127.0.0.1:{origin.port}/run"), place)
    try:
        for result in await asyncio.wait_for(results, 90 + len(listed) / 10):
            number, times = result["number"], result.get("times")
            if times is None:
                yield number, "??"
                continue
            asked = origin.asked.get(number + (f"~{result['attempt']}" if result["attempt"] else ""), [])
            times = [moment / 1000 - 0.01 for moment in times] + [float("inf")]
            letters = [letter([one for one in asked if times[step] <= one[0] < times[step + 1]]) for step in (1, 2)]
            yield number, letters[0] + (letters[1] if letters[0] == "H" else ".")
        for number in cases.keys() - askable.keys():
            yield number, "--"
    finally:
        stop(browser)


async def wait_until_up(server, origin, port):
    origin.cases["up"] = Case("GET / => 200 | Cache-Control: max-age=60")
    deadline = time.time() + 60
    for attempt in range(10_000):
        if time.time() > deadline or server.poll() is not None:
            break
        try:
            await ask(port, "GET", f"/up~{attempt}", [])
            await ask(port, "GET", f"/up~{attempt}", [])
            if len(origin.asked.get(f"up~{attempt}", [])) == 1:
                return
        except OSError:
            pass
        await asyncio.sleep(0.05)
    raise SystemExit("it ended, or never answers from its store")


async def main(name, path, every):
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t")[-1] for line in file if " => " in line]
    cases = {str(number): Case(line) for number, line in enumerate(lines) if number % every == 0}
    place = tempfile.mkdtemp(prefix="real-")
    os.chmod(place, 0o755)
    origin = Origin(cases)
    await origin.start()
    try:
        found = {}
        if name in BROWSERS:
            display = Display(name)
            try:
                async for number, letters in browse(BROWSERS[name], origin, place, cases):
                    found[number] = letters
            finally:
                display.close()
            print(browser_version(name))
        else:
            configure, version = CACHES[name]
            taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
            port = taken.sockets[0].getsockname()[1]
            taken.close()
            command = configure(place, port, origin.port)
            server = run(command, place)
            try:
                await wait_until_up(server, origin, port)
                turn = asyncio.Semaphore(AT_ONCE)
                asking = [observe(origin, port, number, case, turn) for number, case in cases.items() if number != "up"]
                found = dict(await asyncio.gather(*asking))
            finally:
                stop(server)
            said = subprocess.run([command[0]] + version, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
            print(re.search(r"\d+(\.\d+)+", said).group())
        for number, letters in sorted(found.items(), key=lambda entry: int(entry[0])):
            print(number, letters)
    finally:
        shutil.rmtree(place, ignore_errors=True)
        if os.path.exists(place + ".log"):
            os.remove(place + ".log")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1))
