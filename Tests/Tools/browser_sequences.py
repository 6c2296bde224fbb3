"""Asks a browser for the sequences of Tests/RealCaches/sequences.txt, and prints what it does.

usage: browser_sequences.py BROWSER SEQUENCES

A sequence is of steps, with ` ;; ` between them: HOW METHOD PATH [| request field]... => STATUS [| response field]... HOW says
who asks: `fetch` by a page's script, `script` by a page of its own that has it, `page` by a link, `reload` and `back` in the
window. A step without an answer is answered by a 200 that no cache may store. All steps are taken in one browser that runs.

A line a sequence is printed: its number, and a letter a step: H where nothing was asked for its path; c where the browser's own
condition was sent, m where none was; b where the page came back as it was, without its cache; x where the browser gave up;
? where it stood still.
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

STUCK = 300
# What a browser keeps of a whole page for going back would hide its cache; Firefox is told so in its profile.
WITHOUT_WHOLE_PAGES = {"chromium": ["--disable-features=BackForwardCache"], "webkit": ["--enable-page-cache=false"], "firefox": []}
PAGE = """<!doctype html><title>page</title><a id=a>on</a>%s<script>
const follow = path => { const a = document.getElementById('a'); a.href = path; a.click() }
const go = said => fetch('/what/' + said, {method: 'POST', cache: 'no-store'}).then(said => said.text()).then(eval)
onpageshow = event => setTimeout(() => go(event.persisted ? 'b' : ''), 0)
</script>"""
OTHER = "200 | Cache-Control: no-store"


class Step:
    def __init__(self, text):
        self.how, rest = text.split(" ", 1)
        if " => " not in rest:
            rest += " => " + OTHER
        self.case, self.letter = Case(rest), "H"


class Site(real_caches.Origin):
    """The origin, whose pages ask it what to do next."""

    def __init__(self, sequences):
        super().__init__({})
        self.sequences, self.number, self.at, self.moved = sequences, -1, 0, time.time()
        self.pages["what"] = self.what
        self.done = None

    @property
    def steps(self):
        return self.sequences[self.number]

    def path(self, path):
        return f"/q{self.number}{path}"

    def start(self):
        """Begins the next sequence: its first page."""
        self.number, self.at = self.number + 1, -1
        if self.number < len(self.sequences):
            return f"/begin/{self.number}"
        self.done.set_result(None)
        return "/end"

    def what(self, _):
        """Ends a step, and says by which script the page takes the next one."""
        self.moved, said = time.time(), self.target.split("/")[2]
        if self.at >= 0 and said and self.steps[self.at].letter in "Hx":
            self.steps[self.at].letter = said
        self.at += 1
        if self.at == len(self.steps):
            return self.page(f"follow('{self.start()}')")
        step = self.steps[self.at]
        path = self.path(step.case.path)
        fields = dict(step.case.request_fields)
        script = {
            "fetch": f"fetch('{path}', {{method: '{step.case.method}', headers: {json.dumps(fields)}}})"
                     ".then(answer => answer.text()).then(() => '', () => 'x').then(go)",
            "script": f"follow('/carry{path}')", "page": f"follow('{path}')",
            "reload": "location.reload()", "back": "history.back()"}[step.how]
        return self.page(script)

    def page(self, text):
        fields = [("Content-Type", "text/html"), ("Cache-Control", "no-store"), ("Content-Length", str(len(text)))]
        return head(200, fields), text.encode()

    def answer(self, name, fields):
        self.moved = time.time()
        if name == "carry":
            return self.page(PAGE % f"<script src='{self.target[6:]}'></script>")
        if name != f"q{self.number}":
            return self.page(PAGE % "")
        step, path = self.steps[self.at], "/" + self.target.split("/", 2)[2]
        is_own = step.case.path == path and step.case.method == self.method
        if is_own:
            step.letter = "c" if "if-none-match" in fields or "if-modified-since" in fields else "m"
        case = step.case if is_own else Case(f"GET {path} => {OTHER}")
        case.fields = [(key, self.path(value) if key == "Location" and not value.startswith("/q") else value)
                       for key, value in case.fields]
        content, kind = (PAGE % "", "text/html") if "page" in [s.how for s in self.steps] else ("//", "text/javascript")
        return case.answer(time.time(), content.encode(), kind)


async def measure(name, texts):
    site = Site([[Step(text) for text in line.split(" ;; ")] for line in texts])
    await real_caches.Origin.start(site)
    site.done = asyncio.get_running_loop().create_future()
    place = tempfile.mkdtemp(prefix="browser-")
    os.chmod(place, 0o755)
    display = Display(name)
    try:
        while not site.done.done():
            site.moved = time.time()
            command = BROWSERS[name](place, f"http://127.0.0.1:{site.port}{site.start()}")
            browser = run(command[:-1] + WITHOUT_WHOLE_PAGES[name] + command[-1:], place)
            try:
                while not site.done.done() and time.time() - site.moved < STUCK:
                    await asyncio.sleep(0.1)
                if not site.done.done():
                    print("stood still at", site.number, site.at, file=sys.stderr, flush=True)
                    for step in site.steps[max(site.at, 0):]:
                        step.letter = "?"
            finally:
                stop(browser, patience=20)
        return ["".join(step.letter for step in steps) for steps in site.sequences]
    finally:
        display.close()
        shutil.rmtree(place, ignore_errors=True)
        if os.path.exists(place + ".log"):
            os.remove(place + ".log")


async def main(name, path):
    with open(path) as file:
        texts = [line.rstrip("\n").split("\t")[-1] for line in file if " => " in line and not line.startswith("#")]
    found = await measure(name, texts)
    print(browser_version(name))
    for number, letters in enumerate(found):
        print(number, letters)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
