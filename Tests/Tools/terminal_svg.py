"""Runs commands on a terminal of 80 columns, in colour, and draws what stands there as docs/terminal.svg.

usage: terminal_svg.py PROGRAMS OUTPUT
PROGRAMS is the directory of the built programs.
"""

import html
import re
import subprocess
import sys
import tempfile

from console import run

# What test-origin stands for.
SITE = "https://www.example.com"
COMMANDS = [
    f"httpcache inspect --live --assets --fail-on error {SITE}/site/",
    f"httpcache inspect --live {SITE}/site/logo.svg",
    f"httpcache fetch --explain -o /dev/null {SITE}/site/",
]
COLOURS = {"31": "#f47067", "32": "#57ab5a", "33": "#c69026", "2": "#768390", "1": "#ffffff"}
COLUMN, LINE, MARGIN = 8.4, 19, 16


def spans(line):
    """A line as SVG: text in its colour, by the codes that the program wrote."""
    style, parts = "", []
    for code, text in re.findall(r"(?:\x1b\[(\d+)m)?([^\x1b]*)", line):
        style = code or style
        if not text:
            continue
        colour = COLOURS.get(style)
        weight = ' font-weight="bold"' if style == "1" else ""
        parts.append(f'<tspan fill="{colour}"{weight}>{html.escape(text)}</tspan>' if colour else html.escape(text))
    return "".join(parts)


def folded(line):
    """The rows of a line on a terminal of 80 columns; only lines without colour are that long."""
    return [line] if "\x1b" in line else [line[at:at + 80] for at in range(0, max(len(line), 1), 80)]


def main():
    programs, output = sys.argv[1:]
    origin = subprocess.Popen([f"{programs}/test-origin"], stdout=subprocess.PIPE, text=True)
    url = origin.stdout.readline().strip()
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin", "HOME": tempfile.mkdtemp(), "TERM": "xterm-256color",
        "COLUMNS": "80", "LC_ALL": "C.UTF-8",
    }
    lines = []
    for command in COMMANDS:
        words = command.split(" | ")
        shown = ([""] if lines else []) + [f"\x1b[1m$ {words[0]}" + (" |" if len(words) > 1 else "")] + [f"\x1b[1m>   {word}" for word in words[1:]]
        printed, _ = run(command.replace(SITE, url), environment, 0)
        lines += shown + [row for line in printed.replace(url, SITE).rstrip("\n").split("\n") for row in folded(line)]
    origin.kill()
    width, height = round(80 * COLUMN + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + 14 + index * LINE}" xml:space="preserve">{spans(line)}</text>'
        for index, line in enumerate(lines) if line)
    with open(output, "w") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#adbac7">\n'
            "<title>A page is judged with what it loads, one file of it alone, and the page is fetched through a cache</title>\n"
            f'<rect width="{width}" height="{height}" rx="8" fill="#22272e"/>\n{rows}\n</svg>\n')


main()
