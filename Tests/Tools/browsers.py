"""Asks a browser for the heads of Tests/RealCaches/browsers.txt, and prints what it does.

usage: browsers.py BROWSER HEADS [EVERY [page|script]]

Each head is asked for in two ways, as the page that is opened (by a link) and as a script in a page, and each way twice:
the second use is that of the running browser (warm), or that of the browser started anew on the same profile (cold). Each of
these four has a URL of its own. A page that hops on by script asks for all of them, so that the browser needs no driver. The
first answer is the head's, each later one another that no cache may store. WebKit stops a script at the head of an error, and
what its store has by then is luck: there an error is the answer to a picture.

A line a head is printed: its number, then page/script, each with a letter for cold and one for warm: H where the first
answer was used and nothing was asked; s where it was used and the origin was asked behind it; c where the origin was asked
with the browser's own condition; m where without; - where it can't be asked; ? where the browser gave up. The first line is
the version. What the origin received decides, and which answer the page shows; no time is measured.
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
import time

import real_caches
from programs import BROWSERS, Display, browser_version, run, stop
from real_caches import Case, date, head

LOADED_AT_ONCE = 60
# A profile with more pages than this many heads have becomes slow: WebKit's needs longer for each page that it has seen.
MEASURED_AT_ONCE = 120
STUCK = 900


class Talk:
    """One URL: what is asked for under it, and what came of it."""

    def __init__(self, number, case, way, name):
        self.number, self.case, self.way, self.name = number, case, way, name
        # A folder of its own, in which a cookie stays.
        self.path = "/" + name + "/" + case.path.lstrip("/")
        self.asked, self.shown, self.uses = [], [], 0

    def letter(self):
        """What the second use was."""
        # A browser that asks twice at once, as Chromium does behind a 408 of a connection in use, has another answer.
        if self.uses < 2 or [use for use, _ in self.asked].count(1) != 1:
            return "?"
        asked = [condition for use, condition in self.asked if use == 2]
        if (2, 1) in self.shown and asked:
            return "s"
        if not self.shows_itself() and any("stale-while-revalidate" in value for _, value in self.case.fields):
            return "?"
        if not asked:
            return "H"
        return "c" if any(asked) else "m"

    def shows_itself(self):
        """Whether the browser runs what it was answered."""
        return self.case.status // 100 in ((2, 4, 5) if self.way == "page" else (2,))


HOP = """<!doctype html><title>hop</title><a id=a href="%s">on</a><script>
onload = () => setTimeout(() => document.getElementById('a').click(), 0)
setTimeout(() => location.href = '%s', 60000)
</script>%s"""
# A page between, left by script: WebKit stores no stale script of a page that comes straight behind one that was left by a link.
REST = """<!doctype html><title>rest</title><script>setTimeout(() => location.href = '%s', 1000)</script>"""
LOAD = """<!doctype html><title>load</title><script>
const shown = []
function use(name, version) { shown.push([name, version]) }
const load = ([path, kind]) => new Promise(done => {
  const file = document.createElement(kind)
  file.onload = file.onerror = done
  file.src = path
  document.head.append(file)
})
const late = new Promise(done => setTimeout(done, 60000))
Promise.race([late, Promise.all(%s.map(load))])
  .then(() => fetch('/shown', {method: 'POST', body: JSON.stringify(shown), cache: 'no-store'}))
  .finally(() => location.href = '%s')
