"""Runs the commands of a page's console blocks in order, on a terminal of 80 columns, and compares what they print.

usage: console.py PAGE PROGRAMS
PROGRAMS is the directory of the built programs. The commands run in an empty directory that has only docs/examples and
.build/debug, as the directory of the sources has them; the home directory has only the Cache.db of an app. What the page
leaves out stands there as `...`; spans of time, sizes on disk and dates are compared by their form. The exit code is 1
where something is printed that is not shown, or the other way round.
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile

MASKS = [
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", "DATE"),
    (r"\bage \d+ of\b", "age N of"),
    (r"\[[#.]{10,}\]", "[BAR]"),
    (r"\bapp\.[0-9a-f]{8}\.js", "app.HASH.js"),
    (r"\bhcprobe[0-9a-f]+", "hcprobeTAG"),
    (r"\d+(\.\d+)? (ms|B|KiB|MiB)\b", "N UNITS"),
]

UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "year": 31536000}
SPAN = re.compile(r"\b(\d[\d,]*) (more )?(second|minute|hour|day|year)s?( \d+ (?:second|minute|hour|day)s?)*")


def span(match):
    """A span of time, equal for what a clock that goes on while the commands run makes of one lifetime."""
    count, more, unit, _ = match.groups()
    seconds = int(count.replace(",", "")) * UNITS[unit]
    if unit == "second":
        return "N seconds" if seconds < 60 else f"{-(-seconds // 60) * 60} s"
    # `9 more minutes 59 seconds` and `9 more minutes` are left of 10 minutes, `364 more days` of 1 year.
    return f"{seconds + UNITS[unit]} s" if more else f"{seconds} s" + (match[4] or "")


def masked(text):
    text = SPAN.sub(span, re.sub(r"[ \n]+", " ", text).strip())
    for pattern, name in MASKS:
        text = re.sub(pattern, name, text)
    return text


def blocks(page):
    """The commands of a page with what is shown behind each."""
    for indent, block in re.findall(r"^( *)```console\n(.*?)^\1```", page, re.S | re.M):
        command, shown = None, []
        for line in block.splitlines():
            line = line.removeprefix(indent)
            if line.startswith("$ "):
                if command is not None:
                    yield command, shown
                command, shown = line[2:], []
            elif line.startswith("> ") and not shown:
                command += "\n" + line[2:]
            else:
                shown.append(line)
        yield command, shown


def run(command, environment, status):
    """Runs a command on a terminal; what it printed, and its exit code."""
    child, descriptor = pty.fork()
    if child == 0:
        os.execvpe("bash", ["bash", "-c", f"(exit {status})\n{command}"], environment)
    output = b""
    while True:
        if not select.select([descriptor], [], [], 60)[0]:
            os.kill(child, signal.SIGKILL)
            break
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    # What was drawn over is not there any more.
    return re.sub(r"[^\n]*\r\x1b\[K|\r", "", output.decode(errors="replace")), code


class Origin:
    """The test-origin that a page starts with `test-origin 8080 &`, on a free port: 8080 may be taken."""

    def __init__(self, programs):
        self.program, self.process, self.port, self.sites = f"{programs}/test-origin", None, "0", []

    def start(self):
        self.process = subprocess.Popen([self.program, self.port], stdout=subprocess.PIPE, text=True)
        # Once ended, it is started again on its port: what is stored is stored for that URL.
        self.port = self.process.stdout.readline().strip().rpartition(":")[2]

    def be(self, site):
        """Has its /site stand for the site of the reader, whose URL a page sets with `SITE=`."""
        self.start()
        self.sites = [(site, f"http://127.0.0.1:{self.port}/site")]
        return self.sites[0][1]

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def names(self):
        """What the page writes, and what stands for it here."""
        ports = [(f"127.0.0.1{between}8080", f"127.0.0.1{between}{self.port}") for between in (":", " port ")]
        return self.sites + ports


def prepare(work, home, programs):
    """Puts into a directory what the directory of the sources has, and into another what a home has."""
    tools = os.path.dirname(os.path.abspath(__file__))
    shutil.copytree(f"{tools}/../../docs/examples", f"{work}/docs/examples")
    os.mkdir(f"{work}/.build")
    os.symlink(programs, f"{work}/.build/debug")
    app = f"{home}/Library/Caches/com.example.App"
    os.makedirs(app)
    subprocess.run([sys.executable, f"{tools}/cache_db.py", app, "docs"], check=True)


def main():
    page, programs = sys.argv[1:]
    text, programs = open(page).read(), os.path.abspath(programs)
    home, work = tempfile.mkdtemp(), tempfile.mkdtemp()
    prepare(work, home, programs)
    os.chdir(work)
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": home, "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
    }
    # What a sanitizer was told, where the programs are built with one.
    environment |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
    origin, status, failures = Origin(programs), 0, 0
    for command, shown in blocks(text):
        if re.fullmatch(r"\S*test-origin 8080 &", command):
            origin.start()
            continue
        if command.startswith("SITE="):
            environment["SITE"] = origin.be(command.removeprefix("SITE="))
            continue
        if command == "kill %1":
            origin.stop()
            continue
        for name, other in origin.names():
            command = command.replace(name, other)
        printed, status = run(command, environment, status)
        for name, other in origin.names():
            command, printed = command.replace(other, name), printed.replace(other, name)
        printed = printed.replace(home, "/home/me")
        pattern = "".join(
            ".*" if part == "..." else " ?" + re.escape(masked(part)) + " ?"
            for part in re.split(r"(?m)^(\.\.\.)$", "\n".join(shown)))
        if not re.fullmatch(pattern, masked(printed), re.S):
            failures += 1
            print(f"{page}: $ {command}\nprinted:\n{printed}\nshown:\n" + "\n".join(shown))
    origin.stop()
    for directory in (home, work):
        shutil.rmtree(directory)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