</script>"""


class Site(real_caches.Origin):
    """The origin, which also tells the browser where to go next."""

    def __init__(self, talks, errors_as):
        super().__init__({})
        self.errors_as = errors_as
        self.talks = {talk.name: talk for talk in talks}
        self.steps, self.step, self.count, self.moved = [], [], 0, time.time()
        self.done = None

    async def run(self, start, steps):
        """Has a browser take these steps: the way, and the talks; one that it gives up at is left out."""
        self.steps, self.done = list(steps), asyncio.get_running_loop().create_future()
        while not self.done.done():
            self.moved = time.time()
            browser = start(f"http://127.0.0.1:{self.port}{self.after()}")
            try:
                while not self.done.done() and time.time() - self.moved < STUCK:
                    await asyncio.sleep(0.1)
                if not self.done.done():
                    names = [talk.name for talk in self.step]
                    print(f"stood still at {names}, {len(self.steps)} left", file=sys.stderr, flush=True)
                    for talk in self.step:
                        talk.asked.clear()
                # What is asked for behind an answer, and what is still to be written.
                await asyncio.sleep(12)
            finally:
                stop(browser, patience=20)

    def answer(self, name, fields):
        self.moved = time.time()
        if name == "next":
            return self.next()
        if name in self.talks:
            return self.use(self.talks[name], fields)
        if name == "landed":
            return self.page(HOP % (self.after(), self.after(), ""))
        return head(404, [("Content-Length", "0"), ("Cache-Control", "no-store")]), b""

    def after(self):
        self.count += 1
        return f"/next/{self.count}"

    def page(self, text):
        fields = [("Content-Type", "text/html"), ("Cache-Control", "no-store"), ("Content-Length", str(len(text)))]
        return head(200, fields), text.encode()

    def next(self):
        if not self.steps:
            if not self.done.done():
                self.done.set_result(None)
            return self.page("<!doctype html>done")
        way, talks = self.steps.pop(0)
        self.step = talks
        if len(self.steps) % 100 == 0:
            print(len(self.steps), "left", time.strftime("%T"), file=sys.stderr, flush=True)
        for talk in talks:
            talk.uses += 1
        if way == "rest":
            return self.page(REST % self.after())
        if way == "page":
            return self.page(HOP % (talks[0].path, self.after(), ""))
        files = [(talk.path, self.errors_as if talk.case.status >= 400 else "script") for talk in talks]
        return self.page(LOAD % (json.dumps(files), self.after()))

    def use(self, talk, fields):
        talk.asked.append((talk.uses, "if-none-match" in fields or "if-modified-since" in fields))
        mark = len(talk.asked)
        if talk.way == "script":
            content, kind = f"use({json.dumps(talk.name)}, {mark})\n//", "text/javascript"
        else:
            # The page tells which answer it is, whether it comes from the store or from here.
            content, kind = HOP % (f"/{talk.name}~{mark}/", f"/{talk.name}~{mark}/", "<!--"), "text/html"
        if mark == 1:
            return talk.case.answer(time.time(), content.encode(), kind)
        other = [("Date", date(time.time())), ("Cache-Control", "no-store"), ("Content-Type", kind),
                 ("Content-Length", str(len(content)))]
        return head(200, other), content.encode()


def prepare(site):
    """Adds the pages that say which answer was shown."""

    def shown(content):
        for name, mark in json.loads(content):
            talk = site.talks[name]
            talk.shown.append((talk.uses, mark))
        return head(204, [("Cache-Control", "no-store")]), b""

    site.pages["shown"] = shown
    for talk in site.talks.values():
        for mark in range(1, 9):
            site.pages[f"{talk.name}~{mark}"] = seen(site, talk, mark)


def seen(site, talk, mark):
    def page(_):
        talk.shown.append((talk.uses, mark))
        return site.next()

    return page


def can_be_opened(case):
    kinds = [value for name, value in case.fields if name == "Content-Type"]
    return case.status not in (204, 205, 304, 401, 407) and case.size > 0 and not kinds


def tasks(cases, ways):
    for number, case in cases.items():
        for way in ways:
            if way == "script" or can_be_opened(case):
                for state in ("cold", "warm"):
                    yield Talk(number, case, way, f"{way[0]}{state[0]}{number}")


def rounds(talks):
    for at in range(0, len(talks), LOADED_AT_ONCE):
        yield "script", talks[at:at + LOADED_AT_ONCE]


async def measure(name, cases, ways):
    talks = list(tasks(cases, ways))
    site = Site(talks, errors_as="img" if name == "webkit" else "script")
    prepare(site)
    await site.start()
    for case in cases.values():
        case.fields = [(key, f"/landed/{case.status}" if key == "Location" else value) for key, value in case.fields]
    place = tempfile.mkdtemp(prefix="browser-")
    os.chmod(place, 0o755)
    display = Display(name)
    pages = [talk for talk in talks if talk.way == "page"]
    scripts = [talk for talk in talks if talk.way == "script"]
    is_warm = lambda talk: talk.name[1] == "w"
    # Other pages lie between the two uses of a page, as between two visits.
    first = [("page", [talk]) for talk in pages] + [("rest", [])] + list(rounds(scripts))
    again = [[("page", [talk]) for talk in pages if is_warm(talk) == warm]
             + list(rounds([talk for talk in scripts if is_warm(talk) == warm])) for warm in (False, True)]
    start = lambda url: run(BROWSERS[name](place, url), place)
    try:
        for steps in (first + again[True], again[False]):
            await site.run(start, steps)
        found = {}
        for talk in talks:
            found.setdefault(talk.number, {})[talk.name[:2]] = talk.letter()
        return {number: [seen.get(way + "c", "-") + seen.get(way + "w", "-") for way in "ps"] for number, seen in found.items()}
    finally:
        display.close()
        shutil.rmtree(place, ignore_errors=True)
        if os.path.exists(place + ".log"):
            os.remove(place + ".log")


async def main(name, path, every, ways):
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t")[-1] for line in file if " => " in line]
    cases = {str(number): Case(line) for number, line in enumerate(lines) if number % every == 0}
    print(browser_version(name))
    numbers = list(cases)
    for at in range(0, len(numbers), MEASURED_AT_ONCE):
        part = {number: cases[number] for number in numbers[at:at + MEASURED_AT_ONCE]}
        for number, (page, script) in (await measure(name, part, ways)).items():
            print(number, f"{page}/{script}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int((sys.argv[3:] or [1])[0]), sys.argv[4:] or ["page", "script"]))
